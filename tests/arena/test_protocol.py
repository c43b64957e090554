import json
import re
import shutil
import subprocess
import sys

import msgspec
import pytest

from heatcli.wire import messages
from tests.arena.helpers import BOTS, faults, race, rows_of, script
from tests.arena.transcripts import FOLDER, lines

README = (BOTS.parent / "protocol" / "README.md").read_text()


@pytest.mark.skipif(shutil.which("jq") is None, reason="jq is not installed")
def test_the_jq_program_of_the_readme_is_a_bot():
    program = re.search(r"jq -c --unbuffered '(.*?)'", README, re.DOTALL)[0]
    [outcome] = race(program, "builtin:first")
    assert faults(outcome, 0) == []


def test_every_message_stands_in_the_readme():
    for message in (*messages.FromReferee.__args__, *messages.FromBot.__args__):
        assert f'"type":"{message.__struct_config__.tag}"' in README


def test_the_readme_tells_every_field():
    for message in (*messages.FromReferee.__args__, *messages.FromBot.__args__):
        for field in msgspec.structs.fields(message):
            assert re.search(rf"[\"`]{field.encode_name}[\"`?]", README), field.encode_name


def test_lines_begin_with_the_type():
    assert messages.line(messages.Bye()) == b'{"type":"bye"}\n'
    assert messages.line(messages.Limits(1, 2)).startswith(b'{"line"')


# SPEC W.8


@pytest.mark.parametrize("spoken", ["heat/2", "heat/1.1", "HEAT/1", "heat/1 ", ""])
def test_another_version_is_told_and_stopped(spoken, tmp_path):
    body = f"""
say(type="ready", protocol={spoken!r}, name="other")
open({str(tmp_path / "heard")!r}, "w").write(sys.stdin.read())
"""
    [outcome] = race(script(body), "builtin:first")
    assert faults(outcome, 0) == ["type"]
    hello, error, bye = rows_of((tmp_path / "heard").read_text())
    assert (hello["protocol"], bye) == ("heat/1", {"type": "bye"})
    assert (error["type"], error["code"]) == ("error", "type")
    assert error["why"] == f"protocol {spoken!r}: heat/1 is right"


@pytest.mark.parametrize("bot", ["first", "first_legal", "greedy", "random_legal"])
def test_the_shipped_bots_do_not_mind_a_referee_that_says_more(bot):
    """Fields, messages, events and a step of a later heat/1: the bots take no notice, and answer."""
    heard = [json.loads(line) for mark, line in lines((FOLDER / "race.txt").read_text()) if mark == "<"]
    request = next(row for row in heard if row["type"] == "request")
    told = [{**row, "mood": "calm"} for row in heard[: heard.index(request)]]
    told.insert(1, {"type": "news", "text": "rain is coming"})
    told.append({"type": "events", "race": request["race"], "from": 5, "events": [{"type": "cheer", "seat": 0}]})
    later = {**request, "id": 2, "step": "overtake", "legal": ["stay", "dare 2"], "mood": "wild"}
    later["view"] = {**later["view"], "step": "overtake", "wind": 3}
    text = "".join(f"{json.dumps(row)}\n" for row in [*told, request, later, {"type": "bye"}])
    run = subprocess.run([sys.executable, BOTS / f"{bot}.py"], input=text, capture_output=True, text=True, check=True)
    ready, first, second = rows_of(run.stdout)
    assert (ready["type"], first["id"], second["id"], run.stderr) == ("ready", 1, 2, "")
    assert first["action"] in request["legal"]
    assert second["action"] == "stay" or (bot == "random_legal" and second["action"] in later["legal"])
