"""Notation: what a record must keep, what it may not be mistaken for, and how it ends."""

import io
import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from heatcli.core import flow
from heatcli.record.game import ENDS, FAULTS, Game
from heatcli.record.header import Reading, head_lines, header_of, read_head
from heatcli.record.replay import replays
from heatcli.record.tokens import read_token
from tests.golden.corpus import FOLDER
from tests.record.kit import RACE, exported, findings, read, small_spec, text_of, written
from tests.scenario import race
from tests.shell import heat

CASES = Path(__file__).resolve().parents[3] / "shared" / "cases.md"
HEAD, BODY = RACE[: RACE.index("1. ")], RACE[RACE.index("1. ") :]

ELSEWHERE = {
    "N01": ("tests.record.test_reader.test_tolerant", "tests.record.test_robust.test_mixed_line_ends"),
    "N02": (
        "tests.record.test_header.test_written_and_read_it_is_itself",
        "tests.record.test_header.test_names_stay_on_their_line",
    ),
    "N06": ("tests.record.test_reader.test_comments_keep_their_tokens",),
    "N07": (
        "tests.record.test_robust.test_pieces_in_any_order_and_a_race_behind_them",
        "tests.cli.test_replay.test_a_binary_file_is_wrong_and_harms_no_terminal",
    ),
    "N11": (
        "tests.golden.test_records.test_the_corpus_has_every_verb_mark_and_end",
        "tests.cli.test_replay.test_a_race_voided_when_one_car_was_home_has_no_places",
    ),
    "N15": (
        "tests.cli.test_record_file.test_lines_are_there_as_soon_as_a_turn_is_over",
        "tests.cli.test_record_file.test_ctrl_c_ends_the_record_with_what_was_decided",
        "tests.cli.test_record_file.test_a_race_after_an_interrupted_one_stands_behind_it",
        "tests.record.test_cuts.test_cut_at_any_byte",
    ),
}
"""Cases of which more is tested elsewhere."""


def cases_of_part_4() -> set[str]:
    text = CASES.read_text(encoding="utf-8")
    part = next(part for part in text.split("\n# Part ") if part.startswith("4"))
    return {*re.findall(r"^### (N\d\d) ", part, re.MULTILINE)}


@pytest.mark.skipif(not CASES.is_file(), reason="../shared/cases.md is not beside the checkout")
def test_every_case_of_part_4_has_a_test():
    names = re.findall(r"^def test_((?:n\d\d_)+)", Path(__file__).read_text(encoding="utf-8"), re.MULTILINE)
    tested = {case.upper() for name in names for case in name.split("_")}
    assert len(cases_of_part_4()) == 11
    assert cases_of_part_4() - tested == set()
    assert ELSEWHERE.keys() <= tested


@pytest.mark.parametrize("name", sorted({name for names in ELSEWHERE.values() for name in names}))
def test_what_is_tested_elsewhere_is_there(name):
    module, _, function = name.rpartition(".")
    assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("way", ["LF", "CR LF", "byte order mark", "no last line end"])
def test_n01_line_ends_a_byte_order_mark_and_no_last_line_end_are_the_same_race(tmp_path, way):
    """N01: the writer gives LF, no mark, a line end behind the last line."""
    data = {
        "LF": RACE.encode(),
        "CR LF": RACE.replace("\n", "\r\n").encode(),
        "byte order mark": b"\xef\xbb\xbf" + RACE.encode(),
        "no last line end": RACE.removesuffix("\n").encode(),
    }[way]
    file = tmp_path / "race.hrn"
    file.write_bytes(data)
    run = heat("validate", str(file))
    assert run.stdout == f"{file}: 1 race, 6 turns: valid\n"
    written: list[str] = []
    [_] = replays((line.decode() for line in io.BytesIO(data)), write=written.append)
    assert text_of(written) == RACE


@pytest.mark.parametrize("name", ['a"b\\c', "]", "tab\tnewline\nend", "", "\\", '"', '\\"', '] [Track "usa"]', "\\n"])
def test_n02_quotes_and_backslashes_in_names_come_back_as_they_were(name):
    """N02: a name is written and read again; tabs and line ends become blanks before they are written."""
    kept = name.replace("\t", " ").replace("\n", " ")
    header = header_of(small_spec(2), 'seed "\\"', [name, "b"])
    assert header.names[0] == kept
    again, _ = read_head(head_lines(header)[:-1])
    assert (again.names[0], again.seed) == (kept, 'seed "\\"')
    text, _ = written(small_spec(2), 1)
    assert exported(text)[1] == text


def test_n02_a_name_of_an_event_is_an_event_card_s_or_refused():
    """N02: what is no event card's id is refused in words, whatever signs it has."""
    reading = read_head([*HEAD.splitlines()[:5], r'[Event "a ] \" \\ b"]', *HEAD.splitlines()[5:-1]])
    assert isinstance(reading, Reading)
    assert (reading.at, reading.why[:36]) == (5, "event 'a ] \" \\\\ b': unknown; there are"[:36])


@pytest.mark.parametrize(
    "text", ["3. G2: 4+3", "1. red g2 4 S = 12/0", "Result: red; finished", "@deck:0/0 1 2", "{x}"]
)
def test_n05_a_value_that_looks_like_a_move_is_a_text(text):
    """N05: as a driver's name and as the seed."""
    lines: list[str] = []
    spec = small_spec(2, max_rounds=1)
    game = Game(spec, header_of(spec, text, [text, '[Track "japan"]']), write=lines.append)
    game.close("aborted")
    [replay], back = exported(text_of(lines))
    assert replay.findings == []
    assert (replay.header.seed, replay.header.names) == (text, [text, '[Track "japan"]'])
    assert back == text_of(lines)


@pytest.mark.parametrize(
    "comment", ['[Track "great-britain"]', "3. red g2 4 S = 1/0", "Result: red; finished", "# 123"]
)
def test_n05_a_comment_that_looks_like_a_line_is_a_comment(comment):
    """N05: alone on a line, behind a line of the head, between the tokens of a turn, behind a turn."""
    for text in (
        HEAD + f"{{{comment}}}\n" + BODY,
        RACE.replace('[Laps "1"]', f'[Laps "1"] {{{comment}}}'),
        RACE.replace("boost; cool", f"boost {{{comment}}}; cool"),
        RACE.replace("#6c8d4c", f"#6c8d4c {{{comment}}}"),
    ):
        [replay] = read(text)
        assert (replay.findings, replay.spec.track.id, replay.turns) == ([], "usa", 6)


def test_n06_comments_between_lines_keep_their_place():
    """N06: before the first turn, two in a row, behind the last turn."""
    lines = BODY.splitlines(keepends=True)
    text = HEAD + "{before}\n" + lines[0] + "{one}\n{two}\n" + "".join(lines[1:]) + "{behind}\n"
    assert findings(text) == []
    assert exported(text)[1] == text


@pytest.mark.parametrize("hashed", [True, False])
def test_n07_bytes_that_are_no_utf8_are_named_with_their_place_or_shown_as_a_mark(tmp_path, hashed):
    """N07: a name in Latin-1. The head's hash tells where; without one the name is read with a mark."""
    data = RACE.replace('[Seat "blue" "a \\"b\\""]', '[Seat "blue" "Zo?"]').encode().replace(b"Zo?", b"Zo\xeb")
    data = b"".join(line for line in data.splitlines(keepends=True) if hashed or line[:1] != b"#")
    file = tmp_path / "latin.hrn"
    file.write_bytes(data + RACE.encode())
    run = heat("validate", str(file))
    assert run.stderr == ""
    if hashed:
        assert run.stdout.splitlines()[0].startswith(f"{file}:9:17: bytes that are no UTF-8")
    assert run.stdout.endswith(f"2 races, 12 turns: {'1 finding' if hashed else 'valid'}\n")
    first, second = replays(line.decode(errors="replace") for line in io.BytesIO(data + RACE.encode()))
    assert first.header.names[1] == "Zo\ufffd"
    assert (first.turns, second.findings) == (6, [])


def test_n10_a_record_says_what_happened_and_not_only_what_was_chosen():
    """N10: flips in order, Heat by reason and corner, Stress of a spin-out, the pile that Heat is removed from."""
    files = [FOLDER / f"{name}.hrn" for name in ("everything-seed", "season-pressure-cooker", "legends-pro")]
    text = "".join(file.read_text() for file in files)
    assert findings(text) == []
    run = heat("replay", "--json", *map(str, files))
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert {row["why"] for row in rows if row["type"] == "pay"} >= {"shift", "boost", "card", "corner"}
    assert all("line" in row for row in rows if row["type"] == "pay" and row["why"] == "corner")
    assert any(row["stress"] for row in rows if row["type"] == "spin")
    assert all(row["card"] for row in rows if row["type"] == "flip")
    assert "hand" in {row["from"] for row in rows if row["type"] == "removed"}
    checked = [line for line in text.splitlines() if " = " in line]
    assert all(re.search(r" #[0-9a-f]{6}$", line) for line in checked)  # and each was compared above


@pytest.mark.parametrize("name", ["end-aborted", "end-interrupted", "end-retired-all", "end-eliminated", "base-1-car"])
def test_n11_an_end_that_is_none_of_the_usual_has_its_own_word(name):
    """N11: one of a closed list; the seat that made a fault has its mark on its line."""
    *_, last = (FOLDER / f"{name}.hrn").read_text().splitlines()
    words = {"end-aborted": "aborted", "end-interrupted": "interrupted", "end-retired-all": "retired"}
    assert last.partition("; ")[2] == words.get(name, "rounds")
    for wrong in ("finished", "draw", "", "*"):
        text = (FOLDER / f"{name}.hrn").read_text().replace(f"; {last.partition('; ')[2]}\n", f"; {wrong}\n")
        assert findings(text)[-1].line == text.count("\n")
    marks = re.findall(r"^(?:\d+\.| ) *(\w+) .*!(\w+)", (FOLDER / "marks.hrn").read_text(), re.MULTILINE)
    assert {mark for _, mark in marks} == {*FAULTS, "stopped"}
    assert {colour for colour, _ in marks} == {"black", "blue"}
    assert ENDS == ("aborted", "interrupted")


def test_n12_the_car_that_is_further_over_the_line_is_first_whoever_drove_first():
    """N12: USA, one round: 65 + 9 = 74 drives first, 60 + 15 = 75 is first home."""
    s = race("usa", red="65/0 g4 e6 hand 2 2 2 3 S", blue="60/0 g4 e6 hand 3 4 4 4 S", rules={"laps": 1})
    cars = {"red": "65/0 g4 e6 hand 2 2 2 3 S deck 1 1 1", "blue": "60/0 g4 e6 hand 3 4 4 4 S deck 1 1 1"}
    lines: list[str] = []
    game = Game(s.spec, header_of(s.spec, "1", ["A", "B"], cars, 9), write=lines.append)
    for seat, plan in ((0, "g4 2 2 2 3"), (1, "g4 3 4 4 4")):
        game.decide(seat, read_token(plan, s.spec.catalogue))
    while seats := flow.to_act(game.state):
        game.decide(seats[0], flow.legal_actions(game.state, seats[0])[0])
    game.close()
    assert [line.split(" #")[0] for line in lines[-3:-1]] == [
        "9. red g4 2 2 2 3 = 74/0 g4 v9 e6",
        "   blue g4 3 4 4 4 = 75/0 g4 v15 e6",
    ]
    assert lines[-1] == "Result: blue red; finished"
    assert findings(text_of(lines)) == []


def test_n13_speed_and_the_spaces_that_were_driven_are_both_told():
    """N13: Speed 6 ends on the fifth space, for both spots of the sixth are taken."""
    s = race("usa", red="0/0 g2 hand 2 4 1", blue="6/0 hand H", green="6/1 hand H")
    s.act("blue", "g1 H").act("green", "g1 H").act("red", "g2 2 4")
    s.finish_round()
    [move] = [event for event in s.state.log if event[0] == "move" and event[1] == 0][:1]
    assert (move[3], move[4]) == (6, 5)  # asked, moved
    [turn] = [event for event in s.state.log if event[0] == "turn" and event[1] == 0]
    assert turn[2:4] == (5, 0)
    text = (FOLDER / "base-12-cars.hrn").read_text()
    [replay] = read(text)
    blocked = [event for event in replay.game.log if event[0] == "move" and event[4] < event[3]]
    assert blocked
    assert re.search(r"= \d+/[01] g\d v\d+ e\d", text)


def test_n14_what_a_head_does_not_say_is_the_default():
    """N14: an option that a record of this version does not name."""
    [replay] = read(RACE.replace('[Option "max_rounds=2"]\n', "").split("# ")[0])
    assert replay.spec.rules.max_rounds == 200
    assert replay.spec.rules.garage_choice == "draft"


def test_n14_an_unknown_line_of_a_head_is_kept():
    """N14: it means nothing to this program, and is written back where lines of the head end."""
    text = "".join(line for line in RACE.splitlines(keepends=True) if line[0] != "#")
    text = text.replace('[Seat "red"', '[Venue "Spa \\"7\\""]\n[Seat "red"')
    races, back = exported(text)
    assert [race.findings for race in races] == [[]]
    assert r'[Venue "Spa \"7\""]' in back.splitlines()
    assert exported(back)[1] == back


def test_n15_whole_races_stand_before_one_that_was_killed():
    """N15: five whole records, the sixth is cut, and has no result."""
    texts = [written(small_spec(2, max_rounds=2), number)[0] for number in range(6)]
    cut = texts[5][: len(texts[5]) * 2 // 3]
    races = read("".join(texts[:5]) + cut)
    assert [(race.findings, race.cut) for race in races] == [([], False)] * 5 + [([], True)]
    assert [race.why for race in races][5] == ""
