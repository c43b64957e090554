"""What a bot may ask for with `ready`, and what it is told: options, wants, names, notes, the seed."""

import re
import time

import pytest

from heatcli.arena.options import settle
from heatcli.errors import DriverError
from heatcli.wire.messages import Option
from tests.arena.helpers import driver, faults, grid_of, race, rows_of, script
from tests.arena.helpers import inside as heat

OPTIONS = [
    Option("risk", "spin", 5, 0, 9),
    Option("count", "spin", 5),
    Option("low", "spin", 5, min=-3),
    Option("style", "combo", "calm", values=["calm", "wild side"]),
    Option("brave", "check", False),
    Option("motto", "string", "none"),
]


def listening(file, ready, answer="first(m)"):
    """A bot that writes down all it is told."""
    return f"""
heard = open({str(file)!r}, "w")
for line in sys.stdin:
    print(line, end="", file=heard, flush=True)
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", protocol="heat/1", {ready})
    elif m["type"] == "request":
        {answer}
"""


def told(file, kind):
    return [row for row in rows_of(file.read_text()) if row["type"] == kind]


# options


def test_what_is_not_asked_for_has_its_default():
    settled = settle("x", OPTIONS, {})
    assert settled == {"risk": 5, "count": 5, "low": 5, "style": "calm", "brave": False, "motto": "none"}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("risk", "0", 0),
        ("risk", "9", 9),
        ("risk", "007", 7),
        ("count", "-12", -12),
        ("low", "-3", -3),
        ("style", "wild side", "wild side"),
        ("brave", "true", True),
        ("brave", "on", True),
        ("brave", "false", False),
        ("brave", "off", False),
        ("motto", "", ""),
        ("motto", "a=b {c}", "a=b {c}"),
    ],
)
def test_an_option_takes_what_its_type_allows(name, text, value):
    settled = settle("x", OPTIONS, {name: text})[name]
    assert (settled, type(settled)) == (value, type(value))


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("risk", "10", "a whole number from 0 to 9 is right"),
        ("risk", "-1", "a whole number from 0 to 9 is right"),
        ("risk", "x", "a whole number from 0 to 9 is right"),
        ("risk", "", "a whole number from 0 to 9 is right"),
        ("risk", "²", "a whole number from 0 to 9 is right"),
        ("count", "1.5", "a whole number is right"),
        ("count", "9" * 5000, "a whole number is right"),
        ("low", "-4", "a whole number from -3 is right"),
        ("style", "Calm", "calm or wild side is right"),
        ("brave", "yes", "true or false is right"),
        ("brave", "1", "true or false is right"),
        ("colour", "red", "unknown; it has risk, count, low, style, brave, motto"),
    ],
)
def test_a_wrong_option_is_refused_with_what_would_be_right(name, text, right):
    with pytest.raises(DriverError, match=rf"^driver x: option\.{name}.*: {re.escape(right)}$"):
        settle("x", OPTIONS, {name: text})


def test_a_bot_without_options_says_so():
    with pytest.raises(DriverError, match=r"option\.risk: unknown; it announces none"):
        settle("x", [], {"risk": "3"})


ANNOUNCE = (
    'name="asker", options=[{"name": "risk", "type": "spin", "default": 5, "max": 9}, '
    '{"name": "motto", "type": "string", "default": "-"}]'
)


def test_the_options_stand_in_the_race_message_of_that_bot_alone(tmp_path):
    asker, other = tmp_path / "asker", tmp_path / "other"
    bots = [
        driver(listening(asker, ANNOUNCE), **{"option.risk": 3, "option.motto": "a b"}),
        script(listening(other, 'name="plain"')),
    ]
    assert heat("race", *grid_of(*bots), "--laps", "1", "--seed", "1", "-n", "2", "-q").returncode == 0
    assert [row["options"] for row in told(asker, "race")] == [{"risk": 3, "motto": "a b"}] * 2
    assert not any("options" in row for row in told(other, "race"))


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ({"option.risk": 10}, "heat: driver asker: option.risk=10: a whole number to 9 is right\n"),
        ({"option.fear": 1}, "heat: driver asker: option.fear: unknown; it has risk, motto\n"),
    ],
)
def test_a_wrong_option_ends_the_command_before_the_race(tmp_path, option, says):
    heard = tmp_path / "heard"
    run = heat("race", *grid_of(driver(listening(heard, ANNOUNCE), **option), "builtin:random"), "--seed", "1")
    assert (run.returncode, run.stdout, run.stderr) == (2, "", says)
    assert [row["type"] for row in rows_of(heard.read_text())] == ["hello", "bye"]


# wants


@pytest.mark.parametrize(
    "wants",
    [["legal", "view", "events"], ["legal"], ["legal", "events"], ["legal", "view"], ["legal", "mood"], ["legal"] * 2],
)
def test_a_bot_gets_what_it_wants_and_nothing_else(tmp_path, wants):
    heard = tmp_path / "heard"
    [outcome] = race(script(listening(heard, f"wants={wants}")), "builtin:first")
    requests = told(heard, "request")
    assert all(("legal" in row, "view" in row) == ("legal" in wants, "view" in wants) for row in requests)
    assert bool(told(heard, "events")) is ("events" in wants)
    assert requests[-1]["after"] > requests[0]["after"]
    assert faults(outcome, 0) == (["type"] if "mood" in wants else [])
    assert [fault.costs for placed in outcome.standings for fault in placed.faults] == [False] * ("mood" in wants)


@pytest.mark.parametrize("wants", [[], ["events"], ["mood"]])
def test_a_bot_that_wants_no_list_is_asked_all_the_same(tmp_path, wants):
    """It knows what it may do from elsewhere; here `pass`, and a plan it makes up."""
    heard = tmp_path / "heard"
    answer = 'say(type="act", id=m["id"], action="g1 1" if m["step"] == "plan" else "pass")'
    [outcome] = race(script(listening(heard, f"wants={wants}", answer)), "builtin:first")
    requests = told(heard, "request")
    assert not any("legal" in row or "view" in row for row in requests)
    assert bool(told(heard, "events")) is ("events" in wants)
    assert {"race", "id", "seat", "step", "after", "ms"} < set(requests[0])
    assert all(placed.why == "finished" for placed in outcome.standings)


def test_a_view_is_enough_to_answer_and_events_are_enough_to_follow(tmp_path):
    """What a bot that wants less hears is what one that wants all hears, without the rest."""
    full, less = tmp_path / "full", tmp_path / "less"
    race(script(listening(full, "")), "builtin:random")
    race(script(listening(less, 'wants=["legal"]')), "builtin:random")
    bare = [{key: row[key] for key in row if key != "view"} for row in told(full, "request")]
    assert told(less, "request") == bare


# names


def test_anonymous_bots_do_not_hear_names_but_the_record_and_the_table_have_them(tmp_path):
    heard, record = tmp_path / "heard", tmp_path / "race.hrn"
    bots = grid_of(script(listening(heard, 'name="Ann"')), "name=Secret cmd=builtin:random")
    options = ["--legends", "1", "--laps", "1", "--seed", "1", "--record", str(record)]
    run = heat("race", *bots, *options, "--anonymous")
    assert "Secret" not in heard.read_text()
    [message] = told(heard, "race")
    bare = [{"colour": "black", "kind": "bot"}, {"colour": "blue", "kind": "bot"}]
    assert message["seats"] == [*bare, {"colour": "green", "kind": "legend"}]
    assert '[Seat "blue" "Secret"]' in record.read_text()
    assert " Secret " in run.stdout
    heat("race", *bots, *options)
    assert [seat.get("name") for seat in told(heard, "race")[0]["seats"]] == ["Ann", "Secret", None]


def test_a_name_given_on_the_command_line_goes_before_the_bot_s_own(tmp_path):
    bot = listening(tmp_path / "heard", 'name="Own", version="2.1"')
    race_row, *_ = rows_of(heat("race", *grid_of(driver(bot, name="Given"), script(bot)), "--json", "-q").stdout)
    assert [seat["name"] for seat in race_row["seats"]] == ["Given", "Own 2.1"]


# notes


def noted(tmp_path, note, *options):
    record = tmp_path / "race.hrn"
    record.unlink(missing_ok=True)
    body = f"loop(lambda m: say(type='act', id=m['id'], action=m['legal'][0], note={note!r}))"
    bots = grid_of(driver(body, name="A"), "builtin:first")
    run = heat("race", *bots, "--laps", "1", "--seed", "1", "--record", str(record), *options)
    assert run.returncode == 0
    check = heat("validate", str(record))
    assert check.returncode == 0, check.stdout
    return record.read_text()


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("0.73 box", "0.73 box"),
        ("{a} } {", "(a) ) ("),
        ("a\nb\x1b[2J", "a\\x0ab\\x1b[2J"),
        ("x" * 501, "x" * 499 + "…"),
        ("x" * 500, "x" * 500),
        ("\x00" * 400, None),
        ("= 1/0; g1 1 # [Seat]", "= 1/0; g1 1 # [Seat]"),
        ("", ""),
    ],
)
def test_notes_are_comments_of_the_record(tmp_path, note, kept):
    text = noted(tmp_path, note, "--notes")
    comments = re.findall(r"\{([^{}\n]*)\}", text)
    assert len(comments) > 20
    assert text.count("{") == text.count("}") == len(comments)
    notes = [re.fullmatch(r"\d+ ms(?:; )?(.*)", comment)[1] for comment in comments]
    assert all(len(one) <= 500 for one in notes)
    if kept is not None:
        assert set(notes) == {kept}
    assert re.sub(r" \{[^{}\n]*\}", "", text).count("pass") == 0 or "pass" in text
    assert all("{" not in line for line in text.splitlines() if " blue " in line)  # a built-in has none


def test_without_notes_there_are_none_and_the_race_is_the_same(tmp_path):
    plain = noted(tmp_path, "box")
    assert "{" not in plain
    checks = [line.partition(" = ")[2] for line in plain.splitlines()]
    assert checks == [line.partition(" = ")[2] for line in noted(tmp_path, "box", "--notes").splitlines()]


# the end


def test_a_bot_that_reads_nothing_does_not_hold_the_race_up():
    """Its pipe fills up; the race goes on and ends in time."""
    body = 'say(type="ready", protocol="heat/1", name="deaf")\ntime.sleep(600)'
    start = time.monotonic()
    outcomes = race(script(body), "builtin:first", script("loop(first)"), ms=100, races=3, legends=9)
    assert time.monotonic() - start < 8
    assert [faults(outcome, 0) for outcome in outcomes] == [["timeout"] * 3] * 3
    assert not any(faults(outcome, 2) for outcome in outcomes)


def test_a_bot_that_answers_without_reading_is_answered_by_its_own_pipe():
    """It shouts answers to requests to come, and reads nothing: stale and flood, never a stuck referee."""
    body = """
say(type="ready", protocol="heat/1", name="blind")
while True:
    say(type="act", id=0, action="pass")
"""
    start = time.monotonic()
    [outcome] = race(script(body), "builtin:first", ms=500)
    assert time.monotonic() - start < 10
    codes = faults(outcome, 0)
    assert [code for code in codes if code != "stale"] == ["flood"] * 3


def test_the_seed_is_told_with_the_result_of_the_last_race_alone(tmp_path):
    heard = tmp_path / "heard"
    bots = grid_of(script(listening(heard, 'name="Ann"')), "builtin:random")
    heat("race", *bots, "--laps", "1", "--seed", "secret", "-n", "3", "-q")
    assert [row.get("seed") for row in told(heard, "result")] == [None, None, "secret/2"]
    rest = [line for line in heard.read_text().splitlines() if '"type":"result"' not in line]
    assert not any("secret" in line for line in rest)
    races = told(heard, "race")
    assert len({row["race"] for row in races}) == len({row["bot_seed"] for row in races}) == 3


def test_ids_of_requests_rise_over_all_races(tmp_path):
    heard = tmp_path / "heard"
    race(script(listening(heard, "")), "builtin:random", races=2)
    ids = [row["id"] for row in told(heard, "request")]
    assert ids == list(range(1, len(ids) + 1))
    firsts = [row["from"] for row in told(heard, "events")]
    assert firsts.count(1) == 2  # events are counted anew in every race


def test_the_commitment_is_the_hash_of_the_seed_told_afterwards(tmp_path):
    from heatcli.core.rng import commitment

    heard = tmp_path / "heard"
    race(script(listening(heard, "")), "builtin:random", seed="s")
    [message], [result] = told(heard, "race"), told(heard, "result")
    assert commitment(result["seed"]) == message["commit"]
    assert message["commit"].startswith(message["race"])
