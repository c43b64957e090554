"""A scene on a screen of any size: the map with the cars beside it, the strip, the hand, what happened, the choice."""

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Final

from heatcli.core.names import RACING
from heatcli.repl import panel
from heatcli.repl.board import board, fits
from heatcli.repl.road import ahead
from heatcli.repl.scene import Scene
from heatcli.repl.text import Fragment, Line, beside, fit, in_ascii

NARROW: Final = 76  # columns; with fewer there is no map
LOW: Final = 20  # lines, likewise
LOWEST: Final = 9  # of a map
STORY: Final = 8  # lines for what happened, where there is room for more


def screen(
    scene: Scene,
    width: int,
    height: int,
    ascii: bool = False,
    typed: Sequence[Line] = (),
    marks: Mapping[int, Fragment] | None = None,
    page: Sequence[str] = (),
) -> list[Line]:
    """So many lines. `typed` previews what is being typed, `marks` where it would land.

    A `page` is read in place of the map.
    """
    lines = [panel.header(scene, width)]
    below = [*strip(scene, width, ascii, marks), *panel.hand(scene, width)]
    if told := panel.speed(scene):
        below += [[("", piece)] for piece in wrap(told, width)[:2]]
    foot: list[Line] = [[("", text)] for text in panel.offers(scene, width)]
    foot = foot[: max(2, height // 3)]
    if page or scene.result:  # they take all the room there is
        below, foot = [], []
    room = max(0, height - len(lines) - len(below) - len(foot) - len(typed))
    if page:
        lines += _page(page, width, room)
    else:
        top, story = _top(scene, width, height, room, ascii)
        lines += top + below
        lines += _story(scene.story, width, story)
    above = max(0, height - len(foot) - len(typed))  # in a low window the choice and the answer stay
    blank: list[Line] = [[]]
    lines = [*[*lines, *blank * above][:above], *foot, *typed][-height:]
    if ascii:
        lines = [[(style, in_ascii(text)) for style, text in line] for line in lines]
    return [fit(line, width) for line in lines]


def strip(scene: Scene, width: int, ascii: bool, marks: Mapping[int, Fragment] | None = None) -> list[Line]:
    """The next spaces from where the own car is."""
    car = scene.own if scene.own.status == RACING else next(iter(scene.ranked()))
    at = max(car.distance, -3)
    track, finish = scene.spec.track, scene.course.finish
    return ahead(track, scene.limits, finish, at, panel.marked(scene), width, ascii, marks, scene.notes)


def _top(scene: Scene, width: int, height: int, room: int, ascii: bool) -> tuple[list[Line], int]:
    """The map and the cars, and how many lines are left for what happened."""
    cars = panel.cars(scene)
    if scene.result:
        return [[("", text)] for text in scene.result][:room], max(0, room - len(scene.result))
    wide = width - panel.CARS - 2
    if width >= NARROW and height >= LOW:
        least = max(min(len(cars), room), LOWEST, room * 3 // 5, room - STORY)
        for tall in range(least, room + 1):
            if fits(scene.spec.track, wide, tall):
                drawn = board(scene.spec.track, scene.limits, panel.marked(scene), wide, tall, ascii, scene.notes)
                return beside(drawn, _cut(cars, tall), wide), room - tall
    return _cut(cars, room), max(0, room - len(cars))


def _cut(cars: list[Line], room: int) -> list[Line]:
    """The heading gives way to the last car."""
    return cars[len(cars) - room == 1 :][:room]


def _story(story: Sequence[str], width: int, lines: int) -> list[Line]:
    """The last things that happened, as many as there is room for."""
    told = [piece for text in story for piece in wrap(text, width, subsequent_indent="  ")]
    return [[("class:story", text)] for text in told[-lines:]] if lines > 0 else []


def _page(page: Sequence[str], width: int, room: int) -> list[Line]:
    """Something to read; what does not fit is told to be left out."""
    told = [piece for text in page for piece in wrap(text, width, subsequent_indent="  ") or [""]]
    if len(told) > room:
        told = [*told[: room - 1], f"... {len(told) - room + 1} more lines: PgDn"]
    return [[("class:page", text)] for text in [*told, *[""] * (room - len(told))]]
