"""heat validate: are these records right?"""

from collections import Counter

import click

from heatcli.arena.story import plural
from heatcli.cli.records import cut_note, files_argument, findings, own_data, races, shown
from heatcli.cli.rows import write
from heatcli.data.library import Library


@click.command()
@files_argument
@own_data
@click.option("--json", "as_json", is_flag=True, help="Findings and the totals of every file, one object a line.")
@click.option("-q", "--quiet", is_flag=True, help="Only findings: no totals, no notes.")
def validate(files: tuple[str, ...], library: Library, as_json: bool, quiet: bool) -> int:
    """Drive every race of the records again and say all that is wrong, as file:line:column.

    A FILE may be - for stdin, and hold many races. A record may end anywhere: what is there is checked. Exit code 1 if
    anything is wrong.

    \b
    heat validate races.hrn
    heat race --record - -q | heat validate -
    """  # noqa: D301  # click's own \b
    totals = {shown(name): Counter(races=0, turns=0, cut=0, findings=0) for name in files}
    for name, replay in races(files, library, told=False):
        total = totals[name]
        total.update(races=1, turns=replay.turns, cut=replay.cut, findings=len(replay.findings))
        note = cut_note(name, replay)
        if as_json:
            for one in replay.findings:
                write({"type": "finding", "file": name, "line": one.line, "column": one.column, "text": one.text})
        else:
            for line in findings(name, replay):
                click.echo(line)
        if note and not quiet:
            click.echo(note, err=True)
    for name, total in totals.items():
        if not total["races"]:
            total["findings"] = 1
            click.echo(f"{name}: no race in it", err=as_json)
        if as_json:
            write({"type": "file", "file": name, "valid": not total["findings"], **total})
        elif not quiet:
            click.echo(f"{name}: {_sum(total)}")
    return 1 if any(total["findings"] for total in totals.values()) else 0


def _sum(total: Counter[str]) -> str:
    races = f"{plural(total['races'], 'race')}, {plural(total['turns'], 'turn')}"
    cut = f", {total['cut']} cut" if total["cut"] else ""
    wrong = plural(total["findings"], "finding") if total["findings"] else "valid"
    return f"{races}{cut}: {wrong}"
