"""heat bot replay: a bot asked the questions of a record again."""

import json
import re

import pytest

from tests.arena.helpers import BOTS, driver, grid_of, inside, rows_of, script, shipped
from tests.arena.test_faults import once

GOLDEN = BOTS.parent / "tests" / "golden" / "records"
GREEDY, CHANCE, FIRST = shipped("greedy.py"), shipped("random_legal.py"), shipped("first_legal.py")
NOTHING = re.compile(r"(\w+): (\d+) questions?, 0 answered otherwise, 0 illegal, slowest [\d.]+ ms")


def raced(tmp_path, *drivers, options=("usa", "--laps", "1"), command="race", name="race.hrn"):
    """A record of these drivers."""
    record = tmp_path / name
    run = inside(command, *options, *grid_of(*drivers), "--seed", "1", "--record", str(record), "-q")
    assert run.returncode == 0, run.stderr
    return record


def again(record, seat, command, *options):
    return inside("bot", "replay", str(record), "--seat", str(seat), "-d", command, *options)


def replies(record, seat, command, *options):
    *rows, summary = rows_of(again(record, seat, command, "--json", *options).stdout)
    assert [row["type"] for row in rows] == ["reply"] * len(rows)
    assert summary["type"] == "summary"
    return rows, summary


# the same bot, and another one

MODULES = {
    "base": ("usa", "--laps", "1"),
    "Legends": ("italia", "--laps", "1", "--legends", "3"),
    "garage, weather, mulligan": (
        *("mexico", "--laps", "1", "--weather", "--garage", "mixed"),
        *("--option", "mulligan=true", "--option", "garage_choice=snake"),
    ),
}


@pytest.mark.parametrize("bot", [CHANCE, GREEDY], ids=["random", "greedy"])
@pytest.mark.parametrize("options", MODULES.values(), ids=MODULES)
def test_the_same_bot_answers_the_same(tmp_path, bot, options):
    record = raced(tmp_path, "builtin:random", bot, options=options)
    run = again(record, "blue", bot)
    assert (run.returncode, run.stderr) == (0, "")
    assert int(NOTHING.fullmatch(run.stdout.strip())[2]) > 20


def test_another_bot_answers_otherwise(tmp_path):
    record = raced(tmp_path, GREEDY, "builtin:greedy")
    run = again(record, 0, FIRST)
    assert run.returncode == 1
    *lines, total = run.stdout.splitlines()
    told = re.fullmatch(r"black: (\d+) questions, (\d+) answered otherwise, 0 illegal, slowest [\d.]+ ms", total)
    assert int(told[1]) > int(told[2]) == len(lines) > 5
    for line in lines:
        assert re.fullmatch(r"round \d+, \w+, request \d+: record `[^`]+`; bot: `[^`]+`", line)
    rows, summary = replies(record, 0, FIRST)
    assert [row["id"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["verdict"] for row in rows} == {"same", "otherwise"}
    assert all((row["record"] == row["bot"]) is (row["verdict"] == "same") for row in rows)
    assert (summary["questions"], summary["otherwise"], summary["seat"]) == (len(rows), len(lines), 0)


HEARS = """
file = open({path!r}, "w")
for line in sys.stdin:
    m = json.loads(line)
    file.write(line); file.flush()
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "request": say(type="act", id=m["id"], action=m["legal"][-1])
"""


@pytest.mark.parametrize("options", MODULES.values(), ids=MODULES)
def test_the_bot_hears_what_it_heard_in_the_race_byte_for_byte(tmp_path, options):
    """All but the result, which is no question."""
    heard = [tmp_path / "first", tmp_path / "second"]
    first, second = (driver(HEARS.format(path=str(path)), name="Apex") for path in heard)
    record = raced(tmp_path, "builtin:random", first, "builtin:greedy", options=options)
    run = again(record, 1, second)
    assert run.returncode == 0, run.stdout
    before, after = (path.read_text().splitlines() for path in heard)
    assert [line for line in before if '{"type":"result"' not in line] == after
    assert len(after) > 60


def test_the_bot_hears_of_the_faults_of_others_where_it_heard_of_them(tmp_path):
    """One that plans at the same time is heard after all were asked."""
    heard = [tmp_path / "first", tmp_path / "second"]
    first, second = (driver(HEARS.format(path=str(path)), name="Apex") for path in heard)
    faulty = driver("loop(lambda m: say(type='act', id=m['id'], action='fly'))", name="Fly")
    record = raced(tmp_path, faulty, first, faulty.replace("Fly", "Flea"))
    assert again(record, 1, second).returncode == 0
    before, after = (path.read_text().splitlines() for path in heard)
    assert [line for line in before if '{"type":"result"' not in line] == after
    assert sum(line.count('{"type":"fault"') for line in after) == 6


# what the bot does wrong


@pytest.mark.parametrize(
    ("deed", "verdict", "says"),
    [
        ("say(type='act', id=m['id'], action='g4 S')", "illegal", "a gear with its cards is not open"),
        ("say(type='act', id=m['id'], action='fly')", "illegal", "fly"),
        ("sys.exit(3)", "missing", "it ended with exit code 3, nothing on stderr"),
        ("time.sleep(9)", "missing", "no answer within"),
    ],
)
def test_what_it_does_wrong_is_told(tmp_path, deed, verdict, says):
    record = raced(tmp_path, FIRST, "builtin:greedy")
    bot = script(once(deed))
    rows, summary = replies(record, 0, bot, "--limit", "300")
    [wrong] = [row for row in rows if row["verdict"] not in ("same", "otherwise")][:1]
    assert (wrong["id"], wrong["verdict"]) == (2, verdict)
    assert says in wrong["why"]
    assert summary[verdict] >= 1
    run = again(record, 0, bot, "--limit", "300")
    assert run.returncode == 1
    assert says in run.stdout.splitlines()[0]
    if "exit" in deed:
        assert run.stdout.splitlines()[-1].endswith(f"{summary['questions'] - 2} not asked any more")


def test_a_bot_that_never_answers_is_asked_no_more(tmp_path):
    record = raced(tmp_path, FIRST, "builtin:greedy")
    bot = script("n = []\nloop(lambda m: n.append(1) or (len(n) == 1 and first(m)))")
    rows, summary = replies(record, 0, bot, "--limit", "100")
    assert [row["verdict"] for row in rows] == ["same", "missing", "missing", "missing"]
    assert summary["asked"] == 4 < summary["questions"]


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("false", "it ended with exit code 1"),
        ("no-such-program", "cannot be started"),
        ("builtin:greedy", "no program"),
    ],
)
def test_a_bot_that_is_none(tmp_path, bot, says):
    run = again(GOLDEN / "core-002.hrn", 0, bot)
    assert run.returncode == 2
    assert says in run.stderr
    assert run.stdout == ""


# records of all kinds


def test_decisions_of_the_referee_are_told_as_such(tmp_path):
    faulty = driver(once("say(type='act', id=m['id'], action='g4 S')"), name="Apex")
    record = raced(tmp_path, faulty, "builtin:greedy")
    run = again(record, 0, FIRST)
    assert run.returncode == 0
    line, total = run.stdout.splitlines()
    assert re.fullmatch(r"round 1, \w+, request 2: record `[^`]+!illegal` \(the referee's\); bot: `[^`]+`", line)
    assert ", 1 the referee's, " in total
    assert again(record, 0, script(once("say(type='act', id=m['id'], action='g4 S')"))).returncode == 1
    [row] = [row for row in replies(record, 0, FIRST)[0] if row["mark"]]
    assert (row["mark"], row["verdict"]) == ("illegal", "open")


def test_a_stopped_driver_is_asked_what_it_was_not(tmp_path):
    record = raced(tmp_path, driver(once("sys.exit(1)"), name="Apex"), "builtin:greedy")
    rows, summary = replies(record, 0, FIRST)
    assert [row["mark"] for row in rows[:3]] == [None, "exited", "stopped"]
    assert summary["open"] == len(rows) - 1


def test_a_record_may_end_anywhere_and_its_open_question_is_asked(tmp_path):
    whole = raced(tmp_path, CHANCE, GREEDY, "builtin:greedy")
    text = whole.read_text()
    every, _ = replies(whole, 1, GREEDY)
    head = text.index("\n1. ")
    cut = tmp_path / "cut.hrn"
    for end in range(head + 1, head + 700, 101):
        cut.write_text(text[:end])
        run = again(cut, 1, GREEDY, "--json")
        *rows, _ = rows_of(run.stdout)
        assert run.returncode == 0, run.stdout
        assert run.stderr
        last = [row for row in rows if row["record"] is None]
        assert len(last) <= 1
        assert rows == [] or last == [] or rows[-1] == last[0]
        assert [row["bot"] for row in rows] == [row["bot"] for row in every[: len(rows)]]


def test_a_record_that_ends_in_a_turn_ends_with_its_open_question(tmp_path):
    """As a referee leaves it behind: plans of all, a turn under way."""
    text = raced(tmp_path, "builtin:first", "builtin:first").read_text()
    head = text[: text.index("\n1. ") + 1]
    cut = tmp_path / "cut.hrn"
    cut.write_text(f"{head}1. black g1 1\n   blue g1 1\n")
    rows = [replies(cut, seat, FIRST)[0] for seat in (0, 1)]
    assert sorted(len(of_seat) for of_seat in rows) == [1, 2]
    [longer] = [of_seat for of_seat in rows if len(of_seat) == 2]
    assert [row["record"] for row in longer] == ["g1 1", None]
    assert longer[-1]["step"] in ("react", "discard")
    cut.write_text(f"{head}1. black g1 1\n")
    assert [row["record"] for row in replies(cut, 0, FIRST)[0]] == ["g1 1"]
    assert [row["record"] for row in replies(cut, 1, FIRST)[0]] == [None]
    cut.write_text(head)
    assert [(row["step"], row["record"]) for row in replies(cut, 0, FIRST)[0]] == [("plan", None)]


def test_a_record_without_a_seed():
    record = GOLDEN / "core-002.hrn"
    run = again(record, 0, CHANCE)
    assert run.stderr == (
        f"{record}: no seed in the record; bot_seed is made of the hash of its head, "
        f"{re.search(r'^# (.*)$', record.read_text(), re.M)[1]}\n"
    )
    assert "not in the record" not in run.stdout
    assert again(record, 0, CHANCE).stdout.rpartition(",")[0] == run.stdout.rpartition(",")[0]
    assert again(record, 0, CHANCE, "-q").stderr == ""


def test_a_start_from_a_position(tmp_path):
    record = tmp_path / "position.hrn"
    record.write_text(
        '[Heat "1"]\n[Track "usa"]\n[Laps "2"]\n[Seed "1"]\n[Round "5"]\n[Seat "red" "A"]\n[Seat "blue" "B"]\n'
        '[Car "red" "33/0 g3 e4 hand 1 2 3 4 5 S H deck 4 1 2 3"]\n'
        '[Car "blue" "34/0 g2 e6 hand 1 2 3 4 5 S S deck 4"]\n'
    )
    run = again(record, "red", GREEDY)
    assert run.returncode == 0
    assert re.match(r"round 5, plan, request 1: not in the record; bot: `g\d [^`]+`\n", run.stdout)


SEASON_RACE = """
file = open({path!r}, "a")
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "race": file.write(json.dumps(m["season"]) + "\\n"); file.flush()
    elif m["type"] == "request": first(m)
"""


def test_a_race_of_a_season(tmp_path):
    """Also what it is told about the season is as it was."""
    before, after = tmp_path / "before", tmp_path / "after"
    bots = [driver(SEASON_RACE.format(path=str(before)), name="Apex"), "builtin:greedy"]
    record = raced(tmp_path, *bots, command="season", options=("1961",), name="season.hrn")
    for number in (1, 2, 3):
        run = again(record, 0, script(SEASON_RACE.format(path=str(after))), "--race", str(number))
        assert (run.returncode, run.stderr) == (0, ""), run.stdout
        assert NOTHING.fullmatch(run.stdout.strip())
    assert before.read_text() == after.read_text()
    assert rows_of(after.read_text())[2]["points"] != [0, 0]
    races = record.read_text().split('[Heat "1"]')
    alone = tmp_path / "alone.hrn"
    alone.write_text('[Heat "1"]' + races[3])
    run = again(alone, 0, FIRST)
    assert run.returncode == 0
    assert run.stderr.endswith("the season's races before this one are not in the file; their points are told as 0\n")


def test_of_many_races_one_is_taken(tmp_path):
    record = raced(tmp_path, CHANCE, "builtin:greedy", options=("usa", "--laps", "1", "-n", "3"))
    sums = [again(record, 0, CHANCE, "--race", str(n)).stdout.rpartition(",")[0] for n in (1, 2, 3)]
    assert len(set(sums)) == 3
    assert again(record, 0, CHANCE).stdout.rpartition(",")[0] == sums[2]
    run = again(record, 0, CHANCE, "--race", "4")
    assert run.returncode == 2
    assert "there are 3 races in it, and race 4 is wanted" in run.stderr


def test_options_limit_and_quiet(tmp_path):
    record = raced(tmp_path, FIRST, "builtin:greedy")
    body = """
for line in sys.stdin:
    m = json.loads(line)
    option = {"name": "risk", "type": "spin", "default": 1}
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test", options=[option])
    elif m["type"] == "race": assert m["options"] == {"risk": 3}; assert m["clock"] == {"ms": 700, "first_ms": 10000}
    elif m["type"] == "request": first(m)
"""
    assert again(record, 0, driver(body, **{"option.risk": 3}), "--limit", "700").returncode == 0
    assert again(record, 0, driver(body, **{"option.risk": 3, "ms": 700})).returncode == 0
    assert again(record, 0, FIRST, "-q").stdout == ""
    verbose = again(record, 0, FIRST, "-v").stderr.splitlines()
    assert verbose[0].startswith('< {"type":"hello"')
    assert verbose[-1].startswith(("< {", "> {"))


def test_a_bot_without_legal_lists_and_views_is_asked(tmp_path):
    record = raced(tmp_path, FIRST, "builtin:greedy")
    body = """
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test", wants=[])
    elif m["type"] == "request": assert "legal" not in m and "view" not in m; say(type="act", id=m["id"], action="pass")
    else: assert m["type"] == "race"
"""
    _, summary = replies(record, 0, script(body))
    assert summary["missing"] == 0
    assert summary["same"]
    assert summary["illegal"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--seat", "7"], "--seat 7: no driver's seat of this race; 0 (black) or 1 (blue) is right"),
        (["--seat", "green"], "--seat green: no driver's seat of this race"),
        ([], "--seat is missing; 0 (black) or 1 (blue) is right"),
        (["--seat", "0", "--race", "0"], "--race"),
    ],
)
def test_usage(tmp_path, options, says):
    record = raced(tmp_path, "builtin:first", "builtin:greedy", options=("usa", "--laps", "1", "--legends", "1"))
    run = inside("bot", "replay", str(record), "-d", FIRST, *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr


def test_the_only_driver_needs_no_seat(tmp_path):
    record = raced(tmp_path, GREEDY, options=("usa", "--laps", "1", "--legends", "2"))
    run = inside("bot", "replay", str(record), "-d", GREEDY)
    assert NOTHING.fullmatch(run.stdout.strip())


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda text: text.replace("g1", "g5", 1), "race.hrn:"),
        (lambda text: text[:20], "ends in the head of a race"),
        (lambda text: "", "there are 0 races in it"),
    ],
)
def test_a_record_that_is_wrong(tmp_path, spoil, says):
    record = raced(tmp_path, "builtin:first", "builtin:greedy")
    record.write_text(spoil(record.read_text()))
    run = again(record, 0, FIRST)
    assert (run.returncode, run.stdout) == (2, "")
    assert says in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_there_is_no_such_file():
    run = again("no.hrn", 0, FIRST)
    assert run.returncode == 2
    assert run.stderr == "heat: no.hrn: No such file or directory\n"


def test_summaries_are_json():
    run = again(GOLDEN / "legends-001.hrn", 0, FIRST, "--json")
    summary = json.loads(run.stdout.splitlines()[-1])
    assert summary["questions"] == summary["asked"] == summary["same"] + summary["otherwise"]
