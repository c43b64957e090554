"""A second reading of the rules: says of any action whether it is legal, from cards, cars and road alone.

Written from the rule text, without the core's lists. It keeps its own account of what a turn has used; tell it of
every action before it is applied.
"""

from collections import Counter
from itertools import combinations, product
from random import Random

from heatcli.core.names import (
    ACCELERATE,
    ADRENALINE,
    BOOST,
    CANNOT_PAY,
    CONCEDE,
    COOL,
    DIRECT,
    DISCARD,
    DRAFT,
    DROP,
    FROM_ADRENALINE,
    FROM_GEAR,
    FROM_WEATHER,
    HEAT,
    MULLIGAN,
    PASS,
    PAY,
    PLAN,
    RACING,
    REDUCE,
    REFRESH,
    SALVAGE,
    SCRAP,
    SLIP,
    STEPS,
    STRESS,
    SUPERCOOL,
    SWAP,
    TAKE,
    TUNE,
    VALUE,
    Action,
)
from heatcli.core.state import Car, State

GEAR_COOLS = {1: 3, 2: 1}  # 3.1.4
ON_CARDS = {  # symbols of cards in play that their driver uses: rule 3.5, by the verb that uses them
    COOL: "cooldown",
    SUPERCOOL: "super_cool",
    SCRAP: "scrap",
    REDUCE: "reduce_stress",
    SALVAGE: "salvage",
    ACCELERATE: "accelerate",
    REFRESH: "refresh",
    PAY: "heat",
}


def part_of(cards: list[int], pile: list[int] | tuple[int, ...]) -> bool:
    """All the cards are in the pile, as often as named, and stand in order."""
    return cards == sorted(cards) and not Counter(cards) - Counter(pile)


def drop_first(chosen: list[tuple[int, int]], card: int) -> list[tuple[int, int]]:
    """Without the first number chosen for this card."""
    for i, (other, _) in enumerate(chosen):
        if other == card:
            return chosen[:i] + chosen[i + 1 :]
    return chosen


class Reader:
    """The rules of one race as its state goes on."""

    def __init__(self, state: State):
        self.state = state
        self.track = state.spec.track
        self.turn: tuple[int, int] | None = None
        self.open: list[tuple[str, int, int]] = []  # symbol, card, how many
        self.used: list[object] = []  # what is had once: boost, adrenaline, gear, sectors, slipstreams
        self.chosen: list[tuple[int, int]] = []  # numbers of cards that have several
        self.plus = 0  # + used so far
        self.won = 0  # Speed of adrenaline and Accelerate

    # What the turn has used.

    def note(self, seat: int, action: Action) -> None:
        """An action that is about to be applied."""
        self._keep_up(seat)
        verb, args = action[0], list(action[1:])
        self._count(verb, args)
        if verb in (BOOST, ADRENALINE, SLIP):
            self.used.append(verb)
        elif verb == COOL and args[1] < 0:
            self.used.append(("sector", self._sector()) if args[1] == FROM_WEATHER else args[1])
        elif verb in (COOL, SUPERCOOL, REDUCE):
            self._close(ON_CARDS[verb], args[1])
        elif verb in (PAY, SCRAP, ACCELERATE, SALVAGE, REFRESH):
            self._close(ON_CARDS[verb], args[0])
        elif verb == DRAFT:
            for card in args:
                self._close("draft", card)
        elif verb == DIRECT:
            self._played_directly(self.state.cars[seat], args[0])
        elif verb == CANNOT_PAY:
            self._could_not_pay(args)

    def _count(self, verb: int, args: list[int]) -> None:
        """What it does to the Speed, besides the cards that come into play."""
        if verb == VALUE:
            self.chosen = list(zip(args[::2], args[1::2], strict=True))
        elif verb == DIRECT:
            self.plus += self._card(args[0]).symbol("plus")
        elif verb == BOOST:
            self.plus += 1
        elif verb == ADRENALINE:
            self.won += 1
        elif verb == ACCELERATE:  # 3.5.35, R3.23
            self.won += self.plus

    def _keep_up(self, seat: int) -> None:
        """At the first decision of a turn all symbols of the cards in play are open."""
        if STEPS[self.state.step] not in ("value", "react", "slip", "discard"):
            return
        if self.turn != (self.state.round, seat):
            self.turn = (self.state.round, seat)
            self.used = []
            played = self.state.cars[seat].played
            self.open = [(name, card, n) for card in played for name, n in self._symbols(card)]
            self.chosen, self.won, self.plus = [], 0, sum(self._card(card).symbol("plus") for card in played)

    def speed(self, seat: int) -> int:
        """3.3.9: the numbers of all cards in play, flipped ones too, adrenaline and Accelerate."""
        self._keep_up(seat)
        numbers = [self._card(card).speeds for card in self.state.cars[seat].played]
        return sum(n[0] for n in numbers if len(n) == 1) + sum(n for _, n in self.chosen) + self.won

    def _card(self, card: int):
        return self.state.spec.catalogue[card]

    def _symbols(self, card: int) -> list[tuple[str, int]]:
        return [(name, n) for name, n in self._card(card).symbols if name not in ("plus", "direct_play")]

    def _close(self, name: str, card: int) -> None:
        for entry in self.open:
            if entry[:2] == (name, card):
                self.open.remove(entry)
                return

    def _played_directly(self, car: Car, card: int) -> None:
        """3.5.34: its Heat is paid at once, after its own Cooldown if the engine is short."""
        self.open += [(name, card, n) for name, n in self._symbols(card)]
        self._close("heat", card)
        if self._card(card).symbol("heat") > car.engine:
            self._close("cooldown", card)

    def _open(self, name: str, card: int | None = None) -> list[int]:
        return [n for other, source, n in self.open if other == name and card in (None, source)]

    def _could_not_pay(self, paid: list[int]) -> None:
        """R3.17, R3.18: no Heat cost is open any more, and nothing of the cards that are discarded."""
        lost = Counter(card for name, card, _ in self.open if name == "heat") - Counter(paid)
        for card in lost.elements():
            for name, _ in self._card(card).symbols:
                self._close(name, card)
            self.chosen = drop_first(self.chosen, card)
        self.open = [entry for entry in self.open if entry[0] != "heat"]

    # The road.

    def _space(self, car: Car) -> int:
        return car.distance % self.track.spaces

    def _line(self) -> int:
        """Index of the corner line whose sector the car stands in (0.2.4)."""
        behind = [i for i, corner in enumerate(self.track.corners) if corner.at <= self._space(self.state.car)]
        return behind[-1] if behind else len(self.track.corners) - 1

    def _sector(self) -> int | None:
        """The number of the corner whose sector token counts here; none between the lines of a chicane (7.5, 7.6)."""
        line = self._line()
        corners = self.track.corners
        if not self.state.tokens or (line + 1 < len(corners) and corners[line + 1].chicane_of is not None):
            return None
        return sum(corner.chicane_of is None for corner in corners[: line + 1]) - 1

    def _token(self) -> str:
        """The road token on the sector, or the weather card where its token lies (7.3, 7.4)."""
        sector = self._sector()
        if sector is None:
            return ""
        weather = self.state.spec.weather
        name = weather.tokens[self.state.tokens[sector]].name
        return weather.cards[self.state.weather].name if name == "weather" else name

    def _taken(self, car: Car, distance: int) -> int:
        """How many other cars stand on this space."""
        others = [c for c in self.state.cars if c is not car and c.status == RACING and not c.place]
        return sum((c.distance - distance) % self.track.spaces == 0 for c in others)

    def _in_tunnel(self, car: Car) -> bool:
        return self._space(car) in self.track.tunnel

    @property
    def _event(self) -> str:
        return self.state.spec.event.id if self.state.spec.event else ""

    # The decisions.

    def allows(self, seat: int, action: Action) -> bool:
        """The rules allow this action of this seat, which is asked."""
        self._keep_up(seat)
        car = self.state.cars[seat]
        step = STEPS[self.state.step]
        return getattr(self, f"_{step}")(car, action)

    def _garage(self, car: Car, action: Action) -> bool:
        return action[0] == TAKE and len(action) == 2 and action[1] in self.state.market  # 6.6

    def _drop(self, car: Car, action: Action) -> bool:
        return action[0] == DROP and len(action) == 2 and action[1] in car.garage  # 6.9

    def _swap(self, car: Car, action: Action) -> bool:
        if action == (PASS,):
            return True
        swap = action[0] == SWAP and len(action) == 3 and action[1] != action[2]
        return swap and action[1] in car.garage and action[2] in self.state.market  # 8.6

    def _tune(self, car: Car, action: Action) -> bool:
        return action in ((TUNE, 0), (TUNE, 1))  # R8.13

    def _mulligan(self, car: Car, action: Action) -> bool:
        return action == (PASS,) or (action == (MULLIGAN,) and car.engine > 0)  # R1.4

    def _plan(self, car: Car, action: Action) -> bool:
        if action == (CONCEDE,):  # R4.3
            return self.state.spec.rules.allow_concede and any(event[0] == "finish" for event in self.state.log)
        if action[0] != PLAN or len(action) < 2:
            return False
        gear, cards = action[1], list(action[2:])
        reach = [g for g in (1, 2, 3, 4) if abs(g - car.gear) <= 2 and self._price(car, g) <= car.engine]
        if gear not in reach or not part_of(cards, car.hand):
            return False
        fuel = sorted(card for card in car.hand if card != HEAT)
        if len(fuel) >= gear:  # 3.2.1
            return len(cards) == gear and HEAT not in cards
        due = fuel + [HEAT] * min(car.hand.count(HEAT), gear - len(fuel))  # 3.2.3, R3.5
        return cards == due and (len(fuel) < reach[0] or self.state.spec.rules.cluttered_rule == "literal")  # R3.1

    def _price(self, car: Car, gear: int) -> int:
        """3.1.1, 3.1.3"""
        return (abs(gear - car.gear) == 2) + (gear < car.gear and self._space(car) in self.track.flooded)

    def _value(self, car: Car, action: Action) -> bool:
        """3.3.2: one of its numbers for every card that has several; of two of a kind the lower number first."""
        pairs = list(zip(action[1::2], action[2::2], strict=False))
        if action[0] != VALUE or len(action) % 2 == 0 or pairs != sorted(pairs):
            return False
        several = sorted(card for card in car.played if len(self._card(card).speeds) > 1)
        return [card for card, _ in pairs] == several and all(n in self._card(card).speeds for card, n in pairs)

    def _react(self, car: Car, action: Action) -> bool:
        verb, args = action[0], list(action[1:])
        owed = sum(self._open("heat"))
        short = owed > car.engine  # R3.17
        if verb == PASS:
            return not args and not self._open("heat") and not self._open("scrap")  # 3.5.3
        if verb == BOOST:  # 3.5.8, 3.5.25, R3.17
            return not args and BOOST not in self.used and (self._token() == "heat_control" or car.engine - 1 >= owed)
        if verb == ADRENALINE:
            return not args and ADRENALINE not in self.used and self._has_adrenaline(car)
        if verb == COOL:
            return len(args) == 2 and 1 <= args[0] <= min(self._cools(car, args[1]), car.hand.count(HEAT))
        if verb == SUPERCOOL:  # 3.5.14, 3.5.32
            most = self._open("super_cool", args[1]) if len(args) == 2 else []
            return bool(most) and 0 <= args[0] <= min(most[0], car.discard.count(HEAT))
        if verb == DRAFT:
            return self._draft(car, args)
        if verb == CANNOT_PAY:
            return short and self._cannot_pay(car, args)
        if len(args) == 1 and verb == PAY:
            return any(n <= car.engine for n in self._open("heat", args[0]))
        if len(args) == 1 and verb == DIRECT:
            return self._direct(car, args[0])
        return not short and self._when_paid(car, verb, args)

    def _when_paid(self, car: Car, verb: int, args: list[int]) -> bool:
        """What waits while more is owed than the engine holds (R3.17)."""
        if verb in (SCRAP, ACCELERATE) and len(args) == 1:
            return bool(self._open(ON_CARDS[verb], args[0]))
        if verb == REDUCE and len(args) == 2:  # 3.5.12, 3.5.30
            most = max(self._open("reduce_stress", args[1]), default=0)
            return 1 <= args[0] <= min(most, car.hand.count(STRESS)) and not self._in_tunnel(car)
        if verb == SALVAGE and args:  # 3.5.13, 3.5.31
            most = self._open("salvage", args[0])
            return bool(most) and len(args) - 1 <= most[0] and part_of(args[1:], car.discard)
        return False

    def _has_adrenaline(self, car: Car) -> bool:
        last = self.state.order[-2:] if len(self.state.cars) >= 5 else self.state.order[-1:]  # 3.4.1, R3.14
        return car.seat in last and self._event != "sudden-rain"  # 3.4.7

    def _cools(self, car: Car, source: int) -> int:
        """How much Cooldown a source still has (3.5.7, 3.5.22, 3.5.23, R3.22, R7.5)."""
        token = self._token()
        if token == "cloud" or (source < 0 and source in self.used):
            return 0
        if source == FROM_GEAR:
            return GEAR_COOLS.get(car.gear, 0)
        if source == FROM_ADRENALINE:
            return int(self._has_adrenaline(car))
        if source == FROM_WEATHER:
            return int(token in ("snow", "rain") and ("sector", self._sector()) not in self.used)
        return max(self._open("cooldown", source), default=0)

    def _draft(self, car: Car, args: list[int]) -> bool:
        """9.3: to right behind the first car ahead; no source among them that could be left out."""
        free = 0
        while free < self.track.spaces and not self._taken(car, car.distance + free + 1):
            free += 1
        mine = [card for name, card, _ in self.open if name == "draft"]
        if not args or not part_of(args, mine) or not 1 <= free < self.track.spaces - 1:
            return False
        reach = [self._card(card).symbol("draft") for card in args]
        return sum(reach) >= free > sum(reach) - min(reach)

    def _cannot_pay(self, car: Car, args: list[int]) -> bool:
        """R3.16: as many of the unpaid cards as possible are paid."""
        unpaid = [card for name, card, _ in self.open if name == "heat"]
        cheapest = sorted(self._open("heat"))
        most = max(n for n in range(len(cheapest) + 1) if sum(cheapest[:n]) <= car.engine)
        price = sum(self._card(card).symbol("heat") for card in args if 0 <= card <= HEAT)
        return part_of(args, unpaid) and len(args) == most and price <= car.engine

    def _direct(self, car: Car, card: int) -> bool:
        """3.5.33, 3.5.34, R3.19"""
        if card not in car.hand or not self._card(card).symbol("direct_play"):
            return False
        own = 0 if self._token() == "cloud" else min(self._card(card).symbol("cooldown"), car.hand.count(HEAT))
        return self._card(card).symbol("heat") <= car.engine + own

    def _slip(self, car: Car, action: Action) -> bool:
        if action == (PASS,):
            return True
        if action[0] != SLIP or len(action) != 2 or self.used.count(SLIP) > len(self._open("extra_slipstream")):  # 11.4
            return False
        token = self._token()
        if token == "fog" or (self._event == "turbulent-winds" and car.gear < 3):  # 7.3, 8.9
            return False
        bonuses = self._open("slipstream") + {"slipstream+1": [1], "storm": [2], "sun": [2]}.get(token, [])
        base = 1 if self._event == "tight-maneuvers" else 2  # R8.10
        nominal = {base + sum(some) for n in range(len(bonuses) + 1) for some in combinations(bonuses, n)}
        beside = self._taken(car, car.distance) or self._taken(car, car.distance + 1)  # 3.6.1
        gains = any(self._taken(car, car.distance + n) < 2 for n in range(1, action[1] + 1))  # R3.29
        home = car.distance + action[1] < self.state.spec.laps * self.track.spaces  # R3.28
        return action[1] in nominal and bool(beside) and gains and home

    def _discard(self, car: Car, action: Action) -> bool:
        cards = list(action[1:])
        if action == (PASS,):
            return True
        if action[0] == REFRESH:  # 3.5.18, R3.37
            return len(cards) == 1 and cards[0] in car.played and bool(self._open("refresh", cards[0]))
        if action[0] != DISCARD or not cards or not part_of(cards, car.hand) or self._in_tunnel(car):  # 9.2
            return False
        barred = {STRESS, HEAT} - {"chicanes-for-safety": {HEAT}, "tunnel-vision": {STRESS}}.get(self._event, set())
        return not barred & set(cards) and (self._event != "hold-tight" or len(cards) == 1)  # 3.8.1, R8.6, R8.7


def strays(state: State, seat: int, rng: Random) -> list[Action]:
    """Actions of every verb: near the mark those of the step, a few of all the others."""
    car = state.cars[seat]
    near = {"plan": _plans, "react": _reactions, "slip": _slips, "discard": _discards, "value": _values}
    found: list[Action] = [(verb,) for verb in range(26)]
    for step, make in near.items():
        some = make(state, car, rng)
        found += some if step == STEPS[state.step] else rng.sample(some, min(3, len(some)))
    cards = [*_every(state, rng, 6), *state.market, *car.garage]
    found += [(verb, card) for verb in (TAKE, DROP) for card in cards]
    found += [(SWAP, *pair) for pair in product(rng.sample(cards, min(4, len(cards))), repeat=2)]
    found += [(SWAP, mine, theirs) for mine in car.garage for theirs in state.market]
    return [*found, (TUNE, 0), (TUNE, 1), (TUNE, 2), (SWAP, 1), (COOL, 1), (SLIP,)]


def _every(state: State, rng: Random, n: int) -> list[int]:
    """Some cards of any kind."""
    cards = [i for i, card in enumerate(state.spec.catalogue.cards) if card is not None]
    return rng.sample(cards, min(n, len(cards)))


def _plans(state: State, car: Car, rng: Random) -> list[Action]:
    every = [*_every(state, rng, 4), *car.hand, STRESS, HEAT, 1, 2, 3, 4]
    found: list[Action] = []
    for gear in range(6):
        found.append((PLAN, gear))
        for n in {max(0, gear - 1), gear, gear + 1}:
            found.append((PLAN, gear, *sorted(rng.choices(every, k=n))))
            found.append((PLAN, gear, *sorted(rng.sample(car.hand, min(n, len(car.hand))))))
            found.append((PLAN, gear, *sorted(car.hand)[-n:]))
    return found


def _values(state: State, car: Car, rng: Random) -> list[Action]:
    several = sorted(card for card in car.played if len(state.spec.catalogue[card].speeds) > 1)
    found: list[Action] = [(VALUE, card, 1) for card in _every(state, rng, 2)]
    for _ in range(20):
        found.append((VALUE, *(part for card in several for part in (card, rng.randint(0, 6)))))
        right = [(card, rng.choice(state.spec.catalogue[card].speeds)) for card in several]
        found.append((VALUE, *(part for pair in right for part in pair)))
        found.append((VALUE, *(part for pair in right[1:] for part in pair)))
    return found


def _reactions(state: State, car: Car, rng: Random) -> list[Action]:
    sources = list(dict.fromkeys([*car.played, *rng.sample(car.hand, min(2, len(car.hand))), *_every(state, rng, 1)]))
    cools = [FROM_GEAR, FROM_ADRENALINE, FROM_WEATHER, *sources]
    found: list[Action] = [(COOL, n, source) for n, source in product(range(5), cools)]
    found += [(verb, n, source) for verb, n, source in product((SUPERCOOL, REDUCE), range(4), sources)]
    found += [(verb, source) for verb in (PAY, SCRAP, ACCELERATE, REFRESH, SALVAGE) for source in sources]
    found += [(DIRECT, card) for card in [*dict.fromkeys(car.hand), *sources]]
    played = sorted(car.played)
    for verb, n in product((DRAFT, CANNOT_PAY), range(1, 4)):
        found += [(verb, *cards) for cards in dict.fromkeys(combinations(played, n))]
    for source in sources:
        for n in range(1, 6):
            found.append((SALVAGE, source, *sorted(rng.sample(car.discard, min(n, len(car.discard))))))
            found.append((SALVAGE, source, *sorted(_every(state, rng, n))))
    return found


def _slips(state: State, car: Car, rng: Random) -> list[Action]:
    return [(SLIP, n) for n in range(14)] + [(SLIP, 2, 2)]


def _discards(state: State, car: Car, rng: Random) -> list[Action]:
    found: list[Action] = [(REFRESH, card) for card in dict.fromkeys([*car.played, *car.hand, *_every(state, rng, 2)])]
    for n in range(1, 5):
        found.append((DISCARD, *sorted(_every(state, rng, n))))
        for _ in range(3):
            found.append((DISCARD, *sorted(rng.sample(car.hand, min(n, len(car.hand))))))
            found.append((DISCARD, *rng.sample(car.hand, min(n, len(car.hand)))))
    return found
