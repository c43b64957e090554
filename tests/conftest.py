"""What all tests may ask for."""

import pytest
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode


class Text(SingleFileSnapshotExtension):
    """One readable file a snapshot; `pytest --snapshot-update` rewrites them."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture
def golden(snapshot):
    """What a person reads."""
    return snapshot.use_extension(Text)
