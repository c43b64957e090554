"""The cockpit on a real screen: what is typed is what is decided, and what is drawn is the race as it is."""

import re
import shutil
import signal
from contextlib import contextmanager

import pytest
from prompt_toolkit.history import FileHistory

from heatcli.repl.places import Settings, Shelf
from heatcli.repl.text import plain
from tests.arena.helpers import driver, grid_of, marked, needs_proc, shipped
from tests.repl.kit import position, table, tokens
from tests.repl.terminal import (
    CTRL_C,
    CTRL_D,
    DOWN,
    ENTER,
    PAGE_DOWN,
    PAGE_UP,
    TAB,
    UP,
    Glass,
    Terminal,
    at,
    kept,
    pasted,
)

SET_UP = ("--seed", "7", "--no-intro", "--pace", "0")
ESCAPE = "\x1b"


def seat(*drivers, **more):
    """A session that nobody waits for."""
    session = table("usa", drivers or ("you", "first"), machine=False, **more)
    session.settings = Settings(pace=0)
    return session


@contextmanager
def begun(home, *options, **more):
    """The program, at its first decision."""
    with Terminal(home, *SET_UP, *options, **more) as terminal:
        terminal.until_asked("plan")
        yield terminal


@contextmanager
def loaded(home, file):
    """The program, where a record ends."""
    with Terminal(home, "--no-intro", "--pace", "0", "--load", str(file)) as terminal:
        terminal.until_asked("plan")
        yield terminal


@contextmanager
def resumed(home, **more):
    """The program, at the decision where it was left."""
    with Terminal(home, "--resume", **more) as terminal:
        terminal.until_asked()
        yield terminal


def above(shell, columns=80, rows=24):
    """What is drawn above the prompt."""
    return plain(shell.lines(columns, rows - 1))


# --- what is typed is what is decided


def test_a_plan_is_typed_and_driven():
    async def script(keys):
        await keys("2 3 1")
        assert "g2 1 3: Speed 4" in above(keys.shell)
        assert tokens(keys.shell.session) == []
        await keys(ENTER)
        assert tokens(keys.shell.session) == ["g2 1 3"]
        assert keys.shell.session.prompt == "react> "
        await keys("boost", ENTER)

    shell = at(seat(seed="plan"), script)
    assert tokens(shell.session) == ["g2 1 3", "boost"]


def test_tab_completes_gears_and_cards():
    async def script(keys):
        buffer = keys.shell.buffer

        async def tab(*choices):
            await keys(TAB)
            await keys.until(lambda: buffer.complete_state)
            assert [one.text for one in buffer.complete_state.completions] == [*choices]
            await keys(TAB)

        await keys("g")
        await tab("g1", "g2", "g3")
        assert buffer.text == "g1"
        await keys(TAB)
        assert buffer.text == "g2"
        await keys(" ")
        await tab("1", "3", "4")
        assert buffer.text == "g2 1"
        await keys(" 3", ENTER)

    assert tokens(at(seat(seed="plan"), script).session) == ["g2 1 3"]


def test_tab_alone_shows_commands_too_and_one_choice_is_filled_in():
    async def script(keys):
        buffer = keys.shell.buffer
        await keys(TAB)
        await keys.until(lambda: buffer.complete_state)
        assert {"g1", "help", "quit"} <= {one.text for one in buffer.complete_state.completions}
        await keys(CTRL_C)
        await keys("resi", TAB)
        await keys.until(lambda: buffer.text == "resign")

    at(seat(), script)


def test_lines_come_back(tmp_path):
    shelf = Shelf(tmp_path / "heat")

    async def first(keys):
        await keys("odds g1 1", ENTER)
        await keys("odds g1 2", ENTER)
        await recalled(keys, "odds g1 2", UP)
        await keys(UP)
        assert keys.shell.buffer.text == "odds g1 1"
        await keys(DOWN)
        assert keys.shell.buffer.text == "odds g1 2"

    async def second(keys):
        await recalled(keys, "odds g1 2", UP)

    at(seat(shelf=shelf), first)
    assert [*FileHistory(str(shelf.folder / "history")).load_history_strings()] == ["odds g1 2", "odds g1 1"]
    at(seat(shelf=shelf), second)  # another session


async def recalled(keys, text, key):
    """Press a key once the history is there, which is read beside the screen."""
    await keys.until(
        lambda: text in keys.shell.buffer.history.get_strings() and len(keys.shell.buffer._working_lines) > 1
    )
    await keys(key)
    assert keys.shell.buffer.text == text


def test_a_history_that_cannot_be_written_stops_nobody(tmp_path):
    shelf = Shelf(tmp_path / "heat")

    async def script(keys):
        shutil.rmtree(tmp_path / "heat")
        (tmp_path / "heat").write_text("in the way")
        await keys("g1 1", ENTER)

    shell = at(seat(shelf=shelf), script)
    assert tokens(shell.session) == ["g1 1"]
    assert shell.session.shelf is None  # and that was told
    assert "cannot be kept" in above(shell)


def test_ctrl_c_clears_the_line_and_the_second_in_a_row_leaves():
    async def script(keys):
        shell = keys.shell
        await keys("g2 1 3", CTRL_C)
        assert shell.buffer.text == ""
        assert "Ctrl-C once more leaves" in above(shell)
        await keys("g2 1", CTRL_C)  # not in a row
        await keys("list", ENTER)
        await keys(CTRL_C)
        assert not shell.app.future.done()
        await keys(CTRL_C)
        assert shell.app.future.done()

    assert tokens(at(seat(), script).session) == []


def test_ctrl_d_deletes_and_leaves_from_an_empty_line():
    async def script(keys):
        await keys("ab", "\x02", CTRL_D)
        assert keys.shell.buffer.text == "a"
        await keys("\x7f")
        assert not keys.shell.app.future.done()
        await keys(CTRL_D)
        assert keys.shell.app.future.done()

    at(seat(), script)


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 20), (120, 50)])
def test_a_page_is_turned_without_a_line_lost(columns, rows):
    glass = Glass(columns, rows)

    def read():
        return [line for line in glass.lines[1:] if line]

    async def script(keys):
        shell = keys.shell
        map_ = glass.lines
        await keys("help", ENTER)
        await keys.until(lambda: "Plan: a gear" in "\n".join(glass.lines))
        pages = []
        while not pages or pages[-1] != read():
            pages.append(read())
            await keys(PAGE_DOWN)
            await keys.until(lambda: glass.lines[:-1] == above(shell, columns, rows).split("\n"))
        for line in wrapped(columns):
            assert any(line in page for page in pages), line
        for _ in pages:
            await keys(PAGE_UP)
        await keys.until(lambda: read() == pages[0])
        await keys(ENTER)
        await keys.until(lambda: glass.lines == map_)

    at(seat(), script, glass.output())


def wrapped(columns):
    """The lines of the help, as wide as a screen is."""
    from textwrap import wrap

    session = seat()
    session.feed("help")
    return [piece for text in session.take() for piece in wrap(text, columns, subsequent_indent="  ")]


def test_whoever_resigns_is_asked_first():
    async def script(keys):
        session = keys.shell.session
        await keys("resign", ENTER)
        assert session.prompt == "yes or no> "
        await keys("no", ENTER)
        assert session.prompt == "plan> "
        assert not session.is_over
        await keys("resign", ENTER)
        await keys("yes", ENTER)
        assert session.is_over
        assert session.prompt == "over> "

    session = at(seat("you", "first"), script).session
    assert re.search(r"you \(black\): retired, ", "\n".join(session.standings()))


def test_quit_asks_and_leaves():
    async def script(keys):
        await keys("quit", ENTER)
        await keys("no", ENTER)
        assert not keys.shell.app.future.done()
        await keys("q", ENTER)
        await keys(ENTER)
        assert keys.shell.app.future.done()

    assert at(seat(), script).session.left


def test_what_is_pasted_is_one_line_that_waits_for_enter():
    async def script(keys):
        await keys(pasted("  2  3 1\r\nquit\n"))
        assert keys.shell.buffer.text == "2 3 1"
        assert tokens(keys.shell.session) == []
        await keys(ENTER)
        assert tokens(keys.shell.session) == ["g2 1 3"]
        await keys(pasted("boo\x1b[31mst\x00" + "x" * 10_000), ENTER)
        assert "a decision or a command is short" in above(keys.shell)

    assert tokens(at(seat(seed="plan"), script).session) == ["g2 1 3"]


def test_what_is_typed_while_others_drive_stays_on_the_line():
    async def script(keys):
        shell, session = keys.shell, keys.shell.session
        await keys.press("g1 1", ENTER)
        while not shell.is_busy:
            await keys.press("1", ENTER)
        decided = tokens(session)
        await keys("1", ENTER)
        assert shell.buffer.text == "1"
        assert tokens(session) == decided
        assert "nobody is asked" not in above(shell)

    session = seat("you", "first", "first", "first")
    session.settings = Settings(pace=10_000)  # but who types has seen enough
    at(session, script)


def test_a_line_that_stayed_is_previewed_in_the_new_situation():
    async def script(keys):
        shell = keys.shell
        for _ in range(20):
            await keys("1", ENTER)
            if shell.session.prompt == "plan> ":
                await keys("g1 ")
                hand = {token.split()[1] for token in shell.session.tokens() if token.startswith("g1 ")}
                shown = re.search(r"then: (.*)", above(shell)).group(1).split()
                assert {*shown} == hand
                await keys(*["\x7f"] * 3)

    at(seat("you", "first", "first"), script)


def test_any_key_takes_the_car_back():
    async def script(keys):
        session = keys.shell.session
        session.settings = Settings(pace=1)
        await keys.press("auto first", ENTER)
        await keys.until(lambda: session.match.state.round > 2)
        await keys("x")
        assert keys.shell.buffer.text == ""
        assert not session.is_over

    at(seat(), script)


# --- what is drawn is the race as it is


def looked_at(shell, glass):
    """Compare every drawing with the scene; how many there were."""
    drawings = []

    def compare(_):
        if shell.app.is_done:
            return
        width, height = glass.screen.columns, glass.screen.lines
        prompt = "...> " if shell.is_busy else shell.session.prompt
        assert glass.lines[:-1] == above(shell, width, height).split("\n")[: height - 1]
        assert glass.lines[-1] == f"{prompt}{shell.buffer.text}".rstrip()[:width]
        drawings.append(glass.lines)

    shell.app.after_render += compare
    return drawings


@pytest.mark.parametrize("ascii", [False, True])
def test_no_stale_line_in_a_race_in_a_window_that_changes(ascii):
    glass = Glass()
    sizes = [(120, 40), (60, 20), (30, 8), (80, 24), (200, 60), (12, 3), (1, 1), (80, 24)]
    more = {"garage": "mixed"} if ascii else {}

    async def script(keys):
        shell, session = keys.shell, keys.shell.session
        drawings = looked_at(shell, glass)
        answers = 0
        while not session.is_over:
            await keys("1" if answers < 80 else "resign", ENTER)
            await keys("yes" if answers >= 80 else "1", ENTER)
            answers += 1
            if answers % 5 == 0:
                columns, rows = sizes[answers // 5 % len(sizes)]
                glass.screen.resize(rows, columns)
                shell.app._on_resize()
        assert len(drawings) > answers > 40
        await keys.until(lambda: "the flag is down" in "\n".join(glass.lines) or glass.screen.lines < 9)
        if ascii:
            assert all(line.isascii() for drawing in drawings for line in drawing)

    session = seat("you", "first", "racer", **more)
    session.settings = Settings(pace=0, ascii=ascii)
    at(session, script, glass.output())


def test_other_people_s_lines_are_not_remembered():
    async def script(keys):
        await keys(ENTER)
        await keys("g1 1", ENTER)
        await keys(ENTER)
        for key in (UP, "g"):
            await keys(key)
        assert keys.shell.buffer.text == "g"

    session = at(seat("you", "player-2"), script).session
    assert session.seat == 1


def test_other_people_s_hands_are_not_completed():
    async def script(keys):
        buffer = keys.shell.buffer
        await keys("g1 ", TAB)
        await keys.until(lambda: True)
        assert keys.shell.session.is_hidden
        assert not [*buffer.completer.get_completions(buffer.document, None)]

    at(seat("you", "player-2"), script)


# --- the real program


def test_the_first_screen_has_all_that_is_needed(tmp_path):
    with begun(tmp_path) as terminal:
        assert len(terminal.lines) == 24
        assert re.match(r"USA, lap 1/2, 139 to go, round 1 +your plan$", terminal.lines[0])
        for part in ("(7)", "car       lap:sp gear eng hd", " you ", "hand [", "engine 6 Heat", "a gear of"):
            assert part in terminal.text
        assert [line.split()[0] for line in terminal.lines if re.match(r"(space|limit|race|other|road) ", line)] == [
            "space",
            "limit",
            "race",
            "other",
            "road",
        ]
        assert terminal.lines[-1] == "plan>"
        assert re.match(rb"(\x1b\[[?]\d+[hl])*\x1b\[[?]1049h", terminal.raw)  # nothing is said on the screen of before


def test_a_window_that_changes_is_drawn_as_a_new_one(tmp_path):
    home, copy = tmp_path / "one", tmp_path / "two"
    with begun(home) as terminal:
        terminal.answer("2 1 3")
        terminal.until_asked("react")
        terminal.answer("")
        shutil.copytree(home, copy)
        for size in ((120, 40), (60, 20), (30, 8), (80, 24)):
            with resumed(copy, columns=size[0], rows=size[1]) as fresh:
                fresh.answer("")
                terminal.resize(*size)
                terminal.until(lambda fresh=fresh: fresh.read(0.01) or terminal.lines == fresh.lines)


def test_pastes_change_nothing_until_enter(tmp_path):
    with begun(tmp_path) as terminal:
        terminal.type(pasted("2 1 3\nquit\n"))
        terminal.until_shown("plan> 2 1 3", "g2 1 3: Speed 4")
        terminal.type(ENTER)
        terminal.until_asked("react")
        terminal.type(pasted("x" * 10_000))
        terminal.until(lambda: terminal.lines[-1].startswith("react> xxx"))
        terminal.type(ENTER)
        terminal.until_shown("That line has 10000 characters")
        assert "black g2 1 3\n" in kept(tmp_path)


@pytest.mark.parametrize("keys", [CTRL_C + CTRL_C, CTRL_D, "quit" + ENTER + ENTER])
def test_whoever_leaves_comes_back_to_the_same_decision(tmp_path, keys):
    with begun(tmp_path) as terminal:
        terminal.answer("2 1 3")
        terminal.until_asked("react")
        terminal.answer("")
        before, record = terminal.lines, kept(tmp_path)
        terminal.type(CTRL_C)
        terminal.until_shown("Ctrl-C once more leaves")
        assert terminal.step == "react"
        terminal.answer("list")
        terminal.until_asked("react")
        terminal.type(keys)
        assert terminal.ended() == 0
        assert terminal.is_restored
        assert terminal.after == ["The race is kept: heat play --resume goes on with it."]
    assert kept(tmp_path) == record
    with resumed(tmp_path) as terminal:
        terminal.answer("")
        terminal.until(lambda: terminal.lines == before)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_an_orderly_terminal(tmp_path, number):
    with begun(tmp_path) as terminal:
        terminal.answer("2 1 3")
        terminal.until_asked("react")
        record = kept(tmp_path)
        terminal.process.send_signal(number)
        assert terminal.ended() == 130
        assert terminal.is_restored
        assert terminal.after == ["heat: interrupted"]
    assert kept(tmp_path) == record


def test_sigint_is_ctrl_c(tmp_path):
    with begun(tmp_path) as terminal:
        terminal.process.send_signal(signal.SIGINT)
        terminal.until_shown("Ctrl-C once more leaves")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.ended() == 0
        assert terminal.is_restored


@needs_proc
def test_a_closed_window_ends_the_program_and_its_bots(tmp_path):
    errors = tmp_path / "errors"
    with begun(tmp_path, *grid_of(shipped("random_legal.py")), streams=f"2> {errors}") as terminal:
        terminal.answer("g1 1")
        terminal.until_asked()
        record = kept(tmp_path)
        assert len([*marked(str(tmp_path))]) == 2
        terminal.hang_up()
        assert terminal.process.wait(5) == 130
        assert errors.read_text() == "heat: interrupted\n"
        assert not [*marked(str(tmp_path))]
    assert kept(tmp_path) == record


def test_killed_it_stands_at_the_same_decision(tmp_path):
    with begun(tmp_path, *grid_of("builtin:first", "builtin:racer"), "--ascii") as terminal:
        for _ in range(6):
            terminal.answer("1")
            terminal.until_asked()
        terminal.answer("")
        before = terminal.lines
        terminal.process.kill()
        assert terminal.ended() == -signal.SIGKILL
    for _ in range(2):  # how it was begun is still known when it was resumed before
        with resumed(tmp_path) as terminal:
            terminal.answer("")
            terminal.until(lambda terminal=terminal: terminal.lines == before)
            assert terminal.raw.isascii()
            terminal.process.kill()


def test_a_dumb_terminal_gets_lines(tmp_path):
    with Terminal(tmp_path, *SET_UP, TERM="dumb") as terminal:
        terminal.until_shown("a gear of 1, 2, 3")
        terminal.type("2 1 3\n")
        terminal.until_shown("1: pass")
        terminal.type("q\n")
        terminal.until_shown("Leave the race?")
        terminal.type("yes\n")
        assert terminal.ended() == 0
        assert ESCAPE.encode() not in terminal.raw


def test_a_pipe_at_either_end_gets_lines(tmp_path):
    with Terminal(tmp_path, *SET_UP, streams="< /dev/null") as terminal:
        assert terminal.ended() == 3
        assert "hand [1]" in terminal.text
        assert ESCAPE.encode() not in terminal.raw
    with Terminal(tmp_path, *SET_UP, streams=f"> {tmp_path}/out") as terminal:
        terminal.type("2 1 3\nquit\n")
        assert terminal.ended() == 0
        assert ESCAPE not in (tmp_path / "out").read_text()
        assert "react> quit" in (tmp_path / "out").read_text()


def test_no_colour_where_none_is_wanted(tmp_path):
    colour = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7])[;m]")
    for value, coloured in (("1", False), ("", True)):
        with begun(tmp_path, NO_COLOR=value) as terminal:
            terminal.answer("2 1 3")
            terminal.until_asked("react")
            assert bool(colour.search(terminal.raw)) == coloured


def test_ascii_is_ascii(tmp_path):
    with begun(tmp_path, "--ascii", "--weather") as terminal:
        for line in ("map", "?", "log", "1", "1", "hint"):
            terminal.answer(line)
            terminal.until_asked()
        terminal.type(CTRL_D)
        assert terminal.ended() == 0
        assert terminal.raw.isascii()


def test_a_program_plays_along(tmp_path):
    with begun(tmp_path, *grid_of(shipped("random_legal.py")), "--laps", "1") as terminal:
        assert "random" in terminal.text
        while " 3, " not in terminal.lines[0] and "round 3" not in terminal.lines[0]:
            terminal.answer("1")
            terminal.until_asked()
        terminal.type(CTRL_D)
        assert terminal.ended() == 0
    assert re.search(r"\n2\. .*\n? *blue g\d", kept(tmp_path))


def test_nobody_waits_for_a_slow_bot_to_leave(tmp_path):
    slow = driver(
        """
def act(message):
    if message["step"] != "plan":
        time.sleep(60)
    first(message)
loop(act)
""",
        ms=60_000,
    )
    with begun(tmp_path, *grid_of(slow)) as terminal:
        while terminal.step != "...":
            terminal.answer("1")
            terminal.until(lambda: terminal.step)
        terminal.type("a word")
        terminal.until_shown("...> a word")  # the screen is alive
        record = kept(tmp_path)
        terminal.type(CTRL_C)
        terminal.until_shown("Ctrl-C once more leaves")
        terminal.type(CTRL_C)
        assert terminal.ended(5) == 0
        assert terminal.is_restored
        assert terminal.after == ["The race is kept: heat play --resume goes on with it."]
    assert kept(tmp_path) == record


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_race_ends_with_the_standings_on_the_normal_screen(tmp_path, whole):
    file = tmp_path / "end.hrn"
    cars = {"red": "128/0 g2 e3 hand 1 2 3 4 5 0 1", "blue": "133/0 g2 e6 hand 1 1 2 2 3 3 5"}
    file.write_text(position("usa", cars).match.record())
    begin = begun(tmp_path, *grid_of("builtin:first"), "--laps", "1") if whole else loaded(tmp_path, file)
    with begin as terminal:
        answers = 0
        while terminal.until_asked() != "over":
            terminal.answer("1")
            answers += 1
        assert "the flag is down" in terminal.text
        terminal.answer("q")
        assert terminal.ended() == 0
        assert terminal.is_restored
        assert re.match(rf"USA, {'1 lap' if whole else '2 laps'}, \d+ rounds?: the flag is down", terminal.after[0])
        assert [line.split()[0] for line in terminal.after[1:]] == ["1", "2"]
    assert answers > (30 if whole else 4)
    assert not [*(tmp_path / "state" / "heat").glob("*.hrn")]
    with Terminal(tmp_path, "--resume") as terminal:
        told = (terminal.ended(), terminal.text.strip())
    assert told == (2, "heat: no race to go on with; heat play begins one")
