"""How a race and a season ended, in tables: names, places, points, and why a car is not at home."""

from collections.abc import Sequence

from heatcli.arena.referee import Outcome
from heatcli.arena.story import plural
from heatcli.core.season import Season
from heatcli.core.specs import Spec


def race(spec: Spec, outcome: Outcome, you: int = -1) -> list[str]:
    """One line a car, first place first; `you` is the seat of who reads it."""
    lines = [f"{spec.track.name}, {plural(spec.laps, 'lap')}, {plural(outcome.rounds, 'round')}: the flag is down."]
    spaces = spec.track.spaces
    for one in outcome.standings:
        lap = f"lap {min(spec.laps, max(0, one.distance) // spaces + 1)}"
        how = "finished" if one.why == "finished" else f"{one.why}, {lap} of {spec.laps}"
        points = f", {plural(one.points, 'point')}" if spec.season else ""
        place = f"{one.place:2}" if one.place else " -"
        name = "you" if one.seat == you else "Legend" if spec.seats[one.seat].legend else one.name
        lines.append(f"{place}  {name} ({one.colour}): {how} in round {one.round}{points}")
    return lines


def season(championship: Season, names: Sequence[str], you: int = -1) -> list[str]:
    """The points, all and by race; `you` is the seat of who reads it."""
    raced = ", ".join(leg.track.id for leg in championship.legs[: championship.race])
    lines = [f"season {championship.name} after race {championship.race} of {len(championship.legs)} ({raced})"]
    for place, score in enumerate(championship.standings(), 1):
        by_race = " + ".join(map(str, score.by_race))
        car = championship.seats[score.seat]
        called = "you" if score.seat == you else "Legend" if car.legend else names[score.seat]
        name = f"{called} ({car.colour})"
        lines.append(f"{place:2}  {name:24} {score.points:3} = {by_race}")
    return lines
