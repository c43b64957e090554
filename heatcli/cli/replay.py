"""heat replay: a record told round by round."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import click

from heatcli.arena.briefing import speller
from heatcli.arena.referee import Fault, Outcome, placed
from heatcli.arena.story import turns
from heatcli.cli.records import cut_note, files_argument, findings, own_data, races
from heatcli.cli.reports import course, result_table
from heatcli.cli.rows import event_writer, race_row, result_row, write
from heatcli.core import ranking
from heatcli.data.library import Library
from heatcli.record.game import ENDS
from heatcli.record.replay import Replay


@click.command()
@files_argument
@own_data
@click.option("--json", "as_json", is_flag=True, help="Every event and the result, as heat race --json has them.")
def replay(files: tuple[str, ...], library: Library, as_json: bool) -> int:
    """Tell the races of records round by round: what each car did, and where the cars stand.

    A FILE may be - for stdin, and hold many races. Exit code 1 if a record is wrong; what is right is told.

    \b
    heat replay races.hrn
    heat replay --json races.hrn | jq -c 'select(.type == "spin")'
    """  # noqa: D301  # click's own \b
    code = 0
    for number, (name, one) in enumerate(races(files, library)):
        if one.game is not None and one.spec is not None and one.header is not None:
            if as_json:
                write_rows(one)
            else:
                click.echo("\n" * bool(number) + "\n".join(_story(one)))
        note = cut_note(name, one)
        for line in [*findings(name, one), *([note] if note else [])]:
            click.echo(line, err=True)
        code = 1 if one.findings else code
    return code


def write_rows(one: Replay, lines: Sequence[tuple[int, str]] = ()) -> None:
    """A race as JSON lines; with lines of its record, each behind so many events, as rows of their own."""
    assert one.game is not None
    assert one.spec is not None
    assert one.header is not None
    write(race_row(one.spec, one.header.names, one.header.seed))
    tell = event_writer(one.spec)
    at = 0
    for told_before, line in lines:
        for event in one.game.log[at:told_before]:
            tell(event)
        at = told_before
        write({"type": "line", "text": line})
    for event in one.game.log[at:]:
        tell(event)
    write(result_row(_outcome(one)))


def _outcome(one: Replay) -> Outcome:
    """How the race stands at the end of its record."""
    assert one.game is not None
    assert one.spec is not None
    assert one.header is not None
    state = one.game.state
    void = one.why in ENDS
    places = None if void else ranking.outcome(state)
    rows = [(place.seat, place.place, place.distance, place.why) for place in places or ()]
    if places is None:
        cars = sorted(state.cars, key=ranking.ahead)
        if not void:  # those at home first, those that are out last
            cars.sort(key=lambda car: car.place or len(state.done) + 1)
        rows = [(car.seat, 0 if void else car.place, car.distance, one.why or "cut") for car in cars]
    standings = placed(state, one.header.names, one.game.log, _faults(one), rows)
    return Outcome(one.header.seed or "", state.round, one.why or "cut", standings, one.game.log, state)


def _faults(one: Replay) -> dict[int, list[Fault]]:
    """The faults that the record tells of."""
    assert one.game is not None
    faults: dict[int, list[Fault]] = {}
    round_ = 0
    for event in one.game.log:
        if event[0] == "round":
            round_ = int(str(event[1]))
        elif event[0] == "fault":
            seat = int(str(event[1]))
            said = faults.setdefault(seat, [])
            said.append(Fault(seat, str(event[2]), "", round_, "", "-", len(said) + 1))
    return faults


def _story(one: Replay) -> Iterator[str]:
    assert one.game is not None
    assert one.spec is not None
    colours = [seat.colour for seat in one.spec.seats]
    spell = speller(one.spec)
    rows = [spell.event(event) for event in one.game.log]
    starts = [i for i, row in enumerate(rows) if row["type"] == "round"]
    setting_up = rows[: starts[0]] if starts else rows
    yield from _grid(one, setting_up)
    yield from turns(_shown(setting_up), lambda seat: colours[seat])
    for first, end in pairwise([*starts, len(rows)]):
        yield f"\nround {rows[first]['n']}"
        yield from (f"  {line}" for line in turns(_shown(rows[first:end]), lambda seat: colours[seat]))
    yield ""
    yield result_table(one.spec, _outcome(one))


def _grid(one: Replay, rows: Sequence[dict[str, object]]) -> Iterator[str]:
    assert one.spec is not None
    assert one.header is not None
    names = one.header.names
    drivers = ", ".join(f"{seat.colour} {names[i]}" for i, seat in enumerate(one.spec.seats))
    yield f"{course(one.spec)}: {drivers}"
    for row in rows:
        if row["type"] == "weather":
            yield f"weather: {row['card']}; road: {' '.join(row['tokens'])}"  # type: ignore[arg-type]  # names
        if row["type"] == "grid":
            order = [one.spec.seats[seat].colour for seat in row["order"]]  # type: ignore[attr-defined]  # seats
            yield f"grid: {' '.join(order)}"


def _shown(rows: Sequence[dict[str, object]]) -> Iterator[dict[str, object]]:
    """Without the hidden business of hands: it is the race that is told."""
    return (row for row in rows if row["type"] not in ("draw", "discard"))
