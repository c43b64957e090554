"""Garbage into every reader: an error of ours, or a value that is right; never anything else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from heatcli.core.names import VERBS
from heatcli.core.specs import Seat, Spec
from heatcli.data import load
from heatcli.errors import DataError, NotationError
from heatcli.record.position import read_position, write_car
from heatcli.record.tokens import read_token, token
from tests.data.test_invented import TRACK

SPEC = Spec(load.load_track("usa"), [Seat("red")], load.catalogue(), load.legends())
WORDS = st.sampled_from(
    [*VERBS, "g1", "g4", "1", "S", "h", "gear", "U7=2", "hand", "deck", "33/0", "e4", "²", "-1/1", ":", ","]
)
TEXT = st.one_of(st.text(max_size=30), st.lists(st.one_of(WORDS, st.text(max_size=3)), max_size=8).map(" ".join))


@given(TEXT)
@settings(max_examples=600, deadline=None)
def test_tokens(text):
    try:
        action = read_token(text, SPEC.catalogue)
    except NotationError as error:
        assert "\n" not in str(error)
        return
    assert read_token(token(action, SPEC.catalogue), SPEC.catalogue) == action


@given(TEXT)
@settings(max_examples=400, deadline=None)
def test_positions(text):
    try:
        state = read_position(SPEC, {"red": text})
    except NotationError as error:
        assert str(error).startswith("car red: ")
        return
    written = write_car(state.cars[0], SPEC.catalogue)
    assert write_car(read_position(SPEC, {"red": written}).cars[0], SPEC.catalogue) == written


@given(st.integers(0, len(TRACK)), st.integers(0, 12), st.text(max_size=6))
@settings(max_examples=300, deadline=None)
def test_track_files(tmp_path_factory, at, cut, put):
    file = tmp_path_factory.getbasetemp() / "garbage.toml"
    file.write_text(TRACK[:at] + put + TRACK[at + cut :], encoding="utf-8")
    try:
        Spec(load.load_track(str(file)), [Seat("red")], SPEC.catalogue, SPEC.legends)
    except DataError as error:
        assert str(file) in str(error)
