"""Races of another implementation as records: they stay right, and are written again byte for byte.

Made by `python -m tests.vectors --to-record`, one race a file, without the line that has the race's id.
"""

from pathlib import Path

import pytest

from heatcli.record.replay import replays

RECORDS = sorted(Path(__file__).with_name("records").glob("*.hrn"))


def test_the_records_are_there():
    assert len(RECORDS) == 12


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_stays_as_it_is(path):
    text = path.read_bytes().decode()
    written: list[str] = []
    (replay,) = replays(text.splitlines(keepends=True), write=written.append)
    assert replay.findings == []
    assert (replay.cut, replay.why) == (False, "finished")
    assert "".join(f"{line}\n" for line in written) == text
