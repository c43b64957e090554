"""What is raced at a table: one race, or the next of a season."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from heatcli.arena.drivers import Driver
from heatcli.arena.referee import Terms
from heatcli.core.season import Season
from heatcli.core.specs import Spec
from heatcli.data.library import Library
from heatcli.record.game import Decision
from heatcli.record.header import Header
from heatcli.wire.messages import SeasonLine


class Course(NamedTuple):
    """What is raced: one race, or a season's next one. `drivers` are for the seats without a Legend, in seat order.

    `people` are the seats of those who sit here; `header` and `trail` are of a race that is gone on with, `past` the
    records of the season's earlier races.
    """

    spec: Spec
    seed: str
    drivers: Sequence[Driver]
    people: Sequence[int]
    terms: Terms = Terms()
    season: Season | None = None
    header: Header | None = None
    trail: Sequence[Decision] = ()
    past: str = ""
    season_seed: str = ""  # of all its races
    library: Library | None = None  # with boards and cards of one's own
    crew: Sequence[Driver] = ()  # all that were started, for races that are loaded
    mark: str = ""  # as Match has it
    other: bool = False  # it was loaded, and is not what was asked for at the start


def made_of(course: Course) -> str:
    """Tells boards and rules apart that bear the same names."""
    boards = [course.spec.track] if course.season is None else [leg.track for leg in course.season.legs]
    return blake2b(repr((boards, course.spec.base)).encode(), digest_size=8).hexdigest()


def race_of(course: Course, season: Season) -> Course:
    """The next race of a season."""
    spec = season.spec()
    base = course.season_seed or course.seed
    points = [score.points for score in sorted(season.standings())]
    line = SeasonLine(season.name, season.race + 1, len(season.legs), points)
    return course._replace(
        spec=spec,
        seed=f"{base}/{season.race}",
        season_seed=base,
        season=season,
        header=None,
        trail=(),
        mark="",
        terms=course.terms._replace(season=line),
    )
