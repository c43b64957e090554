import random

import msgspec
import pytest

from heatcli.arena.briefing import speller
from heatcli.arena.human import Human
from heatcli.core import flow
from heatcli.core.names import STEPS
from heatcli.core.setup import new_race
from heatcli.core.view import view
from heatcli.data.load import catalogue
from heatcli.record.tokens import read_token, token
from heatcli.wire import spelling
from tests.arena.helpers import spec_for
from tests.fuzz.races import any_spec

PLANS = ["g1 1", "g1 4", "g2 1 4", "g2 4 S", "g3 1 4 S"]


def race_message(spec, seat=0):
    seats = [{"colour": car.colour, "kind": "legend" if car.legend else "bot"} for car in spec.seats]
    row = {"type": "race", "seat": seat, "seats": seats, "track": spelling.track(spec), "rules": spelling.rules(spec)}
    return msgspec.to_builtins(row)


class Table:
    """A person at a terminal: `answer` is asked for every line, `screen` is what was shown."""

    def __init__(self, answer):
        self.screen = []
        self.prompts = []
        self.answer = answer
        self.human = Human(self.read, self.screen.append)

    def read(self, prompt):
        self.prompts.append(prompt)
        return self.answer()


def typing(*lines):
    """A person who types these lines, then closes the input."""
    left = list(lines)

    def answer():
        if not left:
            raise EOFError
        return left.pop(0)

    return Table(answer)


def drive(spec, seed, table, seat=0):
    """The whole race: the person in one seat, every other decision the first legal one."""
    state, spell, told = new_race(spec, seed), speller(spec), 0
    table.human.race(race_message(spec, seat))
    while asked := flow.to_act(state):
        chosen = {}
        for other in sorted(asked):
            legal = flow.legal_actions(state, other)
            chosen[other] = legal[0]
            if other == seat and len(legal) > 1:
                rows = [spell.event(event, seat) for event in state.log[told:]]
                told = len(state.log)
                table.human.events(msgspec.to_builtins(rows))
                tokens = [token(action, catalogue()) for action in legal]
                seen = msgspec.to_builtins(spell.view(view(state, seat)))
                answer = table.human.act({"step": STEPS[state.step], "legal": tokens, "view": seen})
                assert answer in tokens
                chosen[other] = read_token(answer, catalogue())
        for other, action in chosen.items():
            flow.apply(state, other, action)
    table.human.events(msgspec.to_builtins([spell.event(event, seat) for event in state.log[told:]]))
    return state


def at_the_start(table, legal=PLANS, step="plan", hand=("1", "4", "S"), cars=2):
    """One request before the first move, with a list of tokens of our own."""
    spec = spec_for(cars)
    table.human.race(race_message(spec))
    seen = msgspec.to_builtins(speller(spec).view(view(new_race(spec, "1"), 0)))
    seen["you"]["hand"] = list(hand)
    return table.human.act({"step": step, "legal": list(legal), "view": seen})


def test_who_always_takes_the_first_drives_the_cautious_race():
    spec = spec_for(3, legends=2)
    table = Table(lambda: "1")
    log = drive(spec, "7", table).log
    assert log[-1] == ("end",)
    alone = new_race(spec, "7")
    while asked := flow.to_act(alone):
        for seat in sorted(asked):
            flow.apply(alone, seat, flow.legal_actions(alone, seat)[0])
    assert log == alone.log
    assert table.screen[0] == "You drive black: usa, 1 x 69 spaces."


@pytest.mark.parametrize("number", range(12))
def test_any_race_can_be_driven_by_numbers_within_80_ascii_columns(number):
    spec = any_spec(number)
    if spec.seats[0].legend:
        spec = spec_for(12)
    dice = random.Random(number)
    table = Table(lambda: str(dice.randint(1, 12)))
    assert drive(spec, f"human {number}", table).log[-1] == ("end",)
    assert all(len(line) <= 80 and line.isascii() and "\n" not in line for line in table.screen)


def test_twelve_cars_fit_the_screen():
    table = typing("1")
    at_the_start(table, cars=12)
    assert all(len(line) <= 80 for line in table.screen)
    assert sum(" -1/" in line or " -6/" in line for line in table.screen) == 4
    assert len([line for line in table.screen if line.startswith("  > ")]) == 1


@pytest.mark.parametrize(
    "typed", ["5", "g3 1 4 S", "G3: 4,1,s", "3 1 4 s", "  3 S 4 1 ", "3: 1, 4, S", "g3,s,4,1", "3,1,4,S"]
)
def test_a_plan_may_be_written_in_many_ways(typed):
    assert at_the_start(typing(typed)) == "g3 1 4 S"


@pytest.mark.parametrize(
    ("typed", "meant"), [("COOL 1 Gear", "cool 1 gear"), ("3", "cool 2 gear"), ("Pass", "pass"), ("boost", "boost")]
)
def test_reactions_are_read_the_same_way(typed, meant):
    legal = ["pass", "cool 1 gear", "cool 2 gear", "boost"]
    assert at_the_start(typing(typed), legal, "react") == meant


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("6", "6 is not in the list, which ends at 5; ? shows the list."),
        ("0", "0 is not in the list, which ends at 5; ? shows the list."),
        ("4 1 1 4 S", "g4 1 1 4 S is not open to you now: g4 is out of reach; ? shows the list."),
        ("g2 1", "g2 1 is not open to you now: g2 takes 2 cards, not 1; ? shows the list."),
        ("g2 1 3", "g2 1 3 is not open to you now: you do not hold these cards; ? shows the list."),
        ("boost", "'boost' is not open to you now; open: a gear with cards; ? shows the list."),
        ("g3 1 4 Q", "'Q' is no card; codes are such as 0 ... 5, S, H, U1, P1; ? shows the list."),
        ("fly", "'fly' is not open to you now"),
        ("9" * 50, "is not in the list"),
        ("9" * 5000, "a line of 5000 characters: a decision is short, such as g1 1; ? shows the list."),
        ("x" * 5000, "a line of 5000 characters"),
        ("x" * 50, "xxxx"),
        ("\x1b[2Jé\u202e", "is not open to you now"),
        ("²", "is not open to you now"),
        (",", "is not open to you now"),
    ],
)
def test_anything_else_gets_a_sentence_and_is_asked_again(typed, sentence):
    table = typing(typed, "2")
    assert at_the_start(table) == "g1 4"
    assert table.prompts == ["plan> ", "plan> "]
    said = table.screen[-5:]
    assert sentence.lower() in " ".join(line.strip() for line in said).lower()
    assert all(len(line) <= 80 and line.isascii() and line.isprintable() for line in said)


def test_an_empty_line_takes_nothing():
    table = typing("", "   ", "3")
    assert at_the_start(table) == "g2 1 4"
    assert len(table.prompts) == 3


def test_a_question_mark_shows_the_list_again_and_helps():
    table = typing("?", "1")
    at_the_start(table)
    assert table.screen.count("g2   3: 1 4   4: 4 S") == 2
    assert "such as g2 4 S" in "\n".join(table.screen[-2:])


def test_the_end_of_input_is_passed_on():
    with pytest.raises(EOFError):
        at_the_start(typing("", "?"))


def test_steps_and_events_of_other_versions_do_no_harm():
    table = typing("?", "pass")
    assert at_the_start(table, ["pass", "boost"], "garage") == "pass"
    before = len(table.screen)
    table.human.events([{"type": "weather", "card": "rain"}, {"type": "market", "seat": 1, "cards": ["U7"]}])
    assert len(table.screen) == before


def test_the_situation_names_corners_hand_and_engine():
    table = typing("1")
    at_the_start(table)
    assert "Hand 1 4 S; engine 6" in table.screen
    assert "Corners ahead: limit 7 in 13, limit 3 in 34, limit 3 in 50, finish in 70" in table.screen


def test_corners_crossed_and_speed_are_named_during_the_own_turn():
    table = typing("1")
    spec = spec_for(2)
    table.human.race(race_message(spec))
    seen = msgspec.to_builtins(speller(spec).view(view(new_race(spec, "1"), 0)))
    seen["cars"][0]["distance"] = 14
    seen["you"].update(start=1, speed=13)
    table.human.act({"step": "react", "legal": ["pass", "boost"], "view": seen})
    assert "Corners crossed: limit 7" in table.screen
    assert any(line.startswith("Hand") and line.endswith("; Speed 13") for line in table.screen)


def test_a_turn_of_another_car_is_one_line():
    table = typing("1")
    at_the_start(table)
    table.human.events(
        [
            {"type": "pay", "seat": 1, "why": "shift", "n": 1},
            {"type": "reveal", "seat": 1, "gear": 3, "paid": 1, "cards": ["1", "4", "S"]},
            {"type": "flip", "seat": 1, "card": "H"},
            {"type": "flip", "seat": 1, "card": "2"},
            {"type": "value", "seat": 1, "sum": 7},
            {"type": "move", "seat": 1, "by": "cards", "asked": 7, "moved": 6, "distance": 9, "spot": 0, "speed": 7},
            {"type": "draw", "seat": 1, "n": 3},
        ]
    )
    assert table.screen[-1] == "blue: gear 3, 1 4 S (pays 1); flips H 2; moves 6 of 7 to 9"


def test_own_draws_costs_spins_and_places_are_told():
    table = typing("1")
    at_the_start(table)
    table.human.events(
        [
            {"type": "corner", "seat": 0, "line": 1, "limit": 7, "speed": 14, "cost": 7},
            {"type": "pay", "seat": 0, "why": "corner", "n": 5, "line": 1},
            {"type": "spin", "seat": 0, "line": 1, "paid": 5, "stress": 2, "distance": 11, "spot": 0},
            {"type": "discard", "seat": 0, "n": 1, "cards": ["1"]},
            {"type": "draw", "seat": 0, "n": 2, "cards": ["4", "S"]},
            {"type": "corner", "seat": 1, "line": 1, "limit": 7, "speed": 3, "cost": 0},
            {"type": "finish", "seat": 1, "place": 1},
        ]
    )
    assert " ".join(line.strip() for line in table.screen[-3:]).endswith(
        "you: corner 1 (limit 7) costs 7; spins out, pays 5, back to 11, 2 Stress; discards 1; draws 4 S blue: place 1"
    )
