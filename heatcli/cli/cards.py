"""heat cards: the card designs."""

import click
import msgspec

from heatcli.cli.table import table
from heatcli.cli.tracks import asked
from heatcli.core.specs import Card
from heatcli.data.load import catalogue
from heatcli.errors import DataError
from heatcli.repl import words


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
        click.echo("\n".join(line for card in found for line in words.card(card.code, everything)))
    else:
        click.echo(table(("card", "name", "kind", "box", "speed", "symbols"), [_row(card) for card in found]))


def _row(card: Card) -> tuple[str, ...]:
    speed = "|".join(map(str, card.speeds)) or "-"
    symbols = ", ".join(f"{name} {n}" for name, n in card.symbols)
    return card.code, card.name, " ".join(filter(None, (card.pool, card.kind))), card.box, speed, symbols
