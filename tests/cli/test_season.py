"""heat season, races with modules on the command line, and data of one's own: the README's examples run."""

import json
import re
from pathlib import Path

import pytest

from tests.arena.helpers import grid_of, inside, rows_of
from tests.shell import ROOT

CREW = grid_of("builtin:random", "builtin:greedy", "builtin:random")
README = (ROOT / "README.md").read_text(encoding="utf-8")
OVAL = re.search(r'TRACK = """\n(.*?)"""', (ROOT / "tests/data/test_invented.py").read_text(), re.DOTALL)[1]


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The files that the README prints, in the working folder."""
    for block in re.findall(r"```toml\n(.*?)```", README, re.DOTALL):
        if name := re.search(r"# (my-[a-z]+\.toml)", block):
            (tmp_path / name[1]).write_text(block)
    (tmp_path / "oval.toml").write_text(OVAL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("season", ["1961", "1966"])
def test_a_season_is_raced_written_down_and_valid(season, tmp_path):
    file = tmp_path / "season.hrn"
    run = inside("season", season, *CREW, "--legends", "2", "--seed", "7", "--record", str(file), "--json")
    rows = rows_of(run.stdout)
    results = [row for row in rows if row["type"] == "result"]
    heads = [row for row in rows if row["type"] == "race"]
    [total] = [row for row in rows if row["type"] == "season"]
    assert [row["season"] for row in heads] == [f"{season}/{n}" for n in range(1, len(results) + 1)]
    assert [row["seed"] for row in heads] == [f"7/{n}" for n in range(len(results))]
    for line in total["standings"]:
        points = [p["points"] for result in results for p in result["standings"] if p["seat"] == line["seat"]]
        assert (line["points"], line["races"]) == (sum(points), points)
    assert [line["points"] for line in total["standings"]] == sorted(
        (x["points"] for x in total["standings"]), reverse=True
    )
    checked = inside("validate", str(file))
    assert (checked.returncode, checked.stdout.endswith(": valid\n")) == (0, True)
    assert checked.stdout.startswith(f"{file}: {len(results)} races")
    events = [row for row in rows if row["type"] not in ("result", "season")]
    told = rows_of(inside("replay", str(file), "--json").stdout)
    assert [row for row in told if row["type"] != "result"] == events


def test_the_grid_of_the_next_race_is_the_order_of_points():
    rows = rows_of(inside("season", "1961", *CREW, "--legends", "1", "--seed", "3", "--json").stdout)
    grids = [row["order"] for row in rows if row["type"] == "grid"]
    first, *_ = [row for row in rows if row["type"] == "result"]
    assert grids[1] == [place["seat"] for place in first["standings"]]


def test_the_table_has_points_by_race():
    lines = inside("season", "1961", *CREW, "--seed", "7").stdout.splitlines()
    head = next(line for line in lines if line.startswith("place  car") and "points" in line)
    assert head.split() == ["place", "car", "driver", "points", "great-britain", "usa", "italia"]
    assert lines[0] == "race 1 of 3: New grandstand inauguration"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("season", "1777"), "season '1777': unknown; there are 1961, 1962"),
        (("season", "1961", "--option", "laps=2"), "laps: a season's races have their tracks' laps (SPEC 8.2)"),
        (
            ("season", "1961", "--option", "garage_choice=snake", "--garage", "mixed"),
            "garage_choice snake: a season has",
        ),
        (
            ("season", "1966", *grid_of(*["builtin:random"] * 12), "--garage", "basic"),
            "need 51 upgrades, and the pool has 34",
        ),
        (("season", "nowhere.toml"), "nowhere.toml: No such file"),
        (("race", "--event", "rain"), "event 'rain': unknown; there are new-grandstand"),
        (("race", "--option", "garage_choice=snake"), "garage_choice snake needs a garage"),
        (("race", "--option", "mode=beginner", "--weather"), "mode beginner and weather do not go together"),
        (("race", "italia", "--option", "mode=first_game"), "mode first_game and track italia do not go together"),
        (("race", "--option", "live_tv=strictly_passed"), "'strictly_passed' is not between (R8.3)"),
        (("race", *grid_of(*["builtin:random"] * 12), "--garage", "basic"), "need 39 upgrades, and the pool has 34"),
        (("race", "--option", "garage_choice=given", "--garage", "mixed"), "garage_choice given is for records"),
    ],
)
def test_what_does_not_go_together_is_refused_in_one_sentence(arguments, says):
    run = inside(*arguments)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert says in run.stderr


def test_a_season_file_that_is_wrong_names_file_and_race(own):
    Path("bad.toml").write_text('name = "x"\n[[race]]\ntrack = "usa"\n[[race]]\ntrack = "usa"\nevent = "rain"\n')
    run = inside("season", "bad.toml", *CREW)
    assert run.returncode == 2
    assert run.stderr.startswith("heat: bad.toml: race[1]: event 'rain': unknown")


def test_a_first_game_is_one_lap_of_usa():
    rows = rows_of(inside("race", *CREW, "--option", "mode=first_game", "--seed", "1", "--json").stdout)
    assert (rows[0]["track"], rows[0]["laps"]) == ("usa", 1)


def test_a_random_board_is_drawn_from_the_seed():
    boards = [
        rows_of(inside("race", "random", *CREW, "--laps", "1", "--seed", seed, "--json").stdout)[0]["track"]
        for seed in ("1", "1", "2", "3", "4")
    ]
    assert boards[0] == boards[1]
    assert len(set(boards)) > 1


def test_garage_weather_and_event_are_written_down(tmp_path):
    file = tmp_path / "box.hrn"
    options = ["--garage", "mixed", "--weather", "--event", "corruption", "--seed", "5"]
    run = inside("race", "mexico", *CREW, *options, "--record", str(file), "--json")
    rows = rows_of(run.stdout)
    assert (rows[0]["event"], rows[0]["rules"]["points"]) == ("corruption", [10, 7, 5, 3, 2, 1])
    assert len([row for row in rows if row["type"] == "took"]) == 9
    text = file.read_text()
    assert all(line in text for line in ('[Option "garage=mixed"]', '[Option "weather=true"]', '[Event "corruption"]'))
    assert text.count("\n0. ") + len(re.findall(r"^   \w+ take", text, re.MULTILINE)) == 3
    assert inside("validate", str(file)).returncode == 0


def test_the_readme_s_own_board_and_cards_race_and_validate(own):
    run = inside("race", "./oval.toml", "--cards", "my-cards.toml", "--garage", "mixed", *CREW, "--record", "o.hrn")
    assert run.returncode == 0
    assert inside("validate", "o.hrn", "--track", "oval.toml", "--cards", "my-cards.toml").returncode == 0
    run = inside("validate", "o.hrn")
    assert (run.returncode, "a board of your own comes with --track FILE" in run.stdout) == (1, True)


def test_the_readme_s_own_event_card_and_season(own):
    run = inside("race", *CREW, "--events", "my-events.toml", "--event", "night-race", "--record", "e.hrn", "--json")
    rules = rows_of(run.stdout)[0]["rules"]
    assert (rules["hand"], rules["slipstream_spaces"], rules["speed_record"]) == (6, 3, 14)
    assert inside("validate", "e.hrn", "--events", "my-events.toml").returncode == 0
    run = inside("season", "my-season.toml", "--events", "my-events.toml", *CREW, "--json")
    total = json.loads(run.stdout.splitlines()[-1])
    assert (total["season"], len(total["standings"][0]["races"])) == ("My season", 2)


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ('id = "night-race"', 'id = "corruption"', "event[0].id: there is an event card 'corruption' already"),
        ("sponsorships = 1", "sponsorships = 10", "Expected `int` <= 9 - at `$.event[0].sponsorships`"),
    ],
)
def test_an_event_card_of_one_s_own_that_cannot_be_is_refused(own, was, now, says):
    file = Path("my-events.toml")
    file.write_text(file.read_text().replace(was, now))
    run = inside("race", *CREW, "--events", "my-events.toml", "--event", "night-race")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert run.stderr.startswith(f"heat: my-events.toml: {says}")


def test_the_board_of_a_season_s_file_lies_beside_it(own, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    run = inside("season", str(own / "my-season.toml"), "--events", str(own / "my-events.toml"), *CREW)
    assert (run.returncode, run.stdout.count("race 2 of 2")) == (0, 1)


@pytest.mark.parametrize("word", ["off", "false"])
def test_a_garage_that_is_off_is_off(word):
    run = inside("race", *CREW, "--option", f"garage={word}", "--json")
    assert rows_of(run.stdout)[0]["rules"]["garage"] == "off"


def test_in_a_race_voided_in_the_garage_no_car_has_raced_a_round():
    run = inside("race", *grid_of("true", "true"), "--garage", "mixed", "--on-fault", "abort", "--json")
    [result] = [row for row in rows_of(run.stdout) if row["type"] == "result"]
    assert (result["why"], [row["round"] for row in result["standings"]]) == ("aborted", [0, 0])


def test_a_record_that_is_cut_in_the_garage_is_told(tmp_path):
    file = tmp_path / "box.hrn"
    inside("race", *CREW, "--seed", "1", "--garage", "mixed", "--record", str(file))
    text = file.read_text()
    file.write_text(text[: text.index("\n1. ") + 1])
    run = inside("replay", str(file))
    assert (run.returncode, run.stderr, "takes U" in run.stdout) == (
        0,
        f"{file}: ends without a result; valid up to line 14 (round 1, green)\n",
        True,
    )
