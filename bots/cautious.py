#!/usr/bin/env python3
"""A Heat bot that pays for nothing: as fast as it can be without spending Heat, or having to soon.

Of the plans that cost no Heat in this turn, whatever its Stress cards turn up, and that let it brake for the corners of
the next one, it takes the one that gets it farthest. It cools what it can, never boosts, and slipstreams where that is
free. A driver who never spins out, and never wins.
"""

FLIP = (1, 2, 3, 4)  # what a Stress card turns up
WORST, MEAN = 4, 2  # of a card that is not known yet


class Bot:
    """Remembers the track; all else is in the view."""

    wants = ("legal", "view")

    def race(self, message: dict) -> None:
        """Where the corners are and how far it is."""
        track, rules = message["track"], message["rules"]
        self.spaces, self.flooded = track["spaces"], track["flooded"]
        self.corners = [corner["at"] for corner in track["corners"]]
        self.printed = [corner["limit"] for corner in track["corners"]]
        self.finish = self.spaces * rules["laps"]
        self.cards = message.get("cards", {})

    def act(self, request: dict) -> str:
        """The choice for this step; for a step it does not know, the first legal action."""
        self.view, self.me = request["view"], request["view"]["cars"][request["seat"]]
        self.you = self.view["you"]
        steps = {"plan": self.plan, "react": self.react, "slip": self.slip}
        choose = steps.get(request["step"], lambda legal: legal[0])
        return choose(request["legal"])

    def plan(self, legal: list[str]) -> str:
        """The least Heat, then the farthest."""
        return min((token for token in legal if token != "concede"), key=self.plan_price)

    def react(self, legal: list[str]) -> str:
        """Cool as much as can be; adrenaline if it is free."""
        cool = [token for token in legal if token.startswith("cool ")]
        if cool:
            return max(cool, key=lambda token: int(token.split()[1]))
        if "adrenaline" in legal and not self.price_of(1):
            return "adrenaline"
        return "pass" if "pass" in legal else legal[0]

    def slip(self, legal: list[str]) -> str:
        """The longest that costs nothing."""
        free = [token for token in legal[1:] if not self.price_of(0, int(token.split()[1]))]
        return free[-1] if free else legal[0]

    def plan_price(self, token: str) -> tuple[float, float]:
        """Heat that a plan costs at worst, now and in the next turn, and how far it does not get."""
        gear, cards = int(token[1]), token.split()[1:]
        hand = self.you["hand"][:]
        for card in cards:
            hand.remove(card)
        if "H" in cards or len(cards) < gear:  # cluttered: the car stands still
            return 50.0, 0.0
        at = self.me["distance"]
        worst, mean = sum(self.most(card) for card in cards), sum(self.least(card) for card in cards)
        price = self.shift(gear) + self.cost(at, at + worst, worst) + sum(self.symbol(card, "heat") for card in cards)
        return price + self.next_price(at + worst, gear, hand), -mean

    def next_price(self, at: int, gear: int, hand: list[str]) -> float:
        """Heat for the turn behind, one gear down with the lowest cards that are sure to be there."""
        values = sorted([*(self.most(card) for card in hand if card != "H"), MEAN, MEAN, WORST])
        speed = sum(values[: max(1, gear - 1)])
        return self.cost(at, at + speed, speed)

    def price_of(self, faster: int, moved: int = 0) -> float:
        """Heat for this turn with so much more Speed, or moved by a slipstream, and for the next."""
        end, speed = self.me["distance"] + faster + moved, self.you["speed"] + faster
        now = self.cost(self.you["start"], end, speed)
        return now + self.next_price(end, self.me["gear"], self.you["hand"])

    def cost(self, start: int, end: int, speed: int) -> int:
        """Heat for the corner lines from start to end at this Speed; beyond the finish line there are none."""
        limits = self.view.get("limits", self.printed)
        due = 0
        for lap in range(start // self.spaces, end // self.spaces + 1):
            for at, limit in zip(self.corners, limits, strict=True):
                if start < lap * self.spaces + at <= end and lap * self.spaces + at < self.finish:
                    due += max(0, speed - limit)
        return due

    def shift(self, gear: int) -> int:
        """Heat for a gear: 1 for two steps, 1 more for a downshift on a flooded space."""
        wet = self.me["distance"] % self.spaces in self.flooded
        return int(abs(gear - self.me["gear"]) == 2) + int(wet and gear < self.me["gear"])

    def most(self, card: str) -> int:
        """The highest that a card may come to."""
        if card.isdigit():
            return int(card)
        if card == "S":
            return max(FLIP)
        return max(self.cards.get(card, {}).get("speed", ()), default=0) + max(FLIP) * self.symbol(card, "plus")

    def least(self, card: str) -> float:
        """What a card comes to on the mean."""
        return sum(FLIP) / len(FLIP) if card == "S" else self.most(card)

    def symbol(self, card: str, name: str) -> int:
        """The count of a symbol on a card."""
        return self.cards.get(card, {}).get("symbols", {}).get(name, 0)


if __name__ == "__main__":
    from client import play

    bot = Bot()
    play(bot.act, "cautious", wants=bot.wants, race=bot.race)
