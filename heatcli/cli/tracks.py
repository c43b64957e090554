"""heat tracks: the boards."""

import click
import msgspec

from heatcli.arena.story import plural
from heatcli.cli.strip import strip
from heatcli.cli.table import table
from heatcli.core.event_cards import LETTERS
from heatcli.core.track import Corner, Track
from heatcli.data.load import load_track, track_ids

HEAD = ("track", "name", "box", "spaces", "laps", "corners", "heat", "stress", "special")


def asked(context: click.Context, _: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """What a listing command is to show: its words, after the `show` that may stand before them."""
    if words == ("show",):
        raise click.UsageError(f"show needs a name, as in: heat {context.info_name} show NAME", context)
    return words[1:] if words[:1] == ("show",) else words


@click.command()
@click.argument("names", nargs=-1, metavar="[show] [TRACK]...", callback=asked)
@click.option("--json", "as_json", is_flag=True, help="One object a line, the track's whole data.")
def tracks(names: tuple[str, ...], as_json: bool) -> None:
    """List the tracks, or show some: their corners, and the board drawn as a strip.

    A TRACK is a name of the list, or the path of a .toml file of your own; the word show may be left out.

    \b
    heat tracks
    heat tracks italia
    heat tracks show japan ./my-track.toml
    heat tracks --json | jq -r 'select(.laps == 2).name'
    """  # noqa: D301  # click's own \b
    found = [load_track(name) for name in names or track_ids()]
    if as_json:
        for one in found:
            click.echo(msgspec.json.encode({**one._asdict(), "corners": [c._asdict() for c in one.corners]}))
    elif names:
        click.echo("\n\n".join(f"{_show(track)}\n\n{strip(track)}" for track in found))
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
    head = f"{track.name} ({track.id}, {track.box} box): {track.spaces} spaces, "
    head += f"{plural(track.laps, 'lap')}, {track.heat} Heat, {track.stress} Stress"
    rows = [
        (
            number,
            corner.at,
            corner.limit,
            corner.legend_line,
            corner.race_line,
            "".join(letter for letter, line in zip(LETTERS, track.press, strict=False) if line == number),
            _marks(track, corner),
        )
        for number, corner in enumerate(track.corners, 1)
    ]
    return (
        head
        + "\n\n"
        + table(("line", "at", "limit", "legend line", "race line", "press", "marks"), rows, right=(0, 1, 2, 3))
        + _spaces(track)
    )


def _marks(track: Track, corner: Corner) -> str:
    marks = []
    if corner.chicane_of is not None:
        marks.append(f"chicane with line {[c.at for c in track.corners].index(corner.chicane_of) + 1}")
    if corner.chevrons:
        double = f", {corner.double_chevrons} of them double" if corner.double_chevrons else ""
        marks.append(f"chevrons on the last {corner.chevrons}{double}")
    return "; ".join(marks)


def _spaces(track: Track) -> str:
    """The special spaces, a line a kind, runs as first-last."""
    lines = ""
    for kind in ("flooded", "tunnel", "gravel_both", "gravel_left", "gravel_right"):
        spaces = sorted(getattr(track, kind))
        firsts = [space for space in spaces if space - 1 not in spaces]
        lasts = [space for space in spaces if space + 1 not in spaces]
        runs = [f"{a}-{b}" if b > a else f"{a}" for a, b in zip(firsts, lasts, strict=True)]
        if runs:
            lines += f"\n{kind.replace('_', ' ')}: {', '.join(runs)}"
    return "\n" + lines if lines else ""
