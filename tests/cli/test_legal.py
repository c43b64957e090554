"""heat legal: every token that may be played where a record ends, and where it leads."""

import io
import random
import re

import pytest

from heatcli.cli.legal import _bill
from heatcli.core import flow
from heatcli.core.names import AT_REACT, AT_SLIPSTREAM, PASS, STEPS
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.record.game import Game, check_of
from heatcli.record.header import header_of
from heatcli.record.replay import replays
from heatcli.record.tokens import read_token, token
from tests.arena.helpers import grid_of, rows_of
from tests.arena.helpers import inside as heat
from tests.fuzz.races import pick
from tests.record.kit import small_spec, text_of, written
from tests.shell import shell


def legal(text, tmp_path, *options):
    file = tmp_path / "race.hrn"
    file.write_text(text)
    return heat("legal", str(file), *options)


def begun(spec, number, until):
    """A race driven at random until then: its record, which ends with what was decided of the turn, and the Game."""
    lines, rng = [], random.Random(f"legal {number}")
    game = Game(spec, header_of(spec, f"legal {number}", ["driver"] * len(spec.seats)), write=lines.append)
    while (seats := flow.to_act(game.state)) and not until(game.state):
        for seat in sorted(seats):
            asked = len(flow.legal_actions(game.state, seat)) > 1
            game.decide(seat, pick(game.state, seat, rng), asked)
    assert seats, "this race was over before"
    game.flush()
    return text_of(lines), game


def state_of(text):
    """Where the last race of a text stands."""
    *_, last = replays(io.StringIO(text, newline=""))
    assert last.findings == []
    return last.game.state


def driven(state, seat, action):
    """The car after this action as the core drives on: a planned turn is driven with this car first."""
    after = state.clone()
    if not flow.is_simultaneous(state):
        flow.apply(after, seat, action)
        return after
    after.order = (seat, *[other for other in after.order if other != seat])
    flow.apply(after, seat, action)
    for other in flow.to_act(after):
        if flow.is_simultaneous(after) and after.cars[other].plan is None and other != seat:
            flow.apply(after, other, flow.legal_actions(after, other)[0])
    return after


def compare(rows, state):
    """Every row against the core; the other cars' plans do not matter, as this car drives first."""
    spec = state.spec
    listed = [(row["seat"], row["token"]) for row in rows]
    assert listed == [
        (seat, token(action, spec.catalogue))
        for seat in flow.to_act(state)
        for action in flow.legal_actions(state, seat)
    ]
    for row in rows:
        seat = row["seat"]
        after = driven(state, seat, read_token(row["token"], spec.catalogue))
        car, check = after.cars[seat], check_of(after, seat)
        assert (row["colour"], row["step"]) == (spec.seats[seat].colour, STEPS[state.step])
        assert (row["distance"], row["spot"]) == (car.distance, car.spot), row["token"]
        if flow.to_act(after) == [seat] and not flow.is_simultaneous(after):  # in the middle of its turn
            assert (row["engine"], row["speed"]) == (car.engine, check.speed), row["token"]


@pytest.mark.parametrize("number", range(12))
def test_a_record_cut_at_a_plan(tmp_path, number):
    spec = small_spec(cars=2, max_rounds=40)
    until = 1 + number

    def stop(state):
        return state.round == until and flow.is_simultaneous(state)

    text, _ = begun(spec, number, stop)
    run = legal(text, tmp_path, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    compare(rows_of(run.stdout), state_of(text))


@pytest.mark.parametrize("number", range(16))
def test_a_record_cut_in_the_middle_of_a_turn(tmp_path, number):
    """What was passed is not written, so it may be asked again."""
    spec = small_spec(cars=2 + number % 2, legends=number % 3, max_rounds=20)
    dice = random.Random(number)

    def stop(state):
        asked = state.at >= 0 and len(flow.legal_actions(state, state.order[state.at])) > 1
        return asked and state.round > number % 5 and dice.random() < 0.3

    text, game = begun(spec, number, stop)
    run = legal(text, tmp_path, "--json")
    rows = rows_of(run.stdout)
    assert run.returncode == 0
    assert {row["seat"] for row in rows} == {game.state.order[game.state.at]}
    assert rows[0]["step"] != "plan"
    compare(rows, state_of(text))


def test_one_is_at_react_and_the_table_says_so(tmp_path):
    spec = small_spec(cars=2, max_rounds=20)
    text, game = begun(spec, 3, lambda state: state.step == AT_REACT)
    run = legal(text, tmp_path)
    lines = run.stdout.splitlines()
    assert lines[0] == f"usa, round {game.state.round}, react"
    car = game.state.car
    place = f"at {car.distance}/{car.spot}, gear {car.gear}, engine {car.engine}, hand "
    assert lines[2].startswith(f"{spec.seats[car.seat].colour} {place}")
    assert lines[3].split() == ["token", "leads", "to", "Speed", "engine", "corners"]
    tokens = [token(action, spec.catalogue) for action in flow.legal_actions(game.state, car.seat)]
    assert [re.split(r"\s{2,}", line.strip())[0] for line in lines[4:]] == tokens


POSITION = """[Heat "1"]
[Track "usa"]
[Laps "1"]
[Seed "1"]
[Round "7"]
[Seat "red" "A"]
[Seat "blue" "B"]
[Car "red" "33/0 g3 e4 hand 1 2 S deck 4 1 3 3 2 4"]
[Car "blue" "20/1 g1 e0 hand 5 H deck 4 1 3 3 2 4"]
"""


def test_a_position_by_car_lines(tmp_path):
    run = legal(POSITION, tmp_path, "--json")
    rows = rows_of(run.stdout)
    compare(rows, state_of(POSITION))
    assert {row["colour"] for row in rows} == {"red", "blue"}
    assert [row["token"] for row in rows if row["colour"] == "blue"] == ["g1 5"]
    by_hand = {row["token"]: (row["distance"], row["spot"]) for row in rows if row["colour"] == "red"}
    assert by_hand["g1 1"] == (34, 0)  # from gear 3 two gears down: 1 Heat
    assert by_hand["g2 1 2"] == (36, 0)
    heat_left = {row["token"]: row["engine"] for row in rows if row["colour"] == "red"}
    assert heat_left["g1 1"] == 3
    text = legal(POSITION, tmp_path).stdout
    assert text.startswith("usa, round 7, plan\n")
    assert "\nred at 33/0, gear 3, engine 4, hand 1 2 S\n" in text
    assert "\nblue at 20/1, gear 1, engine 0, hand 5 H\n" in text


def test_a_finished_race_has_no_tokens(tmp_path):
    text, _ = written(small_spec(), 1, marks=False)
    run = legal(text, tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, "usa, round 3, over\nthe race is over\n", "")
    assert legal(text, tmp_path, "--json").stdout == ""


def test_of_several_races_the_last_counts(tmp_path):
    first, _ = written(small_spec(), 1, marks=False)
    assert legal(first + POSITION, tmp_path, "--json").stdout == legal(POSITION, tmp_path, "--json").stdout


def test_a_wrong_record_is_exit_code_1_with_its_findings(tmp_path):
    text, _ = written(small_spec(), 1, marks=False)
    run = legal(re.sub(r"(?m)^2\. (\w+) .*$", r"2. \1 g9 1", text), tmp_path)
    assert (run.returncode, run.stdout) == (1, "")
    assert re.match(r".*race\.hrn:\d+:\d+: ", run.stderr)


def test_no_race_at_all_is_told(tmp_path):
    run = legal("\n", tmp_path)
    assert run.returncode == 2
    assert run.stderr.endswith("race.hrn: no race in it\n")


def test_a_record_whose_last_plans_are_missing_is_gone_on_with_from_the_round_s_start(tmp_path):
    text, _ = written(small_spec(cars=3), 2, marks=False)
    lines = text.splitlines(keepends=True)
    [second] = [i for i, line in enumerate(lines) if line.startswith("2. ")]
    run = legal("".join(lines[: second + 1]), tmp_path, "--json")
    assert run.returncode == 0
    assert "not all plans of round 2 are in it; this is its start" in run.stderr
    assert {(row["step"], row["seat"]) for row in rows_of(run.stdout)} == {("plan", seat) for seat in range(3)}
    start = state_of("".join(lines[:second]))
    compare(rows_of(run.stdout), start)


def test_a_race_that_a_bot_was_stopped_in_can_be_asked_too(tmp_path):
    run = heat("race", "usa", *grid_of("false", "builtin:random"), "--laps", "1", "--seed", "1", "--record", "-", "-q")
    head = "".join(run.stdout.splitlines(keepends=True)[:20])
    assert legal(head, tmp_path, "--json").returncode == 0


def test_stdin(tmp_path):
    (tmp_path / "race.hrn").write_text(POSITION)
    run = shell(f"heat legal - < {tmp_path}/race.hrn")
    assert run.stdout == heat("legal", str(tmp_path / "race.hrn")).stdout


def test_corners_behind_the_car_are_billed(tmp_path):
    """SPEC 3.7: line 2 of USA (at 33, limit 3) costs Speed - 3; more than the engine holds is a spin out."""
    file = tmp_path / "position.hrn"
    file.write_text(
        '[Heat "1"]\n[Track "usa"]\n[Seed "1"]\n[Seat "red" "a"]\n[Car "red" "30/0 g1 e1 hand 1 4 5 deck 1 2 3"]\n'
    )
    rows = {row["token"]: row for row in rows_of(heat("legal", str(file), "--json").stdout)}
    assert rows["g1 1"]["corners"] == []
    assert rows["g1 4"]["corners"] == [{"line": 2, "limit": 3, "cost": 1, "spin": False}]
    assert rows["g1 5"]["corners"] == [{"line": 2, "limit": 3, "cost": 2, "spin": True}]
    assert "2: spins out" in heat("legal", str(file)).stdout


def test_where_a_card_with_several_numbers_leads_is_not_known_yet(tmp_path):
    upgraded = POSITION.replace("hand 1 2 S", "hand 1 2 U8")
    rows = {row["token"]: row for row in rows_of(legal(upgraded, tmp_path, "--json").stdout)}
    assert (rows["g2 1 U8"]["distance"], rows["g2 1 U8"]["speed"], rows["g2 1 U8"]["engine"]) == (None, None, 4)
    assert (rows["g2 1 2"]["distance"], rows["g2 1 2"]["speed"]) == (36, 3)
    assert re.search(r"\n *g2 1 U8 +\? +\? +4\n", legal(upgraded, tmp_path).stdout)


def test_in_the_garage_tokens_stand_alone(tmp_path):
    """Nothing is driven there, so there is nowhere to lead to."""
    file = tmp_path / "box.hrn"
    heat("race", *grid_of("builtin:random", "builtin:random"), "--garage", "mixed", "--record", str(file))
    text = file.read_text()
    run = legal(text[: text.index("\n0. ") + 1], tmp_path)
    assert re.search(r"\n\w+ at .*\ntake U\d+\n", run.stdout)


@pytest.mark.parametrize("number", range(12))
def test_the_bill_is_what_the_corners_then_cost(number):
    """With road tokens, and cards that adjust limits: line by line as the race tells it."""
    rules = Rules(garage="mixed", garage_choice="random", weather=True)
    seats, data = seat_cars(3, 0), (load.catalogue(), load.legends())
    spec = Spec(load.load_track("mexico"), seats, *data, rules, weather=load.weather())
    state, rng, billed = new_race(spec, f"bill {number}"), random.Random(number), 0
    while seats_ := flow.to_act(state):
        for seat in seats_:
            if state.step == AT_SLIPSTREAM:
                bill, after = _bill(state, seat), state.clone()
                after.log = []
                flow.apply(after, seat, (PASS,))
                told = [event[2:4] + event[5:] for event in after.log if event[0] == "corner"]
                assert [(one["line"], one["limit"], one["cost"]) for one in bill] == told
                billed += len(bill)
            flow.apply(state, seat, pick(state, seat, rng))
    assert billed > 5
