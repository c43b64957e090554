from heatcli.core.rng import bot_seed, commitment, seed_key, shuffle
from heatcli.data.load import catalogue
from heatcli.record.tokens import read_cards

DECK = "0 1 1 1 2 2 2 3 3 3 4 4 4 5 S S S H"


def cards(text):
    return read_cards(text, catalogue())


def test_the_published_shuffles():
    """SPEC C.3"""
    assert shuffle(seed_key("1"), "deck:0", 0, cards(DECK)) == cards("1 3 S 2 5 1 4 0 1 4 S H 4 3 2 2 S 3")
    assert shuffle(seed_key("1"), "deck:0", 1, cards(DECK)) == cards("2 4 3 3 1 3 S 5 2 S 4 1 1 4 H S 2 0")


def test_the_order_before_a_shuffle_does_not_matter():
    """SPEC C.2"""
    assert shuffle(seed_key("x"), "legends", 3, [4, 1, 3, 2]) == shuffle(seed_key("x"), "legends", 3, [1, 2, 3, 4])


def test_every_pile_and_every_shuffle_is_its_own():
    """SPEC C.1"""
    deck = list(range(60))  # more cards than one digest serves
    orders = [
        shuffle(seed_key(seed), pile, k, deck) for seed in ("a", "b") for pile in ("deck:0", "deck:1") for k in (0, 1)
    ]
    assert all(sorted(order) == deck for order in orders)
    assert len({tuple(order) for order in orders}) == len(orders)


def test_bot_seeds_and_the_commitment_tell_nothing_of_each_other():
    """SPEC C.4"""
    seeds = [bot_seed("1", seat) for seat in range(12)]
    assert len(set(seeds)) == 12
    assert all(len(seed) == 32 for seed in seeds)
    assert commitment("1") != commitment("2")
    assert len(commitment("1")) == 64
