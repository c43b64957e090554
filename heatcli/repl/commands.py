"""What may be typed besides decisions. Each command is a function with its help; those that show are in looking.py."""

import os
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from heatcli.arena.players import PLAYERS, load
from heatcli.arena.process import printable
from heatcli.core.names import STEPS
from heatcli.data.files import replace
from heatcli.errors import HeatError
from heatcli.repl import looking
from heatcli.repl.session import Session

STRIP: Final = {"~~": "flooded", "==": "tunnel", "%%": "gravel", "%": "gravel", "^^": "chevrons"}
"""Signs of the road that are no words."""

YES: Final = ("y", "yes")
SECRET: Final = ("plan", "drop", "tune", "mulligan")
"""Steps at which several choose before any choice is turned up."""

OPEN: Final = ("help", "map", "strip", "log", "quit", "skip")
"""Commands that show no hand, for when the next person has not sat down yet."""


class Command(NamedTuple):
    """A command: what runs it, how it is written, what it does."""

    run: Callable[[Session, str], None]
    form: str
    says: str


def run(session: Session, text: str) -> bool:
    """Run a command; False if the line is none."""
    head, _, rest = text.partition(" ")
    name = ALIASES.get(head.lower(), head.lower())
    if text.startswith("?"):
        name, rest = "help", text[1:]
    command = COMMANDS.get(name)
    if command is None:
        return False
    if session.is_hidden and name not in OPEN:
        session.call()
    elif rest.strip() and " " not in command.form:
        session.say(f"{name} stands alone, not with {printable(rest.strip(), 20)}")
    else:
        command.run(session, rest.strip())
    return True


def _help(session: Session, rest: str) -> None:
    from heatcli.repl import words

    if rest == "topics":
        session.say(", ".join(words.topics()))
        return
    if rest:
        rest = STRIP.get(rest, rest)
        found = words.topic(rest, session.match.spec.catalogue)
        event = session.match.spec.event
        if found is None and event is not None and rest.lower() in ("event", event.id, event.name.lower()):
            found = words.event(event)
        if found is None and (name := ALIASES.get(rest.lower(), rest.lower())) in COMMANDS:
            found = [f"{COMMANDS[name].form}: {COMMANDS[name].says}"]
        session.say(*(found or [f"{rest[:40]!r}: nothing is known of it; `? topics` lists what is."]))
        return
    if session.match.waiting():
        session.say(*words.step(STEPS[session.match.state.step]))
    rows = COMMANDS.values() if not session.is_over else [COMMANDS[name] for name in AFTER]
    session.say("Commands:", *(f"  {one.form:16} {one.says}" for one in rows))
    session.say("? with a word explains it: ? slipstream, ? U7, ? boost; ? topics lists the words.")


def _undo(session: Session, rest: str) -> None:
    _many(session, rest, session.undo, "undo")


def _redo(session: Session, rest: str) -> None:
    _many(session, rest, session.redo, "redo")


def _many(session: Session, rest: str, way: Callable[[int], str], name: str) -> None:
    if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 4 and int(rest)):
        session.say(f"{name} {rest[:20]}: a number of decisions is right, such as {name} 2")
    else:
        session.say(way(int(rest or 1)))


def _save(session: Session, rest: str) -> None:
    match = session.match
    if len(match.people) > 1 and not session.machine and STEPS[match.state.step] in SECRET:
        session.say("Others' choices are secret now; save again when they are turned up.")
        return
    name = rest or f"{session.match.spec.track.id}-{session.course.seed[:8].replace('/', '-')}.hrn"
    path = Path(os.path.expanduser(name))
    try:
        if path.exists() and path.resolve() not in session.written:
            session.say(f"{printable(name, 300)} is there already; save NAME takes another name.")
            return
        replace(path, (session.course.past + session.match.record()).encode(errors="backslashreplace"))
    except (OSError, ValueError) as error:
        session.say(f"{printable(name, 300)}: {_why_not(error)}; save NAME takes another name.")
        return
    session.written.append(path.resolve())
    people = f"--people {len(match.people)} " if len(match.people) > 1 else ""
    shown = printable(quote(name), 300)
    if session.course.other and len(match.people) == 1:
        session.say(f"Saved as {shown}; load {shown} {match.spec.seats[session.seat].colour} goes on with it.")
    else:
        session.say(f"Saved as {shown}; heat play {people}--load {shown} goes on with it.")


def _load(session: Session, rest: str) -> None:
    from heatcli.repl.loading import loaded

    name, _, seat = rest.partition(" ")
    if not name:
        session.say("load FILE, or load FILE COLOUR to take another car")
        return
    try:
        path = Path(os.path.expanduser(name))
        text = path.read_text(encoding="utf-8", errors="replace")
        course = loaded(text, name, seat.strip(), session.course)
        aside = session.put_aside()
        session.begin(course)
    except HeatError as error:
        session.refuse(error)
    except (OSError, ValueError) as error:
        session.say(f"{printable(name, 300)}: {_why_not(error)}")
    else:
        if aside:
            session.say(aside)
        session.say(f"{printable(name, 300)}: you are {session.match.spec.seats[session.seat].colour}.")


def _why_not(error: OSError | ValueError) -> str:
    return error.strerror or "cannot be read" if isinstance(error, OSError) else "no name for a file"


def _resign(session: Session, rest: str) -> None:
    if not session.match.waiting():
        session.say("Nobody is asked now.")
    elif session.machine:
        session.resign()
    else:
        session.ask("Take your car off the track for good?", lambda said: session.resign() if said in YES else None)


def _auto(session: Session, rest: str) -> None:
    name = rest or session.settings.hint
    if name == "off":
        session.match.take_back()
    elif name not in PLAYERS:
        session.say(f"auto {name[:20]}: no such bot; there are {', '.join(PLAYERS)}, and off")
    elif not session.match.waiting():
        session.say("Nobody is asked now.")
    else:
        session.match.hand_over(session.seat, name, load(name))
        colour = session.match.spec.seats[session.seat].colour
        session.say(f"{name} drives {colour}" + ("." if session.machine else "; any key takes it back."))


def _again(session: Session, rest: str) -> None:
    if not session.is_over or session.course.season is not None:
        session.say("again: when a single race is over, for another one.")
        return
    session.again()
    session.say(f"A new race, seed {session.course.seed}.")


def _skip(session: Session, rest: str) -> None:
    session.teaching = False
    session.say("The introduction is over; ? explains what is asked.")


def _quit(session: Session, rest: str) -> None:
    def leave(said: str) -> None:
        if said in ("", *YES):
            session.left = True

    if session.machine or session.is_over:
        session.left = True
    else:
        session.ask(f"Leave the race? {session.kept} [yes]", leave)


COMMANDS: Final = {
    "help": Command(_help, "? [WORD]", "explains what is asked, a card, a symbol, a word"),
    "list": Command(looking.listed, "list", "everything that may be decided, with its number"),
    "odds": Command(looking.odds, "odds [CHOICE]", "where choices lead, with exact chances"),
    "hint": Command(looking.hint, "hint [BOT]", "what a bot would do, and why"),
    "why": Command(looking.why, "why", "explains your last corner or spin out"),
    "map": Command(looking.map, "map", "the whole track"),
    "strip": Command(looking.strip, "strip", "the next spaces"),
    "cards": Command(looking.cards, "cards [CODE]", "your cards, or some cards in words"),
    "log": Command(looking.log, "log [all]", "what happened"),
    "undo": Command(_undo, "undo [N]", "back to your last decision; the record says so"),
    "redo": Command(_redo, "redo [N]", "takes an undo back"),
    "auto": Command(_auto, "auto [BOT]", "lets a bot drive your car"),
    "resign": Command(_resign, "resign", "takes your car off the track"),
    "save": Command(_save, "save [FILE]", "writes the record so far"),
    "load": Command(_load, "load FILE [CAR]", "goes on with a record, or from a position"),
    "again": Command(_again, "again", "after the flag: another race"),
    "skip": Command(_skip, "skip", "ends the introduction"),
    "quit": Command(_quit, "quit", "leaves; the race is kept (also q, exit)"),
}
"""By name, in the order of the help."""

ALIASES: Final = {"h": "help", "q": "quit", "exit": "quit", "u": "undo", "board": "map", "show": "map"}

AFTER: Final = ("help", "why", "log", "map", "cards", "undo", "again", "save", "load", "quit")
"""Those that are of use when a race is over."""
