import re
from collections import Counter
from pathlib import Path

import pytest

from heatcli.core import flow
from heatcli.core.chance import Chance
from heatcli.core.event_cards import EventCard
from heatcli.core.names import STEPS
from heatcli.core.ranking import outcome
from heatcli.core.rules import Rules
from heatcli.core.season import Leg, Season, random_legs
from heatcli.core.setup import new_race
from heatcli.core.specs import seat_cars
from heatcli.core.track import Corner, Track
from heatcli.core.view import view
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.position import read_position
from tests.rules.driving import go
from tests.rules.test_1_setup import CATALOGUE, WEATHER, answer, codes, first, legal, set_up, spelt, told, until
from tests.scenario import race

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
TRACKS = {
    "USA": "usa", "Great Britain": "great-britain", "Italia": "italia", "France": "france", "Japan": "japan",
    "México": "mexico", "Nederland": "nederland", "España": "espana", "Deutschland": "deutschland",
    "South Africa": "south-africa",
}  # fmt: skip
PLAIN = "sun limit-1 limit-1 limit-1 limit-1 limit-1 limit-1 limit-1 limit-1 limit-1"


def event(press="", effects=None, sponsorships=0, track="usa"):
    """An event card of the test's own."""
    return EventCard("own", "Own", 1961, 1, track, sponsorships, press, effects or {})


def season(*names, drivers=2, legends=0, **rules):
    """A season of these event cards, on their tracks."""
    cards = [Library().event(name) for name in names]
    legs = [Leg(load.load_track(card.track), card) for card in cards]
    seats = seat_cars(drivers, legends)
    return Season("1961", legs, seats, CATALOGUE, load.legends(), WEATHER, Rules(**rules))


def raced(one, *order, **cards):
    """The next race at its last round: the seats finish in this order. `cards` are a seat's own: `seat0="U1 P1"`."""
    spec = one.spec()
    texts = {}
    for place, seat in enumerate(order):
        more = cards.get(f"seat{seat}", "")
        spot = f"{spec.course.finish - 1 - place // 2}/{place % 2}"
        texts[spec.seats[seat].colour] = spot if spec.seats[seat].legend else f"{spot} hand 4 deck 1 1 1 1 1 1 1 {more}"
    corners = {"usa": 4, "italia": 3, "great-britain": 5, "france": 5}[spec.track.id]
    state = read_position(spec, texts, "raced", weather="sun " + "overheat " * corners)
    while flow.to_act(state):
        first(state)
    one.finish(state)
    return one


def scores(one):
    return [(score.seat, score.points) for score in one.standings()]


def awards(s):
    """Who got how many sponsorships for what."""
    return [(s.colours[seat], why, n) for seat, why, n, *_ in s.events("award") if n]


def planned(s, **plans):
    """The cars plan this; the rest of the round is driven by first legal actions."""
    for colour in s.asked():
        s.act(colour, plans.get(colour) or s.legal(colour)[0])
    return s.finish_round()


# 8.1 - 8.6: races, points, garage, grid, swap


def test_seasons_are_three_or_four_races_with_their_tracks():
    """SPEC 8.1"""
    by_season = Counter(card.season for card in load.event_cards())
    assert by_season == {1961: 3, 1962: 3, 1963: 4, 1964: 4, 1965: 4, 1966: 4}
    one = season("new-grandstand", "new-record", "drivers-strike")
    assert [one.spec(i).track.id for i in range(3)] == ["great-britain", "usa", "italia"]


def test_garage_and_weather_are_always_used():
    """SPEC 8.1, 12.4"""
    one = season("new-grandstand")
    assert (one.rules.garage, one.rules.weather) == ("mixed", True)
    assert season("new-grandstand", garage="basic", weather=False).rules.weather
    assert season("new-grandstand", garage="advanced").rules.garage == "advanced"


def test_laps_are_those_of_the_track_and_the_event_card():
    """SPEC 8.2, R12.2"""
    one = season("new-grandstand", "new-record", "drivers-strike")
    assert [one.spec(i).laps for i in range(3)] == [2, 2, 2]
    with pytest.raises(SetupError, match="laps"):
        season("new-grandstand", laps=3)


def test_points():
    """SPEC 8.3"""
    one = raced(season("new-record", drivers=8), *range(8))
    assert scores(one) == [(0, 9), (1, 6), (2, 4), (3, 3), (4, 2), (5, 1), (6, 0), (7, 0)]


def test_legends_score():
    """SPEC 8.3, 5.19"""
    one = raced(season("new-record", drivers=2, legends=1), 2, 0, 1)
    assert scores(one) == [(2, 9), (0, 6), (1, 4)]


def test_the_highest_total_is_first():
    """SPEC 8.3"""
    one = raced(raced(season("new-record", "title-sponsor", drivers=3), 0, 1, 2), 2, 1, 0)
    assert scores(one) == [(2, 13), (0, 13), (1, 12)]


def test_one_garage_round_before_each_race():
    """SPEC 8.4, 16.20"""
    piles = {"market/0": "U1 U2 U3 U4 U5 U6 U7 U8 U9"}
    state = set_up(drivers=3, legends=3, grid=(3, 0, 2, 4, 1, 5), event="new-record", piles=piles, weather=PLAIN)
    until(state, "swap")
    assert [spelt(cards) for (cards,) in told(state, "market")] == ["U1 U2 U3 U4 U5 U6"]
    assert [seat for seat, _ in told(state, "took")] == [1, 2, 0]
    until(state, "plan")
    assert [spelt(car.garage) for car in state.cars] == ["U3", "U1", "U2", "", "", ""]


def test_race_k_is_driven_with_k_upgrades():
    """SPEC 8.4, 16.20"""
    one = raced(season("new-record", "title-sponsor", "new-grandstand"), 0, 1, seat0="U1", seat1="U2 P2")
    raced(one, 0, 1, seat0="U1 U9", seat1="U2 U8 P2")
    market = [CATALOGUE.ids[code] for code in ("U3", "U4", "U5", "U6", "U7")]
    state = new_race(one.spec(), Chance("x", {("market", 0): market}))
    assert told(state, "market") == [(tuple(market),)]
    until(state, "plan")
    assert [len(car.garage) for car in state.cars] == [3, 3]
    cards = codes(state.cars[1].hand, state.cars[1].deck)
    assert (cards["U2"], cards["U8"], cards["0"], cards["5"], cards["P2"] >= 1) == (1, 1, 0, 0, True)


def test_the_grid_of_the_first_race_is_drawn():
    """SPEC 8.5, 1.7"""
    spec = season("new-record", drivers=3).spec()
    grids = {told(new_race(spec, f"{seed}"), "grid")[0][0] for seed in range(60)}
    assert len(grids) == 6


def test_the_grid_of_later_races_goes_by_points():
    """SPEC 8.5"""
    one = raced(season("new-record", "title-sponsor", drivers=4), 2, 0, 3, 1)
    assert told(new_race(one.spec(), "x"), "grid") == [((2, 0, 3, 1),)]


def test_equal_totals_go_by_the_race_before():
    """SPEC 8.5, R8.16"""
    one = season("new-record", "title-sponsor", "new-grandstand", drivers=4)
    raced(one, 0, 1, 2, 3)
    raced(one, 1, 0, 3, 2)
    assert scores(one) == [(1, 15), (0, 15), (3, 7), (2, 7)]
    assert one.spec().grid == (1, 0, 3, 2)


MARKET = {"market/0": "U1 U2 U3 U4 U5"}


def test_the_last_on_the_grid_may_swap():
    """SPEC 8.6"""
    state = set_up(event="new-record", grid=(1, 0), own=["U9", "U10"], piles=MARKET, weather=PLAIN)
    answer(state, 0, "take U3")
    answer(state, 1, "take U1")
    assert (STEPS[state.step], flow.to_act(state)) == ("swap", [0])
    assert legal(state, 0) == [
        "pass", "swap U3 U2", "swap U3 U4", "swap U3 U5", "swap U9 U2", "swap U9 U4", "swap U9 U5",
    ]  # fmt: skip
    answer(state, 0, "swap U9 U4")
    assert told(state, "swapped") == [(0, CATALOGUE.ids["U9"], CATALOGUE.ids["U4"])]
    assert [spelt(car.garage) for car in state.cars] == ["U3 U4", "U1 U10"]
    assert (spelt(sorted(state.aside)), STEPS[state.step]) == ("U2 U5 U9", "plan")


def test_who_does_not_swap_keeps_all():
    """SPEC 8.6"""
    state = set_up(event="new-record", grid=(1, 0), piles=MARKET, weather=PLAIN)
    answer(state, 0, "take U3")
    answer(state, 1, "take U1")
    answer(state, 0, "pass")
    assert [spelt(car.garage) for car in state.cars] == ["U3", "U1"]
    assert spelt(sorted(state.aside)) == "U2 U4 U5"


def test_a_legend_at_the_back_does_not_swap():
    """SPEC 8.6, 5.19"""
    state = until(set_up(event="new-record", legends=1, grid=(1, 0, 2), weather=PLAIN), "swap")
    assert flow.to_act(state) == [0]


# 8.7: sponsorships


@pytest.mark.parametrize(
    ("code", "name", "box", "speeds", "symbols"),
    [
        ("P1", "Dramdo Brakes", "base", (1, 2, 3, 4), {}),
        ("P2", "Fredo&F.", "base", (4,), {"cooldown": 2}),
        ("P3", "Aperault", "base", (1,), {"slipstream": 2}),
        ("P4", "Lord&Co.", "base", (6,), {}),
        ("P5", "De Angeli Wings", "base", (3,), {"adjust_limit": 1}),
        ("P6", "E.Mercury", "heavy-rain", (0,), {"super_cool": 2}),
        ("P7", "Eole Wings", "tunnel-vision", (5,), {"draft": 2}),
    ],
)
def test_the_sponsorships(code, name, box, speeds, symbols):
    """SPEC 8.7.1"""
    card = CATALOGUE[CATALOGUE.ids[code]]
    assert (card.box, card.copies, card.speeds, dict(card.symbols)) == (box, 7, speeds, symbols)
    assert card.name.startswith(name)


@pytest.mark.parametrize(
    ("code", "speeds", "symbols"),
    [
        ("P8", (0, 4), {"extra_slipstream": 1}),
        ("P9", (7,), {"adjust_limit": -1}),
        ("P10", (2,), {"direct_play": 1}),
        ("P11", (4,), {"salvage": 2}),
    ],
)
def test_the_sponsorships_of_rocky_roads(code, speeds, symbols):
    """SPEC 8.7.2"""
    card = CATALOGUE[CATALOGUE.ids[code]]
    assert (card.box, card.copies, card.speeds, dict(card.symbols)) == ("rocky-roads", 7, speeds, symbols)


def test_the_supply_is_that_of_the_boxes_in_use():
    """SPEC 8.7.1, 8.7.2, 12.6"""
    for name, wanted in [
        ("new-record", [1, 2, 3, 4, 5]),
        ("going-global", [1, 2, 3, 4, 5, 6]),
        ("pressure-cooker", [1, 2, 3, 4, 5, 7]),
        ("smooth-start", [1, 2, 3, 4, 5, 8, 9, 10, 11]),
    ]:
        supply = Counter(CATALOGUE.codes[card] for card in season(name).spec().sponsorships)
        assert supply == {f"P{n}": 7 for n in wanted}


def test_a_sponsorship_is_for_one_use():
    """SPEC 8.7.3, 3.5.20, 3.9.1"""
    s = race(red="20/0 g2 hand 1 P2", blue="10/0 hand 1")
    go(s, "red", "g2 1 P2", "pass", "pass", "pass")
    assert s.events("removed") == [(0, "play", (CATALOGUE.ids["P2"],))]
    assert (s.cards("red", "discard"), spelt(s.state.used)) == ("1", "P2")
    assert dict(s.car("red").owned).get(CATALOGUE.ids["P2"]) is None


def test_also_after_a_cluttered_hand():
    """SPEC 8.7.3, 3.2.4"""
    s = race(red="20/0 g3 e0 hand P1 H H H", blue="10/0 hand 1")
    go(s, "red", "g2 P1 H")
    assert (s.at("red"), s.cards("red", "discard"), spelt(s.state.used)) == (20, "H", "P1")


def test_otherwise_it_is_a_card_like_any_other():
    """SPEC 8.7.4, 3.8.2"""
    s = go(race(red="20/0 hand 1 P4", blue="10/0 hand 1"), "red", "g1 1", "pass", "pass")
    assert s.legal("red") == ["pass", "discard P4"]
    s.act("red", "discard P4")
    assert (s.cards("red", "discard"), s.state.used) == ("1 P4", ())
    assert spelt([card for card, _ in s.car("red").owned if CATALOGUE.once[card]]) == "P4"


def test_a_sponsorship_may_be_salvaged_and_scrapped():
    """SPEC 8.7.4"""
    s = race(red="20/0 hand U22 deck 1 2 discard P4", blue="10/0 hand 1")
    go(s, "red", "g1 U22", "salvage U22 P4")
    assert sorted(s.cards("red", "deck").split()) == ["1", "2", "P4"]
    s = race(red="20/0 hand U24 deck P4 2 2 2 2 2 2 2", blue="10/0 hand 1")
    go(s, "red", "g1 U24", "scrap U24")
    assert (s.cards("red", "discard"), s.state.used) == ("P4", ())


def test_a_sponsorship_is_not_basic():
    """SPEC 8.7.4, 3.3.5"""
    s = race(red="20/0 e1 hand 1 deck P4 3 1 1 1 1 1 1", blue="10/0 hand 1")
    go(s, "red", "g1 1", "boost")
    assert (s.speed(), s.cards("red", "discard"), s.state.used) == (4, "P4 H", ())


@pytest.mark.parametrize(("name", "n"), [("title-sponsor", 3), ("restrictions-lifted", 2), ("going-global", 0)])
def test_sponsorships_at_the_start(name, n):
    """SPEC 8.7.5"""
    piles = {"sponsors/0": "P1 P2 P3 P4 P5 P1 P2"}
    state = until(set_up(event=name, legends=1, grid=(1, 0, 2), piles=piles, weather=PLAIN), "plan")
    given = {0: ["", "", "P1 P2", "P1 P2 P3"][n], 1: ["", "", "P3 P4", "P1 P4 P5"][n]}
    for seat in (0, 1):
        assert spelt(card for card in state.cars[seat].hand if CATALOGUE.once[card]) == given[seat]
        assert len(state.cars[seat].hand) == 7
    assert state.cars[2].hand == []
    assert [(seat, why, k) for seat, why, k, *_ in told(state, "award")] == [(0, "start", n), (1, "start", n)][: 2 * n]


def test_one_gained_goes_into_the_hand_even_above_hand_size():
    """SPEC 8.7.6"""
    s = race(red="13/0 g3 hand 5 5 5 1 1", blue="10/0 hand 1", event="new-record", rules={"hand": 2})
    go(s, "red", "g3 5 5 5", "pass", "pass")
    assert awards(s) == [("red", "record", 1)]
    s.act("red", "pass")
    assert (len(s.car("red").hand), [e for e in s.events("draw") if e[0] == 0]) == (3, [])


def test_unused_ones_are_shuffled_into_the_next_deck():
    """SPEC 8.7.7, 8.10"""
    one = raced(season("new-record", "going-global"), 0, 1, seat0="U1 P4 P4", seat1="U2")
    assert spelt(one.spec().own(0)) == "U1 P4 P4"
    state = until(new_race(one.spec(), "x"), "plan")
    cards = codes(state.cars[0].hand, state.cars[0].deck)
    assert (cards["P4"], cards["U1"], sum(cards.values())) == (2, 1, 12 + 2 + 2 + weather_cards(state))


def weather_cards(state):
    """Stress of the race, and Heat that rain has put into the deck, as far as they lie in deck and hand."""
    cards = codes(state.cars[0].hand, state.cars[0].deck)
    upgrades = sum(CATALOGUE[card].kind == "heat" for card in state.cars[0].garage)
    return cards["S"] + cards["H"] - upgrades


def test_used_ones_come_back_when_the_supply_is_exhausted():
    """SPEC 8.7.8"""
    used = "P1 " * 7 + "P2 " * 7 + "P3 " * 7 + "P4 " * 7 + "P5 " * 6
    piles = {"sponsors/0": "P5", "sponsors/1": "P3 P1 P2"}
    state = until(set_up(event="title-sponsor", drivers=1, used=used, piles=piles, weather=PLAIN), "plan")
    assert spelt(card for card in state.cars[0].hand if CATALOGUE.once[card]) == "P1 P3 P5"
    assert (spelt(state.sponsors), state.used) == ("P2", ())


def test_used_ones_stay_out_as_long_as_the_supply_lasts():
    """SPEC 8.7.8"""
    one = raced(season("new-record", "title-sponsor"), 0, 1)
    spec = one.spec()
    spec = type(spec)(
        spec.track, spec.seats, CATALOGUE, load.legends(), spec.base, (0, 1), WEATHER,
        spec.stock._replace(used=tuple([CATALOGUE.ids["P1"]] * 7)), spec.event, spec.season,
    )  # fmt: skip
    state = until(new_race(spec, "x"), "plan")
    assert len(state.sponsors) == 35 - 7 - 6
    assert all(codes(car.hand)["P1"] == 0 for car in state.cars)
    assert spelt(state.used) == "P1 P1 P1 P1 P1 P1 P1"


def test_nobody_gets_any_when_supply_and_used_pile_are_empty():
    """SPEC 8.7.8"""
    own = " ".join(f"{code} " * 7 for code in ("P1", "P2", "P3", "P4", "P5"))
    state = until(set_up(event="title-sponsor", drivers=2, own=[own, ""], weather=PLAIN), "plan")
    assert told(state, "award") == []
    assert len(state.cars[1].hand) == 7


# 8.8: press corners. USA's line B is line 2, at 33, limit 3.


def driven(cards, start=30, engine=6, weather="", **kwargs):
    """The red car drives these cards on USA under an event card whose press corner is B."""
    n = len(cards.split())
    s = race(
        red=f"{start}/0 g{n} e{engine} hand {cards}", blue="10/0 hand 1", event=kwargs.pop("event", event("B")),
        weather=weather, **kwargs,
    )  # fmt: skip
    return go(s, "red", f"g{n} {cards}", "pass", "pass")


@pytest.mark.parametrize(
    ("track", "letter", "line"),
    [("usa", "A", 1), ("usa", "D", 4), ("usa", "E", 1), ("italia", "D", 1), ("italia", "E", 2), ("japan", "A", 2),
     ("japan", "E", 2), ("mexico", "D", 6), ("espana", "B", 4), ("espana", "E", 10), ("deutschland", "B", 3)],
)  # fmt: skip
def test_letters_name_lines(track, letter, line):
    """SPEC 8.8.1, 13.3"""
    state = set_up(track, event=event(letter, track=track), weather=PLAIN)
    assert state.spec.rules.press == (line,)


def test_on_a_chicane_only_the_second_line_counts():
    """SPEC 8.8.1, 9.4"""
    card = event("A", track="japan")
    s = race("japan", red="8/0 g2 e6 hand 2 4", blue="0/0 hand 1", event=card)
    go(s, "red", "g2 2 4", "pass", "pass")
    assert ([row[1] for row in s.events("corner")], awards(s)) == ([1, 2], [("red", "exceed", 1)])
    s = race("japan", red="5/0 g2 e6 hand 2 4", blue="0/0 hand 1", event=card)
    go(s, "red", "g2 2 4", "pass", "pass")
    assert ([row[1] for row in s.events("corner")], awards(s)) == ([1], [])


@pytest.mark.parametrize(
    ("cards", "got"), [("1 4", [("red", "exceed", 1)]), ("2 4", [("red", "exceed", 1)]), ("1 3", []), ("1 2", [])]
)
def test_a_press_line_crossed_with_limit_plus_2(cards, got):
    """SPEC 8.8.2"""
    assert awards(driven(cards)) == got


def test_a_press_line_crossed_by_slipstream():
    """SPEC 8.8.2"""
    s = race(red="31/0 hand 1", blue="33/0 hand 0", event=event("B"))
    go(s, "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), awards(s)) == (34, [("red", "slipstream", 1)])


def test_a_line_before_the_slipstream_is_driven():
    """SPEC 8.8.2"""
    s = race(red="33/0 e6 hand 0", blue="34/0 hand 0", event=event("B"))
    go(s, "red", "g1 0", "pass", "slip 2")
    assert awards(s) == []
    s = race(red="32/0 e6 hand 1", blue="34/0 hand 0", event=event("B"))
    go(s, "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), awards(s)) == (35, [])


@pytest.mark.parametrize(
    ("token", "cards", "got"),
    [
        ("limit+1", "1 4", 0),
        ("limit+1", "2 4", 1),
        ("limit-1", "1 2", 0),
        ("limit-1", "1 3", 1),
        ("overheat", "1 4", 1),
    ],
)
def test_the_limit_of_the_press_has_its_token(token, cards, got):
    """SPEC 8.8.3"""
    assert len(awards(driven(cards, weather=f"cloud weather {token} overheat overheat"))) == got


def test_the_limit_of_the_press_is_without_adjust():
    """SPEC 8.8.3, 16.5, 3.5.37

    U46 is 6 with Adjust + 3. Limit 3 + 3 = 6: nothing to pay, and 6 >= 3 + 2. P9 is 7 with Adjust - 1.
    """
    s = race(red="30/0 e6 hand U46", blue="10/0 hand 1", event=event("B"))
    go(s, "red", "g1 U46", "pay U46", "pass", "pass")
    assert (s.events("corner"), awards(s)) == ([(0, 2, 6, 6, 0)], [("red", "exceed", 1)])
    s = race(red="30/0 g2 e6 hand U36 2", blue="10/0 hand 1", event=event("B"))
    go(s, "red", "g2 2 U36", "pass", "pass")
    assert (s.events("corner"), awards(s)) == ([(0, 2, 2, 4, 2)], [])


def test_one_card_for_a_line_though_both_conditions_hold():
    """SPEC 8.8.4, R8.15"""
    s = race(red="26/0 g2 e6 hand 1 4", blue="32/0 hand 0", event=event("B"))
    go(s, "red", "g2 1 4", "pass", "slip 2")
    assert (s.at("red"), s.events("corner")[0][3], awards(s)) == (33, 5, [("red", "slipstream", 1)])


def test_two_press_lines_in_one_turn():
    """SPEC R8.15"""
    card = event("CD", track="great-britain")
    s = race("great-britain", red="36/0 g2 e6 hand 4 3", blue="10/0 hand 1", event=card)
    go(s, "red", "g2 3 4", "pass", "pass")
    assert (s.at("red"), awards(s)) == (43, [("red", "exceed", 1), ("red", "exceed", 1)])
    assert len(s.car("red").pressed) == 2


def test_every_lap_counts_once():
    """SPEC 8.8.4"""
    s = driven("1 4")
    car = s.car("red")
    assert len(car.pressed) == 1
    again = race(red="30/0 g2 e6 hand 1 4", blue="10/0 hand 1", event=event("B"))
    again.car("red").pressed = car.pressed
    go(again, "red", "g2 1 4", "pass", "pass")
    assert awards(again) == []
    later = race(red="99/0 g2 e6 hand 1 4", blue="10/0 hand 1", event=event("B"))
    later.car("red").pressed = car.pressed
    go(later, "red", "g2 1 4", "pass", "pass")
    assert awards(later) == [("red", "exceed", 1)]


def test_none_in_a_turn_with_a_spin_out():
    """SPEC 8.8.5, 3.7.10"""
    s = race("great-britain", red="29/0 g2 e3 hand 4 4", blue="10/0 hand 1", event=event("B", track="great-britain"))
    go(s, "red", "g2 4 4", "pass")
    s.act("red", "pass")
    assert (s.events("corner"), len(s.events("spin")), awards(s)) == ([(0, 2, 6, 8, 2), (0, 3, 5, 8, 3)], 1, [])
    s = race("great-britain", red="29/0 g2 e5 hand 4 4", blue="10/0 hand 1", event=event("B", track="great-britain"))
    go(s, "red", "g2 4 4", "pass", "pass")
    assert (s.engine("red"), len(s.events("spin")), awards(s)) == (0, 0, [("red", "exceed", 1)])


def test_the_award_comes_behind_the_corner_step_and_before_discard():
    """SPEC 8.8.6"""
    s = driven("1 4")
    assert [event[0] for event in s.state.log if event[0] in ("corner", "award", "discard")] == ["corner", "award"]
    ((*_, (card,)),) = s.events("award")
    assert (s.step(), s.legal("red")) == ("discard", ["pass", f"discard {CATALOGUE.codes[card]}"])


def test_a_draft_counts_as_driving():
    """SPEC 8.8.7"""
    s = race(red="32/0 hand U56", blue="34/0 hand 0", event=event("B"))
    go(s, "red", "g1 U56", "draft U56", "pass", "pass")
    assert (s.at("red"), s.events("corner"), awards(s)) == (33, [(0, 2, 3, 0, 0)], [])
    s = race(red="27/0 e6 hand P7", blue="35/0 hand 0", event=event("B"))
    go(s, "red", "g1 P7", "draft P7", "pass", "pass")
    assert (s.at("red"), awards(s)) == (34, [("red", "exceed", 1)])


def test_lines_beyond_the_finish_never_count():
    """SPEC 8.8.8"""
    ring = Track("ring", "Ring", "base", 40, 2, 6, 3, (Corner(3, 1, "right", 0), Corner(20, 9, "right", 12)), (1,))
    for start, got in [(78, 0), (38, 1)]:
        s = race(red=f"{start}/0 g2 e7 hand 4 4", blue="10/0 hand 1", event=event("A"), rules={"spec_track": ring})
        go(s, "red", "g2 4 4", "pass")
        s.finish_round()
        assert len(awards(s)) == got


# 8.9: the event cards


def event_rows():
    rows = [row.strip("|").split("|") for row in re.findall(r"^\| 19\d\d-\d \|.*\|$", SPEC, re.MULTILINE)]
    return [tuple(cell.strip(" `") for cell in row) for row in rows]


@pytest.mark.parametrize("row", event_rows(), ids=lambda row: row[0])
def test_start_track_and_press_of_the_event_cards(row):
    """SPEC 8.9"""
    when, track, name, id_, start, press, effect = row
    (card,) = [card for card in load.event_cards() if card.id == id_]
    assert (f"{card.season}-{card.race}", card.name, card.track) == (when, name, TRACKS[track])
    assert card.sponsorships == int(start)
    assert card.press == ("" if press == "–" else press.replace(", ", ""))
    assert (effect == "none") == (not card.effects)
    board = load.load_track(card.track)
    base = {"laps": board.laps, "Heat": board.heat, "Stress": board.stress}
    spec = season(card.id).spec()
    now = {"laps": spec.laps, "Heat": spec.heat, "Stress": spec.stress}
    chosen = effect.startswith("before the race, in grid order")
    changes = {} if chosen else dict(re.findall(r"(laps|Heat|Stress) ([+−]\d)", effect))
    assert now == {key: n + int(changes.get(key, "0").replace("−", "-")) for key, n in base.items()}
    sizes = re.search(r"hand size (\d)", effect)
    assert spec.rules.hand == (int(sizes[1]) if sizes else 7)


def test_there_are_22_event_cards():
    """SPEC 8.9"""
    assert len(event_rows()) == len(load.event_cards()) == 22


def test_new_grandstand():
    """SPEC 8.9, R8.1, 3.7.10"""
    colours = ["red", "blue", "black", "gray"]
    cars = {colour: f"{62 - i // 2}/{i % 2} hand 2 2 2 2 2 2 2" for i, colour in enumerate(colours)}
    s = race("great-britain", **cars, event="new-grandstand").finish_round()
    assert awards(s) == [("red", "lap", 1), ("blue", "lap", 1), ("black", "lap", 1)]
    s.finish_round()
    assert len(awards(s)) == 3


def test_new_grandstand_counts_legends():
    """SPEC R8.1, 5.19"""
    cars = {"red": "61/0 hand 2", "blue": "legend 62/0", "black": "legend 62/1", "gray": "61/1 hand 2"}
    s = race("great-britain", **cars, event="new-grandstand").finish_round()
    assert awards(s) == [("red", "lap", 1)]


def test_new_grandstand_not_at_the_start_nor_in_lap_2():
    """SPEC R8.1"""
    s = race("great-britain", red="-1/0 hand 2", blue="-1/1 hand 2", event="new-grandstand").finish_round()
    assert awards(s) == []
    s = race("great-britain", red="125/0 hand 2", blue="-1/1 hand 2", event="new-grandstand").finish_round()
    assert awards(s) == []


def test_new_grandstand_gives_none_with_a_spin_out():
    """SPEC R8.1, 3.7.10"""
    ring = Track("ring", "Ring", "base", 40, 2, 6, 3, (Corner(4, 1, "right", 0), Corner(20, 9, "right", 12)), (1, 2))
    card = event("", {"first_lap_sponsorships": 3})
    cars = {"red": "38/0 g2 e0 hand 4 4", "blue": "10/0 hand 1"}
    s = race(**cars, event=card, rules={"spec_track": ring})
    go(s, "red", "g2 4 4", "pass", "pass")
    assert (s.at("red"), awards(s)) == (43, [])


@pytest.mark.parametrize(("cards", "got"), [("5 5 5", 1), ("4 5 5", 0), ("5 5 U43", 1)])
def test_new_speed_record(cards, got):
    """SPEC 8.9, R8.2"""
    s = race(red=f"13/0 g3 e6 hand {cards}", blue="10/0 hand 1", event="new-record")
    go(s, "red", f"g3 {cards}")
    while s.step() != "discard":
        s.act("red", s.legal("red")[0])
    assert awards(s) == [("red", "record", 1)] * got


def test_new_speed_record_counts_adrenaline_and_boost():
    """SPEC R8.2, 3.4.5"""
    s = race(red="13/0 g3 e6 hand 4 4 3 deck 3 1 1 1 1 1 1", event="new-record").act("red", "g3 3 4 4")
    s.act("red", "adrenaline", "boost", "pass", "pass")
    assert awards(s) == [("red", "record", 1)]


def test_new_speed_record_also_past_the_finish():
    """SPEC R8.2"""
    s = race(red="137/0 g3 e6 hand 5 5 5", blue="10/0 hand 1", event="new-record")
    go(s, "red", "g3 5 5 5", "pass")
    assert awards(s) == [("red", "record", 1)]


def test_no_speed_record_with_a_spin_out():
    """SPEC R8.2, 3.7.10"""
    s = race(red="25/0 g3 e6 hand 5 5 5", blue="10/0 hand 1", event="new-record")
    go(s, "red", "g3 5 5 5", "pass", "pass")
    assert (len(s.events("spin")), awards(s)) == (1, [])


def test_drivers_strike():
    """SPEC 8.9"""
    one = season("drivers-strike")
    assert one.spec().laps == 2
    assert scores(raced(one, 1, 0)) == [(1, 11), (0, 6)]


def test_engine_restrictions_lifted():
    """SPEC 8.9"""
    state = until(set_up(event="restrictions-lifted", weather="cloud weather overheat overheat"), "plan")
    assert [car.engine for car in state.cars] == [7, 7]


def test_record_crowds():
    """SPEC 8.9"""
    state = until(set_up(event="record-crowds", weather=PLAIN.replace("sun", "cloud")), "plan")
    assert (state.spec.laps, state.spec.course.finish) == (3, 189)
    assert [len(car.hand) for car in state.cars] == [8, 8]


def test_corruption_in_the_rules_committee():
    """SPEC 8.9"""
    one = raced(season("corruption", drivers=5), 4, 3, 2, 1, 0)
    assert scores(one) == [(4, 10), (3, 7), (2, 5), (1, 3), (0, 2)]


def test_new_title_sponsor():
    """SPEC 8.9"""
    state = until(set_up(event="title-sponsor", weather=PLAIN), "plan")
    assert [(seat, why, n) for seat, why, n, *_ in told(state, "award")] == [(0, "start", 3), (1, "start", 3)]
    assert state.spec.rules.press == (1,)


@pytest.mark.parametrize(
    ("others", "got"),
    [
        (["2/0", "3/0", "4/0"], 1),
        (["2/0", "3/0", "3/1"], 1),
        (["1/1", "3/0", "4/0"], 0),
        (["2/0", "4/0", "5/0"], 0),
        (["65/0", "66/0", "4/0"], 1),
        (["2/0", "3/0"], 0),
    ],
)
def test_first_live_televised_race(others, got):
    """SPEC 8.9, R8.3

    From 1 with Speed 4 to 5; the others stand still.
    """
    colours = ["blue", "black", "gray"]
    cars = {colour: f"{place} hand 0" for colour, place in zip(colours, others, strict=False)}
    s = race("great-britain", red="1/0 hand 4", **cars, event="live-television")
    go(s, "red", "g1 4", "pass", "pass")
    assert (s.at("red"), awards(s)) == (5, [("red", "passed", 1)] * got)


def test_live_television_gives_one_card_a_turn():
    """SPEC R8.3"""
    colours = ["blue", "black", "gray", "green", "yellow", "white"]
    cars = {colour: f"{2 + i // 2}/{i % 2} hand 0" for i, colour in enumerate(colours)}
    s = race("great-britain", red="1/0 hand 4", **cars, event="live-television")
    go(s, "red", "g1 4", "pass", "pass")
    assert awards(s) == [("red", "passed", 1)]


def test_live_television_looks_at_the_end_of_the_turn():
    """SPEC R8.3"""
    cars = {"blue": "2/0 hand 0", "black": "3/0 hand 0", "gray": "5/0 hand 0"}
    s = race("great-britain", red="1/0 hand 3", **cars, event="live-television")
    go(s, "red", "g1 3", "pass", "slip 2")
    assert (s.at("red"), awards(s)) == (6, [("red", "passed", 1)])


def test_new_safety_regulations():
    """SPEC 8.9"""
    state = until(set_up(event="safety-regulations", weather=PLAIN.replace("sun", "fog")), "plan")
    for car in state.cars:
        assert (car.engine, len(car.hand), codes(car.hand, car.deck)["S"]) == (5, 6, 2)


def test_title_sponsor_withdraws():
    """SPEC 8.9, R8.4, R4.4

    Italia: red crosses line 2 (limit 2) with Speed 8 and engine 5.
    """
    cars = {"red": "18/0 g2 e5 hand 4 4", "blue": "10/0 hand 1", "black": "9/0 hand 1"}
    s = race("italia", **cars, event="future-unknown")
    go(s, "red", "g2 4 4", "pass", "pass")
    assert s.events("out") == [(0, "eliminated", 3)]
    assert s.order() == ["blue", "black"]
    assert s.state.road[18] == s.state.road[26] == 0
    assert [event for event in s.events("draw") if event[0] == 0] == s.events("discard") == []
    assert s.asked() == ["blue"]


def test_a_car_that_pays_its_corner_is_not_eliminated():
    """SPEC R8.4"""
    s = race("italia", red="18/0 g2 e5 hand 3 4", blue="10/0 hand 1", event="future-unknown")
    go(s, "red", "g2 3 4", "pass", "pass")
    assert (s.engine("red"), s.events("out"), s.step()) == (0, [], "discard")


def test_going_global():
    """SPEC 8.9, R8.5"""
    s = race("japan", red="17/0 g1 e6 hand 4", blue="10/0 hand 1", event="going-global")
    go(s, "red", "g1 4", "pass", "pass")
    assert awards(s) == [("red", "exceed", 2)]
    assert len(s.car("red").hand) == 2


@pytest.mark.parametrize(("gear", "cards", "slip"), [(1, "1", 0), (2, "0 1", 0), (3, "0 0 1", 1), (4, "0 0 0 1", 1)])
def test_turbulent_winds(gear, cards, slip):
    """SPEC 8.9"""
    s = race("france", red=f"1/0 g{gear} hand {cards}", blue="3/0 hand 0", event="turbulent-winds")
    go(s, "red", f"g{gear} {cards}", "pass")
    assert s.legal("red") == ["pass", "slip 2"][: 1 + slip]


def test_chicanes_for_increased_safety():
    """SPEC 8.9, R8.6, 3.8.3"""
    s = race("mexico", red="1/0 g3 hand 1 1 1 S H H", blue="0/0 hand 1", event="chicanes-for-safety")
    go(s, "red", "g3 1 1 1", "pass", "pass")
    assert s.legal("red") == ["pass", "discard H", "discard H H"]
    s.act("red", "discard H H")
    assert s.cards("red", "discard") == "1 1 1 H H"


def test_sudden_heavy_rain():
    """SPEC 8.9, 3.4.7"""
    s = race("japan", red="1/0 g3 e0 hand 1 1 1 H", event="sudden-rain").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass"]
    s = race("japan", red="1/0 g3 e0 hand 1 1 1 H").act("red", "g3 1 1 1")
    assert s.legal("red") == ["pass", "cool 1 adrenaline", "adrenaline"]


def test_hold_on_tight():
    """SPEC 8.9, R8.7, 3.8.3"""
    s = race("great-britain", red="1/0 hand 1 2 2 3", blue="0/0 hand 1", event="hold-tight")
    go(s, "red", "g1 1", "pass", "pass")
    assert s.legal("red") == ["pass", "discard 2", "discard 3"]


def test_hold_on_tight_limits_the_discard_step_only():
    """SPEC R8.7

    Two Stress by U4, Heat for a boost, Scrap 1 by U24: none of them counts.
    """
    s = race("great-britain", red="1/0 g2 e2 hand U4 U24 S S 2 3", blue="0/0 hand 1", event="hold-tight")
    go(s, "red", "g2 U4 U24", "scrap U24", "boost", "reduce 2 U4", "pass", "pass")
    assert s.legal("red") == ["pass", "discard 2", "discard 3"]


@pytest.mark.parametrize(("cards", "got"), [("2", 1), ("3", 0), ("4", 0), ("5", 0)])
def test_smile_and_wave(cards, got):
    """SPEC 8.9, R8.8

    USA's line C: limit 3.
    """
    s = race(red=f"48/0 e6 hand {cards}", blue="10/0 hand 1", event="smile-and-wave")
    go(s, "red", f"g1 {cards}", "pass", "pass")
    assert awards(s) == [("red", "below", 1)] * got


@pytest.mark.parametrize(("card", "got"), [("1", 1), ("3", 0)])
def test_smile_and_wave_by_slipstream(card, got):
    """SPEC R8.8"""
    s = race(red=f"{48 - int(card)}/0 e6 hand {card}", blue="49/0 hand 0", event="smile-and-wave")
    go(s, "red", f"g1 {card}", "pass", "slip 2")
    assert (s.at("red"), awards(s)) == (50, [("red", "below", 1)] * got)


def test_smile_and_wave_is_without_adjust():
    """SPEC R8.8

    U41 has Adjust + 2, so the limit to be paid is 5; the press still wants less than 3.
    """
    s = race(red="48/0 e6 hand U41 deck 2 2 1 1 1 1 1 1 1", blue="10/0 hand 1", event="smile-and-wave")
    go(s, "red", "g1 U41", "pass", "pass")
    assert (s.events("corner"), awards(s)) == ([(0, 3, 5, 4, 0)], [])


def test_tunnel_vision():
    """SPEC 8.9, R8.6, 3.8.3, 9.2"""
    cars = {"red": "1/0 g3 hand 1 1 1 S S H", "blue": "0/0 hand 1"}
    s = race("espana", **cars, event="tunnel-vision")
    go(s, "red", "g3 1 1 1", "pass", "pass")
    assert s.legal("red") == ["pass", "discard S", "discard S S"]
    s = race("espana", red="16/0 g3 hand 0 1 1 S S H", blue="0/0 hand 1", event="tunnel-vision")
    go(s, "red", "g3 0 1 1", "pass", "pass")
    assert (s.at("red"), s.legal("red")) == (18, ["pass"])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("e2 hand 1 H deck H 1 1 1 1 1 1 discard H", "engine"),
        ("e0 hand 1 0 H deck H 1 1 1 1 1 1 discard H", "hand"),
        ("e0 hand 1 0 deck 1 H 1 1 1 1 1 discard H", "discard"),
        ("e0 hand 1 0 deck 1 H 1 H 1 1 1", "deck"),
    ],
)
def test_the_pressure_cooker(text, place):
    """SPEC 8.9, R8.9"""
    s = race("nederland", red=f"54/0 g1 {text}", blue="10/0 hand 1", event="pressure-cooker")
    before = dict(s.car("red").owned)[CATALOGUE.ids["H"]]
    go(s, "red", "g1 1", "pass", "pass")
    assert s.step() == "discard"
    assert s.events("removed") == [(0, place, (CATALOGUE.ids["H"],))]
    assert dict(s.car("red").owned).get(CATALOGUE.ids["H"], 0) == before - 1
    if place == "deck":
        assert s.cards("red", "deck") == "1 1 H 1 1 1"


@pytest.mark.parametrize("start", [-1, 219, 30])
def test_the_pressure_cooker_not_at_the_start_nor_at_the_finish(start):
    """SPEC R8.9

    Nederland has 3 laps of 55, and one more: the finish is at 220.
    """
    s = race("nederland", red=f"{start}/0 e2 hand 1", blue="-2/0 hand 1", event="pressure-cooker")
    planned(s)
    assert (s.state.spec.laps, s.events("removed"), s.engine("red")) == (4, [], 2)


def test_the_pressure_cooker_without_any_heat():
    """SPEC R8.9"""
    s = race("nederland", red="54/0 e0 hand 1", blue="10/0 hand 1", event="pressure-cooker")
    go(s, "red", "g1 1", "pass", "pass")
    assert s.events("removed") == []


def test_a_spin_out_back_across_the_finish_line_completes_no_lap():
    """SPEC R8.9, 3.7.8"""
    ring = Track("ring", "Ring", "base", 40, 3, 6, 3, (Corner(1, 1, "right", 30), Corner(20, 9, "right", 12)))
    cars = {
        "red": "38/0 g4 e0 hand 4 4 0 0", "blue": "39/0 g1 hand 1", "gray": "39/1 g1 hand 1", "black": "10/0 hand H H",
    }  # fmt: skip
    s = race(**cars, event=event("", {"lap_removes_heat": 1}), rules={"spec_track": ring})
    go(s, "red", "g4 0 0 4 4", "pass", "pass")
    assert (s.at("red"), len(s.events("spin"))) == (39, 1)
    assert [row for row in s.events("removed") if row[0] == 0] == []


def test_tight_maneuvers():
    """SPEC 8.9, R8.10"""
    s = race("france", red="1/0 hand 1", blue="3/0 hand 0", event="tight-maneuvers")
    go(s, "red", "g1 1", "pass")
    assert s.legal("red") == ["pass", "slip 1"]
    s = race("france", red="1/0 hand U14", blue="3/0 hand 0", event="tight-maneuvers")
    go(s, "red", "g1 U14", "pass")
    assert s.legal("red") == ["pass", "slip 1", "slip 3"]


def test_tight_maneuvers_takes_one_from_every_slipstream():
    """SPEC R8.10, 11.4"""
    s = race("france", red="1/0 hand U62", blue="3/0 hand 0", event="tight-maneuvers")
    go(s, "red", "g1 U62", "pass", "slip 1")
    assert (s.at("red"), s.spot("red"), s.legal("red")) == (3, 1, ["pass", "slip 1", "slip 2"])


def test_smooth_start():
    """SPEC 8.9, R8.11"""
    for card, n in [("cloud", 2), ("storm", 4), ("fog", 3)]:
        state = until(set_up(event="smooth-start", weather=f"{card} limit-1 limit-1 weather weather overheat"), "plan")
        for car in state.cars:
            assert (spelt(car.discard), codes(car.hand, car.deck)["S"]) == (" ".join("S" * n), 0)
            assert len(car.hand) == 7


def test_smooth_start_under_the_sun():
    """SPEC R8.11, 7.9"""
    state = until(set_up(event="smooth-start", weather="sun limit-1 limit-1 weather weather overheat"), "plan")
    assert [spelt(sorted(car.discard)) for car in state.cars] == ["S S S H H H"] * 2
    assert [car.engine for car in state.cars] == [2, 2]


def test_the_crowd_goes_wild():
    """SPEC 8.9, R8.12

    Italia's line B is line 2 at 19, limit 2.
    """
    cars = {"red": "18/0 hand 2", "blue": "18/1 hand 2", "black": "17/0 hand 2", "gray": "legend 0/0"}
    s = race("italia", **cars, event="crowd-goes-wild").finish_round()
    assert (s.at("red"), s.at("black"), awards(s)) == (20, 19, [("red", "crowd", 1), ("blue", "crowd", 1)])


def test_the_crowd_goes_wild_in_every_lap():
    """SPEC R8.12"""
    cars = {"red": "18/0 hand 2", "blue": "72/1 hand 2", "black": "71/0 hand 2", "gray": "125/1 hand 2"}
    s = race("italia", **cars, event="crowd-goes-wild").finish_round()
    assert sorted(awards(s)) == [(c, "crowd", 1) for c in ("black", "blue", "gray", "red")]


def test_a_legend_uses_up_a_place_of_the_crowd():
    """SPEC R8.12, 5.19"""
    cars = {"gray": "legend 18/0", "red": "18/1 hand 2", "blue": "17/0 hand 2"}
    s = race("italia", **cars, event="crowd-goes-wild").finish_round()
    assert (s.at("gray") >= 19, awards(s)) == (True, [("red", "crowd", 1)])


def test_a_spin_out_uses_no_place_of_the_crowd():
    """SPEC R8.12, 3.7.10"""
    cars = {"red": "18/0 g2 e0 hand 4 4", "blue": "18/1 hand 2", "black": "17/0 hand 2"}
    s = race("italia", **cars, event="crowd-goes-wild")
    planned(s, red="g2 4 4", blue="g1 2", black="g1 2")
    assert (len(s.events("spin")), awards(s)) == (1, [("blue", "crowd", 1), ("black", "crowd", 1)])


def test_consulting_the_mechanics():
    """SPEC 8.9, R8.13

    South Africa: Heat 7, Stress 3. Fog: Heat + 1.
    """
    state = until(
        set_up(event="consulting-mechanics", drivers=3, legends=1, grid=(1, 3, 0, 2), weather=f"fog {PLAIN[4:]}"),
        "tune",
    )
    assert [car.shuffles for car in state.cars] == [0, 0, 0, 0]
    assert (flow.to_act(state), legal(state, 1)) == ([1], ["tune +", "tune -"])
    answer(state, 1, "tune -")
    assert (view(state, 0).cars[1].engine, told(state, "tune")) == (7, [(1, -1, -1)])
    answer(state, 0, "tune +")
    answer(state, 2, "tune -")
    assert told(state, "tune") == [(1, -1, -1), (0, 1, 1), (2, -1, -1)]
    assert [car.engine for car in state.cars[:3]] == [9, 7, 7]
    assert [codes(car.hand, car.deck)["S"] for car in state.cars[:3]] == [4, 2, 2]


# 8.10, 8.11 and rulings


def test_between_races_all_cards_become_one_deck_again():
    """SPEC 8.10

    Seat 0 ends with a garage Heat, five Stress and cards in every pile; the next race is as fresh as the first.
    """
    one = raced(season("new-record", "drivers-strike"), 0, 1, seat0="U17 U9 S S discard S S S H 3 P4")
    spec = one.spec()
    assert spelt(spec.own(0)) == "U9 U17 P4"
    piles = {("weather", 0): [0], ("tokens", 0): [1, 1, 2]}
    state = until(new_race(spec, Chance("x", piles)), "plan")
    car = state.cars[0]
    cards = codes(car.hand, car.deck)
    assert (car.engine, car.discard) == (6, [])
    assert (cards["S"], cards["1"], cards["2"], cards["3"], cards["4"], cards["U9"]) == (2, 3, 3, 3, 3, 1)
    assert cards["H"] == 1 + sum(CATALOGUE[card].kind == "heat" for card in car.garage) - 1


def test_garage_heat_in_the_engine_comes_back_too():
    """SPEC 8.10"""
    one = season("new-record", "drivers-strike")
    spec = one.spec()
    weather = "cloud overheat overheat limit+1 limit+1"
    texts = {"black": "137/0 e3 hand 1 1 1 U17 deck 1", "blue": "136/0 hand 4 deck 1"}
    state = read_position(spec, texts, "x", weather=weather)
    while flow.to_act(state):
        seat = flow.to_act(state)[0]
        cooling = [text for text in legal(state, seat) if text.startswith("cool")]
        answer(state, seat, cooling[0] if cooling else legal(state, seat)[0])
    one.finish(state)
    assert spelt(one.spec().own(0)) == "U17"


def test_what_is_put_aside_or_used_goes_on_to_the_next_race():
    """SPEC 8.6, 8.7.8, 6.11"""
    one = season("new-record", "title-sponsor")
    state = until(new_race(one.spec(), "x"), "swap")
    market = sorted(state.market)
    while flow.to_act(state):
        first(state)
    one.finish(state)
    assert sorted(one.stock.aside) == market
    assert sorted(one.stock.used) == sorted(state.used)
    after = new_race(one.spec(), "y")
    assert sorted(after.aside) == market
    owned = [card for car in after.cars for card in car.garage]
    assert Counter([*after.pool, *after.market, *after.aside, *owned]) == Counter(after.spec.upgrades)


def test_final_ranking():
    """SPEC 8.11"""
    one = season("new-record", "title-sponsor", drivers=3)
    raced(raced(one, 0, 1, 2), 1, 0, 2)
    assert one.is_over
    assert scores(one) == [(1, 15), (0, 15), (2, 8)]
    assert [score.by_race for score in one.standings()] == [(6, 9), (9, 6), (4, 4)]


@pytest.mark.parametrize(
    ("options", "heat", "stress"),
    [({"heat": 1}, 0, 2), ({"heat": 2}, 0, 2), ({"heat": 4}, 2, 2), ({"stress": 0}, 4, 0), ({"stress": 1}, 4, 0)],
)
def test_heat_and_stress_never_fall_below_0(options, heat, stress):
    """SPEC R8.14"""
    state = until(set_up(event="safety-regulations", weather=PLAIN.replace("sun", "rain"), **options), "plan")
    car = state.cars[0]
    in_deck = codes(car.hand, car.deck)["H"] - sum(CATALOGUE[card].kind == "heat" for card in car.garage)
    assert (car.engine + in_deck, codes(car.hand, car.deck)["S"]) == (heat, stress)


def test_laps_never_fall_below_1():
    """SPEC R8.14"""
    card = Library().event("drivers-strike")
    one = Season("own", [Leg(load.load_track("espana"), card)], seat_cars(2, 0), CATALOGUE, load.legends(), WEATHER)
    assert one.spec().laps == 1


@pytest.mark.parametrize("drivers", [1, 5, 9])
def test_three_cards_are_always_left_to_swap_with(drivers):
    """SPEC R8.17"""
    state = until(set_up(event="new-record", drivers=drivers, weather=PLAIN), "swap")
    assert len(state.market) == 3


def test_a_pool_that_runs_out_in_a_season_is_reshuffled():
    """SPEC R8.17, 6.11

    34 basic upgrades; six drivers own three each, twelve are put aside: four are left for a market of nine.
    """
    own = [f"U{n} U{n} U{n + 1}" for n in (1, 3, 5, 7, 9, 11)]
    aside = "U13 U13 U14 U14 U15 U15 U16 U16 U17 U17 U2 U4"
    state = set_up(event="new-record", drivers=6, garage="basic", own=own, aside=aside, weather=PLAIN)
    ((market,),) = told(state, "market")
    assert len(market) == 9
    assert {"U6", "U8", "U10", "U12"} <= set(spelt(market).split())
    assert state.aside == ()
    assert len(state.pool) == 12 - 5


def test_a_season_whose_pool_is_too_small_is_refused():
    """SPEC 6.11, 8.4"""
    with pytest.raises(SetupError, match="8 drivers in 4 races need 35 upgrades, and the pool has 34"):
        season("new-record", "title-sponsor", "corruption", "new-grandstand", drivers=8, garage="basic")
    assert season("new-record", "title-sponsor", "corruption", "new-grandstand", drivers=7, garage="basic")
    with pytest.raises(SetupError, match="one garage round"):
        season("new-record", garage="basic", garage_choice="snake")


def test_a_season_that_has_used_up_its_pool_can_still_be_looked_at():
    """SPEC 8.4

    Seven drivers own 28 of 34 basic upgrades at the end: six are left, and a first race would need ten.
    """
    names = ("new-record", "title-sponsor", "corruption", "new-grandstand")
    one = season(*names, drivers=7, garage="basic")
    for number in range(1, 5):
        own = [" ".join(f"U{2 * seat + 1 + i // 2}" for i in range(number)) for seat in range(7)]
        raced(one, *range(7), **{f"seat{seat}": text for seat, text in enumerate(own)})
    assert len(one.stock.cards) == 28
    assert (one.is_over, one.spec(0).track.id, one.spec(0).stock.cards) == (True, "usa", [])


def test_random_seasons():
    """SPEC R8.18"""
    boards = [load.load_track(name) for name in load.track_ids() if load.load_track(name).box == "base"]
    cards = [card for card in load.event_cards() if card.track in [board.id for board in boards]]
    drawn = set()
    for seed in range(60):
        legs = random_legs(f"{seed}", boards, cards)
        assert len(legs) == len({leg.track.id for leg in legs}) == len({leg.event.id for leg in legs}) == 4
        drawn |= {leg.event.id for leg in legs}
    assert drawn == {card.id for card in cards}
    assert random_legs("7", boards, cards) == random_legs("7", boards, cards)


def test_drivers_strike_never_meets_espana():
    """SPEC R8.18"""
    boards = [load.load_track(name) for name in ("espana", "usa", "italia", "nederland")]
    names = ("drivers-strike", "corruption", "title-sponsor", "new-record", "hold-tight")
    cards = [Library().event(name) for name in names]
    for seed in range(60):
        legs = random_legs(f"{seed}", boards, cards)
        assert ("espana", "drivers-strike") not in [(leg.track.id, leg.event.id) for leg in legs]


def test_a_random_season_needs_enough_event_cards():
    """SPEC R8.18"""
    boards = [load.load_track("espana"), load.load_track("usa")]
    for cards in ([Library().event("drivers-strike")], []):
        with pytest.raises(SetupError, match="no event card"):
            random_legs("x", boards, cards)


def test_custom_seasons():
    """SPEC R8.18, 8.1"""
    legs = [Leg(load.load_track("japan"), None), Leg(load.load_track("usa"), Library().event("going-global"))]
    one = Season("custom", legs, seat_cars(2, 0), CATALOGUE, load.legends(), WEATHER)
    assert [one.spec(i).track.id for i in range(2)] == ["japan", "usa"]
    assert one.spec(0).rules.press == ()
    assert one.spec(1).rules.press == (2, 3)
    assert one.rules.expansions == "heavy-rain"


def test_two_press_letters_of_one_line_are_one_corner():
    """SPEC 8.8.1, 8.8.4"""
    s = driven("1 4", start=11, event=event("AE"))
    assert s.state.spec.rules.press == (1,)


def test_an_event_card_needs_its_press_corners():
    """SPEC 8.8.1"""
    ring = Track("ring", "Ring", "base", 40, 2, 6, 3, (Corner(3, 1, "right", 0),), (1,))
    with pytest.raises(SetupError, match="no press corner B"):
        set_up(ring, event=event("B"))


def test_who_concedes_scores_its_place():
    """SPEC R4.3, 8.3"""
    one = season("new-record", drivers=3, allow_concede=True)
    texts = {"black": "137/0 hand 1", "blue": "100/0 hand 1", "green": "90/0 hand 1"}
    state = read_position(one.spec(), texts, "x", weather="sun overheat overheat overheat overheat")
    while flow.to_act(state):
        seat = flow.to_act(state)[0]
        answer(state, seat, "concede" if "concede" in legal(state, seat) and seat == 1 else legal(state, seat)[0])
    one.finish(state)
    assert scores(one) == [(0, 9), (2, 6), (1, 4)]


def test_points_of_an_eliminated_car():
    """SPEC R4.4, 8.3, 8.9"""
    one = season("future-unknown", drivers=3)
    texts = {"black": "18/0 g2 e0 hand 4 4", "blue": "161/0 hand 1", "green": "161/1 hand 1"}
    state = read_position(one.spec(), texts, "x", weather="cloud overheat overheat limit+1")
    while flow.to_act(state):
        seat = flow.to_act(state)[0]
        plans = legal(state, seat)
        answer(state, seat, "g2 4 4" if "g2 4 4" in plans else plans[0])
    one.finish(state)
    assert [row.why for row in outcome(state)] == ["finished", "finished", "eliminated"]
    assert scores(one) == [(1, 9), (2, 6), (0, 0)]
    assert [row.seat for row in outcome(state)] == [1, 2, 0]
