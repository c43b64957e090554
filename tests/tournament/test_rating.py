import math
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise, repeat
from multiprocessing import get_context
from random import Random

import pytest

from heatcli.tournament.rating import (
    FEWEST,
    MOST,
    PRIOR,
    UNKNOWN,
    Evidence,
    Ranking,
    bootstrap,
    elo,
    evidence,
    resamples_for,
    strengths,
    total,
)

PLANTED = (1.0, 0.5, 0.25, -0.25, -0.5, -1.0)


def raced(rng: Random, planted: Sequence[float], bots: Sequence[int] | None = None) -> list[list[int]]:
    """A race by chance: each bot's number is its strength and a Gumbel number, the highest wins."""
    cars = range(len(planted)) if bots is None else bots
    numbers = {bot: planted[bot] - math.log(-math.log(1 - rng.random())) for bot in cars}
    return [[bot] for bot in sorted(numbers, key=lambda bot: -numbers[bot])]


def blocks_of(seed: str, planted: Sequence[float], blocks: int, races: int = 6) -> list[Evidence]:
    rng = Random(seed)
    return [evidence(raced(rng, planted) for _ in range(races)) for _ in range(blocks)]


def swapped(rankings: Sequence[Ranking]) -> list[Ranking]:
    other = {0: 1, 1: 0}
    return [[[other.get(bot, bot) for bot in group] for group in ranking] for ranking in rankings]


def test_evidence_counts_picks_and_the_pools_they_were_made_from():
    assert evidence([[[2], [0], [1]]]) == ({2: 1, 0: 1}, {(0, 1, 2): 1, (0, 1): 1})


def test_cars_with_equal_places_are_picks_from_one_pool():
    assert evidence([[[1], [2, 0], [3]]]) == ({1: 1, 2: 1, 0: 1}, {(0, 1, 2, 3): 1, (0, 2, 3): 2})
    assert evidence([[[0, 1]]]) == ({0: 1, 1: 1}, {(0, 1): 2})


def test_a_bot_with_two_cars_stands_in_the_pool_twice():
    assert evidence([[[0], [1], [0]]]) == ({0: 1, 1: 1}, {(0, 0, 1): 1, (0, 1): 1})


def test_a_pick_among_cars_of_one_bot_tells_nothing():
    assert evidence([[[1], [0], [0]], [[2]], [], [[], []]]) == ({1: 1}, {(0, 0, 1): 1})


def test_the_sum_of_evidence_is_the_evidence_of_all_races():
    rng = Random("sum")
    races = [raced(rng, PLANTED) for _ in range(20)]
    assert total(evidence([race]) for race in races) == evidence(races)
    assert total([]) == ({}, {})


def test_weights_are_how_often_races_count():
    one, two, three = [[[0], [1], [2]]], [[[2, 1], [0]]], [[[1], [2]]]
    weighted = total([evidence(one), evidence(two), evidence(three)], [2, 0, 3])
    assert weighted == evidence(one * 2 + three * 3)
    with pytest.raises(ValueError, match="shorter"):
        total([evidence(one)] * 2, [1])


def test_planted_strengths_are_found_again():
    found = strengths(total(blocks_of("planted", PLANTED, 2000)), 6)
    assert found == pytest.approx(PLANTED, abs=0.05)
    assert math.fsum(found) == pytest.approx(0, abs=1e-12)


def test_planted_strengths_are_found_when_not_all_bots_race_in_each_race():
    rng = Random("some")
    planted = [rng.gauss(0, 0.8) for _ in range(9)]
    mean = sum(planted) / 9
    found = strengths(evidence(raced(rng, planted, rng.sample(range(9), 4)) for _ in range(8000)), 9)
    assert found == pytest.approx([x - mean for x in planted], abs=0.1)


def test_two_bots_alone_have_the_odds_of_their_races():
    races = [[[0], [1]]] * 30 + [[[1], [0]]] * 10
    a, b = strengths(evidence(races), 2, prior=1e-9)
    assert a - b == pytest.approx(math.log(3), abs=1e-6)
    assert elo(a - b) == pytest.approx(190.85, abs=0.01)


def test_the_order_of_races_changes_no_bit():
    rng = Random("order")
    races = [raced(rng, PLANTED, rng.sample(range(6), rng.randint(2, 6))) for _ in range(200)]
    found = strengths(evidence(races), 6)
    for _ in range(5):
        rng.shuffle(races)
        assert strengths(evidence(races), 6) == found
        assert strengths(total(evidence([race]) for race in races), 6) == found


def test_bots_that_always_share_a_place_are_equal_to_the_last_bit():
    rng = Random("ties")
    races = [[[0, 1] if bot == 0 else [bot] for [bot] in raced(rng, PLANTED, (0, 2, 3, 4))] for _ in range(50)]
    found = strengths(evidence(races), 5)
    assert found[0] == found[1]
    assert strengths(evidence(swapped(races)), 5) == found


def test_a_change_of_names_changes_nothing_else():
    rng = Random("names")
    races = [raced(rng, PLANTED) for _ in range(50)]
    found = strengths(evidence(races), 6)
    assert strengths(evidence(swapped(races)), 6) == [found[1], found[0], *found[2:]]


def test_a_race_in_which_all_share_one_place_tells_that_they_are_equal():
    assert strengths(evidence([[[0, 1, 2]]]), 3) == [0.0, 0.0, 0.0]


def test_a_bot_that_always_wins_has_a_finite_strength():
    rng = Random("always")
    races = [[[0], *raced(rng, PLANTED, (1, 2, 3))] for _ in range(360)]
    found = strengths(evidence(races), 4)
    assert 5 < found[0] < 12
    assert slope(evidence(races), found) == pytest.approx([0.0] * 4, abs=1e-4)


def test_bots_in_one_order_always_have_finite_strengths_in_that_order():
    found = strengths(evidence([[[bot] for bot in range(12)]] * 100), 12)
    assert all(a > b + 1 for a, b in pairwise(found))
    assert abs(found[0]) < 100


def slope(told: Evidence, logs: Sequence[float]) -> list[float]:
    """How the log-likelihood of races and prior changes with each strength, at the factor the prior asks for."""
    low, high = -50.0, 50.0
    for _ in range(200):
        factor = (low + high) / 2
        if sum(math.tanh((x + factor) / 2) for x in logs) < 0:
            low = factor
        else:
            high = factor
    at = [math.exp(x + factor) for x in logs]
    return [
        told.picks.get(bot, 0)
        + PRIOR * (1 - s) / (1 + s)
        - sum(n * s * pool.count(bot) / sum(at[i] for i in pool) for pool, n in told.pools.items())
        for bot, s in enumerate(at)
    ]


def test_the_fit_is_where_the_likelihood_is_level():
    told = total(blocks_of("level", PLANTED, 10))
    assert slope(told, strengths(told, 6)) == pytest.approx([0.0] * 6, abs=1e-6)


def test_where_the_search_starts_does_not_matter():
    told = total(blocks_of("start", PLANTED, 10))
    assert strengths(told, 6, start=[-5, 3, 0, 9, 1, -2]) == pytest.approx(strengths(told, 6), abs=1e-8)


def test_a_bot_without_a_race_has_0():
    assert strengths(evidence([]), 3) == [0.0, 0.0, 0.0]
    assert strengths(evidence([]), 0) == []
    first, alone, second = strengths(evidence([[[0], [2]], [[1]]]), 3)
    assert (first > 0, alone, second) == (True, 0.0, -first)


def test_a_bot_in_two_seats_is_no_stronger_for_it():
    rng = Random("seats")
    cars = (0, 0, 1, 2)  # as bots; planted by car
    planted = (0.4, 0.4, 0.0, -0.4)
    races = [[[cars[car]] for [car] in raced(rng, planted)] for _ in range(6000)]
    mean = (0.4 + 0.0 - 0.4) / 3
    assert strengths(evidence(races), 3) == pytest.approx([0.4 - mean, -mean, -0.4 - mean], abs=0.06)


def test_strengths_agree_with_choix():
    choix = pytest.importorskip("choix", reason="choix is not installed; it is a second opinion only")
    rng = Random("choix")
    for bots in (3, 6, 10):
        planted = [rng.gauss(0, 0.7) for _ in range(bots)]
        races = [raced(rng, planted, rng.sample(range(bots), rng.randint(2, min(6, bots)))) for _ in range(500)]
        theirs = [float(x) for x in choix.ilsr_rankings(bots, [[bot for [bot] in race] for race in races])]
        mean = sum(theirs) / bots
        assert strengths(evidence(races), bots, prior=1e-7) == pytest.approx([x - mean for x in theirs], abs=1e-3)


def test_the_same_seed_gives_the_same_intervals():
    blocks = blocks_of("again", PLANTED, 20)
    once = bootstrap(blocks, 6, 100, "a")
    assert bootstrap(blocks, 6, 100, "a") == once
    assert bootstrap(blocks, 6, 100, "b") != once
    assert all(low < x < high for (low, high), x in zip(once, strengths(total(blocks), 6), strict=True))


def test_less_than_two_blocks_tell_no_interval():
    assert bootstrap([], 2, 100, "") == [UNKNOWN, UNKNOWN]
    assert bootstrap(blocks_of("one", PLANTED, 1), 6, 100, "") == [UNKNOWN] * 6


def test_a_bot_without_a_race_has_no_interval():
    first, second, alone = bootstrap([evidence([[[0], [1]]]), evidence([[[1], [0]]])], 3, 100, "")
    assert alone == UNKNOWN
    assert first.low < 0 < first.high
    assert second.low < 0 < second.high


def test_equal_blocks_leave_no_doubt():
    blocks = blocks_of("equal", PLANTED, 1) * 5
    for (low, high), x in zip(bootstrap(blocks, 6, 100, ""), strengths(total(blocks), 6), strict=True):
        assert low == pytest.approx(x, abs=1e-3)
        assert high == pytest.approx(x, abs=1e-3)


def test_fewer_resamples_are_made_of_many_pools():
    assert resamples_for([]) == MOST
    assert resamples_for(blocks_of("few", PLANTED, 60)) == MOST
    rng = Random("many")
    many = [evidence([raced(rng, [0.0] * 30, rng.sample(range(30), 6))]) for _ in range(1000)]
    assert FEWEST < resamples_for(many) < MOST
    assert resamples_for([Evidence({}, {(i, i + 1): 1 for i in range(20_000)})]) == FEWEST


def test_a_thousand_resamples_take_a_moment():
    blocks = blocks_of("time", PLANTED, 60)
    began = time.process_time()
    bootstrap(blocks, 6, 1000, "time")
    assert time.process_time() - began < 5  # 0.4 s on a common machine


def covered(tournament: int, resamples: int) -> int:
    """Of how many of six bots the interval has the planted strength."""
    rng = Random(f"covered/{tournament}")
    planted = [rng.gauss(0, 0.7) for _ in range(6)]
    mean = math.fsum(planted) / 6
    found = bootstrap(blocks_of(f"covered/{tournament}/races", planted, 60), 6, resamples, str(tournament))
    return sum(low <= x - mean <= high for (low, high), x in zip(found, planted, strict=True))


def test_intervals_cover_what_was_planted():
    share = sum(covered(tournament, 150) for tournament in range(40)) / (6 * 40)
    assert 0.95 - 4 * (0.95 * 0.05 / 240) ** 0.5 < share < 1  # four standard deviations of 240 bots


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_intervals_cover_what_was_planted_in_92_to_98_of_100():
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        share = sum(pool.map(covered, range(1000), repeat(1000), chunksize=10)) / 6000
    print(f"covered: {share:.4f}")
    assert 0.92 <= share <= 0.98
