"""heat tracks: the boards."""

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from heatcli.arena.story import plural
from heatcli.cli.records import shown
from heatcli.cli.rows import write
from heatcli.cli.strip import strip
from heatcli.cli.table import table
from heatcli.core.event_cards import LETTERS
from heatcli.core.track import Corner, Track
from heatcli.data.load import load_track, track_ids
from heatcli.errors import DataError

HEAD = ("track", "name", "box", "spaces", "laps", "corners", "heat", "stress", "special")


def asked(context: click.Context, _: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """What a listing command is to show: its words, after the `show` that may stand before them."""
    if words == ("show",):
        raise click.UsageError(f"show needs a name, as in: heat {context.info_name} show NAME", context)
    return words[1:] if words[:1] == ("show",) else words


class WithWords(click.Command):
    """A command with some more behind a word of its own; no board may be called like one of them."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        word = WORDS.get(args[0]) if args else None
        if word is None:
            return super().make_context(info_name, args, parent, **extra)
        return word.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)


@click.command(cls=WithWords)
@click.argument("names", nargs=-1, metavar="[show] [TRACK]...", callback=asked)
@click.option("--json", "as_json", is_flag=True, help="One object a line, the track's whole data.")
def tracks(names: tuple[str, ...], as_json: bool) -> None:
    """List the tracks, or show some: their corners, and the board drawn as a strip.

    A TRACK is a name of the list, or the path of a .toml file of your own; the word show may be left out. The words
    check and import say what is wrong with a file, and make one of a circuit drawn elsewhere (see their --help).

    \b
    heat tracks
    heat tracks italia
    heat tracks show japan ./my-track.toml
    heat tracks --json | jq -r 'select(.laps == 2).name'
    heat tracks check my-track.toml
    heat tracks import Monza.heat -o monza.toml
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


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One object a file.")
def check(files: tuple[str, ...], as_json: bool) -> int:
    """Say all that keeps track files from racing, and what is odd about them.

    Exit code 1 if one of them cannot race; what is odd does not count.

    \b
    heat tracks check my-track.toml
    heat tracks check --json tracks/*.toml | jq -r 'select(.odd != []).file'
    """  # noqa: D301  # click's own \b
    from heatcli.data.boards import look_at

    bad = False
    for name in files:
        found = look_at(Path(name))
        bad = bad or bool(found.wrong)
        if as_json:
            write({"type": "board", "file": shown(name), "races": not found.wrong, **found._asdict()})
            continue
        _tell(shown(name), found.wrong, found.odd)
        click.echo(f"{shown(name)}: {_sum(found.wrong, found.odd)}")
    return 1 if bad else 0


@click.command("import")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="OUT.toml", help="Where the track file goes, instead of stdout.")
def import_(file: str, output: str | None) -> int:
    """Make a track file of a circuit drawn with the editor for Board Game Arena (JSON, .heat).

    What is missing or odd is named, with its place in the JSON, and filled in where it can be; a circuit that cannot
    race is not written, and the exit code is 1. A FILE may be - for stdin.

    \b
    heat tracks import Monza.heat -o monza.toml
    heat race ./monza.toml
    """  # noqa: D301  # click's own \b
    from heatcli.data.circuits import board_text, read_circuit

    found = read_circuit(_bytes(file), Path(file).stem)
    _tell(shown(file), found.wrong, found.odd, err=True)
    if found.wrong:
        click.echo(f"{shown(file)}: {_sum(found.wrong, found.odd)}", err=True)
        return 1
    text = board_text(found.board)
    if output is None:
        click.echo(text, nl=False)
        return 0
    try:
        Path(output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise DataError(f"{output}: {error.strerror}") from None
    return 0


WORDS: dict[str, click.Command] = {"check": check, "import": import_}


def _bytes(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise DataError(f"{name}: {error.strerror}") from None


def _tell(name: str, wrong: list[str], odd: list[str], err: bool = False) -> None:
    for line in (*wrong, *(f"odd: {why}" for why in odd)):
        click.echo(f"{name}: {line}", err=err)


def _sum(wrong: list[str], odd: list[str]) -> str:
    noted = f"{len(odd)} odd" if odd else ""
    if wrong:
        return ", ".join(filter(None, [f"cannot race: {plural(len(wrong), 'finding')}", noted]))
    return ", ".join(filter(None, ["races", noted]))


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
