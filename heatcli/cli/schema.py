"""heat schema: the JSON Schemas of the messages."""

import json

import click

from heatcli.wire import schema as schemas


@click.command()
@click.argument("name", required=False)
@click.option("--list", "as_list", is_flag=True, help="The names, one a line.")
def schema(name: str | None, as_list: bool) -> None:
    """Print the JSON Schemas of heat/1 and heat-engine/1: one document, or the schema of a NAME that stands alone.

    A message is called by its type, an event event:TYPE; what stands in them has names of its own, such as view.

    \b
    heat schema > heat-1.json
    heat schema request
    heat schema event:move
    heat schema --list
    """  # noqa: D301  # click's own \b
    if as_list:
        click.echo("\n".join(schemas.names()))
        return
    found = schemas.schema(name) if name is not None else schemas.document()
    click.echo(json.dumps(found, indent=2, ensure_ascii=False))
