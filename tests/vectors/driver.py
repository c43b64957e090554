"""Driving the core along a file: comparing, answering, and taking over a car where the two differ."""

from collections import deque
from collections.abc import Callable
from typing import Any, NoReturn

from heatcli.core import flow, moves, ranking
from heatcli.core.names import AT_PLAN, AT_ROUND_END, AT_TURN, STEPS, Action
from heatcli.core.specs import Stock
from heatcli.core.state import State
from heatcli.record.game import Game, result_line
from heatcli.record.header import header_of
from heatcli.record.position import brought, read_car, write_car, write_weather
from tests.vectors import setup, words
from tests.vectors.report import Report

Record = dict[str, Any]
DRIVER = "random"  # who drove the races of the files
QUIET = ("grid", "round", "value", "corner", "turn", "end", "weather", "use")  # told by other records, or by none


class MismatchError(Exception):
    """The file and the core disagree."""


class DepartedError(Exception):
    """They disagree where a ruling says so: the car is taken over from its next checkpoint."""


class LeftError(Exception):
    """The race is not followed further."""


class Driver:
    """One race of a file beside the same race of the core."""

    def __init__(self, records: list[Record], report: Report, write: Callable[[str], None] | None = None) -> None:
        self.records, self.report, self.head = records, report, records[0]
        self.seats = setup.seats_of(self.head)
        self.spec = setup.spec_of(self.head)
        self.track = self.spec.track
        self.given = setup.Given(setup.piles_of(records))
        self.done: dict[int, int] = {}  # by seat: shuffles of its deck before the record that is written began
        self.told: deque[tuple[Any, ...]] = deque()
        self.seen = 0
        self.number = 0  # of the record at hand
        self.round = 0  # that the records are in
        self.lost = False  # after a difference, until the same car's checkpoint
        self.gone: set[int] = set()  # cars that are eliminated
        self.corners: dict[int, list[list[int]]] = {}  # lines checked in each seat's last turn
        self.spun: dict[int, bool] = {}
        self.ended: dict[int, deque[tuple[Any, ...]]] = {}  # each seat's `turn` events without a checkpoint yet
        self.rounds: deque[tuple[Any, ...]] = deque()  # `round` events without a record yet
        self.check: Record = {}  # the last check record
        self.awarded: list[str] = []  # sponsorships that the file has given
        self.used: list[str] = []  # and that were used up
        self.used_before = self.spec.stock.used
        self._write = write
        self.lines: list[str] = []  # of the record, written when it ends
        self.writes = write is not None  # the record of the race is open
        header = header_of(self.spec, None, [DRIVER] * len(self.seats))
        self.game = Game(self.spec, header, self.given, self._put if self.writes else None)
        self.state: State = self.game.state

    # --- the record

    def _put(self, line: str) -> None:
        if self.writes:
            self.lines.append(line)

    def end_record(self, why: str | None = "interrupted") -> None:
        """The race goes on by other rules than the core's, or is over: its record ends here."""
        if self.writes and self._write is not None:
            self.game.close(why)
            for line in self.lines:
                self._write(line)
        self.lines.clear()
        self.writes = False

    def end_before(self, number: int) -> None:
        """Legends alone have driven on, with other cards than the file's: a position has a whole Legend deck."""
        if self.writes and self._write is not None:
            last = next(i for i, line in enumerate(self.lines) if line.startswith(f"{number}. "))
            for line in [*self.lines[:last], result_line(self.spec, None)]:
                self._write(line)
        self.writes = False
        raise LeftError

    def goes_on(self) -> None:
        """Before a round: a record that has ended is followed by one that begins with this position.

        So is one that would turn up other Legend cards than the file, since a position has a whole Legend deck.
        """
        if self._write is None or self.lost or self.state.step != AT_PLAN:
            return
        if self.writes and not self._other_legends():
            return
        self.end_record()
        state, catalogue = self.state, self.spec.catalogue
        cars = {seat.colour: write_car(car, catalogue) for seat, car in zip(self.spec.seats, state.cars, strict=True)}
        own = tuple(brought(text, catalogue) for text in cars.values())
        spec = setup.spec_with(self.spec, Stock(own, (), tuple(sorted(state.used))))
        self.done = {seat: self._shuffled(seat) for seat in self.seats.values()}
        self.given = setup.Given(setup.piles_from(self.records, self.number, state))
        weather = write_weather(spec, state.weather, state.tokens)
        header = header_of(spec, None, [DRIVER] * len(self.seats), cars, state.round, weather)
        self.writes = True
        self.spec, self.game = spec, Game(spec, header, self.given, self._put)
        self.state = self.game.state
        self.seen = len(self.state.log or [])

    def _other_legends(self) -> bool:
        """The core would not turn up the Legend card that the file has in this round."""
        card = next((other["id"] for other in self.records[self.number :] if other["t"] == "legend_card"), None)
        deck, k = self.state.legend_deck, self.state.legend_shuffles
        return card is not None and card != (deck[-1] if deck else self.given.given.get(("legends", k), [None])[0])

    def _shuffled(self, seat: int) -> int:
        """How often the file has shuffled a car's deck by now."""
        shuffles = (record for record in self.records[: self.number] if record["t"] == "shuffle")
        return 1 + sum(self.seats[record["car"]] == seat for record in shuffles)

    # --- comparing

    def same(self, what: str, core: object, file: object) -> None:
        self.report.checks += 1
        if core != file:
            raise MismatchError(f"{what}: the file has {file}, the core {core}")

    def note(self, kind: str) -> None:
        """A departure that the race goes on from."""
        self.report.departures[kind] += 1

    def depart(self, kind: str) -> NoReturn:
        """A departure; the car is lost until its checkpoint."""
        self.note(kind)
        self.end_record()
        raise DepartedError

    def place(self, distance: int, spot: int) -> tuple[int, int, int]:
        """Space, lane, lap as the file writes them."""
        lap, space = divmod(distance, self.track.spaces)
        return space + 1, 1 if words.spot(self.track, space + 1, 1) == spot else 2, lap

    def drain(self) -> None:
        """Take note of the core's new events; those that records tell wait for them."""
        log: list[Any] = self.state.log or []
        for event in log[self.seen :]:
            name, *rest = event
            if name == "reveal":
                self.corners[rest[0]], self.spun[rest[0]] = [], False
            elif name == "corner":
                seat, line, limit, speed, cost = rest
                self.corners[seat].append([self.track.corners[line - 1].at, limit, cost, speed])
            elif name == "spin":
                self.spun[rest[0]] = True
            elif name == "turn":
                self.ended.setdefault(rest[0], deque()).append(event)
            elif name == "round":
                self.rounds.append(event)
            self.told += _single(event) if name == "award" else [event] if name not in QUIET else []
        self.seen = len(log)

    def next_event(self) -> tuple[Any, ...]:
        """The core's next event that the file has a record for."""
        self.drain()
        return self.told.popleft() if self.told else ("nothing", -1)

    def event(self, name: str, seat: int) -> tuple[Any, ...]:
        """The core's next event, which has to be this one of this car."""
        event = self.next_event()
        self.same("next event", event[:2], (name, seat))
        return event

    def following(self) -> Record:
        """The record behind the one at hand."""
        return self.records[self.number + 1]

    def before(self, record: Record) -> int:
        """The acting car's state just before the decision (`s`)."""
        seat = self.seats[record["car"]]
        car, turn = self.state.cars[seat], self.state.turn
        speed = turn.speed if self.state.at >= 0 and self.state.order[self.state.at] == seat else -1
        space, lane, lap = self.place(car.distance, car.spot)
        mine = [space, lane, lap, speed, car.engine, len(car.hand), len(car.deck), len(car.discard)]
        self.same("state before", mine, record["s"])
        return seat

    def bill(self, end: int, speed: int) -> tuple[int, int]:
        """Heat due from the start of the turn to `end`, cut at the line that spins the car out, and whether it does."""
        state, course, car = self.state, self.state.course, self.state.car
        more = sum(self.spec.catalogue.adjust[card] for card in car.played)
        due = 0
        for line in course.crossed(state.turn.start, end):
            limit = course.limits[line] + more
            if speed > limit:
                due += speed - limit + course.extra[line]
            if due > car.engine:
                return due, 1
        return due, 0

    # --- driving

    def go_to(self, step: int, seat: int) -> list[Action]:
        """Answer what the file does not ask (one legal action each) until the step is reached; its legal actions."""
        while self.state.step != step or (step != AT_PLAN and flow.to_act(self.state) != [seat]):
            asked = flow.to_act(self.state)
            legal = flow.legal_actions(self.state, asked[0]) if asked else []
            if len(legal) != 1:
                raise MismatchError(
                    f"the file goes on to {STEPS[step]}, the core asks at {STEPS[self.state.step]}: {legal}"
                )
            self.game.decide(asked[0], legal[0], asked=False)
        return flow.legal_actions(self.state, seat)

    def decide(self, seat: int, legal: list[Action], action: Action) -> None:
        self.same(f"{action} is legal", action in legal, True)
        self.game.decide(seat, action, asked=self.writes and len(legal) > 1)

    def look(self, record: Record) -> None:
        """What a takeover needs to know of every record, compared or not."""
        kind = record["t"]
        if kind == "sponsor":
            self.awarded += record["cards"]
        elif kind == "clear":
            self.used += record.get("removed", [])
        elif kind == "check":
            self.check = record

    # --- taking over

    def take_over(self, seat: int, record: Record) -> None:
        """The file's state of the car, after a difference; the core's turn ends here.

        Where the core is already past this turn, what the next car did may rest on the wrong position.
        """
        state, car = self.state, self.state.cars[seat]
        in_turn = 0 <= state.at < len(state.order) and state.order[state.at] == seat
        in_turn = in_turn and AT_TURN < state.step < AT_ROUND_END
        while not in_turn and flow.to_act(state) == [seat] and state.at >= 0:
            flow.apply(state, seat, flow.legal_actions(state, seat)[0])
        self.drain()
        self.told = deque(event for event in self.told if event[0] == "legend" or event[1] != seat)
        self.ended.pop(seat, None)
        if car.on_road:
            moves.lift(state, car)
        if not record.get("out"):
            told = read_car(seat, self._position(record), self.spec.catalogue)
            moves.put(state, car, told.distance, told.spot)
            for name in ("gear", "engine", "hand", "deck", "discard", "played", "known", "owned", "top", "plan"):
                setattr(car, name, getattr(told, name))
        car.shuffles = self._shuffled(seat) - self.done.get(seat, 0)
        self._take_sponsorships(seat, in_turn)
        self.given.wrong.clear()
        self.lost = False
        if in_turn:
            if record.get("out"):
                self.note("R4.4, an eliminated car's place, discard and draw")
                self.gone.add(seat)
                ranking.leave(state, car, "eliminated")
            flow.run(state, AT_TURN)

    def _take_sponsorships(self, seat: int, in_turn: bool) -> None:
        """The supply, what is a secret, and which press corners have paid."""
        if not self.head.get("sponsor_deck"):
            return
        state, car = self.state, self.state.cars[seat]
        state.sponsors = tuple(words.cards(self.head["sponsor_deck"])[len(self.awarded) :][::-1])
        state.used = (*self.used_before, *words.cards(self.used))
        once = self.spec.catalogue.once
        car.secret = tuple(card for card, n in car.owned if once[card] for _ in range(n))
        if not in_turn or self.check.get("car") != self.records[self.number]["car"] or self.check["spin"]:
            return
        course, rules, speed = state.course, self.spec.rules, self.check["speed"]
        for line in course.crossed(state.turn.start, car.distance):
            at = self.track.corners[course.numbers[line] - 1].at
            limit = course.limits[line]
            fast = speed < limit if rules.press_below_limit else speed >= limit + 2 or at in self.check["slip_corners"]
            if course.numbers[line] in rules.press and fast and line not in car.pressed:
                car.pressed += (line,)

    def _position(self, record: Record) -> str:
        """A checkpoint as position text."""
        distance = words.distance(self.track, record["space"], record["lap"])
        spot = words.spot(self.track, record["space"], record["lane"])
        text = [f"{distance}/{spot} g{record.get('gear', 1)} e{record.get('engine', 0)}"]
        for name, cards in (("hand", "hand"), ("deck", "deck_order"), ("discard", "discard")):
            text += [name, *(self.spec.catalogue.codes[card] for card in words.cards(record.get(cards, [])))]
        return " ".join(text)


def _single(award: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Two sponsorships for one reason are two records; those at the start are one."""
    name, seat, why, _, _, cards = award
    if why == "start":
        return [(name, seat, why, cards)]
    return [(name, seat, "going_global" if i else why, (card,)) for i, card in enumerate(cards)]
