"""The game in words, each with the number of its rule in SPEC: steps, tokens, symbols, cards, weather, event cards."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from heatcli.arena.story import plural
from heatcli.core.event_cards import EventCard
from heatcli.core.names import RETIRE, VERBS
from heatcli.core.specs import Card, Catalogue
from heatcli.core.symbols import SYMBOLS
from heatcli.core.weather import NO_COOLDOWN, NO_SLIPSTREAM, RoadToken, WeatherCard
from heatcli.data import load
from heatcli.repl.glossary import ALIASES, GENERAL
from heatcli.repl.lessons import INTRO as INTRO  # for those who ask here for all words
from heatcli.repl.lexicon import KINDS, NAMES, STEP_WORDS, SUPPLY, SYMBOL_WORDS, TIMES, VERB_WORDS

WIDTH: Final = 80
"""Columns of a line at most; every sentence of a shipped card has room on a line of its own."""
_LEAST: Final = 3  # letters of a word that is not written to its end
_PLAN: Final = re.compile(r"g\d+|\d[\s,:]")  # a plan, with or without its g
_GLUE: Final = "\0"  # a blank at which no line ends

Words = Callable[[Any], str]


def _more(n: int, what: str) -> str:
    counted = what if what in ("Heat", "Stress") else plural(abs(n), what).split()[1]
    return f"{abs(n)} {counted} {'more' if n > 0 else 'less'}"


def _sign(n: int) -> str:
    return f"{n:+}"


EFFECT_WORDS: Final[Mapping[str, Words]] = {
    "laps": lambda n: f"The race has {_more(n, 'lap')} (SPEC 8.9).",
    "heat": lambda n: f"Every engine begins with {_more(n, 'Heat')} (SPEC 8.9).",
    "stress": lambda n: f"Every deck begins with {_more(n, 'Stress')} (SPEC 8.9).",
    "hand": lambda n: f"The hand size is {n} (SPEC 8.9).",
    "points": lambda some: f"Points from the first place on: {', '.join(map(_sign, some))} (SPEC 8.9).",
    "first_lap_sponsorships": lambda n: f"The first {n} to complete lap 1 gain a sponsorship (SPEC R8.1).",
    "speed_record": lambda n: f"Speed {n} or more in a turn gains a sponsorship (SPEC R8.2)." if n else "",
    "passed_cars": lambda n: f"Passing {n} or more cars in a turn gains a sponsorship (SPEC R8.3)." if n else "",
    "press_sponsorships": lambda n: f"A press corner gives {plural(n, 'sponsorship')} (SPEC R8.5).",
    "press_below_limit": lambda on: "A press corner needs Speed below its limit (SPEC R8.8)." if on else "",
    "spin_out_eliminates": lambda on: "A spin out eliminates, with 0 points (SPEC R8.4, R4.4)." if on else "",
    "slipstream_min_gear": lambda n: f"A slipstream needs gear {n} or higher (SPEC 8.9).",
    "slipstream": lambda n: f"A slipstream is {_more(n, 'space')} (SPEC R8.10).",
    "discardable": lambda some: (
        f"In the discard step {' and '.join(kind.title() for kind in some)} may go too (SPEC R8.6)." if some else ""
    ),
    "max_discards": lambda n: f"The discard step takes at most {plural(n, 'card')} (SPEC R8.7).",
    "adrenaline": lambda on: "" if on else "Nobody has adrenaline (SPEC 3.4.7).",
    "lap_removes_heat": lambda n: f"Each lap completed takes {n} Heat out of the race (SPEC R8.9).",
    "stress_to_discard": lambda on: "All Stress begins in the discard pile (SPEC R8.11)." if on else "",
    "lap_line_sponsorships": lambda line: (
        f"In every lap the first {line['first']} across line {line['letter']} gain a sponsorship (SPEC R8.12)."
    ),
    "choice": lambda some: f"Choose {', or '.join(_tuned(**one) for one in some)} (SPEC R8.13).",
}
"""What each effect of an event card does, by its name in heatcli.core.event_cards."""


def _tuned(heat: int, stress: int) -> str:
    return f"{heat:+} Heat and {stress:+} Stress"


def step(name: str) -> list[str]:
    """What is decided in a step that asks, what to type and what it costs. Raises KeyError for any other step."""
    return list(STEP_WORDS[name])


def token(verb: str) -> str:
    """What a decision does, by its verb; `g3` is as good as `g`. Raises KeyError."""
    return VERB_WORDS["g" if _PLAN.fullmatch(verb) else verb]


def symbol(name: str) -> str:
    """What a symbol of a card does, whatever its count. Raises KeyError."""
    words = SYMBOL_WORDS[name].format(n="n", sign="+n or -n", cards="n cards", spaces="n spaces", times="n times")
    return f"{words} (SPEC {SYMBOLS[name].rule})."


def card(code: str, catalogue: Catalogue) -> list[str]:
    """A card: what it is and its number, then a line for what its kind and each symbol mean. Raises KeyError."""
    one = catalogue[catalogue.ids[code.upper()]]
    return wrapped((f"{sentence}." for sentence in (_head(one), *_sentences(one))), f"{one.code:<3}  ", " " * 5)


def _head(one: Card) -> str:
    kind = f"{one.pool} upgrade" if one.pool else NAMES.get(one.kind, one.kind)
    copies = "1 copy" if one.copies == 1 else f"{one.copies} copies"
    supply = copies if one.pool else SUPPLY.get(one.kind, "{copies}").format(copies=copies)
    *others, last = map(str, one.speeds or ("",))
    number = f"Speed {', '.join(others)} or {last}" if others else f"Speed {last}" if last else "no number"
    return f"{one.name} ({kind}, {one.box} box, {supply}): {number.replace(' ', _GLUE)}"


def _sentences(one: Card) -> Iterator[str]:
    """What the numbers to choose from, the kind and each symbol mean."""
    if len(one.speeds) > 1:
        yield "The number is chosen when all flips are known (3.3.2)"
    yield from KINDS.get(one.kind, ())
    for name, n in one.symbols:
        cards, spaces = (plural(n, what) for what in ("card", "space"))
        times = TIMES.get(n, f"{n} times")
        words = SYMBOL_WORDS[name].format(n=n, sign=f"{n:+}", cards=cards, spaces=spaces, times=times)
        yield f"{words} ({SYMBOLS[name].rule})"


def weather(name: str) -> list[str]:
    """A weather card: before the race, and where a Weather token lies. Raises KeyError."""
    one = {card.name: card for card in load.weather().cards}[name]
    return [*(f"{name.title()}: {words} (SPEC 7.3)." for words in _before(one)), *_in_sector(one)]


def _before(one: WeatherCard) -> Iterator[str]:
    if one.heat:
        yield f"every engine begins with {_more(one.heat, 'Heat')}"
    if one.stress:
        yield f"every deck begins with {_more(one.stress, 'Stress')}"
    if one.heat_to_deck:
        yield f"{one.heat_to_deck} Heat from the engine are shuffled into the draw deck"
    if one.heat_to_discard:
        yield f"{one.heat_to_discard} Heat from the engine go to the discard pile"


def _in_sector(one: WeatherCard) -> Iterator[str]:
    where = "In the sector of a Weather token"
    if one.forbids == NO_COOLDOWN:
        yield f"{where} there is no Cooldown (SPEC 3.5.22)."
    if one.forbids == NO_SLIPSTREAM:
        yield f"{where} no slipstream starts (SPEC 3.6.6)."
    if one.cooldown:
        yield f"{where} React has {one.cooldown} Cooldown more (SPEC 3.5.23)."
    if one.slipstream:
        yield f"{where} a slipstream may go {one.slipstream} more (SPEC 3.6.6)."


def road_token(name: str) -> str:
    """What a road token does, by its name in the data. Raises KeyError."""
    one = {token.name: token for token in load.weather().tokens}[name]
    return f"{name.replace('_', ' ').capitalize()} token: {'; '.join(_on_road(one))}."


def _on_road(one: RoadToken) -> Iterator[str]:
    if one.weather:
        yield "the weather card acts on this sector (SPEC 7.3)"
    if one.heat_when_over:
        yield f"Speed over the limit costs {one.heat_when_over} Heat more (SPEC 3.7.2)"
    if one.limit:
        yield f"the limit is {abs(one.limit)} {'higher' if one.limit > 0 else 'lower'} for everybody (SPEC 7.4)"
    if one.boost_free:
        yield "a boost in this sector costs no Heat (SPEC 3.5.25)"
    if one.slipstream:
        yield f"a slipstream from this sector may go {one.slipstream} more (SPEC 3.6.6)"


def event(one: EventCard) -> list[str]:
    """An event card: sponsorships, press corners, and a line for each effect."""
    start = plural(one.sponsorships, "sponsorship") if one.sponsorships else "no sponsorship"
    press = f"press corner{'s' * (len(one.press) > 1)} {' and '.join(one.press)}" if one.press else "no press corner"
    lines = (words for name, value in one.effects.items() if (words := EFFECT_WORDS[name](value)))
    return wrapped([f"{one.name} (SPEC 8.9):", f"At the start {start}; {press} (SPEC 8.7.5, 8.8.1).", *lines])


def topic(word: str, catalogue: Catalogue | None = None) -> list[str] | None:
    """All there is to say of a word, or of the code of a card; None for nothing.

    A word may be written in any way, in part if no other begins so, and a whole token stands for its verb.
    """
    cards = catalogue or load.catalogue()
    code = word.strip().upper()
    if code in cards.ids:
        return card(code, cards)
    index = _index()
    return next((list(index[key]) for key in _guesses(word, index) if key in index), None)


def topics() -> list[str]:
    """The words that `topic` knows: the general ones, then cards of weather, road and events; card codes are more."""
    names: dict[str, str] = {}
    for name, _ in _entries():
        names.setdefault(_key(name), name)
    return list(names.values())


def _guesses(word: str, index: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The keys of what may be meant, the likeliest first."""
    key = _key(word)
    yield from (ALIASES.get(key, key), f"{key}s", key.removesuffix("s"))
    begun = {lines: other for other, lines in index.items() if len(key) >= _LEAST and other.startswith(key)}
    if len(begun) == 1:
        yield from begun.values()
    if _PLAN.match(word.lower()):
        yield "g"
    yield from map(_key, word.split()[:1])


def _key(word: str) -> str:
    """A word without case, blanks, hyphens, underscores and marks; `limit-1` is not `limit+1`."""
    return re.sub(r"[^a-z0-9+-]|-(?!\d)", "", word.lower())


@cache
def _index() -> Mapping[str, tuple[str, ...]]:
    """The lines of every topic by its key; what has one name several times is told in turn."""
    named = [*_entries(), *((one.name, event(one)) for one in load.event_cards())]
    index: dict[str, tuple[str, ...]] = {}
    for name, lines in named:
        index[_key(name)] = tuple(dict.fromkeys([*index.get(_key(name), ()), *lines]))
    return index


def _entries() -> Iterator[tuple[str, Iterable[str]]]:
    yield from STEP_WORDS.items()
    yield from GENERAL.items()
    for name in SYMBOL_WORDS:
        verb = SYMBOLS[name].verb
        typed = [token(VERBS[verb])] if 0 <= verb < RETIRE else []
        yield name.replace("_", "-"), [symbol(name), *typed]
    yield from ((verb_name, [line]) for verb_name, line in VERB_WORDS.items())
    yield from ((one.name, weather(one.name)) for one in load.weather().cards)
    yield from ((one.name.replace("_", "-"), [road_token(one.name)]) for one in load.weather().tokens)
    yield from ((one.id, event(one)) for one in load.event_cards())


def wrapped(lines: Iterable[str], first: str = "", then: str = "") -> list[str]:
    """Lines of at most WIDTH columns; a citation is never torn. `first` stands before the first line, `then` others."""
    told: list[str] = []
    for line in lines:
        text = f"{then if told else first}{line}".replace("SPEC ", f"SPEC{_GLUE}")
        pieces = textwrap.wrap(text, WIDTH, subsequent_indent=f"{then}  ", break_on_hyphens=False)
        told += [piece.replace(_GLUE, " ") for piece in pieces]
    return told
