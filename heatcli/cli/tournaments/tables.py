"""The table of a tournament: for people, as CSV, as Markdown, as rows of JSON."""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from heatcli.arena.story import plural
from heatcli.cli.table import csv_text, table
from heatcli.tournament.summary import Bot, Summary, Times

Row = dict[str, Any]
NAME: Final = 28
ENOUGH: Final = 20
"""Blocks from which on a bootstrap's intervals are as wide as they should be; those of 10 cover 89 %, of 5 83 %."""

HEAD: Final = (
    "place",
    "driver",
    "races",
    "strength",
    "95 %",
    "mean place",
    "points",
    "wins",
    "podiums",
    "out",
    "faults",
)
_MARKS: Final = re.compile(r"[\\`*_\[\]<>|&~]")
LEFT: Final = ("driver", "95 %", "faults")
SPARE: Final = ("podiums", "out", "points", "wins", "races", "faults", "95 %")
TIMES: Final = ("driver", "decisions", "mean ms", "p99", "most", "CPU s")


def text(summary: Summary, times: Sequence[Times | None] = (), matrix: bool = True, width: int | None = None) -> str:
    """All for a person: the table, times, who beats whom, what is to be known about it.

    Columns that a terminal of this width has no room for are left out, those that matter least first.
    """
    parts = [_standings(summary, width)]
    if any(times):
        parts.append(table(TIMES, [*_time_cells(summary, times)], right=range(1, len(TIMES))))
    if matrix and len(summary.bots) > 1:
        parts.append(_matrix(summary))
    return "\n\n".join([*parts, "\n".join(notes(summary))])


def _standings(summary: Summary, width: int | None) -> str:
    kept = [*HEAD]
    for spare in ("", *SPARE):
        kept = [name for name in kept if name != spare]
        picked = [HEAD.index(name) for name in kept]
        rows = [[cells[i] for i in picked] for cells in map(_cells, summary.bots)]
        right = [i for i, name in enumerate(kept) if name not in LEFT]
        found = table(kept, rows, right=right)
        if width is None or max(map(len, found.splitlines())) <= width:
            break
    return found


def notes(summary: Summary) -> list[str]:
    """What has to be known to read the numbers."""
    lines = [f"{plural(summary.races, 'race')} in {plural(summary.blocks, 'whole block')}{_others(summary)}"]
    if summary.gain is not None:
        lines[0] += f"; a race in a block tells as much as {summary.gain:.1f} single ones"
    if not summary.rated:
        lines.append("not rated: programs ran on between the rotations of a block, or raced themselves")
    elif summary.blocks < 2:
        lines.append("95 %: too few blocks for an interval")
    else:
        narrow = f"; of fewer than {ENOUGH} blocks too narrow" if summary.blocks < ENOUGH else ""
        lines.append(f"strength: as in chess, mean 0; 95 % by {summary.resamples} resamples of whole blocks{narrow}")
    if (verdict := summary.verdict) is not None:
        said = {"": "goes on", "H0": "H0 accepted: no better", "H1": "H1 accepted: better"}[verdict.accepted]
        bounds = f"{verdict.low:.2f} to {verdict.high:.2f}"
        lines.append(f"SPRT: {said}; LLR {verdict.llr:.2f} ({bounds}) after {plural(verdict.blocks, 'block')}")
    lines += [f"{bot.name}: disqualified: {bot.out}" for bot in summary.bots if bot.out]
    names = {bot.bot: bot.name for bot in summary.bots}
    for (bot, code, why), n in Counter((one.bot, one.fault.code, one.fault.why) for one in summary.voided).items():
        lines.append(f"{names[bot]}: in void blocks: {code} ({why}), {plural(n, 'time')}")
    return lines


def rows(summary: Summary, times: Sequence[Times | None] = ()) -> Iterator[Row]:
    """A row a bot, then one of the whole."""
    for bot in summary.bots:
        row = bot._asdict()
        took = times[bot.bot] if times else None
        beats = {other.name: summary.beats[bot.bot][other.bot] for other in summary.bots if other.bot != bot.bot}
        yield {"type": "standing", **row, "beats": beats, "times": None if took is None else took._asdict()}
    verdict = summary.verdict
    yield {
        "type": "tournament",
        "races": summary.races,
        "blocks": summary.blocks,
        "open": summary.open,
        "void": summary.void,
        "gain": summary.gain,
        "resamples": summary.resamples,
        "rated": summary.rated,
        "sprt": None if verdict is None else verdict._asdict(),
    }


def csv(summary: Summary, times: Sequence[Times | None] = ()) -> str:
    """A line a bot."""
    found = []
    for bot in summary.bots:
        took = times[bot.bot] if times else None
        row = {key: value for key, value in bot._asdict().items() if key not in ("bot", "faults")}
        row["faults"] = sum(bot.faults.values())
        found.append({**row, **dict.fromkeys(Times._fields, None), **(took._asdict() if took else {})})
    return csv_text([found[0], *(row.values() for row in found)]) if found else ""


def markdown(summary: Summary) -> str:
    """A table for a README."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'|'.join([' --- '] * len(HEAD))}|"]
    lines += [f"| {' | '.join(_plain(str(cell)) for cell in _cells(bot))} |" for bot in summary.bots]
    return "\n".join([*lines, "", *(f"{_plain(note)}  " for note in notes(summary))]) + "\n"


def _plain(text: str) -> str:
    """A text that means nothing to Markdown, nor to the HTML in it."""
    return _MARKS.sub(r"\\\g<0>", text)


def terminal() -> int | None:
    """Columns of the terminal; None where a table is for no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _cells(bot: Bot) -> tuple[object, ...]:
    strength = "out" if bot.out else "-" if bot.elo is None else f"{bot.elo:+.0f}"
    low, high = ("…" if end is None else f"{end:+.0f}" for end in (bot.low, bot.high))
    sure = "-" if bot.low is bot.high is None else f"{low} {high}"
    faults = ", ".join(f"{code} {n}" for code, n in bot.faults.items()) or "-"
    place = "-" if bot.mean_place is None else f"{bot.mean_place:.2f}"
    points = "-" if bot.points is None else f"{bot.points:.2f}"
    return (
        bot.rank,
        _short(bot.name),
        bot.races,
        strength,
        sure,
        place,
        points,
        bot.wins,
        bot.podiums,
        bot.retired,
        faults,
    )


def _time_cells(summary: Summary, times: Sequence[Times | None]) -> Iterator[tuple[object, ...]]:
    for bot in summary.bots:
        if (took := times[bot.bot]) is not None:
            cpu = "-" if took.cpu is None else f"{took.cpu:.1f}"
            yield _short(bot.name), took.decisions, f"{took.mean:.2f}", f"{took.p99:.2f}", f"{took.max:.2f}", cpu


def _matrix(summary: Summary) -> str:
    """Who stood before whom, in percent of the races of both."""
    bots = summary.bots
    head = ("before", *(str(bot.rank) for bot in bots))
    lines = [
        (f"{bot.rank} {_short(bot.name)}", *(_share(summary, bot.bot, other.bot) for other in bots)) for bot in bots
    ]
    return table(head, lines, right=range(1, len(head)))


def _share(summary: Summary, a: int, b: int) -> str:
    won, lost = summary.beats[a][b], summary.beats[b][a]
    return "." if a == b else "-" if not won + lost else f"{100 * won / (won + lost):.0f} %"


def _others(summary: Summary) -> str:
    begun = f", {plural(summary.open, 'block')} under way" if summary.open else ""
    return begun + (f", {plural(summary.void, 'block')} void" if summary.void else "")


def _short(name: str) -> str:
    return name if len(name) <= NAME else f"{name[: NAME - 1]}…"
