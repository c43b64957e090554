"""A record ends valid wherever it is cut."""

import random
import re

import pytest

from heatcli.core import flow
from heatcli.core.names import MULLIGAN, PASS
from heatcli.core.snapshot import fingerprint
from heatcli.record.game import Game
from heatcli.record.header import header_of
from tests.fuzz.races import pick
from tests.record.kit import Harvest, exported, from_position, read, small_spec, spec_like, text_of, written

RECORDS = {
    "seed": lambda: written(small_spec(2, max_rounds=2), 1, notes=True),
    "Legends and marks, no seed": lambda: written(small_spec(2, 1, max_rounds=2, mulligan=True), 61, seed=False),
}
MORE = {
    "to the end": lambda: written(small_spec(3, 2, max_rounds=200, allow_concede=True), 8),
    "no seed": lambda: written(small_spec(2, 2, max_rounds=200, reshuffle="eager", hand=8), 3, seed=False),
    "position": lambda: from_position(27),
    "position, no seed": lambda: from_position(5, seed=False),
    "marks": lambda: written(small_spec(3, 1, max_rounds=14), 31),
    "retired": lambda: written(small_spec(4, 1, max_rounds=30), 3, seed=False),
}
EVERY = [*RECORDS, *(pytest.param(name, marks=pytest.mark.long) for name in MORE)]


def whole_line(line):
    """The number behind which a turn line's text says where the car came to."""
    return " = " in line and "/" in line.split(" = ")[-1]


def turn_lines(text):
    """The numbers of the turn lines of a text."""
    return [n for n, line in enumerate(text.splitlines(), 1) if line[0] not in "[#@R" and " = " in line]


@pytest.mark.parametrize("name", EVERY)
def test_cut_at_any_byte(name):
    """Nothing is wrong, it is known to be cut, and where the last turn stands that is whole (long ones: each 7th)."""
    text = ({**RECORDS, **MORE})[name]()[0]
    every, whole = text.encode(), turn_lines(text)
    step = 1 if name in RECORDS else 7
    for end in range(1, len(every), step):
        cut = every[:end].decode(errors="replace")
        [replay] = read(cut)
        assert replay.findings == [], cut
        assert replay.cut == (cut != text.removesuffix("\n")), cut
        lines = cut.split("\n")
        ended = [n for n in whole if n < len(lines)]
        torn = [len(lines)] if whole_line(lines[-1]) and replay.torn is None else []
        assert (replay.last[0] if replay.last else 0) == max([0, *ended, *torn]), cut
        assert replay.turns == len([*ended, *torn])


@pytest.mark.parametrize("name", EVERY)
def test_a_race_cut_at_a_line_end_leaves_the_next_one_alone(name):
    text = ({**RECORDS, **MORE})[name]()[0]
    other, game = written(small_spec(2, 1, "italia"), 5)
    lines = text.splitlines(keepends=True)
    for end in range(1, len(lines)):
        first, second = read("".join(lines[:end]) + other)
        assert first.findings == second.findings == []
        assert first.cut
        assert first.turns == len(turn_lines("".join(lines[:end])))
        assert not second.cut
        assert second.game.log == game.log


CUT = '[Heat "1"]\n'


@pytest.mark.parametrize("broken", [CUT, "nonsense\n", "1. red g2 4 S\n", "# 1b77c0a2d9e4\n", "{open\n", "[\n", "@\n"])
def test_a_broken_race_never_swallows_the_next(broken):
    text, game = written(small_spec(2), 5)
    first, *between, last = read(text + broken + text)
    assert first.game.log == last.game.log == game.log
    assert last.findings == []
    assert not last.cut
    assert len(between) == broken.startswith("[")
    assert broken == CUT or [finding for race in (first, *between) for finding in race.findings]


def test_a_change_in_a_race_is_found_there_alone():
    """Each line of the race in the middle lost in turn: the others stay as they are."""
    text, game = written(small_spec(2), 5)
    lines = text.splitlines(keepends=True)
    for lost in range(len(lines)):
        races = read(text + "".join(lines[:lost] + lines[lost + 1 :]) + text)
        assert races[0].game.log == races[-1].game.log == game.log or lost == 0
        assert not races[-1].findings or lost == 0


def test_a_car_taken_off_by_a_line_that_is_cut_is_no_difference():
    """The referee stops the last car when it plans: the lines before say nothing of it."""
    lines, spec = [], small_spec(2)
    game = Game(spec, header_of(spec, "1", ["r", "b"]), write=lines.append)
    last = game.state.order[-1]
    for seat in flow.to_act(game.state):
        game.decide(seat, flow.legal_actions(game.state, seat)[0], mark="stopped", retire=seat == last)
    while game.state.round == 1:
        [seat] = flow.to_act(game.state)
        game.decide(seat, flow.legal_actions(game.state, seat)[0])
    first, second = [n for n, line in enumerate(lines) if " = " in line][:2]
    assert "; retire" in lines[second]
    for end in (first + 1, second + 1):
        [replay] = read("".join(f"{line}\n" for line in lines[:end]))
        assert (replay.findings, replay.turns) == ([], end - first)


@pytest.mark.parametrize("seeded", [True, False])
@pytest.mark.parametrize("decided", [0, 1, 2])
def test_a_cut_in_the_mulligan_leaves_the_others_to_choose(seeded, decided):
    """Who is not in the record has not passed yet, and no pile of theirs is missing."""
    spec = spec_like(small_spec(3, mulligan=True), grid=[0, 1, 2])
    lines = []
    chance = None if seeded else Harvest("7")
    game = Game(spec, header_of(spec, "7" if seeded else None, ["a", "b", "c"]), chance, lines.append)
    for seat in range(decided):
        game.decide(seat, (MULLIGAN,) if seat == 0 else (PASS,))
    game.flush()
    [replay] = read(text_of(lines))
    assert replay.findings == []
    assert flow.to_act(replay.game.state) == flow.to_act(game.state)
    assert fingerprint(replay.game.state) == fingerprint(game.state)


@pytest.mark.parametrize("end", ["", "Result: -; interrupted\n"])
def test_a_record_may_end_before_a_pile_that_a_decision_without_a_choice_needs(end):
    """What its last line tells is done; what follows by itself would need a shuffle that is not in it.

    Written again it says no less.
    """
    spec = spec_like(small_spec(3, max_rounds=12), grid=[0, 1, 2])
    lines, harvest, rng = [], Harvest("7"), random.Random(7)
    game = Game(spec, header_of(spec, None, ["a", "b", "c"]), harvest, lines.append)
    while asked := flow.to_act(game.state):
        for seat in asked:
            legal = flow.legal_actions(game.state, seat)
            game.decide(seat, pick(game.state, seat, rng), len(legal) > 1)
            rest = []
            copy = Game(spec, game.header, harvest.copy(), rest.append, mark=game.mark())
            copy.flush()
            text = text_of([*lines, *rest]) + end
            [replay], again = exported(text)
            assert (replay.findings, replay.cut) == ([], not end)
            assert [line for line in text.splitlines() if re.sub("(;? pass)+$", "", line) not in again] == []


def test_a_cut_among_the_lines_of_the_set_up_is_no_difference():
    """What the others decided in it is not known: nothing is wrong, and what is there stays as it is."""
    spec = small_spec(3, 1, mulligan=True)
    text = next(text for n in range(99) if (text := written(spec, n)[0]).count(" mulligan") == 3)
    lines = text.splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("0. "))
    for end in range(first + 1, first + 3):
        cut = "".join(lines[:end])
        [replay], _ = exported(cut)
        assert (replay.findings, replay.cut) == ([], True)
        assert replay.unread
        [wrong], _ = exported(cut.replace("/0 g1", "/0 g2").replace("/1 g1", "/1 g2"))
        assert wrong.findings


def test_a_cut_leaves_piles_alone_that_a_guessed_plan_would_spoil():
    """A plan that was not written yet is guessed; the pile its turn shuffles has other cards then."""
    seen = 0
    for number in range(12):
        text, _ = written(small_spec(3, max_rounds=12, reshuffle="eager", hand=8), number, seed=False, marks=False)
        lines = text.splitlines(keepends=True)
        for at, line in enumerate(lines):
            if line[0] == "@" and lines[at - 1][:1] in " 1":
                [replay] = read("".join(lines[: at + 1]))
                assert replay.findings == []
                seen += replay.guessed
    assert seen > 5
