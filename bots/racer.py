#!/usr/bin/env python3
"""A Heat bot that knows the road: a fast one-ply player.

Before the race it works out, from the finish line back, how many rounds a car needs from every space with every gear
and every amount of Heat in the engine, if its cards are as good as cards are on the mean (`Road`). That is what a turn
is measured by: the rounds that are left behind it, looked at once more with the cards that the hand keeps and some that
it may draw. So it brakes two corners ahead, spends Heat where it saves a round, keeps high cards for straights and low
ones for corners, and throws away what the next turn has no use for. Other cars matter for adrenaline and slipstreams.
"""

from functools import lru_cache
from itertools import product
from random import Random

FLIPS = (1, 2, 3, 4)  # what a Stress card or a + turns up
REACH = {1: range(1, 5), 2: range(3, 8), 3: range(5, 11), 4: range(8, 14)}  # Speeds that a hand mostly has for a gear
BACK = {1: 2, 2: 1, 3: 0, 4: 0}  # Heat that a turn in a gear brings back, with what a hand mostly holds
SPUN = 1.2  # rounds that a spin out costs, beyond the way back
CLUTTERED = 0.7  # rounds that a turn without a move costs, beyond standing still
HEAT_IN_HAND = 0.05  # rounds that a Heat card in the hand costs
STRESS_IN_HAND = 0.02
FAR = 1 / 100  # rounds that a space beyond the finish line is worth
PLANS = 14  # that are looked at closely
DRAWS = 4  # hands that are dealt for each
STEP = 12  # spaces before the finish line that cars start from
WORTH = {
    "plus": 0.8,
    "cooldown": 1.2,
    "slipstream": 0.35,
    "reduce_stress": 0.5,
    "scrap": -0.15,
    "salvage": 0.3,
    "direct_play": 0.6,
    "refresh": 0.3,
    "super_cool": 0.6,
    "adjust_limit": 0.7,
    "accelerate": 0.5,
    "draft": 0.5,
    "heat": -1.2,
}
"""What the symbols of a card are worth in the garage, in spaces."""


class Road:
    """Corners by distance, and the rounds to the finish from anywhere."""

    def __init__(self, spaces: int, finish: int, corners: tuple, heat: int) -> None:
        """`corners` are (space, limit, extra Heat when over)."""
        self.finish, self.heat = finish, heat
        laps = range(finish // spaces + 1)
        lines = [(lap * spaces + at, limit, extra) for lap in laps for at, limit, extra in corners]
        self.lines = [line for line in lines if line[0] < finish]
        self.rounds = self._rounds()

    def cost(self, start: int, end: int, speed: int, more: int = 0) -> int:
        """Heat for the corners from start to end at this Speed; `more` is added to every limit."""
        due = 0
        for line, limit, extra in self.lines:
            if line > end:
                break
            if start < line and speed > limit + more:
                due += speed - limit - more + extra
        return due

    def back(self, start: int, end: int, speed: int, engine: int) -> int:
        """Where a car that cannot pay comes to: behind the first line that its Heat does not reach for."""
        for line, limit, extra in self.lines:
            if start < line <= end and speed > limit:
                engine -= speed - limit + extra
                if engine < 0:
                    return line - 1
        return start

    def left(self, at: int, gear: int, engine: int) -> float:
        """Rounds to the finish line. Beyond it each space more is a little better."""
        if at >= self.finish:
            return (self.finish - at) * FAR
        return self.rounds[at + STEP][gear - 1][max(0, min(engine, self.heat))]

    def _rounds(self) -> list:
        """The table, from the finish line back: by distance, gear, Heat."""
        table: list = [None] * (self.finish + STEP)
        for at in range(self.finish - 1, -STEP - 1, -1):
            turns = [
                (gear, at + moved, self.cost(at, at + moved, speed), boost)
                for gear, speeds in REACH.items()
                for speed, moved, boost in [*((s, s, 0) for s in speeds), *((s + 3, s + 3, 1) for s in speeds if s > 3)]
            ]
            table[at + STEP] = [[self._best(table, turns, gear, h) for h in range(self.heat + 1)] for gear in REACH]
        return table

    def _best(self, table: list, turns: list, gear: int, heat: int) -> float:
        """Rounds from here with the best of these turns."""
        best = 99.0
        for to, end, cost, boost in turns:
            apart = abs(to - gear)
            left = heat - cost - boost - (apart == 2)
            if apart > 2 or left < 0:
                continue
            if end >= self.finish:
                value = (self.finish - end) * FAR
            else:
                value = table[end + STEP][to - 1][min(self.heat, left + BACK[to])]
            best = min(best, value)
        return 1 + best if best < 99 else 1 + SPUN + self._crawl(table, heat)

    def _crawl(self, table: list, heat: int) -> float:
        """No turn can be paid: one more in gear 1."""
        return next((row[0][heat] for row in table if row is not None), 0.0)


road = lru_cache(maxsize=64)(Road)


class Bot:
    """Remembers the board and the rules; all else is in the view."""

    wants = ("legal", "view")

    def race(self, message: dict) -> None:
        """What stays as it is for the whole race."""
        track, self.rules = message["track"], message["rules"]
        self.spaces, self.flooded, self.corners = track["spaces"], track["flooded"], track["corners"]
        self.finish = self.spaces * self.rules["laps"]
        self.cooldown = self.rules["gear_cooldown"]
        self.cards = message.get("cards", {})
        self.random = Random(message["bot_seed"])

    def act(self, request: dict) -> str:
        """The choice for this step; for one it does not know, the first legal action, the careful one."""
        view = request["view"]
        self.view, self.me, self.you = view, view["cars"][request["seat"]], view["you"]
        self.road = road(self.spaces, self.finish, self.limits(), self.rules["heat"])
        self.deals = None
        choose = getattr(self, f"step_{request['step']}", None)
        return choose(request["legal"]) if choose is not None else request["legal"][0]

    def weighed(self, request: dict) -> dict[str, float]:
        """The rounds behind each choice of the request that was answered last; none for what it does not weigh."""
        legal, step = request["legal"], request["step"]
        if step == "plan":
            plans = {token: self.plan_rounds(token, close=False) for token in legal if token != "concede"}
            best = sorted(plans, key=plans.__getitem__)[:PLANS]
            return {token: self.plan_rounds(token) for token in self.in_time(best)}
        if step == "slip":
            return {token: self.turn_rounds(moved=0 if token == "pass" else int(token.split()[1])) for token in legal}
        if step == "discard":
            tokens = [token for token in legal if not token.startswith("refresh")]
            return {token: self.discard_rounds(token) for token in self.in_time(tokens)}
        faster = {
            token: self.faster_rounds(token) for token in legal if token.split()[0] in ("adrenaline", "boost", "direct")
        }
        done = {"pass": self.turn_rounds()} if "pass" in legal else {}
        return {**faster, **done} if not any(token.startswith("cool") for token in legal) else {}

    def limits(self) -> tuple:
        """Every corner line with what weather and road tokens make of it."""
        limits = self.view.get("limits") or [corner["limit"] for corner in self.corners]
        tokens = iter(self.view.get("tokens", []))
        extras = [0 if "chicane_of" in corner else int(next(tokens, "") == "overheat") for corner in self.corners]
        return tuple((c["at"], limit, extra) for c, limit, extra in zip(self.corners, limits, extras, strict=True))

    def in_time(self, tokens: list[str]):
        """The choices that are looked at; a bot on a clock may stop here."""
        return tokens

    # --- steps

    def step_plan(self, legal: list[str]) -> str:
        """The plan with the fewest rounds behind it: all at a glance, the best ones with what may be drawn."""
        plans = [token for token in legal if token != "concede"]
        if len(plans) > PLANS:
            plans = sorted(plans, key=lambda token: self.plan_rounds(token, close=False))[:PLANS]
        return min(self.in_time(plans), key=self.plan_rounds)

    def step_react(self, legal: list[str]) -> str:
        """What is due, then all that cools, then Speed if it saves rounds."""
        verbs = {token.split()[0] for token in legal}
        for verb in ("cool", "supercool", "reduce", "pay"):
            if verb in verbs:
                return max((t for t in legal if t.startswith(f"{verb} ")), key=lambda token: _number(token, verb))
        now = self.turn_rounds()
        offers = {
            token: self.faster_rounds(token) for token in legal if token.split()[0] in ("adrenaline", "boost", "direct")
        }
        if offers and min(offers.values()) < now:
            return min(offers, key=offers.__getitem__)
        return "pass" if "pass" in legal else legal[0]

    def step_slip(self, legal: list[str]) -> str:
        """The slipstream that saves most, or none."""
        return min(legal, key=lambda token: self.turn_rounds(moved=0 if token == "pass" else int(token.split()[1])))

    def step_discard(self, legal: list[str]) -> str:
        """What the next turn has no use for."""
        tokens = [token for token in legal if not token.startswith("refresh")]
        return min(self.in_time(tokens), key=self.discard_rounds)

    def step_value(self, legal: list[str]) -> str:
        """The numbers that save most."""
        return min(
            legal,
            key=lambda token: self.turn_rounds(faster=sum(int(part.partition("=")[2]) for part in token.split()[1:])),
        )

    def step_garage(self, legal: list[str]) -> str:
        """The card of most worth; a swap if it gains."""
        return max(legal, key=self.garage_worth)

    def step_drop(self, legal: list[str]) -> str:
        """The card of least worth."""
        return min(legal, key=lambda token: self.card_worth(token.split()[1]))

    # --- rounds that are left

    def plan_rounds(self, token: str, close: bool = True) -> float:
        """Behind the turn that a plan makes, averaged over what its Stress cards may turn up."""
        gear, cards = int(token[1]), token.split()[1:]
        hand = self.you["hand"][:]
        for card in cards:
            hand.remove(card)
        at, engine = self.me["distance"], self.me["engine"] - self.shift(gear)
        if "H" in cards or len(cards) < gear:  # cluttered: the car stands still, and cools as in gear 1
            return self.road.left(at, 1, min(self.rules["heat"], engine + self.cooldown[0])) + CLUTTERED
        more = sum(self.symbol(card, "adjust_limit") for card in cards)
        engine -= sum(self.symbol(card, "heat") for card in cards)
        cools = self.cooldown[gear - 1] + sum(self.symbol(card, "cooldown") for card in cards) + self.is_last()
        found = [self.end_rounds(at, at + s, s, gear, engine, cools, hand, more, close) for s in self.speeds(cards)]
        return sum(found) / len(found)

    def turn_rounds(self, faster: int = 0, moved: int = 0, paid: int = 0) -> float:
        """Behind this turn, with so much more Speed, moved by a slipstream, for so much Heat."""
        end, engine = self.me["distance"] + faster + moved, self.me["engine"] - paid
        more = sum(self.symbol(card, "adjust_limit") for card in self.me["played"])
        speed = (self.you["speed"] or 0) + faster
        return self.end_rounds(self.you["start"], end, speed, self.me["gear"], engine, 0, self.you["hand"], more, True)

    def faster_rounds(self, token: str) -> float:
        """Behind this turn with adrenaline, a boost, or a card played from the hand."""
        verb, *words = token.split()
        if verb == "boost":
            return sum(self.turn_rounds(n, paid=1) for n in FLIPS) / len(FLIPS)
        if verb == "direct":
            found = [self.turn_rounds(n, paid=self.symbol(words[0], "heat")) for n in self.numbers(words[0])]
            return sum(found) / len(found)
        return self.turn_rounds(1)

    def discard_rounds(self, token: str) -> float:
        """Behind the discard: the turn is over, its corners are paid."""
        hand = self.you["hand"][:]
        for card in token.split()[1:]:
            hand.remove(card)
        return self.next_rounds(self.me["distance"], self.me["gear"], self.me["engine"], hand)

    def end_rounds(
        self, start: int, end: int, speed: int, gear: int, engine: int, cools: int, hand: list, more: int, close: bool
    ) -> float:
        """Behind a turn from start to end whose corners are not paid yet."""
        back = min(cools, hand.count("H"), self.rules["heat"] - engine)
        left = engine + max(0, back) - self.road.cost(start, end, speed, more)
        if left < 0:
            return self.road.left(self.road.back(start, end, speed, engine), 1, 0) + SPUN
        if end >= self.finish or not close:
            return self.road.left(end, gear, left)
        return self.next_rounds(end, gear, left, hand)

    def next_rounds(self, at: int, gear: int, engine: int, hand: list) -> float:
        """At the end of a turn: the best that the next one can do with what is kept and drawn, and what is left."""
        kept = [card for card in hand if card != "H"]
        heat, stress = hand.count("H"), hand.count("S")
        drawn = max(0, self.rules["hand"] - len(hand))
        found = [self.best_turn(at, gear, engine, heat, [*kept, *deal[:drawn]]) for deal in self.dealt()]
        return sum(found) / len(found) + HEAT_IN_HAND * heat + STRESS_IN_HAND * stress

    def best_turn(self, at: int, gear: int, engine: int, heat: int, hand: list) -> float:
        """Rounds from here if the next turn is played from this hand."""
        road, best = self.road, 99.0
        heat += hand.count("H")
        sums = self.sums(card for card in hand if card != "H")
        for to in (1, 2, 3, 4):
            apart = abs(to - gear)
            paid = engine - (apart == 2)
            if apart > 2 or paid < 0 or not sums[to]:
                continue
            paid = min(road.heat, paid + min(self.cooldown[to - 1], heat))
            mask, speed = sums[to], 0
            while mask:
                if mask & 1:
                    left = paid - road.cost(at, at + speed, speed)
                    if left >= 0:
                        best = min(best, road.left(at + speed, to, left))
                mask, speed = mask >> 1, speed + 1
        return 1 + best if best < 99 else 1 + SPUN + road.left(at, 1, 0)

    def sums(self, cards) -> list[int]:
        """Which totals so many cards can have: bit s of entry n for n cards that come to s."""
        masks = [1, 0, 0, 0, 0]
        for card in cards:
            value = self.mean(card)
            for n in (3, 2, 1, 0):
                masks[n + 1] |= masks[n] << value
        return masks

    def dealt(self) -> list:
        """Some orders of what the own deck may hold: the same for all that is weighed in a decision."""
        if self.deals is None:
            unseen = dict(self.me["cards"])
            for card in (*self.you["hand"], *self.you["discard"], *self.me["played"], *["H"] * self.me["engine"]):
                unseen[card] = unseen.get(card, 0) - 1
            deck = [card for card, n in sorted(unseen.items()) for _ in range(n) if card != "P?"]
            deck = deck if len(deck) > 2 else [*deck, *self.you["discard"]]
            self.deals = [self.random.sample(deck, min(7, len(deck))) for _ in range(DRAWS)]
        return self.deals

    # --- cards

    def shift(self, gear: int) -> int:
        """Heat for a gear: 1 for two steps, 1 more for a downshift on a flooded space."""
        wet = self.me["distance"] % self.spaces in self.flooded
        return int(abs(gear - self.me["gear"]) == 2) + int(wet and gear < self.me["gear"])

    def is_last(self) -> bool:
        """Adrenaline is to be had."""
        behind = [
            car for car in self.view["cars"] if car["state"] == "racing" and car["distance"] < self.me["distance"]
        ]
        two = sum(car["state"] == "racing" for car in self.view["cars"]) >= self.rules["adrenaline_two_from"]
        return self.rules["adrenaline"] and len(behind) <= int(two)

    def speeds(self, cards: list[str]) -> list[int]:
        """Every Speed that these cards may come to, each equally likely; of a choice the best is not known yet."""
        return [sum(numbers) for numbers in product(*(self.numbers(card) for card in cards))][:64]

    def numbers(self, card: str) -> tuple[int, ...]:
        """What a card may come to."""
        if card.isdigit():
            return (int(card),)
        if card == "S":
            return FLIPS
        facts = self.cards.get(card, {})
        least = min(facts.get("speed", ()), default=0)
        plus = self.symbol(card, "plus")
        return tuple(least + (5 * plus) // 2 + d for d in ((-1, 0, 1) if plus else (0,)))

    def mean(self, card: str) -> int:
        """What it comes to, about."""
        return 2 if card == "S" else self.numbers(card)[len(self.numbers(card)) // 2]

    def symbol(self, card: str, name: str) -> int:
        """The count of a symbol on a card."""
        return self.cards.get(card, {}).get("symbols", {}).get(name, 0)

    def card_worth(self, card: str) -> float:
        """Of an upgrade, in spaces a race."""
        facts = self.cards.get(card)
        if facts is None:
            return 0.0
        speed = max(facts["speed"], default=0)
        spread = 0.4 * (len(facts["speed"]) > 1)
        return 0.3 * speed + spread + sum(WORTH.get(name, 0.0) * n for name, n in facts["symbols"].items())

    def garage_worth(self, token: str) -> float:
        """Of a pick; of a swap what it gains."""
        words = token.split()
        if words[0] == "take":
            return 100 + self.card_worth(words[1])
        return self.card_worth(words[2]) - self.card_worth(words[1]) if words[0] == "swap" else 0.0


def _number(token: str, verb: str) -> float:
    """How much a token cools or takes off; for others the first one."""
    return int(token.split()[1]) if verb != "pay" else 0


if __name__ == "__main__":
    from client import play

    bot = Bot()
    play(bot.act, "racer", wants=bot.wants, race=bot.race)
