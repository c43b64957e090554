from collections import Counter

import pytest

from heatcli.core.names import AT_OVER
from heatcli.core.setup import new_race
from heatcli.core.track import Corner, Track
from heatcli.core.view import view
from heatcli.data import load
from heatcli.errors import SetupError
from tests.rules.driving import go
from tests.rules.test_1_setup import CATALOGUE, answer, codes, legal, set_up, spelt, told
from tests.rules.test_5_legends import drive
from tests.scenario import race

REST = "overheat overheat overheat"
OTHERS = "limit-1 limit-1 limit-1"
TURN = ("pass", "pass", "pass")


def alone(text, *tokens, weather, track="usa"):
    """The red car with a blue one behind it that has the adrenaline, after these decisions."""
    s = race(track, red=text, blue=f"{int(text.split('/')[0]) - 12}/1 hand 1", weather=weather)
    return go(s, "red", *tokens) if tokens else s


def test_a_card_and_a_token_for_each_corner():
    """SPEC 7.1"""
    state = set_up(weather="fog heat_control limit+1 weather slipstream+1")
    assert told(state, "weather") == [("fog", ("heat_control", "limit+1", "weather", "slipstream+1"))]
    laid = state.course
    assert [laid.limits[laid.numbers.index(line)] for line in (1, 2, 3, 4)] == [7, 4, 3, 2]
    assert ([laid.free_boost[space] for space in (12, 33, 49, 57)], laid.no_slipstream[49]) == ([1, 0, 0, 0], 1)


def test_unused_tokens_stay_hidden():
    """SPEC 7.1"""
    seen = view(set_up(weather="fog heat_control limit+1 weather slipstream+1"), 0)
    assert (seen.weather, len(seen.tokens)) == (1, 4)


def test_weather_is_drawn():
    """SPEC 7.1"""
    drawn = Counter()
    for number in range(150):
        spec = set_up(weather="fog weather weather overheat overheat").spec
        ((card, tokens),) = told(new_race(spec, f"{number}"), "weather")
        drawn[card] += 1
        drawn.update(tokens)
        assert max(Counter(tokens).values()) <= 2
    assert all(drawn[card.name] >= 10 for card in load.weather().cards)
    assert all(drawn[token.name] >= 60 for token in load.weather().tokens)


def test_twelve_tokens():
    """SPEC 7.2, 7.4"""
    names = [load.weather().tokens[i].name for i in load.weather().supply]
    assert Counter(names) == {
        "weather": 2, "overheat": 2, "limit-1": 2, "limit+1": 2, "heat_control": 2, "slipstream+1": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("track", "tokens"),
    [("usa", 4), ("great-britain", 5), ("italia", 3), ("france", 5), ("japan", 4), ("mexico", 4), ("nederland", 4),
     ("espana", 9), ("deutschland", 5), ("south-africa", 7)],
)  # fmt: skip
def test_a_chicane_gets_one_token(track, tokens):
    """SPEC 7.2"""
    state = set_up(track, weather="sun " + "weather " * tokens)
    assert len(told(state, "weather")[0][1]) == tokens


@pytest.mark.parametrize(
    ("card", "engine", "stress", "heat", "discard"),
    [
        ("cloud", 6, 2, 1, ""),
        ("fog", 7, 3, 1, ""),
        ("storm", 6, 4, 1, ""),
        ("snow", 5, 3, 1, ""),
        ("rain", 3, 3, 4, ""),
        ("sun", 3, 3, 1, "H H H"),
    ],
)
def test_what_the_weather_changes_before_the_race(card, engine, stress, heat, discard):
    """SPEC 7.3"""
    state = set_up(drivers=2, legends=1, weather=f"{card} weather {REST}")
    for car in state.cars[:2]:
        cards = codes(car.hand, car.deck)
        assert (car.engine, cards["S"], cards["H"], spelt(car.discard)) == (engine, stress, heat, discard)
        assert len(car.hand) == 7
    assert (state.cars[2].engine, state.cars[2].owned) == (0, ())


def test_cloud():
    """SPEC 7.3, 3.5.22"""
    assert alone("20/0 hand 1 H", "g1 1", weather=f"cloud weather {OTHERS}").legal("red") == ["pass"]
    assert alone("20/0 hand 1 H", "g1 1", weather=f"cloud limit-1 weather {OTHERS[8:]}").legal("red") == [
        "pass", "cool 1 gear",
    ]  # fmt: skip


def test_fog():
    """SPEC 7.3, 3.6.6"""
    s = race(red="19/0 hand 1", blue="21/0 hand 0", weather=f"fog weather {OTHERS}")
    assert go(s, "red", "g1 1", "pass").legal("red") == ["pass"]
    s = race(red="39/0 hand 1", blue="41/0 hand 0", weather=f"fog weather {OTHERS}")
    assert go(s, "red", "g1 1", "pass").legal("red") == ["pass", "slip 2"]


def test_a_slipstream_may_end_in_fog():
    """SPEC 7.3, 7.8, 3.6.6"""
    s = race(red="10/0 hand 1", blue="12/0 hand 0", weather=f"fog weather {OTHERS}")
    go(s, "red", "g1 1", "pass", "slip 2")
    assert s.at("red") == 13


@pytest.mark.parametrize("card", ["storm", "sun"])
def test_storm_and_sun(card):
    """SPEC 7.3, 3.6.3"""
    s = race(red="19/0 hand 1", blue="21/0 hand 0", weather=f"{card} weather {OTHERS}")
    assert go(s, "red", "g1 1", "pass").legal("red") == ["pass", "slip 2", "slip 4"]
    assert s.act("red", "slip 4").at("red") == 24
    s = race(red="39/0 hand 1", blue="41/0 hand 0", weather=f"{card} weather {OTHERS}")
    assert go(s, "red", "g1 1", "pass").legal("red") == ["pass", "slip 2"]


@pytest.mark.parametrize("card", ["snow", "rain"])
def test_snow_and_rain(card):
    """SPEC 7.3, 3.5.23"""
    s = alone("20/0 g4 hand 1 1 1 0 H H", "g3 0 1 1", weather=f"{card} weather {OTHERS}")
    assert s.legal("red") == ["pass", "cool 1 weather"]
    s.act("red", "cool 1 weather")
    assert (s.engine("red"), "cool 1 weather" in s.legal("red")) == (1, False)
    s = alone("40/0 g4 hand 1 1 1 0 H H", "g3 0 1 1", weather=f"{card} weather {OTHERS}")
    assert s.legal("red") == ["pass"]


@pytest.mark.parametrize(
    ("token", "speed", "corner"),
    [
        ("overheat", "3 4", (0, 1, 7, 7, 0)),
        ("overheat", "4 4", (0, 1, 7, 8, 2)),
        ("limit-1", "3 3", (0, 1, 6, 6, 0)),
        ("limit-1", "3 4", (0, 1, 6, 7, 1)),
        ("limit+1", "4 4", (0, 1, 8, 8, 0)),
        ("weather", "4 4", (0, 1, 7, 8, 1)),
        ("heat_control", "4 4", (0, 1, 7, 8, 1)),
        ("slipstream+1", "4 4", (0, 1, 7, 8, 1)),
    ],
)
def test_tokens_at_a_line(token, speed, corner):
    """SPEC 7.4, 3.7.1, 3.7.2, 16.4"""
    s = alone(f"10/0 g2 e6 hand {speed}", f"g2 {speed}", "pass", "pass", weather=f"storm {token} {REST}")
    assert s.events("corner") == [corner]
    assert s.engine("red") == 6 - corner[4]


def test_a_boost_in_a_heat_control_sector_is_free_once_a_turn():
    """SPEC 7.4, 3.5.25"""
    s = alone("20/0 e0 hand 1 deck 3 1 1 1 1", "g1 1", weather=f"cloud heat_control {OTHERS}")
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red"), s.events("pay")) == (24, ["pass"], [])


def test_slipstream_token():
    """SPEC 7.4, 3.6.3"""
    s = race(red="19/0 hand 1", blue="21/0 hand 0", weather=f"storm slipstream+1 {OTHERS}")
    assert go(s, "red", "g1 1", "pass").legal("red") == ["pass", "slip 2", "slip 3"]
    assert s.act("red", "slip 3").at("red") == 23


@pytest.mark.parametrize(
    ("distance", "inside"),
    [(56, False), (57, True), (68, True), (69, True), (80, True), (81, False), (11, True), (12, False)],
)
def test_a_sector_token_acts_up_to_the_next_line_across_the_finish_line(distance, inside):
    """SPEC 7.5, 0.2.4"""
    s = alone(f"{distance}/0 e0 hand 0", "g1 0", weather="cloud limit-1 limit-1 overheat heat_control")
    assert ("boost" in s.legal("red")) == inside


@pytest.mark.parametrize("token", ["limit-1", "limit+1", "overheat"])
def test_a_token_of_a_chicane_acts_on_both_lines(token):
    """SPEC 7.6, 9.4"""
    s = alone("9/0 g2 e6 hand 2 3", "g2 2 3", "pass", "pass", weather=f"sun {token} {REST}", track="japan")
    rows = {
        "limit-1": [(0, 1, 3, 5, 2), (0, 2, 3, 5, 2)],
        "limit+1": [(0, 1, 5, 5, 0), (0, 2, 5, 5, 0)],
        "overheat": [(0, 1, 4, 5, 2), (0, 2, 4, 5, 2)],
    }
    assert s.events("corner") == rows[token]


@pytest.mark.parametrize(
    ("first", "last", "space", "inside"),
    [
        ("heat_control", "weather", 10, False), ("heat_control", "weather", 11, False),
        ("heat_control", "weather", 12, True), ("heat_control", "weather", 17, True),
        ("heat_control", "weather", 18, False), ("weather", "heat_control", 9, True),
        ("weather", "heat_control", 10, False), ("weather", "heat_control", 11, False),
        ("weather", "heat_control", 12, False),
    ],
)  # fmt: skip
def test_no_sector_effect_between_the_lines_of_a_chicane(first, last, space, inside):
    """SPEC 7.6"""
    s = alone(f"{space}/0 e0 hand 0", "g1 0", weather=f"sun {first} limit-1 limit+1 {last}", track="japan")
    assert ("boost" in s.legal("red")) == inside


@pytest.mark.parametrize("distance", [-1, -3])
def test_the_grid_lies_in_the_sector_of_the_last_line(distance):
    """SPEC 7.7"""
    for token, inside in [("heat_control", True), ("limit+1", False)]:
        s = race(red=f"{distance}/0 e0 hand 0", blue="-4/0", weather=f"cloud limit-1 limit-1 overheat {token}")
        assert ("boost" in go(s, "red", "g1 0").legal("red")) == inside


def test_cooldown_where_the_car_stands_at_that_moment():
    """SPEC 7.8, 3.5.22"""
    s = alone("31/0 e1 hand 1 H deck 2 1 1 1 1 1 1", "g1 1", weather=f"cloud weather {OTHERS}")
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (34, ["pass", "cool 1 gear"])
    s = alone("11/0 e1 hand 1 H deck 2 1 1 1 1 1 1", "g1 1", weather=f"cloud limit-1 weather {OTHERS[8:]}")
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (14, ["pass", "cool 1 gear"])


def test_a_slipstream_counts_where_it_starts_and_a_limit_at_its_line():
    """SPEC 7.8, 3.6.6"""
    s = race(red="10/0 hand 1", blue="12/0 hand 0", weather="storm limit-1 limit+1 limit+1 slipstream+1")
    go(s, "red", "g1 1", "pass")
    assert s.legal("red") == ["pass", "slip 2", "slip 3"]
    s.act("red", "slip 3")
    assert (s.at("red"), s.events("corner")) == (14, [(0, 1, 6, 1, 0)])


def test_changes_by_weather_and_event_card_add_up():
    """SPEC 7.9, R8.14

    Safety regulations: Heat 6 − 2, Stress 3 − 1, hand 6. Snow: Heat − 1; storm: Stress + 1.
    """
    for card, engine, stress in [("snow", 3, 2), ("storm", 4, 3), ("cloud", 4, 1)]:
        state = set_up(event="safety-regulations", weather=f"{card} limit-1 overheat overheat limit+1 limit+1")
        while state.round == 0:
            seat = state.order[state.at]
            answer(state, seat, legal(state, seat)[0])
        car = state.cars[0]
        assert (car.engine, codes(car.hand, car.deck)["S"], len(car.hand)) == (engine, stress, 6)


@pytest.mark.parametrize(
    ("token", "end"),
    [("limit+1", 53), ("limit-1", 51), ("overheat", 52), ("weather", 52), ("heat_control", 52), ("slipstream+1", 52)],
)
def test_limit_tokens_change_move_a_of_legends(token, end):
    """SPEC 7.10, R5.1, 5.8, 5.9"""
    s = race(black="legend 47/0", pink="-1/1 hand 0", weather=f"sun weather heat_control {token} weather")
    s.state.legend_deck = (0,)
    assert s.finish_round().at("black") == end


@pytest.mark.parametrize("token", ["limit+1", "limit-1", "overheat", "slipstream+1"])
def test_tokens_do_not_change_move_b_of_legends(token):
    """SPEC 7.10, R5.1"""
    s = race(black="legend 13/0", pink="-1/1 hand 0", weather=f"sun {token} {token} weather weather")
    s.state.legend_deck = (0,)
    assert s.finish_round().at("black") == drive(13, "black") == 29


@pytest.mark.parametrize(("heat", "moved"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_rain_and_sun_move_what_is_there(heat, moved):
    """SPEC R7.1"""
    rain = set_up(weather=f"rain weather {REST}", heat=heat).cars[0]
    assert (rain.engine, codes(rain.hand, rain.deck)["H"]) == (heat - moved, 1 + moved)
    sun = set_up(weather=f"sun weather {REST}", heat=heat).cars[0]
    assert (sun.engine, sun.discard.count(CATALOGUE.ids["H"]), codes(sun.hand, sun.deck)["H"]) == (
        heat - moved, moved, 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("card", "token", "engine", "discard"),
    [("U50", "supercool 1 U50", 4, "H H"), ("U22", "salvage U22 H H", 3, "H")],
)
def test_the_heat_of_sun_may_be_fetched(card, token, engine, discard):
    """SPEC R7.2"""
    state = set_up(
        drivers=1, own=[card], garage="mixed", garage_choice="given", weather=f"sun {OTHERS} overheat",
        piles={"deck:0/0": f"{card} 1 1 1 2 2 2 3 3 3 4 4 4 S S S"},
    )  # fmt: skip
    answer(state, 0, f"g1 {card}")
    answer(state, 0, token)
    assert (state.cars[0].engine, spelt(state.cars[0].discard)) == (engine, discard)


def test_the_first_reshuffle_brings_the_heat_of_sun():
    """SPEC R7.2

    Hand 12 of 18 cards: six draws of one, then seven cards played and the three Heat are shuffled.
    """
    state = set_up(
        drivers=1, hand=12, weather=f"sun {OTHERS} overheat", piles={"deck:0/0": "0 1 1 1 2 2 2 3 3 3 4 4 4 5 S S S H"}
    )
    while not told(state, "reshuffle"):
        answer(state, 0, legal(state, 0)[0])
        assert state.step != AT_OVER
    car = state.cars[0]
    assert told(state, "reshuffle") == [(0, 10)]
    assert codes(car.hand, car.deck, car.discard)["H"] == 4


def test_the_weather_cooldown_is_one_use_a_turn_for_each_sector():
    """SPEC R7.3, 3.5.23"""
    s = alone("31/0 g3 e0 hand 1 0 1 H H H deck 1 1 1 1 1", "g3 0 1 1", weather="snow weather weather limit-1 limit-1")
    assert (s.at("red"), s.legal("red")) == (33, ["pass", "cool 1 weather"])
    s = alone("29/0 g3 e0 hand 1 0 1 H H H deck 2 1 1 1 1", "g3 0 1 1", weather="snow weather weather limit-1 limit-1")
    s.act("red", "cool 1 weather")
    assert s.legal("red") == ["pass", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (33, ["pass", "cool 1 weather"])
    s.act("red", "cool 1 weather")
    assert (s.engine("red"), s.legal("red")) == (1, ["pass"])


def test_a_car_that_leaves_the_sector_loses_its_cooldown():
    """SPEC R7.3, 3.5.23"""
    s = alone("29/0 g3 e1 hand 1 0 1 H H H deck 2 1 1 1 1", "g3 0 1 1", weather=f"rain weather {OTHERS}")
    assert s.legal("red") == ["pass", "cool 1 weather", "boost"]
    s.act("red", "boost")
    assert (s.at("red"), s.legal("red")) == (33, ["pass"])


@pytest.mark.parametrize("card", ["storm", "sun"])
def test_weather_and_slipstream_boosts_add_up(card):
    """SPEC R7.4"""
    s = race(red="18/0 hand U31", blue="20/0 hand 0", weather=f"{card} weather {OTHERS}")
    go(s, "red", "g1 U31", "value U31=1", "pass")
    assert s.legal("red") == ["pass", "slip 2", "slip 3", "slip 4", "slip 5"]


def test_no_slipstream_at_all_from_fog():
    """SPEC R7.4"""
    s = race(red="18/0 hand U14", blue="20/0 hand 0", weather=f"fog weather {OTHERS}")
    assert go(s, "red", "g1 U14", "pass").legal("red") == ["pass"]


def test_cloud_blocks_the_cooldown_of_adrenaline():
    """SPEC R7.5"""
    s = race(red="20/0 g3 hand 1 1 1 H", weather=f"cloud weather {OTHERS}").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass", "adrenaline"]
    s = race(red="40/0 g3 hand 1 1 1 H", weather=f"cloud weather {OTHERS}").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass", "cool 1 adrenaline", "adrenaline"]


def test_more_corners_than_tokens_are_refused():
    """SPEC 7.1, 7.2"""
    corners = tuple(Corner(5 * n, 5, "right", 5 * n - 3) for n in range(1, 14))
    with pytest.raises(SetupError, match="13 corners"):
        set_up(Track("ring", "Ring", "base", 70, 2, 6, 3, corners), weather="snow weather")
    assert set_up(Track("ring", "Ring", "base", 70, 2, 6, 3, corners)).round == 1
