"""Races that are watched while they are run: here they go on as ever, and the screen lives beside them."""

import os
import signal
from collections.abc import Callable, Sequence
from threading import Thread
from types import TracebackType

from heatcli.arena.drivers import Driver
from heatcli.arena.referee import Fault, Outcome, Race, Terms, drive
from heatcli.core.specs import Spec
from heatcli.repl.film import Film, result
from heatcli.repl.places import Settings
from heatcli.repl.viewer import Viewer


class Live:
    """The screen is there from the first race on, and inside the `with` until the person leaves it.

    Races run in the thread they are called in, which is the one that hears signals, so that bots and records end as
    they do unwatched; only looking on has a thread of its own. Ctrl-C on the screen is sent on to the program as long
    as races are run.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._films: list[Film] = []
        self._viewer: Viewer | None = None
        self._thread = Thread(target=self._look_on, name="screen")
        self._running = True
        self._trouble: BaseException | None = None

    # --- a reel

    def __len__(self) -> int:
        return len(self._films)

    def film(self, number: int) -> Film | None:
        """As Reel has it."""
        return self._films[number]

    def newest(self, number: int) -> Film | None:
        """As Reel has it."""
        self._films[number].grow()
        return self._films[number]

    # --- the races

    def race(
        self,
        spec: Spec,
        seed: str,
        drivers: Sequence[Driver],
        terms: Terms,
        on_fault: Callable[[Fault], None],
        last: bool = True,
    ) -> Outcome:
        """One race to its end, as run_race does it."""
        race = Race(spec, seed, drivers, terms, lambda event: None, on_fault)
        self._films.append(film := Film(race.game))
        if self._viewer is None:
            self._viewer = Viewer(self, self._settings.pace, self._settings.ascii, playing=True, live=True)
            self._thread.start()
        outcome = drive(race, last)
        film.result = tuple(result(outcome))
        return outcome

    def __enter__(self) -> "Live":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running = False
        if self._viewer is None:
            return
        try:
            if error is None:
                self._thread.join()
        finally:
            self._viewer.close()
            self._thread.join()
        if self._trouble is not None and error is None:
            raise self._trouble

    def _look_on(self) -> None:
        assert self._viewer is not None
        try:
            self._viewer.run()
        except BaseException as error:  # told where the races are run
            self._trouble = error
        if self._viewer.interrupted and self._running:
            os.kill(os.getpid(), signal.SIGINT)
