"""What a bot does wrong costs it, never the race: it stands in the record, in --json and in the table."""

import re

import pytest

from tests.arena.helpers import driver, grid_of, rows_of, script
from tests.arena.helpers import inside as heat

GOOD = "builtin:first"
ONCE = """
n = [0]
def answer(m):
    n[0] += 1
    if n[0] == {at}:
        {deed}
    else:
        first(m)
loop(answer)
"""


def once(deed, at=2):
    """A bot that does this at one request, the second: the first has ten seconds. All others it answers well."""
    return ONCE.format(deed=deed, at=at)


FAULTY = {
    "illegal": once("say(type='act', id=m['id'], action='g4 S')"),
    "no action": once("say(type='act', id=m['id'], action='fly me')"),
    "timeout": once("pass"),
    "late": once("time.sleep(1); first(m)"),
    "flood": once("print('x' * 3_000_000, flush=True)"),
    "exited": once("sys.exit(7)"),
    "killed": once("os.kill(os.getpid(), 9)"),
    "closed": once("os.close(1); time.sleep(5)"),
}
CODES = {"no action": "illegal", "late": "timeout", "killed": "exited"}

HARMLESS = {
    "twice": ("first(m); first(m)", "duplicate"),
    "to an old request": ("say(type='act', id=0, action='g1 1'); first(m)", "stale"),
    "to a request to come": ("say(type='act', id=999, action='g1 1'); first(m)", "stale"),
    "with garbage": ("print('g1 1', flush=True); first(m)", "parse"),
    "with another message": ("say(type='move', id=m['id']); first(m)", "type"),
    "without an id": ("say(type='act', action='g1 1'); first(m)", "type"),
    "with an id that is a text": ("say(type='act', id=str(m['id']), action='g1 1'); first(m)", "type"),
    "with bytes that are no UTF-8": (
        "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.buffer.flush(); first(m)",
        "encoding",
    ),
}


def faulty_race(tmp_path, body, *options, ms=600):
    """A race of a faulty bot against a good one: how it went, and the record's lines."""
    record = tmp_path / "race.hrn"
    bots = grid_of(driver(body, name="Apex", ms=ms), GOOD)
    run = heat("race", "usa", *bots, "--laps", "1", "--seed", "1", "--record", str(record), *options)
    check = heat("validate", str(record))
    assert (check.returncode, check.stderr) == (0, ""), check.stdout
    return run, record.read_text().splitlines()


def marks(lines):
    """The marks of the driver's own faults in a record."""
    return [mark for line in lines for mark in re.findall(r"!(\w+)", line) if mark != "stopped"]


@pytest.mark.parametrize("deed", FAULTY)
def test_a_fault_stands_in_record_events_result_and_table(tmp_path, deed):
    code = CODES.get(deed, deed)
    run, lines = faulty_race(tmp_path, FAULTY[deed], "--json")
    assert run.returncode == 0
    assert marks(lines) == [code]
    assert lines[-1].endswith("; finished")
    rows = rows_of(run.stdout)
    assert [row for row in rows if row["type"] == "fault"] == [{"type": "fault", "seat": 0, "code": code}]
    [fault] = rows[-1]["faults"]
    assert (fault["seat"], fault["code"], fault["number"]) == (0, code, 1)
    assert any(f" {fault['applied']}!{code}" in line for line in lines)
    assert fault["stopped"] is (code in ("exited", "closed"))
    assert {row["colour"]: row["faults"] for row in rows[-1]["standings"]} == {"black": 1, "blue": 0}
    assert [row["why"] for row in rows[-1]["standings"]] == ["finished"] * 2
    assert f"black (Apex): {code} in round {fault['round']}, {fault['step']}: " in run.stderr


def test_a_fault_stands_in_the_table(tmp_path):
    run, _ = faulty_race(tmp_path, FAULTY["illegal"])
    [row] = [line for line in run.stdout.splitlines() if " black " in line]
    assert row.split()[-2:] == ["illegal", "1"]


def test_in_many_races_the_tally_counts_the_faults():
    run = heat("race", *grid_of("name=Apex cmd=false", GOOD), "--laps", "1", "--seed", "1", "-n", "3", "-q")
    [row] = [line for line in run.stdout.splitlines() if line.startswith("black ")]
    assert row.split() == ["black", "Apex", "3", row.split()[3], row.split()[4], "exited", "3"]


@pytest.mark.parametrize("deed", HARMLESS)
def test_a_wrong_line_before_a_right_answer_is_a_warning_and_no_fault(tmp_path, deed):
    body, code = HARMLESS[deed]
    run, lines = faulty_race(tmp_path, once(body, at=1), "--json", "--strict", ms=5000)
    result = rows_of(run.stdout)[-1]
    assert run.returncode == 0
    assert marks(lines) == []
    assert result["faults"] == []
    assert [(row["seat"], row["code"]) for row in result["warnings"]] == [(0, code)]
    assert f"black (Apex): {code} in round 1" in run.stderr
    assert not any(row["type"] == "fault" for row in rows_of(run.stdout))


def test_an_answer_after_the_deadline_is_stale_and_the_next_one_counts(tmp_path):
    run, _ = faulty_race(tmp_path, FAULTY["late"], "--json")
    result = rows_of(run.stdout)[-1]
    assert [row["code"] for row in result["faults"]] == ["timeout"]
    assert [row["code"] for row in result["warnings"]] == ["stale"]


ALWAYS = "loop(lambda m: say(type='act', id=m['id'], action='fly'))"


def test_the_third_fault_stops_a_driver_and_its_car_drives_on_with_first_legal_actions(tmp_path):
    run, lines = faulty_race(tmp_path, ALWAYS)
    assert marks(lines) == ["illegal"] * 3
    assert "fault 1 of 3\n" in run.stderr
    assert "stopped, its car drives on with first legal actions\n" in run.stderr
    stopped = [index for index, line in enumerate(lines) if "!stopped" in line]
    assert stopped[-1] >= len(lines) - 4
    own = [line for line in lines[stopped[0] : -1] if " black " in line]
    assert all(token.endswith("!stopped") for line in own[1:] for token in line.partition(" =")[0].split("; "))
    assert run.stderr.count("black (Apex)") == 3


def test_a_good_driver_wins_the_same_race_whether_the_other_is_stopped_or_cautious(tmp_path):
    _, lines = faulty_race(tmp_path, "sys.exit(1)")
    calm = heat("race", "usa", *grid_of(f"name=Apex cmd={GOOD}", GOOD), "--laps", "1", "--seed", "1", "--record", "-")
    plain = [re.sub(r"(; pass)?!(exited|stopped)", "", line) for line in lines]
    assert len(plain) == len(calm.stdout.splitlines())
    assert plain[-1] == calm.stdout.splitlines()[-1]


# --on-fault


def test_retire_takes_the_car_off_at_the_end_of_its_turn(tmp_path):
    run, lines = faulty_race(tmp_path, "sys.exit(7)", "--on-fault", "retire", "--json")
    own = [line for line in lines if re.match(r"(\d+\.)? *black ", line)]
    assert len(own) == 1
    assert re.search(r"g1 1!exited; retire[;= ]", own[0])
    rows = rows_of(run.stdout)
    [out] = [i for i, row in enumerate(rows) if row["type"] == "out"]
    assert rows[out] == {"type": "out", "seat": 0, "why": rows[out]["why"], "place": 2}
    before = next(row for row in reversed(rows[:out]) if "seat" in row)
    assert (before["type"], before["seat"]) == ("turn", 0)
    assert not any(row.get("seat") == 0 for row in rows[out + 1 : -1])
    last = rows[-1]["standings"][-1]
    assert (last["place"], last["seat"], last["why"]) == (2, 0, "retired")
    assert rows[-1]["why"] == "finished"
    assert lines[-1] == "Result: blue black; finished"


def exits_after(requests):
    return f"n = [0]\ndef answer(m):\n    n[0] += 1\n    n[0] > {requests} and sys.exit(1)\n    first(m)\nloop(answer)"


def test_of_two_that_retire_the_later_is_placed_above_the_earlier(tmp_path):
    bots = [script(exits_after(12)), script(exits_after(1)), script(exits_after(6)), GOOD]
    record = tmp_path / "race.hrn"
    end = ["--on-fault", "retire", "--json", "--record", str(record)]
    run = heat("race", "usa", *grid_of(*bots), "--laps", "1", "--seed", "3", *end)
    result = rows_of(run.stdout)[-1]
    assert [row["seat"] for row in result["standings"]] == [3, 0, 2, 1]
    assert [row["why"] for row in result["standings"]] == ["finished", *["retired"] * 3]
    assert heat("validate", str(record)).returncode == 0
    outs = [row["seat"] for row in rows_of(run.stdout) if row["type"] == "out"]
    assert outs == [1, 2, 0]


def test_when_every_driver_retires_the_race_ends(tmp_path):
    record = tmp_path / "race.hrn"
    end = ["--on-fault", "retire", "--record", str(record)]
    run = heat("race", "usa", *grid_of("false", "false"), "--seed", "1", *end)
    assert run.returncode == 0
    assert re.fullmatch(r"Result: (blue black|black blue); retired", record.read_text().splitlines()[-1])
    assert heat("validate", str(record)).returncode == 0
    assert run.stdout.count(" retired ") == 2


def test_retire_after_the_finish_changes_nothing(tmp_path):
    """Who is home is never asked again, so its program may go."""
    body = """
def answer(m):
    first(m)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "request": first(m)
    elif m["type"] == "events" and any(e["type"] == "finish" and e["seat"] == 0 for e in m["events"]): break
"""
    run, _ = faulty_race(tmp_path, body, "--on-fault", "retire", "--json")
    assert rows_of(run.stdout)[-1]["faults"] == []


@pytest.mark.parametrize(("strict", "code"), [([], 0), (["--strict"], 1)])
def test_abort_voids_the_race(tmp_path, strict, code):
    run, lines = faulty_race(tmp_path, exits_after(5), "--on-fault", "abort", "--json", *strict)
    assert run.returncode == code
    assert lines[-1] == "Result: -; aborted"
    assert marks(lines) == ["exited"]
    rows = rows_of(run.stdout)
    assert (rows[-1]["type"], rows[-1]["why"]) == ("result", "aborted")
    assert [(row["place"], row["why"]) for row in rows[-1]["standings"]] == [(None, "aborted")] * 2
    assert not any(row["type"] in ("end", "finish") for row in rows[:-1])
    assert "stopped, the race is void" in run.stderr


def test_a_void_race_has_no_places_in_the_table(tmp_path):
    run, _ = faulty_race(tmp_path, "sys.exit(1)", "--on-fault", "abort")
    assert [line.split()[0] for line in run.stdout.splitlines()[1:3]] == ["-", "-"]


def test_an_abort_at_the_third_fault_only(tmp_path):
    _, lines = faulty_race(tmp_path, ALWAYS, "--on-fault", "abort")
    assert marks(lines) == ["illegal"] * 3


def test_the_drivers_of_a_void_race_are_told_its_result(tmp_path):
    heard = tmp_path / "heard"
    body = f"""
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "request": first(m)
    elif m["type"] == "result": open({str(heard)!r}, "w").write(line)
"""
    heat("race", *grid_of(script(body), "false"), "--seed", "1", "--laps", "1", "--on-fault", "abort")
    [result] = rows_of(heard.read_text())
    assert [(row["place"], row["why"]) for row in result["standings"]] == [(0, "aborted")] * 2


def test_after_a_void_race_the_next_is_raced():
    options = ["--on-fault", "abort", "--laps", "1", "--seed", "1", "-n", "2"]
    run = heat("race", *grid_of(exits_script(40), GOOD), *options)
    _, first, second, *_ = run.stdout.splitlines()
    assert run.returncode == 0
    assert second == "1/1: void"
    assert first in ("1/0: void", "1/0: black blue", "1/0: blue black")


def exits_script(requests):
    return script(exits_after(requests))


# --strict


@pytest.mark.parametrize(
    ("bot", "code"), [("false", 1), (script("loop(first)"), 0), (script(FAULTY["illegal"]), 1), ("builtin:random", 0)]
)
def test_strict_is_exit_code_1_for_any_fault(bot, code):
    options = ["--laps", "1", "--seed", "1", "-q"]
    assert heat("race", *grid_of(bot, GOOD), *options, "--strict").returncode == code
    assert heat("race", *grid_of(bot, GOOD), *options).returncode == 0


def test_strict_looks_at_every_race():
    """A fault in the first of three races is enough."""
    run = heat("race", *grid_of(script(FAULTY["illegal"]), GOOD), "--laps", "1", "-n", "3", "--strict", "-q")
    assert run.returncode == 1


def test_quiet_says_nothing_of_faults(tmp_path):
    run, lines = faulty_race(tmp_path, FAULTY["illegal"], "-q")
    assert run.stderr == ""
    assert marks(lines) == ["illegal"]


def test_only_the_first_warnings_of_a_race_are_shown(tmp_path):
    body = "loop(lambda m: (print('oops', flush=True), first(m)))"
    run, _ = faulty_race(tmp_path, body, ms=5000)
    assert run.stderr.count("black (Apex): parse") == 3
    assert run.stderr.count("; more of this kind is not shown\n") == 1


def test_the_bot_is_told_of_every_fault_with_what_was_done_instead(tmp_path):
    heard = tmp_path / "heard"
    body = f"""
file = open({str(heard)!r}, "w")
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "request": asked = m["id"]; say(type="act", id=m["id"], action="fly")
    elif m["type"] == "error": print(line, end="", file=file, flush=True); assert m["id"] == asked
"""
    faulty_race(tmp_path, body)
    told = rows_of(heard.read_text())
    assert [(row["code"], row["faults"], row["left"]) for row in told] == [
        ("illegal", 1, 2),
        ("illegal", 2, 1),
        ("illegal", 3, 0),
    ]
    assert told[0]["applied"] == "g1 1"
    assert all("fly" in row["why"] for row in told)
