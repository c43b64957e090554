"""A session without a terminal: commands line by line, plain text back. The same lines, the same race."""

from collections.abc import Callable, Iterable
from textwrap import wrap
from typing import Final

from heatcli.core.names import AT_PLAN
from heatcli.repl import panel
from heatcli.repl.screen import strip
from heatcli.repl.session import Session
from heatcli.repl.text import in_ascii, plain

WIDTH: Final = 80


def converse(session: Session, lines: Iterable[str], show: Callable[[str], None], echo: bool = True) -> None:
    """Until somebody quits or the lines end; with `echo` a line is shown behind its prompt, as a terminal does it."""
    asked = _go_on(session, show, None)
    for line in lines:
        if echo:
            _show(session, show, f"{session.prompt}{_echo(line)}")
        session.feed(line)
        if session.left:
            break
        asked = _go_on(session, show, asked)


def _echo(line: str) -> str:
    text = line.strip("\r\n\ufeff")
    shown = "".join(char if char.isprintable() else " " for char in text[:WIDTH])
    return shown + ("..." if len(text) > WIDTH else "")


def _go_on(session: Session, show: Callable[[str], None], asked: object) -> object:
    """The others drive; then what happened and what is asked, if it is something new."""
    while True:
        for text in session.take():
            _show(session, show, text)
        if not session.step():
            break
    for text in session.take():
        _show(session, show, text)
    match = session.match
    now = (id(match.race), len(match.race.game.trail), session.seat, session.is_over, session.is_hidden)
    if now == asked:
        return asked
    for text in session.news():
        _show(session, show, text)
    for text in session.lesson():
        _show(session, show, f"| {text}")
    for text in _asked(session):
        _show(session, show, text)
    return now


def _asked(session: Session) -> list[str]:
    """The situation: all of it when plans are made, what has changed at other steps."""
    scene = session.scene()
    if session.is_over:
        return ["", *session.standings()]
    ascii = session.settings.ascii
    lines = ["", plain([panel.header(scene, WIDTH)])]
    if scene.seen.step == AT_PLAN:
        lines += [*plain(panel.cars(scene)).split("\n"), *plain(strip(scene, WIDTH, ascii)).split("\n")]
    lines += plain(panel.hand(scene, WIDTH)).split("\n")
    lines += [told for told in [panel.speed(scene), panel.ahead(scene)] if told]
    return lines + panel.offers(scene, WIDTH)


def _show(session: Session, show: Callable[[str], None], text: str) -> None:
    if session.settings.ascii:
        text = in_ascii(text)
    if len(text) <= WIDTH:
        show(text.rstrip())
        return
    for piece in wrap(text, WIDTH, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False):
        show(piece)  # a path stays whole, to be copied
