"""Who races whom."""

from collections import Counter
from itertools import combinations, islice

import pytest

from heatcli.errors import SetupError
from heatcli.tournament.schedule import Plan, blocks, check_plan, orders, planned


def plan(format="round-robin", n=10, bots=4, seats=2, tracks=1, **more):
    found = Plan(format, n, bots, seats, tracks, "seed", **more)
    check_plan(found)
    return found


def line_ups(found, scores=lambda block: None):
    return [block.bots for block in blocks(found, scores)]


def test_a_table_has_all_drivers_in_every_block_and_boards_take_turns():
    found = [*blocks(plan("table", 4, 3, 3, tracks=2), lambda _: None)]
    assert [(one.number, one.bots, one.track) for one in found] == [
        (0, (0, 1, 2), 0),
        (1, (0, 1, 2), 1),
        (2, (0, 1, 2), 0),
        (3, (0, 1, 2), 1),
    ]


def test_each_seed_is_raced_in_all_rotations_and_every_bot_has_every_seat():
    table = plan("table", 1, 3, 3)
    assert orders(table, (0, 1, 2)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len(orders(table._replace(rotate="all"), (0, 1, 2))) == 6
    assert orders(table._replace(rotate="none"), (0, 1, 2)) == [(0, 1, 2)]


def test_a_round_robin_races_all_line_ups_on_all_boards():
    found = plan("round-robin", 12, 4, 2, tracks=2)
    both = Counter((block.bots, block.track) for block in blocks(found, lambda _: None))
    assert both == {(pair, track): 1 for pair in combinations(range(4), 2) for track in (0, 1)}


@pytest.mark.parametrize(("bots", "seats", "n"), [(7, 3, 28), (20, 6, 40), (9, 4, 63), (40, 6, 100)])
def test_balanced_line_ups_race_and_meet_equally_often(bots, seats, n):
    found = line_ups(plan("round-robin", n, bots, seats))
    assert len(found) == n
    assert all(len({*table}) == seats for table in found)
    races = Counter(bot for table in found for bot in table)
    assert max(races.values()) - min(races[bot] for bot in range(bots)) <= 1
    met = Counter(pair for table in found for pair in combinations(sorted(table), 2))
    most, mean = max(met.values()), n * seats * (seats - 1) / (bots * (bots - 1))
    assert most <= mean + 3


def test_the_first_of_a_gauntlet_is_always_there():
    found = line_ups(plan("gauntlet", 9, 4, 3))
    assert all(table[0] == 0 for table in found)
    assert Counter(bot for table in found for bot in table[1:]) == {1: 6, 2: 6, 3: 6}


def test_self_play_has_one_bot_in_all_seats_and_no_rotations():
    found = plan("self-play", 4, 2, 3)
    assert line_ups(found) == [(0, 0, 0), (1, 1, 1)] * 2
    assert orders(found, (1, 1, 1)) == [(1, 1, 1)]


def swiss(bots, seats, rounds, made=lambda block, bot: 1 / (2 + bot)):
    """The rounds of a swiss tournament, as line-ups."""
    found, played = plan("swiss", rounds, bots, seats), {}
    for _ in range(rounds):
        now = [*blocks(found, lambda number: played.get(number))]
        for block in now:
            played[block.number] = {bot: made(block.number, bot) for bot in block.bots}
    tables = [block.bots for block in now]
    assert len(tables) == planned(found) == rounds * (bots // seats)
    size = bots // seats
    return [tables[i : i + size] for i in range(0, len(tables), size)]


def test_an_odd_number_of_entries_t16():
    """5 entries, 2-car races, 5 rounds; 7 entries in 3-car races: one bye each, all race equally often."""
    for bots, seats in ((5, 2), (7, 3)):
        rounds = swiss(bots, seats, bots)
        sat_out = [bot for tables in rounds for bot in range(bots) if bot not in [b for table in tables for b in table]]
        assert sorted(sat_out) == [*range(bots)]
        races = Counter(bot for tables in rounds for table in tables for bot in table)
        assert {*races.values()} == {bots - 1}


def test_swiss_rounds_wait_for_those_before_them_and_pair_by_standings():
    found = plan("swiss", 3, 6, 2)
    assert line_ups(found) == [(0, 1), (2, 3), (4, 5)]
    winners = {0: {0: 1.0, 1: 0.0}, 1: {2: 1.0, 3: 0.0}, 2: {4: 1.0, 5: 0.0}}
    assert line_ups(found, winners.get)[3:] == [(0, 2), (4, 1), (3, 5)]


def test_nobody_meets_the_same_rival_again_while_there_are_others():
    rounds = swiss(8, 2, 5, made=lambda block, bot: bot / 10)
    pairs = [tuple(sorted(table)) for tables in rounds for table in tables]
    assert len({*pairs}) >= len(pairs) - 2


def test_void_blocks_stop_no_swiss_tournament():
    found = plan("swiss", 2, 4, 2)
    assert len(line_ups(found, {0: {}, 1: {}}.get)) == 4


@pytest.mark.parametrize("format", ["table", "round-robin", "gauntlet", "self-play"])
def test_a_schedule_begins_the_same_however_long_it_is(format):
    seats = 4 if format == "table" else 3
    short, long = (plan(format, n, 4, seats, tracks=3) for n in (40, 80))
    if format != "gauntlet":
        assert line_ups(short) == line_ups(long)[:40]
    assert [*islice(blocks(long, lambda _: None), 5)][-1].number == 4


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"bots": 0}, "no driver; a tournament has one or more (-d)"),
        ({"format": "table", "bots": 5, "seats": 3}, "format table: 5 drivers at a table of 3; round-robin"),
        ({"bots": 2, "seats": 3}, "2 drivers at a table of 3; --fill legends"),
        ({"format": "gauntlet", "bots": 2, "seats": 1}, "the first driver needs a rival"),
        ({"bots": 6, "seats": 6, "rotate": "all"}, "rotate all: 6 bots have too many orders"),
    ],
)
def test_what_cannot_be_raced(wrong, says):
    with pytest.raises(SetupError, match=says.replace("(", r"\(").replace(")", r"\)")):
        plan(**wrong)
