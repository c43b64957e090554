"""A second way to know a race: the starting view, brought up to date by the events this seat sees.

Written against SPEC chapter E alone, so that view and events check each other.
"""

from types import SimpleNamespace

from heatcli.core.names import FINISHED, FROM_ADRENALINE, FROM_GEAR, HEAT, RETIRED, STRESS
from heatcli.core.view import CarView, TurnView, View


class Follower:
    def __init__(self, view: View):
        self.spec, self.seat = view.spec, view.seat
        self.cars = [SimpleNamespace(**car._asdict()) for car in view.cars]
        for car in self.cars:
            car.known, car.played, car.cards = list(car.known), list(car.played), dict(car.cards)
        self.round, self.order, self.at = view.round, list(view.order), view.at
        self.turn = SimpleNamespace(**view.turn._asdict())
        self.done, self.out = list(view.done), list(view.out)
        self.legend_card, self.legend_deck = view.legend_card, list(view.legend_deck)
        self.hand, self.discard = list(view.hand), list(view.discard)

    def see(self, event):
        name, *fields = event
        getattr(self, f"on_{name}")(*fields)

    def matches(self, view: View) -> bool:
        cars = tuple(
            CarView(
                **{
                    **vars(car),
                    "known": tuple(car.known),
                    "played": tuple(sorted(car.played)),
                    "cards": tuple(sorted(car.cards.items())),
                }
            )
            for car in self.cars
        )
        mine = (
            cars,
            self.round,
            tuple(self.order),
            self.at,
            TurnView(**vars(self.turn)),
            tuple(self.done),
            tuple(self.out),
        )
        mine += (
            self.legend_card,
            tuple(sorted(self.legend_deck)),
            tuple(sorted(self.hand)),
            tuple(sorted(self.discard)),
        )
        theirs = (view.cars, view.round, view.order, view.at, view.turn, view.done, view.out)
        theirs += (view.legend_card, view.legend_deck, view.hand, view.discard)
        return mine == theirs

    def begin_turn(self, seat):
        car = self.cars[seat]
        self.at = self.order.index(seat)
        self.turn = SimpleNamespace(
            start=car.distance, start_spot=car.spot, speed=-1, cool=(), adrenaline=False, boosted=False
        )

    def on_round(self, n, order):
        self.round, self.order, self.at, self.legend_card = n, list(order), -1, -1

    def on_legend(self, card):
        self.legend_deck = self.legend_deck or list(range(len(self.spec.legends.cards)))
        self.legend_deck.remove(card)
        self.legend_card = card

    def on_pay(self, seat, why, n, line):
        self.cars[seat].engine -= n
        self.cars[seat].discard += n
        self.keep(seat, [HEAT] * n)

    def on_reveal(self, seat, gear, paid, cards):
        self.begin_turn(seat)
        car = self.cars[seat]
        car.gear, car.played = gear, list(cards)
        car.hand -= len(cards)
        for card in cards:
            if card in car.known:
                car.known.remove(card)
            if seat == self.seat:
                self.hand.remove(card)

    def on_clutter(self, seat):
        self.cars[seat].gear = 1

    def on_flip(self, seat, card):
        car = self.cars[seat]
        car.deck -= 1
        if self.spec.catalogue.basic[card]:
            car.played.append(card)
        else:
            car.discard += 1
            self.keep(seat, [card])

    def on_value(self, seat, total):
        self.turn.speed = total

    def on_move(self, seat, by, asked, moved, distance, spot, speed):
        car, turn = self.cars[seat], self.turn
        if by == "legend":
            self.begin_turn(seat)
            turn = self.turn
        car.distance, car.spot, turn.speed = distance, spot, speed
        if by == "cards":
            last = len(self.order) - (2 if len(self.cars) >= 5 else 1)
            turn.adrenaline = self.at >= last
            cooldown = {1: 3, 2: 1}.get(car.gear)
            cards = [(c, n) for c in car.played if (n := self.spec.catalogue.cooldown[c])]
            turn.cool = tuple(
                ([(FROM_GEAR, cooldown)] if cooldown else [])
                + ([(FROM_ADRENALINE, 1)] if turn.adrenaline else [])
                + sorted(cards)
            )
        turn.adrenaline = turn.adrenaline and by != "adrenaline"
        turn.boosted = turn.boosted or by == "boost"

    def on_cool(self, seat, source, n):
        self.turn.cool = tuple(entry for entry in self.turn.cool if entry[0] != source)
        self.cars[seat].hand -= n
        self.cars[seat].engine += n
        if seat == self.seat:
            for _ in range(n):
                self.hand.remove(HEAT)

    def on_corner(self, seat, line, limit, speed, cost):
        assert cost == max(0, speed - limit)

    def on_spin(self, seat, line, paid, stress, distance, spot):
        car = self.cars[seat]
        car.distance, car.spot, car.gear = distance, spot, 1
        car.hand += stress
        car.known += [STRESS] * stress
        car.cards[STRESS] = car.cards.get(STRESS, 0) + stress
        if seat == self.seat:
            self.hand += [STRESS] * stress

    def on_discard(self, seat, n, cards=()):
        self.cars[seat].hand -= n
        self.cars[seat].discard += n
        for card in cards:
            self.hand.remove(card)
        self.keep(seat, cards)

    def on_clear(self, seat, n):
        car = self.cars[seat]
        assert n == len(car.played)
        car.discard += n
        self.keep(seat, car.played)
        car.played = []

    def on_reshuffle(self, seat, n):
        car = self.cars[seat]
        assert n == car.discard
        car.deck, car.discard = car.deck + n, 0
        if seat == self.seat:
            self.discard = []

    def on_draw(self, seat, n, cards=()):
        self.cars[seat].deck -= n
        self.cars[seat].hand += n
        assert bool(cards) == (seat == self.seat), "drawn cards are the owner's secret"
        self.hand += cards

    def on_return(self, seat, n):
        self.cars[seat].hand -= n
        self.cars[seat].deck += n
        if seat == self.seat:
            self.hand = []

    def on_turn(self, seat, distance, spot, gear, engine, hand, deck, discard):
        car = self.cars[seat]
        told = (distance, spot, gear, engine, hand, deck, discard)
        assert told == (car.distance, car.spot, car.gear, car.engine, car.hand, car.deck, car.discard)

    def on_finish(self, seat, place):
        car = self.cars[seat]
        car.place = place
        car.status = FINISHED if car.distance >= self.spec.course.finish else car.status
        self.done.append(seat)

    def on_out(self, seat, why, place):
        self.cars[seat].place, self.cars[seat].status = place, RETIRED
        self.out.append(seat)
        self.order.remove(seat)

    def on_end(self):
        self.at = -1

    def keep(self, seat, cards):
        if seat == self.seat:
            self.discard += cards
