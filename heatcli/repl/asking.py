"""What is being typed: how it can go on, and what it would come to."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from heatcli.arena.answers import LONGEST, gear_of
from heatcli.errors import NotationError
from heatcli.record.tokens import token, words_of
from heatcli.repl.commands import ALIASES, COMMANDS
from heatcli.repl.session import Session
from heatcli.repl.text import Fragment

if TYPE_CHECKING:
    from heatcli.repl.preview import Preview


class Typed(NamedTuple):
    """The lines about what stands behind the prompt, and marks where the car would land, by distance."""

    lines: tuple[str, ...] = ()
    marks: Mapping[int, Fragment] = {}


def typed(session: Session, text: str) -> Typed:
    """What a line would come to; while it is no decision yet, how it can go on."""
    text = text.strip()
    tokens = session.tokens()
    if (
        not text
        or not tokens
        or len(text) > LONGEST
        or text.split()[0].lower() in (*COMMANDS, *ALIASES, "?")
        or text[0] == "?"
    ):
        return Typed()
    scene = session.scene()
    if scene.hidden:
        return Typed()
    try:
        action = session.meant(text)
    except NotationError as error:
        further = list(dict.fromkeys(next_words(tokens, f"{text} ")))
        if further:
            return Typed((f"then: {' '.join(further[:20])}",))
        return Typed((str(error)[:200],))
    from heatcli.repl.advice import told  # the first prompt does not wait for these
    from heatcli.repl.preview import preview

    said, found = token(action, scene.spec.catalogue), preview(scene.seen, action)
    lines = told(scene, found)
    return Typed((f"{said}: {lines[0]}", *lines[1:]) if lines else (said,), _marks(found))


def _marks(found: "Preview | None") -> dict[int, Fragment]:
    if found is None or found.open:
        return {}
    return {
        landing.distance: ("class:spin", "!") if landing.spins else ("class:land", "x") for _, landing in found.outcomes
    }


def words_for(session: Session, text: str) -> Iterator[tuple[str, str]]:
    """The words that can stand at the end of a line, each with what it is: decisions first, then commands."""
    tokens = [] if session.is_hidden else session.tokens()
    last = last_word(text)
    before = text[: len(text) - len(last)]
    words = dict.fromkeys(word for word in next_words(tokens, before) if word.lower().startswith(last.lower()))
    for word in words:
        yield word, ""
    if not before.strip():
        for name, command in COMMANDS.items():
            if name.startswith(last.lower()):
                yield name, command.says


def last_word(text: str) -> str:
    """The word that a line ends in the middle of; empty behind a blank."""
    return "" if not text or text[-1] in ",:" or text[-1].isspace() else text.split()[-1]


def next_words(tokens: Sequence[str], before: str) -> Iterator[str]:
    """The words that may follow what stands there, which ends with a blank; cards of a plan in any order."""
    typed_ = words_of(before)
    if typed_ and typed_[0].isdecimal() and tokens and gear_of(tokens[0]):
        typed_[0] = f"g{typed_[0]}"
    for text in tokens:
        words = text.split()
        head, rest = words[0], words[1:]
        if not typed_:
            yield head
        elif head.lower() == typed_[0]:
            yield from _following(rest, typed_[1:], any_order=bool(gear_of(text)) or head == "discard")


def _following(rest: Sequence[str], there: Sequence[str], any_order: bool) -> Iterator[str]:
    if not any_order:
        if [word.lower() for word in rest[: len(there)]] == list(there) and len(rest) > len(there):
            yield rest[len(there)]
        return
    left = list(rest)
    for word in there:
        match = next((card for card in left if card.lower() == word), None)
        if match is None:
            return
        left.remove(match)
    yield from left
