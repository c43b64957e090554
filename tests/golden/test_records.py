"""Records that stay right for ever: those of another implementation, and a corpus that has whatever a record may say.

The first are made by `python -m tests.vectors --to-record`, one race a file, without the line of the race's id; the
others by `python -m tests.golden.corpus`. No release may read one of them otherwise without a new version (SPEC N.12).
"""

import re
from functools import cache
from pathlib import Path

import pytest

from heatcli.core.names import STATES, VERBS
from heatcli.core.rules import OPTIONS
from heatcli.data import load
from heatcli.record.game import ENDS, FAULTS, MARKS, RETIRE
from heatcli.record.header import KEYS
from heatcli.record.replay import replays
from tests.golden.corpus import PRINTS, RECORDS, end_print, shelf
from tests.shell import heat

FILES = sorted(Path(__file__).with_name("records").glob("*.hrn"))
ELSEWHERE = [
    path for path in FILES if re.fullmatch(r"(core|legends|garage|weather|expansions|championship)-\d{3}", path.stem)
]
CORPUS = [path for path in FILES if path not in ELSEWHERE]
RESERVED = ("live_tv", "hold_tight_counts_reduce", "legend_colours")  # options of one value


@cache
def races(path):
    """The races of a file, driven again, and what is written of them."""
    written: list[str] = []
    text = path.read_bytes().decode()
    found = [*replays(text.splitlines(keepends=True), shelf(path.name), written.append)]
    return found, "".join(f"{line}\n" for line in written)


def test_the_records_are_there():
    assert len(ELSEWHERE) == 16
    assert {path.stem for path in CORPUS} == set(RECORDS)
    assert sum(path.stat().st_size for path in FILES) < 300_000


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: path.stem)
def test_a_record_stays_as_it_is(path):
    [replay], written = races(path)
    assert replay.findings == []
    assert (replay.cut, replay.why) == (False, "finished")
    assert written == path.read_bytes().decode()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_the_corpus_stays_right(path):
    found, written = races(path)
    assert [replay.findings for replay in found] == [[]] * len(found)
    if path.stem not in ("by-hand", "comments-alone"):
        assert written == path.read_bytes().decode()


def test_every_race_ends_in_the_state_that_it_ended_in():
    told = [tuple(line.split("  ")) for line in PRINTS.read_text().splitlines()]
    now = [(end_print(replay), path.name) for path in FILES for replay in races(path)[0]]
    assert sorted(told) == sorted(now)


def test_heat_validate_says_so():
    plain = [path for path in FILES if not path.name.startswith("own-")]
    run = heat("validate", "-q", *map(str, plain))
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    files = [Path(__file__).with_name("records") / "own" / f"{name}.toml" for name in ("board", "events", "cards")]
    own = [part for pair in zip(("--track", "--events", "--cards"), map(str, files), strict=True) for part in pair]
    run = heat("validate", *own, *(str(path) for path in FILES if path not in plain))
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.endswith(": 1 race, 19 turns: valid\n")


EVERY = "".join(path.read_text() for path in CORPUS)
TOKENS = {
    word for line in re.findall(r"^(?:\d+\.| ) *\w+ (.*)", EVERY, re.MULTILINE) for word in re.split(r"[ ;!]+", line)
}


def of_head(key):
    return re.findall(rf'^\[{key} "(.*?)"', EVERY, re.MULTILINE)


def test_the_corpus_has_every_verb_mark_and_end():
    assert {*VERBS[1:], "g1", "g2", "g3", "g4"} - TOKENS == {"retire"} - TOKENS
    assert {f"!{mark}" for mark in MARKS} <= {*re.findall(r"![a-z]+", EVERY)}
    assert f"; {RETIRE}" in EVERY
    assert {*re.findall(r"^Result: .*; (\w+)$", EVERY, re.MULTILINE)} == {"finished", "rounds", "retired", *ENDS}
    status = {car.status for path in CORPUS for race in races(path)[0] for car in race.game.state.cars}
    assert status == {*range(len(STATES))}
    assert {event[0] for path in CORPUS for race in races(path)[0] for event in race.game.log} >= {"fault", "spin"}
    assert len(FAULTS) == 6


def test_the_corpus_has_every_line_of_a_head_every_pile_board_event_card_and_weather_card():
    assert {key for key in KEYS if not of_head(key)} == set()
    assert {*of_head("Track")} == {*load.track_ids(), "oval"}
    assert {*of_head("Event")} == {card.id for card in load.event_cards()} | {"fog-horns"}
    piles = {*re.findall(r"^@([a-z]+)", EVERY, re.MULTILINE)}
    assert piles == {"deck", "legends", "sponsors", "market", "weather", "tokens"}
    options = {option.partition("=")[0] for option in of_head("Option")}
    assert {*OPTIONS} - options - {"laps", *RESERVED} == set()
    skies = {race.game.state.weather for path in CORPUS for race in races(path)[0]}
    assert skies >= {*range(len(load.weather().cards))}
    cars = {len(race.spec.seats) for path in CORPUS for race in races(path)[0]}
    assert {1, 2, 3, 12} <= cars
