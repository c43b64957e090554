import pytest

from heatcli.core.event_cards import EventCard
from heatcli.core.rules import Rules, overlay
from heatcli.core.season import Leg, Season
from heatcli.core.specs import Spec, seat_cars
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.errors import SetupError
from heatcli.record.tokens import read_cards
from tests.rules.test_1_setup import CATALOGUE, WEATHER, codes, set_up
from tests.rules.test_4_finish import places
from tests.scenario import race

ALL = "heavy-rain+tunnel-vision+rocky-roads"


def spec(track="usa", event=None, legends=0, **options):
    """The spec of a race with these options, set as a user sets them."""
    rules = overlay(Rules(), options)
    seats = seat_cars(2, legends)
    return Spec(load.load_track(track), seats, CATALOGUE, load.legends(), rules, None, WEATHER, None, event)


def refused(says, **options):
    with pytest.raises(SetupError, match=says):
        spec(**options)


def test_first_game():
    """SPEC 12.1, R12.1"""
    one = spec(mode="first_game")
    assert (one.track.id, one.laps, one.rules.garage, one.rules.weather) == ("usa", 1, "off", False)
    car = set_up(mode="first_game").cars[0]
    assert codes(car.hand, car.deck) == {"0": 1, "5": 1, "H": 1, "1": 3, "2": 3, "3": 3, "4": 3, "S": 3}


def test_first_game_takes_legends():
    """SPEC 12.1, 12.8"""
    assert len(spec(mode="first_game", legends=4).seats) == 6


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("track italia", {"track": "italia"}),
        ("laps", {"laps": 2}),
        ("garage", {"garage": "basic"}),
        ("garage", {"garage": "mixed", "garage_choice": "quick"}),
        ("weather", {"weather": True}),
        ("pro_legends", {"pro_legends": 1}),
        ("mulligan", {"mulligan": True}),
    ],
)
def test_what_a_first_game_leaves_out(name, options):
    """SPEC 12.1"""
    refused(f"mode first_game and {name} do not go together", mode="first_game", **options)


def test_beginner():
    """SPEC 12.2"""
    for name in load.track_ids():
        one = spec(name, mode="beginner", legends=3, mulligan=True)
        assert (one.laps, one.rules.garage) == (load.load_track(name).laps, "off")
    assert spec(mode="beginner", aggressive_legends=False).rules.mode == "beginner"
    assert spec(mode="beginner", expansions=ALL).boxes == ("base", "heavy-rain", "tunnel-vision", "rocky-roads")
    car = set_up("italia", mode="beginner").cars[0]
    cards = codes(car.hand, car.deck)
    assert (cards["0"], cards["5"], cards["H"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("garage", {"garage": "basic"}),
        ("weather", {"weather": True}),
        ("pro_legends", {"pro_legends": 2}),
        ("laps", {"laps": 1}),
    ],
)
def test_what_a_beginners_race_leaves_out(name, options):
    """SPEC 12.2"""
    refused(f"mode beginner and {name} do not go together", mode="beginner", **options)


@pytest.mark.parametrize("mode", ["first_game", "beginner"])
def test_the_beginners_modes_have_no_event_card(mode):
    """SPEC 12.1, 12.2"""
    refused("an event card", mode=mode, event=Library().event("new-record"))


def test_standard_takes_everything_together():
    """SPEC 12.3, 12.5"""
    one = spec(
        "japan", legends=4, mode="standard", laps=3, garage="advanced", garage_choice="snake", weather=True,
        expansions=ALL, pro_legends=6, aggressive_legends=False, mulligan=True, reveal_gear_early=True,
        cluttered_rule="literal", reshuffle="eager", stop_when_humans_done=True, allow_concede=True, max_rounds=9,
    )  # fmt: skip
    assert (one.laps, one.rules.garage, one.rules.weather, one.rules.max_rounds) == (3, "advanced", True, 9)
    assert Rules().mode == "standard"


def season(*tracks, event=None, **rules):
    legs = [Leg(load.load_track(name), event) for name in tracks]
    return Season("own", legs, seat_cars(2, 0), CATALOGUE, load.legends(), WEATHER, Rules(**rules))


@pytest.mark.parametrize("garage", ["basic", "advanced", "mixed"])
def test_championship(garage):
    """SPEC 12.4"""
    one = season("usa", "italia", garage=garage).spec()
    assert (one.rules.garage, one.rules.garage_choice, one.rules.weather, one.laps) == (garage, "season", True, 2)


@pytest.mark.parametrize("mode", ["first_game", "beginner"])
def test_a_championship_is_no_beginners_race(mode):
    """SPEC 12.1, 12.2, 12.4"""
    with pytest.raises(SetupError, match=f"mode {mode} and garage"):
        season("usa", mode=mode)


@pytest.mark.parametrize(
    ("track", "expansions", "boxes"),
    [
        ("usa", "none", ("base",)),
        ("japan", "none", ("base", "heavy-rain")),
        ("mexico", "none", ("base", "heavy-rain")),
        ("espana", "none", ("base", "tunnel-vision")),
        ("deutschland", "none", ("base", "rocky-roads")),
        ("japan", "rocky-roads", ("base", "heavy-rain", "rocky-roads")),
        ("usa", ALL, ("base", "heavy-rain", "tunnel-vision", "rocky-roads")),
    ],
)
def test_a_track_brings_its_box_in(track, expansions, boxes):
    """SPEC 12.6"""
    assert spec(track, expansions=expansions).boxes == boxes


@pytest.mark.parametrize(
    ("year", "box"),
    [(1961, None), (1962, None), (1963, None), (1964, "heavy-rain"), (1965, "tunnel-vision"), (1966, "rocky-roads")],
)
def test_a_season_brings_its_box_in(year, box):
    """SPEC 12.6"""
    cards = [card for card in load.event_cards() if card.season == year]
    legs = [Leg(load.load_track(card.track), card) for card in cards]
    one = Season(f"{year}", legs, seat_cars(2, 0), CATALOGUE, load.legends(), WEATHER)
    assert [one.spec(i).boxes for i in range(len(legs))] == [("base", box) if box else ("base",)] * len(legs)


def test_solo():
    """SPEC 12.8"""
    s = race(red="137/0 hand 1", black="legend 20/0", blue="legend 21/0").finish_round()
    assert s.events("finish")[0] == (0, 1)
    assert (places(s)[0], len(places(s))) == ("red", 3)


def test_laps_of_a_single_race_with_an_event_card():
    """SPEC R12.2"""
    more, less = (EventCard("own", "Own", 1961, 1, "usa", 0, "", {"laps": n}) for n in (1, -1))
    assert [spec(event=card, laps=3).laps for card in (more, less)] == [4, 2]
    assert [spec(event=card).laps for card in (more, less)] == [3, 1]


def test_a_season_takes_no_laps():
    """SPEC R12.2, 12.4"""
    with pytest.raises(SetupError, match="laps"):
        season("usa", laps=1)


def test_a_single_race_may_bring_its_upgrades():
    """SPEC 12.5, 6.1"""
    own = ["U1 U2 U18", "U3 U4 U48"]
    state = set_up(own=own, garage="mixed", garage_choice="given")
    assert state.round == 1
    for car, brought in zip(state.cars, own, strict=True):
        assert list(car.garage) == read_cards(brought, CATALOGUE)
    assert codes(state.cars[1].hand, state.cars[1].deck)["H"] == 1


@pytest.mark.parametrize(
    ("box", "tracks", "upgrades", "sponsorships", "colour", "year"),
    [
        ("heavy-rain", ["japan", "mexico"], (49, 54), ["P6"], "orange", 1964),
        ("tunnel-vision", ["espana", "nederland"], (55, 60), ["P7"], "purple", 1965),
        ("rocky-roads", ["deutschland", "south-africa"], (61, 66), ["P8", "P9", "P10", "P11"], "white", 1966),
    ],
)
def test_what_is_in_the_boxes(box, tracks, upgrades, sponsorships, colour, year):
    """SPEC 9.1, 9.6, 10.1, 10.5, 11.1"""
    assert [name for name in load.track_ids() if load.load_track(name).box == box] == tracks
    cards = [card for card in CATALOGUE.cards if card is not None and card.box == box]
    assert [card.code for card in cards if card.pool] == [f"U{n}" for n in range(upgrades[0], upgrades[1] + 1)]
    assert [card.code for card in cards if card.kind == "sponsorship"] == sponsorships
    assert colour in [seat.colour for seat in seat_cars(9, 0)[6:]]
    homes = [card.track for card in load.event_cards() if card.season == year]
    assert set(tracks) <= set(homes)


def test_aggressive_legends_come_with_the_boards_that_have_chevrons():
    """SPEC 9.5, 10.5, 11.5, 5.17"""
    with_chevrons = [name for name in load.track_ids() if any(c.chevrons for c in load.load_track(name).corners)]
    assert with_chevrons == ["deutschland", "espana", "great-britain", "japan", "mexico", "nederland"]
