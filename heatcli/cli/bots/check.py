"""heat bot check: is a program a bot?"""

from collections import Counter

import click

from heatcli.arena.checking import FAIL, NOTE, PASS, SKIP, Checker, Verdict, names
from heatcli.arena.story import plural
from heatcli.cli.bots.programs import program, sandbox_option, tell
from heatcli.cli.rows import Row, write
from heatcli.cli.signals import stoppable

_WORDS = {PASS: "pass", FAIL: "FAIL", NOTE: "note", SKIP: "skip"}


@click.command()
@click.argument("command", metavar="CMD")
@click.option(
    "--limit", type=click.IntRange(1, 9_999_999), default=1000, show_default=True, metavar="MS", help="For a decision."
)
@sandbox_option
@click.option("--only", default="", metavar="WORD", help="Only sentences with this word, or of this group.")
@click.option("--json", "as_json", is_flag=True, help="One object a sentence, then a summary.")
@click.option("-v", "--verbose", is_flag=True, help="The conversations too, on stderr.")
@click.option("-q", "--quiet", is_flag=True, help="Only what fails.")
def check(command: str, limit: int, sandbox: str, only: str, as_json: bool, verbose: bool, quiet: bool) -> int:
    """Check a bot sentence by sentence: handshake, answers, races, ending, output, time.

    CMD is a command in quotes, or a driver's parts, as behind -d of heat race. Every question is one of a real race.
    "note" is for what is allowed and good to know. Exit code 1 if a sentence fails.

    \b
    heat bot check 'python my_bot.py'
    heat bot check "cmd='python my_bot.py' option.risk=3" --limit 200
    heat bot check ./my_bot --only races --json | jq -c 'select(.ok == false)'
    """  # noqa: D301  # click's own \b
    checker = Checker(program(command, sandbox), limit, only, tell if verbose else None)
    found: list[Verdict] = []
    with stoppable():
        for verdict in checker.run():
            new_group = not found or found[-1].group != verdict.group
            found.append(verdict)
            if as_json:
                write(_row(verdict))
            else:
                _show(verdict, new_group and not quiet, quiet)
    if not found:
        raise click.UsageError(f"--only {only!r}: no sentence has this word; there are {', '.join(names())}")
    counts = Counter(verdict.verdict for verdict in found)
    if as_json:
        totals = {"passed": counts[PASS], "failed": counts[FAIL], "noted": counts[NOTE], "skipped": counts[SKIP]}
        write({"type": "summary", "ok": not counts[FAIL], "sentences": len(found), **totals})
    elif not quiet:
        click.echo(f"\n{_sum(counts)}")
    return 1 if counts[FAIL] else 0


def _show(verdict: Verdict, heading: bool, quiet: bool) -> None:
    if quiet and verdict.verdict != FAIL:
        return
    if heading:
        click.echo(verdict.group)
    line = f"  {_WORDS[verdict.verdict]}  {verdict.sentence}"
    if verdict.why and verdict.verdict == PASS:
        line += f": {verdict.why}"
    click.echo(line)
    if verdict.why and verdict.verdict != PASS:
        click.echo(f"        {verdict.why}")


def _row(verdict: Verdict) -> Row:
    ok = {PASS: True, NOTE: True, FAIL: False}.get(verdict.verdict)
    row: Row = {"type": "check", "group": verdict.group, "name": verdict.name, "sentence": verdict.sentence}
    row |= {"verdict": verdict.verdict, "ok": ok}
    return {**row, "why": verdict.why} if verdict.why else row


def _sum(counts: Counter[str]) -> str:
    said = {PASS: "passed", FAIL: "failed", NOTE: "noted", SKIP: "skipped"}
    parts = [f"{counts[verdict]} {word}" for verdict, word in said.items() if counts[verdict] or verdict == FAIL]
    return f"{plural(counts.total(), 'sentence')}: {', '.join(parts)}"
