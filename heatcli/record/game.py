"""A race that is written down as it is driven (SPEC N.5): one line a car's turn, as soon as the turn is over."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from heatcli.core import flow, ranking
from heatcli.core.chance import Chance
from heatcli.core.names import AT_MULLIGAN, PASS, Action, Event
from heatcli.core.ranking import Standing
from heatcli.core.setup import new_race
from heatcli.core.snapshot import Checkpoints, checkpoint
from heatcli.core.specs import Spec
from heatcli.core.state import Car, State
from heatcli.record.header import Header, head_lines, one_line
from heatcli.record.piles import Piles, pile_words
from heatcli.record.position import read_position
from heatcli.record.tokens import token

FAULTS: Final = ("illegal", "timeout", "flood", "closed", "exited", "type")
"""Why a referee decides for a driver; each is told as a `fault` event."""

STOPPED: Final = "stopped"
"""Why it decides for a driver that was stopped before."""

_BRACES: Final = str.maketrans("{}", "()")

MARKS: Final = (*FAULTS, STOPPED)
RETIRE: Final = "retire"
ENDS: Final = ("aborted", "interrupted")
"""Ends of a race that leave no places."""

Decision = tuple[int, Action, bool, str, bool, str]
"""What `Game.decide` takes."""


class Check(NamedTuple):
    """What stands behind the `=`: where a turn left its car. None where a Legend has no such value."""

    distance: int
    spot: int
    gear: int | None
    speed: int | None
    engine: int | None
    digest: str

    def text(self) -> str:
        """As it is written."""
        if self.gear is None:
            return f"{self.distance}/{self.spot} #{self.digest}"
        speed = "-" if self.speed is None else self.speed
        return f"{self.distance}/{self.spot} g{self.gear} v{speed} e{self.engine} #{self.digest}"


class Mark(NamedTuple):
    """A race at one moment, never changed: a Game may go on from it as often as one likes."""

    state: State
    tokens: Mapping[int, Sequence[str]]  # of lines not written yet
    passes: Sequence[int]
    round: int  # of the last line written


class Game:
    """A race under way and its record.

    `write` takes finished lines, `on_check` what each came to: round, seat, check, a Legend's helmet number.
    `on_decision` hears every decision before it is carried out: seat, action, asked, mark (see `decide`). Only with
    `told` there is a `log` of all events, and `trail`, the decisions.
    """

    def __init__(
        self,
        spec: Spec,
        header: Header,
        chance: Chance | None = None,
        write: Callable[[str], None] | None = None,
        on_check: Callable[[int, int, Check, int | None], None] | None = None,
        told: bool = True,
        on_decision: Callable[[int, Action, bool, str], None] | None = None,
        mark: Mark | None = None,
    ) -> None:
        """Without a seed in the header `chance` has the piles. Raises NotationError for a position that is wrong.

        With a mark the race goes on from there: log, trail and what is written have only what comes behind it.
        """
        self.spec, self.header = spec, header
        self.chance = chance or Chance(header.seed or "")
        self._told = told
        self.log: list[Event] = []
        self.trail: list[Decision] = []
        self.state: State = self._begun() if mark is None else self._resumed(mark)
        self._write, self._on_check, self._on_decision = write, on_check, on_decision
        self._tokens: dict[int, list[str]] = {}
        self._passes: list[int] = []  # seats of passes not written yet
        self._round = -1
        self._checkpoints = Checkpoints()
        self._listens = write is not None or on_check is not None
        self.state.watch = self._turn if self._listens else None
        if not told:
            self.state.log = None
        if mark is None:
            for line in head_lines(header):
                self._put(line)
        else:
            self._tokens = {seat: [*texts] for seat, texts in mark.tokens.items()}
            self._passes = [*mark.passes]
            self._round = mark.round

    def _begun(self) -> State:
        header = self.header
        if header.cars:
            return read_position(self.spec, header.cars, self.chance, header.round - 1, self.log, header.weather)
        return new_race(self.spec, self.chance, self.log)

    def _resumed(self, mark: Mark) -> State:
        state = mark.state.clone()
        state.chance, state.log = self.chance, self.log
        return state

    def mark(self) -> Mark:
        """The race as it is now, to go on from."""
        state = self.state.clone()
        if isinstance(self.chance, Piles):
            state.chance = self.chance.copy()
        tokens = {seat: tuple(texts) for seat, texts in self._tokens.items()}
        return Mark(state, tokens, tuple(self._passes), self._round)

    def decide(
        self, seat: int, action: Action, asked: bool = True, mark: str = "", retire: bool = False, note: str = ""
    ) -> None:
        """Carry out a legal action. `asked`: it was chosen from several; `mark`: why the referee chose it."""
        state = self.state
        if self._on_decision is not None:
            self._on_decision(seat, action, asked, mark)
        setting_up = not state.round or state.step == AT_MULLIGAN  # as is_set_up, without a call a decision
        if asked and (self._write is not None or (setting_up and self._listens)):
            self._choice(seat, action, mark, note)
        if retire:
            self._note(seat, RETIRE)
            flow.retire(state, seat)
        if mark and mark in FAULTS:
            state.tell("fault", seat, mark)
        flow.apply(state, seat, action)
        if self._told:
            self.trail.append((seat, action, asked, mark, retire, note))
        if setting_up and not is_set_up(state):
            for other in [seat for seat in state.order if seat in self._tokens]:
                self._line(0, other, check_of(state, other))
            self._passes.clear()

    def close(self, why: str | None = None) -> None:
        """The last lines: how the race ended; `why` (see ENDS) if it did not come to its end."""
        self.flush()
        self._put(result_line(self.spec, ranking.outcome(self.state), why))

    def flush(self) -> None:
        """Write the lines that are not finished, for a record that goes on later."""
        for line in self.pending():
            self._put(line)
        self._put_piles()

    def pending(self) -> list[str]:
        """The lines not finished yet, passes and all: decisions of a turn under way, and plans not turned up."""
        setting_up = is_set_up(self.state)
        first = [self.state.order[self.state.at]] if self.state.at >= 0 else []
        with_some = [*self._tokens, *self._passes]
        seats = [seat for seat in dict.fromkeys([*first, *self.state.order, *sorted(with_some)]) if seat in with_some]
        number, last = 0 if setting_up else self.state.round, self._round
        lines = [self._head(number, seat) + self._spelt(seat, True) for seat in seats]
        self._round = last  # nothing of it is written yet
        return lines

    def _choice(self, seat: int, action: Action, mark: str, note: str) -> None:
        """Passes are kept back: they are written only if one behind them bears a mark and has to be told apart."""
        if action == (PASS,) and not mark and not note:
            self._passes.append(seat)
            return
        if action == (PASS,):
            for _ in range(self._passes.count(seat)):
                self._note(seat, "pass")
        self._passes = [other for other in self._passes if other != seat]
        self._note(seat, token(action, self.spec.catalogue) + (f"!{mark}" if mark else ""), note)

    def _note(self, seat: int, text: str, note: str = "") -> None:
        self._tokens.setdefault(seat, []).append(f"{text} {comment(note)}" if note else text)

    def _turn(self, seat: int, legend: int | None) -> None:
        self._line(self.state.round, seat, check_of(self.state, seat, self._checkpoints), legend)

    def _line(self, round_: int, seat: int, check: Check, legend: int | None = None) -> None:
        if self._on_check is not None:
            self._on_check(round_, seat, check, legend)
        if self._write is not None:
            if legend is not None:
                self._note(seat, f"legend {legend}")
            self._put(f"{self._head(round_, seat)}{self._spelt(seat)} = {check.text()}")
        self._tokens.pop(seat, None)
        if self._passes:
            self._passes = [other for other in self._passes if other != seat]

    def _spelt(self, seat: int, passes: bool = False) -> str:
        tokens = self._tokens.get(seat, []) + ["pass"] * (self._passes.count(seat) if passes else 0)
        return f" {'; '.join(tokens)}" if tokens else ""

    def _head(self, round_: int, seat: int) -> str:
        number = f"{round_}. "
        if round_ == self._round:
            number = " " * len(number)
        self._round = round_
        return number + self.spec.seats[seat].colour

    def _put(self, line: str) -> None:
        if self._write is None:
            return
        if line[0] not in "[#":
            self._put_piles()
        self._write(line)

    def _put_piles(self) -> None:
        if self._write is not None and isinstance(self.chance, Piles):
            for (pile, k), order in self.chance.made:
                self._write(f"@{pile}/{k} {' '.join(pile_words(pile, order, self.spec))}")
            self.chance.made.clear()


def comment(text: str) -> str:
    """Any text as a comment."""
    return f"{{{one_line(text).translate(_BRACES)}}}"


def is_set_up(state: State) -> bool:
    """Round 0 of a record: garage, tuning and mulligans."""
    return not state.round or state.step == AT_MULLIGAN


def check_of(state: State, seat: int, checkpoints: Checkpoints | None = None) -> Check:
    """What the line of a car says behind the `=` now."""
    car: Car = state.cars[seat]
    digest = (checkpoint(state) if checkpoints is None else checkpoints.of(state, seat))[:6]
    if state.spec.seats[seat].legend:
        return Check(car.distance, car.spot, None, None, None, digest)
    speed = state.turn.speed if state.at >= 0 and state.order[state.at] == seat and state.turn.speed >= 0 else None
    return Check(car.distance, car.spot, car.gear, speed, car.engine, digest)


def result_line(spec: Spec, places: Sequence[Standing] | None, why: str | None = None) -> str:
    """The last line of a record: the colours, first place first, and how the race ended."""
    if why is None and places is not None:
        return f"Result: {' '.join(spec.seats[p.seat].colour for p in places)}; {end_of(places)}"
    return f"Result: -; {why or 'interrupted'}"


def end_of(places: Sequence[Standing]) -> str:
    """How a race ended: `rounds` if cars were still racing, else `finished`, else what became of the first car."""
    whys = [place.why for place in places]
    return next((why for why in ("rounds", "finished") if why in whys), whys[0])
