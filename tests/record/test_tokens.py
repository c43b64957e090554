import pytest

from heatcli.core import flow
from heatcli.data.load import catalogue
from heatcli.errors import NotationError
from heatcli.record.position import read_position, write_car
from heatcli.record.tokens import read_token, token
from tests.fuzz.races import any_race, pick


@pytest.mark.parametrize("number", range(8))
def test_every_token_reads_back(number):
    """Written and read, every legal action of a race is itself; and a step's tokens are different texts."""
    state, rng = any_race(number)
    cards = catalogue()
    while seats := flow.to_act(state):
        for seat in seats:
            legal = flow.legal_actions(state, seat)
            tokens = [token(action, cards) for action in legal]
            assert [read_token(text, cards) for text in tokens] == legal
            assert len(dict.fromkeys(tokens)) == len(tokens)
            flow.apply(state, seat, pick(state, seat, rng))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("G3: s,4,1", "g3 1 4 S"),
        ("  pass ", "pass"),
        ("DISCARD 4,1", "discard 1 4"),
        ("Cool 2 GEAR", "cool 2 gear"),
        ("value u8=3 U7=2", "value U7=2 U8=3"),
        ("g4 h H 2 1", "g4 1 2 H H"),
    ],
)
def test_readers_are_forgiving_and_writers_are_not(written, canonical):
    assert token(read_token(written, catalogue()), catalogue()) == canonical


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty token"),
        ("fly", "'fly' is no verb; there are g1 … g4, concede"),
        ("g2 9 1", "'9' is no card"),
        ("g", "'g' is no verb"),
        ("pass 1", "`pass` stands alone"),
        ("cool 1", "such as `cool 2 gear`"),
        ("cool x gear", "'x' is no number"),
        ("slip", "such as `slip 2`"),
        ("discard", "`pass` discards nothing"),
        ("value U8", "card=number"),
        ("g1 1\x00", "is no card"),
        ("slip 99999999999999999999", "is no number"),
        ("slip ²", "is no number"),
    ],
)
def test_bad_tokens_say_what_would_be_right(text, says):
    with pytest.raises(NotationError, match=says.replace("|", ".")):
        read_token(text, catalogue())


def test_positions_write_back():
    """A car's text, written from the state it was read into, is the text."""
    from heatcli.core.specs import Seat, Spec
    from heatcli.data import load

    spec = Spec(load.load_track("usa"), [Seat("red"), Seat("blue")], load.catalogue(), load.legends())
    texts = {"red": "33/0 g3 e4 hand 1 2 S H deck 4 1 discard 3 H", "blue": "-1/1 g1 e0"}
    state = read_position(spec, texts)
    assert [write_car(car, spec.catalogue) for car in state.cars] == list(texts.values())
    for colour, text, says in [
        ("blue", "33/0", "car blue: 33/0: another car stands there"),
        ("blue", "138/0", "car blue: distance 138: -69 to 137 is right"),
        ("blue", "33", "car blue: '33': distance/spot is right"),
        ("blue", "30/0 x3", "car blue: 'x3': gear"),
        ("blue", "30/0 g5", "car blue: gear 5: 1 to 4 is right"),
        ("blue", "30/0 hand 1 Q", "car blue: 'Q' is no card"),
        ("blue", "", "car blue: '': distance/spot is right"),
    ]:
        with pytest.raises(NotationError, match=says):
            read_position(spec, {**texts, colour: text})
    with pytest.raises(NotationError, match="no position for blue"):
        read_position(spec, {"red": texts["red"]})
