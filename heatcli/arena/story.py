"""Events told to a person: one line a car's turn, in short words."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, Final

FLIPS_SHOWN: Final = 8
_BY: Final = {"cards": "moves", "legend": "moves", "slip": "slipstream"}


def _if(true: object, text: str) -> str:
    return text if true else ""


def _cards(row: dict[str, Any]) -> str:
    return " ".join(row.get("cards", ()))


def _move(row: dict[str, Any]) -> str:
    blocked = _if(row["moved"] != row["asked"], f" of {row['asked']}")
    return f"{_BY.get(row['by'], row['by'])} {row['moved']}{blocked} to {row['distance']}"


def plural(n: int, what: str) -> str:
    """So many of what is counted."""
    return f"{n} {what}{'s' * (n != 1)}"


def _award(row: dict[str, Any]) -> str:
    told = f"{plural(row['n'], 'sponsorship')} ({row['why']})" + _if("cards" in row, f": {_cards(row)}")
    return _if(row["n"], told)


_PHRASES: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "reveal": lambda row: f"gear {row['gear']}, {_cards(row)}" + _if(row["paid"], f" (pays {row['paid']})"),
    "clutter": lambda row: "cluttered hand",
    "move": _move,
    "pay": lambda row: _if(row["why"] not in ("shift", "corner"), f"pays {row['n']} ({row['why']})"),
    "cool": lambda row: f"cools {row['n']} ({row['source']})",
    "took": lambda row: f"takes {row['card']}",
    "dropped": lambda row: f"puts {row['card']} away",
    "swapped": lambda row: f"swaps {row['own']} for {row['market']}",
    "tune": lambda row: f"tunes: {row['heat']:+} Heat, {row['stress']:+} Stress",
    "award": _award,
    "supercool": lambda row: f"super cools {row['n']} ({row['source']})",
    "reduce": lambda row: f"sheds {row['n']} Stress ({row['source']})",
    "salvage": lambda row: f"salvages {plural(row['n'], 'card')} ({row['source']})",
    "direct": lambda row: f"plays {row['card']}",
    "again": lambda row: f"cannot pay {' '.join(row['lost'])}, drives again",
    "refresh": lambda row: f"refreshes {row['card']}",
    "removed": lambda row: _if(row["from"] != "play", f"1 Heat leaves the game ({row['from']})"),
    "fault": lambda row: f"fault: {row['code']}",
    "corner": lambda row: _if(row["cost"], f"corner {row['line']} (limit {row['limit']}) costs {row['cost']}"),
    "spin": lambda row: f"spins out, pays {row['paid']}, back to {row['distance']}, {row['stress']} Stress",
    "return": lambda row: "takes a new hand",
    "draw": lambda row: _if("cards" in row, f"draws {_cards(row)}"),
    "discard": lambda row: _if("cards" in row, f"discards {_cards(row)}"),
    "finish": lambda row: f"place {row['place']}",
    "out": lambda row: f"out ({row['why']}), place {row['place']}",
}
"""What a car did, in short; empty for what nobody needs to know. All other events are left out."""


def turns(rows: Iterable[dict[str, Any]], name: Callable[[int], str]) -> Iterator[str]:
    """What each car did, in the order of the events; `name` says how a seat is called."""
    for seat, group in groupby(rows, lambda row: row.get("seat")):
        parts: list[str] = []
        for kind, same in groupby(group, lambda row: row["type"]):
            if kind in _TURNED_UP:
                parts.append(_turned_up(_TURNED_UP[kind], [row["card"] for row in same]))
            elif kind in _PHRASES:
                parts += [_PHRASES[kind](row) for row in same]
        told = [part for part in parts if part]
        if told and seat is not None:
            yield f"{name(seat)}: {'; '.join(told)}"


_TURNED_UP: Final = {"flip": "flips", "scrap": "scraps"}


def _turned_up(word: str, cards: list[str]) -> str:
    shown = cards if len(cards) <= FLIPS_SHOWN else [*cards[:FLIPS_SHOWN], "...", cards[-1]]
    return f"{word} {' '.join(shown)}"


def in_short(card: dict[str, Any]) -> str:
    """A card's number and symbols, of a card as the `race` message has it."""
    if not card["speed"] and not card["symbols"]:
        return "Heat"
    speed = "/".join(map(str, card["speed"])) or "no number"
    symbols = [f"{name.replace('_', ' ')}{_count(name, n)}" for name, n in card["symbols"].items()]
    return ", ".join([speed, *symbols])


def _count(name: str, n: int) -> str:
    if name == "adjust_limit":
        return f" {n:+}"
    return "" if name in ("direct_play", "refresh", "accelerate", "extra_slipstream") else f" {n}"
