"""Strengths as a picture: a dot a driver on one scale, a bar for its interval (SPEC T.7).

Places along the scale are percent of the picture's width, so that it fits a telephone and its text stays readable.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from heatcli.tournament.markup import Html, block, element
from heatcli.tournament.summary import Bot

ROW: Final = 44  # pixels of a driver: its name, its bar under it
FOOT: Final = 36
LEFT, RIGHT = 3.0, 97.0  # percent of the width that the scale has
NAME: Final = "72%"  # of the width that a name may take
LEAST: Final = 100.0  # points of strength that the scale has at least
TICKS: Final = 4  # about
_STEPS: Final = (1, 2, 5, 10)
_ARROW: Final = {-1: "M6 -5 L-3 0 L6 5 Z", 1: "M-6 -5 L3 0 L-6 5 Z"}


class Scale(NamedTuple):
    """Strengths from `low` to `high`."""

    low: float
    high: float

    def at(self, strength: float) -> str:
        """Where it is."""
        share = (strength - self.low) / (self.high - self.low)
        return f"{LEFT + (RIGHT - LEFT) * share:.2f}%"

    def ticks(self) -> list[int]:
        """Round numbers on it."""
        rough = (self.high - self.low) / TICKS
        ten = 10 ** math.floor(math.log10(rough))
        step = next(ten * n for n in _STEPS if ten * n >= rough)
        return [round(step * i) for i in range(math.ceil(self.low / step), math.floor(self.high / step) + 1)]


def signed(strength: float) -> str:
    """As it is written: whole, with its sign."""
    return f"{round(strength):+d}".replace("-", "−")


def chart(bots: Sequence[Bot]) -> Html:
    """The picture, as inline SVG; of who is not rated it says why."""
    scale, height = _scale(bots), ROW * len(bots) + FOOT
    end = ROW * len(bots) + 4
    return block(
        "svg",
        element("title", "Strengths of the drivers", id="chart-title"),
        element("desc", _told(bots), id="chart-told"),
        *_grid(scale, end),
        *(part for i, bot in enumerate(bots) for part in _row(bot, scale, ROW * i)),
        role="img",
        class_="chart",
        width="100%",
        height=height,
        aria_labelledby="chart-title",
        aria_describedby="chart-told",
    )


def _scale(bots: Sequence[Bot]) -> Scale:
    ends = [end for bot in bots for end in (bot.low, bot.elo, bot.high) if end is not None]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    margin = max(LEAST - (high - low), 0.12 * (high - low)) / 2
    return Scale(low - margin, high + margin)


def _told(bots: Sequence[Bot]) -> str:
    best = [f"{bot.name} {signed(bot.elo)}" for bot in bots if bot.elo is not None]
    said = "A dot a driver; the bar is its 95 % interval, an arrow an end that is open. The table has all numbers."
    return f"{said} From the strongest: {', '.join(best[:10])}{', …' if len(best) > 10 else ''}." if best else said


def _grid(scale: Scale, end: int) -> Iterator[Html]:
    for tick in scale.ticks():
        at = scale.at(tick)
        yield element("line", x1=at, x2=at, y1=0, y2=end, class_="zero" if tick == 0 else "grid")
        yield element("text", signed(tick) if tick else "0", x=at, y=end + 18, text_anchor="middle", class_="tick")


def _row(bot: Bot, scale: Scale, top: int) -> Iterator[Html]:
    """A name, and what is known of its strength."""
    name = element("text", f"{bot.rank} {bot.name}", x=0, y=16)
    yield element("svg", name, x=0, y=top, width=NAME, height=22)
    said = signed(bot.elo) if bot.elo is not None else why_not(bot)
    yield element("text", said, x="100%", y=top + 16, text_anchor="end", class_="value")
    middle = top + 31
    if bot.elo is None:
        yield element("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=middle, y2=middle, class_="none")
        return
    low = f"{LEFT}%" if bot.low is None else scale.at(bot.low)
    high = f"{RIGHT}%" if bot.high is None else scale.at(bot.high)
    yield element("line", x1=low, x2=high, y1=middle, y2=middle, class_="bar")
    yield _end(low, middle, -1 if bot.low is None else 0)
    yield _end(high, middle, 1 if bot.high is None else 0)
    yield element("circle", cx=scale.at(bot.elo), cy=middle, r=5, class_="dot")


def _end(at: str, y: int, arrow: int) -> Html:
    """The end of a bar: a stroke across it, or an arrow where it is open."""
    if not arrow:
        return element("line", x1=at, x2=at, y1=y - 5, y2=y + 5, class_="bar")
    return element("svg", element("path", d=_ARROW[arrow], class_="arrow"), x=at, y=y, overflow="visible")


def why_not(bot: Bot) -> str:
    """Why a driver has no strength."""
    return "disqualified" if bot.out else "no race" if not bot.races else "not rated"
