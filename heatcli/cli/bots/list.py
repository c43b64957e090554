"""heat bot list: the shipped bots."""

import click
import msgspec

from heatcli.arena.shelf import Shipped, bots
from heatcli.cli.table import table
from heatcli.data.load import shipped


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One object a line.")
def list(as_json: bool) -> None:
    """List the shipped bots: how to race them, and what they are.

    \b
    heat bot list
    heat bot list --json | jq -r .file
    """  # noqa: D301  # click's own \b
    found = bots()
    if as_json:
        for bot in found:
            row = {**bot._asdict(), "builtin": _driver(bot) or None, "file": str(bot.file)}
            click.echo(msgspec.json.encode(row).decode())
        return
    rows = [
        (bot.name, _driver(bot) or "-", bot.file.name, " ".join(option.name for option in bot.options) or "-", bot.what)
        for bot in found
    ]
    click.echo(table(("name", "driver", "file", "options", "what it is"), rows))
    click.echo(f"\nThe files are in {shipped('bots')}; each races as a program too.")


def _driver(bot: Shipped) -> str:
    return f"builtin:{bot.builtin}" if bot.builtin else ""
