"""heat race --setup FILE: every key does what its option does; a wrong one is told with the file's name."""

import re
import shlex

import pytest

from tests.arena.helpers import grid_of, rows_of, script, shipped
from tests.arena.helpers import inside as heat
from tests.shell import ROOT

TWO = '[[driver]]\ncmd = "builtin:random"\n[[driver]]\ncmd = "builtin:first"\n'
ASK = """
print("{mark}", file=sys.stderr)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", protocol="heat/1", name="asker", options=[
            {{"name": "risk", "type": "spin", "default": 5, "min": 0, "max": 9}},
            {{"name": "style", "type": "combo", "default": "calm", "values": ["calm", "wild"]}},
            {{"name": "brave", "type": "check", "default": False}},
            {{"name": "motto", "type": "string", "default": ""}},
        ])
    elif m["type"] == "race":
        open({file!r}, "a").write(json.dumps([m.get("options"), m["clock"]]) + "\\n")
    elif m["type"] == "request":
        first(m)
"""


@pytest.fixture
def setup(tmp_path):
    """A race by a file's text and options: what `heat race` says."""

    def run(text, *options):
        file = tmp_path / "race.toml"
        file.write_text(text)
        return heat("race", "--setup", str(file), *options)

    return run


def quoted(text):
    """A TOML string."""
    return "'''" + text + "'''"


def test_every_key_is_as_its_option(setup, tmp_path):
    text = f"""
track = "italia"
laps = 1
legends = 2
seed = "s"
limit = 4000
grid = "red,blue,black,green"
on-fault = "retire"
[options]
hand = 6
pro_legends = 1
cluttered_rule = "literal"
mulligan = true
[[driver]]
cmd = "builtin:random"
name = "First"
[[driver]]
cmd = {quoted(shipped("first_legal.py"))}
name = "Second"
ms = 3000
"""
    drivers = ["cmd=builtin:random name=First", f"cmd={shlex.quote(shipped('first_legal.py'))} name=Second ms=3000"]
    rules = ["hand=6", "pro_legends=1", "cluttered_rule=literal", "mulligan=true"]
    options = [word for rule in rules for word in ("--option", rule)]
    options += ["--laps", "1", "--legends", "2", "--seed", "s", "--limit", "4000", "--on-fault", "retire"]
    by_hand = heat("race", "italia", *grid_of(*drivers), *options, "--grid", "red,blue,black,green", "--json")
    run = setup(text, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == by_hand.stdout
    race, grid, *_ = rows_of(run.stdout)
    assert (race["track"], race["laps"], race["seed"], race["rules"]["hand"]) == ("italia", 1, "s", 6)
    assert grid == {"type": "grid", "order": [3, 1, 0, 2]}


@pytest.mark.parametrize(
    ("key", "option", "shows"),
    [
        ('track = "japan"', ("italia",), lambda race, grid: race["track"] == "italia"),
        ("laps = 3", ("--laps", "1"), lambda race, grid: race["laps"] == 1),
        ('seed = "x"', ("--seed", "y"), lambda race, grid: race["seed"] == "y"),
        ("legends = 3", ("--legends", "0"), lambda race, grid: len(race["seats"]) == 2),
        ("[options]\nhand = 6", ("--option", "hand=8"), lambda race, grid: race["rules"]["hand"] == 8),
        ("[options]\nlaps = 3", ("--laps", "1"), lambda race, grid: race["laps"] == 1),
        ("laps = 3", ("--option", "laps=1"), lambda race, grid: race["laps"] == 1),
        ('grid = "black,blue"', ("--grid", "blue,black"), lambda race, grid: grid["order"] == [1, 0]),
        ('grid = ["Blue", " black"]', (), lambda race, grid: grid["order"] == [1, 0]),
        ("", ("-d", "builtin:greedy"), lambda race, grid: [s["name"] for s in race["seats"]] == ["greedy"]),
        ('track = "nowhere"', ("usa",), lambda race, grid: race["track"] == "usa"),
        ('grid = "red"', ("--grid", "blue,black"), lambda race, grid: grid["order"] == [1, 0]),
    ],
)
def test_options_on_the_command_line_win(setup, key, option, shows):
    run = setup(f"{key}\n{TWO}", *option, "--json", *(() if "laps" in f"{key}{option}" else ("--laps", "1")))
    assert run.returncode == 0, run.stderr
    race, grid, *_ = rows_of(run.stdout)
    assert shows(race, grid)


def test_on_fault_and_limit_on_the_command_line_win(setup):
    text = f'laps = 1\nlimit = 100000\non-fault = "abort"\n[[driver]]\ncmd = "false"\n{TWO}'
    assert '"why":"aborted"' in setup(text, "--json").stdout
    assert '"why":"retired"' in setup(text, "--json", "--on-fault", "retire").stdout
    silent = "n = [0]\ndef answer(m):\n    n[0] += 1\n    n[0] == 2 or first(m)\nloop(answer)"
    text = f"laps = 1\nlimit = 100000\n[[driver]]\ncmd = {quoted(script(silent))}\n{TWO}"
    assert "no answer within 300 ms" in setup(text, "--limit", "300").stderr


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("lapz = 1", "unknown key 'lapz'; there are track, laps"),
        ("[[driver]]\ncmd = 'builtin:random'\nspeed = 3", r"driver\[0\]: unknown key \'speed\'"),
        ("on_fault = 'retire'", "unknown key 'on_fault'; there are .*on-fault"),
        ("laps = 0", r"Expected `int` >= 1 - at `\$.laps`"),
        ("laps = 'two'", r"Expected `int \| null`, got `str` - at `\$.laps`"),
        ("legends = 10", r"Expected `int` <= 9 - at `\$.legends`"),
        ("limit = 0", r"Expected `int` >= 1 - at `\$.limit`"),
        ("seed = 5.5", r"got `float` - at `\$.seed`"),
        ('seed = "a\\u0007"', r"seed 'a\\x07': printable"),
        ("on-fault = 'cry'", r"'cry' - at `\$.on-fault`"),
        ("grid = 3", r"at `\$.grid`"),
        ("grid = 'red'", "grid red: black, blue once each, pole first, is right"),
        ("grid = ['black', 'black']", "grid black,black: black, blue once each"),
        ("grid = ''", "grid : black, blue once each"),
        ("track = 'nowhere'", "track 'nowhere': unknown; there are "),
        ("track = 'nowhere.toml'", "nowhere.toml: No such file"),
        ("[options]\nhnad = 6", "option hnad: unknown; there are laps, "),
        ("[options]\nhand = 60", "option hand: 60 is not a whole number from 1 to 12"),
        ("[options]\nmulligan = 1", "option mulligan: 1 is not true or false"),
        ("[options]\nhand = [6]", r"option hand: \[6\] is not a whole number"),
        ("[options]\ngear_cooldown = [3, 1]", "option gear_cooldown: unknown"),
        ("laps = 1\n[options]\nlaps = 2", "laps stands twice"),
        ("[[driver]]\nname = 'A'", r"missing required field `cmd` - at `\$.driver\[0\]`"),
        ("[[driver]]\ncmd = ''", r"driver\[0\]: cmd is empty"),
        ("[[driver]]\ncmd = 'builtin:fangio'", r"driver\[0\]: builtin:fangio: unknown; there are "),
        ("[[driver]]\ncmd = 'x'\nms = 0", r"Expected `int` >= 1 - at `\$.driver\[0\].ms`"),
        ("[[driver]]\ncmd = 'builtin:random'\nms = 5", r"driver\[0\]: driver builtin:random: ms=5 means nothing to it"),
        ("[[driver]]\ncmd = 'human'\noption.a = 1", r"driver\[0\]: driver human: option.a means nothing to it"),
        ('[[driver]]\ncmd = "python \'x"', r"driver\[0\]: .*close every quote"),
        ("[[driver]]\ncmd = 'human'\n" * 2, "more than one human; one person a terminal"),
        ("laps = ", "not TOML: "),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(setup, tmp_path, text, says):
    run = setup(f"{text}\n{'' if 'driver' in text else TWO}", *(() if "laps" in text else ("--laps", "1")))
    assert (run.returncode, run.stdout) == (2, "")
    assert re.match(rf"heat: {tmp_path}/race\.toml: .*{says}", run.stderr)
    assert run.stderr.count("\n") == 1


def test_a_value_from_the_command_line_is_not_blamed_on_the_file(setup):
    assert setup(TWO, "nowhere").stderr.startswith("heat: track 'nowhere': unknown")
    assert setup(TWO, "--grid", "red").stderr.startswith("heat: grid red: ")
    assert setup(TWO, "--option", "hand=60").stderr.startswith("heat: option hand: 60 ")


def test_a_file_that_is_not_there_or_no_text(tmp_path):
    assert heat("race", "--setup", str(tmp_path / "x.toml")).stderr.endswith("x.toml: No such file or directory\n")
    assert heat("race", "--setup", str(tmp_path)).returncode == 2
    (tmp_path / "y.toml").write_bytes(b"\xff\xfe")
    assert "byte 0 is not UTF-8" in heat("race", "--setup", str(tmp_path / "y.toml")).stderr


def test_an_empty_file_is_the_race_without_one(setup):
    assert setup("", "--seed", "1", "--laps", "1").stdout == heat("race", "--seed", "1", "--laps", "1").stdout


def test_two_humans_are_too_many_on_the_command_line_and_in_a_mix(setup):
    run = heat("race", *grid_of("human", "cmd=human name=Ann"))
    assert (run.returncode, run.stderr) == (2, "heat: more than one human; one person a terminal\n")


@pytest.mark.parametrize(
    "grid", ["black", "black,blue,red", "black,black", "", "black blue", "black,pink", "black,,blue", "0,1"]
)
def test_a_wrong_grid_is_refused_with_the_cars_there_are(grid):
    run = heat("race", *grid_of("builtin:random", "builtin:random"), "--grid", grid)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"heat: grid {grid}: black, blue once each, pole first, is right\n"


@pytest.mark.parametrize(("grid", "order"), [("blue,black,green", [1, 0, 2]), (" Green, BLUE ,black", [2, 1, 0])])
def test_a_grid_puts_the_cars_where_it_says_legends_too(tmp_path, grid, order):
    file = tmp_path / "race.hrn"
    drivers = grid_of("builtin:random", "builtin:random")
    run = heat("race", *drivers, "--legends", "1", "--laps", "1", "--grid", grid, "--json", "--record", str(file))
    assert rows_of(run.stdout)[1] == {"type": "grid", "order": order}
    colours = ["black", "blue", "green"]
    assert f'[Grid "{" ".join(colours[seat] for seat in order)}"]' in file.read_text()
    assert heat("validate", str(file)).returncode == 0


def test_the_option_table_of_a_driver_reaches_the_bot(setup, tmp_path):
    heard = tmp_path / "heard"
    text = f"""
laps = 1
limit = 2000
[[driver]]
cmd = {quoted(script(ASK.format(file=str(heard), mark="")))}
ms = 1500
option = {{risk = 7, style = "wild", brave = true, motto = "a = b"}}
{TWO}"""
    run = setup(text, "-q")
    assert run.returncode == 0, run.stderr
    [[options, clock]] = rows_of(heard.read_text())
    assert options == {"risk": 7, "style": "wild", "brave": True, "motto": "a = b"}
    assert clock == {"ms": 1500, "first_ms": 10_000}


def test_a_track_file_may_be_named(setup):
    run = setup(f"track = '{ROOT}/tracks/usa.toml'\nlaps = 1\n{TWO}", "--json")
    assert rows_of(run.stdout)[0]["track"] == "usa"
