"""The rules of one race as values: every option and every number an event card, a setup file or a test may overlay.

A step reads a field; nobody asks which option file or event card set it.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from heatcli.errors import SetupError


class Rules(NamedTuple):
    """Every rule that can differ between races (SPEC 14). None means: as the track prints it."""

    laps: int | None = None
    heat: int | None = None
    stress: int | None = None
    hand: int = 7
    max_rounds: int = 200
    cluttered_rule: str = "forced_only"
    reshuffle: str = "on_demand"
    mulligan: bool = False
    allow_concede: bool = False
    stop_when_humans_done: bool = False
    pro_legends: int = 0
    aggressive_legends: bool = True
    gear_cooldown: tuple[int, ...] = (3, 1, 0, 0)
    spin_out_stress: tuple[int, ...] = (1, 1, 2, 2)
    adrenaline_two_from: int = 5  # cars that started, from which the second last has adrenaline too
    slipstream_spaces: int = 2
    mode: str = "standard"
    garage: str = "off"
    garage_choice: str = "draft"
    weather: bool = False
    expansions: str = "none"
    reveal_gear_early: bool = False
    live_tv: str = "between"
    hold_tight_counts_reduce: bool = False
    legend_colours: str = "base_first"
    # What event cards set (SPEC 8.9); no options.
    sponsorships: int = 0  # into every hand at the start
    press: tuple[int, ...] = ()  # numbers of the press corners' lines
    press_sponsorships: int = 1
    press_below_limit: bool = False
    first_lap_sponsorships: int = 0
    speed_record: int = 0  # the Speed that earns a sponsorship; 0: none does
    passed_cars: int = 0  # how many earn a sponsorship
    lap_line: int = 0  # number of the line whose first cars in every lap earn one
    lap_line_first: int = 0
    spin_out_eliminates: bool = False
    slipstream_min_gear: int = 1
    discard_heat: bool = False
    discard_stress: bool = False
    max_discards: int = 99
    adrenaline: bool = True
    lap_removes_heat: int = 0
    stress_to_discard: bool = False
    tunes: tuple[tuple[int, int], ...] = ()  # choices before the race: Heat, Stress
    points: tuple[int, ...] = (9, 6, 4, 3, 2, 1)


EXPANSIONS: Final = ("heavy-rain", "tunnel-vision", "rocky-roads")


class Option(NamedTuple):
    """What values an option may take, the rule that asks for it, and what it does in a line."""

    allowed: range | tuple[str, ...] | tuple[bool, ...] | type[bool]
    rule: str
    help: str


OPTIONS: Final[Mapping[str, Option]] = {
    "laps": Option(range(1, 100), "R12.2", "laps of the race"),
    "heat": Option(range(21), "1.4", "Heat cards in every engine at the start"),
    "stress": Option(range(21), "1.3", "Stress cards in every deck at the start"),
    "hand": Option(range(1, 13), "1.6", "hand size"),
    "max_rounds": Option(range(1, 10_000), "4.7", "the race ends after this many rounds"),
    "cluttered_rule": Option(
        ("forced_only", "literal"), "R3.1", "when a hand may be cluttered: only if no gear can be served, or by choice"
    ),
    "reshuffle": Option(
        ("on_demand", "eager"), "R3.7", "when the discard pile is shuffled: a card is needed, or at once"
    ),
    "mulligan": Option(bool, "R1.4", "once, before round 1: pay 1 Heat for a new hand"),
    "allow_concede": Option(bool, "R4.3", "give up when planning, once a car has finished"),
    "stop_when_humans_done": Option(bool, "R4.2", "end when only Legends still race"),
    "pro_legends": Option(range(7), "5.16", "added to every helmet number"),
    "aggressive_legends": Option(bool, "R5.7", "Legends use the chevrons of the board"),
    "adrenaline_two_from": Option(range(1, 13), "3.4.1", "starters from which the second last car has adrenaline too"),
    "mode": Option(
        ("standard", "first_game", "beginner"), "12", "what may be chosen; a championship is raced by heat season"
    ),
    "garage": Option(("off", "basic", "advanced", "mixed"), "6.2", "upgrades, and from which pool"),
    "garage_choice": Option(
        ("draft", "random", "snake", "quick", "season", "given"),
        "6.6-6.9",
        "how upgrades are chosen; season: one a race; given: the seats bring them",
    ),
    "weather": Option(bool, "7", "a weather card, and a road token for each corner"),
    "expansions": Option(
        ("none", *("+".join(boxes) for n in (1, 2, 3) for boxes in combinations(EXPANSIONS, n))),
        "12.6",
        "boxes whose cards are in use besides the base box and the track's own",
    ),
    "reveal_gear_early": Option(bool, "R2.1", "gears are shown as soon as all have planned"),
    "live_tv": Option(("between",), "R8.3", "whom a car has passed; strictly_passed is reserved"),
    "hold_tight_counts_reduce": Option((False,), "R8.7", "reserved"),
    "legend_colours": Option(("base_first",), "R5.6", "which colours Legends take; any is reserved"),
    "slipstream_spaces": Option(range(1, 10), "3.6.3", "spaces of a slipstream without bonuses"),
}


def overlay(rules: Rules, changes: Mapping[str, object]) -> Rules:
    """The rules with some options changed. Raises SetupError naming the option and its allowed values."""
    for name, value in changes.items():
        option = OPTIONS.get(name)
        if option is None:
            raise SetupError(f"option {name}: unknown; there are {', '.join(OPTIONS)}")
        if isinstance(value, bool) and "off" in _words(option):  # `off` is a word of its own there
            value = "on" if value else "off"
            changes = {**changes, name: value}
        if not _fits(value, option):
            raise SetupError(f"option {name}: {value!r} is not {spelt(option)} ({option.rule})")
    return rules._replace(**changes)  # type: ignore[arg-type]  # the loop above has checked every type


def read_options(texts: Iterable[str]) -> dict[str, object]:
    """Options written NAME=VALUE, each once. Raises SetupError; `overlay` knows names and values."""
    options: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"option {text!r}: NAME=VALUE is right, such as hand=6")
        if name in options:
            raise SetupError(f"option {name}: given twice; once is right")
        options[name] = _value(value)
    return options


def write_options(rules: Rules) -> list[str]:
    """The options that differ from their defaults, as NAME=VALUE, in the order of the table."""
    default = Rules()
    changed = [name for name in OPTIONS if getattr(rules, name) != getattr(default, name)]
    return [f"{name}={str(getattr(rules, name)).lower()}" for name in changed]


def _value(text: str) -> object:
    if text in ("true", "on", "false", "off"):
        return text in ("true", "on")
    number = text.removeprefix("-")
    return int(text) if number.isascii() and number.isdecimal() and len(text) < 10 else text


def _words(option: Option) -> tuple[object, ...]:
    return option.allowed if isinstance(option.allowed, tuple) else ()


def _fits(value: object, option: Option) -> bool:
    if isinstance(option.allowed, type):
        return isinstance(value, bool)
    return type(value) is type(option.allowed[0]) and value in option.allowed  # neither 3.0 nor true is a number here


def spelt(option: Option) -> str:
    """The allowed values in words."""
    if isinstance(option.allowed, type):
        return "true or false"
    if isinstance(option.allowed, range):
        return f"a whole number from {option.allowed.start} to {option.allowed.stop - 1}"
    return " or ".join(str(value).lower() for value in option.allowed)
