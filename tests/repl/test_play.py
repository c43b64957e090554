"""The person's side of a race: what is typed, what it does, and what it never does."""

import random

import pytest

from heatcli.arena.players import load
from heatcli.core import flow
from heatcli.core.names import STEPS
from heatcli.core.snapshot import encode
from heatcli.core.view import resample, view
from heatcli.record.tokens import token
from heatcli.repl.asking import typed as preview_of
from heatcli.repl.asking import words_for
from heatcli.repl.commands import ALIASES, COMMANDS
from heatcli.repl.screen import screen
from heatcli.repl.session import Session
from heatcli.repl.text import length, plain
from tests.repl.kit import go_on, position, read, table, tokens, typed

DECK = " deck 1 2 3 4 1 2 3 4 0 5 S S H"


def at_the_plan(**more):
    cars = {"red": "3/0 g2 e3 hand 1 2 3 4 S 5 H" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    return position("usa", cars, **more)


def bytes_of(session):
    return encode(session.match.state), session.match.record()


# --- what is typed


@pytest.mark.parametrize(
    "line", ["g3 1 4 S", "3 1 4 s", "G3: 4,1,s", "  3 S 4 1 ", "3: 1, 4, S", "g3,s,4,1", "3 4 1 S\r", "\ufeff3 1 4 s"]
)
def test_a_plan_may_be_written_in_many_ways(line):
    session = at_the_plan()
    assert typed(session, line) == []
    assert tokens(session) == ["g3 1 4 S"]


def test_numbers_of_the_list_are_choices():
    session = at_the_plan()
    third = session.tokens()[2]
    typed(session, "3")
    assert tokens(session) == [third]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("COOL 1 Gear", "cool 1 gear"),
        ("c", "cool 1 gear"),
        ("cool", "cool 1 gear"),
        ("bo", "boost"),
        ("done", "pass"),
        ("0", "pass"),
        ("-", "pass"),
        ("ok", "pass"),
        ("p", "pass"),
        ("Pass", "pass"),
    ],
)
def test_reactions_may_be_short(line, meant):
    session = at_the_plan()
    typed(session, "2 1 2", line)
    assert tokens(session)[1:2] == [meant]


@pytest.mark.parametrize("line", ["discard 3 4", "3 4", "4,3", "DISCARD 4 3"])
def test_cards_alone_are_discarded(line):
    session = at_the_plan()
    typed(session, "2 1 2", "pass", line)
    assert tokens(session)[2] == "discard 3 4"


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["boost"], "'boost' is not open to you now"),
        (["pass"], "'pass' is not open to you now"),
        (["g5 1 2 3 4 5"], "g5 is out of reach"),
        (["g0"], "g0"),
        (["g2 1"], "g2 takes 2 cards, not 1"),
        (["2 1 2 3"], "g2 takes 2 cards, not 3"),
        (["2 1 1"], "you do not hold these cards"),
        (["2 9 9"], "'9' is no card"),
        (["2 U7 1"], "you do not hold these cards"),
        (["g2"], "g2 takes 2 cards, not 0"),
        (["g"], "'g' is not open to you now"),
        (["99"], "99 is not in the list"),
        (["-3"], "'-3' is not open to you now"),
        (["3.5"], "'3.5' is not open to you now"),
        (["\N{RACING CAR}"], "is not open to you now"),
        (["2 \N{RACING CAR} 1"], "is no card"),
        (["\x1b[2Jpass"], "is not open to you now"),
        (["\u202epass"], "is not open to you now"),
        (["x" * 10_000], "10000 characters"),
        (["²"], "is not open to you now"),
        ([","], "is not open to you now"),
        (["gear 2"], "'gear' is not open to you now"),
        (["play 1 2"], "'play' is not open to you now"),
        (["discard 1"], "'discard' is not open to you now"),
        (["slip 2"], "'slip' is not open to you now"),
        (["take U7"], "'take' is not open to you now"),
        (["retire"], "'retire' is not open to you now"),
        (["concede"], "'concede' is not open to you now"),
        (["undo x"], "a number of decisions is right"),
        (["undo 0"], "a number of decisions is right"),
        (["undo"], "There is no decision of yours to take back."),
        (["redo"], "There is nothing to do again."),
        (["hint nobody"], "no such bot; there are first"),
        (["hint \x1b[2J\u202e"], "no such bot; there are first"),
        (["? \x1b[2J"], "nothing is known of it"),
        (["undo \x07"], "a number of decisions is right"),
        (["auto nobody"], "no such bot; there are first"),
        (["odds fly"], "'fly' is not open to you now"),
        (["? nonsense"], "nothing is known of it"),
        (["cards ZZ"], "'ZZ' is no card"),
        (["log everything"], "`log all`"),
        (["load"], "load FILE"),
        (["load /no/such/file"], "No such file"),
        (["save /no/such/folder/x.hrn"], "No such file"),
        (["again"], "when a single race is over"),
        (["help me"], "nothing is known of it"),
        (["2 1 2", "slip"], "'slip' is not open to you now"),
        (["2 1 2", "cool 3 gear"], "is not open to you now"),
        (["2 1 2", "cool 1 engine"], "'engine' is no card"),
        (["2 1 2", "7"], "7 is not in the list"),
        (["2 1 2", "boots"], "did you mean boost?"),
        (["2 1 2", "done", "discard H"], "you do not hold these cards"),
        (["2 1 2", "done", "discard"], "which? discard 3"),
        (["2 1 2", "done", "discard 3 3"], "you do not hold these cards"),
        (["2 1 2", "done", "refresh U7"], "'refresh' is not open to you now"),
    ],
)
def test_wrong_lines_get_one_sentence_and_change_nothing(lines, sentence):
    session = at_the_plan()
    *before, wrong = lines
    typed(session, *before)
    held = bytes_of(session)
    said = typed(session, wrong)
    assert len(said) == 1
    assert sentence in said[0]
    assert said[0].isprintable()
    assert len(said[0]) < 400
    assert bytes_of(session) == held


def test_every_command_answers_at_every_step():
    for name, command in COMMANDS.items():
        if name in ("auto", "resign", "load", "save", "quit", "again"):
            continue
        session = at_the_plan()
        for line in ("", "2 1 2", "pass", "pass"):
            typed(session, line)
            held = bytes_of(session)
            assert typed(session, name), (name, line)
            typed(session, "redo")
            assert name in ("undo", "redo") or bytes_of(session) == held
        assert command.form.split()[0] in (name, "?")
    assert all(name in COMMANDS for name in ALIASES.values())


def test_completion_leads_to_every_decision():
    for number in range(40):
        session = random_session(number)
        for text in session.tokens():
            line = ""
            for word in text.split():
                offered = [offer for offer, _ in words_for(session, line)]
                assert word in offered, (text, line, offered)
                line += f"{word} "


def test_previews_never_fail_whatever_is_typed():
    dice = random.Random(7)
    session = at_the_plan()
    words = ["g2", "2", "1", "S", "H", "U7", "odds", "cool", "!", "\x00", "é", "99", ",", "slip", "4"]
    for _ in range(500):
        found = preview_of(session, " ".join(dice.choices(words, k=dice.randint(0, 5))))
        assert all(len(line) < 400 for line in found.lines)


# --- back and forth


def random_session(number, decisions=None, track="japan", **rules):
    """A person who decides at random, for a while."""
    dice = random.Random(number)
    session = table(track, ("you", "racer", "first"), 2, seed=f"play {number}", garage="mixed", weather=True, **rules)
    for _ in range(dice.randint(0, 40) if decisions is None else decisions):
        if session.is_over:
            break
        typed(session, dice.choice(session.tokens()))
    return session


def test_undo_and_redo_over_200_decisions_come_back_to_the_same_bytes():
    dice = random.Random(3)
    session = random_session(5, 0)
    done = [bytes_of(session)]
    while len(done) < 200:
        if session.is_over or (len(done) > 1 and dice.random() < 0.3):
            back = dice.randint(1, min(6, len(done) - 1))
            typed(session, f"undo {back}")
            assert bytes_of(session) == done[-1 - back]
            typed(session, f"redo {back}")
            assert bytes_of(session) == done[-1]
        if session.is_over:
            break
        typed(session, dice.choice(session.tokens()))
        done.append(bytes_of(session))
    back = len(done) - 1
    typed(session, f"undo {back}")
    assert bytes_of(session) == done[0]
    typed(session, f"redo {back}")
    assert bytes_of(session) == done[-1]


def test_a_decision_that_takes_the_place_of_another_is_marked_in_the_record():
    session = at_the_plan()
    typed(session, "3 1 4 S", "undo", "2 1 2")
    assert "g2 1 2 {undo: g3 1 4 S}" in session.match.record()
    typed(session, "undo", "redo")
    assert "g2 1 2 {undo: g3 1 4 S}" in session.match.record()


def test_the_others_decide_anew_after_an_undo_and_the_same_way_if_nothing_changes():
    session = table("usa", ("you", "racer"), 1, seed="same")
    typed(session, "1")
    held = bytes_of(session)[0]
    typed(session, "undo", "1")
    assert bytes_of(session)[0] == held


# --- nothing hidden is shown


@pytest.mark.parametrize("number", range(25))
def test_the_screen_is_drawn_from_what_the_seat_knows(number):
    """Worlds that differ in hidden cards have the same screen, the same hints and the same odds."""
    session = random_session(number)
    if session.is_over:
        return
    shown = everything(session)
    seat = session.seat
    world = resample(view(session.match.state, seat), random.Random(number))
    world.log = session.match.state.log
    session.match.race.state = world
    assert view(world, seat) == view(session.match.race.game.state, seat)
    assert everything(session) == shown


def everything(session: Session) -> list[str]:
    scene = session.scene()
    drawn = [plain(screen(scene, width, height)) for width, height in ((80, 24), (120, 40), (40, 20))]
    for command in ("odds", "cards", "map", "strip", "list", "log", "why", "hint racer", "?"):
        session.feed(command)
    return [
        *drawn,
        *session.take(),
        *(line for text in session.tokens()[:20] for line in preview_of(session, text).lines),
    ]


@pytest.mark.parametrize("number", range(12))
def test_a_screen_has_its_size_at_every_size(number):
    session = random_session(number)
    for width, height in ((80, 24), (120, 40), (200, 60), (60, 20), (40, 12), (20, 6), (10, 3), (1, 1)):
        lines = screen(session.scene(), width, height)
        assert len(lines) == height
        assert all(length(line) == width for line in lines)


def test_ascii_sessions_have_ascii_alone():
    session = table("espana", ("you", "racer"), 3, seed="ascii", garage="mixed", weather=True)
    session.settings.ascii = True
    text = read(session, "1", "1", "1", "map", "hint", "odds", "?", "auto", "why")
    assert text.isascii()
    assert plain(screen(session.scene(), 120, 40, ascii=True)).isascii()


# --- whole races


@pytest.mark.parametrize("number", range(6))
def test_any_race_can_be_driven_by_numbers(number):
    dice = random.Random(number)
    boards = ("usa", "japan", "espana", "mexico", "south-africa", "nederland")
    session = table(boards[number], ("you", "first"), 1, seed=f"n{number}", garage="mixed", weather=True)
    for _ in range(3000):
        if session.is_over:
            break
        typed(session, str(dice.randint(1, len(session.tokens()))))
    assert session.is_over
    assert "you (black)" in "\n".join(session.standings())


def test_a_bot_takes_over_and_gives_back():
    session = table("usa", ("you", "first"), 1, seed="auto")
    session.feed("auto racer")
    while session.match.state.round < 4:
        assert session.step()
    session.feed("auto off")
    go_on(session)
    assert session.match.waiting() == [0]
    assert STEPS[session.match.state.step] in ("plan", "react", "slip", "discard")


def test_who_resigns_is_out_and_the_race_goes_on():
    session = at_the_plan()
    said = read(session, "resign", "log")
    assert session.is_over
    assert "retired" in said
    assert "retire" in session.match.record()


def test_a_hint_is_the_bots_own_choice():
    session = at_the_plan()
    best = typed(session, "hint greedy")[0].removeprefix("greedy would choose: ")
    assert best in session.tokens()
    assert best == session.match.advice(0, load("greedy"))[0]


def test_bots_are_asked_with_what_the_seat_knows():
    """The hint of a seat is the decision that the same bot takes in that seat."""
    session = table("italia", ("you", "first"), 2, seed="hint")
    for _ in range(30):
        if session.is_over:
            break
        best, _ = session.match.advice(0, load("racer"))
        typed(session, best)
    assert all(text in {token(a, session.match.spec.catalogue) for a in session.actions()} for text in session.tokens())


def test_asked_is_who_the_core_asks():
    session = random_session(3)
    while not session.is_over:
        assert session.match.waiting() == [seat for seat in flow.to_act(session.match.state) if seat == 0]
        typed(session, session.tokens()[0])
