import os
import subprocess

import pytest

from heatcli.arena.briefing import speller
from heatcli.wire.messages import encode
from tests.arena.helpers import faults, race, script, shipped, spec_for

PAIRS = [
    ("builtin:random", "random_legal.py"),
    ("builtin:first", "first_legal.py"),
    ("builtin:first", "first.py"),
    ("builtin:greedy", "greedy.py"),
]


def stream(outcome, spec):
    spell = speller(spec)
    return b"\n".join(encode(spell.event(event)) for event in outcome.events)


@pytest.mark.parametrize(("builtin", "program"), PAIRS)
@pytest.mark.parametrize("legends", [0, 2])
def test_programs_and_built_ins_that_choose_alike_race_the_same_race(builtin, program, legends):
    spec = spec_for(3, legends)
    inside = race(builtin, "builtin:random", builtin, legends=legends, races=2)
    outside = race(shipped(program), "builtin:random", shipped(program), legends=legends, races=2)
    assert [stream(one, spec) for one in inside] == [stream(one, spec) for one in outside]
    assert not any(placed.faults for one in outside for placed in one.standings)
    assert inside[0].events != inside[1].events


def test_a_bot_that_exits_is_stopped_at_once_and_its_car_drives_on():
    [outcome] = race(script("loop(lambda m: sys.exit(3))"), "builtin:first")
    assert faults(outcome, 0) == ["exited"]
    [placed] = [p for p in outcome.standings if p.seat == 0]
    assert (placed.why, placed.faults[0].why, placed.faults[0].stopped) == ("finished", "exit code 3", True)


def test_a_bot_that_exits_before_ready_is_stopped_in_every_race():
    outcomes = race("false", "builtin:first", races=2)
    assert [faults(one, 0) for one in outcomes] == [["exited"], ["exited"]]


def test_the_default_of_a_stopped_bot_is_the_cautious_action():
    spec = spec_for(2)
    [stopped] = race("false", "builtin:random")
    [cautious] = race("builtin:first", "builtin:random")
    assert ("fault", 0, "exited") in stopped.events
    driven = stopped._replace(events=[event for event in stopped.events if event[0] != "fault"])
    assert stream(driven, spec) == stream(cautious, spec)


def test_a_bot_that_closes_its_output_is_stopped():
    [outcome] = race(script("loop(lambda m: (os.close(1), time.sleep(9)))"), "builtin:first")
    assert faults(outcome, 0) == ["closed"]


@pytest.mark.parametrize("action", ["g9", "fly", "", "boost", "g1 5 5 5 5", "\\u202e", "g\\u00b2"])
def test_three_illegal_answers_stop_a_bot(action):
    body = f"loop(lambda m: say(type='act', id=m['id'], action='{action}'))"
    [outcome] = race(script(body), "builtin:first")
    assert faults(outcome, 0) == ["illegal"] * 3
    [placed] = [p for p in outcome.standings if p.seat == 0]
    assert [fault.stopped for fault in placed.faults] == [False, False, True]
    assert all(fault.why.isprintable() for fault in placed.faults)


def test_silence_is_a_timeout_for_all_at_once():
    silent = "name=silent ms=200 cmd=" + "'" + script("loop(lambda m: None)").replace("'", "'\"'\"'") + "'"
    [outcome] = race(silent, silent, "builtin:first", ms=200)
    assert faults(outcome, 0) == faults(outcome, 1) == ["timeout"] * 3


def test_a_late_answer_is_stale_and_costs_nothing_more():
    body = """
slow = [True]
def answer(m):
    if slow:
        slow.clear(); time.sleep(0.6)
    first(m)
loop(answer)
"""
    [outcome] = race(script(body), "builtin:first", ms=400)
    assert faults(outcome, 0) == ["timeout", "stale"]


def test_wrong_lines_cost_nothing_while_the_right_one_comes():
    body = r"""
n = [0]
def answer(m):
    n[0] += 1
    if n[0] == 1:
        sys.stdout.buffer.write(b'hello!\n[1]\n{"type":"x"}\n"\xff"\n{"type":"act","id":true,"action":1}\n')
        sys.stdout.buffer.write(b'[' * 100000 + b'\n')
        sys.stdout.buffer.flush()
    first(m)
    if n[0] == 1:
        first(m)
loop(answer)
"""
    [outcome] = race(script(body), "builtin:first")
    codes = faults(outcome, 0)
    assert set(codes) == {"parse", "type", "encoding", "duplicate"}
    assert not any(fault.applied for placed in outcome.standings for fault in placed.faults)


def test_line_ends_blanks_byte_order_mark_and_unknown_fields_are_tolerated():
    body = r"""
def raw(text):
    sys.stdout.buffer.write(text); sys.stdout.buffer.flush()
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        raw(b'\xef\xbb\xbf{"type":"ready","protocol":"heat/1","mood":[{}]}\r\n\r\n')
    elif m["type"] == "request":
        action = m["legal"][0].lower().replace(" ", " , ")
        raw(b'  \r\n  {"x":1e999,"action":"%s","id":%d,"type":"act"}  \r\n' % (action.encode(), m["id"]))
"""
    [outcome] = race(script(body), "builtin:first")
    assert faults(outcome, 0) == []


@pytest.mark.parametrize("junk", ["'x' * 3_000_000", r"'x\n' * 3_000", r"'\n' * 3_000_000"])
def test_a_flood_costs_a_fault_a_decision(junk):
    body = f"def answer(m):\n    sys.stdout.write({junk}); sys.stdout.flush(); first(m)\nloop(answer)"
    [outcome] = race(script(body), "builtin:first")
    assert faults(outcome, 0).count("flood") == 3


def test_noise_on_stderr_does_not_hold_a_bot_up():
    body = "def answer(m):\n    sys.stderr.write('e' * 200_000); first(m)\nloop(answer)"
    [outcome] = race(script(body), "builtin:first")
    assert faults(outcome, 0) == []


def test_a_hostile_name_is_made_safe():
    body = r"""
say(type="ready", protocol="heat/1", name="\x1b[31m\u202e" + "x" * 99)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "request":
        first(m)
"""
    [outcome] = race(script(body), "builtin:first")
    [name] = [p.name for p in outcome.standings if p.seat == 0]
    assert name.startswith("\\x1b[31m\\u202exx")
    assert len(name) == 40


def test_nothing_is_left_behind(tmp_path):
    note = tmp_path / "pids"
    body = f"""
import signal, subprocess
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = subprocess.Popen(["sleep", "60"])
with open({str(note)!r}, "a") as file:
    file.write(f"{{os.getpid()}} {{child.pid}} ")
loop(first)
time.sleep(60)
"""
    race(script(body), script("loop(first)"))
    for pid in map(int, note.read_text().split()):
        state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
        assert state in ("", "Z")  # an orphan may wait for init to bury it
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_bots_see_events_from_one_without_gaps_and_nobody_elses_cards(tmp_path):
    log = tmp_path / "seen"
    body = f"""
log = open({str(log)!r}, "w")
for line in sys.stdin:
    log.write(line); log.flush()
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", protocol="heat/1")
    elif m["type"] == "request":
        first(m)
"""
    import json

    [outcome] = race(script(body), "builtin:first")
    seen = [json.loads(line) for line in log.read_text().splitlines()]
    batches = [message for message in seen if message["type"] == "events"]
    events = [event for batch in batches for event in batch["events"]]
    assert [batch["from"] for batch in batches] == [
        1 + sum(len(earlier["events"]) for earlier in batches[:i]) for i in range(len(batches))
    ]
    assert len(events) == len(outcome.events)
    assert all("cards" in event for event in events if event["type"] == "draw" and event["seat"] == 0)
    assert not any("cards" in event for event in events if event["type"] == "draw" and event["seat"] == 1)
    assert [message["type"] for message in seen[:4]] == ["hello", "race", "events", "request"]
    assert [message["type"] for message in seen[-2:]] == ["result", "bye"]
    assert [s["place"] for s in seen[-2]["standings"]] == [1, 2]
    requests = [message for message in seen if message["type"] == "request"]
    assert all(len(request["legal"]) > 1 for request in requests)
    assert [request["id"] for request in requests] == list(range(1, len(requests) + 1))
