"""heat bot replay: a recorded race asked again."""

from collections import Counter
from collections.abc import Iterator

import click

from heatcli.arena.drivers import Entry
from heatcli.arena.rerun import ILLEGAL, MISSING, OPEN, OTHERWISE, SAME, Reply, Rerun, SeasonSoFar, slowest
from heatcli.arena.story import plural
from heatcli.arena.talk import SilentError, Talk, milliseconds
from heatcli.cli.bots.programs import program, sandbox_option, tell
from heatcli.cli.records import cut_note, findings, own_data, races
from heatcli.cli.rows import Row, write
from heatcli.cli.signals import stoppable
from heatcli.core.specs import Spec
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.replay import Replay
from heatcli.wire.messages import Clock


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("-d", "--driver", "command", required=True, metavar="CMD", help="The bot: a command, as in heat race.")
@click.option("--seat", metavar="SEAT", help="Whose questions: a colour, or a number from 0.")
@click.option("--race", "number", type=click.IntRange(1), metavar="N", help="The Nth race of the file; else the last.")
@click.option(
    "--limit", type=click.IntRange(1, 9_999_999), default=1000, show_default=True, metavar="MS", help="For a decision."
)
@own_data
@sandbox_option
@click.option("--json", "as_json", is_flag=True, help="Every question with both answers, then a summary.")
@click.option("-v", "--verbose", is_flag=True, help="The conversation too, on stderr.")
@click.option("-q", "--quiet", is_flag=True, help="No notes and no sum.")
def replay(
    record: str,
    command: str,
    seat: str | None,
    number: int | None,
    limit: int,
    sandbox: str,
    library: Library,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> int:
    """Ask a bot every question of a seat in a recorded race again, and say where it answers otherwise.

    The race goes on as it is recorded, whatever the bot says. Decisions that the referee took are asked too, and told;
    so is the question that a record which was cut ends with. RECORD may be - for stdin. Exit code 1 if the bot answers
    otherwise, not legally, or not at all.

    \b
    heat bot replay race.hrn --seat red -d 'python my_bot.py'
    heat bot replay races.hrn --race 3 --seat 0 -d ./my_bot --json | jq -c 'select(.verdict == "illegal")'
    """  # noqa: D301  # click's own \b
    entry = program(command, sandbox)
    rerun, notes = _chosen(record, number, seat, library)
    for line in [] if quiet else notes:
        click.echo(line, err=True)
    replies: list[Reply] = []
    with stoppable():
        for reply in _ask(rerun, entry, dict(entry.clocks).get("ms", limit), verbose):
            replies.append(reply)
            if as_json:
                write(_row(reply))
            elif reply.verdict != SAME:
                click.echo(_line(reply))
    counts = Counter(reply.verdict for reply in replies)
    if as_json:
        write(_total(rerun, replies, counts))
    elif not quiet:
        click.echo(_sum(rerun, replies, counts))
    return 1 if counts[OTHERWISE] or counts[ILLEGAL] or counts[MISSING] else 0


def _chosen(record: str, number: int | None, seat: str | None, library: Library) -> tuple[Rerun, list[str]]:
    """The race of the file, its questions, and what there is to be said about them. Raises SetupError."""
    so_far = SeasonSoFar(library)
    name, read = record, 0
    one: Replay | None = None
    for name, found in races([record], library, told=False):  # noqa: B007  # the last one counts
        if one is not None:
            so_far.add(one)
        one, read = found, read + 1
        if read == number:
            break
    if one is None or (number is not None and read < number):
        there = plural(read, "race")
        raise SetupError(
            f"{name}: there {'is' if read == 1 else 'are'} {there} in it, and race {number or 1} is wanted"
        )
    if one.findings or one.spec is None or one.game is None or one.header is None:
        wrong = findings(name, one) or [cut_note(name, one) or ""]
        raise SetupError(f"{wrong[0]}; a record that heat validate finds right is needed")
    season, known = so_far.line(one)
    notes = [note] if (note := cut_note(name, one)) else []
    rerun = Rerun(one, _seat(one.spec, seat), library, season)
    if one.header.seed is None:
        notes.append(f"{name}: no seed in the record; bot_seed is made of the hash of its head, {rerun.seed}")
    if not known:
        notes.append(f"{name}: the season's races before this one are not in the file; their points are told as 0")
    return rerun, notes


def _seat(spec: Spec, text: str | None) -> int:
    """A seat that a driver has. Raises SetupError."""
    drivers = {str(seat): seat for seat in spec.drivers} | {spec.seats[seat].colour: seat for seat in spec.drivers}
    right = " or ".join(f"{seat} ({spec.seats[seat].colour})" for seat in spec.drivers)
    if text is None:
        if len(spec.drivers) != 1:
            raise SetupError(f"--seat is missing; {right or 'a race with a driver'} is right")
        return spec.drivers[0]
    if text.lower() not in drivers:
        raise SetupError(f"--seat {text}: no driver's seat of this race; {right or 'a race with a driver'} is right")
    return drivers[text.lower()]


def _ask(rerun: Rerun, entry: Entry, ms: int, verbose: bool) -> Iterator[Reply]:
    """The bot's replies. Raises SetupError for one that does not get ready."""
    clock = Clock(ms, max(ms, Clock().first_ms))
    talk = Talk(entry, tell if verbose else None)
    polite = True
    try:
        talk.greet()
        options = talk.settled(talk.greeting.name, dict(entry.options))
        talk.say(rerun.race(clock, options, talk.greeting.wants))
        for reply in rerun.replies(talk, clock):
            polite = reply.verdict != MISSING
            yield reply
        if polite:
            talk.say(*rerun.last_news())
    except SilentError as error:
        raise SetupError(f"driver {entry.argv[0]}: {error}; a bot that says ready is right") from None
    finally:
        talk.close(polite)


def _line(reply: Reply) -> str:
    question = reply.question
    record = f"record `{_recorded(reply)}`" if question.recorded else "not in the record"
    if question.mark:
        record += " (the referee's)"
    bot = reply.why if reply.verdict == MISSING else f"`{reply.said}`"
    why = f" is illegal: {reply.why}" if reply.verdict == ILLEGAL else ""
    return f"round {question.round}, {question.step}, request {question.request.id}: {record}; bot: {bot}{why}"


def _recorded(reply: Reply) -> str:
    mark = reply.question.mark
    return reply.question.recorded + (f"!{mark}" if mark else "")


def _row(reply: Reply) -> Row:
    question = reply.question
    row: Row = {"type": "reply", "round": question.round, "step": question.step, "id": question.request.id}
    row |= {"record": question.recorded or None, "mark": question.mark or None, "bot": reply.said or None}
    row |= {"verdict": reply.verdict, "ms": round(reply.ms, 3)}
    return {**row, "why": reply.why} if reply.why else row


def _total(rerun: Rerun, replies: list[Reply], counts: Counter[str]) -> Row:
    return {
        "type": "summary",
        "seat": rerun.seat,
        "colour": rerun.spec.seats[rerun.seat].colour,
        "questions": len(rerun.questions),
        "asked": len(replies),
        **{verdict: counts[verdict] for verdict in (SAME, OTHERWISE, ILLEGAL, MISSING, OPEN)},
        "slowest_ms": round(slowest(replies), 3),
    }


def _sum(rerun: Rerun, replies: list[Reply], counts: Counter[str]) -> str:
    parts = [plural(len(replies), "question"), f"{counts[OTHERWISE]} answered otherwise", f"{counts[ILLEGAL]} illegal"]
    if counts[MISSING]:
        parts.append(f"{counts[MISSING]} not answered")
    if taken := sum(bool(reply.question.mark) for reply in replies):
        parts.append(f"{taken} the referee's")
    parts.append(f"slowest {milliseconds(slowest(replies))}")
    if rest := len(rerun.questions) - len(replies):
        parts.append(f"{rest} not asked any more")
    return f"{rerun.spec.seats[rerun.seat].colour}: {', '.join(parts)}"
