"""Between engine and bots: who is told what, which answer counts, what a message may look like."""

import json
import re
import shlex
import sys
from importlib import import_module
from pathlib import Path

import pytest

from heatcli.arena import referee
from heatcli.arena.briefing import Briefing
from heatcli.arena.drivers import Patience
from heatcli.arena.referee import Terms, run_race
from heatcli.core import flow
from heatcli.core.names import STEPS
from heatcli.wire.messages import Act, Bad, Clock, Ready, decode
from tests.arena.helpers import grid_of, inside, script
from tests.cases.wire import overheard, spec_of, talk
from tests.scenario import race

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases.md"
FIRST = script("loop(first)")

ELSEWHERE = {
    "P05": (
        "tests.cases.test_requests.test_p05_default_of_a_cluttered_hand",
        "tests.cases.test_requests.test_p05_default_of_every_kind_of_step",
        "tests.cases.test_upgrades.test_p05_default_of_react_does_what_must_be_done_and_passes",
        "tests.cases.test_championship.test_p05_default_of_the_garage_is_a_card_of_the_market",
    ),
    "P07": (
        "tests.cases.test_refusals.test_p07_wrong_starts_are_refused_in_one_sentence",
        "tests.cli.test_wrong_input.test_one_line_and_exit_code",
        "tests.cli.test_setup.test_what_is_wrong_is_told_with_file_and_key",
    ),
    "P09": (
        "tests.arena.test_information.test_worlds_that_a_seat_cannot_tell_apart_ask_it_in_the_same_bytes",
        "tests.arena.test_information.test_a_seat_s_stream_has_its_own_cards_and_the_numbers_of_the_others",
        "tests.arena.test_ready.test_the_seed_is_told_with_the_result_of_the_last_race_alone",
    ),
    "P11": (
        "tests.cases.test_requests.test_p11_p13_listed_is_what_the_rules_allow",
        "tests.cases.test_requests.test_p11_every_request_of_a_whole_race_has_an_answer_and_finished_cars_get_none",
        "tests.cases.test_upgrades.test_p11_symbols_without_any_use_leave_an_answer",
        "tests.cases.test_upgrades.test_p11_scrap_without_any_card_is_done_all_the_same",
    ),
    "P13": ("tests.cases.test_requests.test_p11_p13_listed_is_what_the_rules_allow",),
    "B03": ("tests.arena.test_bad_bots.test_a_bad_bot_hurts_nobody_but_itself",),
    "B11": ("tests.arena.test_race.test_nothing_is_left_behind",),
    "B13": ("tests.arena.test_bad_bots.test_a_bad_bot_hurts_nobody_but_itself",),
    "B22": ("tests.arena.test_bad_bots.test_a_bad_bot_hurts_nobody_but_itself",),
    "B25": ("tests.cases.test_refusals.test_b25_an_action_of_another_step_is_refused_and_the_race_goes_on",),
}
"""Cases that tests elsewhere are, some of them with more here."""


def cases_of_parts_2_and_6() -> set[str]:
    text = CASES.read_text(encoding="utf-8")
    parts = {part[0]: part for part in text.split("\n# Part ")[1:]}
    return {case for number in "26" for case in re.findall(r"^### (\w+) ", parts[number], re.MULTILINE)}


@pytest.mark.skipif(not CASES.is_file(), reason="../shared/cases.md is not beside the checkout")
def test_every_case_of_parts_2_and_6_has_a_test():
    here = "".join((Path(__file__).parent / f"test_{name}.py").read_text() for name in ("protocol", "referee"))
    names = re.findall(r"^def test_((?:[pb]\d\d_)+)", here, re.MULTILINE)
    tested = {case.upper() for name in names for case in name.split("_")}
    assert len(cases_of_parts_2_and_6()) == 31
    assert cases_of_parts_2_and_6() - tested - ELSEWHERE.keys() == set()


@pytest.mark.parametrize("name", sorted({name for names in ELSEWHERE.values() for name in names}))
def test_what_is_tested_elsewhere_is_there(name):
    module, _, function = name.rpartition(".")
    assert callable(getattr(import_module(module), function))


# Whose error it is


def test_p01_an_error_goes_to_the_bot_that_made_it():
    """P01: a plan is judged when all have come in (SPEC W.2); there is no second try that would have to come sooner."""
    wrong = script(
        "n = []\nloop(lambda m: first(m) if n else n.append(say(type='act', id=m['id'], action='g4 1 1 2 3')))"
    )
    told, calm = talk(wrong, FIRST, FIRST), talk(FIRST, FIRST, FIRST)
    [error] = told.told(0, "error")
    assert (error["code"], error["id"], error["faults"], error["left"]) == ("illegal", 1, 1, 2)
    assert error["why"] == "'g4 1 1 2 3': gear 4 is out of reach from gear 1; within reach: 1, 2, 3"
    assert (told.told(1, "error"), told.told(2, "error")) == ([], [])
    assert [line.replace("!illegal", "") for line in told.record] == calm.record  # the plans of the others too


def test_p19_an_answer_out_of_turn_is_told_to_its_bot_alone():
    """P19: black answers on and on, to the requests that blue gets meanwhile; each counts requests on its own."""
    pushing = script("""
def answer(m):
    both = [dict(type="act", id=m["id"] + n, action="pass" if n else m["legal"][0]) for n in (0, 1)]
    print("\\n".join(map(json.dumps, both)), flush=True)
loop(answer)
""")
    told, calm = talk(pushing, FIRST), talk(FIRST, FIRST)
    assert set(told.codes(0)) == {"stale"}
    assert not any(fault.costs for fault in told.faults(0))
    assert {error["code"] for error in told.told(0, "error")} == {"stale"}
    assert (told.codes(1), told.told(1, "error")) == ([], [])
    assert told.sent[1] == calm.sent[1]
    assert told.record == calm.record


def test_p04_a_failure_of_the_engine_ends_the_race_for_nobody_and_the_next_is_raced(monkeypatch):
    """P04: the second of three plans fails inside; the record has no loser, the same bots race again."""
    read, calls = referee.Race._read, []

    def failing(*arguments):
        calls.append(arguments)
        if len(calls) == 2:
            raise RuntimeError("a mistake of the engine")
        return read(*arguments)

    monkeypatch.setattr(referee.Race, "_read", failing)
    spec, record = spec_of(3), []
    with overheard([FIRST] * 3, Patience(5000)) as (crew, sent):
        with pytest.raises(RuntimeError, match="a mistake of the engine"):
            run_race(spec, "1", crew, Terms(Clock(5000, 5000), write=record.append))
        assert record[-1] == "Result: -; interrupted"
        outcome = run_race(spec, "1", crew, Terms(Clock(5000, 5000)))
    assert [placed.why for placed in outcome.standings] == ["finished"] * 3
    assert not any(placed.faults for placed in outcome.standings)
    assert [json.loads(line)["type"] for line in bytes(sent[0]).splitlines()].count("race") == 2


# The default

EVERYWHERE = [
    ("mulligan", {"mulligan": True}),
    ("garage", {"garage": "mixed"}),
    ("drop", {"garage": "mixed", "garage_choice": "snake"}),
    ("swap", {"own": ["U7", "U22"], "garage_choice": "season", "grid": (1, 2, 3, 0)}),
    ("tune", {"event": "consulting-mechanics"}),
    ("plan", {}),
    ("value", {"own": ["U8"]}),
    ("react", {"weather": True}),
    ("slip", {}),
    ("discard", {}),
]


@pytest.mark.parametrize(("step", "rules"), EVERYWHERE, ids=[step for step, _ in EVERYWHERE])
def test_p05_the_default_is_the_first_action_listed_at_every_step(step, rules, tmp_path):
    """P05: an answer that says nothing stands for silence; what is applied is legal where it stands."""
    body = f"""
said = []
def answer(m):
    if m["step"] == {step!r} and not said:
        said.append(1)
        say(type="act", id=m["id"], action="")
    else:
        say(type="act", id=m["id"], action=next((a for a in m["legal"] if "U8" in a), m["legal"][0]))
loop(answer)
"""
    told = talk(script(body), FIRST, FIRST, FIRST, spec=spec_of(4, **rules))
    [fault] = told.faults(0)
    asked = next(row for row in told.told(0, "request") if row["step"] == step)
    assert (fault.code, fault.step, fault.id, fault.applied) == ("illegal", step, asked["id"], asked["legal"][0])
    file = tmp_path / "race.hrn"
    file.write_text("".join(f"{line}\n" for line in told.record))
    check = inside("validate", str(file))
    assert (check.returncode, check.stderr) == (0, ""), check.stdout


# The start


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nurburg"], "heat: track 'nurburg': unknown; there are "),
        (["--laps", "0"], "heat: option laps: 0 is not a whole number from 1 to 99"),
        (["--laps", "-1"], "heat: option laps: -1 is not a whole number from 1 to 99"),
        (["--option", "laps=two"], "heat: option laps: 'two' is not a whole number from 1 to 99"),
        (grid_of(*["builtin:first"] * 12), "heat: 13 drivers and 0 Legends: a race has 1 to 12 cars"),
        (["--seed", ""], "heat: seed '': printable characters are right, one or more"),
        (["--seed", "a\n"], r"heat: seed 'a\n': printable characters are right, one or more"),
    ],
)
def test_p07_a_wrong_start_is_one_sentence_naming_the_field(arguments, says, tmp_path):
    """P07: and no record is begun."""
    record = tmp_path / "race.hrn"
    run = inside("race", "-d", "builtin:first", "--record", str(record), *arguments)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run.stderr.startswith(says)
    assert not record.exists()


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ('laps = "2"', "Expected `int | null`, got `str` - at `$.laps`"),
        ('seed = ""', "seed '': printable characters are right, one or more"),
        ("seed = []", "got `array` - at `$.seed`"),
    ],
)
def test_p07_so_it_is_in_a_set_up_file(key, says, tmp_path):
    """P07: TOML has no null; a list stands for it."""
    file = tmp_path / "race.toml"
    file.write_text(f'{key}\n[[driver]]\ncmd = "builtin:first"\n')
    run = inside("race", "--setup", str(file))
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run.stderr.startswith(f"heat: {file}: ")
    assert says in run.stderr


@pytest.mark.parametrize(("name", "shown"), [("", "bot.py"), ("x" * 10_000, "x" * 39 + "…"), ("  ", "bot.py")])
def test_p07_a_name_is_cut_or_made_up_never_refused(name, shown, tmp_path):
    """P07: names are for people to read (protocol/README.md: 40 characters); without one it is the program's."""
    bot = tmp_path / "bot.py"
    bot.write_text(f'print(\'{{"type":"ready","protocol":"heat/1","name":"{name}"}}\', flush=True); input()')
    command = shlex.join([sys.executable, str(bot)])
    with overheard([command]) as (crew, _):
        assert crew[0].name == shown
    with overheard([f"name='{name}' cmd={shlex.quote(command)}"]) as (crew, _):
        assert crew[0].name == shown


# Handshake


@pytest.mark.parametrize("again", ["name='test'", "name='other', wants=[]"], ids=["the same", "another"])
@pytest.mark.parametrize("when", ["hello", "request"])
def test_p08_ready_counts_once(again, when):
    """P08: a second one is told as `type` and changes nothing, the same or another; there is no connection to lose."""
    body = f"""
def greet(): say(type="ready", protocol="heat/1", name="test")
def again(): say(type="ready", protocol="heat/1", {again})
n = []
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        greet()
        if "hello" == {when!r}: again()
    elif m["type"] == "request":
        if "request" == {when!r} and not n: n.append(again())
        first(m)
"""
    told = talk(script(body), "builtin:first")
    [warning] = told.faults(0)
    assert (warning.code, warning.why, warning.costs) == ("type", "ready was said before; act is right", False)
    assert [row["seats"][0]["name"] for row in told.told(0, "race")] == ["test"]
    assert all("legal" in row and "view" in row for row in told.told(0, "request"))


def test_p17_what_is_said_before_the_first_request_is_no_move():
    """P17: a line that is no message, and an answer with the very id that the first request will have."""
    body = """
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        ready = {"type": "ready", "protocol": "heat/1", "name": "test"}
        early = {"type": "act", "id": 1, "action": "g2 1 2"}
        print(*map(json.dumps, ({"name": "x"}, ready, early)), sep="\\n", flush=True)
    elif m["type"] == "request": first(m)
"""
    told = talk(script(body), FIRST)
    assert [(fault.code, fault.costs) for fault in told.faults(0)] == [("type", False), ("stale", False)]
    assert [error["code"] for error in told.told(0, "error")] == ["type", "stale"]
    assert told.told(0, "request")[0]["id"] == 1
    assert told.record == talk(FIRST, FIRST).record


# Secrets

CARS = (
    *("seat", "distance", "spot", "gear", "engine", "hand", "deck", "discard"),
    *("cards", "known", "top", "garage", "planned", "played", "state", "place"),
)
NUMBERS = ("hand", "deck", "discard", "engine")
SHOWN = ("reveal", "refresh", "use", "removed")  # their cards lie on the table, whoever's they are


def test_p09_of_other_cars_a_bot_sees_counts_and_what_lies_on_the_table():
    """P09: every line to blue in a race with garage and weather."""
    dawdling = "name=Ann cmd=builtin:random"
    told = talk(dawdling, FIRST, dawdling, spec=spec_of(3, garage="mixed", weather=True))
    for row in told.told(1, "request"):
        for car in row["view"]["cars"]:
            assert set(car) <= set(CARS)
            assert all(isinstance(car[key], int) for key in NUMBERS)
            assert row["step"] != "plan" or car["played"] == []
        assert set(row["view"]["you"]) <= {"hand", "discard", "start", "speed", "owed", "open", "boosted"}
    for event in told.events(1):
        if event.get("seat", 1) != 1 and "cards" in event:
            assert event["type"] in SHOWN
    assert any(event["type"] == "draw" and event["seat"] == 1 and event["cards"] for event in told.events(1))
    *rest, result, _ = told.told(1)
    assert result["seed"] == "1/0"
    assert not any('"1/0"' in json.dumps(row) for row in rest)


# One answer, the first


def test_p14_the_first_answer_counts_before_and_after_the_reveal():
    """P14: one answer a request; another one is told as `duplicate` and ignored, so is a third after the reveal."""
    body = """
n = []
def answer(m):
    n.append(m["id"])
    if len(n) == 1:
        for gear in "g1", "g2": say(type="act", id=m["id"], action=next(a for a in m["legal"] if a.startswith(gear)))
    elif len(n) == 2:
        say(type="act", id=n[0], action="g2 1 2")
        first(m)
    else: first(m)
loop(answer)
"""
    told = talk(script(body), FIRST)
    assert told.codes(0) == ["duplicate", "duplicate"]
    assert [(row["code"], row["id"], row["faults"], row["left"]) for row in told.told(0, "error")] == [
        ("duplicate", 1, 0, 3)
    ] * 2
    assert told.record == talk(FIRST, FIRST).record


# Who is asked


@pytest.mark.parametrize("end", ["finished", "retired", "eliminated"])
def test_p15_a_car_that_is_out_is_asked_nothing_and_told_all(end):
    """P15: finished in turn, taken off by `--on-fault retire` while its program lives, eliminated by an event card."""
    rules = {"track": "italia", "event": "future-unknown"} if end == "eliminated" else {}
    bot = {
        "finished": script(
            "loop(lambda m: say(type='act', id=m['id'], action=max(m['legal'], key=lambda a: a[:2] == 'g2')))"
        ),
        "retired": script("loop(lambda m: say(type='act', id=m['id'], action='no'))"),
        "eliminated": script("loop(lambda m: say(type='act', id=m['id'], action=m['legal'][-1]))"),
    }[end]
    told = talk(bot, FIRST, FIRST, spec=spec_of(3, laps=1, **rules), on_fault="retire")
    events = told.events(0)
    gone = next(i for i, row in enumerate(events, 1) if row["type"] in ("finish", "out") and row["seat"] == 0)
    assert told.outcomes[0].standings[0 if end == "finished" else 2].seat == 0
    assert next(p.why for p in told.outcomes[0].standings if p.seat == 0) == end
    assert all(row["after"] < gone for row in told.told(0, "request"))
    assert gone < len(events)
    assert events[-1]["type"] == "end"
    assert [row["type"] for row in told.told(0)[-3:]] == ["events", "result", "bye"]


# What a message may look like


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"type":"act","id":"31","action":"pass"}', "Expected `int`, got `str` - at `$.id`"),
        ('{"type":"act","id":31.0,"action":"pass"}', "Expected `int`, got `float` - at `$.id`"),
        ('{"type":"act","id":31,"action":{"31":4}}', "Expected `str`, got `object` - at `$.action`"),
        ('{"type":"act","id":31,"action":["g1","4"]}', "Expected `str`, got `array` - at `$.action`"),
    ],
)
def test_p18_there_is_one_way_to_write_an_answer(line, says):
    """P18: no map, so no keys that were numbers; a number is a number."""
    assert decode(line.encode()) == Bad("type", says)


def test_p18_of_two_equal_keys_the_last_counts():
    """P18, where SPEC W.7 decides otherwise: each must be right, and the last is meant."""
    assert decode(b'{"type":"act","id":31,"id":32,"action":"g1 1","action":"g1 2"}') == Act(32, "g1 2")
    assert decode(b'{"type":"act","id":"x","id":32,"action":"g1 1"}') == Bad(
        "type", "Expected `int`, got `str` - at `$.id`"
    )


def test_p18_words_of_the_protocol_may_stand_further_in():
    """P18: in values, and in objects that are unknown."""
    line = '{"note":"action","type":"act","id":31,"action":"g1 1","x":{"id":1,"type":[{"id":2}]},"y":1e9999}'
    assert decode(line.encode()) == Act(31, "g1 1", "action")
    two = '{"type":"ready","protocol":"heat/1","options":[%s]}'
    options = ",".join(f'{{"name":"{name}","type":"spin","default":1}}' for name in "ab")
    assert isinstance(decode((two % options).encode()), Ready)
    long = '{"type":"act","id":31,"action":"pass","x":{"id":%s}}' % ("9" * 5000)
    assert decode(long.encode()) == Act(31, "pass")


def test_p18_the_cards_of_an_answer_may_stand_in_any_order():
    """P18: it is the same action however it is written."""
    body = """
def answer(m):
    action = m["legal"][-1 if m["step"] == "plan" else 0]
    say(type="act", id=m["id"], action=WRITE(action))
loop(answer)
"""
    strange = "lambda a: a.split()[0].upper() + ': ' + ' ,'.join(a.split()[:0:-1])"
    told = [talk(script(f"WRITE = {write}{body}"), FIRST) for write in ("str", strange)]
    assert told[0].record == told[1].record
    assert told[1].codes(0) == []


# What a request says


def request(s, colour):
    """The request to a car, as it is sent."""
    seat = s.colours.index(colour)
    briefing = Briefing(s.spec, "1", ["driver"] * len(s.colours), s.state.log)
    row = briefing.request(s.state, seat, flow.legal_actions(s.state, seat), ("legal", "view"))
    return json.loads(json.dumps({"step": row.step, "legal": row.legal}))


def test_p21_a_request_names_its_step_and_lists_what_is_playable():
    """P21: a card of the hand that no listed action names cannot be played; here Heat, and not the sponsorship."""
    s = race("italia", event="title-sponsor", red="3/0 g2 hand 1 3 P1 H", blue="30/0 hand 1")
    row = request(s, "red")
    assert row["step"] == "plan"
    assert {card for action in row["legal"] for card in action.split()[1:]} == {"1", "3", "P1"}


def test_p21_who_may_decline_finds_it_in_the_list_and_who_has_no_choice_is_not_asked():
    """P21: `pass` is the first action of react, slip and discard; without a slipstream there is no such request."""
    told = talk(FIRST, FIRST, FIRST)
    by_step: dict[str, list] = {}
    for seat in range(3):
        for row in told.told(seat, "request"):
            assert row["step"] in STEPS
            by_step.setdefault(row["step"], []).append(row["legal"])
    assert by_step.keys() == {"plan", "react", "slip", "discard"}
    assert all(
        legal[0] == "pass" and len(legal) > 1 for step in ("react", "slip", "discard") for legal in by_step[step]
    )
    assert len(by_step["slip"]) < len(by_step["react"])
