"""The referee: one race between drivers. What a bot does wrong costs it, never the race."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import UNSET, UnsetType, to_builtins

from heatcli.arena import bundle
from heatcli.arena.briefing import Briefing
from heatcli.arena.drivers import FATAL, MAX_FAULTS, Answer, Bot, Driver, Local, answers
from heatcli.arena.players import Player
from heatcli.arena.process import printable
from heatcli.core import flow, ranking
from heatcli.core.check import check
from heatcli.core.names import STEPS, Action, Event
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.errors import NotationError
from heatcli.record import tokens
from heatcli.record.game import FAULTS, STOPPED, Decision, Game, end_of
from heatcli.record.header import Header, header_of
from heatcli.wire import messages
from heatcli.wire.messages import Clock

ON_FAULT: Final = ("default", "retire", "abort")
"""What becomes of a car whose driver is stopped: it drives on with first legal actions, it is taken off at the end of
its turn, or the race is void."""


Row = tuple[int, int, int, str]
"""Seat, place, distance and why, as in ranking.Standing."""


class Terms(NamedTuple):
    """How races are run. `write` takes the record's lines; `notes` puts times and bots' notes into it.

    `fault_dir` is the folder that gets a bundle for every fault. `id` is what bots know the race by; without one it
    comes from the seed.
    """

    clock: Clock = Clock()
    on_fault: str = "default"
    anonymous: bool = False
    write: Callable[[str], None] | None = None
    notes: bool = False
    season: messages.SeasonLine | UnsetType = UNSET
    fault_dir: str = ""
    sandbox: str = "off"
    own: tuple[str, ...] = ()  # options that bring the user's own data, for commands that read the record
    max_faults: int = MAX_FAULTS
    id: str = ""


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
    id: int | None = None

    @property
    def costs(self) -> bool:
        """It is a fault, not a mere warning."""
        return bool(self.applied) or self.stopped


class Placed(NamedTuple):
    """A car's place at the end (0 in a void race) and what its driver did wrong on the way."""

    place: int
    points: int
    seat: int
    colour: str
    name: str
    distance: int
    why: str
    round: int  # that took it out of the race: home, or off the track
    faults: list[Fault]


class Outcome(NamedTuple):
    """A race that is over: how it ended, the standings, first place first, every event, and the state at the end."""

    seed: str
    rounds: int
    why: str
    standings: list[Placed]
    events: list[Event]
    state: State


def last_rounds(log: Sequence[Event]) -> dict[int, int]:
    """The round in which each car was last on the road: home, off the track, or the last there was."""
    rounds: dict[int, int] = {}
    for event in log:
        if event[0] == "round":
            rounds.update(dict.fromkeys(event[2], event[1]))  # type: ignore[call-overload]  # the order, the number
    return rounds


def placed(
    state: State, names: Sequence[str], log: Sequence[Event], faults: Mapping[int, list[Fault]], rows: Iterable[Row]
) -> list[Placed]:
    """The standings as a result has them, of rows with seat, place, distance and why."""
    rounds = last_rounds(log)
    return [
        Placed(
            place,
            ranking.points(state, place, why),
            seat,
            state.spec.seats[seat].colour,
            names[seat],
            distance,
            why,
            rounds.get(seat, 0),
            faults.get(seat, []),
        )
        for seat, place, distance, why in rows
    ]


class VoidError(Exception):
    """A driver was stopped and the race is to be void then."""


def run_race(
    spec: Spec,
    seed: str,
    drivers: Sequence[Driver],
    terms: Terms | None = None,
    on_event: Callable[[Event], None] = lambda event: None,
    on_fault: Callable[[Fault], None] = lambda fault: None,
    last: bool = True,
) -> Outcome:
    """Race to the end. `drivers` answer for the seats without a Legend, in seat order; both callbacks hear at once.

    `last`: no other race will use this seed, so that the bots may see it afterwards.
    """
    return drive(Race(spec, seed, drivers, terms or Terms(), on_event, on_fault), last)


def drive(race: "Race", last: bool = True) -> Outcome:
    """A race from its beginning to its end; `last` as run_race has it."""
    try:
        race.begin()
        while asked := flow.to_act(race.state):
            race.decide(sorted(asked))
        return race.finish(last)
    except VoidError:
        return race.finish(last, why="aborted")
    except BaseException:
        race.game.close("interrupted")
        raise


class Race:
    """The race under way and the conversations about it.

    `begin` it, `decide` for the seats that have to act until there are none, and `finish` it. With a `header` of its
    own it starts as that says, from a position too; `trail` is what was decided before it is gone on with.
    """

    def __init__(
        self,
        spec: Spec,
        seed: str,
        drivers: Sequence[Driver],
        terms: Terms,
        on_event: Callable[[Event], None],
        on_fault: Callable[[Fault], None],
        header: Header | None = None,
        trail: Sequence[Decision] = (),
    ) -> None:
        self.spec, self.seed, self.terms = spec, seed, terms
        self.on_event, self.on_fault = on_event, on_fault
        seats = spec.drivers
        self.drivers = dict(zip(seats, drivers, strict=True))
        self.bots = {seat: driver for seat, driver in self.drivers.items() if isinstance(driver, Bot)}
        names = [self.drivers[s].name if s in seats else "" for s in range(len(spec.seats))]
        held = terms.sandbox if terms.sandbox != "off" and any(isinstance(one, Bot) for one in drivers) else ""
        header = header or header_of(spec, seed, names, sandbox=held)
        self.names = header.names
        self.lines: list[str] = []  # of the record, kept for bundles
        self.game = Game(spec, header, write=self._keep if terms.fault_dir else terms.write)
        self.state, self.log = self.game.state, self.game.log
        told = [""] * len(self.names) if terms.anonymous else self.names
        self.briefing = Briefing(spec, seed, told, self.log, terms.season, terms.id)
        self.told = 0  # events the caller has heard
        self.faults: dict[int, list[Fault]] = {seat: [] for seat in range(len(spec.seats))}
        self.stopped: dict[int, bool] = dict.fromkeys(seats, False)
        for decision in trail:
            self._again(decision)

    def _again(self, decision: Decision) -> None:
        """A decision that was taken before; a fault that it was counts."""
        seat, _, _, mark, _, _ = decision
        if mark in FAULTS:
            number = self._count(seat) + 1
            self.faults[seat].append(Fault(seat, mark, "", self.state.round, STEPS[self.state.step], "-", number))
        stops = mark in (*FATAL, STOPPED) or self._count(seat) >= self.terms.max_faults
        self.stopped[seat] = self.stopped[seat] or stops
        self.game.decide(*decision)

    # the beginning and the end

    def begin(self) -> None:
        """Tell every driver about the race."""
        for seat, driver in self.drivers.items():
            if isinstance(driver, Local):
                self.introduce(seat, driver.player)
            elif driver.dead is None:
                driver.begin(self.terms.clock)
                driver.say(self.briefing.race(seat, driver.clock, driver.options, driver.wants))
        self._tell()

    def introduce(self, seat: int, player: Player) -> None:
        """Tell a player in this process about the race, from a seat."""
        player.race(to_builtins(self.briefing.race(seat, self.terms.clock, {}, player.wants)))

    def finish(self, last: bool, why: str | None = None) -> Outcome:
        """The standings, also for the drivers."""
        self._tell()
        self.game.close(why)
        places = None if why else ranking.outcome(self.state)
        standings = self._void() if places is None else self._placed(places)
        rows = [
            messages.Standing(p.place, p.seat, p.points, p.distance, p.why, sum(fault.costs for fault in p.faults))
            for p in standings
        ]
        result = messages.Result(self.briefing.id, rows, self.seed if last else UNSET)
        for seat, driver in self.drivers.items():
            if isinstance(driver, Local):
                self._inform(seat, driver)
            elif driver.dead is None:
                driver.say(*self._news(seat, driver), result)
        return Outcome(self.seed, self.state.round, why or end_of(places or []), standings, self.log, self.state)

    def _placed(self, rows: Iterable[Row]) -> list[Placed]:
        return placed(self.state, self.names, self.log, self.faults, rows)

    def _void(self) -> list[Placed]:
        """A void race has no places; the cars as they are."""
        cars = sorted(self.state.cars, key=ranking.ahead)
        return self._placed((car.seat, 0, car.distance, "aborted") for car in cars)

    # a decision

    def decide(self, seats: list[int]) -> None:
        """All seats that have to act now: every bot is asked before any is heard, then all is applied in seat order."""
        legal = [flow.legal_actions(self.state, seat) for seat in seats]
        got: dict[int, Answer] = {}
        waiting: dict[int, Bot] = {}
        local: dict[int, Local] = {}
        for seat, actions in zip(seats, legal, strict=True):
            if len(actions) == 1 or self.stopped[seat]:
                continue
            driver = self.drivers[seat]
            if isinstance(driver, Local):
                local[seat] = driver
            elif driver.dead is not None:
                got[seat] = driver.dead
            else:
                waiting[seat] = driver
                self._ask(seat, driver, actions)
        if waiting:
            others = [bot for seat, bot in self.bots.items() if seat not in waiting]
            got.update(zip(waiting, answers(list(waiting.values()), others), strict=True))
        for seat, player in local.items():
            self._inform(seat, player)
            actions = legal[seats.index(seat)]
            request = self.briefing.request(self.state, seat, actions, player.player.wants, encoded=False)
            got[seat] = player.answer(request)
        for seat, actions in zip(seats, legal, strict=True):
            if seat in got:
                self._judge(seat, got[seat], actions)
            else:
                asked = len(actions) > 1
                self.game.decide(seat, actions[0], asked, STOPPED if asked else "")
        self._tell()

    def _ask(self, seat: int, bot: Bot, legal: list[Action]) -> None:
        bot.hush()
        ms = bot.next_ms()
        bot.id += 1
        bot.ask(ms, *self._news(seat, bot), self.briefing.request(self.state, seat, legal, bot.wants, id=bot.id, ms=ms))

    def _judge(self, seat: int, answer: Answer, legal: list[Action]) -> None:
        """Apply the driver's action, or the first legal one and a fault."""
        driver = self.drivers[seat]
        if isinstance(driver, Bot):
            self._pass_on_warnings(seat, driver)
        if not answer.code:
            action, why = self._read(seat, answer.token, legal)
            if action is not None:
                self.game.decide(seat, action, note=self._note(driver, answer))
                return
            answer = Answer("illegal", why=printable(f"{answer.token[:80]!r}: {why}", 300))
        self._punish(seat, answer, tokens.token(legal[0], self.spec.catalogue))
        retire = self.stopped[seat] and self.terms.on_fault == "retire"
        self.game.decide(seat, legal[0], mark=answer.code, retire=retire)
        if self.stopped[seat] and self.terms.on_fault == "abort":
            raise VoidError

    def _read(self, seat: int, token: str, legal: list[Action]) -> tuple[Action | None, str]:
        """The action of a token, or why it is none."""
        if (offered := self.briefing.offered.get(seat)) is not None and token in offered:
            return legal[offered.index(token)], ""
        try:
            action = tokens.read_token(token, self.spec.catalogue)
            why = check(self.state, seat, action)
        except NotationError as error:
            return None, str(error)
        return (action, "") if why is None else (None, why)

    def _note(self, driver: Driver, answer: Answer) -> str:
        if not self.terms.notes or not isinstance(driver, Bot):
            return ""
        said = f"; {answer.note}" if answer.note else ""
        return f"{driver.took:.0f} ms{said}"

    # what is wrong

    def _pass_on_warnings(self, seat: int, bot: Bot) -> None:
        if not bot.warnings:
            return
        count = self._count(seat)
        step = STEPS[self.state.step]
        for warning in bot.warnings:
            self._add(Fault(seat, warning.code, warning.why, self.state.round, step, number=count, id=warning.id))
            id = UNSET if warning.id is None else warning.id
            bot.say(messages.Error(warning.code, warning.why, count, self.terms.max_faults - count, id))
        bot.warnings.clear()

    def _punish(self, seat: int, answer: Answer, applied: str) -> None:
        driver = self.drivers[seat]
        dead = answer.code in FATAL or (isinstance(driver, Bot) and driver.dead is not None)
        count = self._count(seat) + 1
        self.stopped[seat] = dead or count >= self.terms.max_faults
        id = driver.id if isinstance(driver, Bot) else None
        step = STEPS[self.state.step]
        self._add(Fault(seat, answer.code, answer.why, self.state.round, step, applied, count, self.stopped[seat], id))
        if isinstance(driver, Bot) and not dead:
            left = self.terms.max_faults - count
            driver.say(messages.Error(answer.code, answer.why, count, left, driver.id, applied))
        if isinstance(driver, Bot):
            if self.terms.fault_dir:
                self._bundle(self.faults[seat][-1], driver)
            if answer.code in FATAL:
                driver.process.bury()

    def _bundle(self, fault: Fault, bot: Bot) -> None:
        """What there is to know about a fault, in a folder of its own."""
        colour = self.spec.seats[fault.seat].colour
        name = f"{self.briefing.id}-{colour}-{fault.number}-{fault.code}"
        told = {**fault._asdict(), "race": self.briefing.id, "colour": colour}
        record = [*self.lines, *self.game.pending()]
        bundle.write(Path(self.terms.fault_dir, name), told, bot, record, self.terms.own, anew=bool(self.terms.id))

    def _keep(self, line: str) -> None:
        self.lines.append(line)
        if self.terms.write is not None:
            self.terms.write(line)

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
        events = self.briefing.events(seat)
        return events if "events" in bot.wants else []

    def _inform(self, seat: int, driver: Local) -> None:
        """The events for a player in this process, if it listens."""
        if driver.hear is not None:
            driver.hear([self.briefing.spelling.event(self.log[i], seat) for i in self.briefing.news(seat)])
