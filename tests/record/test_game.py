"""Writing and reading a record changes nothing, byte for byte. One number is one race."""

import pytest

from heatcli.core.audit import audit
from tests.record.kit import exported, from_position, wide_spec, written

LONG = 2000


def numbers(few, many=LONG):
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


@pytest.mark.parametrize("number", numbers(60))
def test_with_a_seed(number):
    same_again(*written(wide_spec(number), number, notes=number % 2 == 0))


@pytest.mark.parametrize("number", numbers(20))
def test_without_a_seed(number):
    """The piles tell what the seed would: apart from head and piles it is the same record."""
    text, game = written(wide_spec(number), number, seed=False)
    same_again(text, game)
    seeded, twin = written(wide_spec(number), number)
    assert game.log == twin.log
    assert body(text) == body(seeded)
    assert "@" in text


@pytest.mark.parametrize("number", numbers(30))
def test_from_a_position(number):
    replay = same_again(*from_position(number, seed=number % 2 == 0))
    assert replay.header.cars


def body(text):
    return [line for line in text.splitlines() if line[0] not in "[#@"]
