"""heat bot check: good bots pass, each bad one fails the sentence that it should."""

import os
import re
import shlex
import shutil
import time
from pathlib import Path

import pytest

from heatcli.arena.checking import ASKED, FAIL, ROWS, SKIP, Checker, names
from heatcli.arena.drivers import parse
from heatcli.arena.stage import Scenes, Stage
from tests.arena.helpers import BOTS, inside, rows_of, script, shipped

README = (BOTS.parent / "protocol" / "README.md").read_text()
JQ = re.search(r"jq -c --unbuffered '(.*?)'", README, re.DOTALL)[0]
NODE = """node -e "
require('readline').createInterface({input: process.stdin}).on('line', line => {
  if (!line.trim()) return
  const m = JSON.parse(line)
  if (m.type == 'hello') console.log(JSON.stringify({type: 'ready', protocol: 'heat/1', name: 'node'}))
  if (m.type == 'request') console.log(JSON.stringify({type: 'act', id: m.id, action: m.legal[0]}))
})" """


def check(command, *options):
    return inside("bot", "check", command, *options)


def verdicts(command, *options):
    """Sentence → its row."""
    *rows, summary = rows_of(check(command, *options, "--json").stdout)
    assert summary["type"] == "summary"
    assert summary["sentences"] == len(rows)
    return {row["name"]: row for row in rows}


def failed(rows):
    return {name for name, row in rows.items() if row["ok"] is False}


# good bots

NO_JQ = pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
NO_NODE = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
GOOD = [
    pytest.param(JQ, marks=NO_JQ, id="jq"),
    pytest.param(NODE, marks=[NO_NODE, pytest.mark.long], id="node"),
    *[  # first_legal.py: the golden file
        pytest.param(shipped(f"{name}.py"), id=name, marks=pytest.mark.long)
        for name in (
            "random_legal",
            "first",
            "cautious",
            "greedy",
            "racer",
            "planner",
        )
    ],
]


@pytest.mark.parametrize("command", GOOD)
def test_a_good_bot_passes(command):
    began = time.monotonic()
    rows = verdicts(command, "--limit", "3000")  # the machine may be busy
    assert list(rows) == names()
    assert failed(rows) == set()
    assert {name for name, row in rows.items() if row["ok"] is None} <= {"events"}, "only if it wants none"
    assert {name for name, row in rows.items() if row["verdict"] == "note"} <= {"blank", "time"}
    assert rows["steps"]["why"] == ", ".join(ASKED)
    assert time.monotonic() - began < 40


@pytest.mark.parametrize("wants", [["legal"], ["view"], [], ["events", "view", "legal"]])
def test_every_question_is_as_it_is_wanted(wants):
    stage = Stage(Scenes().base())
    assert stage.next()
    *news, request = stage.question(wants, 1, 1000)
    said = {name for name in ("legal", "view") if getattr(request, name)}
    assert said | {"events" for _ in news} == set(wants)


# bad bots

LOOP = """
def first(m): say(type="act", id=m["id"], action=m["legal"][0])
def run(ready={}, race=None, events=None, request=first, result=None, error=None, bye=None, line=None, other=None):
    for text in sys.stdin:
        line and line(text)
        if not text.strip(): continue
        m = json.loads(text)
        kind = m["type"]
        if kind == "hello": say(**{"type": "ready", "protocol": "heat/1", "name": "bad", "wants": ["legal"], **ready})
        elif kind == "request": request(m)
        else:
            deed = {"race": race, "events": events, "result": result, "error": error, "bye": bye}.get(kind, other)
            deed and deed(m)
def die(m): sys.exit(f"no {m['type']} here")
def unless(good):
    def deed(m): good(m) or die(m)
    return deed
def once():
    n = []
    def deed(m): n and die(m); n.append(m)
    return deed
def careful(bad):
    def answer(m): bad(m) and die(m); first(m)
    return answer
"""

WRONG = {
    # handshake
    "another protocol": ("run({'protocol': 'heat/2'})", {"protocol"}),
    "a name with escapes": ("run({'name': chr(27) + '[31mred'})", {"name"}),
    "a long name": ("run({'name': 'x' * 39, 'version': '1.0'})", {"name"}),
    "unknown wants": ("run({'wants': ['legal', 'weather']})", {"wants"}),
    "a default out of range": (
        "run({'options': [{'name': 'risk', 'type': 'spin', 'default': 12, 'min': 0, 'max': 9}]})",
        {"options"},
    ),
    "a default of another type": ("run({'options': [{'name': 'a', 'type': 'check', 'default': 1}]})", {"options"}),
    "a combo without its default": (
        "run({'options': [{'name': 'a', 'type': 'combo', 'default': 'x', 'values': ['y']}]})",
        {"options"},
    ),
    "an option twice": ("run({'options': [{'name': 'a', 'type': 'string', 'default': ''}] * 2})", {"options"}),
    "an option of no type": ("run({'options': [{'name': 'a', 'type': 'slider', 'default': 1}]})", {"ready"}),
    # answers
    "an id that is a text": ("run(request=lambda m: say(type='act', id=str(m['id']), action=m['legal'][0]))", {"id"}),
    "an id of its own": ("run(request=lambda m: say(type='act', id=m['id'] + 7, action=m['legal'][0]))", {"id"}),
    "an action that is none": ("run(request=lambda m: say(type='act', id=m['id'], action='fly'))", {"legal"}),
    "only the first of two": (
        """
import os
while data := os.read(0, 1 << 20):
    while not data.endswith(b"\\n"): data += os.read(0, 1 << 20)
    asked = [m for m in map(json.loads, filter(None, data.split(b"\\n"))) if m["type"] in ("hello", "request")]
    for m in asked[:1]:
        if m["type"] == "hello": say(type="ready", protocol="heat/1", name="bad", wants=["legal"])
        else: first(m)
""",
        {"newest"},
    ),
    "whole lines only": (
        """
import os
while data := os.read(0, 1 << 20):
    for m in map(json.loads, filter(str.strip, data.decode().split("\\n"))):
        if m["type"] == "hello": say(type="ready", protocol="heat/1", name="bad", wants=["legal"])
        elif m["type"] == "request": first(m)
""",
        {"pieces"},
    ),
    "a result without decisions": (
        "n = []\nrun(request=lambda m: (n.append(1), first(m)), result=unless(lambda m: n))",
        {"batch"},
    ),
    "no other fields": (
        "run(request=careful(lambda m: set(m) - set('type race id seat step after ms legal'.split())))",
        {"fields"},
    ),
    "no other events": (
        """
from heatcli.core.events import EVENTS as known
run({'wants': ['legal', 'events']}, events=unless(lambda m: all(e["type"] in known for e in m["events"])))
""",
        {"events"},
    ),
    "no other messages": ("run(other=die)", {"messages"}),
    "no other steps": (
        "steps = 'garage drop swap tune mulligan plan value react slip discard'.split()\n"
        "run(request=careful(lambda m: m['step'] not in steps))",
        {"step"},
    ),
    "LF only": ("run(line=lambda text: text.endswith('\\r\\n') and sys.exit(1))", {"crlf"}),
    "short lines": (
        "run({'wants': ['legal', 'events']}, line=lambda text: len(text) > 65536 and sys.exit(1))",
        {"long"},
    ),
    "ASCII": ("run(line=lambda text: text.isascii() or sys.exit(1))", {"text"}),
    # races
    "one race only": ("run(race=once())", {"again", "batch"}),
    "no error": ("run(error=die)", {"newest", "error"}),
    "short races": (
        "n = []\nrun(request=lambda m: (n.append(1), len(n) > 250 and die(m), first(m)))",
        {"long-race"},
    ),
    "no Legends": ("run(race=unless(lambda m: 'legends' not in m))", {"legends"}),
    "no garage": ("run(request=careful(lambda m: m['step'] == 'garage'))", {"garage", "season", "steps"}),
    "no weather": (
        "run({'wants': ['legal', 'view']}, request=careful(lambda m: 'weather' in m['view']))",
        {"weather", "season", "steps"},
    ),
    "no season": ("run(race=unless(lambda m: 'season' not in m))", {"season", "steps"}),
    "no drop": ("run(request=careful(lambda m: m['step'] == 'drop'))", {"steps"}),
    "no value": ("run(request=careful(lambda m: m['step'] == 'value'))", {"season", "steps"}),
    # ending
    "stays": ("run()\ntime.sleep(60)", {"bye", "eof"}),
    "ends in an error": ("run()\nsys.exit('oh')", {"code"}),
    "waits for bye": ("said = []\nrun(bye=said.append)\nsaid or time.sleep(60)", {"eof"}),
    "children": (
        "import subprocess\nsubprocess.Popen(['sleep', '61.5'], stdout=2, start_new_session=True)\nrun()",
        {"children"},
    ),
    # output
    "twice": ("run(request=lambda m: (first(m), first(m)))", {"once"}),
    "debugging on stdout": ("run(request=lambda m: (print('thinking', flush=True), first(m)))", {"stdout"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_bad_bot_fails_its_sentence(name):
    body, expected = WRONG[name]
    rows = verdicts(script(LOOP + body), "--only", min(expected))
    assert failed(rows) == expected & set(rows) != set()
    assert all(len(rows[one]["why"]) > 20 for one in failed(rows))


@pytest.mark.long
@pytest.mark.parametrize("name", WRONG)
def test_a_bad_bot_fails_nothing_else(name):
    body, expected = WRONG[name]
    assert failed(verdicts(script(LOOP + body))) == expected


def test_no_process_of_a_bot_is_left():
    body = WRONG["children"][0].replace("61.5", "62.5")
    [row] = verdicts(script(LOOP + body), "--only", "children").values()
    assert row["why"] == "1 of the processes that it started still there; end them"
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if os.access(path, os.R_OK)]
    assert b"sleep\x0062.5\x00" not in commands


@pytest.mark.parametrize(
    ("body", "name", "says"),
    [
        (
            "import os\nrun(request=lambda m: say(type='act', id=m['id'], action=m['legal'][os.urandom(1)[0] % 2]))",
            "same",
            "all random numbers come from bot_seed",
        ),
        ("run(request=lambda m: (print('x\\n' * 99, file=sys.stderr), first(m)))", "stderr", "only the last 64 kB"),
    ],
    ids=["chance", "chatter"],
)
def test_what_is_allowed_and_good_to_know_is_a_note(body, name, says):
    row = verdicts(script(LOOP + body), "--only", name)[name]
    assert (row["verdict"], row["ok"]) == ("note", True)
    assert says in row["why"]


@pytest.mark.parametrize(("limit", "verdict"), [(30, "fail"), (90, "note")])
def test_slow_decisions_fail_over_the_limit_and_are_noted_over_half_of_it(limit, verdict):
    body = "n = []\nrun(request=lambda m: (n.append(1), time.sleep(0.06 if len(n) == 9 else 0), first(m)))"
    row = verdicts(script(LOOP + body), "--only", "decides in time", "--limit", str(limit))["time"]
    assert row["verdict"] == verdict
    assert f"{limit} ms" in row["why"]


# bots that hang, flood, crash

DEAD = {
    "hangs at the start": ("time.sleep(99)", {"ready"}),
    "ends at the start": ("sys.exit(3)", {"ready"}),
    "closes its pipe": ("import os\nos.close(1)\ntime.sleep(99)", {"ready"}),
    "floods lines": ("while True: print('spam')", {"ready"}),
    "floods a line": ("while True: print('spam', end='')", {"ready"}),
    "reads nothing": ("say(type='ready', protocol='heat/1', name='deaf')\ntime.sleep(99)", {"id"}),
    "ignores SIGTERM": ("import signal\nsignal.signal(15, signal.SIG_IGN)\nwhile True: time.sleep(9)", {"ready"}),
    "crashes when asked": ("run(request=lambda m: 1 / 0)", {"id"}),
    "floods when asked": ("run(request=lambda m: print('x' * 3_000_000, flush=True))", {"id"}),
}
QUICK = (
    "ends at the start",
    "closes its pipe",
    "floods lines",
    "floods a line",
    "crashes when asked",
    "floods when asked",
)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.long]) for name in DEAD]
)
def test_a_dead_bot_is_found_in_time(name):
    body, expected = DEAD[name]
    began = time.monotonic()
    rows = verdicts(script(LOOP + body))
    assert time.monotonic() - began < 25
    assert failed(rows) == expected
    assert {row["verdict"] for row in list(rows.values())[7:]} <= {SKIP, FAIL}


@pytest.mark.long
def test_a_bot_that_hangs_again_and_again_is_given_up():
    """From its third request on; some sentences need but two."""
    began = time.monotonic()
    rows = verdicts(
        script(LOOP + "n = []\nrun(request=lambda m: (n.append(1), len(n) > 2 and time.sleep(99), first(m)))")
    )
    assert time.monotonic() - began < 30
    assert {"base", "long-race"} <= failed(rows)
    assert "is asked no more" in rows["steps"]["why"]


def test_what_the_bot_wrote_to_stderr_is_shown():
    row = verdicts(script(LOOP + "run(request=lambda m: 1 / 0)"), "--only", "id")["id"]
    assert "it ended with exit code 1; stderr: ZeroDivisionError: division by zero" in row["why"]


def test_a_slow_bot_is_not_asked_for_ever(monkeypatch):
    monkeypatch.setattr("heatcli.arena.checking.RACE_SECONDS", 0.3)
    row = verdicts(script(LOOP + "run(request=lambda m: (time.sleep(0.1), first(m)))"), "--only", "base game")["base"]
    assert row["verdict"] == "note"
    assert re.fullmatch(r"it is slow: only the first \d decisions were asked", row["why"])


def test_when_the_time_is_over_the_rest_is_skipped(monkeypatch):
    monkeypatch.setattr("heatcli.arena.checking.ALL_SECONDS", 0.0)
    rows = verdicts(shipped("first_legal.py"), "--only", "races")
    assert {row["verdict"] for row in rows.values()} == {"skip"}


# the command


@pytest.fixture
def calm():
    """Without what differs from run to run."""
    return lambda text: re.sub(r"\d+(\.\d+)? (ms|MB)\b", "N \\2", re.sub(r"of \d+$", "of N", text, flags=re.M))


def test_the_output_of_a_good_bot(golden, calm):  # the fixture
    run = check(shipped("first_legal.py"), "--limit", "3000")
    assert (run.returncode, run.stderr) == (0, "")
    assert calm(run.stdout) == golden


BAD = """
def answer(m):
    if m["step"] == "slip": say(type="act", id=m["id"], action="slip 9")
    else: first(m)
options = [{"name": "risk", "type": "spin", "default": 12, "max": 9}]
run({"name": "bad" * 20, "options": options}, request=answer, other=die)
sys.exit(4)
"""


def test_the_output_of_a_bad_bot(golden, calm):  # the fixture
    run = check(script(LOOP + BAD), "--limit", "3000")
    assert (run.returncode, run.stderr) == (1, "")
    assert calm(run.stdout) == golden


def test_quiet_says_only_what_fails():
    run = check(script(LOOP + "run({'protocol': 'heat/2'})"), "-q")
    assert run.stdout == "  FAIL  speaks heat/1\n        protocol 'heat/2'; heat/1 is right\n"
    assert run.returncode == 1


def test_verbose_tells_the_conversation():
    run = check(shipped("first_legal.py"), "--only", "handshake", "-v")
    assert run.returncode == 0
    lines = run.stderr.splitlines()
    assert lines[0].startswith('< {"type":"hello"')
    assert lines[1] == '> {"type": "ready", "protocol": "heat/1", "name": "first legal"}'
    assert all(line[:2] in ("< ", "> ") and len(line) <= 162 for line in lines)


def test_only_takes_a_word_of_a_group_or_a_sentence():
    assert set(verdicts(shipped("first_legal.py"), "--only", "Handshake")) == {row.name for row in ROWS[:6]}
    assert set(verdicts(shipped("first_legal.py"), "--only", "CR LF")) == {"crlf"}


def test_a_command_that_cannot_be_started_fails():
    rows = verdicts("no-such-program-here")
    assert failed(rows) == {"start"}
    assert "No such file" in rows["start"]["why"]


OPTIONS = "{'options': [{'name': 'risk', 'type': 'spin', 'default': 1, 'max': 9}]}"


def test_options_of_the_bot_are_told_to_it():
    body = f"run({OPTIONS}, race=unless(lambda m: m['options'] == {{'risk': 3}}))"
    command = f"option.risk=3 cmd={shlex.quote(script(LOOP + body))}"
    assert failed(verdicts(command, "--only", "pieces")) == set()
    rows = verdicts(command.replace("risk=3 ", "risk=99 "), "--only", "handshake")
    assert "to 9 is right" in rows["options"]["why"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["builtin:greedy"], "builtin:greedy is a player in this process, no program; a command"),
        (["human"], "human is a person, no program"),
        ([""], "driver '': empty"),
        (["cat", "--only", "aquaplaning"], "no sentence has this word; there are start, ready"),
        (["cat", "--limit", "0"], "--limit"),
        ([], "CMD"),
    ],
)
def test_usage(arguments, says):
    run = inside("bot", "check", *arguments)
    assert run.returncode == 2
    assert run.stdout == ""
    assert says in run.stderr


def test_the_steps_are_all_that_ask():
    from heatcli.core import flow
    from heatcli.core.names import STEPS

    assert set(ASKED) == {name for name, step in zip(STEPS, flow.TABLE, strict=True) if step.legal is not None}


def test_the_check_is_made_of_about_thirty_sentences_with_names_of_their_own():
    assert len(set(names())) == len(ROWS) == 38
    assert len(list(Checker(parse("true"), 1000, only="handshake").run())) == 6
