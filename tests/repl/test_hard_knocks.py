"""What fresh eyes found in the cockpit: each kind once."""

import os
import random
from pathlib import Path

import pytest

from heatcli.arena.drivers import Local
from heatcli.core.snapshot import encode
from heatcli.errors import DataError
from heatcli.repl.asking import words_for
from heatcli.repl.loading import loaded, resumed
from heatcli.repl.places import How, Shelf
from heatcli.repl.plain import converse
from tests.cli.test_play import kept, play
from tests.repl.kit import go_on, position, season, seated, table, typed

DECK = " deck 1 2 3 4 1 2 3 4 0 5 S S H"
OVAL = """id = "usa"
name = "Oval"
box = "base"
spaces = 30
laps = 2
heat = 6
stress = 3

[[corners]]
at = 10
limit = 5
race_line = "right"
legend_line = 2

[[corners]]
at = 22
limit = 4
race_line = "left"
legend_line = 15
"""


# --- what is gone on with is the race that was left


def again(session, people=(), **how):
    """The session as another program finds it."""
    course = session.course._replace(header=None, trail=(), mark="", past="")
    found = How([], "", [*people], mark=session.match.mark, **how)
    return seated(resumed(session.course.past + session.match.record(), course, found), session.machine)


@pytest.mark.parametrize("number", range(20))
def test_undo_and_redo_of_a_resumed_race_come_back_to_the_same_bytes(number):
    dice = random.Random(number)
    session = table("japan", ("you", "racer", "greedy"), 1, seed=f"again {number}", garage="mixed", weather=True)
    for _ in range(dice.randint(1, 25)):
        if not session.is_over:
            typed(session, dice.choice(session.tokens()))
    found = again(session)
    assert encode(found.match.state) == encode(session.match.state)
    held = encode(found.match.state), found.match.record()
    for back in (1, 2, 5):
        typed(found, f"undo {back}", f"redo {back}")
        assert (encode(found.match.state), found.match.record()) == held


def test_redo_after_a_bot_has_driven_on_does_nothing():
    session = table("usa", ("you", "first"), 1, seed="7")
    typed(session, "1", "1", "1", "undo 2", "auto racer")
    assert session.is_over
    assert typed(session, "redo") == ["There is nothing to do again."]


@pytest.mark.parametrize("year", ["1961", "1962", "1964"])
def test_a_garage_is_gone_on_with_at_any_choice(year):
    session = season(year, ("you", "racer"))
    while session.match.state.round == 0:
        found = again_in_season(session, year)
        assert encode(found.match.state) == encode(session.match.state)
        assert found.prompt == session.prompt
        typed(session, session.tokens()[-1])


def again_in_season(session, year):
    fresh = season(year, ("you", "racer"))
    return seated(resumed(session.course.past + session.match.record(), fresh.course, How([], "")))


def test_the_races_of_a_resumed_season_have_the_seeds_of_the_season():
    whole = season()
    typed(whole, "1")
    found = again_in_season(whole, "1961")
    for one in (whole, found):
        typed(one, "auto greedy", "")
        assert one.course.seed == "season/1"


def test_an_undo_is_marked_though_the_race_was_left_between():
    session = table("usa", ("you", "first"), 1, seed="7")
    typed(session, "1", "undo")
    found = again(session)
    typed(found, "2")
    assert "{undo: " in found.match.record()


def test_boards_cards_and_events_of_ones_own_are_found_again(tmp_path):
    (tmp_path / "oval.toml").write_text(OVAL)
    begun = play(tmp_path, "1\npass\nsave a.hrn\n", "--seed", "7", "./oval.toml", cwd=tmp_path)
    assert "limit 5 in" in begun.stdout
    for arguments in (("--resume",), ("./oval.toml", "--load", "a.hrn")):
        found = play(tmp_path, "quit\n", *arguments, cwd=tmp_path)
        assert found.returncode == 0, found.stderr
        assert "Oval" in found.stdout
        assert "limit 4 in" in found.stdout


def test_a_board_that_has_changed_is_told(tmp_path):
    board = tmp_path / "oval.toml"
    board.write_text(OVAL)
    play(tmp_path, "1\n", "--seed", "7", str(board))
    assert "has changed" not in play(tmp_path, "quit\n", "--resume").stdout
    board.write_text(OVAL.replace("limit = 5", "limit = 3"))
    assert "A board or a rule has changed" in play(tmp_path, "quit\n", "--resume").stdout


def test_a_loaded_race_is_gone_on_with_in_the_car_that_was_taken(tmp_path):
    record = tmp_path / "a.hrn"
    play(tmp_path, f"1\npass\nsave {record}\nquit\n", "-d", "builtin:greedy", "-d", "builtin:racer", "--seed", "7")
    play(tmp_path, f"load {record} green\nquit\n", "--season", "1961", "--seed", "3")
    found = play(tmp_path, "quit\n", "--resume")
    assert found.returncode == 0, found.stderr
    assert "black: " in found.stdout
    assert "green: " not in found.stdout


@pytest.mark.parametrize("names", [("racer", "racer"), ("you", "you"), ("legend", "first")])
def test_names_do_not_say_who_drives(tmp_path, names):
    mine, other = names
    drivers = ("-d", f"name={mine} cmd=human", "-d", f"name='{other}' cmd=builtin:greedy")
    begun = play(tmp_path, "1\n", *drivers, "--seed", "7", "--legends", "1")
    found = play(tmp_path, "quit\n", "--resume")
    assert found.returncode == 0, found.stderr
    assert begun.stdout[begun.stdout.rindex("\nUSA") :].strip() in found.stdout
    assert found.stdout.endswith("> quit\n")


def test_a_season_that_was_put_aside_goes_on_as_one(tmp_path):
    play(tmp_path, "1\nauto greedy\n\nquit\n", "--season", "1961", "--seed", "3")
    other = play(tmp_path, "1\nquit\n", "--seed", "4")
    aside = Path(other.stderr.strip().rpartition(" ")[2])
    found = play(tmp_path, "quit\n", "--load", str(aside))
    assert found.returncode == 0, found.stderr
    assert "season 1961 2/3" in found.stdout


def test_two_programs_keep_two_races(tmp_path):
    one, two = Shelf(tmp_path), Shelf(tmp_path)
    for shelf, text in ((one, "1. one\n"), (two, "1. two\n")):
        shelf.begin(How([], ""), anew=True)
        shelf.keep(text)
    one.done()
    assert two.kept()[1] == "1. two\n"
    with pytest.raises(DataError, match="under way in another program"):
        Shelf(tmp_path, resume=True)


def test_the_race_that_was_left_last_is_gone_on_with(tmp_path):
    for at, name in enumerate(("play", "play-3", "play-2")):
        record = tmp_path / f"{name}.hrn"
        record.write_text("1. a\n")
        os.utime(record, (at, at))
    assert Shelf(tmp_path, resume=True).name == "play-2"


def test_loading_another_race_keeps_the_one_under_way(tmp_path):
    record = tmp_path / "a.hrn"
    play(tmp_path / "one", f"1\nsave {record}\nquit\n", "--seed", "7")
    play(tmp_path / "two", f"1\nauto first\n\n1\nload {record}\n1\nquit\n", "--season", "1961", "--seed", "3")
    aside = tmp_path / "two/.local/state/heat/left-1.hrn"
    found = play(tmp_path / "two", "quit\n", "--load", str(aside))
    assert "season 1961 2/3" in found.stdout
    assert "USA" in play(tmp_path / "two", "quit\n", "--resume").stdout


def test_a_folder_that_is_gone_stops_no_race(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    play(tmp_path, "1\n", "--seed", "7", cwd=folder)
    folder.rmdir()
    found = play(tmp_path, "quit\n", "--resume")
    assert found.returncode == 0
    assert "files are looked for here" in found.stderr


def test_files_are_where_the_person_is(tmp_path):
    for name in ("there", "here"):
        (tmp_path / name).mkdir()
    play(tmp_path, "1\n", "--seed", "7", cwd=tmp_path / "there")
    play(tmp_path, "save a.hrn\nquit\n", "--resume", cwd=tmp_path / "here")
    assert (tmp_path / "here/a.hrn").exists()


def test_a_file_of_something_else_beside_a_record_does_not_matter(tmp_path):
    record = tmp_path / "race.hrn"
    play(tmp_path, f"1\nsave {record}\nquit\n", "--seed", "7")
    record.with_suffix(".json").write_text('{"places": [1]}')
    assert play(tmp_path, "quit\n", "--load", str(record)).returncode == 0


@pytest.mark.parametrize(
    "told",
    [
        "{",
        '{"args": ["--bogus"], "cwd": "/tmp"}',
        '{"args": ["\u1234"], "cwd": "/tmp"}',
        '{"args": ["--seed", "7"], "cwd": "/tmp", "other": true, "people": [7]}',
    ],
)
def test_a_damaged_file_is_told_in_a_sentence(tmp_path, told):
    play(tmp_path, "1\n", "--seed", "7")
    kept(tmp_path).with_suffix(".json").write_text(told)
    found = play(tmp_path, "quit\n", "--resume")
    assert "Traceback" not in found.stderr
    assert found.returncode in (0, 2)
    assert found.returncode == 0 or found.stderr.count("\n") == 1


@pytest.mark.parametrize("more", [["italia"], ["--season", "1961"], ["--people", "2"], ["--load", "x.hrn"]])
def test_a_race_that_was_left_has_its_own_set_up(tmp_path, more):
    play(tmp_path, "1\n", "--seed", "7")
    found = play(tmp_path, "quit\n", "--resume", *more)
    assert found.returncode == 2
    assert "the race that was left has its own set-up" in found.stderr


def test_a_race_without_a_decision_is_not_put_aside(tmp_path):
    for seed in "123":
        assert play(tmp_path, "quit\n", "--seed", seed).stderr == ""
    assert not [*kept(tmp_path).parent.glob("left-*")]


def test_a_race_that_is_void_ends_its_season():
    session = season()
    session.course = session.course._replace(terms=session.course.terms._replace(on_fault="abort"))
    session.match.outcome = session.match.race.finish(last=True, why="aborted")
    go_on(session)
    assert session.is_over
    assert not session.has_next
    assert session.title() == "season 1961 1/3"
    assert "The season is void." in typed(session)


# --- several people at one screen


def two(**more):
    return table("italia", ("player-1", "player-2", "first"), 1, seed="two", machine=False, **more)


def plain(session):
    """Everything that can be read of a session without turning a hand up."""
    shown = []
    for command in ("cards", "list", "odds", "hint", "log", "log all", "why", "map", "strip", "?", "save x.hrn"):
        session.feed(command)
        shown += session.take()
    scene = session.scene()
    shown += [*scene.story, *(word for word, _ in words_for(session, "g1 "))]
    return "\n".join(shown)


def test_nothing_of_a_hand_is_told_before_it_is_turned_up(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = two()
    typed(session, "", "1")
    assert session.is_hidden
    told = plain(session)
    assert "g1 " not in told
    assert "draws 1" not in told
    assert "draws 2" not in told
    assert not (tmp_path / "x.hrn").exists()


def test_lessons_wait_for_the_hand_to_be_turned_up():
    session = two()
    session.teaching = True
    assert session.lesson() == []
    typed(session, "")
    assert "Type 2 and two cards" in "\n".join(session.lesson())


def test_an_undo_hides_the_hand_again():
    session = two()
    typed(session, "", "1", "")
    assert not session.is_hidden
    typed(session, "undo")
    assert session.is_hidden
    assert session.scene().hidden
    typed(session, "", "redo")
    assert session.is_hidden


def test_hands_are_hidden_while_the_others_drive():
    session = two()
    session.feed("")
    session.feed("1")
    assert session.is_hidden
    go_on(session)
    assert session.prompt == "blue (Enter shows your hand)> "


def test_a_bot_gives_every_car_back():
    session = two()
    typed(session, "")
    session.feed("auto first")
    go_on(session)
    assert session.match.waiting() == [1]
    typed(session, "", "auto off")
    assert not session.match.is_handed
    while session.seat == 1:
        typed(session, "", session.tokens()[0])
    assert session.match.waiting() == [0]


# --- what is said


def test_a_corner_that_is_paid_is_not_measured_again():
    cars = {"red": "8/0 g3 e3 hand 3 3 3 1 1 2 2" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    session = position("usa", cars)
    shown = []
    converse(session, ["3 3 3 3", "pass"], shown.append)
    text = "\n".join(shown)
    assert "corner 1 (limit 7): 2 Heat\n" in text
    assert "SPIN OUT" not in text
    assert session.prompt == "discard> "


def test_places_are_laps_and_spaces_everywhere():
    cars = {"red": "68/0 g2 e3 hand 1 2 3 4 5 S S" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    session = position("usa", cars)
    typed(session, "2 1 2")
    assert any("moves 3 to 2:2" in line for line in session.story())


def test_a_spin_out_is_told_with_lap_and_space():
    cars = {"red": "99/0 g3 e0 hand 4 4 4 1 1 2 2" + DECK, "blue": "1/0 g2 e6 hand 1 1 2 2 3 3 5"}
    session = position("usa", cars)
    assert "back to 2:32" in "\n".join(typed(session, "3 4 4 4", "pass", "why"))


@pytest.mark.parametrize("name", ["a\0b", "\udcff"])
def test_names_that_no_file_can_have(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    session = table("usa", ("you", "first"), seed="7")
    for line in (f"save {name}", f"load {name}"):
        [said] = typed(session, line)
        assert said.isprintable()


@pytest.mark.parametrize("space", ["\t", "\xa0", "\u3000"])
def test_completion_behind_any_blank(space):
    session = table("usa", ("you", "first"), seed="7")
    assert [*words_for(session, f"g1{space}")]


def test_commands_that_stand_alone_say_so():
    session = table("usa", ("you", "first"), seed="7")
    assert typed(session, "list ? hint") == ["list stands alone, not with ? hint"]


def test_a_race_that_is_not_kept_is_not_said_to_be(tmp_path):
    run = play(tmp_path, "1\n", "--seed", "5", XDG_STATE_HOME="/proc/nowhere")
    assert "The race is not kept." in run.stderr


def test_without_a_home_the_system_is_asked(monkeypatch):
    from heatcli.repl.places import state_folder

    assert state_folder({}) == Path("~/.local/state/heat").expanduser()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--seat", "3"], "--seat 3: 1 to 1 is right"),
        (["-d", "human", "--seat", "1"], "--seat: the drivers that are called human have their places"),
        (["-d", "human", "--people", "2"], "--people: the drivers that are called human have their places"),
        (["--load", "x.hrn", "--garage", "mixed"], "--load brings a race of its own; leave --garage out"),
        (["--load", "x.hrn", "--season", "1961"], "--load brings a race of its own; leave --season out"),
    ],
)
def test_options_are_not_passed_over(tmp_path, arguments, sentence):
    run = play(tmp_path, "", *arguments)
    assert run.returncode == 2
    assert sentence in run.stderr


def test_a_word_behind_a_double_dash_is_a_track_when_resumed_too(tmp_path):
    play(tmp_path, "1\n", "--", "usa")
    assert play(tmp_path, "quit\n", "--resume").returncode == 0


def test_a_bot_that_is_loaded_back_is_the_one_that_runs():
    session = table("usa", ("you", "greedy"), seed="7")
    session.course = session.course._replace(crew=session.course.drivers)
    mine = session.match.record()
    other = table("usa", ("you", "first"), seed="8").match.record()
    there = loaded(other, "other", "", session.course)
    back = loaded(mine, "mine", "", there)
    assert back.drivers[1] is session.course.drivers[1]
    assert isinstance(back.drivers[0], Local)


def test_the_standings_of_a_season_are_read_whole():
    from heatcli.repl.screen import screen
    from heatcli.repl.text import plain as text_of

    session = season("1961", ("you", "first"), legends=4)
    typed(session, "auto first")
    shown = text_of(screen(session.scene(), 80, 23, page=session.standings()))
    assert all(line in shown for line in session.standings())
