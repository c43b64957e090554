"""heat tracks: the boards."""

import click
import msgspec

from heatcli.cli.table import table
from heatcli.core.track import Track
from heatcli.data.load import load_track, track_ids

HEAD = ("track", "name", "box", "spaces", "laps", "corners", "heat", "stress", "special")


@click.command()
@click.argument("track", required=False)
@click.option("--json", "as_json", is_flag=True, help="One object a line, the track's whole data.")
def tracks(track: str | None, as_json: bool) -> None:
    """List the tracks, or show one (by name, or a .toml file of your own).

    \b
    heat tracks
    heat tracks italia
    heat tracks ./my-track.toml
    """  # noqa: D301  # click's own \b
    found = [load_track(track)] if track else [load_track(name) for name in track_ids()]
    if as_json:
        for one in found:
            click.echo(msgspec.json.encode({**one._asdict(), "corners": [c._asdict() for c in one.corners]}))
    elif track:
        click.echo(_show(found[0]))
    else:
        rows = [(t.id, t.name, t.box, t.spaces, t.laps, len(t.corners), t.heat, t.stress, _special(t)) for t in found]
        click.echo(table(HEAD, rows, right=(3, 4, 5, 6, 7)))


def _special(track: Track) -> str:
    marks = {
        "chicane": any(corner.chicane_of is not None for corner in track.corners),
        "flooded": bool(track.flooded),
        "tunnel": bool(track.tunnel),
        "gravel": bool(track.gravel_both or track.gravel_left or track.gravel_right),
        "chevrons": any(corner.chevrons for corner in track.corners),
    }
    return " ".join(mark for mark, there in marks.items() if there)


def _show(track: Track) -> str:
    head = f"{track.name} ({track.id}, {track.box} box): {track.spaces} spaces, {track.laps} laps, "
    head += f"{track.heat} Heat, {track.stress} Stress"
    rows = [
        (
            number,
            corner.at,
            corner.limit,
            corner.legend_line,
            corner.race_line,
            "".join(letter for letter, line in zip("ABCDE", track.press, strict=False) if line == number),
            f"chicane with {corner.chicane_of}" if corner.chicane_of is not None else "",
        )
        for number, corner in enumerate(track.corners, 1)
    ]
    return (
        head
        + "\n\n"
        + table(("line", "at", "limit", "legend line", "race line", "press", ""), rows, right=(0, 1, 2, 3))
    )
