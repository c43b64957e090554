"""Bot programs as processes: bytes in and out without ever blocking. What goes wrong is a result, not an exception."""

import contextlib
import errno
import math
import os
import select
import shutil
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from fcntl import ioctl
from termios import FIONREAD
from typing import Final, NamedTuple

from heatcli.arena import isolation, orphans
from heatcli.errors import DriverError
from heatcli.wire.messages import LINE_LIMIT

CHUNK: Final = 1 << 16
INBOX: Final = 1 << 21  # bytes taken from a pipe in one go at most
OUTBOX: Final = 1 << 23  # bytes that wait for a bot to read; more, and it reads no more
STDERR_KEPT: Final = 1 << 16  # bytes of its beginning, and of its end
DRAINED: Final = 64  # chunks of stderr taken in one go
LAST_LINES: Final = 50
LINE_SHOWN: Final = 1 << 12  # bytes of each of them
SPIN: Final = 50e-6  # seconds of looking before sleeping
SLICE: Final = 0.05  # seconds between two looks at a process whose pipe says nothing
QUIT_MS: Final = 1000  # from bye to SIGTERM
KILL_MS: Final = 1000  # from SIGTERM to SIGKILL


def printable(text: str, limit: int) -> str:
    """A text from outside, safe to show: control, bidi and escape characters spelt out, at most `limit` characters."""
    if len(text) <= limit and text.isprintable():
        return text
    shown = "".join([char if char.isprintable() else _escaped(ord(char)) for char in text[: limit + 1]])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _words(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)


class Ring:
    """The beginning and the end of what comes in, and how much it was."""

    def __init__(self, kept: int) -> None:
        self.head, self.tail, self.size, self._kept = bytearray(), bytearray(), 0, kept

    def add(self, chunk: bytes) -> None:
        """More."""
        self.head += chunk[: max(0, self._kept - len(self.head))]
        self.tail += chunk
        del self.tail[: -self._kept]
        self.size += len(chunk)


class Said(NamedTuple):
    """A piece of a conversation: seconds since the bot started, `<` lines to it or `>` the beginning of one from it."""

    at: float
    to: str
    text: bytes


class Process:
    """A running bot: `send` bytes, take lines with `next_line`. `pump` moves the bytes."""

    def __init__(self, argv: Sequence[str], setting: isolation.Setting | None = None) -> None:
        """Start it, as the leader of its own group. Raises DriverError if the command cannot be started."""
        self._argv, setting = argv, setting or isolation.Setting()
        self._own = isolation.own_folder()
        reading, status = os.pipe()
        self._status = os.fdopen(reading, "rb")
        try:
            self._popen = subprocess.Popen(
                isolation.command(argv, setting, self._own, status),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                cwd=setting.folder or self._own,
                env=isolation.environment(setting, self._own),
                pass_fds=(status,),
            )
        except (OSError, ValueError) as error:
            self._status.close()
            shutil.rmtree(self._own, ignore_errors=True)
            raise self._failed(_words(error)) from None
        finally:
            os.close(status)
        orphans.LIVE[self._popen.pid] = self._own
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._stdin, self._stdout, self._stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._outbox = bytearray()
        self._inbox = bytearray()
        self._errors = Ring(STDERR_KEPT)
        self._leaving = self._buried = False
        self._skipping = False  # the rest of a line that was too long
        self._start = time.monotonic()
        self.said: deque[Said] = deque(maxlen=LAST_LINES)
        self.closed = False  # no more can be said, or heard
        self.received = 0  # bytes so far

    def confirm(self) -> None:
        """Wait until it runs. Raises DriverError if it cannot."""
        with self._status as file:
            if why := file.read().decode():
                raise self._failed(why)

    def _failed(self, why: str) -> DriverError:
        right = "a program on this machine is right"
        if why == os.strerror(errno.EACCES):
            right = "make it executable (chmod +x), or name what runs it, such as 'python bot.py'"
        return DriverError(f"driver {printable(self._argv[0], 80)!r} cannot be started: {why}; {right}")

    def send(self, data: bytes) -> None:
        """Queue bytes and write what the pipe takes now; `pump` writes the rest."""
        self.said.append(Said(time.monotonic() - self._start, "<", data))
        if not self._outbox and not self._stdin.closed:
            data = data[self._pass_on(data) :]
        self._outbox += data
        if self._leaving:
            self._write()
        if len(self._outbox) > OUTBOX:
            self._outbox.clear()
            self.closed = True

    def next_line(self, most: int = LINE_LIMIT) -> bytes | None:
        """The next whole line that has come in; what follows the last line end counts once the pipe is closed.

        Of a line of more than `most` bytes only so many come, at once; the rest is passed over as it comes in.
        """
        end = self._inbox.find(b"\n")
        if self._skipping:
            self._skipping = end < 0
            del self._inbox[: end + 1 or len(self._inbox)]
            return None if self._skipping else self.next_line(most)
        if end < 0 and len(self._inbox) <= most and not (self._stdout.closed and self._inbox):
            return None
        self._skipping = end < 0 and len(self._inbox) > most
        end = end + 1 or len(self._inbox)
        line = bytes(self._inbox[: min(end, most + 1)])
        del self._inbox[:end]
        self.said.append(Said(time.monotonic() - self._start, ">", line[:LINE_SHOWN]))
        return line

    def receive(self) -> None:
        """Take what the pipe holds now."""
        while not self._stdout.closed and self._read():
            pass

    @property
    def stirs(self) -> bool:
        """There is something to be looked at: bytes, or an end."""
        return bool(self._inbox) or self.closed

    @property
    def has_more(self) -> bool:
        """Something came in that was not taken yet."""
        if self._inbox or self._stdout.closed:
            return bool(self._inbox)
        return any(ioctl(self._stdout.fileno(), FIONREAD, b"\0\0\0\0"))

    def forget(self) -> None:
        """Drop what has come in and was not taken."""
        self._inbox.clear()

    def gone(self, look: bool = True) -> str | None:
        """`exited` or `closed` when no answer can come any more, after a last look into the pipe.

        Without `look` it is known by its pipes alone; a child may keep them open.
        """
        if not self.closed and (not look or self._popen.poll() is None):
            return None
        self.receive()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(0.2)  # a program that is ending closes its pipes a little before it is gone
        return "closed" if self._popen.returncode is None else "exited"

    @property
    def exit_code(self) -> int | None:
        """The exit code; minus the signal, if one killed it; None while it runs."""
        return self._popen.poll()

    def last_errors(self, lines: int) -> list[str]:
        """The last lines it wrote to stderr, safe to show."""
        self._drain()
        text = self._errors.tail.decode(errors="replace")
        return [printable(line, 200) for line in text.splitlines() if line.strip()][-lines:]

    @property
    def errors(self) -> Ring:
        """What it wrote to stderr so far."""
        self._drain()
        return self._errors

    def _drain(self) -> None:
        for _ in range(DRAINED):  # who never ends is not waited for
            if self._stderr.closed or not self._read_errors():
                return

    def interests(self) -> list[tuple[int, int, Callable[[], object]]]:
        """What this process waits for: file, events of poll, and what to do then."""
        found: list[tuple[int, int, Callable[[], object]]] = []
        if self._outbox and not self._stdin.closed:
            found.append((self._stdin.fileno(), select.POLLOUT, self._write))
        elif not self.closed and not self._stdin.closed:  # an error is told unasked: nobody reads any more
            found.append((self._stdin.fileno(), 0, self._lose))
        if not self._stdout.closed:
            found.append((self._stdout.fileno(), select.POLLIN, self._read))
        return found + self.complaints()

    def complaints(self) -> list[tuple[int, int, Callable[[], object]]]:
        """The same for its stderr alone."""
        return [] if self._stderr.closed else [(self._stderr.fileno(), select.POLLIN, self._read_errors)]

    def leave(self, farewell: bytes) -> None:
        """Send a last message and close its input as soon as that is written."""
        self._leaving = True
        self.send(farewell)

    @property
    def pid(self) -> int:
        """Of the bot, and the number of its group."""
        return self._popen.pid

    def kill(self, number: signal.Signals) -> None:
        """A signal to it and to all that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def bury(self) -> None:
        """Kill it and its group; no zombie, no pipe and no folder is left."""
        if self._buried:
            return
        self._buried = self.closed = True
        self.kill(signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(5)
        self._drain()
        for pipe in (self._stdin, self._stdout, self._stderr, self._status):
            pipe.close()
        orphans.LIVE.pop(self.pid, None)
        shutil.rmtree(self._own, ignore_errors=True)

    def _write(self) -> None:
        while self._outbox and not self._stdin.closed and (n := self._pass_on(self._outbox[:CHUNK])):
            del self._outbox[:n]
        if self._leaving and not self._outbox:
            self._stdin.close()

    def _pass_on(self, data: bytes | bytearray) -> int:
        """How many bytes the pipe takes; all, where nobody reads any more."""
        try:
            return os.write(self._stdin.fileno(), data)
        except BlockingIOError:
            return 0
        except OSError:
            self.closed = True
            return len(data)

    def _lose(self) -> None:
        self.closed = True

    def _read(self) -> bool:
        """One chunk of answers; False when there is none now."""
        try:
            chunk = os.read(self._stdout.fileno(), CHUNK)
        except OSError:  # nothing there yet
            return False
        if not chunk:
            self._stdout.close()
            self.closed = True
        self._inbox += chunk
        self.received += len(chunk)
        return bool(chunk) and len(self._inbox) < INBOX

    def _read_errors(self) -> bool:
        try:
            chunk = os.read(self._stderr.fileno(), CHUNK)
        except OSError:
            return False
        if not chunk:
            self._stderr.close()
        self._errors.add(chunk)
        return len(chunk) == CHUNK


def pump(processes: Collection[Process], timeout: float, others: Collection[Process] = ()) -> bool:
    """Move bytes in all directions once, waiting at most `timeout` seconds for the first; of `others` only stderr.

    False if nothing moved.
    """
    poll = select.poll()
    handlers = {}
    wanted = [want for process in processes for want in process.interests()]
    for file, events, handler in [*wanted, *(want for process in others for want in process.complaints())]:
        poll.register(file, events)
        handlers[file] = handler
    if not handlers:
        time.sleep(max(0.0, min(timeout, 0.01)))
        return False
    ready = _ready(poll, timeout, SPIN if len(processes) == 1 else 0.0)
    for file, _ in ready:
        handlers[file]()
    return bool(ready)


def _ready(poll: select.poll, timeout: float, spin: float) -> list[tuple[int, int]]:
    """Look a little before sleeping: to be woken costs more than most bots think.

    Where several think, they need the processor more.
    """
    until = time.perf_counter() + spin
    while not (ready := poll.poll(0)) and time.perf_counter() < until:
        pass
    return ready or poll.poll(max(0, math.ceil(timeout * 1000)))


def end(processes: Sequence[Process], farewell: bytes, quit_ms: int = QUIT_MS, kill_ms: int = KILL_MS) -> None:
    """Say goodbye to all at once; who does not go is terminated, then killed, with all that it started."""
    try:
        for process in processes:
            process.leave(farewell)
        _await_exits(processes, quit_ms)
        for process in processes:
            if process.exit_code is None:
                process.kill(signal.SIGCONT)  # who is stopped hears nothing
                process.kill(signal.SIGTERM)
        _await_exits(processes, kill_ms)
    finally:
        for process in processes:
            process.bury()


def _await_exits(processes: Sequence[Process], ms: int) -> None:
    deadline = time.monotonic() + ms / 1000
    while (running := [process for process in processes if process.exit_code is None]) and time.monotonic() < deadline:
        pump(running, min(SLICE, deadline - time.monotonic()))
        for process in running:
            process.forget()
