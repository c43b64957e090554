import re
import shutil
import subprocess
import sys
from pathlib import Path

import heatcli
from tests.arena.helpers import inside as heat

ROOT = Path(__file__).resolve().parents[2]


def test_every_public_name_is_there_and_sorted():
    assert heatcli.__all__ == sorted(heatcli.__all__)
    for name in heatcli.__all__:
        assert getattr(heatcli, name).__name__ == name


def test_the_python_example_of_the_readme_runs(capsys):
    example = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    exec(compile(example[1], "README.md", "exec"), {})
    assert capsys.readouterr().out.startswith("[Standing(seat=")


def test_the_search_bot_of_the_readme_races(tmp_path):
    """As a program, beside the client; it beats those that take any action."""
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.S)
    assert len(examples[1].splitlines()) <= 40
    (tmp_path / "searcher.py").write_text(examples[1])
    shutil.copy(ROOT / "bots" / "client.py", tmp_path)
    bot = f"name=searcher cmd='{sys.executable} {tmp_path / 'searcher.py'}' ms=20000"
    found = heat("race", "-d", bot, "-d", "builtin:random", "-d", "builtin:random", "--seed", "1", "--strict", "-q")
    assert found.returncode == 0, found.stdout
    assert found.stdout.splitlines()[1].split()[:3:2] == ["1", "searcher"]


def test_start_up_is_light():
    """`heat --version` imports neither prompt_toolkit nor asyncio, nor the core."""
    code = "import sys; sys.argv = ['heat', '--version']; from heatcli.cli import main; main(); print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.startswith(f"heat {heatcli.__version__} ")
    assert not {"prompt_toolkit", "asyncio", "msgspec", "heatcli.core.flow"} & set(out.split())


def test_layers():
    """The contracts of pyproject.toml hold."""
    out = subprocess.run([Path(sys.executable).with_name("lint-imports")], cwd=ROOT, capture_output=True, text=True)
    assert out.returncode == 0, out.stdout


def test_the_core_does_no_io_and_rolls_no_dice():
    """No clock, no file, no random module, no set in the core's source."""
    for path in (ROOT / "heatcli" / "core").rglob("*.py"):
        source = path.read_text()
        assert not re.search(
            r"^\s*(?:import|from) (?:random|time|datetime|os|sys|pathlib|msgspec|secrets)\b", source, re.M
        ), path
        assert not re.search(r"\bset\(|\bopen\(|\bprint\(", source), path
