"""The README's pipelines run as they stand there."""

import re
import shutil

import pytest

from tests.shell import ROOT, shell

PIPELINES = [
    line
    for block in re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
]


@pytest.mark.parametrize("line", PIPELINES)
def test_a_pipeline_of_the_readme_runs(line):
    if "jq" in line and shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    run = shell(f"set -o pipefail\n{line}\n")
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout or "--check" in line


def test_there_are_pipelines_for_records_json_and_counts():
    assert len(PIPELINES) >= 4
    for word in ("heat validate -", "jq", "heat stats -", "heat convert -", "heat fmt"):
        assert any(word in line for line in PIPELINES)
