"""Tokens: how a decision is written (SPEC chapter N).

Readers take any case, any order of cards, commas; writers write one form.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from heatcli.core.names import (
    ACCELERATE,
    ADRENALINE,
    BOOST,
    CANNOT_PAY,
    CONCEDE,
    COOL,
    DIRECT,
    DISCARD,
    DRAFT,
    DROP,
    FROM_ADRENALINE,
    FROM_GEAR,
    FROM_WEATHER,
    MULLIGAN,
    PASS,
    PAY,
    PLAN,
    REDUCE,
    REFRESH,
    RETIRE,
    SALVAGE,
    SCRAP,
    SLIP,
    SUPERCOOL,
    SWAP,
    TAKE,
    TUNE,
    VALUE,
    VERBS,
    Action,
)
from heatcli.core.specs import Catalogue
from heatcli.errors import NotationError

SOURCES: Final = {FROM_GEAR: "gear", FROM_ADRENALINE: "adrenaline", FROM_WEATHER: "weather"}
_SOURCE_IDS: Final = {word: source for source, word in SOURCES.items()}
_SIGNS: Final = ("+", "-")  # of `tune`, by the number that stands in the action
_BIGGEST: Final = 3  # digits of a number


def token(action: Action, catalogue: Catalogue) -> str:
    """The canonical token of an action."""
    verb, *args = action
    shape = SHAPES[verb]
    head = f"g{args.pop(0)}" if verb == PLAN else VERBS[verb]
    return " ".join([head, *shape.write(args, catalogue)])


def source(source_id: int, catalogue: Catalogue) -> str:
    """A source of Cooldown: `gear`, `adrenaline`, `weather` or a card code."""
    return SOURCES.get(source_id) or catalogue.codes[source_id]


def read_token(text: str, catalogue: Catalogue) -> Action:
    """The action of a token, however it is written. Raises NotationError with what is wrong and what would be right."""
    words = words_of(text)
    if not words:
        raise NotationError("empty token; a verb is right, such as `pass`")
    head, rest = words[0], words[1:]
    if head[0] == "g" and head[1:].isdecimal() and head.isascii():
        return (PLAN, _number(head[1:], "gear"), *_cards(rest, catalogue))
    if head not in VERBS[1:]:
        raise NotationError(f"{head!r} is no verb; there are g1 … g4, {', '.join(VERBS[1:RETIRE])}")
    verb = VERBS.index(head)
    shape = SHAPES[verb]
    if not shape.fewest <= len(rest) <= shape.most:
        wrong = f", not with {' '.join(rest)!r}" if rest else ""
        raise NotationError(f"`{head}` {shape.says}{wrong}")
    return (verb, *shape.read(rest, catalogue))


def words_of(text: str) -> list[str]:
    """The words of a token as they are read: any case, with commas and colons for blanks."""
    return text.lower().replace(",", " ").replace(":", " ").split()


def read_cards(text: str, catalogue: Catalogue) -> list[int]:
    """Cards by code, in the order written."""
    return [_card(word, catalogue) for word in text.replace(",", " ").split()]


class Shape(NamedTuple):
    """What follows a verb: how many words, what to say if there are not as many, how they are written and read."""

    fewest: int
    most: int
    says: str
    write: Callable[[list[int], Catalogue], list[str]]
    read: Callable[[list[str], Catalogue], list[int]]


def _codes(args: list[int], catalogue: Catalogue) -> list[str]:
    return [catalogue.codes[card] for card in args]


def _in_order(words: list[str], catalogue: Catalogue) -> list[int]:
    return [_card(word, catalogue) for word in words]


def _cards(words: list[str], catalogue: Catalogue) -> list[int]:
    return sorted(_in_order(words, catalogue))


def _write_pairs(args: list[int], catalogue: Catalogue) -> list[str]:
    pairs = zip(args[::2], args[1::2], strict=True)
    return [f"{catalogue.codes[card]}={number}" for card, number in pairs]


def _read_pairs(words: list[str], catalogue: Catalogue) -> list[int]:
    pairs = []
    for word in words:
        code, equals, number = word.partition("=")
        if not equals:
            raise NotationError(f"`value {word}`: card=number is right, such as `value U8=3`")
        pairs.append((_card(code, catalogue), _number(number, "number")))
    return [part for pair in sorted(pairs) for part in pair]


def _write_count(args: list[int], catalogue: Catalogue) -> list[str]:
    return [str(args[0]), *(source(source_id, catalogue) for source_id in args[1:])]


def _read_count(words: list[str], catalogue: Catalogue) -> list[int]:
    return [_number(words[0], "number"), *_in_order(words[1:], catalogue)]


def _read_cool(words: list[str], catalogue: Catalogue) -> list[int]:
    source_id = _SOURCE_IDS.get(words[1])
    return [_number(words[0], "number"), _card(words[1], catalogue) if source_id is None else source_id]


def _read_salvage(words: list[str], catalogue: Catalogue) -> list[int]:
    return [_card(words[0], catalogue), *_cards(words[1:], catalogue)]


def _write_sign(args: list[int], catalogue: Catalogue) -> list[str]:
    return [_SIGNS[args[0]]]


def _read_sign(words: list[str], catalogue: Catalogue) -> list[int]:
    if words[0] not in _SIGNS:
        raise NotationError(f"`tune {words[0]}`: `tune +` or `tune -` is right")
    return [_SIGNS.index(words[0])]


_MANY: Final = 99


def _one_card(example: str) -> Shape:
    return Shape(1, 1, f"takes one card, such as `{example}`", _codes, _in_order)


def _some_cards(fewest: int, says: str) -> Shape:
    return Shape(fewest, _MANY, says, _codes, _cards)


_ALONE: Final = Shape(0, 0, "stands alone", _codes, _cards)

SHAPES: Final[dict[int, Shape]] = {
    PLAN: _some_cards(0, "takes a gear and its cards, such as `g2 4 S`"),
    **dict.fromkeys((CONCEDE, PASS, MULLIGAN, ADRENALINE, BOOST, RETIRE), _ALONE),
    VALUE: Shape(1, _MANY, "takes card=number, such as `value U8=3`", _write_pairs, _read_pairs),
    TAKE: _one_card("take U7"),
    PAY: _one_card("pay U43"),
    SCRAP: _one_card("scrap U24"),
    TUNE: Shape(1, 1, "takes a sign: `tune +` or `tune -`", _write_sign, _read_sign),
    SWAP: Shape(2, 2, "takes your card and the market's, such as `swap U7 U22`", _codes, _in_order),
    DROP: _one_card("drop U7"),
    COOL: Shape(2, 2, "takes a number and a source, such as `cool 2 gear`", _write_count, _read_cool),
    SUPERCOOL: Shape(2, 2, "takes a number and a card, such as `supercool 1 U49`", _write_count, _read_count),
    CANNOT_PAY: _some_cards(0, "takes the cards that are paid, such as `cannot-pay U43`"),
    REDUCE: Shape(2, 2, "takes a number and a card, such as `reduce 2 U4`", _write_count, _read_count),
    SALVAGE: Shape(1, _MANY, "takes a card, then the cards it fetches: `salvage U22 4 H`", _codes, _read_salvage),
    DIRECT: _one_card("direct U26"),
    ACCELERATE: _one_card("accelerate U47"),
    DRAFT: _some_cards(1, "takes the cards used together, such as `draft U57 U58`"),
    SLIP: Shape(1, 1, "takes a number of spaces, such as `slip 2`", _write_count, _read_count),
    DISCARD: _some_cards(1, "takes cards, such as `discard 1 1`; `pass` discards nothing"),
    REFRESH: _one_card("refresh U34"),
}
"""By verb; a plan's gear is part of its head."""


def _card(word: str, catalogue: Catalogue) -> int:
    card = catalogue.ids.get(word.upper())
    if card is None:
        raise NotationError(f"{word!r} is no card; codes are such as 0 … 5, S, H, U1, P1")
    return card


def _number(word: str, what: str) -> int:
    if not (word.isascii() and word.isdecimal()) or len(word) > _BIGGEST:
        raise NotationError(f"{word!r} is no {what}")
    return int(word)
