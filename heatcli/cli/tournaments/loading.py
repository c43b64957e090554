"""A tournament's folder as the commands read it."""

import shlex
from pathlib import Path
from typing import NamedTuple

from heatcli.arena.story import plural
from heatcli.tournament import schedule
from heatcli.tournament.fold import Fold
from heatcli.tournament.folder import RESULTS, Folder, Wrong
from heatcli.tournament.plan import Ready, ready, table
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

    @property
    def over(self) -> bool:
        """Nothing is left to be raced."""
        done = len(self.fold.blocks) + len(self.fold.void)
        return self.fold.decided or done >= schedule.planned(self.made.plan)

    def lacks(self) -> list[str]:
        """What the table does not have: races that are left, lines that cannot be read."""
        path, runner = self.folder.path, self.folder.runner()
        whole = f"{len(self.fold.blocks)} of {schedule.planned(self.made.plan)} blocks are whole"
        said = []
        if runner is not None:
            said.append(f"run by process {runner}, {whole}")
        elif not self.over:
            said.append(f"{whole}; {shlex.join(['heat', 'tournament', 'run', str(path)])} goes on")
        if lost := [wrong for wrong in self.wrong if not wrong.text.startswith("torn")]:
            check = shlex.join(["heat", "tournament", "check", str(path)])
            said.append(f"{plural(len(lost), 'line')} of {RESULTS} left out; {check} says why")
        return said


def loaded(path: str, to_race: bool = True) -> Loaded:
    """Raises HeatError where there is no tournament; one to be raced needs its boards as they were."""
    folder = Folder(Path(path))
    make = ready if to_race else table
    made = make(folder.manifest(), str(folder.path / "manifest.toml"))
    fold, wrong = Fold(made.plan, made.sprt), list[Wrong]()
    for row in folder.rows(wrong.append, len(made.names)):
        fold.add(row)
    return Loaded(folder, made, fold, wrong)


def summed(made: Ready, fold: Fold) -> Summary:
    """The table; who is not started anew between rotations is not rated."""
    rated = made.plan.format != "self-play" and not any(one.argv and one.restart == "off" for one in made.drivers)
    return summary(fold, made.names, made.seed, made.manifest.dq_rate, rated)
