"""A tournament's folder as the commands read it."""

from pathlib import Path
from typing import NamedTuple

from heatcli.tournament.fold import Fold
from heatcli.tournament.folder import Folder, Wrong
from heatcli.tournament.plan import Ready, ready
from heatcli.tournament.summary import Summary, Times, summary, times


class Loaded(NamedTuple):
    """A folder, what is to be raced, what was raced, and what is wrong with it."""

    folder: Folder
    made: Ready
    fold: Fold
    wrong: list[Wrong]

    def summary(self) -> Summary:
        """The table by now."""
        return summed(self.made, self.fold)

    def times(self) -> list[Times | None]:
        """What the bots took."""
        return times(self.folder.times(), len(self.made.names))


def loaded(path: str) -> Loaded:
    """Raises HeatError where there is no tournament."""
    folder = Folder(Path(path))
    made = ready(folder.manifest(), str(folder.path / "manifest.toml"))
    fold, wrong = Fold(made.plan, made.sprt), list[Wrong]()
    for row in folder.rows(wrong.append):
        fold.add(row)
    return Loaded(folder, made, fold, wrong)


def summed(made: Ready, fold: Fold) -> Summary:
    """The table; who is not started anew between rotations is not rated."""
    rated = made.plan.format != "self-play" and not any(one.argv and one.restart == "off" for one in made.drivers)
    return summary(fold, made.names, made.seed, made.manifest.dq_rate, rated)
