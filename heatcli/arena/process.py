"""Bot programs as processes: bytes in and out without ever blocking. What goes wrong is a result, not an exception."""

import contextlib
import math
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final

from heatcli.errors import DriverError

CHUNK: Final = 1 << 16
INBOX: Final = 1 << 21  # bytes taken from a pipe in one go at most
STDERR_KEPT: Final = 1 << 16
SPIN: Final = 50e-6  # seconds of looking before sleeping
SLICE: Final = 0.05  # seconds between two looks at a process whose pipe says nothing
QUIT_MS: Final = 1000  # from bye to SIGTERM
KILL_MS: Final = 1000  # from SIGTERM to SIGKILL


def printable(text: str, limit: int) -> str:
    """A text from outside, safe to show: control, bidi and escape characters spelt out, at most `limit` characters."""
    shown = "".join([char if char.isprintable() else _escaped(ord(char)) for char in text[: limit + 1]])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def _escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class Process:
    """A running bot: `send` bytes, take lines with `next_line`. `pump` moves the bytes."""

    def __init__(self, argv: Sequence[str]) -> None:
        """Start it, as the leader of its own group. Raises DriverError if the command cannot be started."""
        try:
            self._popen = subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            command = printable(argv[0], 80)
            right = "a program on this machine is right, or builtin:NAME for a shipped player"
            if isinstance(error, PermissionError):
                right = "make it executable (chmod +x), or name what runs it, such as 'python bot.py'"
            raise DriverError(f"driver {command!r} cannot be started: {why}; {right}") from None
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        assert self._popen.stderr is not None
        self._stdin, self._stdout, self._stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        self._outbox = bytearray()
        self._inbox = bytearray()
        self._errors = bytearray()
        self._leaving = False
        self.closed = False  # no more can be said, or heard
        self.received = 0  # bytes so far

    def send(self, data: bytes) -> None:
        """Queue bytes and write what the pipe takes now; `pump` writes the rest."""
        self._outbox += data
        self._write()

    def next_line(self) -> bytes | None:
        """The next whole line that has come in; what follows the last line end counts once the pipe is closed."""
        end = self._inbox.find(b"\n")
        if end < 0 and not (self._stdout.closed and self._inbox):
            return None
        end = end + 1 or len(self._inbox)
        line = bytes(self._inbox[:end])
        del self._inbox[:end]
        return line

    def receive(self) -> None:
        """Take what the pipe holds now."""
        while not self._stdout.closed and self._read():
            pass

    def forget(self) -> None:
        """Drop what has come in and was not taken."""
        self._inbox.clear()

    def gone(self) -> str | None:
        """`exited` or `closed` when no answer can come any more, after a last look into the pipe."""
        if not self.closed and self._popen.poll() is None:
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
        while not self._stderr.closed and self._read_errors():
            pass
        text = self._errors.decode(errors="replace")
        return [printable(line, 200) for line in text.splitlines() if line.strip()][-lines:]

    def interests(self) -> list[tuple[int, int, Callable[[], object]]]:
        """What this process waits for: file, events of poll, and what to do then."""
        found: list[tuple[int, int, Callable[[], object]]] = []
        if self._outbox and not self._stdin.closed:
            found.append((self._stdin.fileno(), select.POLLOUT, self._write))
        if not self._stdout.closed:
            found.append((self._stdout.fileno(), select.POLLIN, self._read))
        if not self._stderr.closed:
            found.append((self._stderr.fileno(), select.POLLIN, self._read_errors))
        return found

    def leave(self, farewell: bytes) -> None:
        """Send a last message and close its input as soon as that is written."""
        self._leaving = True
        self.send(farewell)

    def kill(self, number: signal.Signals) -> None:
        """A signal to it and to all that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)

    def bury(self) -> None:
        """After SIGKILL: no zombie and no pipe is left."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._popen.wait(5)
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()

    def _write(self) -> None:
        try:
            while self._outbox and not self._stdin.closed:
                del self._outbox[: os.write(self._stdin.fileno(), self._outbox[:CHUNK])]
        except BlockingIOError:
            return
        except OSError:  # it reads no more
            self._outbox.clear()
            self.closed = True
        if self._leaving:
            self._stdin.close()

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
        self._errors += chunk
        del self._errors[:-STDERR_KEPT]
        return len(chunk) == CHUNK


def pump(processes: Collection[Process], timeout: float) -> None:
    """Move bytes in all directions once, waiting at most `timeout` seconds for the first."""
    poll = select.poll()
    handlers = {}
    for process in processes:
        for file, events, handler in process.interests():
            poll.register(file, events)
            handlers[file] = handler
    if not handlers:
        time.sleep(max(0.0, min(timeout, 0.01)))
        return
    for file, _ in _ready(poll, timeout):
        handlers[file]()


def _ready(poll: select.poll, timeout: float) -> list[tuple[int, int]]:
    """Look a little before sleeping: to be woken costs more than most bots think."""
    until = time.perf_counter() + SPIN
    while not (ready := poll.poll(0)) and time.perf_counter() < until:
        pass
    return ready or poll.poll(max(0, math.ceil(timeout * 1000)))


def end(processes: Sequence[Process], farewell: bytes) -> None:
    """Say goodbye to all at once; who does not go is terminated, then killed, with all that it started."""
    try:
        for process in processes:
            process.leave(farewell)
        _await_exits(processes, QUIT_MS)
        for process in processes:
            if process.exit_code is None:
                process.kill(signal.SIGTERM)
        _await_exits(processes, KILL_MS)
    finally:
        for process in processes:
            process.kill(signal.SIGKILL)
            process.bury()


def _await_exits(processes: Sequence[Process], ms: int) -> None:
    deadline = time.monotonic() + ms / 1000
    while (running := [process for process in processes if process.exit_code is None]) and time.monotonic() < deadline:
        pump(running, min(SLICE, deadline - time.monotonic()))
        for process in running:
            process.forget()
