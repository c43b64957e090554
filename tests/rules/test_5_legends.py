import pytest

from heatcli.core.ranking import outcome
from heatcli.core.specs import seat_cars
from heatcli.core.track import Corner, Track
from heatcli.data import load
from heatcli.errors import SetupError
from tests.rules.driving import go, with_adrenaline
from tests.scenario import race

HELMETS = """
16 18 15 13 14 11
18 16 12 17 19 13
17 14 10 11 13 15
14 12 18 15 16 17
13 17 16 10 12 19
19 10 13 14 18 12
15 13 19 18 11 14
11 19 14 12 10 16
12 11 17 19 15 10
10 15 11 16 17 18
"""
ROWS = ("black", "blue", "green", "red", "gray", "yellow")


def drive(place: int, colour: str, track: str = "usa", card: int = 0, **rules: object) -> int:
    """Where a Legend on this space ends. Card 1 has black 16 (d 2), blue 18 (3), red 13 (1), yellow 11 (0)."""
    s = race(track, **{colour: f"legend {place}/0"}, pink="-1/1 hand 0", rules=rules)
    s.state.legend_deck = (card,)
    return s.finish_round().at(colour)


def test_legends_fill_up_with_unused_colours_in_order():
    """SPEC 5.1"""
    seats = seat_cars(2, 4)
    assert [seat.colour for seat in seats if seat.legend] == ["green", "red", "gray", "yellow"]
    assert [seat.legend for seat in seats] == [False, False, True, True, True, True]
    assert len(seat_cars(1, 8)) == 9
    with pytest.raises(SetupError):
        seat_cars(1, 10)


def test_a_legend_pays_nothing_and_never_spins_out():
    """SPEC 5.2"""
    s = race(black="legend 47/0", blue="legend 32/0", red="46/0 hand 0")
    s.state.legend_deck = (0,)
    s.finish_round()
    assert (s.at("black"), s.at("blue")) == (52, 38)
    assert (s.events("corner"), s.events("pay"), s.events("spin"), s.events("reveal")[0][0]) == ([], [], [], 2)
    assert [s.engine(c) for c in ("black", "blue")] == [0, 0]


def test_a_legend_counts_but_never_slipstreams_nor_has_adrenaline():
    """SPEC 5.2"""
    s = race(black="legend 13/0", red="29/0 hand 0", blue="30/0 hand 0")
    s.state.legend_deck = (0,)
    assert with_adrenaline(s) == []
    assert (s.at("black"), s.spot("black")) == (29, 1)


def test_a_legend_blocks_and_is_ranked():
    """SPEC 5.2, 5.15"""
    s = race(black="legend 137/0", red="60/0 hand 4 4", blue="83/0 hand 2", gray="legend 16/0", green="16/1")
    s.state.legend_deck = (0,)
    go(s, "blue", "g1 2")
    assert s.at("blue") == 84
    s.finish_round()
    assert s.events("finish") == [(0, 1)]
    assert s.at("black") == 153


def test_one_card_serves_all_legends_of_a_round():
    """SPEC 5.3"""
    s = race(black="legend 13/0", blue="legend 70/0", red="12/0 hand 0")
    s.state.legend_deck = (
        5,
        0,
    )
    s.finish_round()
    assert s.events("legend") == [(0,)]
    assert (s.at("black"), s.at("blue")) == (29, 77)
    s.finish_round()
    assert s.events("legend") == [(0,), (5,)]


def test_all_ten_cards_are_used_before_they_are_shuffled():
    """SPEC 5.3"""
    s = race(black="legend 13/0", red="12/0 hand 0", rules={"laps": 9})
    for _ in range(20):
        s.finish_round()
    cards = [event[0] for event in s.events("legend")]
    assert sorted(cards[:10]) == sorted(cards[10:]) == list(range(10))


@pytest.mark.parametrize("card", range(10))
def test_the_legend_cards(card):
    """SPEC 5.4, 5.5"""
    row = [int(word) for word in HELMETS.split("\n")[card + 1].split()]
    column = {10: 0, 11: 0, 12: 1, 13: 1, 14: 1, 15: 2, 16: 2, 17: 2, 18: 3, 19: 3}
    assert dict(load.legends().cards[card]) == {c: (column[h], h) for c, h in zip(ROWS, row, strict=True)}


@pytest.mark.parametrize(("start", "end"), [(13, 16), (14, 18)])
def test_the_legends_line(start, end):
    """SPEC 5.6, 5.9, R5.4"""
    assert drive(start, "black", "italia") == end


def test_an_orange_corner_line_is_a_legends_line():
    """SPEC 5.6, R5.4"""
    assert drive(30, "black", "great-britain") == 37
    assert drive(37, "black", "great-britain") == 43


@pytest.mark.parametrize(("colour", "end"), [("yellow", 18), ("red", 17), ("black", 16), ("blue", 15)])
def test_the_diamonds_before_a_line(colour, end):
    """SPEC 5.7, 5.12"""
    assert drive(13, colour, "italia") == end


def test_the_next_line_may_lie_across_the_finish_line():
    """SPEC 5.8, 5.12"""
    assert drive(66, "black") == 69 + 12 - 1 - 2
    assert drive(57, "red") == 70


@pytest.mark.parametrize(("colour", "moved"), [("yellow", 3), ("red", 4), ("black", 5), ("blue", 6)])
def test_move_a_is_limit_and_diamond(colour, moved):
    """SPEC 5.9"""
    assert drive(43, colour) == 43 + moved


def test_move_a_may_cross_one_line():
    """SPEC 5.10"""
    assert drive(47, "blue") == 53
    assert drive(36, "black", "deutschland") == 44
    assert drive(36, "yellow", "deutschland") == 42


def test_move_b_drives_h_if_the_line_is_out_of_reach():
    """SPEC 5.11, R5.3"""
    assert drive(13, "black") == 29
    assert drive(14, "blue") == 32
    assert drive(15, "blue") == 33 - 1 - 3


def test_move_b_goes_to_the_diamond_however_near():
    """SPEC 5.12"""
    assert drive(26, "blue") == 29
    assert drive(22, "yellow") == 32


def test_in_the_last_lap_a_legend_drives_the_full_h():
    """SPEC 5.13"""
    assert drive(135, "black") == 151
    assert drive(66, "black") == 78
    assert drive(66, "black", laps=1) == 82


def test_the_next_line_still_counts_before_the_finish_line():
    """SPEC 5.13"""
    assert drive(69 + 20, "black") == 69 + 30


def test_legends_take_the_race_line_if_free():
    """SPEC 5.14"""
    s = race(black="legend 13/1", red="29/0 hand 0")
    s.state.legend_deck = (0,)
    assert s.finish_round().spot("black") == 1
    s = race(black="legend 13/1", red="29/1 hand 0")
    s.state.legend_deck = (0,)
    assert s.finish_round().spot("black") == 0


def board(*corners: Corner, spaces: int = 10) -> Track:
    return Track("ring", "Ring", "base", spaces, 2, 6, 3, corners)


@pytest.mark.parametrize(("laps", "end"), [(1, 15), (2, 14)])
def test_lines_behind_the_final_finish_line_do_not_count(laps, end):
    """SPEC 5.15"""
    assert drive(4, "black", laps=laps, spec_track=board(Corner(5, 9, "right", 0))) == end


def test_a_legend_finishes_like_any_car():
    """SPEC 5.15, 4.7"""
    s = race(black="legend 137/0", red="136/0 hand 4").finish_round()
    assert [(row.seat, row.why) for row in outcome(s.state)] == [(0, "finished"), (1, "finished")]


@pytest.mark.parametrize(("pro", "end"), [(0, 29), (1, 30), (3, 32), (4, 30)])
def test_pro_legends(pro, end):
    """SPEC 5.16"""
    assert drive(13, "black", pro_legends=pro) == end
    assert drive(14, "black", "italia", pro_legends=pro) == 18


@pytest.mark.parametrize(
    ("track", "start", "on", "off"),
    [
        ("great-britain", 29, 38, 36),  # diamond 0 of line 2: chevron
        ("great-britain", 28, 36, 36),  # diamond 1: none
        ("japan", 9, 16, 11),
        ("japan", 6, 11, 11),  # diamond 3: none, and both 10 and 12 would be crossed
        ("nederland", 8, 16, 12),  # double chevron: three lines
        ("nederland", 7, 15, 12),
        ("usa", 47, 53, 53),
    ],
)
def test_aggressive_legends(track, start, on, off):
    """SPEC 5.17, R5.7"""
    assert drive(start, "blue", track, aggressive_legends=True) == on
    assert drive(start, "blue", track, aggressive_legends=False) == off
    assert drive(start, "blue", track) == on


@pytest.mark.parametrize(("colour", "twin"), [("orange", "black"), ("purple", "blue"), ("white", "green")])
def test_expansion_colours_use_a_base_colour(colour, twin):
    """SPEC 5.18"""
    assert [drive(13, colour, card=i) for i in range(10)] == [drive(13, twin, card=i) for i in range(10)]
    assert len({drive(13, colour, card=i) for i in range(10)}) > 3


def test_an_aggressive_legend_stops_before_the_first_line_beyond_its_allowance():
    """SPEC R5.2"""
    lines = [Corner(5, 9, "right", 0, chevrons=1), Corner(7, 9, "right", 0), Corner(9, 9, "right", 0)]
    assert drive(4, "black", spec_track=board(*lines, spaces=30)) == 8
    assert drive(4, "black", spec_track=board(*lines, spaces=30), aggressive_legends=False) == 6


def test_a_legend_between_the_lines_of_a_chicane_makes_move_a():
    """SPEC R5.5"""
    assert drive(10, "black", "japan") == 16
    assert drive(11, "black", "japan") == 17
    assert drive(23, "black", "deutschland") == 27


@pytest.mark.parametrize(
    ("drivers", "legends", "colours"),
    [
        (2, 6, "green red gray yellow orange purple"),
        (1, 5, "blue green red gray yellow"),
        (6, 3, "orange purple white"),
        (5, 6, "red gray yellow orange purple white"),
    ],
)
def test_legends_share_no_numbers(drivers, legends, colours):
    """SPEC R5.6, 5.18"""
    seats = [seat.colour for seat in seat_cars(drivers, legends) if seat.legend]
    assert seats == colours.split()
    rows = [load.legends().helmets[colour] for colour in seats]
    assert len(set(rows)) == len(rows)


def test_legends_get_no_upgrades_and_no_sponsorships():
    """SPEC 5.19

    Great Britain: a Legend passes line 1, crosses the finish line first and stands where the press is.
    """
    s = race("great-britain", black="legend 62/0", red="40/0 hand 1", event="new-grandstand").finish_round()
    assert (s.at("black") >= 63, s.events("award")) == (True, [])
    assert (s.car("black").owned, s.car("black").garage) == ((), ())


@pytest.mark.parametrize(("token", "end"), [("limit+1", 19), ("limit-1", 17)])
def test_a_limit_token_changes_the_limit_that_a_legend_reads(token, end):
    """SPEC R5.1

    Italia's line 2, limit 2, from 14 with diamond 2: 4 spaces to 18 without a token.
    """
    s = race("italia", black="legend 14/0", pink="-1/1 hand 0", weather=f"sun overheat {token} overheat")
    s.state.legend_deck = (0,)
    assert s.finish_round().at("black") == end
