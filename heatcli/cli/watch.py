"""heat watch: records as films."""

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from heatcli.cli.records import cut_note, files_argument, findings, numbered, own_data, race_option, shown
from heatcli.cli.signals import stoppable
from heatcli.cli.telling import outcome, seat_of
from heatcli.data.library import Library
from heatcli.errors import HeatError
from heatcli.record.replay import Replay, replay_of
from heatcli.repl import places
from heatcli.repl.film import Film, result

if TYPE_CHECKING:
    from prompt_toolkit.input import Input

NO_TERMINAL: Final = "heat watch needs a terminal; heat replay tells races in a pipe."


@click.command()
@files_argument
@own_data
@race_option
@click.option("--seat", metavar="SEAT", help="As this seat saw it, by number or colour: its own hand, no other's.")
@click.option("--from", "first", type=click.IntRange(min=0), default=0, metavar="ROUND", help="Begin at this round.")
@click.option("--play", is_flag=True, help="Play at once, without waiting for a key.")
@click.option("--ascii", "only_ascii", is_flag=True, help="Draw with ASCII alone.")
def watch(
    files: tuple[str, ...],
    library: Library,
    race: int | None,
    seat: str | None,
    first: int,
    play: bool,
    only_ascii: bool,
) -> int:
    """Watch the races of records at a terminal: the track and the cars, turn by turn, back and forth.

    Space plays and stops, the arrow keys go on and back by a turn or a round, q leaves; ? shows all keys. A FILE may be
    - for stdin, hold many races, and grow while you watch: the end key goes as far as it has come. Exit code 1 if a
    record is wrong; what is right is shown.

    \b
    heat watch race.hrn
    heat watch --seat red --from 3 races.hrn
    heat race --seed 7 -q --record - | heat watch --play -
    """  # noqa: D301  # click's own \b
    with _keyboard() as keys, stoppable():
        reel = Reel(files, library, race)
        number, film = reel.first()
        if film is not None:
            from heatcli.repl.viewer import WHO_DRIVES, Viewer

            follow = WHO_DRIVES if seat is None else seat_of(seat, film.spec)
            settings = places.settings()
            Viewer(
                reel,
                settings.pace,
                only_ascii or settings.ascii,
                number,
                follow,
                seat is not None,
                first,
                play,
                keys=keys,
            ).run()
    for line in reel.wrong():
        click.echo(line, err=True)
    return 1 if reel.is_wrong else 0


@contextlib.contextmanager
def _keyboard() -> Iterator["Input"]:
    """The keys of the terminal, also if stdin is something else. Raises UsageError if there is none."""
    from prompt_toolkit.input import create_input

    if not sys.stdout.isatty():
        raise click.UsageError(NO_TERMINAL)
    if sys.stdin.isatty():
        yield create_input(sys.stdin)
        return
    try:
        terminal = open("/dev/tty")  # noqa: SIM115  # closed below
    except OSError:
        raise click.UsageError(NO_TERMINAL) from None
    with terminal:
        yield create_input(terminal)


class Reel:
    """The races of files, each driven when it is asked for. As the viewer's Reel."""

    def __init__(self, files: Sequence[str], library: Library, race: int | None = None) -> None:
        """`race`: only this one of each file, from 1. Raises HeatError for a file that has none such."""
        self._library = library
        self._places = [(name, at, chunk) for name in files for at, chunk in numbered(name, race)]
        self._empty = [f"{shown(name)}: no race in it" for name in files if name not in [at[0] for at in self._places]]
        self._replays: dict[int, Replay] = {}
        self._films: dict[int, Film | None] = {}
        self._sizes = {name: _size(name) for name in files}

    def __len__(self) -> int:
        return len(self._places)

    def first(self) -> tuple[int, Film | None]:
        """The first race that can be shown."""
        for number in range(len(self)):
            if (film := self.film(number)) is not None:
                return number, film
        return 0, None

    def film(self, number: int) -> Film | None:
        """A race; None for one whose head is wrong."""
        if number not in self._films:
            replay = self._replays[number] = replay_of(self._places[number][2], self._library).run()
            self._films[number] = film_of(replay)
        return self._films[number]

    def newest(self, number: int) -> Film | None:
        """The same, read again if its file has grown since and the race had no end."""
        name, at, _ = self._places[number]
        before, film = self._sizes[name], self.film(number)
        self._sizes[name] = _size(name)
        if self._sizes[name] == before or not self._replays[number].cut:
            return film
        with contextlib.suppress(HeatError):  # it is gone, or another one
            for there, chunk in numbered(name, at):
                self._places[number] = (name, there, chunk)
                del self._films[number]
        return self.film(number) or film

    @property
    def is_wrong(self) -> bool:
        """Something is wrong with what was seen."""
        return bool(self._empty) or any(replay.findings for replay in self._replays.values())

    def wrong(self) -> Iterator[str]:
        """What is wrong with the races that were seen, and where they break off."""
        yield from self._empty
        for number, replay in sorted(self._replays.items()):
            name = shown(self._places[number][0])
            yield from findings(name, replay)
            if (note := cut_note(name, replay)) is not None:
                yield note


def _size(name: str) -> int:
    """Of a file in bytes; of stdin, and of what is gone, always the same."""
    try:
        return -1 if name == "-" else os.stat(name).st_size
    except OSError:
        return -1


def film_of(replay: Replay) -> Film | None:
    """A record's race, as far as it goes; None if its head is wrong."""
    if replay.game is None:
        return None
    return Film(replay.game, result(outcome(replay)) if replay.why else (), replay.guessed)
