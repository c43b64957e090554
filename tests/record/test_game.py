"""Writing and reading a record changes nothing, byte for byte. One number is one race."""

import random

import pytest

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.names import AT_MULLIGAN
from heatcli.core.snapshot import Checkpoints, checkpoint, fingerprint
from heatcli.record.game import Game
from heatcli.record.header import header_of
from tests.fuzz.races import pick
from tests.record.kit import exported, from_position, small_spec, wide_spec, written


def numbers(few, many):
    """So many races in the quick run, the others in the long one."""
    return [*range(few), *(pytest.param(number, marks=pytest.mark.long) for number in range(few, many))]


def same_again(text, game):
    """The record read and written is the same text, and tells of the same race."""
    [replay], back = exported(text)
    assert replay.findings == []
    assert back == text
    assert replay.game.log == game.log
    assert not replay.cut
    assert audit(replay.game.state) == []
    return replay


@pytest.mark.parametrize("number", numbers(60, 2000))
def test_with_a_seed(number):
    same_again(*written(wide_spec(number), number, notes=number % 2 == 0))


@pytest.mark.parametrize("number", numbers(20, 500))
def test_without_a_seed(number):
    """The piles tell what the seed would: apart from head and piles it is the same record."""
    text, game = written(wide_spec(number), number, seed=False)
    same_again(text, game)
    seeded, twin = written(wide_spec(number), number)
    assert game.log == twin.log
    assert body(text) == body(seeded)
    assert "@" in text


@pytest.mark.parametrize("number", numbers(30, 500))
def test_from_a_position(number):
    replay = same_again(*from_position(number, seed=number % 2 == 0))
    assert replay.header.cars


def test_a_note_stays_a_comment_of_its_line():
    lines, spec = [], small_spec(1)
    game = Game(spec, header_of(spec, "1", ["r"]), write=lines.append)
    game.decide(0, flow.legal_actions(game.state, 0)[0], note="a } note\n{in} two lines")
    game.flush()
    assert lines[-1].endswith(" {a ) note (in) two lines}")
    same = exported("".join(f"{line}\n" for line in lines))
    assert same[0][0].findings == []
    assert same[1].splitlines() == lines


def body(text):
    return [line for line in text.splitlines() if line[0] not in "[#@"]


@pytest.mark.parametrize("number", numbers(20, 400))
def test_a_race_put_away_at_any_decision_goes_on_from_there(number):
    """Its record ends after the last token; read again, the same seats are asked in the same state."""
    rng = random.Random(f"away {number}")
    decisions = iter(range(rng.randint(1, 120)))

    def until(state):
        return next(decisions, None) is None and all(len(flow.legal_actions(state, s)) > 1 for s in flow.to_act(state))

    text, game = written(wide_spec(number), number, rng.random() < 0.5, end=False, until=until)
    [replay], back = exported(text)
    assert replay.findings == []
    assert back == text
    assert replay.cut
    kept = replay.game.state.step == AT_MULLIGAN != game.state.step  # all keep their hands, and no line says so yet
    if not replay.guessed and not kept:
        assert fingerprint(replay.game.state) == fingerprint(game.state)
        assert replay.game.log == game.log


@pytest.mark.parametrize("number", range(0, 120, 4))
def test_checkpoints_kept_from_turn_to_turn_are_those_of_the_whole_state(number):
    """SPEC S.2: a car's bytes are made anew only in its own turn and when places are given."""
    spec, rng = wide_spec(number), random.Random(number)
    game = Game(spec, header_of(spec, f"checkpoints {number}", ["a driver"] * len(spec.seats)))
    kept, turns = Checkpoints(), []
    game.state.watch = lambda seat, _: turns.append((kept.of(game.state, seat), checkpoint(game.state)))
    while seats := flow.to_act(game.state):
        for seat in sorted(seats):
            if rng.random() < 0.02:
                flow.retire(game.state, seat)
            game.decide(seat, pick(game.state, seat, rng))
    assert turns or not spec.drivers
    assert [one for one, _ in turns] == [other for _, other in turns]
