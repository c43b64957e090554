"""heat replay: a record told round by round."""

import contextlib
from collections.abc import Callable, Sequence

import click

from heatcli.cli import stepping
from heatcli.cli.records import cut_note, files_argument, findings, own_data, race_option, races
from heatcli.cli.rows import race_row, result_row, write
from heatcli.cli.telling import Told, outcome, seat_of
from heatcli.data.library import Library
from heatcli.record.replay import Replay


@click.command()
@files_argument
@own_data
@race_option
@click.option("--to", type=click.IntRange(min=0), metavar="ROUND", help="Tell no further than the end of this round.")
@click.option("--seat", metavar="SEAT", help="What this seat saw, by number or colour: its own hand, no other's.")
@click.option("--board", is_flag=True, help="Draw where the cars are when a round ends; with --to when the last ends.")
@click.option("--step", is_flag=True, help="At a terminal: turn by turn, by keys.")
@click.option("--json", "as_json", is_flag=True, help="Every event and the result, as heat race --json has them.")
def replay(
    files: tuple[str, ...],
    library: Library,
    race: int | None,
    to: int | None,
    seat: str | None,
    board: bool,
    step: bool,
    as_json: bool,
) -> int:
    """Tell the races of records round by round: what each car did, and where the cars stand.

    A FILE may be - for stdin, and hold many races. Exit code 1 if a record is wrong; what is right is told.

    With --step: Enter or space goes on by a turn, b back, r to the next round, q ends it.

    \b
    heat replay races.hrn
    heat replay --board --to 3 race.hrn
    heat replay --seat red --race 2 races.hrn
    heat replay --json races.hrn | jq -c 'select(.type == "spin")'
    """  # noqa: D301  # click's own \b
    if as_json and (board or step):
        raise click.UsageError("--board and --step are for people: without --json")
    code, wrong = 0, list[str]()
    steps = step and stepping.at_terminal()
    with stepping.keys() if steps else contextlib.nullcontext() as key:
        for number, (name, one) in enumerate(races(files, library, race=race)):
            goes_on = _tell(one, number, to, seat, board, as_json, key)
            note = cut_note(name, one)
            wrong += [*findings(name, one), *([note] if note else [])]
            code = 1 if one.findings else code
            if key is None:  # else they are said when the pages are gone
                _say(wrong)
            if not goes_on:
                break
    _say(wrong)
    return code


def _say(wrong: list[str]) -> None:
    """What is wrong, once."""
    for line in wrong:
        click.echo(line, err=True)
    wrong.clear()


def _tell(
    one: Replay,
    number: int,
    to: int | None,
    seat: str | None,
    board: bool,
    as_json: bool,
    key: Callable[[], str] | None,
) -> bool:
    """Tell one race; False if nobody wants to hear more."""
    if one.game is None or one.spec is None:
        return True
    told = Told(one, None if seat is None else seat_of(seat, one.spec), to)
    if key is not None:
        return stepping.step(told, key)
    if as_json:
        write_rows(told)
    else:
        click.echo("\n" * bool(number) + "\n".join(told.story(board)))
    return True


def write_rows(told: Told, lines: Sequence[tuple[int, str]] = ()) -> None:
    """A race as JSON lines; with lines of its record, each behind so many events, as rows of their own."""
    write(race_row(told.spec, told.header.names, told.header.seed))
    at = 0
    for told_before, line in lines:
        for row in told.rows[at:told_before]:
            write(row)
        at = told_before
        write({"type": "line", "text": line})
    for row in told.rows[at:]:
        write(row)
    if told.whole:
        write(result_row(outcome(told.one)))
