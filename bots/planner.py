#!/usr/bin/env python3
"""A Heat bot that plans: it drives on in worlds that its seat could be in, and takes what came out best.

The racer (racer.py) names the choices that look good. For each of them the planner deals what it cannot see, as the
core's `resample` does, drives all cars on for some rounds as a racer would, much simplified, and judges where that
leads: the rounds that each car still needs, and so how many of them it will have behind it. All choices are tried in
the same worlds. It stops when its worlds (20, or what the option says) or its time are used up.

It needs heatcli installed, for the rules are the core's: `spec_of`, `view_of`, `resample`, `apply`.
"""

import time
from itertools import combinations
from math import exp
from random import Random

from racer import Bot as Racer

import heatcli
from heatcli.core.names import (
    AT_DISCARD,
    AT_PLAN,
    AT_REACT,
    AT_SLIPSTREAM,
    BOOST,
    COOL,
    DISCARD,
    HEAT,
    PASS,
    PAY,
    PLAN,
    RACING,
    SLIP,
    STRESS,
)

WORLDS = 20
CHOICES = 6  # that are tried
ROUNDS = 2  # that are driven on, behind this one
MEAN = 2.5  # of what a Stress card or a boost turns up
PACE = 8.5  # spaces a round of a Legend of which nothing is known yet
KNOWN = 4  # rounds after which its own pace counts as much
DOUBT = 0.5  # rounds within which two cars are alike at the finish
MORE = 0.12  # … and more for each round that is left
SEARCHED = ("plan", "react", "slip", "discard")
SHARE = 0.6  # of the clock that is used


class Bot:
    """The racer thinks first; `options` are announced with `ready`."""

    wants = ("legal", "view", "world")
    options = ({"name": "worlds", "type": "spin", "default": WORLDS, "min": 1, "max": 1000},)

    def race(self, message: dict) -> None:
        """The race as the core has it."""
        self.racer = Racer()
        self.racer.in_time = self.in_time
        self.racer.race(message)
        self.spec = heatcli.spec_of(message)
        self.worlds = int(message.get("options", {}).get("worlds", WORLDS))
        self.random = Random(message["bot_seed"])

    def act(self, request: dict) -> str:
        """What did best in all worlds; what the racer does where there is nothing to search."""
        start, time_left = time.perf_counter(), request["ms"] * SHARE / 1000 if request.get("ms") else 60
        end = start + time_left
        self.until = start + time_left / 2
        legal, first = request["legal"], self.racer.act(request)
        short = time.perf_counter() > start + time_left / 2  # the racer's weights take as long as its choice
        self.until = end
        if request["step"] not in SEARCHED or len(legal) < 2 or short:
            return first
        choices = self.choices(request, first)
        if len(choices) < 2:
            return first
        seen = heatcli.view_of(self.spec, request)
        sums = dict.fromkeys(choices, 0.0)
        for _ in range(self.worlds):
            world = heatcli.resample(seen, self.random)
            made = {}
            for token in choices:
                state = world.clone()
                heatcli.apply(state, seen.seat, heatcli.legal_actions(world, seen.seat)[legal.index(token)])
                made[token] = self.drive_on(state, seen.seat)
                if time.perf_counter() > end:
                    break
            if len(made) < len(choices):
                break
            for token, worth in made.items():
                sums[token] += worth
        return max(choices, key=sums.__getitem__)

    def in_time(self, tokens: list[str]):
        """The racer's choices one after the other as long as there is time, the first in any case."""
        for i, token in enumerate(tokens):
            if i and time.perf_counter() > self.until:
                return
            yield token

    def choices(self, request: dict, first: str) -> list[str]:
        """What the racer holds for good, its first choice ahead of all."""
        weighed = self.racer.weighed(request)
        return [first, *[token for token in sorted(weighed, key=weighed.__getitem__) if token != first]][:CHOICES]

    # --- driving on

    def drive_on(self, state, seat: int) -> float:
        """The worth of a state for a seat, some rounds later."""
        last = state.round + ROUNDS
        while (asked := heatcli.to_act(state)) and not (state.round > last and state.at < 0):
            heatcli.apply(state, asked[0], self.quick(state, asked[0]))
        return self.worth(state, seat)

    def quick(self, state, seat: int) -> tuple:
        """A racer's choice, much simplified."""
        car, step, road = state.cars[seat], state.step, self.racer.road
        if step == AT_PLAN:
            return self.quick_plan(state, car, road)
        if step == AT_REACT:
            return self.quick_react(state, seat, car, road)
        if step == AT_SLIPSTREAM:
            legal = heatcli.legal_actions(state, seat)
            return min(legal, key=lambda a: self.rounds(state, car, road, moved=a[1] if a[0] == SLIP else 0))
        if step == AT_DISCARD:
            return self.quick_discard(state, seat, car, road)
        return heatcli.legal_actions(state, seat)[0]

    def quick_plan(self, state, car, road) -> tuple:
        """The gear and the cards that leave the fewest rounds, Stress at its mean."""
        best, found = 99.0, None
        speed = state.spec.catalogue.speed
        cards = [card for card in car.hand if card != HEAT]
        heat = len(car.hand) - len(cards)
        values = {card: MEAN if card == STRESS else speed[card] for card in cards}
        for gear in range(max(1, car.gear - 2), min(4, car.gear + 2) + 1):
            paid = car.engine - (abs(gear - car.gear) == 2)
            if paid < 0 or len(cards) < gear:
                continue
            paid = min(road.heat, paid + min(heat, self.racer.cooldown[gear - 1]))
            for picked in dict.fromkeys(combinations(cards, gear)):
                moved = int(sum(values[card] for card in picked))
                left = paid - road.cost(car.distance, car.distance + moved, moved)
                rounds = road.left(car.distance + moved, gear, left) if left >= 0 else 98.0
                if rounds < best:
                    best, found = rounds, (PLAN, gear, *picked)
        if found is not None and heatcli.check(state, car.seat, found) is None:  # a flooded space costs more
            return found
        return heatcli.legal_actions(state, car.seat)[0]

    def quick_react(self, state, seat: int, car, road) -> tuple:
        """Cool, pay what is due, boost if that saves rounds."""
        legal = heatcli.legal_actions(state, seat)
        cool = [action for action in legal if action[0] in (COOL, PAY)]
        if cool:
            return cool[-1]
        if (BOOST,) in legal:
            boosted = (self.rounds(state, car, road, 2, paid=1) + self.rounds(state, car, road, 3, paid=1)) / 2
            if boosted < self.rounds(state, car, road) - 0.05:
                return (BOOST,)
        return (PASS,) if (PASS,) in legal else legal[0]

    def quick_discard(self, state, seat: int, car, road) -> tuple:
        """Low cards before a straight, high ones before a corner."""
        corner = next((line - car.distance for line, _, _ in road.lines if line > car.distance), 99)
        unwanted = (4, 5) if corner < 5 else (0, 1) if corner > 9 else ()
        action = (DISCARD, *[card for card in car.hand if card in unwanted])
        return action if len(action) > 1 and action in heatcli.legal_actions(state, seat) else (PASS,)

    def rounds(self, state, car, road, faster: int = 0, moved: int = 0, paid: int = 0) -> float:
        """Behind the turn under way, with so much more Speed, or moved so far."""
        turn, end = state.turn, car.distance + faster + moved
        left = car.engine - paid - road.cost(turn.start, end, max(0, turn.speed) + faster)
        return road.left(end, car.gear, left) if left >= 0 else road.left(turn.start, 1, 0) + 1

    # --- judging

    def worth(self, state, seat: int) -> float:
        """How many cars will be behind, and whether all: by the rounds that each still needs."""
        own = state.cars[seat]
        if own.status != RACING:
            return len(state.cars) - own.place + (own.place == 1)
        mine, behind, first = self.needs(state, own), 0.0, 1.0
        for car in state.cars:
            if car.seat != seat:
                ahead = self.needs(state, car) - mine
                share = 1 / (1 + exp(-ahead / (DOUBT + MORE * max(0.0, mine)))) if abs(ahead) < 40 else float(ahead > 0)
                behind, first = behind + share, first * share
        return behind + first - 0.01 * mine

    def needs(self, state, car) -> float:
        """Rounds to the finish line; those at home need less than any."""
        if car.status != RACING:
            return -99.0 if car.status < 2 else 99.0
        if not state.spec.seats[car.seat].legend:
            return self.racer.road.left(car.distance, car.gear, car.engine)
        pace = (PACE * KNOWN + car.distance + 3) / (KNOWN + max(1, state.round))
        return (self.racer.road.finish - car.distance) / pace


if __name__ == "__main__":
    from client import option, play

    bot = Bot()
    options = [option(o["name"], o["default"], min=o["min"], max=o["max"]) for o in Bot.options]
    play(bot.act, "planner", wants=bot.wants, race=bot.race, options=options)
