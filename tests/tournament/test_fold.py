"""What counts, and how it is added up."""

import random

import pytest

from heatcli.cli.tournaments import tables
from heatcli.tournament.fold import Fold
from heatcli.tournament.results import FILL, CarRow, CarTimes, FaultRow, RaceRow, TimesRow, steps_of
from heatcli.tournament.schedule import Plan, orders
from heatcli.tournament.sprt import read_sprt
from heatcli.tournament.summary import summary, times

NAMES = ["a", "b", "c"]
PLAN = Plan("table", 100, 3, 3, 1, "s")
POINTS = (9, 6, 4, 3, 2, 1)


def race(block, rotation, order, plan=PLAN, why="finished", faults=(), whys=()):
    """A race whose cars come home in this order of bots; `faults` by bot."""
    seats = orders(plan, range(plan.seats))[rotation]
    cars = []
    for bot in seats:
        place = order.index(bot) + 1
        of_bot = tuple(fault for who, fault in faults if who == bot)
        said = dict(whys).get(bot, why)
        cars.append(CarRow(bot, NAMES[bot], place, POINTS[place - 1], said, 100, 0, of_bot))
    return RaceRow(block, rotation, plan.seats, f"luck {block}", "usa", why, 20, tuple(cars))


def block(number, *finishes, **more):
    """All rotations of a block."""
    finishes = finishes if len(finishes) == 3 else finishes * 3
    return [race(number, rotation, order, **more) for rotation, order in enumerate(finishes)]


def folded(rows, plan=PLAN, sprt=None):
    fold = Fold(plan, sprt)
    for row in rows:
        fold.add(row)
    return fold


def told(rows, dq_rate=0.1):
    found = summary(folded(rows), NAMES, "s", dq_rate)
    return {bot.name: bot for bot in found.bots}, found


def test_places_points_wins_and_who_beats_whom():
    bots, found = told(block(0, [0, 1, 2], [1, 0, 2], [0, 1, 2]) + block(1, [0, 2, 1]))
    assert (bots["a"].races, bots["a"].wins, bots["a"].podiums) == (6, 5, 6)
    assert bots["a"].mean_place == pytest.approx(7 / 6, abs=1e-3)
    assert bots["c"].points == pytest.approx((4 * 3 + 6 * 3) / 6)
    assert found.beats == [[0, 5, 6], [1, 0, 3], [0, 3, 0]]
    assert [bot.name for bot in found.bots] == ["a", "b", "c"]
    assert (found.races, found.blocks, found.open, found.void) == (6, 2, 0, 0)


def test_incomplete_blocks_never_count():
    whole = block(0, [0, 1, 2])
    assert told(whole + block(1, [2, 1, 0])[:2])[1]._replace(open=0) == told(whole)[1]
    assert told(whole + block(1, [2, 1, 0])[:2])[1].open == 1


def test_void_blocks_never_count():
    rows = [*block(0, [0, 1, 2]), *block(1, [2, 1, 0])[:2], race(1, 2, [2, 1, 0], why="aborted")]
    found = told(rows)[1]
    assert (found.blocks, found.void, found.races) == (1, 1, 3)


def test_a_race_that_stands_there_twice_counts_once():
    rows = block(0, [0, 1, 2])
    assert told([*rows, *rows, race(0, 0, [2, 1, 0])])[1] == told(rows)[1]


def test_the_order_of_the_results_changes_no_bit():
    rng = random.Random(1)
    rows = [row for n in range(30) for row in block(n, *(rng.sample(range(3), 3) for _ in range(3)))]
    want = told(rows)[1]
    for _ in range(3):
        rng.shuffle(rows)
        assert told(rows)[1] == want


def test_places_behind_the_points_are_places_t01():
    """7th and 8th have no points, and are 7th and 8th."""
    plan = Plan("table", 1, 8, 8, 1, "s")
    rows = []
    for rotation, seats in enumerate(orders(plan, range(8))):
        cars = [CarRow(bot, str(bot), bot + 1, (*POINTS, 0, 0)[bot], "finished", 100) for bot in seats]
        rows.append(RaceRow(0, rotation, 8, "luck", "usa", "finished", 20, tuple(cars)))
    found = summary(folded(rows, plan), [str(i) for i in range(8)], "s", 0.1)
    assert [(bot.name, bot.rank, bot.mean_place, bot.points) for bot in found.bots][-2:] == [
        ("6", 7, 7.0, 0.0),
        ("7", 8, 8.0, 0.0),
    ]


def test_the_ranking_is_a_real_order_t17():
    """a beats b beats c beats a: the same table for every order of the input."""
    rows = block(0, [0, 1, 2], [1, 2, 0], [2, 0, 1])
    tables = {tuple(bot.name for bot in told(random.Random(i).sample(rows, 3))[1].bots) for i in range(6)}
    assert tables == {("a", "b", "c")}
    assert {bot.elo for bot in told(rows)[0].values()} == {0.0}


CRASH = FaultRow("exited", "exit code 3", 1, "plan", True)


def test_a_crashing_bot_is_out_with_its_reason_and_the_others_unharmed_t18():
    """The ratings are those of the races as if it had not been there."""
    rng = random.Random(2)
    rows, without = [], []
    plan = Plan("table", 100, 2, 2, 1, "s")
    for n in range(20):
        finishes = [rng.sample(range(2), 2) for _ in range(2)]
        for rotation in range(3):
            pair = finishes[rotation % 2]
            rows.append(race(n, rotation, [*pair, 2], faults=[(2, CRASH)]))
            cars = [CarRow(bot, NAMES[bot], i + 1, POINTS[i], "finished", 9) for i, bot in enumerate(pair)]
            without.append(RaceRow(n, rotation, 3, "luck", "usa", "finished", 9, tuple(cars)))
    bots, found = told(rows)
    assert bots["c"].out == "exited (exit code 3); faults in 60 of 60 races"
    assert (bots["c"].elo, bots["c"].stopped, bots["c"].races) == (None, 60, 60)
    assert found.bots[-1].name == "c"
    other = Fold(plan)
    other._rotations = 3
    for row in without:
        other.add(row)
    alone = {bot.name: bot.elo for bot in summary(other, NAMES[:2], "s", 0.1).bots}
    assert {name: bots[name].elo for name in "ab"} == alone
    assert told(rows, dq_rate=1.0)[0]["c"].out == ""


def test_who_never_lost_has_no_upper_end():
    bots, _ = told([row for n in range(10) for row in block(n, [0, 1, 2], [0, 2, 1], [0, 1, 2])])
    assert bots["a"].high is None
    assert bots["a"].low is not None
    assert bots["b"].low is not None
    assert bots["b"].high is not None
    assert bots["c"].low is not None


def test_cars_of_the_house_and_legends_are_no_drivers():
    row = race(0, 0, [0, 1, 2])
    car = CarRow(FILL, "legend", 4, 3, "finished", 100)
    rows = [RaceRow(0, r, 3, "luck", "usa", "finished", 20, (*race(0, r, [0, 1, 2]).cars, car)) for r in range(3)]
    assert len(row.cars) == 3
    assert told(rows)[1] == told(block(0, [0, 1, 2]))[1]


def test_who_left_the_race_is_counted():
    bots, _ = told(block(0, [0, 1, 2], whys=[(2, "eliminated"), (1, "rounds")]))
    assert [bots[name].retired for name in "abc"] == [0, 0, 3]


def test_the_gain_of_blocks_is_measured():
    """Seats decide the races: within a block it cancels, and every block tells the same."""
    seats = [row for n in range(20) for row in block(n, [0, 1, 2], [1, 2, 0], [2, 0, 1])]
    assert told(seats)[1].gain is None  # nothing is left to compare with
    rng = random.Random(3)
    luck = [row for n in range(300) for row in block(n, *(rng.sample(range(3), 3) for _ in range(3)))]
    assert told(luck)[1].gain == pytest.approx(1.0, abs=0.15)
    both = seats * 0 + [
        row
        for n in range(100)
        for row in block(n, *([0, 1, 2], [1, 2, 0], [2, 0, 1] if n % 4 else rng.sample(range(3), 3)))
    ]
    assert told(both)[1].gain > 5


PAIR = Plan("table", 1000, 2, 2, 1, "s")


def pair(number, wins):
    """A block of two bots of which the first wins so many races."""
    return [race(number, rotation, [0, 1] if rotation < wins else [1, 0], PAIR) for rotation in range(2)]


def test_an_sprt_looks_at_blocks_in_their_order_and_ends():
    """Blocks that come in early wait for those before them."""
    sprt = read_sprt("elo0=0 elo1=100")
    rng = random.Random(4)
    rows = [row for n in range(400) for row in pair(n, rng.choice([1, 2, 2, 2]))]
    fold = Fold(PAIR, sprt)
    for row in rows:
        fold.add(row)
        if fold.decided:
            break
    found = summary(fold, NAMES[:2], "s", 0.1)
    assert found.verdict.accepted == "H1"
    assert 30 <= found.blocks == found.verdict.blocks < 400
    late = rows[:2] + rows[2:][::-1]
    other = folded(late[:-2], PAIR, sprt)
    assert not other.decided
    assert summary(folded(rows, PAIR, sprt), NAMES[:2], "s", 0.1) == found


def test_times_are_added_by_steps():
    rows = []
    rng = random.Random(5)
    all_ = []
    for n in range(50):
        took = [rng.expovariate(1) for _ in range(40)]
        all_ += took
        rows.append(TimesRow(n, 0, 1.0, (CarTimes(0, 40, sum(took), max(took), steps_of(took), 0.5),)))
    [found, nobody] = times(rows, 2)
    assert nobody is None
    assert found.decisions == 2000
    assert found.mean == pytest.approx(sum(all_) / 2000)
    assert found.max == max(all_)
    assert found.cpu == pytest.approx(25)
    exact = sorted(all_)[1980]
    assert exact <= found.p99 * 1.0001 <= exact * 1.3


def test_a_narrow_terminal_gets_fewer_columns():
    """Those that matter least go first; the rows stay whole."""
    found = summary(folded(block(0, [0, 1, 2]) + block(1, [0, 2, 1])), NAMES, "s", 0.1)
    wide = tables.text(found).splitlines()[0]
    for width in (100, 80, 60, 40):
        head, *rows = tables.text(found, width=width).splitlines()[:4]
        assert max(map(len, (head, *rows))) <= width
        assert [name for name in ("place", "driver", "strength", "mean place") if name not in head] == []
        assert len(head) <= len(wide)
    assert "podiums" not in tables.text(found, width=60)
