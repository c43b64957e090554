"""Random races over everything in the boxes, each named by one number."""

import random

from heatcli.core import flow
from heatcli.core.rules import Rules
from heatcli.core.season import Leg, Season, random_legs
from heatcli.core.setup import new_race
from heatcli.core.specs import SEASON, Spec, Stock, seat_cars
from heatcli.core.state import State
from heatcli.data import load
from heatcli.errors import SetupError

SEASONS = (1961, 1962, 1963, 1964, 1965, 1966)
_BOXES = [
    "none",
    "heavy-rain",
    "tunnel-vision",
    "rocky-roads",
    "heavy-rain+rocky-roads",
    "heavy-rain+tunnel-vision+rocky-roads",
]


def any_spec(number: int) -> Spec:
    """A board, 1-12 cars with or without Legends, options and modules, drawn from the number; a third is base game."""
    rng = random.Random(f"spec {number}")
    tracks = load.track_ids()
    cars = rng.randint(1, 12)
    legends = rng.choice([0, 0, rng.randint(0, min(9, cars))])
    rules = Rules(
        laps=rng.choice([None, 1]),
        hand=rng.choice([6, 7, 7, 8]),
        max_rounds=rng.choice([200, 200, 12]),
        cluttered_rule=rng.choice(["forced_only", "literal"]),
        reshuffle=rng.choice(["on_demand", "eager"]),
        mulligan=rng.random() < 0.3,
        allow_concede=rng.random() < 0.3,
        stop_when_humans_done=rng.random() < 0.3,
        pro_legends=rng.choice([0, 0, 1, 6]),
        aggressive_legends=rng.random() < 0.7,
    )
    track = load.load_track(tracks[number % len(tracks)])
    seats = seat_cars(cars - legends, legends)
    if number % 3 == 0:
        return Spec(track, seats, load.catalogue(), load.legends(), rules)
    return _with_modules(Spec(track, seats, load.catalogue(), load.legends(), rules), rng)


def _with_modules(plain: Spec, rng: random.Random) -> Spec:
    """The race with whatever of garage, weather, event card, boxes and options goes together."""
    while True:
        rules = plain.base._replace(
            garage=rng.choice(["off", "basic", "advanced", "mixed", "mixed"]),
            weather=rng.random() < 0.7,
            expansions=rng.choice([*_BOXES, _BOXES[-1]]),
            reveal_gear_early=rng.random() < 0.3,
        )
        if rules.garage != "off":
            choices = ["draft", "draft", "random", "snake", "quick", "given", SEASON]
            rules = rules._replace(garage_choice=rng.choice(choices))
        event = rng.choice([None, rng.choice(load.event_cards())])
        try:
            spec = _spec(plain, rules, event=event)
            return _spec(plain, rules, _stock(spec, rng), event)
        except SetupError:
            continue


def _spec(plain: Spec, rules: Rules, stock: Stock | None = None, event=None, grid=None) -> Spec:
    season = "1961/1" if rules.garage_choice == SEASON else ""
    return Spec(
        plain.track,
        plain.seats,
        plain.catalogue,
        plain.legends,
        rules,
        grid,
        load.weather(),
        stock,
        event,
        season,
    )


def _stock(spec: Spec, rng: random.Random) -> Stock | None:
    """What the seats bring: given upgrades, or those of earlier races with sponsorships, aside and used cards."""
    choice = spec.rules.garage_choice
    if choice not in ("given", SEASON):
        return None
    upgrades, sponsorships = spec.upgrades[:], spec.sponsorships[:]
    rng.shuffle(upgrades)
    rng.shuffle(sponsorships)
    races = rng.randint(0, 3)
    most = rng.choice([0, 1, 2])
    if spec.seats and len(spec.drivers) * (races + 1) + 3 > len(upgrades):
        races = 0
    each = races if choice == SEASON else min(3, len(upgrades) // max(1, len(spec.drivers)))
    own = []
    for seat in spec.seats:
        cards: list[int] = []
        if not seat.legend:
            cards = [upgrades.pop() for _ in range(each)]
            cards += [sponsorships.pop() for _ in range(most) if sponsorships]
        own.append(tuple(cards))
    if choice == "given":
        return Stock(tuple(own))
    aside = upgrades[: rng.choice([0, 9, max(0, len(upgrades) - rng.randint(0, 20))])] if races else []
    used = sponsorships[: rng.choice([0, 5, len(sponsorships)])] if races and rng.random() < 0.5 else []
    return Stock(tuple(own), tuple(sorted(aside)), tuple(sorted(used)))


def any_race(number: int) -> tuple[State, random.Random]:
    """The race of that number before its first decision, and the players' dice."""
    return new_race(any_spec(number), f"fuzz {number}"), random.Random(f"players {number}")


def a_season(name: int | str, drivers: int, legends: int = 0, rules: Rules | None = None) -> Season:
    """A season before its first race: a year's, or a random one for any other name."""
    cards = [card for card in load.event_cards() if card.season == name]
    legs = [Leg(load.load_track(card.track), card) for card in cards]
    if not legs:
        boards = [load.load_track(track) for track in load.track_ids()]
        fits = [card for card in load.event_cards() if not card.press and "lap_line_sponsorships" not in card.effects]
        fits += [card for card in load.event_cards() if card.press and max(card.press) <= "C"]
        legs = random_legs(f"{name}", boards, fits)
    seats = seat_cars(drivers, legends)
    return Season(f"{name}", legs, seats, load.catalogue(), load.legends(), load.weather(), rules)


def play(state: State, rng: random.Random) -> State:
    """To the end, every decision uniformly at random."""
    while seats := flow.to_act(state):
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
    return state


def pick(state: State, seat: int, rng: random.Random):
    legal = flow.legal_actions(state, seat)
    return legal[int(rng.random() * len(legal))]
