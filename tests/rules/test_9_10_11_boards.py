import pytest

from heatcli.core.weather import corners
from heatcli.data import load
from tests.rules.driving import go, solo
from tests.rules.leading import lead, using
from tests.scenario import race

TURN = ("pass", "pass", "pass")


@pytest.mark.parametrize("space", [16, 23, 37, 41, 45, 48, 61, 70, 79, 87])
def test_nothing_is_discarded_in_a_tunnel(space):
    """SPEC 9.2"""
    s = solo(f"{space}/0 e6 hand 0 1 2", "g1 0", "pass", "pass", track="espana")
    assert s.legal("red") == ["pass"]


@pytest.mark.parametrize("space", [15, 24, 36, 42, 44, 49, 60, 71, 78, 88])
def test_beside_a_tunnel_cards_may_be_discarded(space):
    """SPEC 9.2"""
    s = solo(f"{space}/0 e6 hand 0 1 2", "g1 0", "pass", "pass", track="espana")
    assert s.legal("red") == ["pass", "discard 1", "discard 1 2", "discard 2"]


def test_playing_cooling_and_replenish_work_in_a_tunnel():
    """SPEC 9.2"""
    s = solo("17/0 e0 hand 1 H", "g1 1", "cool 1 gear", *TURN, track="espana")
    assert (s.at("red"), s.engine("red"), len(s.car("red").hand), s.cards("red", "discard")) == (18, 1, 7, "1")


def test_slipstream_out_of_a_tunnel_before_discarding():
    """SPEC 9.2"""
    s = race("espana", red="21/0 hand 1 2", blue="23/0")
    go(s, "red", "g1 1", "pass", "slip 2")
    assert (s.at("red"), s.legal("red")) == (24, ["pass", "discard 2"])


@pytest.mark.parametrize(
    ("space", "flooded"),
    [(4, False), (5, True), (10, True), (11, False), (37, False), (38, True), (44, True), (45, False), (49, True),
     (54, True), (55, False)],
)  # fmt: skip
def test_flooded_spaces_make_downshifts_dearer(space, flooded):
    """SPEC 10.2, 3.1.3"""
    s = solo(f"{space}/0 g3 e6 hand 1 1", "g2 1 1", track="japan")
    assert s.engine("red") == (5 if flooded else 6)


def test_playing_moving_and_cooling_on_flooded_spaces():
    """SPEC 10.2"""
    s = solo("38/0 g2 e0 hand 1 1 H", "g2 1 1", "cool 1 gear", track="japan")
    assert (s.at("red"), s.engine("red")) == (40, 1)


def test_who_cannot_pay_the_surcharge_keeps_or_raises_the_gear():
    """SPEC 10.3"""
    assert race("japan", red="38/0 g3 e0 hand 1 1 1").gears("red") == [3]
    s = race("japan", red="38/0 g3 e0 hand 1 1 H H")
    assert s.legal("red") == ["g3 1 1 H", "g4 1 1 H H"]
    s.act("red", "g3 1 1 H")
    assert (s.at("red"), s.gear("red"), s.engine("red")) == (38, 1, 0)


def test_mexico_is_dry():
    """SPEC 10.6"""
    for space in range(60):
        assert solo(f"{space}/0 g3 e1 hand 0 0", "g2 0 0", track="mexico").engine("red") == 1


def test_gear_1_on_a_flooded_space():
    """SPEC R10.1"""
    assert solo("38/0 g1 e1 hand 0", "g1 0", track="japan").engine("red") == 1


def test_the_fall_to_gear_1_is_free():
    """SPEC R10.2"""
    s = solo("38/0 g3 e1 hand H H H H", "g4 H H H H", track="japan")
    assert (s.gear("red"), s.engine("red")) == (1, 1)


@pytest.mark.parametrize(
    ("place", "paid"),
    [
        ("13/0", 1), ("13/1", 1), ("24/0", 1), ("56/1", 1), ("21/0", 0), ("21/1", 0), ("6/1", 0),
        ("7/0", 0), ("7/1", 1),  # left spot; the Race Line is on the right
        ("16/0", 0), ("16/1", 1), ("57/0", 0), ("57/1", 1),
        ("25/0", 0), ("25/1", 1),  # right spot; the Race Line is on the left behind line 3
        ("47/0", 0), ("47/1", 1),  # behind line 5, on the left
    ],
)  # fmt: skip
def test_gravel_costs_one_heat(place, paid):
    """SPEC 11.3, 13.4"""
    s = solo(f"{place} e2 hand 0", "g1 0", *TURN, track="south-africa")
    assert s.engine("red") == 2 - paid
    assert s.events("pay") == [(0, "gravel", 1, 0)] * paid


def test_gravel_needs_heat_in_the_engine():
    """SPEC 11.3"""
    s = solo("13/0 e0 hand 0", "g1 0", *TURN, track="south-africa")
    assert (s.engine("red"), s.events("pay")) == (0, [])


def test_gravel_after_a_cluttered_hand():
    """SPEC R11.2"""
    assert solo("13/0 e2 hand H", "g1 H", track="south-africa").engine("red") == 1


def test_no_gravel_for_finished_cars():
    """SPEC R11.2"""
    s = solo("141/0 g4 e3 hand 4 4 4 4", "g4 4 4 4 4", "pass", track="south-africa")
    assert (s.at("red"), s.engine("red"), s.step()) == (157, 3, "over")


def test_the_spot_is_decided_as_everywhere():
    """SPEC R11.3"""
    s = solo("6/1 e2 hand 1", "g1 1", *TURN, track="south-africa")
    assert (s.at("red"), s.spot("red"), s.engine("red")) == (7, 0, 2)
    s = go(race("south-africa", red="6/1 e2 hand 1", blue="7/0"), "red", "g1 1", *TURN)
    assert (s.at("red"), s.spot("red"), s.engine("red")) == (7, 1, 1)


def drafts(red, *tokens, **cars):
    """Red's Drafts after these decisions."""
    return using(go(race(red=red, **cars), "red", *tokens), "draft")


@pytest.mark.parametrize(
    ("other", "moved"),
    [("14/0", 0), ("14/1", 0), ("15/0", 0), ("16/0", 1), ("16/1", 1), ("17/0", 2), ("18/1", 3), ("19/0", 0),
     ("12/0", 0)],
)  # fmt: skip
def test_a_draft_ends_right_behind_the_first_car_ahead(other, moved):
    """SPEC 9.3, 9.3.1, 3.5.17"""
    s = race(red="13/0 hand U55 deck 1 2 3 4", blue=f"{other} hand 0")
    go(s, "red", "g1 U55")
    assert using(s, "draft") == ["draft U55"] * bool(moved)
    if moved:
        s.act("red", "draft U55")
        assert (s.at("red"), s.speed(), s.events("move")[-1][1:4]) == (14 + moved, 1, ("draft", moved, moved))


def test_a_draft_looks_at_the_first_car_only():
    """SPEC 9.3, 9.3.1"""
    assert drafts("13/0 hand U55 deck 1", "g1 U55", blue="15/0 hand 0", gray="18/0 hand 0") == []


def test_a_draft_is_optional():
    """SPEC 3.5.17, 3.5.3"""
    s = go(race(red="13/0 hand U55 deck 1 1", blue="17/0 hand 0"), "red", "g1 U55", "pass")
    assert (s.at("red"), s.step()) == (14, "slip")


def test_a_draft_alone_on_the_road():
    """SPEC 9.3"""
    assert using(solo("13/0 hand U55 deck 1", "g1 U55"), "draft") == []


@pytest.mark.parametrize(("start", "card", "cost"), [(29, "1", 0), (27, "3", 0), (26, "4", 1)])
def test_lines_crossed_by_draft_are_checked_with_the_speed_of_the_turn(start, card, cost):
    """SPEC 9.3.2"""
    s = race(red=f"{start}/0 e6 hand U55 deck {card} 1 1 1 1 1 1 1", blue="34/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 U55", "draft U55", "pass", "pass")
    assert (s.at("red"), s.speed()) == (33, int(card))
    assert s.events("corner") == [(0, 2, 3, int(card), cost)]


def test_a_draft_over_the_last_finish_line():
    """SPEC 9.3.3, R9.3"""
    s = race(red="135/0 hand U55 deck 1 1", blue="70/0 hand 0").act("red", "g1 U55").act("blue", "g1 0")
    s.act("red", "draft U55")
    assert (s.at("red"), s.step()) == (138, "react")
    s.act("red", "pass")
    assert s.asked() == ["blue"]
    assert s.finish_round().events("finish") == [(0, 1)]


def test_a_draft_over_an_earlier_finish_line():
    """SPEC 9.3.3"""
    s = go(race(red="66/0 hand U55 deck 1 1", blue="71/0 hand 0"), "red", "g1 U55", "draft U55")
    assert s.at("red") == 70


def test_a_draft_behind_the_last_finish_line():
    """SPEC 9.3.3"""
    s = race(red="137/0 hand U55 deck 1 1", blue="72/0 hand 0").act("red", "g1 U55").act("blue", "g1 0")
    assert s.at("red") == 138
    assert s.act("red", "draft U55").at("red") == 140


def test_draft_symbols_are_added_up():
    """SPEC 9.3.4"""
    plan, text = "g2 U56 U58", "13/0 g2 hand U56 U58"
    assert drafts(text, plan, blue="18/0 hand 0") == ["draft U56", "draft U58"]
    assert drafts(text, plan, blue="19/0 hand 0") == ["draft U56 U58"]
    assert drafts(text, plan, blue="20/0 hand 0") == []
    s = go(race(red=text, blue="19/0 hand 0"), "red", plan, "draft U56 U58")
    assert (s.at("red"), using(s, "draft")) == (18, [])


def test_two_drafts_of_a_kind():
    """SPEC 9.3.4"""
    text = "13/0 g2 hand U56 U56"
    assert drafts(text, "g2 U56 U56", blue="15/0 hand 0") == ["draft U56"]
    s = go(race(red=text, blue="16/0 hand 0"), "red", "g2 U56 U56")
    assert using(s, "draft") == ["draft U56 U56"]
    assert s.act("red", "draft U56 U56").at("red") == 15


def test_no_draft_is_added_in_vain():
    """SPEC 9.3.4"""
    assert drafts("13/0 g2 hand U55 U58 deck 1 1", "g2 U55 U58", blue="20/0 hand 0") == ["draft U55"]
    assert drafts("13/0 g2 hand U55 U58 deck 1 1", "g2 U55 U58", blue="22/0 hand 0") == ["draft U55 U58"]


def test_drafts_one_after_another_need_a_move_in_between():
    """SPEC 9.3.4, R9.4"""
    s = race(red="13/0 g2 hand U56 U58 deck 2 1 1 1 1 1 1", blue="18/0 hand 0", gray="21/0 hand 0")
    go(s, "red", "g2 U56 U58", "draft U56", "adrenaline")
    assert (s.at("red"), using(s, "draft")) == (18, [])
    s = race(red="13/0 g2 hand U56 U58 P10", blue="18/0 hand 0", gray="21/0 hand 0")
    go(s, "red", "g2 U56 U58", "draft U56")
    assert (s.at("red"), using(s, "draft")) == (17, [])
    s.act("red", "direct P10")
    assert (s.at("red"), using(s, "draft")) == (19, ["draft U58"])
    assert s.act("red", "draft U58").at("red") == 20


def test_a_slipstream_follows_a_draft():
    """SPEC 9.3.5"""
    s = go(race(red="13/0 hand U55 deck 1 1", blue="17/0 hand 0"), "red", "g1 U55", "draft U55", "pass")
    assert s.legal("red") == ["pass", "slip 2"]
    assert s.act("red", "slip 2").at("red") == 18


def test_fog_does_not_forbid_a_draft():
    """SPEC 9.3.5, 7.3"""
    fog = "fog weather overheat overheat limit+1"
    s = race(red="13/0 hand U55 deck 1 1", blue="17/0 hand 0", weather=fog)
    assert go(s, "red", "g1 U55", "draft U55", "pass").legal("red") == ["pass"]


def test_a_car_beside_does_not_matter_for_a_draft():
    """SPEC R9.1"""
    cars = {"blue": "14/0 hand 0", "gray": "17/0 hand 0"}
    s = go(race(red="13/0 hand U55 deck 1 1", **cars), "red", "g1 U55", "draft U55")
    assert s.at("red") == 16


def test_a_legend_serves_a_draft():
    """SPEC R9.2"""
    s = go(race(red="83/0 hand U55 deck 1 1", blue="legend 17/0"), "red", "g1 U55", "draft U55")
    assert s.at("red") == 69 + 16


@pytest.mark.parametrize(("card", "moved"), [("1", 1), ("2", 2), ("3", 3), ("4", 0)])
def test_a_finished_car_on_the_track_serves_a_draft(card, moved):
    """SPEC R9.2, R9.3"""
    s = go(race(red="66/0 hand U55 deck 1 1", blue=f"137/0 hand {card}"), "red", "g1 U55")
    assert (s.at("red"), s.at("blue")) == (67, 137 + int(card))
    assert using(s, "draft") == ["draft U55"] * bool(moved)
    if moved:
        assert s.act("red", "draft U55").at("red") == 67 + moved


def test_a_draft_behind_a_car_of_another_lap():
    """SPEC R9.3"""
    s = race(red="83/0 hand U55 deck 1 1", blue="17/0 hand 0").act("red", "g1 U55").act("blue", "g1 0")
    assert s.act("red", "draft U55").at("red") == 69 + 16


def test_chicanes():
    """SPEC 9.4"""
    chicanes = {
        track: [(pair[0].at, pair[1].at) for pair in _chicanes(load.load_track(track))] for track in load.track_ids()
    }
    assert {track: pairs for track, pairs in chicanes.items() if pairs} == {
        "espana": [(29, 32), (95, 98)], "mexico": [(14, 19), (50, 51)], "nederland": [(9, 13)], "japan": [(10, 12)],
        "deutschland": [(23, 24)],
    }  # fmt: skip


def _chicanes(track):
    return [[track.corners[i] for i in group] for group in corners(track) if len(group) == 2]


def test_the_lines_of_a_chicane_have_equal_limits():
    """SPEC 9.4"""
    for track in load.track_ids():
        for first, second in _chicanes(load.load_track(track)):
            assert first.limit == second.limit


def test_no_discard_in_a_tunnel_by_event_card():
    """SPEC 9.2, 8.9"""
    s = lead("16/0 hand 1 S", "g1 1", "pass", "pass", track="espana", event="tunnel-vision")
    assert s.legal("red") == ["pass"]
    s = lead("12/0 hand 1 S", "g1 1", "pass", "pass", track="espana", event="tunnel-vision")
    assert s.legal("red") == ["pass", "discard S"]


AGAIN = {"blue": "15/0 hand 0", "gray": "17/0 hand 0", "black": "-1/0 hand 0"}


def again(text, *tokens, **more):
    """Red has slipstreamed from 14 to 16, beside or behind other cars again."""
    return go(race(red=text, **{**AGAIN, **more}), "red", *tokens, "pass", "slip 2")


def test_an_extra_slipstream():
    """SPEC 11.4, 3.5.21"""
    s = again("13/0 hand U63", "g1 U63")
    assert (s.at("red"), s.legal("red")) == (16, ["pass", "slip 2"])
    s.act("red", "slip 2")
    assert (s.at("red"), s.speed(), s.step()) == (18, 1, "discard")


def test_an_extra_slipstream_is_optional():
    """SPEC 11.4, 3.5.21"""
    s = again("13/0 hand U63", "g1 U63").act("red", "pass")
    assert (s.at("red"), s.step()) == (16, "discard")


def test_an_extra_slipstream_needs_a_car_again():
    """SPEC 11.4"""
    assert again("13/0 hand U63", "g1 U63", gray="19/0 hand 0").legal("red") == ["pass"]
    assert again("13/0 hand U63", "g1 U63", gray="16/0 hand 0").legal("red") == ["pass", "slip 2"]


def test_an_extra_slipstream_needs_a_first_one():
    """SPEC 11.4"""
    s = go(race(red="13/0 hand U63", **AGAIN), "red", "g1 U63", "pass", "pass")
    assert (s.at("red"), s.step()) == (14, "discard")


def test_one_extra_slipstream_for_each_symbol():
    """SPEC 11.4"""
    s = again("13/0 g2 hand U63 0", "g2 0 U63", yellow="19/0 hand 0").act("red", "slip 2")
    assert (s.at("red"), s.step()) == (18, "discard")
    s = again("12/0 g2 hand U63 U63", "g2 U63 U63", yellow="19/0 hand 0").act("red", "slip 2", "slip 2")
    assert (s.at("red"), s.step()) == (20, "discard")


def test_an_extra_slipstream_of_direct_play():
    """SPEC 11.4, 3.5.33"""
    s = go(race(red="11/0 hand 1 U64", **AGAIN), "red", "g1 1", "direct U64", "pass", "slip 2", "slip 2")
    assert s.at("red") == 18


def test_lines_crossed_by_an_extra_slipstream_are_checked():
    """SPEC 11.4"""
    cars = {"blue": "31/0 hand 0", "gray": "33/0 hand 0", "black": "-1/0 hand 0"}
    s = race(red="26/0 g2 e6 hand 3 U63", **cars)
    go(s, "red", "g2 3 U63", "pass", "slip 2", "slip 2")
    assert (s.at("red"), s.events("corner"), s.engine("red")) == (34, [(0, 2, 3, 4, 1)], 5)


def test_bonuses_may_be_chosen_anew():
    """SPEC R11.4, 11.4"""
    s = again("13/0 hand U62", "g1 U62")
    assert s.legal("red") == ["pass", "slip 2", "slip 3"]
    s = go(race(red="13/0 hand U62", **AGAIN | {"gray": "18/0 hand 0"}), "red", "g1 U62", "pass", "slip 3")
    assert (s.at("red"), s.legal("red")) == (17, ["pass", "slip 2", "slip 3"])
    assert s.act("red", "slip 3").at("red") == 20


def test_an_extra_slipstream_takes_the_bonus_of_its_own_sector():
    """SPEC 11.4, R11.4"""
    cars = {"blue": "11/0 hand 0", "gray": "13/0 hand 0", "black": "-1/0 hand 0"}
    s = race(red="9/0 hand U63", **cars, weather="storm weather overheat overheat limit+1")
    go(s, "red", "g1 U63", "pass")
    assert s.legal("red") == ["pass", "slip 2"]
    assert s.act("red", "slip 2").legal("red") == ["pass", "slip 2", "slip 4"]


def test_fog_forbids_an_extra_slipstream():
    """SPEC 11.4"""
    cars = {"blue": "11/0 hand 0", "gray": "13/0 hand 0", "black": "-1/0 hand 0"}
    s = race(red="9/0 hand U63", **cars, weather="fog weather overheat overheat limit+1")
    go(s, "red", "g1 U63", "pass", "slip 2")
    assert (s.at("red"), s.legal("red")) == (12, ["pass"])


@pytest.mark.parametrize(("start", "legal"), [(131, ["pass", "slip 2"]), (132, ["pass", "slip 2"]), (133, ["pass"])])
def test_an_extra_slipstream_before_the_last_finish_line(start, legal):
    """SPEC 11.4, 3.6.7"""
    s = race(red=f"{start}/0 hand U63", blue=f"{start + 2}/0 hand 0", gray=f"{start + 4}/0 hand 0")
    go(s, "red", "g1 U63", "pass", "slip 2")
    assert s.legal("red") == legal


def test_tight_maneuvers_and_extra_slipstreams():
    """SPEC 11.4, R8.10"""
    s = race(red="13/0 hand U62", **AGAIN, event="tight-maneuvers")
    go(s, "red", "g1 U62", "pass", "slip 1")
    assert (s.at("red"), s.legal("red")) == (15, ["pass", "slip 1", "slip 2"])


def test_the_press_takes_an_extra_slipstream_for_a_slipstream():
    """SPEC R11.4, 8.8.2"""
    cars = {"blue": "31/0 hand 0", "gray": "33/0 hand 0", "black": "-1/0 hand 0"}
    s = race(red="29/0 hand U63", **cars, event="new-record")
    go(s, "red", "g1 U63", "pass", "slip 2", "slip 2")
    assert [event[:3] for event in s.events("award") if event[0] == 0] == [(0, "slipstream", 1)]


def test_a_sponsorship_with_an_extra_slipstream_is_for_one_use():
    """SPEC R11.5, 11.4"""
    s = go(race(red="14/0 hand P8", **AGAIN), "red", "g1 P8", "value P8=0", "pass", "slip 2", "slip 2", "pass")
    assert s.at("red") == 18
    assert s.events("removed") == [(0, "play", (s.spec.catalogue.ids["P8"],))]


def test_chicane_and_chevrons_of_rocky_roads():
    """SPEC 11.5"""
    deutschland, south_africa = load.load_track("deutschland"), load.load_track("south-africa")
    assert len(_chicanes(deutschland)) == 1
    assert any(corner.chevrons or corner.double_chevrons for corner in deutschland.corners)
    assert _chicanes(south_africa) == []
    assert not any(corner.chevrons or corner.double_chevrons for corner in south_africa.corners)


def test_a_spin_out_leaves_no_heat_for_gravel():
    """SPEC R11.2"""
    s = lead("16/1 g2 e1 hand 3 4", "g2 3 4", *TURN, track="south-africa")
    assert (s.at("red"), s.engine("red"), s.events("pay")) == (17, 0, [(0, "corner", 1, 2)])


def test_gravel_heat_may_be_drawn_at_once():
    """SPEC R11.1, 11.3"""
    s = lead("12/0 e1 hand 1 deck ", "g1 1", *TURN, track="south-africa")
    assert (s.at("red"), s.engine("red"), s.cards("red", "hand")) == (13, 0, "1 H")
