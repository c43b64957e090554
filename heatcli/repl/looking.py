"""Commands that show something and change nothing.

What only few of them need is imported there: the first prompt does not wait for it.
"""

from typing import Final

from heatcli.arena.answers import menu
from heatcli.arena.players import PLAYERS, load
from heatcli.core.names import STEPS
from heatcli.errors import HeatError
from heatcli.record.tokens import token
from heatcli.repl import panel
from heatcli.repl.board import board, fits, key
from heatcli.repl.scene import counted
from heatcli.repl.screen import strip as next_spaces
from heatcli.repl.session import Session
from heatcli.repl.text import plain

MAP: Final = (76, 22)
"""The map of `map`, in columns and lines."""

STORY: Final = 20
WIDTH: Final = 76


def hint(session: Session, rest: str) -> None:
    """What a bot would do, and why."""
    from heatcli.repl import advice

    name = rest or session.settings.hint
    if name not in PLAYERS:
        session.say(f"hint {name[:20]}: no such bot; there are {', '.join(PLAYERS)}")
    elif not session.match.waiting():
        session.say("Nobody is asked now.")
    else:
        best, weighed = session.match.advice(session.seat, load(name))
        actions = dict(zip(session.tokens(), session.actions(), strict=True))
        session.say(*advice.reasons(session.scene(), name, best, actions, weighed))


def odds(session: Session, rest: str) -> None:
    """Where choices lead."""
    from heatcli.repl import advice

    scene, actions = session.scene(), session.actions()
    if not actions:
        session.say("Nobody is asked now.")
        return
    if STEPS[session.match.state.step] not in ("plan", "value", "react", "slip"):
        session.say("Nothing moves at this step, and no corner is paid: there are no odds to tell.")
        return
    some = advice.asked_for(scene.seen, actions, rest) if rest else actions
    if rest and len(some) != 1:
        exact = [one for one in some if token(one, scene.spec.catalogue).lower() == " ".join(rest.lower().split())]
        some = exact or some
    if rest and not some:
        try:
            some = [session.meant(rest)]
        except HeatError as error:
            session.refuse(error)
            return
    session.say(*(advice.closely(scene, some[0]) if rest and len(some) == 1 else advice.odds(scene, some)))


def why(session: Session, rest: str) -> None:
    """The last corner or spin out."""
    from heatcli.repl.why import why as explained

    spec = session.match.spec
    colours = [seat.colour for seat in spec.seats]
    corners = spec.track.corners
    second = [number for number, corner in enumerate(corners, 1) if corner.chicane_of is not None]
    session.say(
        *explained(
            session.placed_rows(),
            session.seat,
            colours,
            [corner.limit for corner in corners],
            chicane=second,
            catalogue=spec.catalogue,
            engine=session.match.state.cars[session.seat].engine,
        )
    )


def map(session: Session, rest: str) -> None:
    """The whole track, and what lies at its corners."""
    scene, ascii = session.scene(), session.settings.ascii
    width, height = MAP
    if fits(scene.spec.track, width, height):
        drawn = board(scene.spec.track, scene.limits, panel.marked(scene), width, height, ascii, scene.notes)
        session.say(*plain(drawn).split("\n"), *plain(key(scene.spec.track, ascii)).split("\n"))
        for number, corner in enumerate(scene.spec.track.corners, 1):
            if corner.at in scene.notes:
                session.say(f"* corner {number}: {scene.notes[corner.at]}")
    else:
        strip(session, rest)


def strip(session: Session, rest: str) -> None:
    """The next spaces."""
    session.say(*plain(next_spaces(session.scene(), WIDTH, session.settings.ascii)).split("\n"))


def cards(session: Session, rest: str) -> None:
    """The own cards, or some cards in words."""
    from heatcli.repl import words

    scene = session.scene()
    if rest:
        for code in rest.upper().replace(",", " ").split():
            found = words.card(code, scene.spec.catalogue) if code in scene.spec.catalogue.ids else None
            session.say(*(found or [f"{code[:20]!r} is no card; codes are such as 0 ... 5, S, H, U1, P1"]))
        return
    car, seen = scene.own, scene.seen
    session.say(f"hand: {counted(scene, seen.hand) or 'nothing'}; engine: {car.engine} Heat")
    session.say(f"deck, in any order: {counted(scene, scene.unseen()) or 'nothing'}")
    if car.top:
        session.say(f"on top of it: {' '.join(scene.codes(car.top[::-1]))}")
    session.say(f"discard pile: {counted(scene, seen.discard) or 'nothing'}")
    for card in dict.fromkeys([*seen.hand, *car.played]):
        session.say(*words.card(scene.spec.catalogue.codes[card], scene.spec.catalogue))


def log(session: Session, rest: str) -> None:
    """What happened."""
    if rest not in ("", "all"):
        session.say("log: alone, or `log all`")
        return
    told = session.rounds()
    session.say(*(told if rest else told[-STORY:]))
    if not told:
        session.say("Nothing has happened yet.")


def listed(session: Session, rest: str) -> None:
    """Everything that may be decided."""
    session.say(*(menu(session.tokens(), WIDTH) if session.match.waiting() else ["Nobody is asked now."]))
