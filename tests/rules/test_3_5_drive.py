"""Direct Play, Accelerate, Refresh."""

import pytest

from heatcli.data import load
from tests.rules.driving import go, solo
from tests.rules.leading import lead, using
from tests.scenario import race

CLOUD = "cloud weather overheat overheat limit+1"


def invented(tmp_path, symbols):
    """A catalogue with an upgrade X1 of number 2 that bears these symbols."""
    file = tmp_path / "cards.toml"
    file.write_text(
        '[[card]]\ncode = "X1"\nname = "Ram air"\nkind = "upgrade"\npool = "advanced"\nbox = "base"\n'
        f"copies = 2\nspeed = [2]\nsymbols = {{ {symbols} }}\n"
    )
    return load.more_cards(load.catalogue(), file)


def test_direct_play():
    """SPEC 3.5.15, 3.5.33"""
    s = lead("13/0 hand 1 U26 deck 4 4 4 1", "g1 1")
    assert s.legal("red") == ["pass", "direct U26"]
    s.act("red", "direct U26")
    assert (s.at("red"), s.speed(), s.gear("red"), s.cards("red", "played")) == (17, 4, 1, "1 U26")
    assert s.legal("red") == ["scrap U26"]
    s.act("red", "scrap U26")
    assert (s.legal("red"), s.cards("red", "discard"), s.cards("red", "hand")) == (["pass"], "4 4 4", "")


def test_direct_play_is_optional():
    """SPEC 3.5.15, 3.5.3"""
    s = lead("13/0 hand 1 U26", "g1 1", "pass")
    assert (s.at("red"), s.cards("red", "hand"), s.step()) == (14, "U26", "slip")
    assert s.act("red", "pass").legal("red") == ["pass", "discard U26"]


def test_a_planned_card_means_nothing_by_direct_play():
    """SPEC 3.5.33"""
    s = lead("13/0 hand U26", "g1 U26")
    assert (s.at("red"), s.legal("red")) == (16, ["scrap U26"])


def test_several_cards_by_direct_play():
    """SPEC 3.5.33"""
    s = lead("13/0 hand 1 U24 U24 U25 P10", "g1 1")
    assert s.legal("red") == ["pass", "direct U24", "direct U25", "direct P10"]
    s.act("red", "direct U24", "direct U24", "direct P10", "direct U25")
    assert (s.at("red"), s.speed(), s.cards("red", "played")) == (20, 7, "1 U24 U24 U25 P10")
    assert s.legal("red") == ["scrap U24", "scrap U25"]
    s.act("red", "scrap U24")
    assert s.legal("red") == ["scrap U24", "scrap U25"]


def test_direct_play_in_the_middle_of_react():
    """SPEC 3.5.33, 3.5.1"""
    s = lead("13/0 e1 hand 1 P10 deck 3 4", "g1 1", "boost", "direct P10")
    assert (s.at("red"), s.speed()) == (19, 6)


def test_a_blocked_direct_play():
    """SPEC 3.5.33, 3.3.16"""
    s = race(red="13/0 hand 1 P10", blue="16/0 hand 0", gray="16/1 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 1", "direct P10")
    assert (s.at("red"), s.speed()) == (15, 3)


def test_a_card_of_direct_play_is_discarded_or_removed():
    """SPEC 3.5.33, 3.9.1"""
    s = lead("13/0 hand 1 U56 P10 0 0 0 0 0 0 0", "g1 1", "direct U56", "direct P10", "pass", "pass", "pass")
    assert s.cards("red", "discard") == "1 U56"
    assert s.events("removed") == [(0, "play", (s.spec.catalogue.ids["P10"],))]


def test_a_card_of_direct_play_opens_its_symbols():
    """SPEC 3.5.33"""
    s = race(red="13/0 hand 1 U56", blue="16/0 hand 0", black="-1/0 hand 0")
    go(s, "red", "g1 1", "direct U56")
    assert using(s, "U56") == ["draft U56"]
    s.act("red", "draft U56", "pass", "pass")
    assert (s.at("red"), using(s, "U56")) == (15, ["refresh U56"])


def test_direct_play_pays_its_heat_at_once():
    """SPEC 3.5.34"""
    s = lead("13/0 g3 e1 hand 0 0 1 U27 H", "g3 0 0 1", "direct U27")
    assert (s.at("red"), s.engine("red"), s.cards("red", "discard")) == (18, 0, "H")
    assert (s.events("pay"), s.events("cool")) == ([(0, "card", 1, 0)], [])
    assert s.legal("red") == ["pass", "cool 1 U27"]
    assert s.act("red", "cool 1 U27").engine("red") == 1


def test_direct_play_cools_by_itself_to_pay():
    """SPEC 3.5.34"""
    s = lead("13/0 g3 hand 0 0 1 U27 H H", "g3 0 0 1", "direct U27")
    assert (s.at("red"), s.engine("red"), s.cards("red", "hand"), s.cards("red", "discard")) == (18, 0, "H", "H")
    assert s.events("cool") == [(0, s.spec.catalogue.ids["U27"], 1)]
    assert s.legal("red") == ["pass"]


def test_direct_play_needs_heat_to_pay_or_to_cool():
    """SPEC 3.5.34, R3.19"""
    assert lead("13/0 g3 hand 0 0 1 U27 deck H H discard H", "g3 0 0 1").legal("red") == ["pass"]


def test_direct_play_under_a_cloud():
    """SPEC 3.5.34, R3.19, 3.5.22"""
    assert lead("13/0 hand 1 U27 H", "g1 1", weather=CLOUD).legal("red") == ["pass"]
    s = lead("13/0 e1 hand 1 U27 H", "g1 1", weather=CLOUD)
    assert using(s, "direct") == ["direct U27"]
    assert using(s.act("red", "direct U27"), "cool") == []


def test_direct_play_without_cooldown_of_its_own(tmp_path):
    """SPEC R3.19"""
    cards = invented(tmp_path, "direct_play = 1, heat = 1")
    s = lead("13/0 hand 1 X1 H", "g1 1", rules={"catalogue": cards})
    assert using(s, "direct") == []
    s.act("red", "cool 1 gear")
    assert using(s, "direct") == ["direct X1"]
    assert s.act("red", "direct X1").engine("red") == 0


def test_adjust_by_direct_play_works_on_lines_crossed_before(tmp_path):
    """SPEC 3.5.37, 3.5.33"""
    cards = invented(tmp_path, "direct_play = 1, adjust_limit = 3")
    s = lead("31/0 hand 4 X1", "g1 4", rules={"catalogue": cards})
    assert s.at("red") == 35
    s.act("red", "direct X1", "pass", "pass")
    assert s.events("corner") == [(0, 2, 6, 6, 0)]


def test_a_plus_of_direct_play_is_resolved_at_once(tmp_path):
    """SPEC 3.5.33, 3.5.35"""
    cards = invented(tmp_path, "direct_play = 1, plus = 2, accelerate = 1")
    s = lead("13/0 hand 1 X1 deck 3 4 1", "g1 1", "direct X1", rules={"catalogue": cards})
    assert (s.at("red"), s.speed()) == (13 + 1 + 2 + 3 + 4, 10)
    assert s.act("red", "accelerate X1").at("red") == 25


def test_accelerate_counts_the_plus_so_far():
    """SPEC 3.5.16, 3.5.35, R3.23"""
    s = lead("13/0 e1 hand U47 deck 2 3 4", "g1 U47", "accelerate U47")
    assert (s.at("red"), s.speed()) == (16, 3)
    s.act("red", "boost")
    assert (s.at("red"), s.speed(), s.legal("red")) == (19, 6, ["pass"])


def test_accelerate_after_the_boost():
    """SPEC 3.5.35, R3.23"""
    s = lead("13/0 e1 hand U47 deck 2 3 4", "g1 U47", "boost", "accelerate U47")
    assert (s.at("red"), s.speed()) == (20, 7)


def test_two_accelerate_cards_each_give_the_full_amount():
    """SPEC 3.5.35"""
    s = lead("13/0 g2 hand U47 U47 deck 1 1 4", "g2 U47 U47", "accelerate U47")
    assert (s.at("red"), s.legal("red")) == (17, ["pass", "accelerate U47"])
    s.act("red", "accelerate U47")
    assert (s.at("red"), s.speed(), s.legal("red")) == (19, 6, ["pass"])


def test_accelerate_counts_stress():
    """SPEC 3.5.35"""
    s = lead("13/0 g2 hand S U28 deck 2 4 4 4 4 4 1", "g2 U28 S", "accelerate U28")
    assert (s.at("red"), s.speed()) == (17, 4)


def test_accelerate_without_any_plus():
    """SPEC 3.5.16, 3.5.35"""
    s = lead("13/0 hand U28", "g1 U28", "scrap U28", "accelerate U28")
    assert (s.at("red"), s.speed(), s.legal("red")) == (14, 1, ["pass"])


def test_a_plus_that_finds_no_basic_card_counts():
    """SPEC 3.5.35, R3.8"""
    s = lead("13/0 hand U47 deck 5 0", "g1 U47", "accelerate U47")
    assert (s.at("red"), s.speed()) == (14, 1)


def test_a_blocked_accelerate_raises_the_speed():
    """SPEC 3.5.16, 3.3.16"""
    s = race(
        red="13/0 hand U47 deck 2 1 1 1 1 1 1 1", blue="16/0 hand 0", gray="16/1 hand 0", black="-1/0 hand 0"
    )  # fmt: skip
    go(s, "red", "g1 U47", "accelerate U47")
    assert (s.at("red"), s.speed()) == (15, 3)


REFRESH = ("pass", "pass")


def test_refresh_then_draw():
    """SPEC 3.5.18, 3.5.36"""
    s = lead("13/0 hand U34 deck 1 2 3 4 1 2 3 4", "g1 U34", *REFRESH)
    assert (s.at("red"), s.step(), s.legal("red")) == (17, "discard", ["pass", "refresh U34"])
    s.act("red", "refresh U34")
    assert (s.cards("red", "deck"), s.legal("red")) == ("U34 1 2 3 4 1 2 3 4", ["pass"])
    s.act("red", "pass")
    assert (s.cards("red", "hand"), s.cards("red", "deck")) == ("1 1 2 2 3 4 U34", "3 4")
    assert s.cards("red", "discard") == ""


def test_refresh_is_optional():
    """SPEC 3.5.18"""
    s = lead("13/0 hand U34 0 0 0 0 0 0 0", "g1 U34", *REFRESH, "pass")
    assert s.cards("red", "discard") == "U34"


def test_a_refreshed_card_stays_on_the_deck_if_nothing_is_drawn():
    """SPEC 3.5.36"""
    s = lead("13/0 hand U34 0 0 0 0 0 0 0 deck 1 2", "g1 U34", *REFRESH, "refresh U34", "pass")
    assert (s.cards("red", "deck"), s.cards("red", "hand")) == ("U34 1 2", "0 0 0 0 0 0 0")


@pytest.mark.parametrize(("first", "last"), [("U34", "U35"), ("U35", "U34")])
def test_the_last_refreshed_card_is_drawn_first(first, last):
    """SPEC R3.36, 3.5.36"""
    s = lead("13/0 g2 hand U34 U35 0 0 0 0 0 0 deck 1", "g2 U34 U35", *REFRESH, f"refresh {first}", f"refresh {last}")
    assert s.cards("red", "deck") == f"{last} {first} 1"
    s.act("red", "pass")
    assert (s.cards("red", "hand"), s.cards("red", "deck")) == (f"0 0 0 0 0 0 {last}", f"{first} 1")


def test_one_of_two_cards_is_refreshed():
    """SPEC 3.5.36"""
    s = lead("13/0 g2 hand U34 U34 0 0 0 0 0 0 0 deck 1", "g2 U34 U34", *REFRESH, "refresh U34")
    assert using(s, "U34") == ["refresh U34"]
    s.act("red", "pass")
    assert (s.cards("red", "deck"), s.cards("red", "discard")) == ("U34 1", "U34")


def test_refresh_and_a_discard_from_hand():
    """SPEC R3.37, 3.5.36"""
    s = lead("13/0 hand U34 U35 1 deck 2 3", "g1 U34", *REFRESH)
    assert s.legal("red") == ["pass", "discard 1", "discard 1 U35", "discard U35", "refresh U34"]
    s.act("red", "refresh U34", "discard 1 U35")
    assert s.events("draw")[0] == (0, 3, tuple(s.spec.catalogue.ids[code] for code in ("U34", "2", "3")))
    assert s.cards("red", "hand") == "1 2 3 U34 U35"


def test_a_card_in_hand_is_not_refreshed():
    """SPEC R3.37"""
    assert using(lead("13/0 hand 1 U34", "g1 1", *REFRESH), "refresh") == []


def test_refresh_in_a_tunnel():
    """SPEC 3.5.18, 9.2"""
    s = lead("13/0 hand U34 1", "g1 U34", *REFRESH, track="espana")
    assert (s.at("red"), s.legal("red")) == (17, ["pass", "refresh U34"])


def test_refresh_after_a_spin_out():
    """SPEC 3.5.36, 3.7.9"""
    s = lead("30/0 hand U34 0 0 0 0 0 0 0 deck 1", "g1 U34", *REFRESH, "refresh U34", "pass")
    assert (s.at("red"), s.cards("red", "deck")) == (32, "U34 1")


def test_the_number_and_symbols_of_a_refreshed_card_count():
    """SPEC 3.5.36"""
    s = lead("13/0 g3 hand 0 0 U33 H", "g3 0 0 U33", "cool 1 U33", "pass", "pass", "refresh U33")
    assert (s.at("red"), s.engine("red"), s.speed()) == (15, 1, 2)


def test_no_refresh_after_a_cluttered_hand():
    """SPEC 3.5.18, 3.2.4"""
    s = solo("13/0 g3 hand U34 H H H", "g3 U34 H H")
    assert (s.state.round, s.events("refresh"), s.cards("red", "discard")) == (2, [], "U34 H H")
