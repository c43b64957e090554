"""heat bot bad: bots that misbehave, one way each."""

import os
import sys

import click
import msgspec

from heatcli.arena.shelf import Specimen, Verdict, specimens
from heatcli.cli.table import table


@click.command()
@click.argument("mode", required=False, metavar="[MODE]")
@click.option("--at", type=click.IntRange(min=1), help="The decision at which it misbehaves; 3 without it.")
@click.option(
    "--size", type=click.IntRange(min=0), help="How much, where that means something: MB, seconds, processes."
)
@click.option(
    "--life", type=click.IntRange(min=1), help="Seconds that nothing of it lives longer than; 120 without it."
)
@click.option("--list", "listed", is_flag=True, help="List the modes, each with what a referee should make of it.")
@click.option("--json", "as_json", is_flag=True, help="With --list: one object a line.")
def bad(mode: str | None, at: int | None, size: int | None, life: int | None, listed: bool, as_json: bool) -> None:
    """Be a bad bot: the first legal action always, but for one deed. For referees, of any kind, to be tested with.

    \b
    heat bot bad --list
    heat race -d 'heat bot bad hang --at 5' -d builtin:greedy --limit 500
    """  # noqa: D301  # click's own \b
    found = {specimen.mode: specimen for specimen in specimens()}
    if listed != (mode is None) or (as_json and not listed):
        raise click.UsageError("MODE or --list is right, and --json with --list")
    if listed:
        _list([*found.values()], as_json)
    elif mode not in found:
        raise click.UsageError(f"mode {mode!r}: unknown; `heat bot bad --list` has them")
    else:
        given = {"--at": at, "--size": size, "--life": life}
        words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
        os.execv(sys.executable, [sys.executable, str(found[mode].file), *words])


def _list(found: list[Specimen], as_json: bool) -> None:
    if not as_json:
        rows = [(specimen.mode, _said(specimen.verdict), specimen.what) for specimen in found]
        click.echo(table(("mode", "verdict", "what it does"), rows))
        click.echo("\nCodes in brackets are warnings that cost nothing; - is nothing at all.")
        return
    for mode, what, verdict, path in found:
        row = {"mode": mode, "what": what, **msgspec.structs.asdict(verdict), "file": str(path)}
        click.echo(msgspec.json.encode(row).decode())


def _said(verdict: Verdict) -> str:
    """The verdict in a few words: each bad bot has faults of one code."""
    times = len(verdict.faults)
    words = [*verdict.faults[:1], f"×{times}" if times > 1 else "", *(f"({code})" for code in verdict.warnings)]
    return " ".join(filter(None, [*words, "stopped" if verdict.stopped else ""])) or "-"
