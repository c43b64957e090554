"""Clocks: until ready, for the first decision, for every other, or a bank for them all (protocol/README.md, Time)."""

import json
from itertools import pairwise

import pytest

from heatcli.wire.messages import MOST
from tests.arena.helpers import driver, grid_of, inside, rows_of

CLOCK = """
import json
asked = []
def answer(m):
    asked.append(m["ms"])
    {deed}
    first(m)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", protocol="heat/1", name="test")
    elif m["type"] == "race":
        clock = m["clock"]
    elif m["type"] == "request":
        answer(m)
    elif m["type"] == "result":
        open({note!r}, "w").write(json.dumps([clock, asked]))
"""


def raced(tmp_path, *options, deed="pass", **parts):
    """Of a one-lap race: the clock that the bot was told, the milliseconds of each request, what it did wrong."""
    note = tmp_path / "asked"
    bot = driver(CLOCK.format(deed=deed, note=str(note)), **parts)
    run = inside("race", "usa", "--laps", "1", "--seed", "1", *grid_of(bot, "builtin:greedy"), "--json", *options)
    assert run.returncode == 0, run.stderr
    clock, asked = json.loads(note.read_text())
    return clock, asked, [fault["code"] for fault in rows_of(run.stdout)[-1]["faults"]]


def test_the_first_decision_has_ten_seconds_and_the_others_one(tmp_path):
    clock, asked, _ = raced(tmp_path)
    assert clock == {"ms": 1000, "first_ms": 10_000}
    assert (asked[0], set(asked[1:])) == (10_000, {1000})


@pytest.mark.parametrize(
    ("options", "parts", "clock"),
    [
        (["--limit", "20000"], {}, {"ms": 20_000, "first_ms": 20_000}),
        (["--limit", "400", "--first", "700"], {}, {"ms": 400, "first_ms": 700}),
        ([], {"ms": 300}, {"ms": 300, "first_ms": 10_000}),
        ([], {"ms": 300, "first_ms": 900}, {"ms": 300, "first_ms": 900}),
        (["--bank", "5000"], {}, {"ms": MOST, "first_ms": 10_000, "bank_ms": 5000, "add_ms": 0}),
        (["--bank", "5000", "--add", "20"], {}, {"ms": MOST, "first_ms": 10_000, "bank_ms": 5000, "add_ms": 20}),
        (
            ["--bank", "5000", "--limit", "900"],
            {},
            {"ms": 900, "first_ms": 10_000, "bank_ms": 5000, "add_ms": 0},
        ),
        ([], {"bank_ms": 4000, "add_ms": 9}, {"ms": MOST, "first_ms": 10_000, "bank_ms": 4000, "add_ms": 9}),
        (["--bank", "5000"], {"bank_ms": 70}, {"ms": MOST, "first_ms": 10_000, "bank_ms": 70, "add_ms": 0}),
    ],
)
def test_a_clock_is_what_the_race_and_the_driver_say(tmp_path, options, parts, clock):
    told, _, wrong = raced(tmp_path, *options, **parts)
    assert (told, wrong) == (clock, [])


def test_a_bank_shrinks_by_what_is_used_and_grows_by_what_is_added(tmp_path):
    """The first decision is not paid from it; no request grants more than is left."""
    _, asked, wrong = raced(tmp_path, "--bank", "60000", deed="time.sleep(0.01)")
    assert asked[1] == 60_000
    assert all(later < earlier for earlier, later in pairwise(asked[1:]))
    assert 10 * (len(asked) - 2) <= asked[1] - asked[-1] < 60_000
    assert wrong == []
    _, asked, _ = raced(tmp_path, "--bank", "1000", "--add", "5000")
    assert asked[-1] > asked[1] == 1000


def test_a_bank_used_up_is_a_timeout_then_what_is_added_is_left(tmp_path):
    deed = "len(asked) == 4 and time.sleep(0.9)"
    _, asked, wrong = raced(tmp_path, "--bank", "400", "--add", "100", deed=deed)
    assert wrong[:1] == ["timeout"]
    assert asked[4] == 100


def test_a_bank_of_a_race_is_new_in_the_next(tmp_path):
    _, asked, _ = raced(tmp_path, "--bank", "60000", "-n", "2", deed="time.sleep(0.002)")
    assert asked.count(60_000) == 2


def test_an_empty_bank_stops_a_driver(tmp_path):
    bot = driver("n = [0]\ndef answer(m):\n    n[0] += 1\n    time.sleep(0.1 * (n[0] > 1))\n    first(m)\nloop(answer)")
    run = inside(
        "race", "usa", "--laps", "1", "--seed", "1", *grid_of(bot, "builtin:greedy"), "--json", "--bank", "250"
    )
    wrong = rows_of(run.stdout)[-1]["faults"]
    assert [fault["code"] for fault in wrong] == ["timeout"] * 3
    assert wrong[-1]["stopped"]


def test_a_slow_start_is_not_a_slow_decision():
    """`--start` and `--limit` are clocks of their own."""
    bot = driver("time.sleep(0.6)\nloop(first)")
    words = ["race", "usa", "--laps", "1", *grid_of(bot, "builtin:greedy"), "--limit", "200", "--json"]
    assert rows_of(inside(*words).stdout)[-1]["faults"] == []
    [fault] = rows_of(inside(*words, "--start", "300").stdout)[-1]["faults"]
    assert fault["why"] == "never ready: no answer within 300 ms; if it said ready, it did not flush"


@pytest.mark.parametrize("options", [["--bank", "0"], ["--add", "5"], ["--start", "x"], ["--quit", "0"]])
def test_a_wrong_clock_is_refused(options):
    run = inside("race", *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert options[0] in run.stderr


def test_a_set_up_file_has_the_clocks_too(tmp_path):
    (tmp_path / "race.toml").write_text(
        'first = 800\nbank = 5000\nadd = 7\nquit = 50\n[[driver]]\ncmd = "builtin:greedy"\n'
    )
    run = inside("race", "--setup", str(tmp_path / "race.toml"), "--laps", "1")
    assert run.returncode == 0, run.stderr
