"""Tokens: how a decision is written (SPEC chapter N).

Readers take any case, any order of cards, commas; writers write one form.
"""

from collections.abc import Callable
from typing import Final

from heatcli.core.names import (
    ADRENALINE,
    BOOST,
    CONCEDE,
    COOL,
    DISCARD,
    FROM_ADRENALINE,
    FROM_GEAR,
    MULLIGAN,
    PASS,
    PLAN,
    SLIP,
    VALUE,
    VERBS,
    Action,
)
from heatcli.core.specs import Catalogue
from heatcli.errors import NotationError

SOURCES: Final = {FROM_GEAR: "gear", FROM_ADRENALINE: "adrenaline"}
_SOURCE_IDS: Final = {word: source for source, word in SOURCES.items()}
_ALONE: Final = (CONCEDE, PASS, MULLIGAN, ADRENALINE, BOOST)


def token(action: Action, catalogue: Catalogue) -> str:
    """The canonical token of an action."""
    verb, *args = action
    codes = catalogue.codes
    if verb == PLAN:
        return " ".join([f"g{args[0]}", *(codes[card] for card in args[1:])])
    if verb == VALUE:
        pairs = zip(args[::2], args[1::2], strict=True)
        return " ".join([VERBS[verb], *(f"{codes[card]}={number}" for card, number in pairs)])
    if verb == COOL:
        return f"{VERBS[verb]} {args[0]} {source(args[1], catalogue)}"
    if verb == DISCARD:
        return " ".join([VERBS[verb], *(codes[card] for card in args)])
    return " ".join([VERBS[verb], *map(str, args)])


def source(source_id: int, catalogue: Catalogue) -> str:
    """A source of Cooldown: `gear`, `adrenaline` or a card code."""
    return SOURCES.get(source_id) or catalogue.codes[source_id]


def read_token(text: str, catalogue: Catalogue) -> Action:
    """The action of a token, however it is written. Raises NotationError with what is wrong and what would be right."""
    words = text.lower().replace(",", " ").replace(":", " ").split()
    if not words:
        raise NotationError("empty token; a verb is right, such as `pass`")
    head, rest = words[0], words[1:]
    if head[0] == "g" and head[1:].isdigit():
        return (PLAN, _number(head[1:], "gear"), *_cards(rest, catalogue))
    if head not in VERBS[1:]:
        raise NotationError(f"{head!r} is no verb; there are g1 … g4, {', '.join(VERBS[1:])}")
    return _READERS[VERBS.index(head)](VERBS.index(head), rest, catalogue)


def _read_alone(verb: int, rest: list[str], catalogue: Catalogue) -> Action:
    if rest:
        raise NotationError(f"`{VERBS[verb]}` stands alone, not with {' '.join(rest)!r}")
    return (verb,)


def _read_value(verb: int, rest: list[str], catalogue: Catalogue) -> Action:
    pairs = []
    for word in rest:
        code, equals, number = word.partition("=")
        if not equals:
            raise NotationError(f"`value {word}`: card=number is right, such as `value U8=3`")
        pairs.append((_card(code, catalogue), _number(number, "number")))
    return (verb, *(part for pair in sorted(pairs) for part in pair))


def _read_cool(verb: int, rest: list[str], catalogue: Catalogue) -> Action:
    if len(rest) != 2:
        raise NotationError("`cool` takes a number and a source, such as `cool 2 gear`")
    source_id = _SOURCE_IDS.get(rest[1])
    return (verb, _number(rest[0], "number"), _card(rest[1], catalogue) if source_id is None else source_id)


def _read_slip(verb: int, rest: list[str], catalogue: Catalogue) -> Action:
    if len(rest) != 1:
        raise NotationError("`slip` takes a number of spaces, such as `slip 2`")
    return (verb, _number(rest[0], "number of spaces"))


def _read_discard(verb: int, rest: list[str], catalogue: Catalogue) -> Action:
    if not rest:
        raise NotationError("`discard` takes cards, such as `discard 1 1`; `pass` discards nothing")
    return (verb, *_cards(rest, catalogue))


_READERS: Final[dict[int, Callable[[int, list[str], Catalogue], Action]]] = {
    VALUE: _read_value,
    COOL: _read_cool,
    SLIP: _read_slip,
    DISCARD: _read_discard,
    **dict.fromkeys(_ALONE, _read_alone),
}


def read_cards(text: str, catalogue: Catalogue) -> list[int]:
    """Cards by code, in the order written."""
    return [_card(word, catalogue) for word in text.replace(",", " ").split()]


def _cards(words: list[str], catalogue: Catalogue) -> list[int]:
    return sorted(_card(word, catalogue) for word in words)


def _card(word: str, catalogue: Catalogue) -> int:
    card = catalogue.ids.get(word.upper())
    if card is None:
        raise NotationError(f"{word!r} is no card; codes are such as 0 … 5, S, H, U1, P1")
    return card


def _number(word: str, what: str) -> int:
    if not word.isdecimal() or len(word) > 3:
        raise NotationError(f"{word!r} is no {what}")
    return int(word)
