"""The referee: one race between drivers. What a bot does wrong costs it, never the race."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import UNSET, Raw

from heatcli.arena.drivers import FATAL, MAX_FAULTS, Answer, Bot, Builtin, Driver, answers, clock_of
from heatcli.arena.process import printable
from heatcli.core import flow, ranking
from heatcli.core.check import check
from heatcli.core.names import STEPS, Action, Event
from heatcli.core.rng import bot_seed, commitment
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec
from heatcli.core.view import view
from heatcli.errors import NotationError
from heatcli.record import tokens
from heatcli.wire import messages, spelling
from heatcli.wire.messages import Clock


class Fault(NamedTuple):
    """What a bot did wrong. `applied` is what was done instead, empty for a warning; `number` counts the faults."""

    seat: int
    code: str
    why: str
    round: int
    step: str
    applied: str = ""
    number: int = 0
    stopped: bool = False

    @property
    def costs(self) -> bool:
        """It is a fault, not a mere warning."""
        return bool(self.applied) or self.stopped


class Placed(NamedTuple):
    """A car's place at the end and what its driver did wrong on the way."""

    place: int
    seat: int
    colour: str
    name: str
    distance: int
    why: str
    faults: list[Fault]


class Outcome(NamedTuple):
    """A race that is over: the standings, first place first, and every event."""

    seed: str
    rounds: int
    standings: list[Placed]
    events: list[Event]


def run_race(
    spec: Spec,
    seed: str,
    drivers: Sequence[Driver],
    clock: Clock | None = None,
    on_event: Callable[[Event], None] = lambda event: None,
    on_fault: Callable[[Fault], None] = lambda fault: None,
) -> Outcome:
    """Race to the end. `drivers` answer for the seats without a Legend, in seat order; both callbacks hear at once."""
    race = _Race(spec, seed, drivers, clock or Clock(), on_event, on_fault)
    race.begin()
    while asked := flow.to_act(race.state):
        race.decide(sorted(asked))
    return race.finish()


def speller(spec: Spec) -> spelling.Spelling:
    """How a race of this spec is spelt in JSON."""
    catalogue = spec.catalogue
    return spelling.Spelling(
        spec, lambda source: tokens.source(source, catalogue), lambda action: tokens.token(action, catalogue)
    )


class _Race:
    """The race under way and the conversations about it."""

    def __init__(
        self,
        spec: Spec,
        seed: str,
        drivers: Sequence[Driver],
        clock: Clock,
        on_event: Callable[[Event], None],
        on_fault: Callable[[Fault], None],
    ) -> None:
        self.spec, self.seed, self.clock = spec, seed, clock
        self.on_event, self.on_fault = on_event, on_fault
        seats = [seat for seat, car in enumerate(spec.seats) if not car.legend]
        self.drivers = dict(zip(seats, drivers, strict=True))
        self.state = new_race(spec, seed)
        self.log: list[Event] = self.state.log if self.state.log is not None else []
        self.id = commitment(seed)[:8]
        self.spelling = speller(spec)
        self.told = 0  # events the caller has heard
        self.lines: list[Raw] = []  # the events as everybody sees them
        self.sent = dict.fromkeys(seats, 0)  # events each seat has been sent
        self.asked = dict.fromkeys(seats, 0)  # requests each seat has had
        self.faults: dict[int, list[Fault]] = {seat: [] for seat in range(len(spec.seats))}
        self.stopped: dict[int, bool] = dict.fromkeys(seats, False)

    # the beginning and the end

    def begin(self) -> None:
        """Tell every driver about the race."""
        for seat, driver in self.drivers.items():
            seed = bot_seed(self.seed, seat)
            if isinstance(driver, Builtin):
                driver.begin(seed)
            elif driver.dead is not None:
                self.stopped[seat] = True
                self._add(Fault(seat, driver.dead.code, driver.dead.why, self.state.round, "start", stopped=True))
            else:
                driver.say(self._greeting(seat, driver, seed))
        self._tell()

    def _greeting(self, seat: int, driver: Driver, seed: str) -> messages.Race:
        return messages.Race(
            race=self.id,
            seat=seat,
            seats=seat_lines(self.spec, list(self.drivers.values())),
            grid=list(self.log[0][1]),  # type: ignore[call-overload]  # the first event is the grid
            track=spelling.track(self.spec),
            rules=spelling.rules(self.spec),
            clock=clock_of(driver, self.clock),
            bot_seed=seed,
            commit=commitment(self.seed),
            legends=spelling.legends(self.spec) or UNSET,
        )

    def finish(self) -> Outcome:
        """The standings, also for the bots."""
        places = ranking.outcome(self.state) or []
        names = {seat: driver.name for seat, driver in self.drivers.items()}
        standings = [
            Placed(p.place, p.seat, car.colour, names.get(p.seat, "legend"), p.distance, p.why, self.faults[p.seat])
            for p in places
            for car in [self.spec.seats[p.seat]]
        ]
        costly = {p.seat: sum(fault.costs for fault in p.faults) for p in standings}
        rows = [messages.Standing(p.place, p.seat, p.distance, p.why, costly[p.seat]) for p in standings]
        for seat, driver in self.drivers.items():
            if isinstance(driver, Bot) and driver.dead is None:
                driver.say(*self._news(seat, driver), messages.Result(self.id, rows))
        return Outcome(self.seed, self.state.round, standings, self.log)

    # a decision

    def decide(self, seats: list[int]) -> None:
        """All seats that have to act now: every bot is asked before any is heard, then all is applied in seat order."""
        legal = {seat: flow.legal_actions(self.state, seat) for seat in seats}
        chosen: dict[int, Action] = {}
        waiting: dict[int, Bot] = {}
        for seat in seats:
            driver = self.drivers[seat]
            if len(legal[seat]) == 1 or self.stopped[seat]:
                chosen[seat] = legal[seat][0]
            elif isinstance(driver, Bot):
                self._ask(seat, driver, legal[seat])
                waiting[seat] = driver
            else:
                chosen[seat] = driver.player.choose(legal[seat], self.state.cars[seat].hand)
        for (seat, bot), answer in zip(waiting.items(), answers(list(waiting.values())), strict=True):
            chosen[seat] = self._judge(seat, bot, answer, legal[seat])
        for seat in seats:
            flow.apply(self.state, seat, chosen[seat])
        self._tell()

    def _ask(self, seat: int, bot: Bot, legal: list[Action]) -> None:
        clock = clock_of(bot, self.clock)
        ms = clock.ms if self.asked[seat] else clock.first_ms
        self.asked[seat] += 1
        bot.id += 1
        request = messages.Request(
            race=self.id,
            id=bot.id,
            seat=seat,
            step=STEPS[self.state.step],
            after=len(self.log),
            ms=ms,
            legal=[self._token(action) for action in legal] if "legal" in bot.wants else UNSET,
            view=self.spelling.view(view(self.state, seat)) if "view" in bot.wants else UNSET,
        )
        bot.ask(ms, *self._news(seat, bot), request)

    def _judge(self, seat: int, bot: Bot, answer: Answer, legal: list[Action]) -> Action:
        """The action to apply: the bot's, or the first legal one and a fault."""
        self._pass_on_warnings(seat, bot)
        if not answer.code:
            try:
                action = tokens.read_token(answer.token, self.spec.catalogue)
                why = check(self.state, seat, action)
            except NotationError as error:
                why = str(error)
            if why is None:
                return action
            answer = Answer("illegal", why=printable(f"{answer.token[:80]!r}: {why}", 300))
        self._punish(seat, bot, answer, self._token(legal[0]))
        return legal[0]

    # what is wrong

    def _pass_on_warnings(self, seat: int, bot: Bot) -> None:
        count = self._count(seat)
        for warning in bot.warnings:
            self._add(Fault(seat, warning.code, warning.why, self.state.round, STEPS[self.state.step], number=count))
            bot.say(messages.Error(warning.code, warning.why, count, MAX_FAULTS - count))
        bot.warnings.clear()

    def _punish(self, seat: int, bot: Bot, answer: Answer, applied: str) -> None:
        count = self._count(seat) + 1
        fatal = answer.code in FATAL
        self.stopped[seat] = fatal or count >= MAX_FAULTS
        step = STEPS[self.state.step]
        self._add(
            Fault(seat, answer.code, answer.why, self.state.round, step, applied, count, stopped=self.stopped[seat])
        )
        if not fatal:
            bot.say(messages.Error(answer.code, answer.why, count, MAX_FAULTS - count, bot.id, applied))

    def _count(self, seat: int) -> int:
        return sum(fault.costs for fault in self.faults[seat])

    def _add(self, fault: Fault) -> None:
        self.faults[fault.seat].append(fault)
        self.on_fault(fault)

    # what happened

    def _tell(self) -> None:
        for event in self.log[self.told :]:
            self.on_event(event)
        self.told = len(self.log)

    def _news(self, seat: int, bot: Bot) -> list[messages.Events]:
        """The events a seat has not been sent yet, as it may see them."""
        first, self.sent[seat] = self.sent[seat], len(self.log)
        if first == len(self.log) or "events" not in bot.wants:
            return []
        for event in self.log[len(self.lines) :]:
            self.lines.append(Raw(messages.encode(self.spelling.event(event, seat=-1))))
        rows = [
            Raw(messages.encode(self.spelling.event(self.log[i], seat)))
            if self.log[i][1:2] == (seat,)
            else self.lines[i]
            for i in range(first, len(self.log))
        ]
        return [messages.Events(self.id, first + 1, rows)]

    def _token(self, action: Action) -> str:
        return tokens.token(action, self.spec.catalogue)


def seat_lines(spec: Spec, drivers: Sequence[Driver]) -> list[messages.SeatLine]:
    """Who drives which car."""
    names = iter([driver.name for driver in drivers])
    return [
        messages.SeatLine(seat.colour, "legend") if seat.legend else messages.SeatLine(seat.colour, "bot", next(names))
        for seat in spec.seats
    ]
