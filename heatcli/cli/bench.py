"""heat bench: the speed of the core."""

import click
import msgspec

from heatcli.arena import bench as benchmark
from heatcli.cli.table import table

HEAD = ("player", "races", "decisions/race", "decisions/s", "races/s", "signature")


@click.command()
@click.option("-n", "--races", type=click.IntRange(1, 100_000), default=60, show_default=True, help="Races a batch.")
@click.option("--json", "as_json", is_flag=True, help="One object with every figure.")
def bench(races: int, as_json: bool) -> None:
    """Measure the speed of the core on this machine.

    Six cars on USA, in process, with complete legal lists and all events told. A decision counts if it has two or more
    legal actions. `random` draws a gear, then cards one by one, everything else uniformly; `cautious` takes the first
    legal action. Rates are per CPU second, the median of five passes. The signature changes only with the rules.
    """
    rates = [benchmark.measure(name, races) for name in benchmark.PLAYERS]
    costs = benchmark.costs()
    if as_json:
        click.echo(msgspec.json.encode({"rates": [rate._asdict() for rate in rates], "costs": costs._asdict()}))
        return
    rows = [
        (
            r.player,
            r.races,
            f"{r.decisions_per_race:.0f}",
            f"{r.decisions_per_s:,.0f}",
            f"{r.races_per_s:.1f}",
            r.signature,
        )
        for r in rates
    ]
    click.echo(table(HEAD, rows, right=(1, 2, 3, 4)))
    click.echo()
    click.echo(f"clone     {costs.clone_us:6.1f} µs")
    click.echo(f"view      {costs.view_us:6.1f} µs")
    click.echo(f"start-up  {costs.start_ms:6.1f} ms  (bare Python {costs.python_start_ms:.1f} ms)")
