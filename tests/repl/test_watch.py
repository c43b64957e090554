"""Races as films, and the program that shows them at a terminal."""

import fcntl
import os
import pty
import random
import re
import select
import shlex
import signal
import struct
import sys
import termios
import time
from pathlib import Path

import pyte
import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from heatcli.cli.watch import NO_TERMINAL, Reel
from heatcli.core.view import resample, view
from heatcli.data.library import Library
from heatcli.record.game import Game
from heatcli.record.replay import replays
from heatcli.repl.film import END, NOW, PLANS, START, TURN, Film
from heatcli.repl.screen import screen
from heatcli.repl.text import length, plain
from heatcli.repl.viewer import WHO_DRIVES, Viewer
from tests.arena.helpers import driver, grid_of
from tests.golden.corpus import shelf
from tests.shell import ROOT, heat, shell

RECORDS = sorted((ROOT / "tests" / "golden" / "records").glob("*.hrn"))
TWELVE, EVERYTHING = ("base-12-cars", "everything-seed")
SIZES = ((80, 24), (40, 10))


def path_of(name: str) -> Path:
    return next(file for file in RECORDS if file.stem == name)


def films_of(name: str) -> list[Film]:
    reel = Reel([str(path_of(name))], shelf(f"{name}.hrn"))
    return [film for number in range(len(reel)) if (film := reel.film(number)) is not None]


@pytest.fixture(scope="module")
def twelve() -> Film:
    return films_of(TWELVE)[0]


@pytest.fixture(scope="module")
def everything() -> Film:
    return films_of(EVERYTHING)[0]


# --- films


@pytest.mark.parametrize("name", [file.stem for file in RECORDS])
def test_every_moment_can_be_drawn(name):
    films = films_of(name)
    assert films
    for film in films:
        assert film[0].kind == START
        assert [film[at].told for at in range(len(film))] == sorted(film[at].told for at in range(len(film)))
        for at in range(len(film)):
            for all_hands in (True, False):
                scene = film.scene(at, at % len(film.colours), all_hands)
                for width, height in SIZES:
                    lines = screen(scene, width, height)
                    assert len(lines) == height
                    assert {length(line) for line in lines} == {width}
            assert 0 <= film.driving(at) < len(film.colours)


def test_a_film_has_a_moment_for_every_round_and_turn(everything):
    moments = [everything[at] for at in range(len(everything))]
    kinds = [moment.kind for moment in moments]
    assert kinds[0] == START
    assert kinds[-1] == END
    assert NOW not in kinds
    assert [moment.round for moment in moments if moment.kind == PLANS] == [*range(1, everything.rounds + 1)]
    turns = [row for row in everything._game.log if row[0] == "turn"]
    assert [moment.seat for moment in moments if moment.kind == TURN] == [row[1] for row in turns]
    for at, moment in enumerate(moments):
        if moment.kind == TURN:
            car = everything.scene(at, moment.seat).own
            row = next(row for row in everything._game.log[moment.told - 1 :: -1] if row[0] == "turn")
            assert row[1:6] == (car.seat, car.distance, car.spot, car.gear, row[5])
    assert everything.scene(len(everything) - 1, 0).result[1] == " 1  Legend (gray): finished in round 17"


def test_back_and_forward_show_the_same(everything):
    film = everything
    forward = [film.scene(at, 1, True) for at in range(len(film))]
    assert [film.scene(at, 1, True) for at in reversed(range(len(film)))] == forward[::-1]
    for at in random.Random(1).choices(range(len(film)), k=60):
        assert film.scene(at, 1, True) == forward[at]


def test_rounds_are_found(everything):
    for n in range(1, everything.rounds + 1):
        moment = everything[everything.first_of(n)]
        assert (moment.kind, moment.round) == (PLANS, n)
    assert everything.first_of(0) == 0
    assert everything.first_of(999) == len(everything) - 1


def test_a_film_grows_with_its_race(everything):
    """At every length of the trail it is what a film of that trail would be, and shows the same at its end."""
    whole = everything._game
    game = Game(whole.spec, whole.header)
    film = Film(game)
    assert not film.grow()
    for n, decision in enumerate(whole.trail):
        game.decide(*decision)
        assert film.grow()
        if n % 41 == 0:
            anew = Film(game)
            assert [film[at] for at in range(len(film))] == [anew[at] for at in range(len(anew))]
            for at in (len(film) - 1, max(0, len(film) - 4)):
                assert film.scene(at, 1, True) == anew.scene(at, 1, True)
    assert film[len(film) - 1].kind == END
    film.result = everything.result
    assert film.scene(len(film) - 1, 0) == everything.scene(len(everything) - 1, 0)


@pytest.mark.parametrize("name", [TWELVE, EVERYTHING, "garage-snake", "season-pressure-cooker"])
def test_a_seat_s_eye_shows_nothing_that_the_seat_does_not_know(name):
    rng = random.Random(5)
    for film in films_of(name):
        humans = [seat for seat, one in enumerate(film.spec.seats) if not one.legend]
        for at in rng.choices(range(len(film)), k=30):
            seat = rng.choice(humans)
            scene = film.scene(at, seat)
            dealt = scene._replace(seen=view(resample(scene.seen, rng), seat))
            assert plain(screen(dealt, 100, 40)) == plain(screen(scene, 100, 40))
            others = [colour for other, colour in enumerate(film.colours) if other != seat]
            told = [line for line in scene.story if line.split(":")[0].split()[0] in others]
            assert not [line for line in told if " plans " in line or "draws" in line or "discards" in line]


def test_hands_are_open_or_own(twelve):
    at = twelve.first_of(2)
    hands = [view(twelve._state(at), seat).hand for seat in range(12)]
    assert list(twelve.scene(at, 0, True).open_hands) == hands
    assert twelve.scene(at, 3).open_hands is None
    assert twelve.scene(at, 3).seen.hand == hands[3]
    assert [line.split()[:2] for line in twelve.story(at, 3) if "plans" in line] == [["red", "plans"]]


def test_a_cut_record_is_shown_as_far_as_it_goes():
    [film] = films_of("cut-in-a-turn")
    last = film[len(film) - 1]
    assert last.kind == NOW
    assert film.scene(len(film) - 1, 0).awaited == (0,)
    assert not film.is_over
    [film] = films_of("cut-in-a-plan")
    assert film[len(film) - 1].kind in (NOW, PLANS)
    [film] = films_of("end-interrupted")
    assert film.scene(len(film) - 1, 0).result[0].startswith("The race was interrupted in round ")


def test_a_long_race_is_quick_to_open_and_to_jump_in(tmp_path):
    file = tmp_path / "long.hrn"
    run = heat(
        "race", "usa", "--laps", "40", *grid_of(*["builtin:first"] * 12), "-q", "--seed", "5", "--record", str(file)
    )
    assert run.returncode == 0
    replay = next(replays(file.read_text().splitlines(keepends=True)))
    start = time.process_time()
    film = Film(replay.game)
    assert time.process_time() - start < 3
    assert film.rounds == 200
    start = time.process_time()
    for at in random.Random(1).choices(range(len(film)), k=100):
        film.scene(at, 0, True)
    assert time.process_time() - start < 3
    assert len(film._states) <= 2


# --- keys


def seen(reel, keys: str, **options) -> Viewer:
    """A viewer after these keys."""
    with create_pipe_input() as pipe:
        viewer = Viewer(reel, 250, keys=pipe, output=DummyOutput(), **options)
        pipe.send_text(f"{keys}q")
        viewer.run()
    return viewer


@pytest.fixture(scope="module")
def reel() -> Reel:
    return Reel([str(path_of(name)) for name in (TWELVE, EVERYTHING, "cut-in-a-turn")], Library())


RIGHT, LEFT, UP, DOWN, HOME, THE_END = ("\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F")


@pytest.mark.parametrize(
    ("keys", "number", "at"),
    [
        ("", 0, 0),
        (f"{RIGHT}n\r", 0, 3),
        (f"nnnn{LEFT}b", 0, 2),
        (LEFT, 0, 0),
        ("r", 0, 1),
        (f"{DOWN}{DOWN}", 0, 14),
        ("2gn", 0, 15),
        ("2gnnnR", 0, 14),
        (f"2gnnn{UP}{UP}", 0, 1),
        ("2x", 0, 0),
        ("g", 0, 0),
        (f"2g{HOME}", 0, 0),
        (f"{THE_END}", 0, -1),
        ("rrrrrr", 0, -1),
        (f"{THE_END}n", 0, -1),
        ("99g", 0, -1),
        ("N", 1, 0),
        ("Nnn", 1, 2),
        ("NP", 0, 0),
        ("P", 0, 0),
        ("NNNN", 2, 0),
        (f"{THE_END} ", 1, 0),
        (f"NN{THE_END} ", 2, 0),
        ("?hn", 0, 1),
    ],
)
def test_keys_go_to_and_fro(reel, keys, number, at):
    viewer = seen(reel, keys)
    assert viewer.number == number
    assert viewer.film is reel.film(number)
    assert viewer.at == at % len(viewer.film)


def test_keys_change_how_it_is_seen(reel):
    assert seen(reel, "++").speed == 2
    assert seen(reel, "+-" + "-" * 20).speed == -4
    assert seen(reel, "f").seat == 0
    assert seen(reel, "f" * 13).seat == WHO_DRIVES
    viewer = seen(reel, "rnnv")
    assert (viewer.own_eyes, viewer.seat) == (True, viewer.film[viewer.at].seat)
    assert seen(reel, "vv").own_eyes is False
    assert seen(reel, " ").playing is True
    assert seen(reel, "  ").playing is False
    assert seen(reel, "fffffffNN").seat == 2
    assert seen(reel, "\x03").interrupted
    for key in ("\x1b", "\x04"):
        viewer = seen(reel, f"n{key}")
        assert (viewer.at, viewer.interrupted) == (1, False)


def test_time_goes_on_while_it_plays(reel):
    viewer = seen(reel, " +")
    viewer.at, viewer._due = 1, 0.0
    assert [viewer.tick(now) for now in (100.0, 100.2, 100.3)] == [True, False, True]
    assert viewer.at == 3
    viewer.at = len(viewer.film) - 1
    assert viewer.tick(200.0)
    assert not viewer.playing
    assert not viewer.tick(300.0)


@pytest.mark.parametrize("keys", ["", "nn", "rrv", "m", "mrr", "NNn", THE_END])
def test_a_picture_fits_every_size(reel, keys):
    viewer = seen(reel, keys)
    for key in "x?2":
        viewer._typed(key)
        for width, height in [(80, 24), (200, 60), (40, 10), (39, 9), (20, 5), (10, 3), (3, 2), (1, 1)]:
            lines = viewer.lines(width, height)
            assert len(lines) == height
            assert {length(line) for line in lines} == {width}


def test_the_status_tells_where_one_is(reel):
    def status(keys, **options):
        return plain(seen(reel, keys, **options).lines(100, 24)[-1:])

    keys = "space plays, arrows step, ? keys, q leaves"
    assert status("") == f"race 1/3, round 0/2, paused, x1, all hands{keys:>58}"
    assert status("2gffv+").startswith("race 1/3, round 2/2, paused, x2, blue's eyes")
    assert status("-f").startswith("race 1/3, round 0/2, paused, x1/2, all hands, at black  ")
    viewer = seen(reel, "")
    viewer._typed("2")
    assert plain(viewer.lines(100, 24)[-1:]).startswith("race 1/3, go to round 2 (g), paused")
    viewer = seen(reel, "rn")
    assert plain(viewer.lines(80, 24)[:1]).endswith("black's turn")
    viewer._typed("?")
    assert "space          play, pause" in plain(viewer.lines(80, 24))
    viewer._typed("x")
    assert "space          play, pause" not in plain(viewer.lines(80, 24))


# --- the program


@pytest.mark.parametrize("arguments", [(str(path_of(TWELVE)),), ("-",)])
def test_without_a_terminal_it_says_so(arguments):
    run = heat("watch", *arguments)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.splitlines()[-1] == f"Error: {NO_TERMINAL}"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "--watch needs a terminal"),
        (("--json",), "--watch takes the screen"),
        (("--record", "-"), "--watch takes the screen"),
        (("-d", "human"), "heat play is for people"),
        (("-n", "101"), "at most 100 races"),
    ],
)
def test_a_race_is_watched_at_a_terminal_alone(options, why):
    run = heat("race", "usa", "-d", "builtin:first", "--watch", *options)
    assert (run.returncode, run.stdout) == (2, "")
    assert why in run.stderr


ESCAPES = re.compile(r"\x1b\[[?0-9;]*[A-Za-z]")


class Terminal:
    """A program in a terminal of its own: what is on the screen, a keyboard, a window to be pulled larger."""

    def __init__(self, script: str, columns: int = 80, rows: int = 24) -> None:
        """A bash script in which `heat` is the program; the last line it prints is its exit code."""
        start = f'heat() {{ "{sys.executable}" -m heatcli "$@"; }}\n'
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.pid, self.master = pty.fork()
        if not self.pid:
            os.chdir(ROOT)
            env = {**os.environ, "TERM": "xterm", "XDG_CONFIG_HOME": "/nowhere"}
            os.execvpe(
                "bash",
                ["bash", "-c", f"{start}stty rows {rows} cols {columns}\nstty -g\n{script}\necho exit $?\nstty -g"],
                env,
            )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *error: object) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.master)

    def until(self, text: str, seconds: float = 40) -> str:
        """Read until a text is on the screen."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if text in (shown := "\n".join(self.screen.display)):
                return shown
            self._read(0.2)
        raise AssertionError(f"no {text!r} on the screen:\n{shown}")

    def _read(self, seconds: float) -> None:
        if select.select([self.master], [], [], seconds)[0]:
            try:
                chunk = os.read(self.master, 1 << 16)
            except OSError:  # the other side is closed
                chunk = b""
            self.raw += chunk
            self._stream.feed(chunk)
            if b"\x1b[6n" in chunk:  # where the cursor is
                self.press("\x1b[1;1R")

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def pull(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def left(self) -> list[str]:
        """All that was printed outside the screen, when the script is over: the terminal is as it was before."""
        self.until("exit ")
        for _ in range(5):
            self._read(0.1)
        text = ESCAPES.sub("", self.raw.decode(errors="replace")).replace("\r", "")
        lines = [line for line in text.split("\n") if line]
        assert lines[0] == lines[-1], "the terminal's modes are not restored"
        assert self.raw.rfind(b"\x1b[?1049l") > self.raw.rfind(b"\x1b[?1049h")
        assert self.raw.rfind(b"\x1b[?25h") >= self.raw.rfind(b"\x1b[?25l")
        assert b"Traceback" not in self.raw
        return lines


def test_a_record_is_watched_in_a_terminal():
    file = path_of(EVERYTHING)
    with Terminal(f"heat watch {file}") as terminal:
        shown = terminal.until("round 0/38, paused")
        assert "the start" in shown.splitlines()[0]
        terminal.press("8gnn")
        terminal.until("round 8/38, paused")
        terminal.pull(50, 12)
        terminal.until("round 8/38, paused, x1, all hands           ? keys")
        terminal.pull(12, 3)
        terminal.until("\nround 8/38, ")
        terminal.pull(120, 40)
        shown = terminal.until("space plays")
        assert shown.splitlines()[-1].startswith("round 8/38, paused, x1, all hands")
        assert shown.count("round 8") == 2  # nothing stale
        terminal.press("+++++ ")
        terminal.until("round 9/38, playing, x16")
        terminal.press("q")
        assert terminal.left()[-2] == "exit 0"


def test_a_record_from_a_pipe_has_the_terminal_s_keys():
    with Terminal(f"cat {path_of(TWELVE)} | heat watch --seat 2 --from 2 -") as terminal:
        shown = terminal.until("green's eyes")
        assert "round 2/2, paused" in shown
        terminal.press("\x1b")
        assert terminal.left()[-2] == "exit 0"


def test_what_is_wrong_is_told_afterwards(tmp_path):
    file = tmp_path / "wrong.hrn"
    file.write_text(path_of(TWELVE).read_text().replace("= ", "= 1", 1))
    with Terminal(f"heat watch {file}") as terminal:
        terminal.until("paused")
        terminal.press("q")
        *_, found, code, _ = terminal.left()
        assert code == "exit 1"
        assert found.startswith(f"{file}:")
    empty = tmp_path / "empty.hrn"
    empty.write_text("")
    with Terminal(f"heat watch {empty}") as terminal:
        assert terminal.until("exit 1").startswith(tuple("0123456789abcdef"))
        assert f"{empty}: no race in it" in "".join(terminal.screen.display)


def test_the_end_key_follows_a_record_that_is_being_written(tmp_path):
    text = path_of(TWELVE).read_text()
    cut = text.index("\n2. ") + 1
    file = tmp_path / "race.hrn"
    file.write_text(text[:cut])
    with Terminal(f"heat watch {file}") as terminal:
        terminal.until("round 0/2, paused")
        terminal.press(THE_END)
        terminal.until("all plan")
        file.write_text(text)
        terminal.press(THE_END)
        terminal.until("the flag is down")
        terminal.press("q")
        assert terminal.left()[-2] == "exit 0"


SLOW = """
def answer(m):
    time.sleep(0.2)
    first(m)
loop(answer)
"""


def watched(*options: str) -> str:
    return shlex.join(["heat", "race", "usa", "--seed", "1", "--laps", "1", "--watch", *options])


def test_a_race_is_watched_while_it_goes_on(tmp_path):
    file = tmp_path / "race.hrn"
    with Terminal(watched("-d", "builtin:greedy", "--legends", "2", "--record", str(file))) as terminal:
        terminal.until("playing")
        terminal.press(THE_END)
        shown = terminal.until("the flag is down")
        assert "greedy (black): finished" in shown
        terminal.press("q")
        lines = terminal.left()
    plainly = heat("race", "usa", "--seed", "1", "--laps", "1", "-d", "builtin:greedy", "--legends", "2")
    assert [*plainly.stdout.splitlines(), "exit 0"] == lines[-len(plainly.stdout.splitlines()) - 2 : -1]
    assert shell(f"heat validate {file}").stdout.endswith(": valid\n")


@pytest.mark.parametrize("how", ["\x03", signal.SIGTERM])
def test_ctrl_c_ends_the_race_and_its_bots(tmp_path, how):
    file = tmp_path / "race.hrn"
    script = watched(*grid_of(driver(SLOW, name="A"), "builtin:first"), "--record", str(file))
    with Terminal(script) as terminal:
        terminal.until("round 1/")
        if how == "\x03":
            terminal.press(how)
        else:
            [child] = children(terminal.pid)
            os.kill(child, how)
        terminal.until("exit 130")
        assert "heat: interrupted" in "".join(terminal.screen.display)
        terminal.left()
        assert not children(terminal.pid)
    assert file.read_text().endswith("Result: -; interrupted\n")


def test_who_leaves_early_still_gets_the_result():
    with Terminal(watched(*grid_of(driver(SLOW, name="A"), "builtin:first"), "--option", "max_rounds=2")) as terminal:
        terminal.until("round 1/")
        terminal.press("q")
        lines = terminal.left()
        assert lines[-2] == "exit 0"
        assert lines[-3] == "usa, 1 lap, 2 rounds, seed 1"


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
