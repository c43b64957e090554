"""One race with people in it: on, back, and on again.

What is taken back is driven anew from the start, so that state, events and record cannot come apart.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from heatcli.arena.drivers import Driver, Local, told
from heatcli.arena.players import Player, load
from heatcli.arena.referee import Fault, Outcome, Race, Terms, VoidError
from heatcli.core import flow
from heatcli.core.names import CONCEDE, Action
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.record.game import Decision
from heatcli.record.header import Header
from heatcli.record.tokens import token

RESIGNED = "first"
"""The built-in player that ends the turn of who has resigned."""

UNDONE = "undo"
"""Begins the comment of a record behind a decision that was taken in place of another."""


class Person:
    """Stands for somebody who is asked elsewhere."""

    wants: tuple[str, ...] = ()

    def race(self, message: dict[str, Any]) -> None:
        """It knows already."""

    def act(self, request: dict[str, Any]) -> str:
        """Ends a race that asks here: the session has the answers."""
        raise EOFError


class Match:
    """A race under way. `people` are the seats that are asked here; `drivers` has one for every seat without a Legend.

    `on_fault` hears what a bot does wrong. `trail` are the decisions that led here, of a record that is gone on with,
    and `mark` the one that a person had taken back there.
    """

    def __init__(
        self,
        spec: Spec,
        header: Header,
        drivers: Sequence[Driver],
        people: Iterable[int],
        terms: Terms,
        on_fault: Callable[[Fault], None],
        trail: Sequence[Decision] = (),
        mark: str = "",
    ) -> None:
        self.spec, self.header, self.people = spec, header, tuple(people)
        self.mark = mark  # the token of the decision that was taken back last, until another takes its place
        self._drivers, self._terms, self._on_fault = drivers, terms, on_fault
        self._undone: list[tuple[int, list[Decision]]] = []  # how many decisions were kept, and those behind them
        self._begin(trail)
        self._marks = [i for i, (seat, _, asked, *_) in enumerate(trail) if seat in self.people and asked]

    def _begin(self, trail: Sequence[Decision]) -> None:
        self.lines: list[str] = []
        terms = self._terms._replace(write=self.lines.append)
        seed = self.header.seed or ""
        self.race = Race(
            self.spec, seed, self._drivers, terms, lambda _: None, self._on_fault, header=self.header, trail=trail
        )
        self.outcome: Outcome | None = None
        self._handed: list[int] = []  # people's seats that a bot drives now
        self._rows: dict[int, list[dict[str, Any]]] = {}
        self.race.begin()
        if self._terms.on_fault == "abort" and any(self.race.stopped.values()):
            self.outcome = self.race.finish(last=True, why="aborted")
        for seat in self.state.leaving:
            if seat in self.people:
                self.hand_over(seat, RESIGNED, load(RESIGNED))

    @property
    def state(self) -> State:
        """The race as it is. Not to be changed."""
        return self.race.state

    @property
    def is_over(self) -> bool:
        """Nobody has to act any more."""
        return self.outcome is not None or not flow.to_act(self.state)

    def waiting(self) -> list[int]:
        """The people who have to choose now, in seat order."""
        if self.outcome is not None:
            return []
        return [seat for seat in sorted(flow.to_act(self.state)) if self._is_asked(seat)]

    def _is_asked(self, seat: int) -> bool:
        return seat in self.people and seat not in self._handed and len(flow.legal_actions(self.state, seat)) > 1

    def advance(self) -> bool:
        """One decision of all who are not asked here; False if there is none, so that people have to choose."""
        if self.outcome is not None:
            return False
        seats = [seat for seat in sorted(flow.to_act(self.state)) if not self._is_asked(seat)]
        if seats:
            if any(seat in self._handed for seat in seats):
                self._undone.clear()  # the race goes another way
            try:
                self.race.decide(seats)
            except VoidError:
                self.outcome = self.race.finish(last=True, why="aborted")
        elif self.is_over:
            self.outcome = self.race.finish(last=True)
        return bool(seats)

    def decide(self, seat: int, action: Action, retire: bool = False) -> None:
        """A legal choice of a person who waits for it; the last one, with `retire`."""
        before, self.mark = self.mark, ""
        self._undone.clear()
        self._marks.append(len(self.race.game.trail))
        self.race.game.decide(seat, action, retire=retire, note=f"{UNDONE}: {before}" if before else "")

    def resign(self, seat: int) -> None:
        """The car is taken off at the end of its turn, as R4.4 has it; a bot ends the turn."""
        legal = flow.legal_actions(self.state, seat)
        if (CONCEDE,) in legal:
            self.decide(seat, (CONCEDE,))
            return
        self.decide(seat, legal[0], retire=True)
        self.hand_over(seat, RESIGNED, load(RESIGNED))

    def hand_over(self, seat: int, name: str, bot: Player) -> None:
        """A bot drives a person's car until it is taken back, or a decision is undone."""
        self.race.introduce(seat, bot)
        self.race.drivers[seat] = Local(name, bot)
        self._handed.append(seat)

    def advice(self, seat: int, bot: Player) -> tuple[str, dict[str, float]]:
        """What a bot would do in place of who is asked, and how it weighs the choices if it tells."""
        self.race.introduce(seat, bot)
        legal = flow.legal_actions(self.state, seat)
        asked = told(self.race.briefing.request(self.state, seat, legal, bot.wants, encoded=False))
        weighed = getattr(bot, "weighed", None)
        best = bot.act(asked)
        return best, weighed(asked) if weighed is not None else {}

    def take_back(self) -> None:
        """The people drive again, but for those that have resigned."""
        self._handed = [seat for seat in self._handed if seat in self.state.leaving]

    @property
    def is_handed(self) -> bool:
        """A bot drives for somebody who may take the car back."""
        return any(seat not in self.state.leaving and not self.state.cars[seat].place for seat in self._handed)

    def undo(self, n: int = 1) -> int:
        """Back to before the last n decisions of people; how many of them there were."""
        back = min(n, len(self._marks))
        if back:
            trail, undone = self.race.game.trail, self._undone
            for _ in range(back):
                kept = self._marks.pop()
                trail, undone = trail[:kept], [*undone, (kept, trail[kept:])]
            self._begin(trail)
            self._undone = undone
            self.mark = token(undone[-1][1][0][1], self.spec.catalogue)
        return back

    def redo(self, n: int = 1) -> int:
        """What was taken back last, n times, again, and all that followed it; how many times it could be."""
        again = min(n, len(self._undone))
        if again:
            trail, undone = self.race.game.trail, self._undone
            for _ in range(again):
                kept, behind = undone[-1]
                self._marks.append(kept)
                trail, undone = [*trail[:kept], *behind], undone[:-1]
            self._begin(trail)
            self._undone = undone
            self.mark = token(undone[-1][1][0][1], self.spec.catalogue) if undone else ""
        return again

    def rows(self, seat: int) -> list[dict[str, Any]]:
        """All events so far, as the seat sees them; to no seat (EVERYBODY) what all see."""
        rows = self._rows.setdefault(seat, [])
        spell = self.race.briefing.spelling.event
        rows += [spell(event, seat) for event in self.race.log[len(rows) :]]
        return rows

    def record(self) -> str:
        """The record so far, with its result if the race is over."""
        return "".join(f"{line}\n" for line in [*self.lines, *(() if self.outcome else self.race.game.pending())])
