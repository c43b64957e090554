"""A second way to know a race: the starting view, brought up to date by the events this seat sees.

Written against SPEC chapters E and V and the rules that say what a told fact does, so that view and events check each
other.
"""

from types import SimpleNamespace

from heatcli.core.names import (
    ACCELERATE,
    AT_DECKS,
    AT_SPONSORS,
    COOL,
    DRAFT,
    ELIMINATED,
    EXTRA_SLIP,
    FINISHED,
    FROM_ADRENALINE,
    FROM_GEAR,
    FROM_WEATHER,
    HEAT,
    PAY,
    REDUCE,
    REFRESH,
    RETIRED,
    SALVAGE,
    SCRAP,
    STRESS,
    SUPERCOOL,
    UNSEEN,
)
from heatcli.core.view import CarView, TurnView, View

USES = {"heat": PAY, "scrap": SCRAP, "accelerate": ACCELERATE, "draft": DRAFT}
TOLD_ELSEWHERE = ("spec", "seat", "step", "plan")  # the step stands in every request, the plan is one's own answer


class Follower:
    def __init__(self, view: View):
        self.spec, self.seat, self.rules = view.spec, view.seat, view.spec.rules
        self.catalogue = view.spec.catalogue
        self.cars = [SimpleNamespace(**car._asdict()) for car in view.cars]
        for car in self.cars:
            car.known, car.played, car.cards = list(car.known), list(car.played), dict(car.cards)
            car.top, car.garage = list(car.top), list(car.garage)
            car.ready = view.step > AT_DECKS or self.spec.seats[car.seat].legend  # its deck is shuffled
        self.round, self.order, self.at = view.round, list(view.order), view.at
        self.turn = SimpleNamespace(**view.turn._asdict())
        self.done, self.out, self.leaving = list(view.done), list(view.out), list(view.leaving)
        self.legend_card, self.legend_deck = view.legend_card, list(view.legend_deck)
        self.weather, self.tokens, self.crowd = view.weather, view.tokens, list(view.crowd)
        self.pool, self.market, self.aside = list(view.pool), list(view.market), list(view.aside)
        self.picks, self.sponsors, self.used = view.picks, view.sponsors, list(view.used)
        self.to_lay_out = self.spec.sponsored and view.step <= AT_SPONSORS
        self.hand, self.discard, self.secret = list(view.hand), list(view.discard), list(view.secret)

    def see(self, event):
        name, *fields = event
        getattr(self, f"on_{name}")(*fields)

    def wrong(self, view: View) -> dict:
        """The fields of the view that differ: mine, theirs."""
        mine = {
            "round": self.round,
            "order": tuple(self.order),
            "at": self.at,
            "turn": TurnView(**{**vars(self.turn), "uses": tuple(sorted(self.turn.uses))}),
            "done": tuple(self.done),
            "out": tuple(self.out),
            "leaving": tuple(self.leaving),
            "legend_card": self.legend_card,
            "legend_deck": tuple(sorted(self.legend_deck)),
            "weather": self.weather,
            "tokens": self.tokens,
            "pool": tuple(sorted(self.pool)),
            "market": tuple(sorted(self.market)),
            "aside": tuple(sorted(self.aside)),
            "picks": self.picks,
            "sponsors": self.sponsors,
            "used": tuple(sorted(self.used)),
            "crowd": tuple(self.crowd),
            "cars": tuple([self.car_view(car) for car in self.cars]),
            "hand": tuple(sorted(self.hand)),
            "discard": tuple(sorted(self.discard)),
            "secret": tuple(sorted(self.secret)),
        }
        theirs = {name: value for name, value in view._asdict().items() if name not in TOLD_ELSEWHERE}
        assert mine.keys() == theirs.keys(), "every field of the view is followed"
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}

    def car_view(self, car) -> CarView:
        told = {
            **vars(car),
            "known": tuple(sorted(car.known)),
            "top": tuple(car.top),
            "played": tuple(sorted(car.played)),
            "garage": tuple(sorted(car.garage)),
            "cards": tuple(sorted((card, n) for card, n in car.cards.items() if n)),
        }
        return CarView(**{name: told[name] for name in CarView._fields})

    # small words

    def drivers(self):
        return [car for car in self.cars if not self.spec.seats[car.seat].legend]

    def own(self, car, card, n):
        car.cards[card] = car.cards.get(card, 0) + n

    def keep(self, seat, cards):
        if seat == self.seat:
            self.discard += cards

    def spend(self, verb, source):
        entry = next(entry for entry in self.turn.uses if entry[:2] == (verb, source))
        self.turn.uses.remove(entry)
        return entry[2]

    def turned_up(self, car, card):
        """A sponsorship that nobody else had seen, unless a copy that all have seen may be the one (V.4)."""
        if self.catalogue.once[card] and car.cards.get(card, 0) <= car.played.count(card):
            self.own(car, UNSEEN, -1)
            self.own(car, card, 1)
            if car.seat == self.seat:
                self.secret.remove(card)

    def begin_turn(self, seat):
        car = self.cars[seat]
        self.at = self.order.index(seat)
        blank = dict.fromkeys(("adrenaline", "boosted", "spun", "out"), False)
        lists = dict.fromkeys(("values", "slipped", "cooled"), ())
        start = {"start": car.distance, "start_spot": car.spot}
        self.turn = SimpleNamespace(**start, speed=-1, uses=[], flips=0, **blank, **lists)

    # set-up

    def grid_order(self):
        return [car.seat for car in sorted(self.drivers(), key=lambda car: (-car.distance, car.spot))]

    def on_market(self, cards):
        self.aside += self.market
        self.market = list(cards)
        left = list(cards)
        for card in self.pool[:] if len(cards) > len(self.pool) else []:  # SPEC 6.11: the pool runs out
            left.remove(card)
            self.pool.remove(card)
        if len(left) > len(self.pool):
            self.pool, self.aside = self.aside, []
        for card in left:
            self.pool.remove(card)
        self.order, self.at = self.grid_order(), 0
        if self.picks % 2 == 0:
            self.order.reverse()
        if self.rules.garage_choice == "snake":
            self.order += self.order[::-1]
        self.picks += 1

    def on_took(self, seat, card):
        self.cars[seat].garage.append(card)
        self.market.remove(card)
        self.at += 1
        rounds = {"season": 1, "snake": 2}.get(self.rules.garage_choice, 3)
        if self.at < len(self.order) or self.picks < rounds:
            return
        if self.rules.garage_choice == "season":  # the swap is next
            self.order, self.at = self.order[:1], 0
            return
        self.aside, self.market, self.at = self.aside + self.market, [], -1
        if self.rules.garage_choice == "snake":
            self.order = [car.seat for car in self.drivers()]
        else:
            self.garage_is_over()

    def on_dropped(self, seat, card):
        self.cars[seat].garage.remove(card)
        self.aside.append(card)
        self.garage_is_over()

    def on_swapped(self, seat, own, market):
        self.cars[seat].garage.remove(own)
        self.cars[seat].garage.append(market)
        self.market.remove(market)
        self.market.append(own)
        self.garage_is_over()

    def garage_is_over(self):
        """What a keeping driver does not tell shows with the next event."""
        if self.market or self.at == 0 == self.round:
            self.aside, self.market, self.at = self.aside + self.market, [], -1
        if self.to_lay_out:
            self.to_lay_out = False
            brought = [n for car in self.cars for card, n in car.cards.items() if card == UNSEEN]
            self.sponsors = len(self.spec.sponsorships) - sum(brought) - len(self.used)
        if self.rules.tunes and not self.round and not all(car.ready for car in self.cars):
            self.order, self.at = self.grid_order(), 0

    def on_weather(self, card, tokens):
        if self.market:
            self.garage_is_over()
        weather = self.spec.weather
        self.weather = [row.name for row in weather.cards].index(card)
        self.tokens = tuple([row.name for row in weather.tokens].index(token) for token in tokens)
        row = weather.cards[self.weather]
        for car in self.drivers():
            self.supply(car, row.heat, row.stress)
            to_deck = min(row.heat_to_deck, car.engine)
            to_discard = min(row.heat_to_discard, car.engine)
            car.engine -= to_deck + to_discard
            car.deck += to_deck
            car.discard += to_discard
            self.keep(car.seat, [HEAT] * to_discard)

    def on_tune(self, seat, heat, stress):
        self.supply(self.cars[seat], heat, stress)
        self.at += 1
        if self.at == len(self.order):
            self.at = -1

    def supply(self, car, heat, stress):
        """Never below 0 (R8.14)."""
        heat, stress = max(heat, -car.engine), max(stress, -car.cards.get(STRESS, 0))
        car.engine += heat
        car.deck += stress
        self.own(car, HEAT, heat)
        self.own(car, STRESS, stress)

    def make_deck(self, car):
        """The upgrades come in, and the deck is shuffled, before the first hand is drawn (1.6, 6.3, R8.11)."""
        if car.ready:
            return
        if self.market:
            self.garage_is_over()
        car.ready = True
        for card in car.garage:
            self.own(car, self.catalogue.heat_or(card), 1)
        car.deck += len(car.garage)
        if self.rules.stress_to_discard:
            stress = car.cards.get(STRESS, 0)
            car.deck -= stress
            car.discard += stress
            self.keep(car.seat, [STRESS] * stress)

    def on_award(self, seat, why, n, line, cards=()):
        if self.market:
            self.garage_is_over()
        car = self.cars[seat]
        for _ in range(n):
            if not self.sponsors:
                self.sponsors, self.used = len(self.used), []
            self.sponsors -= 1
        car.hand += n
        self.own(car, UNSEEN, n)
        self.hand += cards
        self.secret += cards
        crossed = self.spec.course.crossed(self.turn.start, car.distance)
        index = [i for i in crossed if self.spec.course.numbers[i] == line]
        if why == "crowd":
            self.crowd += index
        elif line:
            car.pressed += tuple(index)

    # rounds

    def on_round(self, n, order):
        for car in self.cars:
            self.make_deck(car)
        self.round, self.order, self.at, self.legend_card = n, list(order), -1, -1

    def on_gears(self, gears):
        for seat, gear in gears:
            self.cars[seat].planned = gear

    def on_fault(self, seat, code):
        pass

    def on_legend(self, card):
        self.legend_deck = self.legend_deck or list(range(len(self.spec.legends.cards)))
        self.legend_deck.remove(card)
        self.legend_card = card

    def on_finish(self, seat, place):
        car = self.cars[seat]
        car.place = place
        car.status = FINISHED if car.distance >= self.spec.course.finish else car.status
        self.done.append(seat)

    def on_out(self, seat, why, place):
        self.cars[seat].place, self.cars[seat].status = place, ELIMINATED if why == "eliminated" else RETIRED
        self.out.append(seat)
        if seat in self.leaving:
            self.leaving.remove(seat)
        if self.order.index(seat) <= self.at:
            self.at -= 1
        self.order.remove(seat)

    def on_end(self):
        self.at = -1

    # steps 1-3

    def on_reveal(self, seat, gear, paid, cards):
        self.begin_turn(seat)
        car = self.cars[seat]
        car.gear, car.planned = gear, 0
        for card in cards:
            self.into_play(seat, card)
        if len(cards) == gear and HEAT not in cards:
            self.turn.speed = sum(self.catalogue.speed[card] for card in cards)
            self.turn.flips = sum(self.catalogue.plus[card] for card in cards)

    def on_clutter(self, seat):
        self.cars[seat].gear = 1

    def on_flip(self, seat, card):
        car = self.cars[seat]
        self.from_top(car)
        if self.catalogue.basic[card]:
            car.played.append(card)
            self.turn.speed += self.catalogue.speed[card]
        else:
            self.turned_up(car, card)
            car.discard += 1
            self.keep(seat, [card])

    def from_top(self, car):
        car.deck -= 1
        car.top = car.top[:-1]

    def on_value(self, seat, total, numbers):
        self.turn.speed, self.turn.values = total, numbers

    def on_move(self, seat, by, asked, moved, distance, spot, speed):
        if by == "legend":
            self.begin_turn(seat)
        car, turn = self.cars[seat], self.turn
        before = car.distance
        car.distance, car.spot, turn.speed = distance, spot, speed
        getattr(self, f"by_{by}", lambda car, before: None)(car, before)

    def by_cards(self, car, before):
        """What may be used is open now: of the cards in play, the gear and adrenaline (3.4, 3.5)."""
        turn, rules = self.turn, self.rules
        eligible = 2 if len(self.cars) >= rules.adrenaline_two_from else 1
        turn.adrenaline = rules.adrenaline and self.at >= len(self.order) - eligible
        turn.uses = [use for card in car.played for use in self.catalogue.uses[card]]
        turn.uses += [(COOL, FROM_ADRENALINE, 1)] if turn.adrenaline else []
        cooldown = rules.gear_cooldown[car.gear - 1]
        turn.uses += [(COOL, FROM_GEAR, cooldown)] if cooldown else []

    def by_adrenaline(self, car, before):
        self.turn.adrenaline = False

    def by_boost(self, car, before):
        self.turn.boosted = True
        self.turn.flips += 1

    def by_slip(self, car, before):
        self.turn.slipped += tuple(self.spec.course.crossed(before, car.distance))
        extra = [source for verb, source, _ in sorted(self.turn.uses) if verb == EXTRA_SLIP]
        if extra:
            self.spend(EXTRA_SLIP, extra[0])

    # steps 4-7

    def on_pay(self, seat, why, n, line):
        self.cars[seat].engine -= n
        self.cars[seat].discard += n
        self.keep(seat, [HEAT] * n)

    def on_use(self, seat, symbol, cards):
        for card in cards:
            self.spend(USES[symbol], card)

    def on_cool(self, seat, source, n):
        car = self.cars[seat]
        if source == FROM_WEATHER:
            sector = self.spec.course_with(self.weather, self.tokens).sector
            self.turn.cooled += (sector[car.distance % len(sector)],)
        else:
            self.spend(COOL, source)
        car.hand -= n
        car.engine += n
        for _ in range(n if seat == self.seat else 0):
            self.hand.remove(HEAT)

    def on_supercool(self, seat, source, n):
        self.spend(SUPERCOOL, source)
        self.cars[seat].discard -= n
        self.cars[seat].engine += n
        for _ in range(n if seat == self.seat else 0):
            self.discard.remove(HEAT)

    def on_reduce(self, seat, source, n):
        self.spend(REDUCE, source)
        car = self.cars[seat]
        car.hand -= n
        car.discard += n
        for _ in range(n):
            if STRESS in car.known:
                car.known.remove(STRESS)
            if seat == self.seat:
                self.hand.remove(STRESS)
        self.keep(seat, [STRESS] * n)

    def on_salvage(self, seat, source, n, cards=()):
        self.spend(SALVAGE, source)
        car = self.cars[seat]
        car.discard -= n
        car.deck += n
        car.top = [] if n else car.top
        for card in cards:
            self.discard.remove(card)

    def on_scrap(self, seat, card):
        car = self.cars[seat]
        self.from_top(car)
        self.turned_up(car, card)
        car.discard += 1
        self.keep(seat, [card])

    def into_play(self, seat, card):
        car = self.cars[seat]
        car.hand -= 1
        self.turned_up(car, card)
        car.played.append(card)
        if card in car.known:
            car.known.remove(card)
        if seat == self.seat:
            self.hand.remove(card)

    def on_direct(self, seat, card):
        self.into_play(seat, card)
        self.turn.uses += [use for use in self.catalogue.uses[card] if use[0] != PAY]
        self.turn.flips += self.catalogue.plus[card]

    def on_again(self, seat, paid, lost):
        car, turn = self.cars[seat], self.turn
        car.distance, car.spot = turn.start, turn.start_spot
        for card in paid:
            self.spend(PAY, card)
        for card in lost:
            for verb, _, _ in self.catalogue.uses[card]:
                if any(entry[:2] == (verb, card) for entry in turn.uses):  # Cooldown may be used already
                    self.spend(verb, card)
            numbers = [number for other, number in turn.values if other == card]
            if numbers:
                values = list(turn.values)
                values.remove((card, numbers[0]))
                turn.values = tuple(values)
            car.played.remove(card)
        car.discard += len(lost)
        self.keep(seat, lost)

    def on_corner(self, seat, line, limit, speed, cost):
        assert (cost > 0) == (speed > limit)

    def on_spin(self, seat, line, paid, stress, distance, spot):
        car = self.cars[seat]
        car.distance, car.spot, car.gear = distance, spot, 1
        car.hand += stress
        car.known += [STRESS] * stress
        self.own(car, STRESS, stress)
        if seat == self.seat:
            self.hand += [STRESS] * stress
        self.turn.spun, self.turn.out = True, self.rules.spin_out_eliminates

    # steps 8-9

    def on_discard(self, seat, n, cards=()):
        car, rules = self.cars[seat], self.rules
        car.hand -= n
        car.discard += n
        if not rules.discard_stress:
            car.known = [card for card in car.known if card == STRESS]
        else:
            car.known = []
        for card in cards:
            self.hand.remove(card)
        self.keep(seat, cards)

    def on_refresh(self, seat, card):
        car = self.cars[seat]
        self.spend(REFRESH, card)
        car.played.remove(card)
        car.deck += 1
        car.top.append(card)

    def on_removed(self, seat, place, cards):
        """Sponsorships out of play; or Heat out of the game, from anywhere (8.7.3, R8.9)."""
        car = self.cars[seat]
        for card in cards:
            self.own(car, card, -1)
        if place == "play":
            for card in cards:
                car.played.remove(card)
            self.used += cards
            return
        assert cards == (HEAT,)
        setattr(car, place, getattr(car, place) - 1)
        if seat == self.seat and place in ("hand", "discard"):
            getattr(self, place).remove(HEAT)

    def on_clear(self, seat, n):
        car = self.cars[seat]
        assert n == len(car.played)
        car.discard += n
        self.keep(seat, car.played)
        car.played = []

    def on_reshuffle(self, seat, n):
        car = self.cars[seat]
        self.make_deck(car)
        assert n == car.discard
        car.deck, car.discard, car.top = car.deck + n, 0, []
        if seat == self.seat:
            self.discard = []

    def on_draw(self, seat, n, cards=()):
        car = self.cars[seat]
        self.make_deck(car)
        car.deck -= n
        car.hand += n
        car.known += car.top[-n:]
        car.top = car.top[:-n]
        assert bool(cards) == (seat == self.seat), "drawn cards are the owner's secret"
        self.hand += cards

    def on_return(self, seat, n):
        car = self.cars[seat]
        car.hand -= n
        car.deck += n
        if seat == self.seat:
            self.hand = []

    def on_turn(self, seat, distance, spot, gear, engine, hand, deck, discard):
        car = self.cars[seat]
        told = (distance, spot, gear, engine, hand, deck, discard)
        assert told == (car.distance, car.spot, car.gear, car.engine, car.hand, car.deck, car.discard)
        if not self.spec.seats[seat].legend:
            assert car.hand + car.deck + car.discard + car.engine == count_of(car.cards)


def count_of(cards):
    return sum(cards.values())
