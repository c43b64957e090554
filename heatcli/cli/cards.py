"""heat cards: the card designs."""

import click
import msgspec

from heatcli.cli.table import table
from heatcli.core.specs import Card
from heatcli.data.load import catalogue
from heatcli.errors import DataError


@click.command()
@click.argument("codes", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def cards(codes: tuple[str, ...], as_json: bool) -> None:
    """List the cards, or show some by code.

    \b
    heat cards
    heat cards 4 S U7
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
    else:
        click.echo(table(("card", "name", "kind", "box", "speed", "symbols"), [_row(card) for card in found]))


def _row(card: Card) -> tuple[str, ...]:
    speed = "|".join(map(str, card.speeds)) or "-"
    symbols = ", ".join(f"{name} {n}" for name, n in card.symbols)
    return card.code, card.name, " ".join(filter(None, (card.pool, card.kind))), card.box, speed, symbols
