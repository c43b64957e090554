"""A race as a list of moments: the start, each round's plans, the end of each car's turn, how it ended.

A film drives the race of a Game once more, as far as that has come, keeps a clone where each round begins, and drives
one round again for the moments between: it knows nothing but decisions, and can grow while the race goes on.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from heatcli.arena.briefing import speller
from heatcli.arena.referee import Outcome
from heatcli.arena.story import turns
from heatcli.core import flow
from heatcli.core.chance import Chance
from heatcli.core.names import AT_PLAN, CONCEDE, PLAN
from heatcli.core.state import State
from heatcli.core.view import view
from heatcli.record.game import ENDS, Decision, Game, is_set_up
from heatcli.record.piles import Piles
from heatcli.record.tokens import token
from heatcli.repl import results
from heatcli.repl.scene import Scene, placed

START, PLANS, TURN, NOW, END = "start", "plans", "turn", "now", "end"
NOBODY: Final = -1
ROUNDS_KEPT: Final = 2
"""Rounds whose states are at hand: to step over a round's end and back costs nothing."""


class Moment(NamedTuple):
    """One picture. `round` is 0 at the start; `told` counts the events up to it, `decided` the decisions.

    `kind`: `start`; `plans` are about to be made; the `turn` of `seat` is over; `now`, in the middle of something,
    where the decisions end; `end`.
    """

    kind: str
    round: int
    seat: int
    told: int
    decided: int


class _Block(NamedTuple):
    """Where a round begins: its first moment, and the race then."""

    first: int
    decided: int
    state: State


class Film:
    """See the module. `result` are the lines of the end; `guessed` as Replay has it."""

    def __init__(self, game: Game, result: Sequence[str] = (), guessed: bool = False) -> None:
        self.result, self.guessed = tuple(result), guessed
        self.spec, self._trail = game.spec, game.trail
        chance = Piles(game.chance.given) if isinstance(game.chance, Piles) else Chance(game.header.seed or "")
        self._game = Game(game.spec, game.header, chance)
        self._game.state.watch = self._turned
        self._spell = speller(game.spec).event
        self.colours = [seat.colour for seat in game.spec.seats]
        self._states: dict[int, list[State]] = {}  # by block
        self._blocks = [_Block(0, 0, self._game.state.clone())]
        self._past = [Moment(START, 0, NOBODY, len(self._game.log), 0)]
        self._last: Moment | None = None
        self.grow()

    # --- the moments

    def __len__(self) -> int:
        return len(self._past) + (self._last is not None)

    def __getitem__(self, at: int) -> Moment:
        """A moment by its number, from 0."""
        if at == len(self._past) and self._last is not None:
            return self._last
        return self._past[at]

    @property
    def rounds(self) -> int:
        """The number of the last round."""
        return self[len(self) - 1].round

    @property
    def is_over(self) -> bool:
        """It has an end: there is no more to come."""
        return self[len(self) - 1].kind == END

    def grow(self) -> bool:
        """Take in what was decided since; False if that is nothing."""
        game, before = self._game, (len(self), self._last)
        for decision in self._trail[len(game.trail) :]:
            self._plans()
            game.decide(*decision)
        self._plans()
        self._last = self._now()
        if grown := before != (len(self), self._last):
            self._states.pop(len(self._blocks) - 1, None)
        return grown

    def first_of(self, round_: int) -> int:
        """The number of the first moment of a round, or of the next there is; of the last moment if there is none."""
        return min(bisect_left(self._past, round_, key=lambda moment: moment.round), len(self) - 1)

    def driving(self, at: int) -> int:
        """The seat whose turn a moment is of; of one that is nobody's, the first car's."""
        if self[at].seat != NOBODY:
            return self[at].seat
        state = self._state(at)
        if state.at >= 0:
            return state.order[state.at]
        return state.order[0] if state.order else 0

    def _plans(self) -> None:
        """A round begins if the next decision is its first plan."""
        state, last = self._game.state, self._past[-1]
        if state.step == AT_PLAN and state.at < 0 and (last.round < state.round or last.kind == START):
            decided = len(self._game.trail)
            self._states.pop(len(self._blocks) - 1, None)
            self._blocks.append(_Block(len(self._past), decided, state.clone()))
            self._past.append(Moment(PLANS, state.round, NOBODY, len(self._game.log), decided))

    def _turned(self, seat: int, legend: int | None) -> None:
        """A turn is over, in the middle of a decision; or a car has conceded instead."""
        game = self._game
        self._past.append(Moment(TURN, game.state.round, seat, len(game.log), len(game.trail) + 1))

    def _now(self) -> Moment | None:
        """What stands behind all turns that are over, if anything does."""
        game, last = self._game, self._past[-1]
        decided, told = len(game.trail), len(game.log)
        round_ = 0 if is_set_up(game.state) else game.state.round
        if self.result or not flow.to_act(game.state):
            return Moment(END, round_, NOBODY, told, decided)
        if decided > last.decided or told > last.told:
            return Moment(NOW, round_, NOBODY, told, decided)
        return None

    # --- what a moment shows

    def scene(self, at: int, seat: int, all_hands: bool = False, title: str = "") -> Scene:
        """A moment with a car in the middle: as its seat saw it, or with all hands."""
        moment, state = self[at], self._state(at)
        return Scene(
            seen=view(state, seat),
            names=tuple(self._game.header.names),
            awaited=tuple(flow.to_act(state)) if moment.kind == NOW else (),
            story=tuple(self._round_so_far(at, None if all_hands else seat)),
            title=title,
            result=self.result if moment.kind == END else (),
            open_hands=tuple(tuple(car.hand) for car in state.cars) if all_hands else None,
        )

    def story(self, at: int, seat: int | None = None) -> list[str]:
        """What the cars did since the moment before, as a seat saw it; for None as it was."""
        moment = self[at]
        since = self[at - 1].told if at else 0
        rows = [self._spell(event, seat) for event in self._game.log[since : moment.told]]
        if seat is None:  # all hands are seen: nobody needs to be told what was drawn
            rows = [row for row in rows if row["type"] not in ("draw", "discard")]
        told = list(turns(placed(rows, self.spec.track.spaces), self.colours.__getitem__))
        return [*told, *self._planned(moment, seat)] if moment.kind == PLANS else told

    def _round_so_far(self, at: int, seat: int | None) -> Iterator[str]:
        first = at
        while first > 0 and self[first].kind not in (PLANS, START):
            first -= 1
        for i in range(first, at + 1):
            yield from self.story(i, seat)

    def _planned(self, moment: Moment, seat: int | None) -> Iterator[str]:
        """The plans that are about to be made, or the seat's own."""
        for who, action, asked in self._plans_behind(moment):
            if seat in (None, who) and not (self.guessed and not asked and moment.round == self.rounds):
                yield f"{self.colours[who]} plans {token(action, self.spec.catalogue)}"

    def _plans_behind(self, moment: Moment) -> Iterator[tuple[int, tuple[int, ...], bool]]:
        planned: list[int] = []
        for i in range(moment.decided, len(self._game.trail)):
            seat, action, asked, *_ = self._game.trail[i]
            if action[0] not in (PLAN, CONCEDE) or seat in planned:
                return
            planned.append(seat)
            yield seat, action, asked

    # --- the race at a moment

    def _state(self, at: int) -> State:
        """Not to be changed."""
        block = bisect_right(self._blocks, at, key=lambda block: block.first) - 1
        states = self._states.pop(block, None) or self._driven(block)
        self._states[block] = states  # the last used is the last
        while len(self._states) > ROUNDS_KEPT:
            del self._states[next(iter(self._states))]
        return states[at - self._blocks[block].first]

    def _driven(self, block: int) -> list[State]:
        """The states of a round's moments."""
        first = self._blocks[block]
        following = self._blocks[block + 1 : block + 2]
        end = following[0].decided if following else len(self._game.trail)
        state = first.state.clone()
        states = [first.state]
        state.watch = lambda seat, legend: states.append(state.clone())
        for decision in self._game.trail[first.decided : end]:
            _apply(state, decision)
        return states if following else [*states, state]


def _apply(state: State, decision: Decision) -> None:
    seat, action, _, _, retire, _ = decision
    if retire:
        flow.retire(state, seat)
    flow.apply(state, seat, action)


def result(outcome: Outcome) -> list[str]:
    """The lines of the end."""
    lines = results.race(outcome.state.spec, outcome)
    if outcome.why in ENDS:
        lines[0] = f"The race was {outcome.why} in round {outcome.rounds}; there are no places."
    return lines
