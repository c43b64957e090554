"""The conversations of protocol/transcripts, had again, come to the same bytes; `make transcripts` writes them."""

import json

import pytest

from tests.arena.transcripts import FOLDER, SCENES, lines, record


@pytest.mark.parametrize("name", SCENES)
def test_a_conversation_is_the_same_every_time(name, tmp_path):
    record(name, tmp_path / "tape")
    assert (tmp_path / "tape").read_bytes().decode() == (FOLDER / f"{name}.txt").read_bytes().decode()


def test_every_transcript_is_made_here():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(SCENES)


def test_the_transcripts_have_what_a_stranger_looks_for():
    """Every message, every code of an error but those that need megabytes, races one after the other, every set-up."""
    said = [json.loads(line) for path in FOLDER.iterdir() for mark, line in lines(path.read_text()) if mark == "<"]
    assert {row["type"] for row in said} == {"hello", "race", "events", "request", "error", "result", "bye"}
    codes = {row["code"] for row in said if row["type"] == "error"}
    assert codes == {"parse", "type", "stale", "duplicate", "illegal", "timeout"}
    steps = {row["step"] for row in said if row["type"] == "request"}
    assert {"garage", "tune", "mulligan", "plan", "react", "discard"} <= steps
    assert "\n---\n< " in (FOLDER / "two-races.txt").read_text()
