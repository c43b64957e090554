"""heat cards: the card designs."""

from collections.abc import Iterator
from typing import Final

import click
import msgspec

from heatcli.arena.story import plural
from heatcli.cli.table import table
from heatcli.cli.tracks import asked
from heatcli.core.specs import Card
from heatcli.core.symbols import SYMBOLS
from heatcli.data.load import catalogue
from heatcli.errors import DataError

WORDS: Final = {
    "plus": "+ {times}: turn up the deck's next basic card and add its number",
    "heat": "Heat {n}: pay {n} Heat before React ends",
    "scrap": "Scrap {n}: {cards} from draw deck to discard pile before React ends",
    "cooldown": "Cooldown {n}: up to {n} Heat from hand to engine",
    "super_cool": "Super Cool {n}: up to {n} Heat from discard pile to engine",
    "reduce_stress": "Reduce Stress {n}: discard up to {n} Stress from hand",
    "salvage": "Salvage {n}: shuffle up to {cards} from discard pile into draw deck",
    "direct_play": "Direct Play: may be played from the hand in React",
    "accelerate": "Accelerate: may add 1 Speed and 1 space for each + used this turn",
    "draft": "Draft {n}: may move up to {spaces}, to just behind the next car",
    "adjust_limit": "Adjust speed limit {n:+} at every line crossed this turn",
    "slipstream": "Slipstream boost +{n}: a slipstream may go {spaces} further",
    "extra_slipstream": "Extra slipstream: may slipstream again, if beside or behind a car",
    "refresh": "Refresh: may go on top of the draw deck, not to the discard pile",
}
"""What each symbol of a card does, by its name in heatcli.core.symbols, which has the number of its rule."""

KINDS: Final = {
    "sponsorship": ("One use: played, it is removed in replenish, not discarded (3.5.20)",),
    "stress": ("May not be discarded in the discard step (3.8.1)",),
    "heat": ("Pays costs from the engine (0.2.11)", "In hand neither to be played (3.2.1) nor discarded (3.8.1)"),
}
"""What a card of a kind is, whatever its symbols."""

NAMES: Final = {"starting": "starting upgrade", "stress": "Stress", "heat": "starting upgrade and engine"}
"""What cards that are no upgrades are called, by kind, where the kind alone does not say it."""

SUPPLY: Final = {
    "basic": "{copies} a driver",
    "starting": "{copies} a driver",
    "stress": "as many as needed",
    "heat": "as many as needed",
}
"""How many there are of cards that are no upgrades, by kind."""

TIMES: Final = {1: "once", 2: "twice"}


@click.command()
@click.argument("codes", nargs=-1, metavar="[show] [CODE]...", callback=asked)
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def cards(codes: tuple[str, ...], as_json: bool) -> None:
    """List the cards, or say in words what some do.

    A CODE is 0 to 5, S, H, U1 to U66 (upgrades) or P1 to P11 (sponsorships); the word show may be left out.

    \b
    heat cards
    heat cards U27
    heat cards show 4 S P8
    heat cards --json | jq -c 'select(.symbols.cooldown)'
    """  # noqa: D301  # click's own \b
    everything = catalogue()
    known = {card.code: card for card in everything.cards if card is not None}
    for code in codes:
        if code.upper() not in known:
            raise DataError(f"card {code!r}: unknown; codes are 0 … 5, S, H, U1 … U66, P1 … P11")
    found = [known[code.upper()] for code in codes] or list(known.values())
    if as_json:
        for card in found:
            click.echo(msgspec.json.encode({**card._asdict(), "symbols": dict(card.symbols)}))
    elif codes:
        click.echo("\n".join(_words(card) for card in found))
    else:
        click.echo(table(("card", "name", "kind", "box", "speed", "symbols"), [_row(card) for card in found]))


def _row(card: Card) -> tuple[str, ...]:
    speed = "|".join(map(str, card.speeds)) or "-"
    symbols = ", ".join(f"{name} {n}" for name, n in card.symbols)
    return card.code, card.name, " ".join(filter(None, (card.pool, card.kind))), card.box, speed, symbols


def _words(card: Card) -> str:
    """A card in words: a line a sentence, the first with what the card is and its number."""
    kind = f"{card.pool} upgrade" if card.pool else NAMES.get(card.kind, card.kind)
    supply = "{copies}" if card.pool else SUPPLY.get(card.kind, "{copies}")
    supply = supply.format(copies="1 copy" if card.copies == 1 else f"{card.copies} copies")
    *others, last = map(str, card.speeds or ("",))
    number = f"Speed {', '.join(others)} or {last}" if others else f"Speed {last}" if last else "no number"
    head = f"{card.code:<3}  {card.name} ({kind}, {card.box} box, {supply}): {number}"
    return "\n     ".join(f"{sentence}." for sentence in (head, *_sentences(card)))


def _sentences(card: Card) -> Iterator[str]:
    """What the numbers to choose from, the kind and each symbol mean."""
    if len(card.speeds) > 1:
        yield "The number is chosen when all flips are known (3.3.2)"
    yield from KINDS.get(card.kind, ())
    for symbol, n in card.symbols:
        cards, spaces = (plural(n, what) for what in ("card", "space"))
        words = WORDS[symbol].format(n=n, cards=cards, spaces=spaces, times=TIMES.get(n, f"{n} times"))
        yield f"{words} ({SYMBOLS[symbol].rule})"
