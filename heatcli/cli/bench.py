"""heat bench: the speed of the core."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from heatcli.arena import bench as benchmark
from heatcli.arena.bench import Figure, Report
from heatcli.cli.table import table


@click.command()
@click.option(
    "-n", "--races", type=click.IntRange(1, 100_000), default=benchmark.RACES, show_default=True, help="Races a batch."
)
@click.option(
    "-j", "--processes", type=click.IntRange(1, 256), default=None, help="Also the random batch over 1 to N processes."
)
@click.option("--wire", is_flag=True, help="Only what the referee costs a decision of bot programs.")
@click.option("--json", "as_json", is_flag=True, help="One object with every figure, and no table.")
@click.option("--compare", metavar="OLD.json", help="Beside the figures of an earlier --json; over 1 is better.")
def bench(races: int, processes: int | None, wire: bool, as_json: bool, compare: str | None) -> None:
    """Measure the speed of the core on this machine.

    Everything counts CPU time, the median of five passes; only processes and wire go by the clock on the wall.

    \b
    base game    six cars on USA, complete legal lists, all events told. A decision counts if it
                 has two or more legal actions. `random` draws a gear, then cards one by one, all
                 else uniformly; `cautious` takes the first legal action.
    all modules  as random: a garage drafted from the mixed pool, weather, an event card with
                 sponsorships and a press corner, the cards of all expansions.
    search       means over states all along races of the base game; a roll-out clones a state
                 at half distance and plays it to the end at random, telling nothing.
    notation     tokens of these races' decisions; whole races in memory (check, then apply),
                 written down (check, then record), and validated (the record driven again).
    start-up     processes that start, do that, and end.
    processes    the random batch dealt out to processes that stand ready.
    wire         a decision of bot programs on the wall, with the referee, and answered by the same
                 programs from a recording of the same lines.

    A signature is a hash over all that happened in a batch: it changes only with the rules.
    """  # noqa: D301  # click's own \b
    if as_json and compare:
        raise click.UsageError("--json and --compare do not go together.")
    old = benchmark.read_report(Path(compare)) if compare else None
    report = benchmark.measure_wire() if wire else benchmark.measure(races, processes or 0)
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    click.echo(_machine(report))
    click.echo(_compared(old, report) if old else _figures(report))
    if report.signatures:
        click.echo(f"\n{_signatures(report)}")
    for note in benchmark.signature_notes(old, report) if old else ():
        click.echo(note)


def _machine(report: Report) -> str:
    return f"Python {report.python}, core {_core(report)}, {report.cpus} CPUs"


def _core(report: Report) -> str:
    return "compiled" if report.compiled else "interpreted"


def _figures(report: Report) -> str:
    rows = [(group, name, _number(figure.value), figure.unit) for group, name, figure in _grouped(report.figures)]
    return table(("", "", "", ""), rows, right=(2,)).lstrip("\n")


def _compared(old: Report, new: Report) -> str:
    rows = []
    for group, name, figure in _grouped(
        {**new.figures, **{k: v for k, v in old.figures.items() if k not in new.figures}}
    ):
        was, is_ = old.figures.get(name), new.figures.get(name)
        better = benchmark.ratio(was, is_)
        rows.append((group, name, _value(was), _value(is_), figure.unit, "" if better is None else f"{better:.2f}"))
    head = ("", "", f"{old.python} {_core(old)}", f"{new.python} {_core(new)}", "", "better")
    return table(head, rows, right=(2, 3, 5))


def _grouped(figures: dict[str, Figure]) -> Iterator[tuple[str, str, Figure]]:
    """Group by group; a group's name stands only at its first figure."""
    groups: dict[str, list[str]] = {}
    for name, figure in figures.items():
        groups.setdefault(figure.group, []).append(name)
    for group, names in groups.items():
        for at, name in enumerate(names):
            yield "" if at else group, name, figures[name]


def _value(figure: Figure | None) -> str:
    return "-" if figure is None else _number(figure.value)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _signatures(report: Report) -> str:
    rows = [
        (name, report.races, f"{report.decisions[name] / report.races:.0f}" if name in report.decisions else "", text)
        for name, text in report.signatures.items()
    ]
    return table(("batch", "races", "decisions/race", "signature"), rows, right=(1, 2))
