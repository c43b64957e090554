"""What is wrong with a record is said in one sentence, with line and column; and starts from positions."""

import pytest

from heatcli.core import ranking
from heatcli.core.audit import audit
from heatcli.core.names import FINISHED, RACING, RETIRED
from heatcli.record.position import read_position, write_car
from tests.record.kit import PILES, RACE, exported, findings, from_position, read, without_hash

CARS = {"red": "3/0 hand 1 2 deck 3 4", "blue": "140/0 finished 1", "gray": "5/1"}
FROM_CARS = (
    without_hash(RACE)
    .split("1. blue")[0]
    .replace("max_rounds=2", "max_rounds=9")
    .replace('[Seat "red"', '[Round "9"]\n[Seat "red"')
)

WRONG = [
    # tokens
    (RACE, "g3 2 4 S", "g3 2 4 5", 12, 9, "5 is not in the hand, 1 2 2 2 3 4 S"),
    (RACE, "g3 2 4 S", "g3 2 4 9", 12, 9, "'9' is no card; codes are such as"),
    (RACE, "g3 2 4 S", "g4 2 4 S", 12, 9, "gear 4 is out of reach from gear 1; within reach: 1, 2, 3"),
    (RACE, "boost; cool", "fly; cool", 13, 16, "'fly' is no verb; there are"),
    (RACE, "boost; cool", "slip 2; boost; cool", 13, 16, "slip is not open at step slip; open: pass"),
    (RACE, "g4 1 2 S S; boost", "boost; g4 1 2 S S", 15, 9, "blue has to decide here: plan"),
    (RACE, "g4 1 2 S S; boost", "g4 1 2 S S; boost; boost", 15, 28, "boost is not open at step react; open: pass"),
    (RACE, "boost; cool 1 gear", "boost;; cool 1 gear", 13, 22, "an empty token; one ; between tokens is right"),
    (RACE, "g3 2 4 S", "g3 2 4 S!late", 12, 17, "!late: one of illegal, timeout"),
    (
        RACE,
        "g3 2 4 S",
        "g3 2 4 S!timeout",
        12,
        9,
        "!timeout: what the referee chooses is the first legal action, `g1 1`",
    ),
    (RACE, "g3 2 4 S", "g3 2 4 S!", 12, 17, "!: one of illegal, timeout"),
    (RACE, "legend 8", "legend 9", 16, 9, "the Legend drives by `legend 8`"),
    (RACE, "legend 8", "boost", 16, 9, "the Legend drives by `legend 8`"),
    # lines
    (RACE, "2. blue", "3. blue", 15, 1, "round 3: round 2 is right here"),
    (RACE, "1. blue", "0. blue", 12, 1, "round 0: round 1 is right here"),
    (RACE, "   red g2 0", "   teal g2 0", 13, 4, "'teal': no such car; red, blue, gray are there"),
    (RACE, "   gray legend 8", "   blue g1 1 = 1/0\n   gray legend 8", 16, 4, "blue has two lines in this round"),
    (RACE, "   gray legend 11 = 9/1 #799bf0\n", "", 14, 1, "gray's turn comes before this one, and has no line"),
    (RACE, "   gray legend 8 = 17/0 #0e668a\n", "", 16, 1, "gray's turn comes before this one, and has no line"),
    (RACE, "   red g2 5 S; discard 1 = 13/0 g2 v9 e4 #14c48f\n", "", 16, 1, "red has to decide in this round (plan)"),
    (RACE, "   red g2 5 S; discard 1 =", "   red g2 5 S =", 17, 31, "the turn comes to"),
    (
        RACE,
        "   red g2 5 S; discard 1 = 13/0 g2 v9 e4 #14c48f",
        "   red",
        17,
        1,
        "red has to decide in this round (plan)",
    ),
    (RACE, "Result", "3. red g1 1 = 1/0\nResult", 18, 1, "the race is over; its result is right here"),
    (RACE, "   gray legend 8", "   ;", 16, 4, "';': no such car"),
    (RACE, "   gray legend 8", "   {gray", 16, 4, "a comment is closed with } on its own line"),
    (RACE, "   gray legend 8", "   gray} legend 8", 16, 8, "no comment is open here"),
    (RACE, "   gray legend 8 = 17/0", "   = 17/0", 16, 4, "a line is a turn, a pile (@), a result or a comment in {}"),
    (RACE, "1. blue", "blue g1 1", 12, 6, "'g3' is no card"),
    # checks
    (RACE, "= 17/0 #", "= 18/0 #", 16, 20, "the turn comes to 17/0 #0e668a"),
    (RACE, "#0e668a", "#a44f3f", 16, 25, "the turn comes to 17/0 #0e668a"),
    (RACE, "g2 v9", "g3 v9", 17, 33, "the turn comes to 13/0 g2 v9 e4 #14c48f"),
    (RACE, "g2 v9", "g2 v-", 17, 36, "the turn comes to 13/0 g2 v9 e4 #14c48f"),
    (RACE, "e4 #", "e5 #", 17, 39, "the turn comes to 13/0 g2 v9 e4 #14c48f"),
    (RACE, "e4 #14c48f", "e4 x", 17, 42, "'x': distance/spot gN vN eN #6hex is right"),
    (RACE, "e4 #14c48f", "e4 e4", 17, 42, "'e4': distance/spot gN vN eN #6hex is right"),
    (RACE, "= 17/0 #0e668a", "=", 16, 18, "nothing behind =; distance/spot is right"),
    # results
    (RACE, "blue gray red;", "gray blue red;", 18, 9, "blue gray red is right"),
    (RACE, "blue gray red;", "-;", 18, 9, "blue gray red is right"),
    (RACE, "; rounds", "; finished", 18, 24, "rounds is right"),
    (RACE, "; rounds", "", 18, 8, "the colours, a ; and how the race ended are right"),
    (RACE, "rounds\n", "rounds\nResult: -; aborted\n", 19, 1, "the race has ended with its result; a head begins"),
    (RACE, "rounds\n", "rounds\nred g1 1\n", 19, 1, "the race has ended with its result; a head begins the next"),
    # piles
    (RACE, "1. blue", "@deck:0/0 1\n1. blue", 12, 1, "a record with a seed has no piles"),
    (PILES, "@deck:1/0 1 4", "@deck:1/0 4 4", 12, 1, "@deck:1/0 has other cards than the pile shuffled here"),
    (PILES, "@deck:1/0 1 4", "@deck:1/0 9 4", 12, 11, "'9' is no card"),
    (PILES, "@legends/0 8 7", "@legends/0 7 7", 13, 1, "@legends/0 has other cards than the pile shuffled here"),
    (PILES, "@legends/0 8 7", "@legends/0 8 10", 13, 14, "'10': a Legend card is 0 to 9"),
    (PILES, "@legends/0 8 7", "@legends/0 S 7", 13, 12, "'S': a Legend card is 0 to 9"),
    (PILES, "@legends/0 8 7 1 4 0 2 3 6 9 5\n", "", 13, 1, "@legends/0 is needed here"),
    (PILES, "@deck:1/0", "@deck:1/1", 12, 1, "@deck:1/0 is needed here"),
    (PILES, "@deck:1/0", "@deck:2/0", 12, 1, "@deck:2: no such pile; there are deck:0, deck:1, legends, weather"),
    (PILES, "@deck:1/0", "@deck:1", 12, 1, "@pile/number and its cards are right, such as @deck:0/1 4 S 1"),
    (PILES, "@legends/0", "@deck:0/0 3\n@legends/0", 11, 1, "@deck:0/0 stands twice, in lines 11 and 13"),
    (PILES, "1. red", "@deck:1/1 1 2\n1. red", 14, 1, "@deck:1/1 is never needed"),
    # positions
    (FROM_CARS, CARS, {"red": "3"}, 12, 1, "car red: '3': distance/spot is right, such as 33/0"),
    (FROM_CARS, CARS, {"red": "5/1"}, 14, 1, "car gray: 5/1: another car stands there"),
    (FROM_CARS, CARS, {"gray": "999/0"}, 14, 1, "car gray: distance 999: "),
    (FROM_CARS, CARS, {"gray": "5/1 g5"}, 14, 1, "car gray: gear 5: 1 to 4 is right"),
    (FROM_CARS, CARS, {"gray": "5/1 x"}, 14, 1, "car gray: 'x': gear (g3), engine (e4) or a pile"),
    (FROM_CARS, CARS, {"red": "3/0 hand 1 9"}, 12, 1, "car red: '9' is no card"),
    (FROM_CARS, CARS, {"red": "3/0 hand" + " 1" * 41}, 12, 1, "car red: hand: 41 cards; up to 40 are right"),
    (FROM_CARS, CARS, {"blue": "140/0 finished 2"}, 12, 1, "places: finished 1, 2, … from the first and retired"),
    (FROM_CARS, CARS, {"blue": "140/0 retired 1"}, 12, 1, "places: finished 1, 2, … from the first and retired"),
    (FROM_CARS, CARS, dict.fromkeys(CARS, "140/0 finished 1"), 12, 1, "places: finished 1, 2"),
    (
        FROM_CARS,
        CARS,
        {"red": "1/0 retired 3", "gray": "1/0 retired 2"},
        12,
        1,
        "no car races any more",
    ),
]


def text_with(text, old, new):
    """A record with a piece changed, or with the cars of a position, some of them changed."""
    if isinstance(old, str):
        assert text.count(old) == 1
        return text.replace(old, new)
    return text + "".join(f'[Car "{colour}" "{new.get(colour, car)}"]\n' for colour, car in old.items())


@pytest.mark.parametrize(("text", "old", "new", "line", "column", "says"), WRONG)
def test_the_first_finding_names_what_is_wrong(text, old, new, line, column, says):
    found = findings(text_with(text, old, new) + "9. red g1 1\n" * (old is CARS))
    assert found[0][:2] == (line, column), found
    assert found[0].text.startswith(says)
    assert "\n" not in found[0].text


def test_a_wrong_check_alone_is_the_only_finding():
    """The race is driven on; where the lines behind differ too, it is left."""
    assert len(findings(RACE.replace("= 17/0 #", "= 18/0 #").replace("#2afa1f", "#ac3811"))) == 1
    [alone] = findings(RACE.replace("= 17/0 #", "= 18/0 #"))
    assert alone.text == "the turn comes to 17/0 #0e668a"
    [left] = findings(RACE.replace("cool 1 gear; ", ""))
    assert (left.line, left.text.endswith("; the lines behind it differ too")) == (13, True)


def test_two_wrong_checks_apart_are_two_findings():
    found = findings(RACE.replace("#6c8d4c", "#c62b63").replace("#799bf0", "#ae031f"))
    assert [finding.line for finding in found] == [12, 14]


def test_all_lines_that_cannot_be_read_are_named():
    text = RACE.replace("= 9/0 g3", "= 9 g3").replace("= 17/0", "= 17/2").replace("; rounds", "")
    assert [(found.line, found.column) for found in findings(text)] == [(12, 33), (16, 20), (18, 8)]


@pytest.mark.parametrize("why", ["aborted", "interrupted"])
def test_a_race_that_is_not_over_has_no_places(why):
    short = RACE[: RACE.index("2. blue")]
    text = f"{short}Result: -; {why}\n"
    [race], back = exported(text)
    assert race.findings == []
    assert (race.cut, race.why, back) == (False, why, text)
    [finding] = findings(f"{short}Result: blue gray red; rounds\n")
    assert (finding.line, finding.column, finding.text) == (15, 9, "the race is not over: - is right")
    [finding] = findings(f"{short}Result: -; finished\n")
    assert finding[:2] == (15, 12)
    assert finding.text == "aborted or interrupted is right"


def test_without_a_head():
    [finding] = findings("1. red g1 1\n")
    assert finding == (1, 1, 'a race begins with its head; [Heat "1"] is right')
    assert findings("hello, world") == findings("hello\n") == [finding]


def test_a_head_alone_is_a_race_that_has_not_begun():
    [race] = read(RACE[: RACE.index("1. blue")])
    assert (race.findings, race.cut, race.turns, race.last) == ([], True, 0, None)


def test_plans_not_written_are_guessed():
    """The first car has driven, the others' plans were secret: go on from the start of the round."""
    [race] = read(RACE[: RACE.index("   red g2 0")])
    assert (race.findings, race.cut, race.guessed, race.turns) == ([], True, True, 1)
    assert race.last == (12, 1, "blue")
    assert race.round_start.round == 1
    [race] = read(RACE[: RACE.index("2. blue")])
    assert (race.guessed, race.last) == (False, (14, 1, "gray"))


def test_a_position_with_cars_that_are_out():
    """Round 9 of 9: who finished or retired before keeps its place; `last` and lines count from here."""
    [race] = read(text_with(FROM_CARS, CARS, {}))
    assert race.findings == []
    state = race.game.state
    assert (state.round, state.done, state.order) == (9, (1,), (2, 0))
    assert [car.status for car in state.cars] == [RACING, FINISHED, RACING]
    assert audit(state) == []
    assert exported(text_with(FROM_CARS, CARS, {}))[1].count("[Car ") == 3
    [race] = read(text_with(FROM_CARS, CARS, {"gray": "2/0 retired 3"}))
    assert race.findings == []
    assert race.game.state.order == (0,)
    assert race.game.state.cars[2].status == RETIRED


def test_a_race_from_a_position_to_its_end():
    out = {"gray": "2/0 retired 3"}
    text = text_with(FROM_CARS, CARS, out) + "9. red g1 1 = 4/0\nResult: blue red gray; rounds\n"
    assert findings(text) == []
    places = ranking.outcome(read(text)[0].game.state)
    assert [(p.seat, p.why) for p in places] == [(1, "finished"), (0, "rounds"), (2, "retired")]


@pytest.mark.parametrize("number", range(20))
def test_positions_are_written_as_they_are_read(number):
    text, game = from_position(number)
    spec = game.spec
    state = read_position(spec, game.header.cars, "any", game.header.round - 1, weather=game.header.weather)
    assert {s.colour: write_car(car, spec.catalogue) for s, car in zip(spec.seats, state.cars, strict=True)} == (
        game.header.cars
    )
    assert exported(without_hash(text).replace('[Car "', '[\tCAR\t"'))[1] == text
