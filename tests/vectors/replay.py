"""A recorded race driven through the core: every offer, consequence and checkpoint of the file is compared."""

from collections import deque
from collections.abc import Callable
from typing import Any

from heatcli.core import flow, gears, moves
from heatcli.core.names import (
    ADRENALINE,
    AT_DISCARD,
    AT_OVER,
    AT_PLAN,
    AT_REACT,
    AT_SLIPSTREAM,
    BOOST,
    COOL,
    DISCARD,
    FROM_ADRENALINE,
    FROM_GEAR,
    HEAT,
    PASS,
    PLAN,
    SLIP,
    STEPS,
    Action,
)
from heatcli.core.rng import Chance
from heatcli.core.rules import Rules
from heatcli.core.specs import Seat, Spec
from heatcli.core.state import State
from heatcli.data import load
from heatcli.errors import HeatError
from heatcli.record.game import Game, Piles
from heatcli.record.header import header_of
from heatcli.record.position import read_car
from tests.vectors import words
from tests.vectors.report import Report

Record = dict[str, Any]
SOURCES = {"gear": FROM_GEAR, "adrenaline": FROM_ADRENALINE}
VERBS = {"cooldown": COOL, "adrenaline": ADRENALINE, "heated-boost": BOOST}
DRIVER = "random"  # who drove the races of the files
QUIET = ("grid", "round", "value", "corner", "turn", "end")  # told by other records, or by none


class MismatchError(Exception):
    """The file and the core disagree."""


class NotYetError(Exception):
    """The race needs a module that the core does not have."""


class Replay:
    """One race. `run` goes through its records; a method `on_…` serves each kind that says something.

    `write` takes the lines of the race's record.
    """

    def __init__(self, records: list[Record], report: Report, write: Callable[[str], None] | None = None) -> None:
        self.records, self.report, self.head = records, report, records[0]
        self._refuse_modules()
        cars = sorted(self.head["cars"], key=lambda car: car["car"])
        self.seats = {car["car"]: seat for seat, car in enumerate(cars)}
        self.track = load.load_track(words.TRACKS.get(self.head["track"], self.head["track"]))
        self.spec = self._spec(cars)
        piles = self._piles(cars)
        chance = Chance("", piles) if write is None else Piles(piles)  # after a mismatch other cards may be shuffled
        header = header_of(self.spec, None, [DRIVER] * len(cars))
        self.game = Game(self.spec, header, chance, write)
        self.writes = write is not None
        self.state: State = self.game.state
        self.told: deque[tuple[Any, ...]] = deque()
        self.seen = 0
        self.lost = False  # after a mismatch, until the same car's checkpoint

    def _refuse_modules(self) -> None:
        head = self.head
        modules = {"garage": any(car.get("garage") for car in head["cars"]), "weather": head["weather"] is not None}
        modules["championship"] = bool(head["championship"]) or head["event"] is not None
        needed = " and ".join(module for module, there in modules.items() if there)
        if needed:
            raise NotYetError(f"races with {needed}")

    def _spec(self, cars: list[Record]) -> Spec:
        head = self.head
        seats = [Seat(words.colour(car["car"]), car["kind"] != "human") for car in cars]
        rules = Rules(
            laps=head["laps"],
            heat=None if head["heat"] == self.track.heat else head["heat"],
            stress=None if head["stress"] == self.track.stress else head["stress"],
            hand=head["hand_limit"],
            pro_legends=head["legend_pro"],
            aggressive_legends=bool(head["aggressive"]),
            max_rounds=9_999,
        )
        grid = [self.seats[car["car"]] for car in sorted(head["cars"], key=lambda car: car["grid"])]
        return Spec(self.track, seats, load.catalogue(), load.legends(), rules, grid)

    def _piles(self, cars: list[Record]) -> dict[tuple[str, int], list[int]]:
        """Every shuffle of the race by pile and number, from the header and the shuffle records."""
        orders: dict[str, list[list[int]]] = {}
        for car in cars:
            if car["kind"] == "human":
                orders[f"deck:{self.seats[car['car']]}"] = [words.cards(car["deck"])]
        orders["legends"] = [self.head["legend_deck"]] if self.head.get("legend_deck") else []
        for record in self.records:
            if record["t"] == "shuffle":
                orders[f"deck:{self.seats[record['car']]}"].append(words.cards(record["deck"]))
            elif record["t"] == "legend_shuffle":
                orders["legends"].append(record["deck"])
        return {(pile, k): order for pile, shuffles in orders.items() for k, order in enumerate(shuffles)}

    def run(self) -> None:
        """All records; a mismatch is noted, and the race goes on from the next checkpoint if it can.

        A record that is written ends there.
        """
        for number, record in enumerate(self.records):
            serve = getattr(self, f"on_{record['t']}", None)
            if serve is None or (self.lost and record["t"] != "cp"):
                continue
            left = ""
            try:
                serve(record)
                continue
            except MismatchError as error:
                why = str(error)
                self.lost = True
            except (AssertionError, IndexError, KeyError, ValueError, HeatError) as error:
                why, left = repr(error), "; race left"
            self.report.mismatches.append(f"{self.head['id']} record {number} ({record['t']}): {why}{left}")
            if left or self.writes:
                break
        if self.writes:
            self.game.close(None if self.state.step == AT_OVER else "interrupted")

    # --- comparing and driving

    def same(self, what: str, core: object, file: object) -> None:
        self.report.checks += 1
        if core != file:
            raise MismatchError(f"{what}: the file has {file}, the core {core}")

    def place(self, distance: int, spot: int) -> tuple[int, int, int]:
        """Space, lane, lap as the file writes them."""
        lap, space = divmod(distance, self.track.spaces)
        return space + 1, 1 if words.spot(self.track, space + 1, 1) == spot else 2, lap

    def next_event(self) -> tuple[Any, ...]:
        """The core's next event that the file has a record for."""
        self.told += [event for event in (self.state.log or [])[self.seen :] if event[0] not in QUIET]
        self.seen = len(self.state.log or [])
        return self.told.popleft() if self.told else ("nothing", -1)

    def event(self, name: str, seat: int) -> tuple[Any, ...]:
        """The core's next event, which has to be this one of this car."""
        event = self.next_event()
        self.same("next event", event[:2], (name, seat))
        return event

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
        self.report.decisions += 1
        self.same(f"{action} is legal", action in legal, True)
        self.game.decide(seat, action, asked=self.writes and len(legal) > 1)

    def before(self, record: Record) -> int:
        """The acting car's state just before the decision (`s`)."""
        seat = self.seats[record["car"]]
        car, turn = self.state.cars[seat], self.state.turn
        speed = turn.speed if self.state.at >= 0 and self.state.order[self.state.at] == seat else -1
        space, lane, lap = self.place(car.distance, car.spot)
        mine = [space, lane, lap, speed, car.engine, len(car.hand), len(car.deck), len(car.discard)]
        self.same("state before", mine, record["s"])
        return seat

    def bill(self, start: int, end: int, speed: int, engine: int) -> tuple[int, int]:
        """Heat due from start to end, cut at the line that spins the car out, and whether it does."""
        course = self.spec.course
        due = 0
        for line in course.crossed(start, end):
            cost = max(0, speed - course.limits[line])
            due += cost
            if due > engine:
                return due, 1
        return due, 0

    # --- records

    def on_round(self, record: Record) -> None:
        self.same("round", self.state.round + (self.state.step == AT_OVER), record["n"])
        self.same("order", self.state.order, [self.seats[car] for car in record["order"]])

    def on_plan(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        legal = self.go_to(AT_PLAN, seat)
        car = self.state.cars[seat]
        self.same("gear", car.gear, record["gear_now"])
        self.same("hand", car.hand, sorted(words.cards(record["hand"])))
        mine = {action[1]: gears.cost(self.state, car, action[1]) for action in legal}
        theirs = dict(record["opts"])
        extra = [gear for gear in mine if gear not in theirs]
        if record["clut"] and extra and all(abs(gear - car.gear) == 2 and mine[gear] == 1 for gear in extra):
            self.report.departures["R3.2, a cluttered hand may shift two steps for 1 Heat"] += 1
            mine = {gear: heat for gear, heat in mine.items() if gear in theirs}
        self.same("gears and Heat", mine, theirs)
        self.same(
            "cluttered",
            any(HEAT in action[2:] or len(action) < 2 + action[1] for action in legal),
            bool(record["clut"]),
        )
        self.same("flooded", self.spec.course.flooded[car.distance % self.track.spaces], bool(record["flooded"]))
        self.decide(seat, legal, (PLAN, record["gear"], *sorted(words.cards(record["cards"]))))

    def on_reveal(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if record["heat_paid"]:
            self.same("shift", self.event("pay", seat)[2:4], ("shift", record["heat_paid"]))
        _, _, gear, paid, cards = self.event("reveal", seat)
        self.same(
            "plan",
            (gear, paid, list(cards)),
            (record["gear"], record["heat_paid"], sorted(words.cards(record["cards"]))),
        )

    def on_cluttered(self, record: Record) -> None:
        self.event("clutter", self.seats[record["car"]])

    def on_flip(self, record: Record) -> None:
        (card,) = words.cards([record["card"]])
        self.same("flip", self.event("flip", self.seats[record["car"]])[2], card)
        self.same("into play", self.spec.catalogue.basic[card], record["to"] == "play")

    def on_shuffle(self, record: Record) -> None:
        self.same("reshuffled", self.event("reshuffle", self.seats[record["car"]])[2], len(record["deck"]))

    def on_speed(self, record: Record) -> None:
        """The move has been made when the core stops: compare it with what the file offered."""
        seat = self.seats[record["car"]]
        car, turn = self.state.cars[seat], self.state.turn
        due, _ = self.bill(turn.start, car.distance, turn.speed, car.engine)
        space, lane, _ = self.place(car.distance, car.spot)
        self.same("Speed", turn.speed, record["pick"])
        self.same("Speed, space, lane, Heat", [[turn.speed, space, lane, due]], record["opts"])
        self.report.decisions += 1

    def on_move(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        _, _, by, asked, moved, distance, spot, speed = self.event("move", seat)
        kinds = {"slip": "slipstream", "legend": "legend"}
        mine = (kinds.get(by, "move"), moved, *self.place(distance, spot))
        self.same("move", mine, (record["kind"], record["moved"], record["space"], record["lane"], record["lap"]))
        if by != "legend":
            self.same("asked and Speed", (asked, speed), (record["asked"], record["speed"]))

    def on_adrenaline(self, record: Record) -> None:
        self.same("adrenaline", self.state.turn.adrenaline and flow.to_act(self.state), [self.seats[record["car"]]])

    def on_gear_cooldown(self, record: Record) -> None:
        self.same("gear Cooldown", dict(self.state.turn.cool).get(FROM_GEAR), record["n"])

    def on_react(self, record: Record) -> None:
        legal = self.go_to(AT_REACT, self.seats[record["car"]])
        seat = self.before(record)
        car, turn = self.state.cars[seat], self.state.turn
        offered = {VERBS[o["sym"]] for o in record["opts"] if o["ok"]}
        self.same("symbols", {action[0] for action in legal} - {PASS}, offered)
        self.same("may pass", (PASS,) in legal, bool(record["can_pass"]))
        self.same("adrenaline", turn.adrenaline, any(o["sym"] == "adrenaline" for o in record["opts"]))
        for option in record["opts"]:
            if option["sym"] == "cooldown" and option["ok"]:
                self.same("sources", dict(turn.cool), {SOURCES[name]: n for name, n in option["src"]})
                most = min(sum(n for _, n in turn.cool), car.hand.count(HEAT))
                self.same("Cooldown at most", most, option["max"])
        self.same(
            "bill so far", self.bill(turn.start, car.distance, turn.speed, car.engine), (record["cost"], record["spin"])
        )
        self._use(seat, legal, record["pick"])

    def _use(self, seat: int, legal: list[Action], pick: Any) -> None:
        if pick == "pass" or pick["sym"] != "cooldown":
            self.decide(seat, legal, (PASS,) if pick == "pass" else (VERBS[pick["sym"]],))
            return
        left = pick["n"]
        sources = [SOURCES[name] for name in pick["src"]]
        for i, source in enumerate(sources):  # several sources at once are single uses one after the other
            n = min(dict(self.state.turn.cool)[source], max(0, left - (len(sources) - 1 - i)))
            if n:
                self.decide(seat, flow.legal_actions(self.state, seat), (COOL, n, source))
                self.event("cool", seat)
                left -= n
            else:
                self.state.turn.cool = tuple(entry for entry in self.state.turn.cool if entry[0] != source)
        self.same("cooled", left, 0)

    def on_pay(self, record: Record) -> None:
        _, _, why, n, line = self.event("pay", self.seats[record["car"]])
        self.same("paid", (why, n), (record["why"], record["n"]))
        if why == "corner":
            corner = self.track.corners[line - 1]
            self.same("corner", (corner.at, corner.limit), (record["corner"], record["limit"]))

    def on_slip(self, record: Record) -> None:
        legal = self.go_to(AT_SLIPSTREAM, self.seats[record["car"]])
        seat = self.before(record)
        car, turn = self.state.cars[seat], self.state.turn
        rows = []
        for _, spaces in legal[1:]:
            distance, spot = moves.landing(self.state, car, spaces)
            due, _ = self.bill(turn.start, distance, turn.speed, car.engine)
            rows.append([spaces, *self.place(distance, spot)[:2], due])
        self.same("slipstreams", rows, record["opts"])
        self.decide(seat, legal, (SLIP, record["pick"]) if record["pick"] else (PASS,))

    def on_check(self, record: Record) -> None:
        """The core has checked the lines when it stops: its corner events are compared."""
        seat = self.seats[record["car"]]
        if self.state.step == AT_SLIPSTREAM and flow.to_act(self.state) == [seat]:
            self.same("slipstreams not offered", flow.legal_actions(self.state, seat), [(PASS,)])
            self.game.decide(seat, (PASS,), asked=False)
        log = self.state.log or []
        last = max(i for i, event in enumerate(log) if event[0] == "reveal" and event[1] == seat)
        corners = [event for event in log[last:] if event[0] == "corner" and event[1] == seat]
        mine = [[self.track.corners[int(line) - 1].at, limit, cost] for _, _, line, limit, _, cost in corners]  # type: ignore
        self.same("lines crossed", mine, record["corners"])
        self.same(
            "spin out", any(event[0] == "spin" and event[1] == seat for event in log[last:]), bool(record["spin"])
        )

    def on_spinout(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if record["paid"]:
            self.same("paid", self.event("pay", seat)[3], record["paid"])
        _, _, line, paid, stress, distance, spot = self.event("spin", seat)
        mine = (self.track.corners[line - 1].at, paid, stress, *self.place(distance, spot), self.state.cars[seat].gear)
        self.same(
            "spin out", mine, tuple(record[key] for key in ("corner", "paid", "stress", "space", "lane", "lap", "gear"))
        )

    def on_discard_choice(self, record: Record) -> None:
        legal = self.go_to(AT_DISCARD, self.seats[record["car"]])
        seat = self.before(record)
        options = sorted(words.cards(record["opts"])) if not record["tunnel"] else []
        self.same("discardable", max(legal, key=len)[1:], tuple(options))
        self.decide(seat, legal, (DISCARD, *sorted(words.cards(record["pick"]))) if record["pick"] else (PASS,))

    def on_discard(self, record: Record) -> None:
        self.same(
            "discarded",
            sorted(self.event("discard", self.seats[record["car"]])[3]),
            sorted(words.cards(record["cards"])),
        )

    def on_clear(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if self.state.step == AT_DISCARD and flow.to_act(self.state) == [seat]:
            self.same("nothing to discard", flow.legal_actions(self.state, seat), [(PASS,)])
            self.game.decide(seat, (PASS,), asked=False)
        self.same("cleared", self.event("clear", seat)[2], len(record["cards"]))

    def on_draw(self, record: Record) -> None:
        self.same("drawn", list(self.event("draw", self.seats[record["car"]])[3]), words.cards(record["cards"]))

    def on_legend_card(self, record: Record) -> None:
        name, card, *_ = self.next_event()
        self.same("Legend card", (name, card), ("legend", record["id"]))
        for car, slot, number in record["cars"]:
            row = self.spec.legends.cards[card][self.spec.legends.helmets[words.colour(car)]]
            self.same("diamond and number", (row[0], row[1] + self.head["legend_pro"]), (slot, number))

    def on_cp(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if self.lost:
            self._take_over(seat, record)
            return
        car = self.state.cars[seat]
        turns = [event for event in self.state.log or [] if event[0] == "turn" and event[1] == seat]
        if record.get("why") != "start":
            _, _, distance, spot, gear, engine, *_ = turns[-1]
        else:
            distance, spot, gear, engine = car.distance, car.spot, car.gear, car.engine
        mine = (*self.place(int(distance), int(spot)), gear if not self.spec.seats[seat].legend else record["gear"])  # type: ignore
        self.same("checkpoint", mine, tuple(record[key] for key in ("space", "lane", "lap", "gear")))
        if not self.spec.seats[seat].legend:
            self.same("engine", engine, record["engine"])
            self.same("hand", car.hand, sorted(words.cards(record["hand"])))
            self.same("discard", sorted(car.discard), sorted(words.cards(record["discard"])))
            self.same("deck", car.deck[::-1], words.cards(record["deck_order"]))
            self.same("deck size", len(car.deck), record["deck"])

    def _take_over(self, seat: int, record: Record) -> None:
        """The file's state of the car, after a difference; possible where the core waits for another decision."""
        car = self.state.cars[seat]
        while flow.to_act(self.state) == [seat] and self.state.at >= 0:
            flow.apply(self.state, seat, flow.legal_actions(self.state, seat)[0])
        told = read_car(seat, self._position(record), self.spec.catalogue)
        moves.lift(self.state, car)
        moves.put(self.state, car, told.distance, told.spot)
        for name in ("gear", "engine", "hand", "deck", "discard", "played", "known", "owned"):
            setattr(car, name, getattr(told, name))
        index = next(i for i, other in enumerate(self.records) if other is record)
        car.shuffles = 1 + sum(r["t"] == "shuffle" and r["car"] == record["car"] for r in self.records[:index])
        self.told.clear()
        self.seen = len(self.state.log or [])
        self.lost = False

    def _position(self, record: Record) -> str:
        """A checkpoint as position text."""
        distance = words.distance(self.track, record["space"], record["lap"])
        spot = words.spot(self.track, record["space"], record["lane"])
        text = [f"{distance}/{spot} g{record['gear']} e{record['engine']}"]
        for name, cards in (("hand", "hand"), ("deck", "deck_order"), ("discard", "discard")):
            text += [name, *(self.spec.catalogue.codes[card] for card in words.cards(record[cards]))]
        return " ".join(text)

    def on_finish(self, record: Record) -> None:
        self.same("place", self.event("finish", self.seats[record["car"]])[2], record["place"])

    def on_end(self, record: Record) -> None:
        self.same("race over", self.state.step, AT_OVER)
        self.same("rounds", self.state.round, record["rounds"])
        places = {self.seats[car]: place for car, place, _ in record["places"]}
        self.same("places", {car.seat: car.place for car in self.state.cars}, places)
        self.same("events left", list(self.told), [])
