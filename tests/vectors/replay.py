"""A recorded race driven through the core: every offer, consequence and checkpoint of the file is compared."""

from typing import Any

from heatcli.core import flow, gears, moves
from heatcli.core.audit import audit
from heatcli.core.names import (
    AT_DISCARD,
    AT_OVER,
    AT_PLAN,
    AT_SLIPSTREAM,
    AT_VALUE,
    DISCARD,
    ELIMINATED,
    HEAT,
    PASS,
    PLAN,
    REFRESH,
    SLIP,
    VALUE,
    Action,
)
from heatcli.errors import HeatError
from tests.vectors import setup, words
from tests.vectors.driver import DepartedError, LeftError, MismatchError, Record
from tests.vectors.react import React

R32 = "R3.2, a cluttered hand may shift two steps for 1 Heat"
R44 = "R4.4, an eliminated car's place, discard and draw"
R52 = "R5.2, a Legend stops before the first line beyond its allowance"
DECISIONS = (
    "plan",
    "speed",
    "react",
    "unpaid",
    "salvage_choice",
    "super_cool_choice",
    "slip",
    "refresh_choice",
    "discard_choice",
)
KINDS = {"slip": "slipstream", "legend": "legend", "draft": "draft"}
"""Of moves; all others are the file's `move`."""


class Replay(React):
    """One race. `run` goes through its records; a method `on_…` serves each kind that says something.

    `write` takes the lines of the race's record.
    """

    def run(self) -> None:
        """All records; a mismatch is noted, and the race goes on from the next checkpoint if it can.

        One that is written ends there.
        """
        written = self.writes
        for number, record in enumerate(self.records):
            self.number = number
            self.look(record)
            serve = getattr(self, f"on_{record['t']}", None)
            if self.lost and record["t"] != "cp":
                self.report.lost += record["t"] in DECISIONS
                continue
            if serve is None or self._is_gone(record):
                continue
            left = ""
            try:
                serve(record)
                self._shuffles()
                continue
            except DepartedError:
                self.lost = True
                self.report.lost += record["t"] in DECISIONS
                continue
            except LeftError:
                break
            except MismatchError as error:
                why = str(error)
                self.lost = True
            except (AssertionError, IndexError, KeyError, ValueError, HeatError) as error:
                why, left = repr(error), "; race left"
            self.report.mismatches.append(f"{self.head['id']} record {number} ({record['t']}): {why}{left}")
            if left or written:
                break
        self.end_record(None if self.state.step == AT_OVER else "interrupted")

    def _is_gone(self, record: Record) -> bool:
        return self.seats.get(record.get("car", -1)) in self.gone and record["t"] != "sponsor"

    def _shuffles(self) -> None:
        if self.given.wrong:
            wrong = "; ".join(self.given.wrong)
            self.given.wrong.clear()
            raise MismatchError(wrong)

    # --- set-up, rounds, plans

    def on_race(self, record: Record) -> None:
        mine, file = setup.numbers(self.spec, record)
        self.same("laps, Heat, Stress, hand, sponsorships, press", mine, file)
        limits = self.state.course.limits[: len(self.track.corners)]
        mine_limits = [[c.at, c.limit, limit] for c, limit in zip(self.track.corners, limits, strict=True)]
        self.same("limits", mine_limits, record["corners"])
        for car in record["cars"]:
            mine_car = self.state.cars[self.seats[car["car"]]]
            mine_place = self.place(mine_car.distance, mine_car.spot)
            self.same("grid", mine_place, (car["space"], car["lane"], car["lap"]))
            if car["kind"] == "human":
                self.same("engine", mine_car.engine, car["engine"])
                self.same("discard", sorted(mine_car.discard), sorted(words.cards(car["discard"])))

    def on_sponsor(self, record: Record) -> None:
        event = self.event("award", self.seats[record["car"]])
        self.same("sponsorships", list(event[3]), words.cards(record["cards"]))
        self.why = str(event[2])

    def on_sponsor_reason(self, record: Record) -> None:
        self.same("why", words.REASONS.get(self.why, self.why), record["why"])

    def on_round(self, record: Record) -> None:
        self.round = record["n"]
        self.drain()
        while self.rounds and self.rounds[0][1] < record["n"]:  # lost ones
            self.rounds.popleft()
        order = tuple(self.seats[car] for car in record["order"])
        self.same("round and order", self.rounds.popleft() if self.rounds else None, ("round", record["n"], order))
        for car, space, lane, lap, place in record["pos"]:
            state = self.state.cars[self.seats[car]]
            if not place and self.state.step == AT_PLAN:  # else Legends have driven on
                self.same("position", self.place(state.distance, state.spot), (space, lane, lap))
        self.goes_on()

    def on_plan(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        legal = self.go_to(AT_PLAN, seat)
        self.before(record)
        car = self.state.cars[seat]
        self.same("gear", car.gear, record["gear_now"])
        self.same("hand", car.hand, sorted(words.cards(record["hand"])))
        mine = {action[1]: gears.cost(self.state, car, action[1]) for action in legal}
        theirs = dict(record["opts"])
        extra = [gear for gear in mine if gear not in theirs]
        if record["clut"] and extra and all(abs(gear - car.gear) == 2 and mine[gear] == 1 for gear in extra):
            self.note(R32)
            mine = {gear: heat for gear, heat in mine.items() if gear in theirs}
        self.same("gears and Heat", mine, theirs)
        self.same(
            "cluttered",
            any(HEAT in action[2:] or len(action) < 2 + action[1] for action in legal),
            bool(record["clut"]),
        )
        self.same("flooded", self.spec.course.flooded[car.distance % self.track.spaces], bool(record["flooded"]))
        self.decide(seat, legal, (PLAN, record["gear"], *sorted(words.cards(record["cards"]))))
        self.report.decisions += 1

    # --- steps 1-3

    def on_turn(self, record: Record) -> None:
        self.reacts = self.won = 0
        self.other_spot = False

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
        if record["why"] == "empty":
            self.same("reshuffled", self.event("reshuffle", self.seats[record["car"]])[2], len(record["deck"]))

    def on_speed(self, record: Record) -> None:
        """Without a choice of numbers the move has been made when the core stops."""
        seat = self.seats[record["car"]]
        state, car, turn = self.state, self.state.cars[seat], self.state.turn
        if state.step == AT_VALUE:
            self.before({**record, "s": [*record["s"][:3], turn.speed, *record["s"][4:]]})
            legal = flow.legal_actions(state, seat)
            speeds = {turn.speed + sum(action[2::2]) for action in legal}
            rows = [[speed, *self._landing(speed, speed)] for speed in sorted(speeds)]
            self.same("Speed, space, lane, Heat", rows, sorted(record["opts"]))
            pairs = sorted((words.card(word), number) for word, number in record["multi"])
            self.decide(seat, legal, (VALUE, *(part for pair in pairs for part in pair)))
        else:
            space, lane, _ = self.place(car.distance, car.spot)
            due, _ = self.bill(car.distance, turn.speed)
            self.same("Speed, space, lane, Heat", [[turn.speed, space, lane, due]], record["opts"])
        self.same("Speed", turn.speed, record["pick"])
        self.base = turn.speed
        self.report.decisions += 1

    def _landing(self, spaces: int, speed: int) -> list[int]:
        """Space and lane where the car would end, and the Heat due."""
        distance, spot = moves.landing(self.state, self.state.car, spaces)
        return [*self.place(distance, spot)[:2], self.bill(distance, speed)[0]]

    def on_move(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        event = self.event("move", seat)
        if event[2] == "again":
            event = self.moves_again(event, record)
        _, _, by, asked, moved, distance, spot, speed = event
        if by == "legend" and self._is_legend_slip(seat, distance - moved, record):
            return
        mine = (KINDS.get(by, "move"), moved, *self.place(distance, spot))
        self.same("move", mine, (record["kind"], record["moved"], record["space"], record["lane"], record["lap"]))
        if by != "legend":
            self.same("asked and Speed", (asked, speed), (record["asked"], record["speed"]))

    def _is_legend_slip(self, seat: int, start: int, record: Record) -> bool:
        """BGA's code stops an aggressive Legend before its second line whatever its allowance (R5.2)."""
        course, car = self.state.course, self.state.cars[seat]
        line = course.next_line(start)
        told = words.distance(self.track, record["space"], record["lap"])
        single, double = course.chevrons[line]
        back = course.lines[line] - 1 - start
        allowed = 1 + (back < single) + (back < double)
        if not self.spec.rules.aggressive_legends or allowed == 1 or told != course.lines[line + 1] - 1:
            return False
        if car.distance <= told:
            return False
        self.note(R52)
        self.end_record()
        moves.lift(self.state, car)
        moves.put(self.state, car, told, words.spot(self.track, record["space"], record["lane"]))
        self.drain()
        self.ended[seat][0] = ("turn", seat, car.distance, car.spot, car.gear, 0)
        return True

    # --- steps 6-9

    def on_pay(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        left = record["n"]
        while True:
            _, _, why, n, line = self.event("pay", seat)
            self.same("paid for", why, record["why"])
            left -= n
            if why != "card" or left <= 0:  # two cards paid at once are one record
                break
        self.same("paid", left, 0)
        if line:
            at = self.track.corners[line - 1].at
            told = [record["corner"], record["limit"], record["n"], record["speed"]]
            self.same("corner", [row for row in self.corners[seat] if row[0] == at], [told])

    def on_slip(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        legal = self.go_to(AT_SLIPSTREAM, seat)
        self.before(record)
        speed = self.state.turn.speed
        rows = [[spaces, *self._landing(spaces, speed)] for _, spaces in legal[1:]]
        self.same("slipstreams", sorted(rows), sorted(record["opts"]))
        self.decide(seat, legal, (SLIP, record["pick"]) if record["pick"] else (PASS,))
        self.report.decisions += 1

    def on_check(self, record: Record) -> None:
        """The core has checked the lines when it stops: its corner events are compared."""
        seat = self.seats[record["car"]]
        state = self.state
        if state.step == AT_SLIPSTREAM and flow.to_act(state) == [seat]:
            self.same("slipstreams not offered", flow.legal_actions(state, seat), [(PASS,)])
            self.game.decide(seat, (PASS,), asked=False)
        self.drain()
        self.same("lines crossed", [row[:3] for row in self.corners[seat]], record["corners"])
        self.same("Speed", {row[3] for row in self.corners[seat]} - {record["speed"]}, set())
        self.same("spin out", self.spun[seat], bool(record["spin"]))
        if "slip_corners" in record and state.at >= 0 and state.order[state.at] == seat:
            lines = [state.course.numbers[i] for i in state.turn.slipped]
            self.same("lines slipped over", [self.track.corners[line - 1].at for line in lines], record["slip_corners"])
            press = sorted(self.track.corners[line - 1].at for line in self.spec.rules.press)
            self.same("press", press, sorted(record["press"]))

    def on_spinout(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if record["paid"]:
            self.same("paid", self.event("pay", seat)[3], record["paid"])
        _, _, line, paid, stress, distance, spot = self.event("spin", seat)
        mine = (self.track.corners[line - 1].at, paid, stress, *self.place(distance, spot), self.state.cars[seat].gear)
        self.same(
            "spin out", mine, tuple(record[key] for key in ("corner", "paid", "stress", "space", "lane", "lap", "gear"))
        )

    def on_eliminated(self, record: Record) -> None:
        """BGA's code lets the car discard and draw, and counts places from the eighth."""
        seat = self.seats[record["car"]]
        event = self.next_event()
        while event[:2] in (("clear", seat), ("removed", seat)):
            event = self.next_event()
        self.same("eliminated", event[:3], ("out", seat, "eliminated"))
        self.note(R44)
        self.gone.add(seat)

    def on_refresh_choice(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        legal = self.go_to(AT_DISCARD, seat)
        self.before(record)
        mine = {action[1] for action in legal if action[0] == REFRESH}
        self.same("refreshable", mine, set(words.cards(record["opts"])))
        if record["pick"]:
            self.decide(seat, legal, (REFRESH, words.card(record["pick"])))
        self.report.decisions += 1

    def on_refresh(self, record: Record) -> None:
        self.same("refreshed", self.event("refresh", self.seats[record["car"]])[2], words.card(record["card"]))

    def on_discard_choice(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        legal = self.go_to(AT_DISCARD, seat)
        self.before(record)
        options = sorted(words.cards(record["opts"])) if not record["tunnel"] else []
        mine = {action[1] for action in legal if action[0] == REFRESH}
        self.same("refreshable", mine, set(words.cards(record["refreshable"])))
        self._discards([action for action in legal if action[0] == DISCARD], options, record["max"])
        self.decide(seat, legal, (DISCARD, *sorted(words.cards(record["pick"]))) if record["pick"] else (PASS,))
        self.report.decisions += 1

    def _discards(self, legal: list[Action], options: list[int], most: int) -> None:
        longest = max((action[1:] for action in legal), key=len, default=())
        self.same("discardable", {card for action in legal for card in action[1:]}, set(options))
        self.same("discards at most", len(longest), min(most, len(options)))
        if len(longest) == len(options):
            self.same("discardable", list(longest), options)

    def on_discard(self, record: Record) -> None:
        self.same(
            "discarded",
            sorted(self.event("discard", self.seats[record["car"]])[3]),
            sorted(words.cards(record["cards"])),
        )

    def on_event_remove_heat(self, record: Record) -> None:
        self.same("removed from", self.event("removed", self.seats[record["car"]])[2], record["from"])

    def on_clear(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if self.state.step == AT_DISCARD and flow.to_act(self.state) == [seat]:
            self.same("nothing to discard", flow.legal_actions(self.state, seat), [(PASS,)])
            self.game.decide(seat, (PASS,), asked=False)
        used = self.event("removed", seat)[3] if record["removed"] else ()
        self.same("removed", sorted(used), sorted(words.cards(record["removed"])))
        self.same("cleared", self.event("clear", seat)[2], len(record["cards"]))

    def on_draw(self, record: Record) -> None:
        self.same("drawn", list(self.event("draw", self.seats[record["car"]])[3]), words.cards(record["cards"]))

    def on_legend_card(self, record: Record) -> None:
        name, card, *_ = self.next_event()
        if self.done and card != record["id"] and self.state.step == AT_OVER:
            self.end_before(self.round)
        self.same("Legend card", (name, card), ("legend", record["id"]))
        for car, slot, number in record["cars"]:
            row = self.spec.legends.cards[card][self.spec.legends.helmets[words.colour(car)]]
            self.same("diamond and number", (row[0], row[1] + self.head["legend_pro"]), (slot, number))

    # --- checkpoints and the end

    def on_cp(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        if self.lost:
            self.take_over(seat, record)
            return
        self.drain()
        car = self.state.cars[seat]
        legend = self.spec.seats[seat].legend
        if record.get("why") != "start":
            _, _, distance, spot, gear, engine, *_ = self.ended[seat].popleft()
        else:
            distance, spot, gear, engine = car.distance, car.spot, car.gear, car.engine
        mine = (*self.place(int(distance), int(spot)), gear if not legend else record["gear"])
        self.same("checkpoint", mine, tuple(record[key] for key in ("space", "lane", "lap", "gear")))
        if not legend:
            self.same("engine", engine, record["engine"])
            self.same("hand", car.hand, sorted(words.cards(record["hand"])))
            self.same("discard", sorted(car.discard), sorted(words.cards(record["discard"])))
            self.same("deck", car.deck[::-1], words.cards(record["deck_order"]))
            self.same("deck size", len(car.deck), record["deck"])
            self.same("in play", list(car.played), words.cards(record["played"]))
        self.same("audit", audit(self.state), [])

    def on_finish(self, record: Record) -> None:
        self.same("place", self.event("finish", self.seats[record["car"]])[2], record["place"])

    def on_scores(self, record: Record) -> None:
        points = self.spec.rules.points
        mine = {}
        for number, seat in self.seats.items():
            car = self.state.cars[seat]
            mine[number] = points[car.place - 1] if car.place <= len(points) and car.status != ELIMINATED else 0
        self.same("points", mine, dict(record["scores"]))

    def on_end(self, record: Record) -> None:
        self.same("race over", self.state.step, AT_OVER)
        self.same("rounds", self.state.round, record["rounds"])
        places: dict[int, Any] = {self.seats[car]: place for car, place, _ in record["places"]}
        mine = {car.seat: car.place for car in self.state.cars if car.seat not in self.gone}
        self.same("places", mine, {seat: place for seat, place in places.items() if seat not in self.gone})
        self.same("events left", list(self.told), [])
