"""The cockpit on a screen: the real program at a terminal of its own, or a shell in this process with its keyboard.

Every wait ends: with what was waited for, or after LIMIT seconds with the screen as the failure's text.
"""

import asyncio
import fcntl
import io
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from heatcli.repl.session import Session
from heatcli.repl.shell import Shell
from tests.shell import ROOT

LIMIT = 20
PROGRAM = (sys.executable, "-m", "heatcli", "play")
ENTER, TAB, UP, DOWN, RIGHT, PAGE_UP, PAGE_DOWN = "\r", "\t", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[5~", "\x1b[6~"
CTRL_C, CTRL_D = "\x03", "\x04"
LEFT = b"\x1b[?1049l"
"""What gives the normal screen back."""


def pasted(text: str) -> str:
    """As a terminal sends what is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


def shown(screen: pyte.Screen) -> list[str]:
    """The lines of a screen, without the blanks at their ends."""
    return [line.rstrip() for line in screen.display]


# --- the real program


class Terminal:
    """`heat play` at a terminal that is its controlling one. `home` holds all its folders; `streams` leads some
    elsewhere, in the shell's words."""

    def __init__(self, home: Path, *options: str, columns: int = 80, rows: int = 24, streams: str = "", **env: str):
        self.raw = b""
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.master, self._slave = pty.openpty()
        self._size(columns, rows)
        self.modes = termios.tcgetattr(self._slave)
        name = os.ttyname(self._slave)
        # The shell leads the session, so that the terminal that it opens is the one that hangs up and tells its size.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" <"$0" >"$0" 2>&1 {streams}', name, *PROGRAM, *options],
            cwd=ROOT,
            env={**environment(home), "TERM": "xterm-256color", **env},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        for fd in (self.master, self._slave):
            if fd >= 0:
                os.close(fd)

    def _size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns: int, rows: int) -> None:
        """The window changes; what was on it is garbage until it is drawn anew."""
        self.screen.resize(rows, columns)
        self._size(columns, rows)

    def type(self, *keys: str) -> None:
        os.write(self.master, "".join(keys).encode())

    def read(self, seconds: float) -> bool:
        """Take what is shown within so many seconds; False if nothing is."""
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            chunk = os.read(self.master, 1 << 16)
        except OSError:
            return False
        self.raw += chunk
        if b"\x1b[6n" in chunk:
            os.write(self.master, b"\x1b[1;1R")
        self._stream.feed(chunk)
        return bool(chunk)

    def until(self, there: Callable[[], object], limit: float = LIMIT) -> None:
        """Read on until something is there."""
        deadline = time.monotonic() + limit
        while not there():
            assert time.monotonic() < deadline, f"it is not there:\n{self.text}"
            self.read(0.2)

    def until_shown(self, *texts: str) -> None:
        self.until(lambda: all(text in self.text for text in texts))

    def until_asked(self, step: str = "") -> str:
        """Read on until a decision is asked for; its step."""
        self.until(lambda: self.step not in ("", "...") and self.step.startswith(step))
        return self.step

    def answer(self, text: str) -> None:
        """Type a line at an empty prompt, and wait until it was taken."""
        self.until(lambda: self.step)
        prompt = self.lines[-1]
        self.type(text)
        self.until(lambda: self.lines[-1] == f"{prompt} {text}".rstrip())
        drawn = len(self.raw)
        self.type(ENTER)
        self.until(lambda: len(self.raw) > drawn and not self.lines[-1].endswith(f"> {text}"))

    def ended(self, limit: float = LIMIT) -> int:
        """The exit code, once the program has ended and all it said was read."""
        self.until(lambda: self.process.poll() is not None, limit)
        while self.read(0):
            pass
        return self.process.returncode

    @property
    def lines(self) -> list[str]:
        return shown(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def step(self) -> str:
        """What stands before an empty line to type on; nothing while something is typed there."""
        return self.lines[-1].removesuffix(">") if self.lines[-1].endswith(">") else ""

    @property
    def is_restored(self) -> bool:
        """The normal screen, a cursor, the modes of before."""
        visible = self.raw.rfind(b"\x1b[?25h") > self.raw.rfind(b"\x1b[?25l")
        pastes = self.raw.rfind(b"\x1b[?2004h") < self.raw.rfind(b"\x1b[?2004l")
        return LEFT in self.raw and visible and pastes and termios.tcgetattr(self._slave) == self.modes

    @property
    def after(self) -> list[str]:
        """What stands on the normal screen since the program left its own."""
        screen = pyte.Screen(200, 50)
        pyte.ByteStream(screen).feed(self.raw.rpartition(LEFT)[2])
        return [line for line in shown(screen) if line]

    def hang_up(self) -> None:
        """The window is closed."""
        for fd in (self._slave, self.master):
            os.close(fd)
        self.master = self._slave = -1


def environment(home: Path) -> dict[str, str]:
    """All folders in `home`; nothing of whoever runs the tests."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "HEAT_", "NO_COLOR"))}
    for key in ("LINES", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE", "PROMPT_TOOLKIT_COLOR_DEPTH"):
        kept.pop(key, None)
    return {**kept, "HOME": str(home), "XDG_STATE_HOME": str(home / "state"), "XDG_CONFIG_HOME": str(home / "config")}


def kept(home: Path) -> str:
    """The record of the race that can be gone on with."""
    return (home / "state" / "heat" / "play.hrn").read_text()


# --- a shell in this process


class Keyboard:
    """Types into a shell, and waits until it has understood."""

    def __init__(self, shell: Shell, pipe) -> None:
        self.shell, self._pipe = shell, pipe
        self._pressed = 0
        shell.app.key_processor.after_key_press += self._count

    def _count(self, _: object) -> None:
        self._pressed += 1

    async def __call__(self, *keys: str) -> None:
        """Press keys, each argument one key or some characters, and wait for the race to come to rest."""
        await self.press(*keys)
        await self.rest()

    async def press(self, *keys: str) -> None:
        """Press keys, and wait until the last one was heard."""
        wanted = self._pressed + sum(1 if key[0] == "\x1b" else len(key) for key in keys)
        self._pipe.send_text("".join(keys))
        await self.until(lambda: self._pressed >= wanted)

    async def rest(self) -> None:
        """Wait until somebody is asked, or the shell was left."""
        await asyncio.sleep(0)  # the race goes on in a task of its own
        await self.until(lambda: not self.shell.is_busy or self.shell.app.future.done())

    async def until(self, there: Callable[[], object]) -> None:
        async with asyncio.timeout(LIMIT):
            while not there():
                await asyncio.sleep(0.001)


def at(session: Session, script, output: Output | None = None, shell=Shell) -> Shell:
    """The shell in which a script was typed, which is left behind it; what fails there fails here."""
    failed: list[BaseException] = []
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output or DummyOutput()):
        made = shell(session)
        keyboard = Keyboard(made, pipe)

        async def typing() -> None:
            try:
                await keyboard.until(lambda: made.app.render_counter)
                await keyboard.rest()
                await script(keyboard)
            except BaseException as error:
                failed.append(error)
            if made.app.is_running and not made.app.future.done():
                made.app.exit()

        def begin() -> None:
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(lambda _, context: failed.append(context.get("exception") or Warning(context)))
            made.app.create_background_task(typing())

        made.app.run(pre_run=begin, set_exception_handler=False)
    for error in failed:
        if not isinstance(error, asyncio.CancelledError):
            raise error
    return made


class Glass(io.StringIO):
    """A terminal's screen, to be written on."""

    encoding = "utf-8"

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        super().__init__()
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)

    def write(self, text: str) -> int:
        self._stream.feed(text)
        return len(text)

    @property
    def lines(self) -> list[str]:
        return shown(self.screen)

    def output(self) -> Vt100_Output:
        return Vt100_Output(self, lambda: Size(self.screen.lines, self.screen.columns), term="xterm-256color")
