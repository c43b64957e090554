"""Our boards as the circuit editor for Board Game Arena writes them."""

import math

from heatcli.core.track import Track

GRAVEL = ("gravel_both", "gravel_left", "gravel_right")


def circuit(track: Track, texts: bool = False, mirrored: bool = False, drawn: bool = True) -> dict:
    """A track as the editor's JSON; `texts`: numbers as it writes them, `mirrored`: the cells' ids run backwards."""
    start = track.race_line(track.spaces - 1)  # the side of lane 1
    number = str if texts else int
    count = track.spaces
    ids = {(space, lane): 2 * space + lane for space in range(count) for lane in (1, 2)}
    if mirrored:
        ids = {spot: 5000 - id_ for spot, id_ in ids.items()}
    ats = [corner.at for corner in track.corners]
    corners = []
    for corner in track.corners:
        entry = {
            "position": number(corner.at),
            "speed": number(corner.limit),
            "lane": number(1 if corner.race_line == start else 2),
            "legend": number(corner.legend_line),
            "x": 3,
            "y": 4,
            "tentX": 0,
        }
        if corner.chicane_of is not None:
            entry["chicane"] = ats.index(corner.chicane_of)
        if corner.chevrons:
            entry["aggressiveLegends"] = corner.chevrons
        if corner.double_chevrons:
            entry["doubleAggressiveLegends"] = corner.double_chevrons
        corners.append(entry)
    cells = {}
    for (space, lane), id_ in ids.items():
        cells[str(id_)] = {"lane": lane, "position": number(space + 1)}
        if drawn:
            x, y = spot(track, space, start if lane == 1 else {"left": "right", "right": "left"}[start])
            cells[str(id_)] |= {"x": x, "y": y, "a": 90}

    def listed(spaces, lanes=(1, 2)):
        return [number(ids[space, lane]) for space in spaces for lane in lanes]

    left, right = ((1,), (2,)) if start == "left" else ((2,), (1,))
    return {
        "id": track.id,
        "name": track.name,
        "jpgUrl": "https://example.org/a.jpg",
        "nbrLaps": number(track.laps),
        "stressCards": number(track.stress),
        "heatCards": number(track.heat),
        "startingCells": [ids[count - 1, 1], ids[count - 1, 2]],
        "podium": {"x": 0, "y": 0, "a": 0},
        "weatherCardPos": {"x": 1, "y": 2},
        "corners": corners,
        "floodedSpaces": listed(track.flooded),
        "tunnelsSpaces": listed(track.tunnel),
        "gravelSpaces": listed(track.gravel_both) + listed(track.gravel_left, left) + listed(track.gravel_right, right),
        "pressCornersPositions": [ats[line - 1] for line in dict.fromkeys(track.press)],
        "cells": cells,
    }


def spot(track: Track, space: int, side: str) -> tuple[float, float]:
    """Where a spot is drawn: beside the middle of its space."""
    (x0, y0), (x1, y1) = track.path[space - 1], track.path[(space + 1) % track.spaces]
    x, y = track.path[space]
    long = math.dist((x0, y0), (x1, y1))
    to_right = track.lane_offset if side == "right" else -track.lane_offset
    return x - (y1 - y0) / long * to_right, y + (x1 - x0) / long * to_right
