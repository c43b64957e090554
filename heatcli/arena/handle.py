"""A race that a host holds: driven from outside, taken back, copied, written down.

Its past is a chain of stages that never change and that copies share: every few decisions the race as it was then, with
what had happened up to it. To take decisions back is to go on from the last stage before them and to decide again what
came between, so that state, events and record cannot come apart.
"""

import random
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any, Final, NamedTuple

from heatcli.arena.briefing import speller
from heatcli.arena.world import spec_of, view_of
from heatcli.core import flow, ranking, rollout
from heatcli.core.audit import audit
from heatcli.core.chance import Chance, Pile
from heatcli.core.check import check
from heatcli.core.names import Action, Event
from heatcli.core.ranking import Standing
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.core.view import resample, view
from heatcli.data.library import Library
from heatcli.errors import HeatError, NotationError
from heatcli.record.game import Decision, Game, Mark
from heatcli.record.header import Header, header_of
from heatcli.record.piles import PileError, Piles, pile_words
from heatcli.record.replay import replays
from heatcli.record.road import decisions
from heatcli.record.tokens import read_token
from heatcli.wire.messages import World
from heatcli.wire.spelling import Spelling

EVERY: Final = 16
"""Decisions between two stages: an undo decides so many again at most."""


class Refused(HeatError):  # noqa: N818  # no fault of ours: an answer
    """What a host asked for cannot be; `code` is the error's."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class Stage(NamedTuple):
    """A moment of the past, and what happened between the stage before it and this one.

    `decisions` and `events` count from the beginning of the race.
    """

    before: "Stage | None"
    mark: Mark
    decisions: int
    events: int
    trail: Sequence[Decision]
    log: Sequence[Event]
    lines: Sequence[str]


class Handle:
    """A race in a host's hands. Raises Refused for what cannot be done; then nothing has changed."""

    def __init__(
        self,
        spec: Spec,
        header: Header | None,
        game: Game,
        spelling: Spelling,
        lines: list[str],
        stage: Stage | None = None,
    ) -> None:
        """`header` None: there is no record. `lines` is what the game writes to; a new race has no stage yet."""
        self.spec, self.header, self.spelling = spec, header, spelling
        self.game, self._lines = game, lines
        self._stage = stage or self._kept(None)

    @classmethod
    def begun(cls, spec: Spec, header: Header, chance: Chance | None = None) -> "Handle":
        """A race before its first decision. Raises NotationError for a position that is wrong, or a missing pile."""
        lines: list[str] = []
        return cls(spec, header, Game(spec, header, chance, lines.append), speller(spec), lines)

    @property
    def state(self) -> State:
        """The race as it is. Not to be changed."""
        return self.game.state

    @property
    def decisions(self) -> int:
        """How many decisions led here."""
        return self._stage.decisions + len(self.game.trail)

    @property
    def told(self) -> int:
        """How many events there were."""
        return self._stage.events + len(self.game.log)

    def act(self, seat: int, text: str, note: str = "") -> None:
        """Carry out the action of a token."""
        state = self.state
        try:
            action = read_token(text, self.spec.catalogue)
        except NotationError as error:
            raise Refused("illegal", f"{text[:80]!r}: {error}") from None
        if seat not in flow.to_act(state):
            raise Refused("seat", check(state, seat, action) or "")
        legal = flow.legal_actions(state, seat)
        if action not in legal:
            raise Refused("illegal", f"{text[:80]!r}: {check(state, seat, action)}")
        self._decide((seat, action, len(legal) > 1, "", False, note))

    def legal(self, seat: int) -> list[Action]:
        """The legal actions of a seat."""
        if seat not in flow.to_act(self.state):
            raise Refused("seat", check(self.state, seat, ()) or "")
        return flow.legal_actions(self.state, seat)

    def events(self, first: int) -> list[Event]:
        """The events from a number on; the first is 1."""
        after = first - 1 - self._stage.events
        if after >= 0:
            return self.game.log[after:]
        found = [self.game.log]
        for stage in self._past():
            if stage.events < first:
                break
            found.append(list(stage.log))
        log = [event for part in reversed(found) for event in part]
        return log[len(log) - (self.told - first + 1) :]

    def undo(self, n: int) -> None:
        """Take back the last decisions."""
        if n > self.decisions:
            raise Refused("undo", f"{n} decisions back: there were {self.decisions} of this handle")
        self._back_to(self.decisions - n)

    def clone(self) -> "Handle":
        """The same race again."""
        lines = self._lines[:]
        twin = Handle(self.spec, self.header, self._from(self.game.mark(), lines), self.spelling, lines, self._stage)
        twin.game.trail += self.game.trail
        twin.game.log += self.game.log
        return twin

    def resample(self, seat: int, dice: str) -> "Handle":
        """A race that the seat cannot tell from this one; it begins here, and has no record."""
        return Handle.dealt(resample(view(self.state, seat), random.Random(dice)), self.game.header)

    @classmethod
    def dealt(cls, world: State, header: Header) -> "Handle":
        """A world."""
        game = Game(world.spec, header, world.chance, mark=Mark(world, {}, (), -1))
        return cls(world.spec, None, game, speller(world.spec), [])

    def play_out(self, dice: str, n: int) -> Iterator[tuple[State, list[Standing]]]:
        """So many random races from here to the end."""
        rng = random.Random(dice)
        for _ in range(n):
            state = self.state.clone()
            rollout.play_out(state, rng)
            yield state, ranking.outcome(state) or []

    def record(self) -> str:
        """The record so far; with its result if the race is over."""
        if self.header is None:
            raise Refused("record", "a resampled race has no record: it begins in the middle of a turn")
        lines: list[str] = []
        game = self._from(self.game.mark(), lines)
        if flow.to_act(self.state):
            game.flush()
        else:
            game.close()
        past = [line for stage in reversed([*self._past()]) for line in stage.lines]
        return "".join(f"{line}\n" for line in [*past, *self._lines, *lines])

    def give(self, piles: dict[Pile, list[int]]) -> int:
        """Shuffles for a race of piles; how many are not used yet."""
        chance = self.game.chance
        if not isinstance(chance, Piles):
            raise Refused("piles", "this race is shuffled by its seed; one that was begun with piles takes them")
        for pile, k in piles:
            if (pile, k) in chance.used:
                raise Refused("piles", f"@{pile}/{k} is used already; undo to before it, then give it anew")
        chance.given.update(piles)
        return sum(key not in chance.used for key in chance.given)

    # the past

    def _past(self) -> Iterator[Stage]:
        """The stages, the last first."""
        stage: Stage | None = self._stage
        while stage is not None:
            yield stage
            stage = stage.before

    def _kept(self, before: Stage | None) -> Stage:
        """What has happened since the stage before becomes one."""
        game, lines = self.game, self._lines
        decisions, events = (before.decisions, before.events) if before else (0, 0)
        stage = Stage(
            before,
            game.mark(),
            decisions + len(game.trail),
            events + len(game.log),
            tuple(game.trail),
            tuple(game.log),
            tuple(lines),
        )
        for part in (game.trail, game.log, lines):
            part.clear()
        return stage

    def _from(self, mark: Mark, lines: list[str]) -> Game:
        """The game that goes on from a mark. Shuffles that were given since count too."""
        chance = mark.state.chance
        if isinstance(chance, Piles) and isinstance(self.game.chance, Piles):
            chance = chance.copy()
            chance.given = dict(self.game.chance.given)
        return Game(self.spec, self.game.header, chance, lines.append if self.header else None, mark=mark)

    def _decide(self, decision: Decision) -> None:
        """A legal decision. What a missing pile stops leaves no trace."""
        if len(self.game.trail) >= EVERY:
            self._stage = self._kept(self._stage)
        try:
            self.game.decide(*decision)
        except Exception as error:
            self._back_to(self.decisions)
            if isinstance(error, PileError):
                raise missing(error, self.spec) from None
            raise

    def _back_to(self, decisions: int) -> None:
        trails: list[Sequence[Decision]] = [self.game.trail]
        for stage in self._past():
            if stage.decisions <= decisions:
                break
            trails.append(stage.trail)
        again = [decision for trail in reversed(trails) for decision in trail]
        self._lines = []
        self.game, self._stage = self._from(stage.mark, self._lines), stage
        for decision in again[: decisions - stage.decisions]:
            self._decide(decision)


def missing(error: PileError, spec: Spec) -> Refused:
    """A shuffle that the given piles do not serve."""
    cards = " ".join(pile_words(error.pile[0], error.cards, spec))
    return Refused("piles", f"{error}; an order of these is right, top first: {cards}")


def load(text: str, library: Library) -> Handle:
    """The race of a record, where it ends; where a plan is not in it, at the start of that round. Raises Refused."""
    found = list(islice(replays(StringIO(text), library, told=True), 2))
    if len(found) != 1:
        raise Refused("record", f"{'no race' if not found else 'more than one race'} in it; one is right")
    [replay] = found
    if replay.findings:
        line, column, why = replay.findings[0]
        more = f" (and {len(replay.findings) - 1} more)" if len(replay.findings) > 1 else ""
        raise Refused("record", f"line {line}, column {column}: {why}{more}")
    if replay.game is None or replay.spec is None or replay.header is None:
        raise Refused("record", f"it ends in the head of a race: {replay.lacks or 'a pile is missing'}")
    given = replay.game.chance
    handle = Handle.begun(replay.spec, replay.header, Piles(given.given) if isinstance(given, Piles) else None)
    for decision in decisions(replay):
        handle._decide(decision)
    return handle


def imagined(race: World, request: Sequence[Any], dice: str, library: Library) -> Handle:
    """A race that the seat of a request could be in (SPEC W.10). Raises Refused for what is no world."""
    try:
        spec = spec_of({"world": {"head": race.head, "sponsored": race.sponsored}}, library)
        world = resample(view_of(spec, {"world": request}), random.Random(dice))
        wrong = audit(world)
    except HeatError as error:
        raise Refused("world", str(error)) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        wrong = ["it fits no race"]
    if wrong:
        raise Refused("world", f"world of the request: {wrong[0]}; what a request brought is right, as it is")
    return Handle.dealt(world, header_of(spec, "", [""] * len(spec.seats)))
