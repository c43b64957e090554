"""Nothing in the boxes is left out: every card played, every symbol used and declined, every event card raced."""

from tests.fuzz.coverage import Coverage

MOST = 500  # races; it takes about half as many


def test_races_see_all_there_is():
    """If something is missing, `python -m tests.fuzz.coverage` shows the counts."""
    coverage = Coverage()
    coverage.run(MOST)
    assert coverage.missing == []
