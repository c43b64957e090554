"""Why an action is refused: the sentence says what would be right."""

import pytest

from heatcli.core.check import check
from heatcli.core.names import COLOURS, HEAT
from heatcli.core.specs import Seat, Spec
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import DataError, SetupError
from heatcli.record.tokens import read_token
from tests.scenario import Scenario, race


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("g4 1 1 2 3", "gear 4 is out of reach from gear 1; within reach: 1, 2"),
        ("g3 1 1 2", "gear 3 is out of reach from gear 1; its 1 Heat cannot be paid; within reach: 1, 2"),
        ("g2 1 4", "4 is not in the hand, 1 1 2 3 H H H"),
        ("g2 2 2", "2 is not that often in the hand, 1 1 2 3 H H H"),
        ("g2 1", "gear 2 takes 2 cards, not 1"),
        ("g2 1 H", "Heat is played only with a cluttered hand, and then with every card that is no Heat (SPEC 3.2.3)"),
        ("boost", "boost is not open at step plan; open: a gear with its cards"),
    ],
)
def test_a_plan(text, says):
    """SPEC 3.1.1, 3.1.2, 3.2.1, 3.2.2"""
    s = race(red="20/0 g1 e0 hand 1 1 2 3 H H H", blue="30/0")
    assert check(s.state, 0, read_token(text, s.spec.catalogue)) == says


def test_who_is_not_asked():
    """SPEC 2.1"""
    s = race(red="20/0 g1 e0 hand 1 1 2 3", blue="30/0 hand 1").act("blue", "g1 1")
    assert check(s.state, 1, (3,)) == "seat 1 has nothing to decide now; the race waits for seat 0"


def refusal(s: Scenario, colour: str, text: str) -> str | None:
    """Why this token of this car is refused now."""
    return check(s.state, s.colours.index(colour), read_token(text, s.spec.catalogue))


def test_p01_a_plan_is_refused_when_it_is_given_and_the_others_stay():
    """SPEC 3.1.1, 2.1: the one who errs is still asked, and only it."""
    s = race(red="20/0 hand 1 1 2 3", blue="30/0 hand 1 2", green="40/0 hand 1 2")
    assert refusal(s, "red", "g4 1 1 2 3") == "gear 4 is out of reach from gear 1; within reach: 1, 2"
    s.act("blue", "g1 1").act("green", "g1 2")
    assert (s.asked(), s.step()) == (["red"], "plan")
    assert [s.car(colour).plan for colour in ("blue", "green")] == [(0, 1, 1), (0, 1, 2)]


def test_t27_a_shift_that_cannot_be_paid_is_refused_with_the_plan():
    """SPEC 3.1.2, R3.6: nothing happens to the cards."""
    s = race(red="20/0 g2 e0 hand 1 1 2 3", blue="30/0")
    says = "gear 4 is out of reach from gear 2; its 1 Heat cannot be paid; within reach: 1, 2, 3"
    assert refusal(s, "red", "g4 1 1 2 3") == says
    assert (s.cards("red", "hand"), s.cards("red", "discard"), s.gear("red")) == ("1 1 2 3", "", 2)


def test_p14_a_plan_that_is_given_is_not_changed():
    """SPEC 2.1: one answer to a request; what comes later is refused, and the first one is driven."""
    s = race(red="20/0 g1 hand 1 2", blue="30/0 g1 hand 1")
    s.act("red", "g1 1")
    assert refusal(s, "red", "g1 2") == "seat 0 has nothing to decide now; the race waits for seat 1"
    s.act("blue", "g1 1").rest("blue")
    assert s.at("red") == 21


def test_p19_an_answer_out_of_turn_is_refused():
    """SPEC 2.1: blue reacts."""
    s = race(red="20/0 g1 hand 1", blue="30/0 g1 hand 1").act("red", "g1 1").act("blue", "g1 1")
    assert refusal(s, "red", "pass") == "seat 0 has nothing to decide now; the race waits for seat 1"
    assert s.legal("blue")[0] == "pass"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("slip 2", "slip is not open at step discard; open: pass, discard"),
        ("discard H", "this discard is not open now"),
        ("discard 4", "4 is not in the hand, 1 2 H"),
        ("refresh U34", "refresh is not open at step discard; open: pass, discard"),
        ("retire", "retire is not open at step discard; open: pass, discard"),
    ],
)
def test_b25_an_action_of_another_step_is_refused_and_the_race_goes_on(text, says):
    """SPEC N.2"""
    s = race(red="20/0 g1 hand 1 1 2 H").act("red", "g1 1", "pass", "pass")
    assert refusal(s, "red", text) == says
    s.act("red", "discard 2")
    assert s.step() == "plan"


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("pay U34", "pay is not open at step react; open: scrap, boost"),
        ("pass", "pass is not open at step react; open: scrap, boost"),
        ("scrap U25", "this scrap is not open now"),
    ],
)
def test_b25_what_is_due_is_named(token, says):
    """SPEC 3.5.3"""
    s = race(red="20/0 g1 e1 hand U24", blue="0/0 g1 hand 1").act("red", "g1 U24").act("blue", "g1 1")
    assert refusal(s, "red", token) == says


@pytest.mark.parametrize(
    ("cars", "says"),
    [
        ((), "0 cars: a race has 1 to 12"),
        ((*COLOURS, "red"), "13 cars: a race has 1 to 12"),
        (("red", "red"), "seat 1: a second red car; every car has its own colour"),
        (("mauve",), "seat 0: no colour 'mauve'; there are " + ", ".join(COLOURS)),
    ],
)
def test_p07_wrong_starts_are_refused_in_one_sentence(cars, says):
    """SPEC 1.1"""
    with pytest.raises(SetupError) as error:
        Spec(load.load_track("usa"), [Seat(c) for c in cars], load.catalogue(), load.legends())
    assert str(error.value) == says


def test_p07_a_board_that_is_not_there():
    """SPEC 13.1"""
    with pytest.raises(DataError, match=r"^track 'nurburg': unknown; there are .*usa"):
        Library().track("nurburg")


def test_n10_events_tell_all_that_happened():
    """SPEC chapter E: flips in order, Heat by reason and line, the Stress of a spin out, where a lost Heat lay."""
    s = race(red="9/0 g3 e4 hand S 5 5 1 deck S H S 3 4 4 4 4", weather="cloud overheat weather weather weather")
    s.act("red", "g4 1 5 5 S", "pass", "pass")
    code = s.spec.catalogue.codes
    assert [code[card] for _, card in s.events("flip")] == ["S", "H", "S", "3"]
    assert s.events("corner") == [(0, 1, 7, 14, 8)]  # 7 over the limit, and one for the token
    assert s.events("pay") == [(0, "corner", 4, 1)]
    assert s.events("spin") == [(0, 1, 4, 2, 11, 0)]
    cooker = race("nederland", event="pressure-cooker", red="54/0 g1 hand 1 H").act("red", "g1 1", "pass", "pass")
    assert cooker.events("removed") == [(0, "hand", (HEAT,))]
