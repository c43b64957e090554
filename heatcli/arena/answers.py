"""What a person types for a decision: the notation, and much that is as good as it."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from heatcli.arena.process import printable
from heatcli.core.specs import Catalogue
from heatcli.errors import NotationError
from heatcli.record.tokens import read_token, token, words_of

LONGEST: Final = 200
"""Characters of an answer; nothing that can be decided needs as many."""

SHOWN: Final = 60
NOTHING: Final = ("done", "ok", "go", "end", "no", "none", "skip", "0", "-")
"""Words for `pass`, where it is open."""


def chosen(answer: str, legal: Sequence[str], catalogue: Catalogue) -> str:
    """The legal token that is meant: by its number in the list (from 1), by its words, or by as many as tell it apart.

    Raises NotationError with what is wrong and what would be right.
    """
    if len(answer) > LONGEST:
        raise NotationError(f"a line of {len(answer)} characters: a decision is short, such as {legal[0]}")
    numbered = {str(number): listed for number, listed in enumerate(legal, 1)}
    if answer in numbered:
        return numbered[answer]
    if answer.lower() in NOTHING and (nothing := _nothing(legal)):
        return nothing
    if answer.isdecimal():
        raise NotationError(f"{answer[:20]} is not in the list, which ends at {len(legal)}")
    if gear_of(legal[0]) and re.match(r"[0-9]+[\s,:]", answer):
        answer = f"g{answer}"
    words = words_of(answer) or [answer]
    if not (gear_of(legal[0]) and re.fullmatch(r"g[0-9]+", words[0])):
        words = _whole(words, legal, catalogue)
        begun = [listed for listed in legal if listed.lower().split()[: len(words)] == words]
        if len(begun) == 1:
            return begun[0]
        if len(begun) > 1 and " ".join(words) not in [listed.lower() for listed in begun]:
            raise NotationError(f"`{' '.join(words)}`: which? {_some(begun)}")
    meant = token(read_token(" ".join(words), catalogue), catalogue)
    if meant not in legal:
        raise NotationError(f"{meant[:SHOWN]} {_reason(meant, legal)}")
    return meant


def gear_of(text: str) -> str:
    """The gear of a plan's token, such as `g2`; empty for others."""
    match = re.match(r"g\d+(?= )", text)
    return match[0] if match else ""


def menu(legal: Sequence[str], width: int) -> Iterator[str]:
    """The tokens with their numbers, in columns; plans by gear."""
    for gear, group in groupby(enumerate(legal, 1), lambda pair: gear_of(pair[1])):
        cells = [f"{number:3}: {text.removeprefix(gear).strip()}" for number, text in group]
        wide = max(map(len, cells)) + 1
        columns = max(1, (width - 3) // wide)
        for at in range(0, len(cells), columns):
            label = gear if at == 0 else ""
            yield f"{label:3}{''.join(cell.ljust(wide) for cell in cells[at : at + columns])}".rstrip()


def _nothing(legal: Sequence[str]) -> str:
    """The token that does nothing: `pass`, or a Salvage that fetches no card; empty if there is none."""
    if "pass" in legal:
        return "pass"
    empty = [listed for listed in legal if listed.startswith("salvage ") and len(listed.split()) == 2]
    return empty[0] if len(empty) == 1 else ""


def _whole(words: list[str], legal: Sequence[str], catalogue: Catalogue) -> list[str]:
    """The words with the verb that is meant; part of it will do where no other open one begins so.

    Cards alone are discarded, where that is open.
    """
    verbs = list(dict.fromkeys("g" if gear_of(listed) else listed.split()[0] for listed in legal))
    head = words[0]
    if head in verbs and head != "g":
        return words
    if "discard" in verbs and all(word.upper() in catalogue.ids for word in words):
        return ["discard", *words]
    meant = [verb for verb in verbs if verb.startswith(head) and verb != "g"]
    if len(meant) == 1:
        return [meant[0], *words[1:]]
    from difflib import get_close_matches  # most lines are right

    near = get_close_matches(head[:20], [verb for verb in verbs if verb != "g"], 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise NotationError(f"'{printable(head, 20)}' is not open to you now{hint or '; open: ' + _open(legal)}")


def _open(legal: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys("a gear with cards" if gear_of(listed) else listed.split()[0] for listed in legal))


def _some(tokens: Sequence[str]) -> str:
    return ", ".join(tokens[:4]) + (", ..." if len(tokens) > 4 else "")


def _reason(meant: str, legal: Sequence[str]) -> str:
    """Why a token that can be read is not in the list."""
    gear, cards = gear_of(f"{meant} "), meant.split()[1:]
    if meant.startswith("take"):
        return "is not in the market"
    if gear and gear not in [gear_of(listed) for listed in legal]:
        return f"is not open to you now: {gear} is out of reach"
    if gear and len(cards) != int(gear[1:]):
        return f"is not open to you now: {gear} takes {gear[1:]} cards, not {len(cards)}"
    return "is not open to you now" + (": you do not hold these cards" if cards else "")
