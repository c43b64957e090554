"""heat tournament report: a page that is safe to open, tables that are safe to paste."""

import csv
import io
import itertools
import os
import re
import shlex
import shutil
import stat
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from heatcli.cli.tournaments import tables
from heatcli.tournament.chart import Scale, chart
from heatcli.tournament.folder import Folder
from heatcli.tournament.markup import Html, element
from heatcli.tournament.page import About, page
from heatcli.tournament.summary import Bot, Summary
from tests.arena.helpers import driver, rows_of, shipped
from tests.arena.helpers import inside as heat

HOSTILE = "<script>alert(1)</script>"
FORMULA = '=1+"x"|&\''
CHROMIUM = shutil.which("chromium")
ILLEGAL = "loop(lambda message: say(type='act', id=message['id'], action='no such thing'))"


class Parsed(HTMLParser):
    """A page's elements, addresses, texts; it complains about what is not closed as it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs)
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def all(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]

    def inside(self, tag):
        return [data for name, data in self.texts if name == tag]


def safe(text: str) -> Parsed:
    """A page without script, loads, or handlers."""
    parsed = Parsed(text)
    assert {tag for tag, _ in parsed.tags} <= SAFE
    assert not re.search(r"https?:|url\(|@import|=\"//", text)
    for _, attrs in parsed.tags:
        assert not [key for key in attrs if key.startswith("on") or key in ("src", "style", "srcset", "data")]
    for link in parsed.all("a"):
        assert not re.match(r"[a-z]+:|/", link["href"])
    return parsed


SAFE = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "ul", "li", "dl", "dt", "dd"),
    *("div", "table", "thead", "tbody", "tr", "th", "td", "abbr", "bdi", "small", "a", "pre", "code"),
    *("svg", "desc", "line", "circle", "path", "text"),
}


@pytest.fixture(scope="module")
def cup(tmp_path_factory):
    folder = tmp_path_factory.mktemp("a place") / "cup #1"
    bots = [
        f"name={HOSTILE} cmd=builtin:random",
        "builtin:first",
        f"name=dead cmd={shlex.quote(shipped('bad/exits_at_start.py'))}",
        driver(ILLEGAL, name=FORMULA),
    ]
    words = [word for bot in bots for word in ("-d", bot)]
    run = heat("tournament", "run", str(folder), "-q", *words, "--laps", "1", "-n", "3", "--seed", "sesame")
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="module")
def text(cup):
    return report(cup, "--html", "-")


def report(folder, *options):
    run = heat("tournament", "report", str(folder), *options)
    assert run.returncode == 0, run.stderr
    return run.stdout


def bot(number=0, name="a", **other):
    zeros = dict.fromkeys(("wins", "podiums", "retired", "spins", "faulty", "stopped"), 0)
    usual = {"races": 6, "elo": 10.0, "low": -5.0, "high": 30.0, "mean_place": 1.5, "sure": 0.1, "points": 8.0}
    return Bot(**{"rank": number + 1, "bot": number, "name": name, **zeros, **usual, "faults": {}, "out": "", **other})


def page_of(*bots, title="cup", facts=(), notes=(), repeat="heat", rated=True):
    beats = [[0] * len(bots) for _ in bots]
    summary = Summary([*bots], beats, 6, 2, 0, 0, None, 100, rated, None, [], [])
    return page(About(title, facts, [], notes, [], lambda _: "", repeat), summary, [None] * len(bots))


# --- the page


def test_the_page_loads_and_runs_nothing(text):
    parsed = safe(text)
    metas = {attrs.get("http-equiv") or attrs.get("name") or "charset": attrs for attrs in parsed.all("meta")}
    assert metas["charset"]["charset"] == "utf-8"
    assert metas["referrer"]["content"] == "no-referrer"
    policy = metas["Content-Security-Policy"]["content"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy


def test_names_stand_as_text(text):
    parsed = safe(text)
    assert HOSTILE in parsed.inside("bdi")
    assert FORMULA in parsed.inside("bdi")
    assert f"1 {HOSTILE}" in parsed.inside("text")


def test_everything_from_outside_is_escaped():
    bad = "\"><img src=x onerror=alert(1)>&'\u202eevil\x1b[31m\n"
    shown = "\"><img src=x onerror=alert(1)>&'\\u202eevil\\x1b[31m\\x0a"
    text = page_of(
        bot(name=bad, elo=None, low=None, high=None, out=bad, faults={bad: 1}),
        bot(1),
        title=bad,
        facts=[(bad, bad)],
        notes=[bad],
        repeat=bad,
    )
    parsed = safe(text)
    assert "\u202e" not in text
    assert "\x1b" not in text
    for tag in ("bdi", "dt", "dd", "li", "code"):
        assert shown in parsed.inside(tag)
    assert {attrs.get("title") for attrs in parsed.all("abbr")} == {shown, "a"}


def test_headings_of_rows_and_columns_have_a_scope(text):
    assert {attrs["scope"] for attrs in safe(text).all("th")} == {"row", "col"}


def test_the_picture_tells_what_it_is(text):
    parsed = safe(text)
    [picture] = [attrs for attrs in parsed.all("svg") if "role" in attrs]
    ids = {attrs.get("id") for tag, attrs in parsed.tags if tag in ("title", "desc")}
    assert {picture["aria-labelledby"], picture["aria-describedby"]} <= ids


def test_the_colours_of_the_matrix_have_a_rule_each(text):
    parsed = safe(text)
    shades = {kind for attrs in parsed.all("td") if re.match(r"(won|lost)\d", kind := attrs.get("class") or "")}
    assert shades
    [style] = parsed.inside("style")
    assert all(f".{kind} {{" in style for kind in shades)


def test_links_lead_from_the_page_to_what_is_there(cup, tmp_path):
    for file in (cup.parent / "cup.html", cup / "page.html", tmp_path / "far" / "x.html"):
        file.parent.mkdir(exist_ok=True)
        report(cup, "--html", str(file))
        links = [attrs["href"] for attrs in safe(file.read_text()).all("a")]
        assert len(links) > 10
        assert all(re.fullmatch(r"[A-Za-z0-9._~/%-]+", link) for link in links)
        assert all(os.path.exists(os.path.join(file.parent, unquote(link))) for link in links)
        file.unlink()


def test_a_bundle_that_is_gone_has_no_link(cup, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(cup, copy)
    shutil.rmtree(copy / "faults")
    parsed = safe(report(copy, "--html", "-"))
    assert not [link for link in parsed.all("a") if "exited" in link["href"]]


def test_a_bundle_is_looked_for_among_the_bundles_alone(cup, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(cup, copy)
    results = copy / "results.jsonl"
    results.write_text(re.sub(r'"bundle":"[^"]*"', '"bundle":".."', results.read_text()))
    assert 'href="' not in report(copy, "--html", "-").split("Files")[0]


def test_who_is_disqualified_is_told_with_the_reason(text):
    parsed = safe(text)
    assert "Disqualified: exited (exit code 1); faults in 12 of 12 races." in parsed.inside("p")
    assert "disqualified" in parsed.inside("small")
    assert "disqualified" in parsed.inside("text")
    assert [link for link in parsed.all("a") if re.search(r"cup%20%231/faults/.*exited/$", link["href"])]


def test_ten_faults_of_a_driver_are_shown(text):
    parsed = safe(text)
    assert "The first 10 of 12 faults." in parsed.inside("p")
    assert len([1 for told in parsed.inside("td") if told == "exited, stopped"]) == 10


def test_the_same_results_give_the_same_bytes(cup, tmp_path):
    files = [tmp_path / name for name in ("a.html", "b.html")]
    for file, hash_seed in zip(files, ("0", "7"), strict=True):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        command = [sys.executable, "-m", "heatcli", "tournament", "report", str(cup), "--html", str(file)]
        subprocess.run(command, env=env, check=True)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_command_that_repeats_it_is_one(cup, text):
    [told] = safe(text).inside("code")
    words = shlex.split(told)
    assert words[:2] + words[4:5] == ["heat", "tournament", "--setup"]
    assert Path(words[5]).samefile(cup / "manifest.toml")


# --- intervals, and who has none


def test_open_ends_are_arrows():
    both, low, high, closed = (
        str(chart([bot(low=a, high=b)])).count('class="arrow"')
        for a, b in ((None, None), (None, 30.0), (-5.0, None), (-5.0, 30.0))
    )
    assert (both, low, high, closed) == (2, 1, 1, 0)


def test_open_ends_are_told_in_the_table():
    text = page_of(bot(low=None), bot(1, high=None), bot(2, low=None, high=None), bot(3))
    for told in ("+30 or less", "−5 or more", "open", "−5 to +30"):
        assert told in safe(text).inside("td")


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-3000, 2500), (999.5, 999.6), (-1e9, 1e9), (0, 100)])
def test_a_scale_has_a_few_round_numbers(low, high):
    picture = Parsed(str(chart([bot(elo=low, low=low, high=high)])))
    assert all(-1 < float(x.removesuffix("%")) < 101 for x in [dot["cx"] for dot in picture.all("circle")])
    ticks = Scale(low - 50, high + 50).ticks()
    assert 2 <= len(ticks) <= 6
    assert len({b - a for a, b in itertools.pairwise(ticks)}) == 1


def test_nobody_rated_is_said():
    plain = {"elo": None, "low": None, "high": None}
    text = page_of(bot(**plain), bot(1, **plain), rated=False)
    assert "Nobody is rated." in safe(text).inside("p")
    assert not Parsed(text).all("svg")


def test_who_has_no_strength_has_a_word_instead():
    plain = {"elo": None, "low": None, "high": None}
    told = safe(page_of(bot(), bot(1, races=0, **plain), bot(2, out="why", **plain), bot(3, **plain))).inside("text")
    assert {"no race", "disqualified", "not rated"} <= {*told}


def test_one_driver_and_an_empty_table_have_a_page():
    safe(page_of(bot()))
    safe(page_of())


# --- what is not over


@pytest.fixture
def half(cup, tmp_path):
    """A tournament of which one block is whole, and a line is none."""
    copy = tmp_path / "half"
    shutil.copytree(cup, copy)
    results = copy / "results.jsonl"
    lines = results.read_text().splitlines(keepends=True)
    results.write_text("junk\n" + "".join([line for line in lines if '"block":0' in line]))
    return copy


def test_the_seed_is_withheld_until_all_is_raced(cup, half, text):
    assert "sesame" in text
    unfinished = report(half, "--html", "-")
    assert "sesame" not in unfinished
    assert "withheld until all is raced" in Parsed(unfinished).inside("dd")


def test_what_is_not_over_is_said(half):
    told = [f"1 of 3 blocks are whole; heat tournament run {half} goes on"]
    told.append(f"1 line of results.jsonl left out; heat tournament check {half} says why")
    run = heat("tournament", "report", str(half), "--html", "-")
    assert run.stderr.splitlines() == told
    assert set(told) <= {*Parsed(run.stdout).inside("p")}
    assert heat("tournament", "show", str(half)).stdout.splitlines()[-2:] == told


def test_it_may_be_run_meanwhile(half):
    with Folder(half).locked():
        run = heat("tournament", "report", str(half), "--csv", "-")
    assert run.returncode == 0
    assert run.stderr.startswith(f"run by process {os.getpid()}, 1 of 3 blocks are whole\n")


# --- tables


def test_csv_is_a_line_a_driver_without_formulas(cup):
    rows = list(csv.DictReader(io.StringIO(report(cup, "--csv", "-"))))
    assert {row["name"] for row in rows} == {HOSTILE, "first", "dead", f"'{FORMULA}"}
    [dead] = [row for row in rows if row["name"] == "dead"]
    assert dead["elo"] == ""
    assert dead["faults"] == "12"


def test_markdown_means_nothing_but_a_table(cup):
    lines = report(cup, "--md", "-").splitlines()
    table = lines[: lines.index("")]
    assert len(table) == 6
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {12}
    assert not re.search(r"(?<!\\)<", "\n".join(lines))
    assert r"\<script\>alert(1)\</script\>" in table[2]


def test_json_is_a_row_a_driver_and_one_of_the_whole(cup):
    rows = rows_of(report(cup, "--json"))
    assert [row["type"] for row in rows] == ["standing"] * 4 + ["tournament"]
    assert rows[0]["name"] == HOSTILE
    assert report(cup, "--json") == heat("tournament", "show", str(cup), "--json").stdout


def test_several_at_once(cup, tmp_path):
    options = [word for kind in ("html", "csv", "md") for word in (f"--{kind}", str(tmp_path / f"x.{kind}"))]
    out = report(cup, *options, "--json")
    assert len(rows_of(out)) == 5
    assert (tmp_path / "x.csv").read_text() == report(cup, "--csv", "-")
    assert sorted(os.listdir(tmp_path)) == ["x.csv", "x.html", "x.md"]


# --- files


def refused(*options):
    run = heat("tournament", "report", *options)
    assert run.returncode == 2
    assert "Traceback" not in run.stderr
    assert run.stdout == ""
    return run.stderr


def test_one_sentence_for_what_cannot_be_written(cup, tmp_path):
    assert refused(str(cup), "--html", str(tmp_path / "no" / "x.html")) == (
        f"heat: {tmp_path}/no/x.html: No such file or directory; a file that can be written to is right\n"
    )
    assert "Is a directory" in refused(str(cup), "--md", str(tmp_path))


def test_one_sentence_for_no_tournament(tmp_path):
    assert refused(str(tmp_path), "--json").count("\n") == 1


def test_nothing_to_write_is_a_usage_error(cup):
    assert "--html FILE, --csv FILE, --md FILE or --json is right" in refused(str(cup))


@pytest.mark.parametrize("options", [("--html", "-", "--json"), ("--csv", "x", "--md", "./x")])
def test_one_report_a_file(cup, options):
    assert "two reports in one file" in refused(str(cup), *options)


@pytest.mark.parametrize("name", ["manifest.toml", "results.jsonl", "records.hrn", "lock"])
def test_a_report_overwrites_no_file_of_the_tournament(cup, name):
    before = (cup / name).read_bytes()
    assert "a file of the tournament itself" in refused(str(cup), "--csv", str(cup / name))
    assert (cup / name).read_bytes() == before


def test_a_file_is_replaced_whole_and_keeps_its_mode(cup, tmp_path):
    file, link = tmp_path / "x.csv", tmp_path / "link.csv"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)
    report(cup, "--csv", str(link))
    assert link.is_symlink()
    assert file.read_text() == report(cup, "--csv", "-")
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    report(cup, "--csv", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_an_element_escapes_all_but_html():
    assert element("b", "<", Html("<i></i>"), class_="\"'") == '<b class="&quot;&#x27;">&lt;<i></i></b>'
    assert tables.markdown(Summary([], [], 0, 0, 0, 0, None, 0, True, None, [], [])).startswith("| place |")


# --- a browser


@pytest.mark.long
@pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium")
def test_a_browser_shows_it(cup, tmp_path):
    file, picture = tmp_path / "cup.html", tmp_path / "cup.png"
    report(cup, "--html", str(file))
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    shot = [*command, "--window-size=1200,1600", f"--screenshot={picture}", f"file://{file}"]
    subprocess.run(shot, check=True, capture_output=True, timeout=120)
    assert picture.read_bytes().startswith(b"\x89PNG")
    dump = [*command, "--enable-logging=stderr", "--dump-dom", f"file://{file}"]
    run = subprocess.run(dump, check=True, capture_output=True, text=True, timeout=120)
    assert "Content Security Policy" not in run.stderr
    parsed = safe(run.stdout)
    assert HOSTILE in parsed.inside("bdi")
