"""No input makes a reader raise, hang or eat memory, and a broken race never swallows the next one."""

import io
import random
import time
import tracemalloc
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heatcli.record.canonical import salvaged
from heatcli.record.header import VERSIONS
from heatcli.record.reader import LONGEST, MOST_LINES
from heatcli.record.replay import replays
from tests.golden.corpus import shelf
from tests.record.kit import PILES, RACE
from tests.shell import heat, shell

RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.hrn"))
SMALL = sorted((path for path in RECORDS if path.name[:4] != "own-"), key=lambda path: path.stat().st_size)[:20]
SPAN = [path for path in SMALL if path.stem in ("cut-in-the-garage", "end-aborted")]
GOOD = RACE.encode()
HEADS = b"".join(line for line in GOOD.splitlines(keepends=True) if line[:1] == b"[")
BODY = GOOD[GOOD.index(b"1. ") :]
HUGE = 10_000_000


def lines(data):
    """As the commands read a file."""
    return (line.decode(errors="replace") for line in io.BytesIO(data))


def read(data, name=""):
    """Every race of some bytes; what is wrong in them is said in short sentences, in places that are there."""
    races = [*replays(lines(data), shelf(name), write=[].append)]
    last = data.count(b"\n") + data.count(b"\r") + 1
    for race in races:
        for finding in race.findings:
            assert 1 <= finding.line <= last
            assert finding.column >= 1
            assert len(finding.text) < 1_500
            assert "\n" not in finding.text
    return races


def good_behind(data):
    """The race behind some bytes is found and right."""
    races = read(data + b"\n" + GOOD)
    assert (races[-1].findings, races[-1].why, races[-1].turns) == ([], "rounds", 6)
    return races[:-1]


@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=() if path in SPAN else pytest.mark.long) for path in SMALL], ids=lambda p: p.stem
)
def test_cut_at_every_byte_and_a_race_behind_it(path):
    data = path.read_bytes()
    assert len(SMALL) == 20
    for end in range(len(data)):
        for race in good_behind(data[:end]):
            assert race.cut or race.findings or end >= len(data) - 1 or b"Result" in data[:end]
    for end in range(0, len(data), 7):
        read(data[end:])


@pytest.mark.parametrize("number", [*range(40), *(pytest.param(n, marks=pytest.mark.long) for n in range(40, 2000))])
def test_random_bytes_and_records_with_random_bytes_in_them(number):
    rng = random.Random(number)
    good_behind(rng.randbytes(rng.choice([1, 30, 3_000])))
    data = bytearray(rng.choice(SMALL).read_bytes())
    for _ in range(rng.choice([1, 5, 50])):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.choice([0, 1, 20])] = rng.randbytes(rng.choice([0, 1, 4]))
    good_behind(bytes(data))


ODD = [b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n", b"\x0b", b"\x1c", b"[", b"{"]
MORE = [b"}", b"@", b"#", b"=", b";", b'[Heat "1"]\n', b'[Heat "2"]', "\u2028\u0085\u200b\u202e".encode()]
PIECES = st.sampled_from([*ODD, *MORE, *GOOD.splitlines(keepends=True)])


@given(st.lists(PIECES, max_size=30).map(b"".join))
@settings(max_examples=150, deadline=None)
def test_pieces_in_any_order_and_a_race_behind_them(data):
    good_behind(data)


@pytest.mark.parametrize("lost", range(1, len(GOOD.splitlines())))
def test_a_race_with_a_line_lost_doubled_or_of_nonsense_leaves_the_next_one_alone(lost):
    every = GOOD.splitlines(keepends=True)
    for line in (b"", every[lost] * 2, b"nonsense\n", b"[\n", b"[Nonsense]\n", b"\0\n", b"{\n", b"\xff\n", b"# 123\n"):
        good_behind(b"".join([*every[:lost], line, *every[lost + 1 :]]))


ENDS = {"CR LF": b"\r\n", "CR": b"\r", "CR LF and blank lines": b"\r\n\r\n"}


@pytest.mark.parametrize("way", ENDS)
def test_line_ends(way):
    [race] = read(GOOD.replace(b"\n", ENDS[way]))
    assert (race.findings, race.why) == ([], "rounds")


def test_mixed_line_ends():
    rng, ends = random.Random(1), [b"\n", b"\r\n", b"\r"]
    for _ in range(50):
        data = b"".join(line + rng.choice(ends) for line in PILES.encode().splitlines())
        [race] = read(data)
        assert (race.findings, race.why) == ([], "rounds")


def test_files_put_one_behind_the_other_with_their_marks():
    races = read(b"\xef\xbb\xbf" + GOOD + b"\xef\xbb\xbf" + GOOD + b"\xef\xbb\xbf\n" + GOOD)
    assert [(race.findings, race.turns) for race in races] == [([], 6)] * 3


@pytest.mark.parametrize("key", VERSIONS)
@pytest.mark.parametrize("version", ["0", "2", "1.1", "", "one"])
def test_another_version_is_refused_with_what_is_read_and_the_next_race_is_not(key, version):
    """SPEC N.12: a newer one may have lines and tokens that nobody knows; nothing of that race is judged."""
    other = HEADS.replace(f'[{key} "1"]'.encode(), f'[{key} "{version}"]'.encode()) + b'[Fuel "9"]\n'
    [race] = good_behind(other + b"1. red fly 3 = 9/0\n")
    assert [finding.text for finding in race.findings] == [f"{key} {version!r}: this program reads '1'"]
    assert race.game is None


GREAT = {
    "a seed": (GOOD.replace(b"fuzz 1", b"x" * HUGE), 0),
    "a seed of quotes": (GOOD.replace(b"fuzz 1", b'\\"' * (HUGE // 2)), 0),
    "a line of nothing": (GOOD.replace(b"; boost", b"; " + b" " * HUGE), 1),
    "tokens": (GOOD.replace(b"; boost", b"; pass" * (HUGE // 6), 1), 1),
    "cards": (GOOD.replace(b"g3 2 4 S", b"g3" + b" 2" * (HUGE // 2)), 0),
    "NULs": (GOOD.replace(b"1. blue", b"\0" * HUGE + b"\n1. blue"), 0),
    "comments": (GOOD.replace(b"1. blue", b"{}" * (HUGE // 2) + b"x\n1. blue"), 0),
    "no UTF-8": (GOOD.replace(b"1. blue", b"\xff" * HUGE + b"\n1. blue"), 0),
    "a pile": (PILES.encode().replace(b"@deck:0/0 3", b"@deck:0/0" + b" 3" * (HUGE // 2)), 0),
    "brackets": (b"[" * HUGE, 0),
}


@pytest.mark.parametrize("way", GREAT)
def test_a_line_of_10_megabytes_is_refused_unread(way):
    data, turns = GREAT[way]
    start = time.process_time()
    tracemalloc.start()
    first, *_ = good_behind(data)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert f"characters; up to {LONGEST} are right" in first.findings[0].text
    assert first.turns == turns
    assert most < 12 * HUGE
    assert time.process_time() - start < 4


@pytest.mark.parametrize("key", ["Own", "Aside", "Used", "Grid", "Car", "Season", "Track"])
def test_a_long_line_of_a_head_takes_no_time(key):
    """Each just short enough to be read."""
    words = {"Own": "U7 ", "Aside": "U7 ", "Used": "P7 ", "Car": "3/0 deck" + " U7" * 30_000, "Grid": "red "}
    text = words.get(key, "x ") * (30_000 if key != "Car" else 1)
    owner = '"red" ' if key in ("Own", "Car") else ""
    start = time.process_time()
    good_behind(HEADS.replace(b'[Track "usa"]\n', b"") + f'[Track "usa"]\n[{key} {owner}"{text}"]\n'.encode() + BODY)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("number", [*range(60), *(pytest.param(n, marks=pytest.mark.long) for n in range(60, 2000))])
def test_what_is_salvaged_is_right(number):
    """Of any file; and nothing of a race that is right is left out."""
    rng = random.Random(f"salvage {number}")
    data = bytearray(rng.choice(SMALL).read_bytes())
    for _ in range(rng.choice([1, 3, 20])):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.choice([0, 1, 20])] = rng.randbytes(rng.choice([0, 1, 4]))
    good = b"".join(race.text for race in salvaged(io.BytesIO(bytes(data) + b"\n" + GOOD)))
    assert [race.findings for race in read(good)] == [[] for _ in read(good)]
    assert not any(race.cut for race in read(good))
    assert good.endswith(GOOD)


LINES = ["3. red g1 1 = 9/0 g3 v10 e5 #6c8d4c\n", "{a remark}\n", "junk\n", '[Venue "here"]\n']


@pytest.mark.parametrize("line", [*LINES[:2], *(pytest.param(line, marks=pytest.mark.long) for line in LINES[2:])])
def test_a_race_of_200_000_lines_costs_no_more_than_one_of_50_000(line):
    def file():
        yield from RACE.splitlines(keepends=True)[:-1]
        yield from repeat(line, 4 * MOST_LINES)
        yield from RACE.splitlines(keepends=True)

    tracemalloc.start()
    found = [(race.findings, race.turns) for race in replays(file())]
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found[-1] == ([], 6)
    assert most < 60_000_000
    assert line[0] == "[" or f"a race has at most {MOST_LINES} lines" in found[1][0][0].text


def blank_behind_blank(times):
    yield from repeat("\n", times)
    yield from RACE.splitlines(keepends=True)
    yield from repeat(" \r\n", times)


def test_a_million_blank_lines_cost_no_memory():
    [race] = replays(blank_behind_blank(500_000))
    assert (race.findings, race.turns) == ([], 6)
    tracemalloc.start()
    [race] = replays(blank_behind_blank(50_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 2_000_000


@pytest.mark.parametrize(
    "line",
    [b'[Option "hand=7"]\n', b'[Seat "blue" "x"]\n', b'[Car "blue" "1/0"]\n', b"[Nonsense]\n", b"# 1b77c0a2d9e4\n"],
)
def test_a_head_of_100_000_lines(line):
    start = time.process_time()
    good_behind(HEADS + line * 100_000 + BODY)
    assert time.process_time() - start < 20


def test_fifty_thousand_heads():
    races = good_behind(b'[Heat "1"]\n' * 50_000)
    assert len(races) == 50_000


def test_the_commands_say_it_and_go_on(tmp_path):
    file = tmp_path / "broken.hrn"
    file.write_bytes(b"\0\xff\r[\n" + GOOD.replace(b"boost", b"x" * 200_000) + b"\xef\xbb\xbf" + GOOD)
    run = heat("validate", str(file))
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert run.stdout.endswith(": 3 races, 7 turns: 3 findings\n") or ": 4 races" in run.stdout, run.stdout
    assert f"up to {LONGEST} are right" in run.stdout
    run = shell(
        f"heat replay '{file}' 2>&1; head -c 3000 /dev/urandom | heat validate - 2>&1; heat validate - < /dev/null"
    )
    assert "Traceback" not in run.stdout + run.stderr
