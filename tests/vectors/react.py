"""The React step of a recorded race: what is offered, what is picked, and what cannot be paid."""

from collections import Counter
from typing import Any

from heatcli.core import costs, flow, moves
from heatcli.core.names import (
    ACCELERATE,
    AT_REACT,
    BOOST,
    CANNOT_PAY,
    COOL,
    DIRECT,
    DRAFT,
    FROM_ADRENALINE,
    FROM_GEAR,
    FROM_WEATHER,
    HEAT,
    PASS,
    PAY,
    REDUCE,
    SALVAGE,
    SCRAP,
    STRESS,
    SUPERCOOL,
    Action,
)
from tests.vectors import words
from tests.vectors.driver import Driver, Record

R314 = "R3.14, adrenaline after an elimination"
R316 = "R3.16, cannot pay goes back to the same spot"
R317_SPEED = "R3.17, cannot pay forgets no Speed already won"
WAITS = {BOOST: "boost", SCRAP: "scrap", REDUCE: "reduce", ACCELERATE: "accelerate", SALVAGE: "salvage"}
"""What has to wait while more is owed than the engine holds (R3.17)."""

SOURCED = ("heat", "scrap", "cooldown", "reduce", "super-cool", "salvage", "accelerate", "draft")
"""Symbols with uses that stand open."""


class React(Driver):
    """The records from the first `react` of a turn to its `pass`."""

    base = 0  # Speed of the turn before React
    won = 0  # and what React had added when the cards could not be paid
    reacts = 0  # react records of the turn so far
    given_up: tuple[int, ...] = ()  # cards that could not be paid
    other_spot = False  # the file has put the car back to the other spot

    def on_adrenaline(self, record: Record) -> None:
        self.same("adrenaline", self.state.turn.adrenaline and flow.to_act(self.state), [self.seats[record["car"]]])

    def on_gear_cooldown(self, record: Record) -> None:
        mine = [n for verb, source, n in self.state.turn.uses if (verb, source) == (COOL, FROM_GEAR)]
        self.same("gear Cooldown", mine, [record["n"]])

    def on_react(self, record: Record) -> None:
        seat = self.seats[record["car"]]
        self.go_to(AT_REACT, seat)
        self.before(record)
        options = {option["sym"]: option for option in record["opts"]}
        self._adrenaline(options)
        legal = flow.legal_actions(self.state, seat)
        self._offers(legal, options, record)
        self.same("may pass", (PASS,) in legal, bool(record["can_pass"]))
        car = self.state.car
        self.same("bill so far", self.bill(car.distance, self.state.turn.speed), (record["cost"], record["spin"]))
        self._pick(seat, legal, record["pick"])
        self.report.decisions += 1

    def _adrenaline(self, options: dict[str, Any]) -> None:
        turn = self.state.turn
        there = any(source == FROM_ADRENALINE for _, source, _ in turn.uses)
        listed = "adrenaline" in options
        if self.state.out and (turn.adrenaline or there) and not listed and self.reacts == 0:
            self.note(R314)
            self.end_record()
            turn.adrenaline = False
            turn.uses = tuple(use for use in turn.uses if use[1] != FROM_ADRENALINE)
        self.reacts += 1
        self.same("adrenaline", turn.adrenaline, listed)

    def _offers(self, legal: list[Action], options: dict[str, Any], record: Record) -> None:
        state, car, turn = self.state, self.state.car, self.state.turn
        mine = {action[0] for action in legal} - {PASS, CANNOT_PAY}
        theirs = {words.VERBS[name] for name, option in options.items() if option["ok"]}
        for verb in theirs - mine:
            if self._waits(verb):
                self.note(f"R3.17, offered: {WAITS[verb]}")
                theirs.discard(verb)
        self.same("symbols", mine, theirs)
        course, space = state.course, car.distance % self.track.spaces
        for name in SOURCED:
            verb = words.VERBS[name]
            uses = [(source, n) for other, source, n in turn.uses if other == verb]
            if verb == COOL and course.cools[space] and course.sector[space] not in turn.cooled:
                uses.append((FROM_WEATHER, course.cools[space]))
            if name == "cooldown" and name not in options:  # not listed without Heat in the hand
                continue
            told = [(words.source(word), n) for word, n in options.get(name, {"src": []})["src"]]
            self.same(f"{name} from", Counter(uses), Counter(told))
            self._most(name, sum(n for _, n in uses), options.get(name))
        direct = {words.card(word) for (word,) in options.get("direct", {"src": []})["src"]}
        mine_direct = {action[1] for action in legal if action[0] == DIRECT}
        if "direct" not in options or options["direct"]["ok"]:
            self.same("Direct Play", mine_direct, direct)
        if "heated-boost" in options:
            self.same("free boost", course.free_boost[space], options["heated-boost"]["free"])

    def _most(self, name: str, total: int, option: Record | None) -> None:
        """How much of a symbol can be used."""
        if option is None or not option["ok"]:
            return
        car = self.state.car
        if name == "draft":
            distance = moves.free_ahead(self.state, car)
            self.same("Draft", (distance, distance), (option["min"], min(option["max"], option["min"])))
        elif name in ("cooldown", "reduce"):
            there = car.hand.count(HEAT if name == "cooldown" else STRESS)
            self.same(f"{name} at most", min(total, there), option["max"])
        elif name == "accelerate":
            self.same("Accelerate", self.state.turn.flips, option["n"])

    def _waits(self, verb: int) -> bool:
        """The file offers what R3.17 forbids: more is owed than the engine holds, or would be."""
        car, owed = self.state.car, costs.owed(self.state)
        if verb == BOOST:
            free = self.state.course.free_boost[car.distance % self.track.spaces]
            return not free and 0 < car.engine <= owed
        return verb in WAITS and owed > car.engine

    # --- picking

    def _pick(self, seat: int, legal: list[Action], pick: Any) -> None:
        if pick == "pass":
            self.decide(seat, legal, (PASS,))
            return
        if pick == "cannot_pay":
            self._cannot_pay(seat, legal)
            return
        verb = words.VERBS[pick["sym"]]
        sources = [words.source(word) for word in pick["src"] if word != "boost"]
        if verb not in {action[0] for action in legal} and self._waits(verb):
            self.depart(f"R3.17, picked: {WAITS[verb]}")
        if verb in (COOL, REDUCE, SUPERCOOL):
            self._up_to(seat, verb, sources, self._amount(verb, pick))
        elif verb == SALVAGE:
            self._salvage(seat, legal, sources)
        elif verb == DRAFT:
            self.decide(seat, legal, (DRAFT, *sorted(sources)))
        elif verb in (SCRAP, PAY, ACCELERATE, DIRECT):
            for source in sources:
                self.decide(seat, flow.legal_actions(self.state, seat), (verb, source))
        else:
            self.decide(seat, legal, (verb,))

    def _amount(self, verb: int, pick: Record) -> int:
        if verb != SUPERCOOL:
            return int(pick["n"])
        choice = self.following()
        if choice["t"] != "super_cool_choice":
            return 0
        self.same("Heat to super cool", self.state.car.discard.count(HEAT), choice["heat_in_discard"])
        self.report.decisions += 1
        return int(choice["pick"])

    def _up_to(self, seat: int, verb: int, sources: list[int], left: int) -> None:
        """Several sources at once are single uses one after the other; what is not needed is lost (R3.22)."""
        for i, source in enumerate(sources):
            most = next((n for other, at, n in self.state.turn.uses if (other, at) == (verb, source)), 1)
            n = min(most, max(0, left - (len(sources) - 1 - i)))
            if n or verb == SUPERCOOL:
                self.decide(seat, flow.legal_actions(self.state, seat), (verb, n, source))
                if not n:  # the file has no record of it
                    self.event("supercool", seat)
            elif source == FROM_WEATHER:
                space = self.state.car.distance % self.track.spaces
                self.state.turn.cooled += (self.state.course.sector[space],)
            else:
                uses = list(self.state.turn.uses)
                uses.remove((verb, source, most))
                self.state.turn.uses = tuple(uses)
            left -= n
        self.same("used up", left, 0)

    def _salvage(self, seat: int, legal: list[Action], sources: list[int]) -> None:
        choice = self.following()
        fetched: list[int] = []
        if choice["t"] == "salvage_choice":
            car = self.state.car
            self.same("discard pile", sorted(car.discard), sorted(words.cards(choice["discard"])))
            most = sum(n for verb, source, n in self.state.turn.uses if verb == SALVAGE and source in sources)
            self.same("Salvage at most", min(most, len(car.discard)), min(choice["max"], len(car.discard)))
            fetched = sorted(words.cards(choice["pick"]))
            self.report.decisions += 1
        self.same("sources of Salvage", len(sources), 1)
        self.decide(seat, legal, (SALVAGE, sources[0], *fetched))
        if not fetched:  # the file has no record of it
            self.event("salvage", seat)

    def _cannot_pay(self, seat: int, legal: list[Action]) -> None:
        unpaid = self.records[self.number + 2]
        owed = Counter((card, n) for verb, card, n in self.state.turn.uses if verb == PAY)
        self.same("unpaid", owed, Counter((words.card(word), n) for word, n in unpaid["cards"]))
        self.won = self.state.turn.speed - self.base
        self.decide(seat, legal, (CANNOT_PAY, *sorted(words.cards(unpaid["pick"]))))
        self.report.decisions += 1

    # --- effects

    def on_cooldown(self, record: Record) -> None:
        self._sum("cool", 3, record)

    def on_super_cool(self, record: Record) -> None:
        self._sum("supercool", 3, record)

    def _sum(self, name: str, field: int, record: Record) -> None:
        """Several events of the core for one record of the file."""
        left = record["n"]
        while left > 0:
            left -= self.event(name, self.seats[record["car"]])[field]
        self.same(name, left, 0)

    def on_reduce(self, record: Record) -> None:
        left = len(record["cards"])
        while left > 0:
            left -= self.event("reduce", self.seats[record["car"]])[3]
        self.same("reduced", left, 0)

    def on_scrap(self, record: Record) -> None:
        self.same("scrapped", self.event("scrap", self.seats[record["car"]])[2], words.card(record["card"]))

    def on_salvage(self, record: Record) -> None:
        cards = self.event("salvage", self.seats[record["car"]])[4]
        self.same("salvaged", sorted(cards), sorted(words.cards(record["cards"])))

    def on_adrenaline_speed(self, record: Record) -> None:
        self.same("Speed", self.state.turn.speed, record["speed"])

    def on_accelerate(self, record: Record) -> None:
        self.same("Accelerate", self.state.turn.flips, record["n"])

    def on_direct(self, record: Record) -> None:
        """The file moves the car before it pays."""
        seat = self.seats[record["car"]]
        card = self.event("direct", seat)[2]
        self.same("Direct Play", (card, self.spec.catalogue.speed[card]), (words.card(record["card"]), record["speed"]))
        paid: list[tuple[Any, ...]] = []
        while self.told and self.told[0][0] in ("cool", "pay"):
            paid.append(self.told.popleft())
        moved = [self.told.popleft()] if self.told and self.told[0][0] == "move" else []
        self.told.extendleft([*paid[::-1], *(event for event in moved if event[3])])

    def on_cannot_pay(self, record: Record) -> None:
        event = self.event("again", self.seats[record["car"]])
        self.given_up = event[3]
        turn = self.state.turn
        mine, file = self.place(turn.start, turn.start_spot), (record["space"], record["lane"], record["lap"])
        self.other_spot = mine[1] != file[1]
        if self.other_spot:
            self.note(R316)
        self.same("back at", (mine[0], mine[2]), (file[0], file[2]))

    def on_lost(self, record: Record) -> None:
        self.same("lost", sorted(self.given_up), sorted(words.cards(record["cards"])))

    def moves_again(self, event: tuple[Any, ...], record: Record) -> tuple[Any, ...]:
        """BGA's code may take the other spot, and forgets what adrenaline, boost and Direct Play had won.

        The car is set where the file has it; the move as it would have been from there.
        """
        name, seat, by, asked, _, _, _, speed = event
        if not self.won and not self.other_spot:
            return event
        state, car = self.state, self.state.car
        self.end_record()
        if self.won:
            self.note(R317_SPEED)
        moves.lift(state, car)
        spot = state.turn.start_spot ^ self.other_spot
        moves.put(state, car, state.turn.start, spot)
        state.turn.speed = speed - self.won
        distance, spot = moves.landing(state, car, asked - self.won)
        moved = distance - car.distance
        moves.lift(state, car)
        moves.put(state, car, distance, spot)
        return (name, seat, by, asked - self.won, moved, distance, spot, state.turn.speed)
