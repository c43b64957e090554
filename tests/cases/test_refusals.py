"""Why an action is refused: the sentence says what would be right."""

import pytest

from heatcli.core.check import check
from heatcli.record.tokens import read_token
from tests.scenario import race


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
