import re
from collections import Counter
from pathlib import Path

import pytest

from heatcli.core.rules import Rules
from heatcli.core.specs import Spec, seat_cars
from heatcli.core.view import view
from heatcli.data import load
from heatcli.errors import SetupError
from tests.rules.test_1_setup import CATALOGUE, answer, codes, first, legal, set_up, spelt, told, until
from tests.scenario import race

SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
SYMBOLS = {
    "+": "plus", "CD": "cooldown", "RS": "reduce_stress", "H": "heat", "SC": "scrap", "SV": "salvage",
    "DP": "direct_play", "AC": "accelerate", "RF": "refresh", "SL": "slipstream", "AD": "adjust_limit",
    "SU": "super_cool", "DR": "draft", "XS": "extra_slipstream",
}  # fmt: skip
BASIC = " ".join(f"U{n} U{n}" for n in range(1, 18))


def pool(track="usa", drivers=2, **rules):
    """The upgrades of a race, as codes."""
    spec = Spec(load.load_track(track), seat_cars(drivers, 0), CATALOGUE, load.legends(), Rules(**rules))
    return Counter(CATALOGUE.codes[card] for card in spec.upgrades)


def two_each(*spans):
    return {f"U{n}": 2 for low, high in spans for n in range(low, high + 1)}


def garages(state):
    return [spelt(car.garage) for car in state.cars]


@pytest.mark.parametrize("choice", ["draft", "random", "quick", "snake"])
def test_everyone_ends_with_three_upgrades(choice):
    """SPEC 6.1"""
    state = until(set_up(drivers=3, garage="basic", garage_choice=choice), "plan")
    for car in state.cars:
        cards = codes(car.hand, car.deck)
        assert len(car.garage) == 3
        assert sum(cards.values()) == 12 + 3 + 3
        assert (cards["0"], cards["5"]) == (0, 0)


def test_without_a_garage_there_are_no_upgrades():
    """SPEC 6.1"""
    state = set_up()
    assert (told(state, "took"), garages(state)) == ([], ["", ""])


@pytest.mark.parametrize(
    ("garage", "spans"), [("basic", [(1, 17)]), ("advanced", [(18, 48)]), ("mixed", [(1, 17), (18, 48)])]
)
def test_the_pools(garage, spans):
    """SPEC 6.2"""
    assert pool(garage=garage) == two_each(*spans)


@pytest.mark.parametrize(
    ("track", "expansions", "span"),
    [
        ("usa", "heavy-rain", (49, 54)), ("usa", "tunnel-vision", (55, 60)), ("usa", "rocky-roads", (61, 66)),
        ("japan", "none", (49, 54)), ("mexico", "none", (49, 54)), ("nederland", "none", (55, 60)),
        ("espana", "none", (55, 60)), ("deutschland", "none", (61, 66)), ("south-africa", "none", (61, 66)),
    ],
)  # fmt: skip
def test_expansions_add_advanced_upgrades(track, expansions, span):
    """SPEC 6.2, 12.6"""
    assert pool(track, garage="advanced", expansions=expansions) == two_each((18, 48), span)
    assert pool(track, garage="mixed", expansions=expansions) == two_each((1, 48), span)
    assert pool(track, garage="basic", expansions=expansions) == two_each((1, 17))


def test_upgrades_are_shuffled_into_the_deck():
    """SPEC 6.3"""
    top = "U1 1 1 1 2 2 2 U2 3 3 3 U3 4 4 4 S S S"
    state = set_up(drivers=1, garage="basic", garage_choice="random", piles={"market/0": "U1 U2 U3", "deck:0/0": top})
    assert spelt(state.cars[0].hand) == "1 1 1 2 2 2 U1"
    assert spelt(state.cars[0].deck[::-1]) == "U2 3 3 3 U3 4 4 4 S S S"


def test_garage_heat_starts_in_the_deck_and_is_heat():
    """SPEC 6.3, R6.3"""
    state = set_up(drivers=1, garage="mixed", garage_choice="random", piles={"market/0": "U17 U48 U1"})
    car = state.cars[0]
    cards = codes(car.hand, car.deck)
    assert (cards["H"], cards["U17"], cards["U48"], cards["U1"]) == (2, 0, 0, 1)
    assert (car.engine, car.discard, spelt(car.garage)) == (6, [], "U1 U17 U48")


def upgrade_rows():
    found = re.findall(r"^\| (U\d+) \| ([^|]+) \| ([^|]+) \| ([^|]*) \|$", SPEC, re.MULTILINE)
    return [tuple(cell.strip() for cell in row) for row in found]


def printed(text):
    """Symbols as 6.4 writes them: name → count."""
    found = Counter()
    for part in re.findall(r"\+(?=[ ,]|$)|[A-Z]{1,2}(?: [+−]?\d+)?", text):
        name, _, n = part.partition(" ")
        found[SYMBOLS[name]] += int(n.replace("−", "-") or 1)
    return dict(found)


@pytest.mark.parametrize("row", upgrade_rows(), ids=lambda row: row[0])
def test_the_upgrades(row):
    """SPEC 6.4"""
    code, name, value, symbols = row
    card = CATALOGUE[CATALOGUE.ids[code]]
    assert (card.name.lower(), card.kind) == (name.lower(), "heat" if value == "Heat" else "upgrade")
    assert card.speeds == (() if value in ("–", "Heat") else tuple(int(n) for n in value.split("/")))
    assert dict(card.symbols) == printed(symbols)


def test_there_are_66_upgrades():
    """SPEC 6.4"""
    assert [row[0] for row in upgrade_rows()] == [f"U{n}" for n in range(1, 67)]
    assert printed("+ +, AD +2") == {"plus": 2, "adjust_limit": 2}
    assert printed("SU 1, SV 4, AD −1") == {"super_cool": 1, "salvage": 4, "adjust_limit": -1}


def test_the_garage_comes_behind_the_grid_and_before_the_shuffle():
    """SPEC 6.5"""
    state = set_up(garage="basic")
    assert ([event[0] for event in state.log], state.round) == (["grid", "market"], 0)
    assert [car.shuffles for car in state.cars] == [0, 0]


def test_a_draft_of_three_rounds():
    """SPEC 6.6"""
    state = until(set_up(drivers=3, grid=(2, 0, 1), garage="basic", piles={"market/0": BASIC}), "plan")
    assert [spelt(cards) for (cards,) in told(state, "market")] == [
        "U1 U1 U2 U2 U3 U3", "U4 U4 U5 U5 U6 U6", "U7 U7 U8 U8 U9 U9",
    ]  # fmt: skip
    assert [seat for seat, _ in told(state, "took")] == [1, 0, 2, 2, 0, 1, 1, 0, 2]
    assert garages(state) == ["U1 U4 U7", "U1 U5 U7", "U2 U4 U8"]
    assert (spelt(sorted(state.aside)), state.market) == ("U2 U3 U3 U5 U6 U6 U8 U9 U9", ())


def test_any_card_of_the_market_may_be_taken():
    """SPEC 6.6"""
    state = set_up(garage="basic", piles={"market/0": "U9 U3 U3 U17 U1 U2 U4 U5 U6 U7 U8 U10 U11 U12 U13"})
    assert legal(state, 1) == ["take U1", "take U3", "take U9", "take U17"]
    answer(state, 1, "take U3")
    assert legal(state, 0) == ["take U1", "take U3", "take U9", "take U17"]
    answer(state, 0, "take U3")
    assert spelt(state.aside) == "U1 U9 U17"


def test_random_upgrades():
    """SPEC 6.7"""
    state = set_up(
        drivers=2, garage="advanced", garage_choice="random", piles={"market/0": "U20 U48 U18 U30 U30 U47 U19"}
    )
    assert garages(state) == ["U18 U20 U48", "U30 U30 U47"]
    assert told(state, "took") == [
        (seat, CATALOGUE.ids[code])
        for seat, code in [(0, "U20"), (0, "U48"), (0, "U18"), (1, "U30"), (1, "U30"), (1, "U47")]
    ]


@pytest.mark.parametrize("garage", ["basic", "mixed"])
def test_quick_deals_basic_upgrades(garage):
    """SPEC 6.8"""
    assert pool(garage=garage, garage_choice="quick") == two_each((1, 17))
    state = set_up(drivers=11, garage=garage, garage_choice="quick")
    assert all(len(car.garage) == 3 for car in state.cars)
    assert all(CATALOGUE[card].pool == "basic" for car in state.cars for card in car.garage)


def test_a_snake_draft():
    """SPEC 6.9"""
    state = until(
        set_up(drivers=3, grid=(2, 0, 1), garage="basic", garage_choice="snake", piles={"market/0": BASIC}), "drop"
    )
    assert [spelt(cards) for (cards,) in told(state, "market")] == [
        "U1 U1 U2 U2 U3 U3 U4 U4 U5", "U5 U6 U6 U7 U7 U8 U8 U9 U9",
    ]  # fmt: skip
    assert [seat for seat, _ in told(state, "took")] == [1, 0, 2, 2, 0, 1, 2, 0, 1, 1, 0, 2]
    assert garages(state) == ["U1 U3 U6 U7", "U1 U3 U6 U7", "U2 U2 U5 U8"]
    assert spelt(sorted(state.aside)) == "U4 U4 U5 U8 U9 U9"


def test_each_driver_secretly_puts_one_of_the_four_away():
    """SPEC 6.9"""
    state = until(set_up(garage="basic", garage_choice="snake", piles={"market/0": BASIC}), "drop")
    # 7 cards: U1 U1 U2 U2 U3 U3 U4; seat 1, 0, 0, 1. Then U4 U5 U5 U6 U6 U7 U7; seat 0, 1, 1, 0.
    assert garages(state) == ["U1 U2 U4 U6", "U1 U2 U5 U5"]
    assert legal(state, 0) == ["drop U1", "drop U2", "drop U4", "drop U6"]
    assert legal(state, 1) == ["drop U1", "drop U2", "drop U5"]
    answer(state, 1, "drop U5")
    assert (told(state, "dropped"), view(state, 0).plan, garages(state)[1]) == ([], None, "U1 U2 U5 U5")
    answer(state, 0, "drop U1")
    assert garages(state) == ["U2 U4 U6", "U1 U2 U5"]
    assert codes(state.cars[0].hand, state.cars[0].deck)["U1"] == 0


def test_legends_neither_draft_nor_count():
    """SPEC 6.10"""
    state = until(set_up(drivers=2, legends=2, grid=(2, 0, 3, 1), garage="basic"), "plan")
    assert [len(cards) for (cards,) in told(state, "market")] == [5, 5, 5]
    assert [seat for seat, _ in told(state, "took")] == [1, 0, 0, 1, 1, 0]
    assert [len(car.garage) for car in state.cars] == [3, 3, 0, 0]
    snake = until(set_up(drivers=2, legends=2, garage="basic", garage_choice="snake"), "drop")
    assert [len(cards) for (cards,) in told(snake, "market")] == [7, 7]


def test_upgrades_are_open_during_a_draft():
    """SPEC 6.11"""
    state = first(set_up(garage="basic", piles={"market/0": BASIC}))
    for seat in (0, 1):
        seen = view(state, seat)
        assert (spelt(seen.market), spelt(seen.cars[1].garage)) == ("U1 U2 U2 U3", "U1")


def test_when_the_pool_runs_out_the_cards_put_aside_are_shuffled():
    """SPEC 6.11

    Nine drivers, three markets of 12 and a pool of 34: two cards are missing. Aside lie U5 U6 U6 and U11 U12 U12.
    """
    piles = {"market/0": BASIC, "market/1": "U12 U5 U6 U6 U11 U12"}
    state = until(set_up(drivers=9, garage="basic", piles=piles), "plan")
    markets = [spelt(cards) for (cards,) in told(state, "market")]
    assert markets[1] == "U7 U7 U8 U8 U9 U9 U10 U10 U11 U11 U12 U12"
    assert markets[2] == "U5 U12 U13 U13 U14 U14 U15 U15 U16 U16 U17 U17"
    assert spelt(sorted(state.aside)) == "U16 U17 U17"
    assert spelt(sorted(state.pool)) == "U6 U6 U11 U12"


@pytest.mark.parametrize(
    ("rules", "drivers", "needs", "has"),
    [
        ({"garage": "basic"}, 11, 36, 34),
        ({"garage": "basic", "garage_choice": "snake"}, 8, 35, 34),
        ({"garage": "basic", "garage_choice": "random"}, 12, 36, 34),
        ({"garage": "mixed", "garage_choice": "quick"}, 12, 36, 34),
    ],
)
def test_pools_that_are_too_small_are_refused(rules, drivers, needs, has):
    """SPEC 6.6, 6.7, 6.8, 6.9"""
    with pytest.raises(SetupError, match=f"{drivers} drivers .* need {needs} upgrades, and the pool has {has}"):
        pool(drivers=drivers, **rules)
    assert pool(drivers=drivers - 1, **rules)


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"garage_choice": "random"}, "garage_choice random needs a garage"),
        ({"garage_choice": "snake"}, "garage_choice snake needs a garage"),
        ({"garage_choice": "quick"}, "garage_choice quick needs a garage"),
        ({"garage": "advanced", "garage_choice": "quick"}, "quick takes basic upgrades .* garage is advanced"),
    ],
)
def test_mixes_that_do_not_go_together(rules, says):
    """SPEC 6.8, 12.5"""
    with pytest.raises(SetupError, match=says):
        pool(**rules)


def test_copies_in_the_boxes():
    """SPEC R6.1"""
    assert sum(pool(garage="basic").values()) == 34
    assert sum(pool(garage="advanced").values()) == 62
    assert sum(pool(garage="mixed").values()) == 96
    everything = pool(garage="mixed", expansions="heavy-rain+tunnel-vision+rocky-roads")
    assert sum(everything.values()) == 96 + 3 * 12


def test_a_heat_symbol_is_a_cost_and_heat_cards_are_heat():
    """SPEC R6.2"""
    assert [card.code for card in CATALOGUE.cards if card and card.kind == "heat"] == ["U17", "U48", "H"]
    s = race(red="20/0 g1 e3 hand U11 H")
    assert s.legal("red") == ["g1 U11"]
    s.act("red", "g1 U11")
    assert "pay U11" in s.legal("red")
    s.act("red", "pay U11")
    assert s.engine("red") == 2
