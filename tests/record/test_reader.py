"""Import is tolerant: the same race however it is written."""

import re

import pytest

from tests.record.kit import PILES, RACE, exported, findings, read, uncommented, without_hash

HEAD, BODY = RACE[: RACE.index("1. ")], RACE[RACE.index("1. ") :]
PASSES = """1. blue g3 2 4 S; pass; discard 2 3 = 9/0 g3 v10 e5 #6c8d4c
   red g2 0 2; boost; cool 1 gear; discard 1 1 2 3 = 4/0 g2 v5 e6 #8db6ea
   gray legend 11 = 9/1 #799bf0
2. blue g4 1 2 S S; boost; pass = 20/0 g4 v11 e0 #2afa1f
   gray legend 8 = 17/0 #0e668a
   red g2 5 S; pass; discard 1 = 13/0 g2 v9 e4 #14c48f
Result: blue gray red; rounds
"""


def lines(text, change):
    return "".join(change(line) for line in text.splitlines(keepends=True))


def key(change):
    """Change the keys of the head."""
    return re.sub(r"^\[(\w+)", lambda match: f"[{change(match[1])}", RACE, flags=re.MULTILINE)


def shuffled():
    *head, hash_ = HEAD.splitlines(keepends=True)
    return "".join(head[::-1]), "".join([*head[7:], *head[:7]]), hash_


WAYS = {
    "as it is": RACE,
    "capitals in the body": HEAD + BODY.upper(),
    "capitals of keys": key(str.upper),
    "small keys": key(str.lower),
    "capitals of colours": RACE.replace('"red"', '"RED"').replace('"gray" "legend"', '"Gray" "LEGEND"'),
    "capitals of the hash": lines(RACE, lambda line: line.upper() if line[0] == "#" else line),
    "CRLF": RACE.replace("\n", "\r\n"),
    "BOM": "\ufeff" + RACE,
    "blank lines": RACE.replace("\n", "\n \n\n"),
    "blank lines first": "\n\n" + RACE,
    "no line end": RACE.removesuffix("\n"),
    "spaces behind": RACE.replace("\n", "  \t\n"),
    "spaces before": lines(RACE, lambda line: "\t  " + line),
    "no spaces before": lines(RACE, str.lstrip),
    "wide": HEAD.replace("[", "[ ").replace('" "', '"\t "').replace('"]', '"  ]') + re.sub(r" (?! )", "   ", BODY),
    "narrow": HEAD + BODY.replace("; ", ";").replace("1. ", "1."),
    "wide semicolons": HEAD + BODY.replace(";", " ; ").replace("2.", "2 ."),
    "comments as lines": lines("{first}\n" + RACE, lambda line: f"{line}  {{# a [comment] = 1/0; boost}} {{two}}\n"),
    "comments behind": lines(RACE, lambda line: f"{line[:-1]} {{a comment; = 1/0}}\n"),
    "comments inside": HEAD + re.sub(r"(?<=\S) (?=\S)", " {=;} ", BODY),
    "no hash": without_hash(RACE),
    "no check hashes": re.sub(r" #[0-9a-f]{6}\n", "\n", RACE),
    "no gears, Speeds, engines": re.sub(r" (g\d v\d+ e\d )#", " #", RACE),
    "check in another order": re.sub(r" (g\d) (v\d+) (e\d) (#\w+)", r" \4 \3 \1 \2", RACE),
    "only places": re.sub(r"( = \S+).*", r"\1", RACE),
    "cards in another order": RACE.replace("2 4 S;", "S 4 2;").replace("1 1 2 3", "3 1 2 1"),
    "commas": RACE.replace("2 4 S;", "2,4, S;").replace("1 1 2 3", "1,1,2,3"),
    "colons": RACE.replace("g3 2 4 S", "g3: 2,4 S").replace("g2 5 S", "G2:5,s"),
    "passes": HEAD + PASSES,
    "passes, no checks": HEAD + re.sub(r" = .*", "", PASSES),
    "Legends without their number": re.sub(r" legend \d+ =", " =", RACE),
    "round numbers everywhere": re.sub(r"^   (?=gray legend 11|red g2 0)", "1. ", RACE, flags=re.MULTILINE),
    "leading zeros": RACE.replace("1. blue", "01. blue"),
    "no Laps, no Option versions": RACE.replace('[Rules "1"]\n', "").replace('[Chance "1"]\n', ""),
    "options as defaults": HEAD.replace("[Option", '[Option "hand=7"]\n[Option "mulligan=off"]\n[Option') + BODY,
}


@pytest.mark.parametrize("way", WAYS)
def test_tolerant(way):
    races, back = exported(WAYS[way])
    assert [finding for race in races for finding in race.findings] == []
    assert uncommented(back) == RACE
    assert len(races) == 1
    assert not races[0].cut


def test_lines_of_the_head_in_any_order():
    """Heat begins a race. Seats keep their order: it numbers the cars."""
    heat, *head = HEAD.splitlines(keepends=True)[:-1]
    seats, others = head[-3:], head[:-3]
    for n in range(len(others)):
        text = "".join([heat, *others[n:], *seats, *others[:n], *BODY.splitlines(keepends=True)])
        assert exported(text)[1] == RACE


def test_piles_in_any_place_and_order():
    text = PILES.replace("@deck:0/0 ", "@DECK:0 / 0   ").replace("3 3 S 5", "3,3 s {a comment}5")
    piles = [line for line in text.splitlines(keepends=True) if line[0] == "@"]
    rest = [line for line in text.splitlines(keepends=True) if line[0] != "@"]
    canonical = exported(PILES)[1]
    assert without_hash(canonical) == PILES
    for at in (10, 12, len(rest) - 1, len(rest)):
        [race], back = exported("".join([*rest[:at], *piles[::-1], *rest[at:]]))
        assert race.findings == []
        assert uncommented(back) == canonical


def test_comments_keep_their_tokens():
    text = RACE.replace("boost; cool 1 gear", "boost {0.5; = }; cool 1 gear {é}")
    assert exported(text)[1] == text


def test_many_races_in_one_file():
    races, back = exported(RACE + "\n{between}\n\n" + PILES + RACE)
    assert [race.findings for race in races] == [[], [], []]
    assert without_hash(back) == without_hash(RACE) + "{between}\n" + PILES + without_hash(RACE)
    assert [race.turns for race in races] == [6, 6, 6]


def test_lines_and_columns_count_from_one_behind_all_that_is_skipped():
    text = RACE.replace("   red g2 0 2; boost", "\t  red {boots} g2 0 2; boots").replace("\n", "\r\n")
    assert [(line, column) for line, column, _ in findings(f"\ufeff\r\n{{x}}\r\n{text}")] == [(15, 24)]


def test_an_empty_file_has_no_race():
    assert read("") == read("\n \n\r\n") == []
    assert read("{only a comment}\n") == []
