import math
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean

import pytest

from heatcli.errors import SetupError
from heatcli.tournament.sprt import LEAST, Row, Sprt, llr, pair_score, read_sprt, score_of, verdict

USUAL = Sprt(0, 20, 0.05, 0.05, "place")

A, B, C = Row(1, 9), Row(2, 6), Row(3, 4)


def test_what_is_left_out_is_as_usual():
    assert read_sprt("") == USUAL
    assert read_sprt("elo0=0 elo1=20 alpha=0.05 beta=0.05 metric=place") == USUAL


def test_keys_stand_in_any_order_with_commas_or_spaces():
    asked = Sprt(-5, 10.5, 0.01, 0.1, "win")
    assert read_sprt("metric=win,beta=.1, alpha=1e-2 elo1=10.5 elo0=-5") == asked
    assert read_sprt(" metric=win  elo0=-5,,elo1=+10.5 alpha=0.01,beta=0.1 ") == asked


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("elo2=5", "no key 'elo2'; elo0, elo1, alpha, beta, metric are right"),
        ("=5", "no key ''; elo0"),
        ("elo0=0 elo0=0", "elo0 stands twice; once is right"),
        ("elo1", "elo1 '' is no number; one such as 20 is right"),
        ("elo1=much", "elo1 'much' is no number"),
        ("elo1=nan", "elo1 'nan' is no number"),
        ("alpha=inf", "alpha 'inf' is no number; one such as 0.05 is right"),
        ("elo1=1e999", "elo1 '1e999' is no number"),
        ("elo1=1_0", "elo1 '1_0' is no number"),
        ("elo1=٣", "elo1 '٣' is no number"),
        ("elo1=0x10", "is no number"),
        ("elo1=1=2", "elo1 '1=2' is no number"),
        ("elo0=20", "elo0 20 and elo1 20; elo0 less than elo1 is right"),
        ("elo0=5 elo1=-5", "elo0 5 and elo1 -5; elo0 less than elo1 is right"),
        ("elo1=1001", "elo1 1001; -1000 to 1000 is right"),
        ("alpha=0", "alpha 0; more than 0 and less than 0.5 is right"),
        ("alpha=-0.1", "alpha -0.1; more than 0"),
        ("beta=0.5", "beta 0.5; more than 0 and less than 0.5 is right"),
        ("metric=luck", "metric 'luck'; place, points or win is right"),
        ("metric", "metric ''; place, points or win is right"),
    ],
)
def test_what_cannot_be_tested_gets_one_sentence(text: str, sentence: str):
    with pytest.raises(SetupError) as caught:
        read_sprt(text)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("sprt: ")
    assert "\n" not in str(caught.value)


def test_the_expected_score_is_that_of_elo():
    assert score_of(0) == 0.5
    assert score_of(400) == pytest.approx(10 / 11)
    for points in (-700, -35.5, 1, 20, 250):
        assert score_of(points) == pytest.approx(1 / (1 + 10 ** (-points / 400)), rel=1e-12)
    assert score_of(-1e9) == 0
    assert score_of(1e9) == 1


def test_the_ratio_is_that_of_two_normal_means():
    scores = [0.4, 0.6, 0.5, 0.8] * 50
    mean = fmean(scores)
    variance = (sum((x - mean) ** 2 for x in scores) + 0.5) / 200
    low, high = score_of(0), score_of(20)
    wanted = sum(((x - low) ** 2 - (x - high) ** 2) / (2 * variance) for x in scores)
    assert llr(scores, USUAL) == pytest.approx(wanted)
    assert llr([], USUAL) == 0


def test_equal_scores_have_a_variance_too():
    assert verdict([0.5] * 200, USUAL).accepted == "H0"
    assert verdict([1.0] * 200, USUAL).accepted == "H1"
    assert verdict([0.0] * 200, USUAL).accepted == "H0"


def test_nothing_is_accepted_before_the_thirtieth_block():
    lost = [0.0] * 100
    assert verdict([], USUAL) == (0, 0.0, math.log(0.05 / 0.95), math.log(0.95 / 0.05), "")
    for blocks in range(LEAST):
        assert verdict(lost[:blocks], USUAL)[0::4] == (blocks, "")
    assert verdict(lost, USUAL)[0::4] == (LEAST, "H0")


def test_the_first_answer_stands_whatever_comes_later():
    rng = Random("later")
    scores = [rng.gauss(score_of(20), 0.15) for _ in range(3000)]
    answer = verdict(scores, USUAL)
    assert answer.accepted == "H1"
    assert answer.blocks > LEAST
    assert answer.llr == llr(scores[: answer.blocks], USUAL) >= answer.high
    assert verdict(scores[: answer.blocks] + [0.0] * 5000, USUAL) == answer
    before = verdict(scores[: answer.blocks - 1], USUAL)
    assert before.accepted == ""
    assert before.low < before.llr < before.high


def test_bounds_are_those_of_the_error_rates():
    answer = verdict([], read_sprt("alpha=0.01 beta=0.2"))
    assert answer.low == pytest.approx(math.log(0.2 / 0.99))
    assert answer.high == pytest.approx(math.log(0.8 / 0.01))


def test_the_score_by_place_is_a_share_of_pairs():
    assert pair_score("place", [A], [B]) == 1
    assert pair_score("place", [B], [A]) == 0
    assert pair_score("place", [B], [Row(2, 6)]) == 0.5
    assert pair_score("place", [A, C], [B]) == 0.5
    assert pair_score("place", [B, C], [A, Row(2, 6)]) == 0.125


def test_the_score_by_points_is_their_mean_difference():
    assert pair_score("points", [A], [B]) == pytest.approx(0.5 + 3 / 18)
    assert pair_score("points", [A, C], [B]) == pytest.approx(0.5 + 0.5 / 18)
    assert pair_score("points", [A], [Row(6, 0)]) == 1
    assert pair_score("points", [Row(2, 0)], [Row(1, 25)]) == 0  # a scale of the race's own


def test_the_score_by_wins_is_who_won():
    assert pair_score("win", [A, C], [B]) == 1
    assert pair_score("win", [B, C], [A]) == 0
    assert pair_score("win", [B], [C]) == 0.5
    assert pair_score("win", [A, Row(1, 9)], [B]) == 1
    assert pair_score("win", [A, Row(1, 9)], [Row(1, 9)]) == 0.5


@pytest.mark.parametrize("metric", ["place", "points", "win"])
def test_the_scores_of_both_bots_add_up_to_1(metric: str):
    rng = Random(metric)
    for _ in range(200):
        cars = [Row(place := rng.randint(1, 6), (9, 6, 4, 3, 2, 1)[place - 1]) for _ in range(6)]
        cut = rng.randint(1, 5)
        mine, its = pair_score(metric, cars[:cut], cars[cut:]), pair_score(metric, cars[cut:], cars[:cut])
        assert mine + its == pytest.approx(1)
        assert 0 <= mine <= 1


Blocks = Callable[[Random, float], Iterator[float]]


def duels(shared: float) -> Blocks:
    """Blocks of two races of two cars, so many of which end with a shared place."""

    def race(rng: Random, score: float) -> float:
        return 0.5 if rng.random() < shared else float(rng.random() < (score - shared / 2) / (1 - shared))

    def blocks(rng: Random, score: float) -> Iterator[float]:
        while True:
            yield (race(rng, score) + race(rng, score)) / 2

    return blocks


def fields(spread: float) -> Blocks:
    """Blocks of six cars, whose means are nearly normal."""

    def blocks(rng: Random, score: float) -> Iterator[float]:
        while True:
            yield min(1.0, max(0.0, rng.gauss(score, spread)))

    return blocks


def errors(blocks: Blocks, sprt: Sprt, matches: int, seed: str) -> tuple[float, float]:
    """How often H1 was accepted where H0 is true, and H0 where H1 is."""
    rng = Random(seed)
    shares = []
    for elo, wrong in ((sprt.elo0, "H1"), (sprt.elo1, "H0")):
        answers = [decided(blocks(rng, score_of(elo)), sprt) for _ in range(matches)]
        shares.append(answers.count(wrong) / matches)
    return shares[0], shares[1]


def decided(blocks: Iterator[float], sprt: Sprt) -> str:
    answer = verdict(blocks, sprt)  # it stops asking at the answer
    assert answer.accepted
    assert answer.blocks >= LEAST
    return answer.accepted


MATCHES = [
    pytest.param(duels(0.3), 20, id="duels that often end with a shared place", marks=pytest.mark.long),
    pytest.param(duels(0.1), 40, id="duels", marks=pytest.mark.long),
    pytest.param(duels(0), 100, id="short duels"),
    pytest.param(fields(0.1), 20, id="fields"),
    pytest.param(fields(0.2), 20, id="fields far apart", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("blocks", "elo1"), MATCHES)
def test_wrong_answers_are_as_rare_as_asked_for(blocks: Blocks, elo1: float, request: pytest.FixtureRequest):
    found = errors(blocks, USUAL._replace(elo1=elo1), 2000, request.node.callspec.id)
    print(request.node.callspec.id, found)
    assert max(found) <= 1.25 * 0.05
