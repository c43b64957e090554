"""What stands in messages, as types: the board, the view, cards, Legends. Spelling builds it, schema shows it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NotRequired, TypedDict

from msgspec import Meta

SAFE: Final = (1 << 53) - 1
"""The largest whole number that every reader of JSON has exactly (SPEC W.7)."""

Count = Annotated[int, Meta(ge=0)]
Number = Annotated[int, Meta(ge=1)]
Gear = Annotated[int, Meta(ge=1, le=4)]
Spot = Annotated[int, Meta(ge=0, le=1)]
Seat = Annotated[int, Meta(ge=0, le=11)]
Whole = Annotated[int, Meta(ge=-SAFE, le=SAFE)]
"""What a bot may send as a number."""

Code = Annotated[str, Meta(pattern=r"^([0-9]|[A-Z][0-9]{0,3})$")]
"""A card: `0` to `5`, `S` Stress, `H` Heat, `U…` upgrades, `P…` sponsorships, or one of a user's own."""

Uses = Sequence[tuple[str, Count]]
"""What is open to use: [source, up to n] …; a source is a card, or `gear`, `adrenaline`, `weather`."""


def words(*known: str) -> Meta:
    """The words that this version says."""
    return Meta(extra_json_schema={"enum": list(known)})


Step = Annotated[str, words("garage", "drop", "swap", "tune", "mulligan", "plan", "value", "react", "slip", "discard")]
"""The steps that ask."""


class Corner(TypedDict):
    """A corner line; `chicane_of` is there with the second line of a chicane."""

    at: Number
    limit: Number
    race_line: Annotated[str, words("left", "right")]
    legend_line: Count
    chevrons: Count
    double_chevrons: Count
    chicane_of: NotRequired[int]


class Track(TypedDict):
    """The board as printed. Spaces count from 0, the first behind the finish line."""

    id: str
    name: str
    box: str
    spaces: Number
    laps: Number
    heat: Count
    stress: Count
    corners: Sequence[Corner]
    press: Sequence[int]
    flooded: Sequence[int]
    tunnel: Sequence[int]
    gravel_both: Sequence[int]
    gravel_left: Sequence[int]
    gravel_right: Sequence[int]


class Card(TypedDict):
    """What an upgrade or sponsorship does: its Speed (several: choose one) and its symbols with their counts."""

    speed: Sequence[int]
    symbols: Mapping[str, int]


class Legends(TypedDict):
    """The Legend deck: the cards, {row: [diamond, helmet]} each, and the row that a colour reads."""

    cards: Sequence[Mapping[str, tuple[int, int]]]
    rows: Mapping[str, str]


class LegendDeck(TypedDict):
    """The Legend card of the round, null until the first Legend drives, and those not turned up yet."""

    card: int | None
    left: Sequence[int]


class Sponsors(TypedDict):
    """Sponsorships: how many are to come, and those that are used up."""

    left: Count
    used: Sequence[Code]


class Car(TypedDict):
    """A car as everybody sees it; piles by their size, `cards` all that it owns."""

    seat: Seat
    distance: int
    spot: Spot
    gear: Gear
    engine: Count
    hand: Count
    deck: Count
    discard: Count
    cards: Mapping[str, int]
    known: Sequence[Code]
    top: Sequence[Code]
    played: Sequence[Code]
    state: Annotated[str, words("racing", "finished", "retired", "eliminated")]
    garage: NotRequired[Sequence[Code]]
    planned: NotRequired[Gear]
    place: NotRequired[Number]


Open = TypedDict(
    "Open",
    {
        "cool": Uses,
        "pay": NotRequired[Uses],
        "scrap": NotRequired[Uses],
        "supercool": NotRequired[Uses],
        "reduce": NotRequired[Uses],
        "salvage": NotRequired[Uses],
        "accelerate": NotRequired[Uses],
        "draft": NotRequired[Uses],
        "slip": NotRequired[Uses],
        "slip again": NotRequired[Uses],
        "refresh": NotRequired[Uses],
        "adrenaline": bool,
    },
)
Open.__doc__ = """What the turn under way has not used yet, by verb."""


class You(TypedDict):
    """What only this seat knows; `start` and `speed` are null outside its own turn."""

    hand: Sequence[Code]
    discard: Sequence[Code]
    start: int | None
    speed: int | None
    owed: Count
    open: Open
    boosted: bool
    plan: NotRequired[str]


class View(TypedDict):
    """All that a seat may know now. `weather`, `tokens` and `limits` are there with weather."""

    round: Count
    step: Step
    seat: Seat
    order: Sequence[Seat]
    turn: Seat | None
    legend: NotRequired[LegendDeck]
    weather: NotRequired[str]
    tokens: NotRequired[Sequence[str]]
    limits: NotRequired[Sequence[int]]
    market: NotRequired[Sequence[Code]]
    sponsors: NotRequired[Sponsors]
    cars: Sequence[Car]
    you: You
