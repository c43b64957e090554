#!/usr/bin/env python3
"""A Heat bot that wants to go fast without paying for it, and looks one turn ahead.

It measures every way its turn could end in spaces: how far the car gets, and what the Heat left in the engine is
worth after the corners of this turn, and of the next should the car be too fast with the lowest cards it keeps. It
plays the plan with the most worth; adrenaline, boost and slipstream are used where they add to it. A spin out is
worth very little. Other cars in the way are not thought of.
"""

from math import sqrt

FLIP = (1, 2, 3, 4)  # what a Stress card or a boost turns up
AVERAGE = 2.5  # of those
ENGINE = 2.5  # spaces that a lone Heat card in the engine is worth; four are worth twice as much
SPIN_OUT = 25  # spaces that a spin out loses, or a hand too cluttered to drive
SIGHT = 8  # spaces ahead that matter for discards


class Bot:
    """Remembers the track; all else is in the view."""

    wants = ("legal", "view")

    def race(self, message: dict) -> None:
        """Where the corners are and how far it is."""
        track, rules = message["track"], message["rules"]
        self.spaces, self.flooded = track["spaces"], track["flooded"]
        self.corners = [(corner["at"], corner["limit"]) for corner in track["corners"]]
        self.finish = self.spaces * rules["laps"]
        self.cooldown = rules["gear_cooldown"]
        self.cards = message.get("cards", {})

    def act(self, request: dict) -> str:
        """The choice for this step; for a step it does not know, the first legal action, the careful one."""
        self.me, self.you = request["view"]["cars"][request["seat"]], request["view"]["you"]
        steps = {"plan": self.plan, "react": self.react, "slip": self.slip, "discard": self.discard}
        choose = steps.get(request["step"], lambda legal: legal[0])
        return choose(request["legal"])

    def plan(self, legal: list[str]) -> str:
        """The plan of most worth; never give up."""
        return max((token for token in legal if token != "concede"), key=self.plan_worth)

    def react(self, legal: list[str]) -> str:
        """Cool as much as possible, then go faster if that adds worth."""
        cool = [token for token in legal if token.startswith("cool ")]
        if cool:
            return max(cool, key=lambda token: int(token.split()[1]))
        now = self.turn_worth()
        if "adrenaline" in legal and self.turn_worth(faster=1) > now:
            return "adrenaline"
        boosted = sum(self.turn_worth(faster=n, paid=1) for n in FLIP) / len(FLIP)
        if "boost" in legal and boosted > now:
            return "boost"
        return "pass" if "pass" in legal else legal[0]  # what is due first

    def slip(self, legal: list[str]) -> str:
        """The slipstream of most worth, or none."""
        return max(legal, key=lambda token: self.turn_worth(moved=0 if token == "pass" else int(token.split()[1])))

    def discard(self, legal: list[str]) -> str:
        """High cards before a slow corner, low cards before a straight."""
        at = self.me["distance"]
        limits = [limit for _, limit in self.lines(at, at + SIGHT)]
        numbers = ("0", "1", "2") if not limits else ("4", "5") if min(limits) <= 4 else ()
        token = " ".join(["discard", *(card for card in self.you["hand"] if card in numbers)])
        return token if token in legal else "pass"

    def plan_worth(self, token: str) -> float:
        """The worth of a plan, averaged over what its Stress cards may turn up."""
        gear, cards = int(token[1]), token.split()[1:]
        at, hand = self.me["distance"], self.you["hand"][:]
        for card in cards:
            hand.remove(card)
        if "H" in cards or len(cards) < gear:  # cluttered: the car stands still
            return at - SPIN_OUT
        engine = self.me["engine"] - self.shift(gear) + min(self.cooldown[gear - 1], hand.count("H"))
        worths = [self.worth(at, at + speed, speed, gear, engine, hand) for speed in self.speeds(cards)]
        return sum(worths) / len(worths)

    def turn_worth(self, faster: int = 0, moved: int = 0, paid: int = 0) -> float:
        """The worth of this turn with so much more Speed, moved by a slipstream, for so much Heat."""
        end = self.me["distance"] + faster + moved
        engine = self.me["engine"] - paid
        return self.worth(self.you["start"], end, self.you["speed"] + faster, self.me["gear"], engine, self.you["hand"])

    def worth(self, start: int, end: int, speed: int, gear: int, engine: int, hand: list[str]) -> float:
        """The worth of a turn from start to end, corners not yet paid. Beyond the finish line Heat is worth nothing."""
        left = engine - self.cost(start, end, speed)
        if left < 0:
            return start - SPIN_OUT
        if end >= self.finish:
            return end
        left -= self.next_cost(end, gear, hand)
        return end + ENGINE * sqrt(left) if left >= 0 else end - SPIN_OUT

    def shift(self, gear: int) -> int:
        """Heat for a gear: 1 for two steps, 1 more for a downshift on a flooded space."""
        wet = self.me["distance"] % self.spaces in self.flooded
        return int(abs(gear - self.me["gear"]) == 2) + int(wet and gear < self.me["gear"])

    def next_cost(self, at: int, gear: int, hand: list[str]) -> float:
        """Heat for the turn after this one if it is slow: one gear down, or two for 1 Heat, with the lowest cards."""
        values = sorted(min(self.numbers(card)) for card in hand if card != "H")
        values += [AVERAGE] * 4  # cards still to be drawn
        slow, slower = sum(values[: max(1, gear - 1)]), sum(values[: max(1, gear - 2)])
        return min(self.cost(at, at + slow, slow), 1 + self.cost(at, at + slower, slower))

    def cost(self, start: int, end: float, speed: float) -> float:
        """Heat for the corner lines from start to end at this Speed."""
        return sum(max(0, speed - limit) for _, limit in self.lines(start, end))

    def lines(self, start: int, end: float) -> list[tuple[int, int]]:
        """The corner lines from start to end, by distance, and their limits; beyond the finish line there are none."""
        end = min(end, self.finish)
        laps = range(int(start // self.spaces), int(end // self.spaces) + 1)
        laid = [(lap * self.spaces + at, limit) for lap in laps for at, limit in self.corners]
        return [(line, limit) for line, limit in laid if start < line <= end]

    def speeds(self, cards: list[str]) -> list[float]:
        """Every Speed that these cards may come to, each equally likely."""
        sums = [0.0]
        for card in cards:
            sums = [speed + n for speed in sums for n in self.numbers(card)]
        return sums

    def numbers(self, card: str) -> tuple[float, ...]:
        """What a card may come to: its number, what a Stress turns up, the lowest of an upgrade and its flips."""
        if card.isdigit():
            return (int(card),)
        if card == "S":
            return FLIP
        facts = self.cards.get(card, {})
        return (min(facts.get("speed", ()), default=0) + AVERAGE * facts.get("symbols", {}).get("plus", 0),)


if __name__ == "__main__":
    from client import play

    bot = Bot()
    play(bot.act, "greedy", wants=bot.wants, race=bot.race)
