"""A tournament as one HTML page: no script, nothing loaded, all in one file; the same results give the same bytes."""

import base64
import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from heatcli.arena.story import plural
from heatcli.tournament.chart import chart, signed, why_not
from heatcli.tournament.fold import Blame
from heatcli.tournament.markup import Html, block, element, void
from heatcli.tournament.summary import Bot, Summary, Times

FAULTS_SHOWN: Final = 10  # of each driver
SHADES: Final = 5  # of a share above, and below, a half
_DEEPEST: Final = 0.5  # how much of its colour the last shade has
_NONE: Final = "–"

_STANDINGS: Final = (
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
    "spins",
    "faults",
)
_TIMES: Final = ("driver", "decisions", "mean ms", "p99 ms", "most ms", "CPU s")
_FAULTS: Final = ("block", "rotation", "round", "step", "code", "why", "bundle")
_DRIVER: Final = "driver"
_CLASSES: Final = {
    _DRIVER: "first",
    "why": "words",
    "step": "left",
    "code": "left",
    "bundle": "left",
    "faults": "codes",
}


class About(NamedTuple):
    """What a page says beside the numbers.

    `facts` and `links` are pairs of a name and a text or an address; `state` is empty when all is raced; `bundle` gives
    the address of a fault's folder, or nothing; `repeat` is the command.
    """

    title: str
    facts: Sequence[tuple[str, str]]
    state: Sequence[str]
    notes: Sequence[str]
    links: Sequence[tuple[str, str]]
    bundle: Callable[[str], str]
    repeat: str


def page(about: About, summary: Summary, times: Sequence[Times | None]) -> str:
    """The whole page."""
    parts = [
        *_heading(about),
        *_standings(summary, about.notes),
        *_strengths(summary),
        *_matrix(summary),
        *_times(summary, times),
        *_faults(summary, about.bundle),
        *_rest(about),
    ]
    head, body = _head(about.title), block("body", block("main", *parts))
    return f"<!DOCTYPE html>\n{block('html', head, body, lang='en')}\n"


def _head(title: str) -> Html:
    css = _css()
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return block(
        "head",
        void("meta", charset="utf-8"),
        void("meta", http_equiv="Content-Security-Policy", content=policy),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        void("meta", name="referrer", content="no-referrer"),
        element("title", f"Tournament {title}"),
        element("style", Html(css)),
    )


@cache
def _css() -> str:
    lines = [Path(__file__).with_name("page.css").read_text(encoding="utf-8")]
    for name in ("won", "lost"):
        for shade in range(1, SHADES + 1):
            lines.append(f".{name}{shade} {{ background: rgba(var(--{name}), {_DEEPEST * shade / SHADES:.1f}); }}\n")
    return "".join(lines)


def _heading(about: About) -> Iterator[Html]:
    yield element("h1", "Tournament ", _name(about.title))
    for line in about.state:
        yield element("p", line, class_="state")
    pairs = [part for name, value in about.facts for part in (element("dt", name), element("dd", value))]
    yield block("dl", *pairs)


# --- tables


def _table(label: str, head: Sequence[object], rows: Sequence[Html], kind: str | None = None) -> Html:
    """A table that scrolls by itself where the window is narrow."""
    heads = [element("th", name, scope="col", class_=_class(name)) for name in head]
    parts = [block("thead", element("tr", *heads)), block("tbody", *rows)]
    table = block("table", *parts, aria_label=label, class_=kind)
    return block("div", table, class_="scroll", role="region", tabindex=0, aria_label=label)


def _class(head: object) -> str | None:
    return _CLASSES.get(str(head))


def _driver(bot: Bot, *more: object) -> Html:
    """A row's heading."""
    return element("th", *more, _name(bot.name), *_mark(bot), scope="row", class_="first")


def _mark(bot: Bot) -> list[Html]:
    return [element("small", why_not(bot))] if bot.out else []


def _name(name: str) -> Html:
    """A name from outside: its direction of writing stays its own."""
    return element("bdi", name)


def _said(told: str) -> Html:
    """How to read what follows."""
    return element("p", told, class_="soft")


def _cells(*values: object) -> list[Html]:
    return [element("td", value) for value in values]


# --- sections


def _standings(summary: Summary, notes: Sequence[str]) -> Iterator[Html]:
    yield element("h2", "Standings")
    rows = [
        element(
            "tr",
            *_cells(bot.rank),
            _driver(bot),
            *_cells(bot.races, _strength(bot), _interval(bot), _mean_place(bot), _decimal(bot.points)),
            *_cells(bot.wins, bot.podiums, bot.retired, bot.spins),
            element("td", _codes(bot), class_="codes"),
        )
        for bot in summary.bots
    ]
    yield _table("Standings", _STANDINGS, rows)
    yield block("ul", *(element("li", note) for note in notes))


def _strength(bot: Bot) -> str:
    return _NONE if bot.elo is None else signed(bot.elo)


def _interval(bot: Bot) -> str:
    if bot.elo is None:
        return _NONE
    if bot.low is None:
        return "open" if bot.high is None else f"{signed(bot.high)} or less"
    return f"{signed(bot.low)} or more" if bot.high is None else f"{signed(bot.low)} to {signed(bot.high)}"


def _mean_place(bot: Bot) -> str:
    return _decimal(bot.mean_place) + ("" if bot.sure is None else f" ± {bot.sure:.2f}")


def _decimal(value: float | None) -> str:
    return _NONE if value is None else f"{value:.2f}"


def _codes(bot: Bot) -> str:
    return ", ".join(f"{code} {n}" for code, n in bot.faults.items()) or "0"


def _strengths(summary: Summary) -> Iterator[Html]:
    yield element("h2", "Strengths")
    if any(bot.elo is not None for bot in summary.bots):
        yield _said("With 95 % intervals; an arrow is an end that is open.")
        yield chart(summary.bots)
    else:
        yield element("p", "Nobody is rated.")


def _matrix(summary: Summary) -> Iterator[Html]:
    bots = summary.bots
    if len(bots) < 2:
        return
    yield element("h2", "Who beats whom")
    head = [element("abbr", bot.rank, title=bot.name) for bot in bots]
    rows = [
        element("tr", _driver(bot, f"{bot.rank} "), *(_share(summary, bot.bot, other.bot) for other in bots))
        for bot in bots
    ]
    told = "In how many percent of the races of both the driver of the row stood before that of the column."
    yield _said(told)
    yield _table("Who beats whom", (_DRIVER, *head), rows, "matrix")


def _share(summary: Summary, a: int, b: int) -> Html:
    """A cell: blue above a half, orange below it, the deeper the further away."""
    won, lost = summary.beats[a][b], summary.beats[b][a]
    if a == b or not won + lost:
        return element("td", "" if a == b else _NONE)
    share = won / (won + lost)
    shade = round(abs(2 * share - 1) * SHADES)
    name = "won" if share > 0.5 else "lost"
    return element("td", f"{100 * share:.0f} %", class_=f"{name}{shade}" if shade else None)


def _times(summary: Summary, times: Sequence[Times | None]) -> Iterator[Html]:
    pairs = [(bot, took) for bot in summary.bots if times and (took := times[bot.bot]) is not None]
    if not pairs:
        return
    yield element("h2", "Times")
    rows = []
    for bot, took in pairs:
        cpu = _NONE if took.cpu is None else f"{took.cpu:.1f}"
        figures = (f"{ms:.2f}" for ms in (took.mean, took.p99, took.max))
        rows.append(element("tr", _driver(bot), *_cells(took.decisions, *figures, cpu)))
    told = "By the clock, for a decision; 99 % took p99 at most. CPU is a program's processor time, all races together."
    yield _said(told)
    yield _table("Times", _TIMES, rows)


def _faults(summary: Summary, bundle: Callable[[str], str]) -> Iterator[Html]:
    yield element("h2", "Faults")
    faulty = [bot for bot in summary.bots if bot.faults]
    if not faulty:
        yield element("p", "None.")
        return
    codes = sorted({code: None for bot in faulty for code in bot.faults})
    rows = [
        element("tr", _driver(bot), *_cells(bot.faulty, bot.stopped, *(bot.faults.get(code, 0) for code in codes)))
        for bot in faulty
    ]
    yield _table("Faults by code", (_DRIVER, "races with faults", "stopped in", *codes), rows)
    for bot in faulty:
        yield from _faults_of(bot, [blame for blame in summary.blames if blame.bot == bot.bot], bundle)


def _faults_of(bot: Bot, blames: Sequence[Blame], bundle: Callable[[str], str]) -> Iterator[Html]:
    """The first of a driver."""
    yield element("h3", _name(bot.name))
    if bot.out:
        yield element("p", f"Disqualified: {bot.out}.")
    shown = blames[:FAULTS_SHOWN]
    if len(shown) < len(blames):
        yield _said(f"The first {len(shown)} of {plural(len(blames), 'fault')}.")
    yield _table(f"Faults of {bot.name}", _FAULTS, [_fault(blame, bundle) for blame in shown])


def _fault(blame: Blame, bundle: Callable[[str], str]) -> Html:
    fault = blame.fault
    address = bundle(fault.bundle) if fault.bundle else ""
    link = element("a", fault.bundle, href=address) if address else _NONE
    code = f"{fault.code}, stopped" if fault.stopped else fault.code
    left = [element("td", value, class_="left") for value in (fault.step, code)]
    why = [element("td", fault.why, class_="words"), element("td", link, class_="left")]
    return element("tr", *_cells(blame.block, blame.rotation, fault.round), *left, *why)


def _rest(about: About) -> Iterator[Html]:
    """Where it all comes from."""
    if about.links:
        yield element("h2", "Files")
        yield block("ul", *(element("li", element("a", name, href=address)) for name, address in about.links))
    yield element("h2", "Again")
    yield element("p", "This command races the whole tournament again, in a new folder NEW:")
    yield element("pre", element("code", about.repeat))
