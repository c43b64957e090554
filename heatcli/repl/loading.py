"""Races that are gone on with: records and positions, and the race that was left."""

import secrets
from collections import deque
from collections.abc import Sequence
from io import StringIO

from msgspec import UNSET

from heatcli.arena.drivers import Driver, Local
from heatcli.arena.players import PLAYERS, load
from heatcli.core.specs import Spec
from heatcli.errors import NotationError, SetupError
from heatcli.record.game import ENDS
from heatcli.record.header import driver_name
from heatcli.record.piles import Piles
from heatcli.record.reader import Text
from heatcli.record.replay import Replay, replays
from heatcli.record.road import decisions
from heatcli.repl.course import Course, race_of
from heatcli.repl.match import Person
from heatcli.repl.places import How
from heatcli.repl.scene import seat_named

STANDS_IN = "racer"
"""Drives for whoever is not here."""


def loaded(text: str, name: str, seat: str, course: Course, people: Sequence[int] = ()) -> Course:
    """The last race of a record, where it can be gone on with. `seat` is the car to take, by colour or number.

    Without one, `people` are the seats of those who sit here, or the cars are theirs that bear their names. Other cars
    get the driver of their name that is here, or the built-in player, or one that stands in.
    Raises HeatError for what is no race to go on with.
    """
    found = deque(replays(StringIO(text), course.library), maxlen=1)
    if not found:
        raise NotationError(f"{name}: no race in it")
    replay = sound(found[0], name)
    assert replay.header is not None
    assert replay.spec is not None
    spec, header = replay.spec, replay.header
    if header.seed is None:
        if replay.game is not None and isinstance(replay.game.chance, Piles) and replay.game.chance.given:
            raise NotationError(f"{name}: it is shuffled by piles, and ends with them; one with a seed can go on")
        header = header._replace(seed=secrets.token_hex(16))
    seats = [at for at in people if at in spec.drivers] or _people(spec, header.names, seat, course)
    here = [driver for driver in course.crew if not _is_person(driver)]
    drivers = [_driver(header.names[at], at in seats, here) for at in spec.drivers]
    return course._replace(
        spec=spec,
        seed=header.seed or "",
        drivers=drivers,
        people=seats,
        terms=course.terms._replace(season=UNSET),
        season=None,
        season_seed="",
        header=header,
        trail=decisions(replay),
        past="",
        mark="",
        other=True,
    )


def sound(replay: Replay, name: str) -> Replay:
    """A race with nothing wrong. Raises NotationError with the place."""
    if replay.findings:
        line, column, why = replay.findings[0]
        raise NotationError(f"{name}:{line}:{column}: {why}")
    if replay.game is None or replay.spec is None or replay.header is None:
        raise NotationError(f"{name}: it ends in the head of a race: {replay.lacks or 'a pile is missing'}")
    return replay


def resumed(text: str, course: Course, how: How) -> Course:
    """A course that was left: of a season the races that are over count, the last one is gone on with.

    Raises HeatError.
    """
    name = "the race that was left"
    if how.other:
        return loaded(text, name, "", course, how.people)._replace(mark=how.mark)
    races = [sound(replay, name) for replay in replays(StringIO(text), course.library)]
    season, past = course.season, ""
    if season is not None:
        for replay in races:
            if replay.cut or replay.why in ENDS or season.is_over:
                break
            assert replay.game is not None
            season.finish(replay.game.state)
            past += "".join(f"{line.text}\n" for line in _lines(replay))
        if season.is_over:
            raise SetupError("the season that was left is over; heat play begins a race")
        races = races[season.race :]
        course = race_of(course, season)._replace(past=past)
    if not races:
        return course
    last = races[-1]
    assert last.header is not None
    return course._replace(seed=last.header.seed or "", header=last.header, trail=decisions(last), mark=how.mark)


def _lines(replay: Replay) -> list[Text]:
    chunk = replay.chunk
    every = [*chunk.head, *([chunk.hash] if chunk.hash else []), *chunk.body, *chunk.remarks]
    return sorted(every, key=lambda line: line.number)


def _people(spec: Spec, names: Sequence[str], seat: str, course: Course) -> list[int]:
    colours = [one.colour for one in spec.seats]
    if seat:
        wanted = seat_named(seat, colours)
        if wanted is None or wanted not in spec.drivers:
            there = ", ".join(colours[at] for at in spec.drivers)
            raise SetupError(f"car {seat[:20]!r}: {there} can be taken")
        return [wanted]
    here = [driver.name for driver in course.crew if _is_person(driver)]
    found = [at for at in spec.drivers if names[at] in here]
    if not spec.drivers:
        raise SetupError("Legends alone drive in this race; nobody can go on with it")
    return found or [spec.drivers[0]]


def _driver(name: str, person: bool, here: list[Driver]) -> Driver:
    """One of those that are here, who then serves no other seat, or a new one."""
    if person:
        return Local(name, Person())
    for at, driver in enumerate(here):
        if driver_name(driver.name) == name:
            return here.pop(at)
    return Local(name, load(name if name in PLAYERS else STANDS_IN))


def _is_person(driver: Driver) -> bool:
    return isinstance(driver, Local) and isinstance(driver.player, Person)
