"""The head of a record: what each wrong line is told, and how it is written."""

import pytest

from heatcli.record.header import Reading, digest, head_lines, header_of, one_line, read_head
from tests.record.kit import NAMES, PILES, RACE, findings, small_spec, wide_spec, without_hash

HEAD = without_hash(RACE).splitlines()[:10]
CARS = ['[Car "red" "1/0"]', '[Car "blue" "2/0"]', '[Car "gray" "3/0"]']


def put(line, at):
    """The head with a line more."""
    return [*HEAD[:at], line, *HEAD[at:]]


def instead(line, at):
    return [*HEAD[:at], line, *HEAD[at + 1 :]]


def without(start):
    return [line for line in HEAD if not line.startswith(start)]


WRONG = [
    (put('[Site "x]', 3), 3, 'no line of a head; [Key "value"] is right'),
    (put('[Event "x"]', 3), 3, "event 'x': unknown; there are new-grandstand"),
    (put('[Track "usa"]', 4), 4, "a second Track; one is right"),
    (put('[heat "1"]', 4), 4, "a second Heat; one is right"),
    (without("[Track"), 9, "the head has no Track"),
    (without("[Seat"), 7, "the head has no Seat"),
    (without("[Heat"), 9, "the head has no Heat"),
    (without("[Seed"), 9, "the head has no Seed; without one it needs a Grid, or a Car for every seat"),
    (instead('[Heat "2"]', 0), 0, "Heat '2': this program reads '1'"),
    (instead('[Rules "0"]', 1), 1, "Rules '0': this program reads '1'"),
    (instead('[Chance ""]', 2), 2, "Chance '': this program reads '1'"),
    (instead('[Track "usb"]', 3), 3, "track 'usb': unknown; there are deutschland"),
    (instead('[Track "a/\x00"]', 3), 3, "Track 'a/\\x00': printable characters are right"),
    (instead('[Track "/nowhere/x.toml"]', 3), 3, "track '/nowhere/x.toml': unknown; there are deutschland"),
    (instead('[Laps "0"]', 4), 4, "Laps '0': a whole number from 1 is right"),
    (instead('[Laps "²"]', 4), 4, "Laps '²': a whole number from 1 is right"),
    (instead('[Laps "100"]', 4), 4, "option laps: 100 is not a whole number from 1 to 99"),
    (instead('[Option "hand=0"]', 5), 5, "option hand: 0 is not a whole number from 1 to 12"),
    (instead('[Option "hands=7"]', 5), 5, "option hands: unknown; there are laps"),
    (instead('[Option "hand"]', 5), 5, "option 'hand': NAME=VALUE is right, such as hand=6"),
    (instead('[Option "hand" "7"]', 5), 5, "Option takes one text"),
    (instead('[Seat "red"]', 7), 7, "Seat takes a colour and a text"),
    (instead('[Seat "mauve" "m"]', 7), 7, "seat 0: no colour 'mauve'; there are black"),
    (instead('[Seat "red" "again"]', 8), 8, "seat 1: a second red car; every car has its own colour"),
    (instead('[Seat "teal" "legend"]', 9), 9, "seat 2: no Legend drives teal"),
    (put('[Grid "red blue"]', 7), 7, "Grid: must name red, blue, gray once each, pole first"),
    (put('[Grid "red blue blue"]', 7), 7, "Grid: must name red, blue, gray once each, pole first"),
    (put('[Grid "red blue gray teal"]', 7), 11, "the head has no Seat for teal, which stands in the Grid"),
    (put('[Round "x"]', 7), 7, "Round 'x': a whole number from 1 is right"),
    (put('[Round "3"]', 7), 11, "a Round without Cars; a race from the grid begins with round 1"),
    ([*HEAD, *CARS[:2]], 12, "every seat needs a Car, or none has one"),
    ([*HEAD, *CARS, '[Car "teal" "4/0"]'], 13, "Car 'teal': no such seat"),
    ([*HEAD, *CARS, CARS[0]], 13, "Car 'red': a second one"),
    (instead("[Laps 1]", 4), 4, 'no line of a head; [Key "value"] is right'),
    (instead('[Laps "1]', 4), 4, 'no line of a head; [Key "value"] is right'),
    (instead('[Laps "1"] x', 4), 4, 'no line of a head; [Key "value"] is right'),
    (instead(r'[Seed "\n"]', 6), 6, 'no line of a head; [Key "value"] is right, a \\ before \\ and " inside'),
    (instead('[Seed "\udc80"]', 6), 6, "no text; UTF-8 is right"),
]


@pytest.mark.parametrize(("head", "at", "says"), WRONG)
def test_each_wrong_line_is_named(head, at, says):
    """Alone and in a record, where what is missing is missed in the line behind the head."""
    reading = read_head(head)
    assert isinstance(reading, Reading)
    assert reading.at == at
    assert reading.why.startswith(says)
    if head[4].startswith("[heat"):  # in a file it begins a race
        return
    found = findings("".join(f"{line}\n" for line in [*head, "1. red g1 1"]))
    assert found[0] == (at + 1, 1, reading.why)


@pytest.mark.parametrize("number", range(40))
def test_written_and_read_it_is_itself(number):
    spec = wide_spec(number)
    names = [NAMES[(number + seat) % len(NAMES)] for seat in range(len(spec.seats))]
    header = header_of(spec, NAMES[number % len(NAMES)], names)
    *lines, hash_ = head_lines(header)
    assert hash_ == f"# {digest(lines)}"
    again, read = read_head(lines)
    assert again == header
    assert (read.track, read.seats, read.grid, read.laps) == (spec.track, spec.seats, spec.grid, spec.laps)
    assert read.rules == spec.rules._replace(laps=spec.laps)


def test_only_a_legend_is_called_legend():
    header = header_of(small_spec(2, 1), "", ["legend", " LEGEND", "somebody"])
    assert header.names == ["legend (driver)", " LEGEND (driver)", "legend"]
    assert [seat.legend for seat in read_head(head_lines(header)[:-1])[1].seats] == [False, False, True]


def test_names_stay_on_their_line():
    header = header_of(small_spec(2), "", ["two\nlines\r", "tab\t\x00\u2028"])
    assert header.names == ["two lines ", "tab   "]
    assert one_line("Zoë 日本 🏎") == "Zoë 日本 🏎"


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        ('[Laps "1"]', '[Laps "2"]', 5, 8),
        ('[Laps "1"]', '[Lps "1"]', 5, 3),
        ("max_rounds=2", "max_rounds=23", 6, 22),
        ('"fuzz 1"', '"fuzz 1 "', 7, 14),
        ('[Seat "blue"', '[Seat "blu"', 9, 11),
        ("# b9", "# b8", 11, 3),
        ("# b9", "# b", 11, 1),
        ("# b9", "# g9", 11, 1),
    ],
)
def test_a_change_is_found_by_the_hash(old, new, line, column):
    """Where it was made: one character, tried until the hash is right again; else the hash itself."""
    found = findings(RACE.replace(old, new, 1))
    assert (found[0].line, found[0].column) == (line, column)


def test_a_lost_letter_that_is_not_ascii_is_found_at_the_hash():
    text = RACE.replace(r"a \"b\"", "Zoë").replace("# b95001243ae5", "# " + hash_of(r"a \"b\"", "Zoë"))
    assert findings(text) == []
    [finding] = findings(text.replace("Zoë", "Zo"))
    assert (finding.line, finding.column) == (11, 3)
    assert finding.text.startswith("the head (lines 1-10) has the hash ")


def hash_of(old, new):
    return digest([line.replace(old, new) for line in HEAD])


def test_the_hash_of_the_canonical_head_is_right_too():
    assert findings(RACE.replace('[Laps "1"]', '[ LAPS   "1" ]')) == []
    assert findings(RACE.replace('[Chance "1"]\n[Track "usa"]', '[Track "usa"]\n[Chance "1"]')) == []


def test_a_grid_is_as_good_as_a_seed():
    assert findings(PILES) == []
    [finding] = findings(PILES.replace('[Grid "red blue gray"]\n', ""))
    assert (finding.line, finding.text.split(";")[0]) == (10, "the head has no Seed")
