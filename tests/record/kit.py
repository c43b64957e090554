"""Records to try things on: random races written down, with and without seed, from a grid or from a position."""

import io
import random
import re

from heatcli.core import flow
from heatcli.core.chance import Chance
from heatcli.core.setup import new_race
from heatcli.core.specs import Seat, Spec, Stock
from heatcli.data import load
from heatcli.record.game import MARKS, Game, Piles
from heatcli.record.header import header_of
from heatcli.record.position import brought, write_car, write_weather
from heatcli.record.replay import replays
from tests.fuzz.races import any_spec, pick

NAMES = (
    "cruise 1.0",
    'the "fast" one',
    "back\\slash\\",
    '\\"',
    "Zoë Müller-Łuk 日本",
    "legend",
    "Legend ",
    "",
    "[Heat] {no} comment; = #",
    "  two  spaces  ",
    "1. red g1 1",
    "🏎",
)
NOTES = ("0.7", "a note", "= 1/0; slip 2", "best of [3]", "é")


class Harvest(Piles):
    """The shuffles of a seed, written down as they are made."""

    __slots__ = ("source",)

    def __init__(self, seed):
        super().__init__({})
        self.source = Chance(seed)

    def shuffled(self, pile, k, cards):
        self.given[pile, k] = self.source.shuffled(pile, k, cards)
        return super().shuffled(pile, k, cards)


def wide_spec(number):
    """As any_spec, with the rest of the options and a grid now and then."""
    spec, rng = any_spec(number), random.Random(f"wide {number}")
    rules = spec.base._replace(
        heat=rng.choice([None, None, 0, 2, 9]),
        stress=rng.choice([None, None, 0, 5]),
        adrenaline_two_from=rng.choice([5, 5, 1, 12]),
        slipstream_spaces=rng.choice([2, 2, 1, 3]),
    )
    grid = rng.choice([None, rng.sample(range(len(spec.seats)), len(spec.seats))])
    return spec_like(spec, rules=rules, grid=grid)


def spec_like(spec, **changes):
    """The same race but for some arguments of Spec."""
    same = {"rules": spec.base, "grid": spec.grid, "weather": spec.weather, "stock": spec.stock, "event": spec.event}
    fixed = (spec.track, spec.seats, spec.catalogue, spec.legends)
    return Spec(*fixed, **{**same, "season": spec.season, **changes})


def small_spec(cars=2, legends=0, track="usa", **rules):
    """A race of few lines."""
    seats = [Seat(colour) for colour in ("red", "blue", "green")[:cars]]
    seats += [Seat(colour, legend=True) for colour in ("gray", "white")[:legends]]
    base = any_spec(0).rules.__class__(**{"laps": 1, "max_rounds": 3, **rules})
    return Spec(load.load_track(track), seats, load.catalogue(), load.legends(), base)


def names_of(spec, rng):
    return [rng.choice(NAMES) for _ in spec.seats]


def drive(game, rng, marks=True, notes=False, until=None):
    """At random; now and then the referee decides and takes cars off."""
    while (seats := flow.to_act(game.state)) and not (until and until(game.state)):
        for seat in sorted(seats):
            legal = flow.legal_actions(game.state, seat)
            note = rng.choice(NOTES) if notes and rng.random() < 0.2 else ""
            if marks and len(legal) > 1 and rng.random() < 0.05:
                game.decide(seat, legal[0], True, rng.choice(MARKS), retire=rng.random() < 0.1, note=note)
            else:
                game.decide(seat, pick(game.state, seat, rng), len(legal) > 1, note=note)
    return game


def written(spec, number, seed=True, cars=None, round=1, end=True, weather="", **how):
    """A race's record and the Game that wrote it. Without `seed` the piles stand in the record."""
    rng, lines, name = random.Random(f"players {number}"), [], f"fuzz {number}"
    if not seed and not cars and not spec.grid:
        grid = Chance(name).shuffled("grid", 0, range(len(spec.seats)))
        spec = spec_like(spec, grid=grid)
    header = header_of(spec, name if seed else None, names_of(spec, random.Random(number)), cars, round, weather)
    game = Game(spec, header, None if seed else Harvest(name), lines.append)
    drive(game, rng, **how)
    if end:
        game.close()
    else:
        game.flush()
    return text_of(lines), game


def from_position(number, seed=True, **how):
    """A race that starts where another one stood, and its record."""
    spec, rng = wide_spec(number), random.Random(f"position {number}")
    state, last = new_race(spec, f"before {number}"), rng.randint(1, 14)
    before = {}
    while seats := flow.to_act(state):
        if flow.is_simultaneous(state) and not any(car.plan for car in state.cars):
            before = {
                seat.colour: write_car(car, spec.catalogue) for seat, car in zip(spec.seats, state.cars, strict=True)
            }
            round_, used = state.round, tuple(sorted(state.used))
            if round_ == last:
                break
        for seat in seats:
            flow.apply(state, seat, pick(state, seat, rng))
    if not before:  # Legends alone ask nobody
        before, round_, used = {s.colour: f"{-1 - i}/0 g1 e0" for i, s in enumerate(spec.seats)}, 1, ()
    stock = Stock(tuple(brought(text, spec.catalogue) for text in before.values()), (), used)
    rules = spec.base._replace(garage_choice="given") if spec.base.garage != "off" else spec.base
    weather = write_weather(spec, state.weather, state.tokens)
    return written(spec_like(spec, stock=stock, rules=rules), number, seed, before, round_, weather=weather, **how)


def text_of(lines):
    return "".join(f"{line}\n" for line in lines)


def read(text):
    """Every race of a text, driven again."""
    return list(replays(io.StringIO(text, newline="")))


def findings(text):
    """What is wrong in a text, in its order."""
    return [finding for replay in read(text) for finding in replay.findings]


def exported(text):
    """The races of a text and their canonical record."""
    lines = []
    races = list(replays(io.StringIO(text, newline=""), write=lines.append))
    return races, text_of(lines)


def uncommented(text):
    """Without comments."""
    text = re.sub(r"(?m)^(?:\{[^}\n]*\} *)+\n", "", text)
    return re.sub(r" *\{[^}\n]*\}", "", text)


RACE = r"""[Heat "1"]
[Rules "1"]
[Chance "1"]
[Track "usa"]
[Laps "1"]
[Option "max_rounds=2"]
[Seed "fuzz 1"]
[Seat "red" "back\\slash\\"]
[Seat "blue" "a \"b\""]
[Seat "gray" "legend"]
# b95001243ae5
1. blue g3 2 4 S; discard 2 3 = 9/0 g3 v10 e5 #6c8d4c
   red g2 0 2; boost; cool 1 gear; discard 1 1 2 3 = 4/0 g2 v5 e6 #8db6ea
   gray legend 11 = 9/1 #799bf0
2. blue g4 1 2 S S; boost = 20/0 g4 v11 e0 #2afa1f
   gray legend 8 = 17/0 #0e668a
   red g2 5 S; discard 1 = 13/0 g2 v9 e4 #14c48f
Result: blue gray red; rounds
"""
"""A whole race of two rounds."""

PILES = """[Heat "1"]
[Rules "1"]
[Chance "1"]
[Track "usa"]
[Laps "1"]
[Option "max_rounds=2"]
[Grid "red blue gray"]
[Seat "red" "r"]
[Seat "blue" "b"]
[Seat "gray" "legend"]
@deck:0/0 3 3 S 5 1 4 H 2 S 2 2 3 0 4 1 4 1 S
@deck:1/0 1 4 H 3 2 1 4 S 5 3 2 3 1 0 2 S 4 S
@legends/0 8 7 1 4 0 2 3 6 9 5
1. red g1 S; discard 3 = 1/0 g1 v2 e6 #25ab15
   blue g3 2 3 4; discard 1 1 4 = 8/0 g3 v9 e5 #e40aef
   gray legend 11 = 9/0 #eb034e
2. gray legend 7 = 16/0 #bc13d6
   blue g3 1 2 5; boost = 18/0 g3 v10 e1 #8bf761
   red g1 1; adrenaline; cool 1 adrenaline; discard 2 = 3/0 g1 v2 e7 #e45cc2
Result: blue gray red; rounds
"""
"""A race without a seed, its head without the hash."""


def without_hash(text):
    """Without the hash of the head."""
    return "".join(line for line in text.splitlines(keepends=True) if line[0] != "#")
