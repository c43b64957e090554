"""Records in canonical form: what is there stays there, and a second time changes nothing. One number is one file."""

import random
import re
from itertools import pairwise

import pytest

from heatcli.record.canonical import races
from heatcli.record.rows import record_of
from heatcli.record.turns import FIELDS, turn_rows
from tests.record.kit import PILES, RACE, exported, from_position, uncommented, wide_spec, without_hash, written
from tests.record.test_game import numbers
from tests.record.test_mutations import RECORDS, changed, record

COMMENT = '{"a"} {b = 1/0; [c]}\n'


def formatted(text):
    """The text that is written for a text, with what is wrong and the races."""
    every = list(races(text.encode(errors="surrogateescape").splitlines(keepends=True)))
    assert b"".join(race.raw for race in every) == text.encode(errors="surrogateescape")
    findings = [finding for race in every for finding in race.findings]
    return b"".join(race.text for race in every).decode(errors="surrogateescape"), findings, every


def commented(text, rng):
    """The text with comments on lines of their own and behind lines, as they stand in a canonical record."""
    lines = []
    for line in text.splitlines(keepends=True):
        if rng.random() < 0.2:
            lines += rng.choice(["{a}\n", "{}\n", "{b} {c}\n", "{one}\n{two}\n"])
        behind = line[0] not in "[#{" and line.endswith("\n") and rng.random() < 0.1
        lines.append(f"{line[:-1]} {{behind}}\n" if behind else line)
    return "".join(lines) + rng.choice(["", "{the end}\n"])


@pytest.mark.parametrize("number", numbers(48, 5000))
def test_a_written_record_is_canonical_with_whatever_comments(number):
    rng = random.Random(f"canonical {number}")
    if number % 4 == 3:
        text, _ = from_position(number, seed=number % 8 == 3, notes=True)
    else:
        text, _ = written(wide_spec(number), number, seed=number % 4 != 2, notes=number % 4 == 0, end=number % 5 > 0)
    for one in (text, commented(text, rng)):
        back, findings, _ = formatted(one)
        assert (back, findings) == (one, [])


@pytest.mark.parametrize("number", numbers(150, 10_000))
def test_after_one_time_nothing_changes(number):
    """A file of up to three races with characters changed, lines lost, doubled and moved, cut anywhere."""
    rng = random.Random(f"mutated {number}")
    text = "".join(record(rng.choice([*RECORDS][:-1])) for _ in range(rng.choice([1, 1, 2, 3])))
    if rng.random() < 0.5:
        text = commented(text, rng)
    for _ in range(rng.randint(0, 3)):
        text = spoilt(text, rng)
    back, findings, every = formatted(text)
    again, same, once_more = formatted(back)
    assert again == back
    assert unnumbered(same) == unnumbered(findings)
    assert len(once_more) == len(every)
    for race in every:
        whole = not race.findings and race.replay.game is not None
        assert whole or race.text == race.raw


def unnumbered(findings):
    """What is wrong, without the lines' numbers."""
    return [re.sub(r"\blines? \d+(-\d+)?|and \d+$", "", finding.text) for finding in findings]


def spoilt(text, rng):
    """One thing done to a text."""
    lines, way = text.splitlines(keepends=True), rng.randrange(7)
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    if way == 0:
        return changed(text, rng)[0]
    if way == 1:
        del lines[at]
    elif way == 2:
        lines.insert(to, lines[at])
    elif way == 3:
        lines[at], lines[to] = lines[to], lines[at]
    elif way == 4:
        return text[: rng.randint(1, len(text))]
    elif way == 5:
        lines = [line for line in lines if line[0] != "#"]
    else:
        lines[at] = rng.choice([str.upper, str.lower, str.strip, lambda line: f"  {line}"])(lines[at])
    return "".join(lines) or "x"


@pytest.mark.parametrize("name", RECORDS)
def test_comments_stay_wherever_they_stand(name):
    """Two lines of them before each line in turn, and behind each line of the body; of a long record now and then."""
    lines = record(name).splitlines(keepends=True)
    for at in range(0, len(lines) + 1, 1 + len(lines) // 60):
        text = "".join([*lines[:at], COMMENT, "{é}\n", *lines[at:]])
        assert exported(text)[1] == text
        if at < len(lines) and lines[at][0] not in "[#":
            text = "".join([*lines[:at], lines[at][:-1], " {c} {d}\n", *lines[at + 1 :]])
            assert exported(text)[1] == text


def test_comments_behind_lines_of_the_head_stand_before_them():
    text = RACE.replace('"usa"]', '"usa"] {where} {it is}').replace("# b95001243ae5", "# b95001243ae5 {hash}")
    back = exported(text)[1]
    assert uncommented(back) == RACE
    assert '{where} {it is}\n[Track "usa"]\n' in back.replace("}\n{", "} {")
    assert "{hash}\n# b95001243ae5\n" in back


def test_comments_go_with_their_lines():
    """Lines of the head and piles that come to another place take them along; those of lines that vanish stay."""
    head = RACE.replace('[Chance "1"]\n[Track "usa"]\n', '{t}\n[Track "usa"]\n{c}\n[Chance "1"]\n')
    assert '{c}\n[Chance "1"]\n{t}\n[Track "usa"]\n' in exported(head)[1]
    default = RACE.replace("[Option", '{hand}\n[Option "hand=7"]\n[Option')
    assert exported(default)[1] == RACE.replace("# b9", "{hand}\n# b9")
    lines = PILES.splitlines(keepends=True)
    moved = [*lines[:10], *lines[11:15], "{pile}\n", lines[10], *lines[15:]]
    assert "{pile}\n@deck:0/0 " in exported("".join(moved))[1]
    passed = RACE.replace("S; discard 2 3 =", "S; pass {p}; discard 2 3 =").replace("legend 11 =", "legend 11 {l} =")
    back = exported(passed)[1]
    assert "legend 11 = 9/1 #799bf0 {l}\n" in back
    assert "pass {p}; discard" in back


UNKNOWN = ['[Venue "Kyalami"]\n', '[venue "x \\"y\\" \\\\" "two"]\n', '[Venue "Kyalami"]\n']


def test_unknown_lines_of_the_head_are_kept_behind_the_known_ones():
    lines = without_hash(RACE).splitlines(keepends=True)
    mixed = [lines[0], UNKNOWN[0], *lines[1:5], *UNKNOWN[1:], *lines[5:]]
    [race], back = exported("".join(mixed))
    assert race.findings == []
    assert race.header.others == [("Venue", "Kyalami"), ("venue", 'x "y" \\', "two"), ("Venue", "Kyalami")]
    assert without_hash(back) == "".join([*lines[:10], *UNKNOWN, *lines[10:]])
    assert exported(back)[1] == back
    [finding] = exported(back.replace("Kyalami", "Kyalam1", 1))[0][0].findings
    assert (finding.line, finding.text) == (
        11,
        'the head does not have this hash; [Venue "Kyalami"] would',
    )


def test_a_broken_race_stays_and_the_next_one_is_formatted():
    broken = RACE.replace("g4 1 2 S S", "g4 1 2 S 5").replace("\n", "\r\n")
    loose = without_hash(RACE).replace("; ", ";")
    back, findings, _ = formatted("{first}\n" + loose + broken + "{between}\n" + loose)
    assert back == "{first}\n" + RACE + broken + "{between}\n" + RACE
    assert [finding.line for finding in findings] == [1 + loose.count("\n") + 15]


@pytest.mark.parametrize("end", ['[Seat "blue" "a', "# b950", "[Se"])
def test_a_head_that_is_torn_is_left_as_it_is(end):
    text = RACE[: RACE.index(end)] + end
    back, findings, _ = formatted(without_hash(RACE) + text)
    assert (back, findings) == (RACE + text, [])


def test_what_is_behind_the_end_is_not_dropped():
    """A line that is cut is the last one driven; what stands behind it could not be written again."""
    head = RACE[: RACE.index("1. ")]
    for rest in ("   red g2 0 2; boost\n", "   red g2 0 2; boost; cool 1 gear = 4/0\n"):
        text = head + "1. blue g3 2 4 S\n" + rest
        back, [finding], _ = formatted(text)
        assert back == text
        assert (finding.line, finding.text.split(" is ")[1]) == (
            13,
            "not reached: the race stands at a decision before it",
        )


def test_turns_that_follow_by_themselves_stay_out():
    """A Legend's turn that is torn is not written twice."""
    cut = RACE[: RACE.index("   gray")]
    assert formatted(cut)[0] == cut
    torn = cut + "   gray legend 11 = 9/"
    back, findings, [race] = formatted(torn)
    assert (back, findings) == (torn, [])
    assert race.replay.torn.text == "   gray legend 11 = 9/"
    assert formatted(RACE.removesuffix("\n"))[0] == RACE


def test_piles_that_a_cut_record_needs_later_are_kept():
    lines = PILES.splitlines(keepends=True)
    text = "".join([*lines[:13], "{later}\n", "@deck:1/1 1 4 H\n", lines[13]])
    canonical = without_hash(formatted(text)[0])
    assert canonical == "".join([*lines[:13], lines[13], "{later}\n", "@deck:1/1 1 4 H\n"])
    assert formatted(formatted(text)[0])[0] == formatted(text)[0]


def test_bytes_that_are_no_text_are_left_alone():
    text = RACE.replace("1. blue", "{\udcff}\n1.  blue")
    back, findings, _ = formatted(text + RACE)
    assert back == text + RACE
    assert findings == [(12, 2, "no text; UTF-8 is right")]


@pytest.mark.parametrize("number", numbers(24, 400))
def test_turns_are_what_the_lines_and_the_events_say(number):
    text, game = written(wide_spec(number), number)
    [race] = races(text.encode().splitlines(keepends=True), told=True)
    rows = [
        dict(zip(FIELDS, row, strict=True)) for row in turn_rows(game.spec, game.header.names, game.log, race.lines)
    ]
    turns = [event for event in game.log if event[0] == "turn"]
    driven = [row for row in rows if row["engine"] != "" and row["tokens"] != "concede"]
    told = [(event[1], event[2], event[3], event[4], event[5]) for event in turns]
    got = [(row["seat"], row["distance"], row["spot"], row["gear"], row["engine"]) for row in driven]
    assert [one for one in got if one in told] == [one for one in told if one in got]
    for seat in range(len(game.spec.seats)):
        own = [row for row in rows if row["seat"] == seat]
        for before, after in pairwise(own):
            assert after["distance"] - after["moved"] == before["distance"] or not after["moved"]
    paid = sum(event[3] for event in game.log if event[0] == "pay" and event[2] != "mulligan")
    assert sum(row["paid"] or 0 for row in rows) == paid


@pytest.mark.parametrize("start", ["", "\n", "\ufeff"])
def test_json_lines_are_read_line_for_line(start):
    wrong = []
    source = (
        start + '{"type":"race"}\n{"type":"line","text":"[Heat \\"1\\"]"}\nx\n{"type":"line","text":"a\\nb"}\n[1]\n'
    )
    found = list(record_of(source.encode().splitlines(keepends=True), lambda line, why: wrong.append(line)))
    blank = start.count("\n")
    assert [line for line in found if line.strip()] == [b'[Heat "1"]\n']
    assert found.index(b'[Heat "1"]\n') == 1 + blank
    assert wrong == [3 + blank, 4 + blank, 5 + blank]


def test_a_record_that_begins_with_a_comment_is_no_json():
    lines = [b'{"quoted"}\n', b"{}\n", b"x\n"]
    assert list(record_of(lines, lambda *_: None)) == lines
