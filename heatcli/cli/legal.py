"""heat legal: what may be done in a position, and where it leads."""

from collections import deque
from collections.abc import Iterator, Sequence

import click

from heatcli.cli.records import cut_note, findings, own_data, races
from heatcli.cli.rows import write
from heatcli.cli.table import table
from heatcli.core import flow
from heatcli.core.names import AT_VALUE, STEPS, Action
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.game import check_of
from heatcli.record.tokens import token
from heatcli.repl.preview import bill, lead

HEAD = ("token", "leads to", "Speed", "engine", "corners")


@click.command()
@click.argument("file", metavar="FILE")
@own_data
@click.option("--json", "as_json", is_flag=True, help="One object a token.")
def legal(file: str, library: Library, as_json: bool) -> int:
    """List the legal tokens where a record ends, and where each leads as the cards lie, before corners are checked.

    "corners" has the lines crossed this turn with the Heat they cost by what is known then.

    The FILE (- is stdin) is a record that was cut, or a head with a position: a [Car "red" "33/0 g3 e4 hand 1 2 S deck
    4 1"] for every seat. Of several races the last counts. A plan is led to as if its car drove first;
    where a card with several numbers stands in it, ? says that the move is not known yet (null in JSON).

    \b
    heat legal cut.hrn
    head -n 40 race.hrn | heat legal -
    """  # noqa: D301  # click's own \b
    found = deque(races([file], library, told=False), maxlen=1)
    if not found:
        raise SetupError(f"{file}: no race in it")
    [(name, one)] = found
    for line in findings(name, one):
        click.echo(line, err=True)
    if one.findings or one.game is None or one.spec is None:
        if not one.findings:
            click.echo(cut_note(name, one), err=True)
        return 1
    state = one.round_start if one.guessed and one.round_start is not None else one.game.state
    if one.torn is not None:
        click.echo(cut_note(name, one), err=True)
    if one.guessed:
        click.echo(f"{name}: not all plans of round {state.round} are in it; this is its start", err=True)
    rows = [
        _row(one.spec, state, seat, action) for seat in flow.to_act(state) for action in flow.legal_actions(state, seat)
    ]
    if as_json:
        for row in rows:
            write(row)
    else:
        click.echo("\n".join(_show(one.spec, state, rows)))
    return 0


def _row(spec: Spec, state: State, seat: int, action: Action) -> dict[str, object]:
    after = lead(state, seat, action)
    check = check_of(after, seat)
    open_ = state.round == 0 or after.step == AT_VALUE  # it does not move, or not yet
    return {
        "seat": seat,
        "colour": spec.seats[seat].colour,
        "step": STEPS[state.step],
        "token": token(action, spec.catalogue),
        "distance": None if open_ else check.distance,
        "spot": None if open_ else check.spot,
        "speed": None if open_ else check.speed,
        "engine": check.engine,
        "corners": _bill(after, seat),
    }


def _bill(state: State, seat: int) -> list[dict[str, object]]:
    """The lines behind the car this turn, as rows."""
    return [one._asdict() for one in bill(state, seat)]


def _show(spec: Spec, state: State, rows: Sequence[dict[str, object]]) -> Iterator[str]:
    yield f"{spec.track.id}, round {state.round}, {STEPS[state.step]}"
    if not rows:
        yield "the race is over"
    for seat in flow.to_act(state):
        car = state.cars[seat]
        hand = " ".join(spec.catalogue.codes[card] for card in car.hand)
        place = f"{car.distance}/{car.spot}, gear {car.gear}, engine {car.engine}"
        yield f"\n{spec.seats[seat].colour} at {place}, hand {hand}"
        own = [row for row in rows if row["seat"] == seat]
        if state.round:
            yield table(HEAD, [_cells(row) for row in own], right=(2, 3))
        else:
            yield "\n".join(str(row["token"]) for row in own)


def _cells(row: dict[str, object]) -> tuple[object, ...]:
    if row["distance"] is None:
        return row["token"], "?", "?", row["engine"], ""
    speed = "-" if row["speed"] is None else row["speed"]
    lines = row["corners"]
    assert isinstance(lines, list)
    said = [f"{one['line']}: {'spins out' if one['spin'] else one['cost']}" for one in lines]
    return row["token"], f"{row['distance']}/{row['spot']}", speed, row["engine"], ", ".join(said)
