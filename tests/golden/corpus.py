"""python -m tests.golden.corpus: writes the records of this table that are not in tests/golden/records yet.

Races of a few rounds, decided at random by seed, so that together they have everything a record may say. What is
committed stays as it is for ever: a release that reads one of them otherwise is wrong (SPEC N.12). A new thing gets a
new row here; its fingerprint is put behind the others in fingerprints.txt.
"""

import random
import re
from collections.abc import Callable
from pathlib import Path

from heatcli.core import flow
from heatcli.core.chance import Chance
from heatcli.core.names import AT_REACT, ELIMINATED
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.snapshot import fingerprint
from heatcli.core.specs import Spec, Stock, seat_cars
from heatcli.data import load
from heatcli.data.library import Library, library
from heatcli.record.game import FAULTS, STOPPED, Game
from heatcli.record.header import header_of
from heatcli.record.position import brought, write_car, write_weather
from heatcli.record.replay import Replay, replays
from tests.fuzz.races import SEASONS, a_season, pick
from tests.record.kit import NAMES, NOTES, Harvest, spec_like

FOLDER = Path(__file__).with_name("records")
PRINTS = FOLDER / "fingerprints.txt"
OWN = FOLDER / "own"
BOXES = "heavy-rain+tunnel-vision+rocky-roads"
SHORT = {"laps": 1, "max_rounds": 4}

Driving = Callable[[Game, random.Random], None]


def shelf(name: str) -> Library:
    """What a record of that name is read with: those called own-… have boards, event cards and cards of their own."""
    if not name.startswith("own-"):
        return Library()
    return library([str(OWN / "board.toml")], [str(OWN / "events.toml")], [str(OWN / "cards.toml")])


def end_print(replay: Replay) -> str:
    """The fingerprint of a race where its record ends."""
    assert replay.game is not None
    return fingerprint(replay.game.state)


def prints_of(path: Path) -> list[str]:
    """The fingerprints of a file's races."""
    with path.open(encoding="utf-8", newline="") as lines:
        return [end_print(replay) for replay in replays(lines, shelf(path.name), told=False)]


# --- races


def spec(track="usa", cars=2, legends=0, stock=None, event=None, own=None, season="", **rules):
    """A race; `own` is the library with the user's own."""
    shelf = own or Library()
    base = Rules(**{**SHORT, **rules})
    seats = seat_cars(cars, legends)
    return Spec(
        shelf.track(track),
        seats,
        shelf.catalogue,
        shelf.legends,
        base,
        None,
        shelf.weather,
        stock,
        shelf.event(event) if event else None,
        season,
    )


def at_random(game, rng):
    while seats := flow.to_act(game.state):
        for seat in sorted(seats):
            game.decide(seat, pick(game.state, seat, rng), len(flow.legal_actions(game.state, seat)) > 1)


def first_legal(game, rng):
    while seats := flow.to_act(game.state):
        for seat in sorted(seats):
            legal = flow.legal_actions(game.state, seat)
            game.decide(seat, legal[0], len(legal) > 1)


def noted(game, rng):
    while seats := flow.to_act(game.state):
        for seat in sorted(seats):
            note = rng.choice(NOTES) if rng.random() < 0.4 else ""
            game.decide(seat, pick(game.state, seat, rng), len(flow.legal_actions(game.state, seat)) > 1, note=note)


def with_marks(mark, retire=False):
    """Now and then the referee decides; with `retire` cars are taken off until none races."""

    def drive(game, rng):
        while seats := flow.to_act(game.state):
            for seat in sorted(seats):
                legal = flow.legal_actions(game.state, seat)
                if len(legal) > 1 and rng.random() < (0.2 if retire else 0.35):
                    game.decide(seat, legal[0], mark=mark, retire=retire)
                else:
                    game.decide(seat, pick(game.state, seat, rng), len(legal) > 1)

    return drive


def until(where):
    """Driven to a state, and left there."""

    def stop(game, rng):
        while (seats := flow.to_act(game.state)) and not where(game.state):
            seat = sorted(seats)[0]
            game.decide(seat, pick(game.state, seat, rng), len(flow.legal_actions(game.state, seat)) > 1)

    return stop


def race(spec, seed="1", drive=at_random, names=None, end=True, why=None, piles=False, sandbox="", **start):
    """A record's lines and its race. `end`: with a result; `piles`: without a seed."""
    lines: list[str] = []
    if piles and not start and spec.grid is None:
        spec = spec_like(spec, grid=Chance(seed).shuffled("grid", 0, range(len(spec.seats))))
    names = names or [f"driver {number}" for number in range(len(spec.seats))]
    header = header_of(spec, None if piles else seed, names, sandbox=sandbox, **start)
    game = Game(spec, header, Harvest(seed) if piles else None, lines.append)
    drive(game, random.Random(f"corpus {seed}"))
    if end:
        game.close(why)
    else:
        game.flush()
    return "".join(f"{line}\n" for line in lines), game.state


def text(*args, **how):
    return race(*args, **how)[0]


def found(fits, make):
    """The first seed whose race fits."""
    return next(text for text, state in (make(str(seed)) for seed in range(1, 2000)) if fits(state))


def with_word(word, make):
    """The first seed whose record has the word."""
    return next(text for text, _ in (make(str(seed)) for seed in range(1, 2000)) if word in text)


def position(seed, rounds, piles=False, **how):
    """A race that starts where another one stood."""
    plain = spec(**how)
    state, rng = new_race(plain, seed), random.Random(f"before {seed}")
    while not (flow.is_simultaneous(state) and state.round >= rounds and not any(car.plan for car in state.cars)):
        for seat in flow.to_act(state):
            flow.apply(state, seat, pick(state, seat, rng))
            if state.round >= rounds:
                break
    cars = {s.colour: write_car(car, plain.catalogue) for s, car in zip(plain.seats, state.cars, strict=True)}
    stock = Stock(tuple(brought(car, plain.catalogue) for car in cars.values()), (), tuple(sorted(state.used)))
    rules = plain.base._replace(max_rounds=state.round + 2)
    if rules.garage != "off":
        rules = rules._replace(garage_choice="given")
    there = spec_like(plain, stock=stock, rules=rules)
    weather = write_weather(plain, state.weather, state.tokens)
    return text(there, seed=seed, piles=piles, cars=cars, round=state.round, weather=weather)


def season(year, races, drivers, legends=0, **rules):
    """The first races of a season, one file."""
    championship, texts = a_season(year, drivers, legends, Rules(max_rounds=3, **rules)), []
    for number in range(1, races + 1):
        one, state = race(championship.spec(), f"{year}/{number}")
        texts.append(one)
        championship.finish(state)
    return "".join(texts)


def events():
    """A race with each event card."""
    texts = []
    for card in load.event_cards():
        plain = spec(card.track, 3, 1, event=card.id, season="own/1", garage="mixed", garage_choice="season", **WET)
        texts.append(text(plain, seed=card.id))
    return "".join(texts)


def weathers():
    """A race with each weather card."""
    texts = []
    for number, card in enumerate(load.weather().cards):
        track = load.track_ids()[number]
        rain = spec(track, 2, 1, weather=True, max_rounds=3)
        texts.append(found(lambda s, n=number: s.weather == n, lambda seed, rain=rain: race(rain, f"sky {seed}")))
        assert card.name
    return "".join(texts)


WET = {"weather": True, "laps": None, "max_rounds": 3, "expansions": BOXES}


def tolerant():
    """What a person or another program may write: capitals, commas, CR LF, a byte order mark, no hash, few checks."""
    lines = text(spec(cars=2, legends=1), seed="by hand").splitlines()
    out = [line for line in lines if line[0] != "#"]
    out = [re.sub(r"( = \S+) .*", r"\1", line) if number % 3 else line for number, line in enumerate(out)]
    out = [line.upper() if line[0] in " 123" else line for line in out]
    out = [re.sub(r"^(.{3}\w+) G2 ", r"\1 g2: ", line).replace(" 1 2", " 2,1") for line in out]
    return "\ufeff\r\n" + "\r\n".join(out)


def alone(lines):
    """A comment before the first line, two in a row, behind the last."""
    head = next(number for number, line in enumerate(lines) if line[0] == "#") + 1
    lines[head:head] = ["{before the first turn}"]
    lines[head + 3 : head + 3] = ["{one}", '{two: [Track "japan"] 3. red g2 4 S}']
    return "".join(f"{line}\n" for line in [*lines, "{behind the result}"])


def own_cards():
    shelf_ = shelf("own-")
    ids = shelf_.catalogue.ids
    stock = Stock(((ids["U90"], ids["U90"], ids["P90"]),) * 3 + ((),))
    garage = {"garage": "basic", "garage_choice": "given", "weather": True, "laps": None}
    return text(spec("oval", 3, 1, stock, "fog-horns", shelf_, **garage), seed="own")


def given():
    """Upgrades and sponsorships that the seats bring, what earlier races put aside and used up."""
    championship = a_season(1962, 3, 1, Rules(max_rounds=3))
    for number in (1, 2):
        championship.finish(race(championship.spec(), f"before {number}")[1])
    return text(championship.spec(), seed="third race")


EVERYTHING = {"cars": 4, "legends": 1, "weather": True, "garage": "mixed", "expansions": BOXES, "max_rounds": 40}
RECORDS: dict[str, Callable[[], str]] = {
    "base-1-car": lambda: text(spec(cars=1)),
    "base-to-the-end": lambda: text(spec("italia", 2, max_rounds=200), drive=first_legal),
    "base-12-cars": lambda: text(spec("great-britain", 12, max_rounds=2)),
    "legends-3-drivers-9-legends": lambda: text(spec("france", 3, 9, max_rounds=3)),
    "legends-alone": lambda: text(spec("usa", 0, 3, max_rounds=200)),
    "legends-pro": lambda: text(spec("mexico", 1, 3, pro_legends=2, aggressive_legends=False)),
    "options-mulligan": lambda: text(spec(cars=4, mulligan=True)),
    "options-concede": lambda: with_word(
        " concede", lambda seed: race(spec("italia", 3, allow_concede=True, max_rounds=60), seed)
    ),
    "options-eager": lambda: text(spec(cars=2, reshuffle="eager", hand=8, max_rounds=8)),
    "options-literal": lambda: text(spec(cars=2, cluttered_rule="literal", stress=12, heat=2, hand=5, max_rounds=6)),
    "options-adrenaline": lambda: text(
        spec(cars=3, adrenaline_two_from=3, slipstream_spaces=3, reveal_gear_early=True)
    ),
    "options-humans-done": lambda: text(spec("italia", 1, 2, stop_when_humans_done=True, max_rounds=60)),
    "mode-first-game": lambda: text(spec(cars=2, mode="first_game", laps=None)),
    "mode-beginner": lambda: text(spec("france", cars=2, mode="beginner", laps=None)),
    "garage-draft": lambda: text(spec(cars=3, garage="basic")),
    "garage-snake": lambda: text(spec(cars=3, garage="advanced", garage_choice="snake")),
    "garage-random": lambda: text(spec(cars=3, garage="mixed", garage_choice="random", expansions=BOXES)),
    "garage-quick": lambda: text(spec(cars=2, garage="mixed", garage_choice="quick", max_rounds=8)),
    "weather-every-card": weathers,
    "heavy-rain-japan": lambda: text(spec("japan", 3, 1, max_rounds=7)),
    "heavy-rain-mexico": lambda: text(spec("mexico", 3, 1, garage="mixed", expansions="heavy-rain", max_rounds=6)),
    "tunnel-vision-espana": lambda: text(spec("espana", 3, 1, garage="mixed", max_rounds=9)),
    "tunnel-vision-nederland": lambda: text(spec("nederland", 2, 2, max_rounds=6)),
    "rocky-roads-south-africa": lambda: text(spec("south-africa", 4, 0, garage="mixed", max_rounds=7)),
    "rocky-roads-deutschland": lambda: text(spec("deutschland", 3, 1, weather=True, max_rounds=6)),
    "everything-seed": lambda: text(spec("espana", **EVERYTHING), seed="all"),
    "everything-piles": lambda: text(spec("south-africa", **{**EVERYTHING, "max_rounds": 9}), seed="all", piles=True),
    "season-every-event-card": events,
    "season-pressure-cooker": lambda: found(
        lambda s: any(event[0] == "removed" and event[2] == "hand" for event in s.log),
        lambda seed: race(
            spec(
                load_of("pressure-cooker"), 2, 1, event="pressure-cooker", season="own/1", **{**ONCE, "max_rounds": 30}
            ),
            seed,
        ),
    ),
    "season-1961": lambda: season(1961, 3, 2, 1),
    "season-third-race": given,
    "season-1966-piles": lambda: text(a_season(SEASONS[-1], 2, 1, Rules(max_rounds=3)).spec(), piles=True),
    "marks": lambda: "".join(
        text(spec(cars=2, max_rounds=3), seed=mark, drive=with_marks(mark)) for mark in (*FAULTS, STOPPED)
    ),
    "end-retired-some": lambda: found(
        lambda s: 0 < sum(car.status > 1 for car in s.cars) < 3,
        lambda seed: race(spec("usa", 3, 1), seed, drive=with_marks("exited", True)),
    ),
    "end-retired-all": lambda: text(spec(cars=2, max_rounds=60), drive=with_marks("timeout", True)),
    "end-eliminated": lambda: found(
        lambda s: any(car.status == ELIMINATED for car in s.cars),
        lambda seed: race(
            spec(load_of("future-unknown"), 2, 1, event="future-unknown", weather=True, season="own/1", **ONCE), seed
        ),
    ),
    "end-aborted": lambda: text(spec(cars=2), drive=until(lambda s: s.round == 2), why="aborted"),
    "end-interrupted": lambda: text(spec(cars=2, legends=1), drive=until(lambda s: s.round == 3), why="interrupted"),
    "cut-in-a-turn": lambda: text(
        spec(cars=3), drive=until(lambda s: s.round == 2 and s.step == AT_REACT and s.at == 1), end=False
    ),
    "cut-in-a-plan": lambda: text(
        spec(cars=3), drive=until(lambda s: s.round == 2 and any(car.plan for car in s.cars)), end=False
    ),
    "cut-in-the-garage": lambda: text(
        spec(cars=3, garage="basic"), drive=until(lambda s: sum(len(car.garage) for car in s.cars) == 4), end=False
    ),
    "piles": lambda: text(spec(cars=2, legends=1, max_rounds=6), piles=True),
    "piles-mulligan": lambda: text(spec(cars=3, mulligan=True), piles=True),
    "position": lambda: position("standing", 3, cars=3, legends=1, max_rounds=60),
    "position-piles": lambda: position("standing", 3, True, cars=2, legends=1, max_rounds=60),
    "position-weather-and-garage": lambda: position(
        "wet", 4, track="japan", cars=3, weather=True, garage="mixed", max_rounds=60
    ),
    "position-finished": lambda: with_cars_out(),
    "comments": lambda: text(spec(cars=2, max_rounds=5), drive=noted),
    "comments-alone": lambda: alone(text(spec(cars=2, max_rounds=2), drive=noted).splitlines()),
    "names": lambda: text(spec(cars=12, max_rounds=1), names=NAMES, sandbox="bwrap"),
    "grid": lambda: text(spec_like(spec(cars=3), grid=[2, 0, 1])),
    "by-hand": tolerant,
    "own-board-event-cards": own_cards,
}
ONCE = {"garage": "mixed", "garage_choice": "season", "laps": None, "max_rounds": 12}


def load_of(event):
    """The board of an event card."""
    return next(card.track for card in load.event_cards() if card.id == event)


def with_cars_out():
    """Before a round in which a car has finished already and another was taken off."""
    cars = {
        "black": "100/0 finished 1",
        "blue": "60/0 g2 e3 hand 1 2 3 deck 4 4 S discard H",
        "green": "20/1 retired 3",
    }
    plain = spec(cars=3, max_rounds=14)
    return text(plain, cars={s.colour: car for s, car in zip(plain.seats, cars.values(), strict=True)}, round=12)


def main() -> None:
    """Write what is missing."""
    for name, make in RECORDS.items():
        path = FOLDER / f"{name}.hrn"
        if not path.exists():
            path.write_bytes(make().encode())
            print(f"{path.name}: {path.stat().st_size} bytes")
    told = PRINTS.read_text() if PRINTS.exists() else ""
    rows = [line.split("  ")[1] for line in told.splitlines()]
    for path in sorted(FOLDER.glob("*.hrn")):
        if path.name not in rows:
            told += "".join(f"{one}  {path.name}\n" for one in prints_of(path))
    PRINTS.write_text(told)


if __name__ == "__main__":
    main()
