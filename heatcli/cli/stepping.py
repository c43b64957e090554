"""A race turned over page by page with the keys of a terminal."""

import contextlib
import os
import shutil
import sys
import termios
import textwrap
import tty
from collections.abc import Callable, Iterator
from typing import Final

from heatcli.cli.signals import stoppable
from heatcli.cli.telling import Told

HELP: Final = "Enter: next turn, b: back, r: next round, q: quit"
NEXT: Final = ("\r", "\n", " ")
NARROW: Final = 20  # columns that lines are not broken for
QUIT: Final = ("q", "\x03", "\x04", "")
_SHOW, _HIDE, _CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H\x1b[2J"


def at_terminal() -> bool:
    """Somebody reads what is shown and has the keys."""
    return sys.stdin.isatty() and sys.stdout.isatty()


@contextlib.contextmanager
def keys() -> Iterator[Callable[[], str]]:
    """Key by key from the terminal, "" at its end; it is as it was before when this is over, whatever happens."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)

    def key() -> str:
        try:
            return os.read(fd, 1).decode("ascii", "replace")
        except (KeyboardInterrupt, OSError):  # OSError: the terminal is gone
            return ""

    with stoppable():
        try:
            tty.setcbreak(fd)
            now = termios.tcgetattr(fd)
            now[6][termios.VSUSP] = b"\0"  # a stopped program could not give the screen back
            termios.tcsetattr(fd, termios.TCSADRAIN, now)
            _show(_SHOW)
            yield key
        except KeyboardInterrupt:
            pass
        finally:
            with contextlib.suppress(OSError, termios.error):  # the terminal may be gone
                termios.tcsetattr(fd, termios.TCSADRAIN, before)
                _show(_HIDE)


def step(told: Told, key: Callable[[], str]) -> bool:
    """Turn the pages of one race; False if the reader has had enough."""
    pages = _pages(told)
    at = 0
    while at < len(pages):
        _show(_CLEAR + _fitted(f"{pages[at][1]()}\n\n{HELP} ({at + 1}/{len(pages)})"))
        pressed = key()
        if pressed in QUIT:
            return False
        if pressed in NEXT:
            at += 1
        elif pressed == "b":
            at = max(0, at - 1)
        elif pressed == "r":
            here = pages[at][0]
            at = next((i for i in range(at, len(pages)) if pages[i][0] > here), len(pages) - 1)
    return True


def _pages(told: Told) -> list[tuple[int, Callable[[], str]]]:
    """A page for the set-up, one for each turn, and the end; each with the number of its round in the record."""
    rows, starts = told.rows, told.starts
    first = starts[0] if starts else len(rows)
    pages = [(0, lambda: "\n".join([*told.head(), *told.lines(0, first), "", told.board(first)]))]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(rows)], strict=False), 1):
        cuts = [i + 1 for i in range(start, end) if rows[i]["type"] == "turn"]
        cuts[-1:] = [end]  # what closes the round stands with its last turn
        pages += [(number, _page(told, start, cut)) for cut in cuts or [end]]
    return [*pages, (len(starts) + 1, told.foot)]


def _page(told: Told, start: int, end: int) -> Callable[[], str]:
    return lambda: "\n".join([*told.round(start, end), "", told.board(end)])


def _fitted(page: str) -> str:
    """A page that is too much for the screen: its first line and as much of its end as there is room for."""
    columns, height = shutil.get_terminal_size()
    lines = [
        piece
        for line in page.split("\n")
        for piece in (
            textwrap.wrap(line, columns, subsequent_indent="    ") if len(line) > columns > NARROW else [line]
        )
    ]
    return "\n".join(lines if len(lines) <= height else [lines[0], *lines[len(lines) - height + 1 :]])


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
