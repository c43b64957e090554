"""The referee and other people's programs: starting, waiting, noise, faults, the end."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from heatcli.arena import drivers
from heatcli.arena.drivers import GRACE_MS, Patience, parse, started
from heatcli.arena.process import Process, end
from heatcli.arena.referee import Terms, run_race
from heatcli.cli.reports import tally_table
from heatcli.wire.messages import LINE_LIMIT, Clock
from tests.arena.helpers import driver, grid_of, inside, marked, needs_proc, script, shipped
from tests.cases.wire import spec_of, talk
from tests.shell import ROOT

GOOD = "builtin:first"
FIRST = script("loop(first)")


def once(deed: str, at: int = 1) -> str:
    """A bot that does this at one request, and answers all others with the first legal action."""
    body = (
        f"n = [0]\ndef answer(m):\n    n[0] += 1\n    if n[0] == {at}:\n        {deed}\n    else:\n        first(m)\n"
    )
    return script(f"{body}loop(answer)")


def running(mark: str) -> list[str]:
    """The command lines of the processes with this text in their environment, zombies as well."""
    found = []
    for process in marked(mark):
        with suppress(OSError):
            found.append((process / "cmdline").read_text().replace("\0", " "))
    return found


# Starting


def test_b03_a_slow_start_is_no_slow_move():
    """B03: three need 600 ms to start; a decision has 200 (and 50 more), the first one too."""
    slow = script("time.sleep(0.6)\nloop(first)")
    told = talk(slow, slow, slow, ms=5000, first_ms=200, start_ms=8000)
    assert [told.codes(seat) for seat in range(3)] == [[], [], []]


def test_b03_a_start_that_takes_too_long_is_a_timeout_and_nothing_else():
    """B03: `never ready`, told at its first decision."""
    slow = script("time.sleep(60)\nloop(first)")
    start = time.monotonic()
    told = talk(slow, GOOD, start_ms=300)
    assert time.monotonic() - start < 5
    [fault] = told.faults(0)
    assert (fault.code, fault.stopped) == ("timeout", True)
    assert fault.why == "never ready: no answer within 300 ms; if it said ready, it did not flush"


@pytest.mark.long
def test_b03_four_seconds_of_four_to_start_on_a_busy_machine():
    """B03: with the default of 10 s; 12 are too many."""
    told = talk(*[script("time.sleep(4)\nloop(first)")] * 3, script("time.sleep(12)\nloop(first)"), start_ms=10_000)
    assert [told.codes(seat) for seat in range(4)] == [[], [], [], ["timeout"]]


def test_b04_what_is_no_bot_is_told_apart():
    """B04: an echo and a program that waits are never ready, one that ends has exited; the race is the others'."""
    start = time.monotonic()
    told = talk("cat", "sleep 100", "true", "false", GOOD, start_ms=400)
    assert time.monotonic() - start < 5
    assert [[fault.code for fault in told.faults(seat) if fault.costs] for seat in range(5)] == [
        ["timeout"],
        ["timeout"],
        ["exited"],
        ["exited"],
        [],
    ]
    assert [told.faults(seat)[-1].why for seat in (2, 3)] == ["exit code 0", "exit code 1"]
    assert all(fault.round == 1 for seat in range(4) for fault in told.faults(seat))
    assert {placed.why for placed in told.outcomes[0].standings} == {"finished"}


@pytest.mark.parametrize(
    ("mode", "text", "says"),
    [
        (0o600, "#!/bin/sh\ntrue\n", "Permission denied; make it executable (chmod +x), or name what runs it"),
        (0o700, "#!/no/such/interpreter\n", "No such file or directory; a program on this machine is right"),
        (0o700, "", "Exec format error; "),
    ],
    ids=["not executable", "no interpreter", "empty"],
)
def test_b04_what_cannot_be_started_is_told_before_any_race(mode, text, says, tmp_path):
    """B04: one sentence, exit code 2, no record."""
    bot, record = tmp_path / "bot", tmp_path / "race.hrn"
    bot.write_text(text)
    bot.chmod(mode)
    run = inside("race", *grid_of(GOOD, str(bot)), "--record", str(record), "-q")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert f"cannot be started: {says}" in run.stderr
    assert not record.exists() or record.read_text() == ""


# What a bot does wrong


def test_b06_illegal_actions_end_that_bot_s_race_and_the_next_one_starts():
    """B06: a card it does not hold, a text without end, quoted up to a bound; the next race asks it again."""
    bot = script("""
wrong = ["g1 5", "g1 " + "5 " * 50_000, "boost"]
loop(lambda m: say(type="act", id=m["id"], action=wrong.pop(0) if wrong else m["legal"][0]))
""")
    told = talk(bot, FIRST, races=2, on_fault="retire")
    assert told.codes(0) == ["illegal"] * 3
    assert told.faults(0)[0].why.startswith("'g1 5': 5 is not in the hand, ")
    assert told.faults(0)[1].why.startswith("'g1 5 5 5 5 ")
    assert all(len(fault.why) <= 300 for fault in told.faults(0))
    assert [placed.why for placed in told.outcomes[0].standings] == ["finished", "retired"]
    assert told.codes(0, race=1) == []
    assert [placed.why for placed in told.outcomes[1].standings] == ["finished", "finished"]


@pytest.mark.parametrize("times", [1, 10])
def test_b09_debug_output_is_a_warning_with_a_hint_and_never_a_name(times):
    """B09: before ready and before an answer, blank lines too; up to 100 lines cost nothing (protocol/README.md)."""
    body = f"""
def noise():
    for _ in range({times}):
        print("Traceback (most recent call last):", "", "  thinking...", sep="\\n", flush=True)
noise()
print("\\n" * 50, flush=True)
def answer(m):
    if m["id"] == 2: noise()
    first(m)
loop(answer)
"""
    told = talk(script(body), GOOD)
    assert told.told(0, "race")[0]["seats"][0]["name"] == "test"
    assert told.codes(0) == ["parse"] * 4 * times
    assert all(fault.why.endswith("; debug output belongs on stderr") for fault in told.faults(0))
    assert not any(fault.costs for fault in told.faults(0))
    assert {error["code"] for error in told.told(0, "error")} == {"parse"}


def test_b15_other_lines_before_an_answer_are_passed_over():
    """B15: info lines, fields in any order and fields that nobody knows; with more than 100 lines it is a flood."""
    body = """
def answer(m):
    for i in range(SIZE if m["id"] == 1 else 1): print(json.dumps({"info": f"depth {i}"}), flush=True)
    act = {"score": {"id": 7}, "action": m["legal"][0], "pv": [1], "id": m["id"], "type": "act"}
    print(json.dumps(act), flush=True)
loop(answer)
"""
    few, many = (talk(script(f"SIZE = {size}{body}"), GOOD, spec=spec_of(2, max_rounds=2)) for size in (99, 101))
    assert (set(few.codes(0)), set(many.codes(0))) == ({"type"}, {"type", "flood"})
    assert [fault.code for fault in many.faults(0) if fault.costs] == ["flood"]
    assert few.record == [line.replace("!flood", "") for line in many.record]


def test_b25_a_wrong_action_is_a_typed_refusal_and_the_race_goes_on():
    """B25: a slipstream where cards are discarded is illegal; an action that is no text is no message, and free."""
    body = """
n = []
def answer(m):
    if m["step"] == "discard" and not n:
        n.append(1)
        for action in 31, None, ["discard", 1], {"31": 4}: say(type="act", id=m["id"], action=action)
        say(type="act", id=m["id"], action="slip 2")
    else: first(m)
loop(answer)
"""
    told = talk(script(body), FIRST)
    *warnings, fault = told.faults(0)
    assert [(one.code, one.costs) for one in warnings] == [("type", False)] * 4
    assert all(one.why.startswith("Expected `str`, got `") for one in warnings)
    assert (fault.code, fault.why) == ("illegal", "'slip 2': slip is not open at step discard; open: pass, discard")
    assert {placed.why for placed in told.outcomes[0].standings} == {"finished"}


FIRSTS = {
    "plan": {},
    "mulligan": {"mulligan": True},
    "garage": {"garage": "mixed"},
    "snake": {"garage": "mixed", "garage_choice": "snake"},
    "tune": {"event": "consulting-mechanics"},
}


@pytest.mark.parametrize("rules", FIRSTS.values(), ids=FIRSTS)
def test_b17_silence_at_the_very_first_request_is_the_cautious_action(rules):
    """B17: there is no earlier action to repeat, and none is needed."""
    told = talk(once("pass"), GOOD, spec=spec_of(2, **rules), first_ms=150)
    [fault] = told.faults(0)
    asked = told.told(0, "request")[0]
    assert (fault.code, fault.id, fault.applied, fault.stopped) == ("timeout", 1, asked["legal"][0], False)
    assert told.told(0, "error")[0]["applied"] == asked["legal"][0]
    assert {placed.why for placed in told.outcomes[0].standings} == {"finished"}


# What is told about it


def test_b19_reasons_are_counted_apart_and_warnings_not_at_all():
    """B19: illegal, late, too much, gone: in four races of one bot; a wrong line in each of them is no fault."""
    body = """
race, asked = [0], [0]
def answer(m):
    asked[0] += 1
    if m["id"] > 1 and asked[0] == 2: print("thinking...", flush=True)
    deed = race[0] if asked[0] == 3 else 0
    if deed == 1: say(type="act", id=m["id"], action="fly")
    elif deed == 3: print("x\\n" * 200, flush=True)
    elif deed == 4: sys.exit(3)
    elif deed != 2: first(m)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "race": race[0] += 1; asked[0] = 0
    elif m["type"] == "request": answer(m)
"""
    spec = spec_of(2)
    told = talk(driver(body, name="Apex"), GOOD, spec=spec, races=4, ms=1000)
    costs = [[fault.code for fault in told.faults(0, race) if fault.costs] for race in range(4)]
    assert costs == [["illegal"], ["timeout"], ["flood"], ["exited"]]
    [row] = [line for line in tally_table(spec, told.outcomes).splitlines() if line.startswith("black ")]
    assert row.endswith("  illegal 1, timeout 1, flood 1, exited 1")
    assert all(any(fault.code == "parse" for fault in told.faults(0, race)) for race in range(4))


def test_b10_a_bot_that_does_not_flush_is_told_what_may_be_wrong():
    """B10: at the greeting (see B03 above) and as long as no answer has come through; later it is something else."""
    never = script("loop(lambda m: print(json.dumps({'type': 'act', 'id': m['id'], 'action': m['legal'][0]})))")
    told = talk(never, once("pass", at=2), GOOD, ms=600, first_ms=600)
    sentence = "no answer within 600 ms"
    assert [fault.why for fault in told.faults(0)] == [f"{sentence}; if it said something, it did not flush"] * 3
    assert [fault.why for fault in told.faults(1)] == [sentence]


def test_b10_the_shipped_client_flushes_by_itself():
    """B10: first.py is a function and bots/client.py."""
    assert "flush" not in (ROOT / "bots" / "first.py").read_text()
    assert talk(shipped("first.py"), GOOD).codes(0) == []


def test_b13_a_crash_report_has_the_end_of_stderr(tmp_path):
    """B13: 10 MB of it and a traceback; the last lines are shown, the bundle has beginning and end, no more."""
    bad = f"name=Apex cmd={shlex.quote(shipped('bad/stderr_crash.py'))}"
    bundles = tmp_path / "bundles"
    run = inside("race", *grid_of(bad, GOOD), "--laps", "1", "--seed", "1", "--fault-dir", str(bundles))
    assert run.returncode == 0
    shown = [line for line in run.stderr.splitlines() if line.startswith("  Apex | ")]
    assert len(shown) == 5
    assert shown[-1] == "  Apex | RuntimeError: out of petrol"
    [bundle] = bundles.iterdir()
    kept = (bundle / "stderr.txt").read_text()
    assert kept.startswith("lap after lap")
    assert kept.endswith("RuntimeError: out of petrol\n\n")
    assert "bytes left out" in kept
    assert len(kept) < 2 * 65536 + 200


# What bots are told

NOISY = """
def answer(m):
    n = m["id"]
    if n % 10 == 3: say(type="act", id=n, action="fly")
    elif n % 7 == 4: print("what?", flush=True); first(m); first(m)
    elif n == 5: pass
    else: first(m)
loop(answer)
"""


@pytest.mark.parametrize("races", [4, pytest.param(100, marks=pytest.mark.long)])
def test_b20_b21_every_line_is_one_whole_object_and_every_event_comes_once(races):
    """B20, B21: with faults, warnings and stopped drivers all along."""
    told = talk(script(NOISY), FIRST, once("sys.exit()", at=60), GOOD, "false", races=races, ms=1000, first_ms=1000)
    for seat in (0, 1, 2):
        sent = bytes(told.sent[seat])
        assert sent.endswith(b"\n")
        for line in sent.splitlines():
            assert isinstance(json.loads(line), dict)
            assert line.startswith(b'{"type":"')
            assert len(line) < LINE_LIMIT
    assert {"illegal", "timeout", "parse", "duplicate"} <= set(told.codes(0))
    for seat in (0, 1):
        check_numbers(told, seat, races)


def check_numbers(told, seat, races):
    """Every race is told once, its events from 1 without a gap or a second time, every request and result once."""
    current, seen = None, {}
    for row in told.told(seat):
        if row["type"] == "race":
            current = row["race"]
            assert current not in seen
            seen[current] = 0
        elif row["type"] == "events":
            assert (row["race"], row["from"]) == (current, seen[current] + 1)
            seen[current] += len(row["events"])
        elif row["type"] == "request":
            assert (row["race"], row["after"]) == (current, seen[current])
    assert list(seen.values()) == [len(outcome.events) for outcome in told.outcomes]
    ids = [row["id"] for row in told.told(seat, "request")]
    assert ids == list(range(1, len(ids) + 1))
    assert [row["race"] for row in told.told(seat, "result")] == list(seen)
    assert (len(seen), len(told.told(seat, "hello")), len(told.told(seat, "bye"))) == (races, 1, 1)


# Time


class FakeClock:
    """The referee's clock, put forward by hand; bots live on in real time."""

    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def asked(monkeypatch):
    """What asks a bot for a decision of 100 ms, with a bank of a second; from then on time stands still."""
    clock = FakeClock()

    def ask(bot):
        monkeypatch.setattr(drivers, "time", clock)
        bot.begin(Clock(100, 100, 1000, 0))
        bot._asked, bot.id = 1, bot.id + 1
        bot.ask(bot.next_ms(), drivers.messages.Request("x", bot.id, 0, "plan", 0, 100, ["pass"]))
        return clock

    return ask


def wait_for(bot, bytes_before):
    """Until the bot has said something, in real time; only the pipe knows, nobody has looked."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        bot.process.receive()
        if bot.process.received > bytes_before:
            return
        time.sleep(0.005)
    raise AssertionError("the bot is silent")


@pytest.mark.parametrize("looks_at", [0.095, 0.1, 0.1 + GRACE_MS / 1000, 5.0])
def test_b23_what_is_there_when_the_referee_looks_is_in_time(asked, looks_at):
    """B23: however late it looks, for that was the machine."""
    with started([parse(FIRST)], Patience(5000)) as [bot]:
        clock, before = asked(bot), bot.process.received
        wait_for(bot, before)
        clock.now = looks_at
        answer = bot.settle()
        assert (answer.code, answer.token) == ("", "pass")
        assert bot.took == pytest.approx(looks_at * 1000)


def test_b23_a_decision_ends_its_time_and_50_ms_later(asked):
    """B23: SPEC W.3 has the margin; a silent bot is let off no sooner, and waited for no longer."""
    with started([parse(script("loop(lambda m: None)"))], Patience(5000)) as [bot]:
        clock = asked(bot)
        clock.now = 0.149
        assert bot.settle() is None
        clock.now = 0.151
        assert bot.settle().code == "timeout"


def test_b23_a_bank_pays_from_request_to_answer(asked):
    """B23: what a decision took, and never more than there is."""
    with started([parse(FIRST)], Patience(5000)) as [bot]:
        clock = asked(bot)
        bot._asked = 2
        wait_for(bot, bot.process.received)
        clock.now = 0.08
        assert bot.settle().code == ""
        assert bot._bank == pytest.approx(920)


def test_b23_times_are_recorded_decision_by_decision(tmp_path):
    """B23: with --notes."""
    record = tmp_path / "race.hrn"
    bot = driver("loop(lambda m: (time.sleep(0.2 if m['id'] == 1 else 0), first(m)))", name="A", ms=5000)
    inside("race", *grid_of(bot, GOOD), "--laps", "1", "--seed", "1", "--notes", "--record", str(record))
    line = next(line for line in record.read_text().splitlines() if line.lstrip("1. ").startswith("black"))
    first, *others = [int(word.split()[0]) for word in line.split("{")[1:]]
    assert 200 <= first < 5000
    assert others
    assert min(others) < 200


@pytest.mark.long
def test_b23_eight_bots_that_use_their_time_up_to_5_ms_lose_nothing():
    """B23: in two races at once, in processes of their own."""
    body = """
def answer(m):
    until = time.monotonic() + (m["ms"] - 5) / 1000
    while (left := until - time.monotonic()) > 0: time.sleep(left)
    first(m)
loop(answer)
"""
    bots = grid_of(*[driver(body, ms=300)] * 8)
    command = [
        sys.executable,
        "-m",
        "heatcli",
        "race",
        *bots,
        "--option",
        "max_rounds=4",
        "--json",
        "-q",
        "--first",
        "5000",
    ]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
    results = [json.loads(run.communicate(timeout=120)[0].splitlines()[-1]) for run in runs]
    assert [result["faults"] for result in results] == [[], []]


# The end


@needs_proc
@pytest.mark.parametrize("bot", ["loop(first)", "loop(lambda m: None)"], ids=["a good bot", "a silent bot"])
def test_b11_nothing_that_a_wrapper_started_is_left(bot, tmp_path):
    """B11: a shell that starts the bot in the background and waits; at a normal end and after timeouts."""
    wrapper = f"exec 3<&0; {script(bot)} <&3 & wait"
    mark = f"{tmp_path}"
    words = f"cmd={shlex.quote(shlex.join(['sh', '-c', wrapper]))} env.HEAT_TEST={shlex.quote(mark)}"
    told = talk(words, GOOD, ms=300 if "None" in bot else 5000, first_ms=300 if "None" in bot else 5000)
    assert set(told.codes(0)) <= {"timeout"}
    assert bool(told.codes(0)) is ("None" in bot)
    assert running(mark) == []
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@needs_proc
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_b12_an_interrupt_ends_a_race_while_four_bots_think(by, tmp_path):
    """B12: within a second or two, as `interrupted`, with no loser and no process left; one bot hears no signal."""
    record, marks, mark = tmp_path / "race.hrn", [tmp_path / f"thinks{i}" for i in range(4)], f"{tmp_path}/mark"
    body = """
import signal
for number in DEAF: signal.signal(number, signal.SIG_IGN)
def answer(m):
    if m["id"] < 3: return first(m)
    open(MARK, "w").close()
    time.sleep(60)
loop(answer)
"""
    deaf = "[signal.SIGTERM, signal.SIGINT]"
    bodies = [body.replace("DEAF", "[]" if i else deaf).replace("MARK", repr(str(marks[i]))) for i in range(4)]
    bots = [driver(one, ms=60_000, **{"env.HEAT_TEST": mark}) for one in bodies]
    command = [sys.executable, "-m", "heatcli", "race", *grid_of(*bots), "--seed", "1", "--record", str(record)]
    quick = ["--quit", "300", "--kill", "300"]
    with subprocess.Popen(
        [*command, *quick], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as heat:
        deadline = time.monotonic() + 30
        while not any(file.exists() for file in marks) and time.monotonic() < deadline:
            time.sleep(0.02)
        start = time.monotonic()
        heat.send_signal(by)
        out, err = heat.communicate(timeout=30)
    assert time.monotonic() - start < 3
    assert (heat.returncode, out, err) == (130, "", "heat: interrupted\n")
    assert record.read_text().endswith("\nResult: -; interrupted\n")
    assert "!" not in record.read_text().split("\n# ")[1]
    assert running(mark) == []


def test_b24_a_bot_that_has_died_is_stopped_at_once_in_every_later_race():
    """B24: it is not started again (protocol/README.md); each race says how it ended, none waits for it."""
    bot = once("sys.exit(7)", at=20)
    start = time.monotonic()
    told = talk(bot, FIRST, races=4)
    assert time.monotonic() - start < 5
    assert [told.codes(0, race) for race in range(4)] == [["exited"]] * 4
    assert {fault.why for race in range(4) for fault in told.faults(0, race)} == {"exit code 7"}
    assert [told.faults(0, race)[0].round for race in (1, 2, 3)] == [1, 1, 1]
    assert [row["type"] for row in told.told(0)].count("race") == 1
    assert [placed.why for outcome in told.outcomes for placed in outcome.standings] == ["finished"] * 8


def test_b24_a_process_may_be_ended_and_used_again_and_again_without_harm():
    """B24: all that is asked of one that is gone has an answer, at once."""
    process = Process([sys.executable, "-c", "import sys; print('hello', flush=True); sys.stdin.read(); print('bye')"])
    process.confirm()
    end([process], b"bye\n", quit_ms=5000)
    start = time.monotonic()
    for _ in range(3):
        end([process], b"bye\n")
        process.bury()
        process.kill(signal.SIGTERM)
        process.send(b"more\n")
        process.receive()
        process.forget()
        assert process.next_line() is None
        assert (process.gone(), process.exit_code) == ("exited", 0)
        assert (process.last_errors(5), process.interests()) == ([], [])
    assert time.monotonic() - start < 1


def test_b24_a_bot_that_was_ended_is_dead_in_a_race():
    """B24: a crew used after its end is no deadlock: its cars drive on by themselves."""
    with started([parse(FIRST), parse(FIRST)], Patience(5000)) as crew:
        run_race(spec_of(2), "1", crew, Terms(Clock(5000, 5000)))
    start = time.monotonic()
    outcome = run_race(spec_of(2), "2", crew, Terms(Clock(5000, 5000)))
    assert time.monotonic() - start < 3
    assert [[fault.code for fault in placed.faults] for placed in outcome.standings] == [["exited"], ["exited"]]
