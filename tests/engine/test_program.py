"""The program itself: a process that answers line by line, and ends with its input."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from heatcli.arena import engine, engine_setup, handle
from heatcli.wire import engine as wire
from tests.engine.host import validated
from tests.shell import ROOT, heat

DOC = ROOT / "protocol" / "engine.md"
NODE = shutil.which("node")
HOST = Path(__file__).with_name("host.mjs")
PROGRAM = [sys.executable, "-m", "heatcli", "engine"]


def talk(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PROGRAM, *arguments], input=data, capture_output=True, cwd=ROOT, timeout=60)


def test_every_line_is_answered_at_once_and_the_end_of_input_ends_it():
    with subprocess.Popen(PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as program:
        for id in range(3):
            program.stdin.write(b'{"type":"hello","id":%d}\n' % id)
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["id"] == id
        program.stdin.close()
        assert program.stdout.read() == b""
        assert program.wait(20) == 0


@pytest.mark.parametrize("data", [b"", b"\n\n", b'{"type":"quit"}', b"\xff\xfe\x00\n{", b"\x00" * 99])
def test_whatever_comes_the_exit_code_is_0_and_stderr_empty(data):
    done = talk(data)
    assert (done.returncode, done.stderr) == (0, b"")
    assert all(json.loads(line)["type"] in ("error", "bye") for line in done.stdout.splitlines())


def test_a_host_that_reads_no_more_ends_it_quietly():
    line = b'{"type":"hello"}\n'
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as program:
        program.stdout.close()
        program.stdin.write(line)
        program.stdin.close()
        assert program.stderr.read() == b""
        assert program.wait(20) == 0


def test_ctrl_c_is_an_interruption():
    with subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as program:
        program.stdin.write(b'{"type":"hello"}\n')
        program.stdin.flush()
        program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=20)
        assert said == b"heat: interrupted\n"
        assert program.returncode == 130


def test_boards_and_cards_of_the_user(tmp_path):
    board = (ROOT / "tracks" / "usa.toml").read_text().replace('id = "usa"', 'id = "mine"')
    (tmp_path / "mine.toml").write_text(board)
    done = talk(b'{"type":"new","track":"mine","drivers":1}\n', "--track", str(tmp_path / "mine.toml"))
    assert json.loads(done.stdout)["type"] == "state", done
    assert heat("engine", "--track", "nowhere.toml").returncode == 2
    assert heat("engine", "usa").returncode == 2


def test_the_same_conversation_gives_the_same_bytes():
    lines = [sent for sent, _ in conversation()]
    data = "\n".join(lines).encode()
    found = set()
    for hash_seed in "0", "1":
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        found.add(subprocess.run(PROGRAM, input=data, capture_output=True, cwd=ROOT, env=env, check=True).stdout)
    assert len(found) == 1


@pytest.mark.skipif(NODE is None, reason="node is not installed")
@pytest.mark.parametrize("seed", ["7", "8"])
def test_a_host_in_javascript_plays_a_race(seed):
    """It searches a little, with copies and worlds; the record it gets is right."""
    done = subprocess.run([NODE, HOST, seed, *PROGRAM], capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert validated(found["record"])
    assert [row["place"] for row in found["standings"]] == [1, 2, 3]
    assert found["decisions"] > 50


# protocol/engine.md


def conversation() -> list[tuple[str, str]]:
    """What the document's host says, and the answer to each; … stands for anything."""
    block = re.search(r"```\n(> .*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)[1]
    said = re.sub(r"\n   ", "", block).splitlines()
    return [(sent[2:], got[2:]) for sent, got in zip(said[::2], said[1::2], strict=True)]


def test_the_conversation_of_the_document():
    told = conversation()
    done = talk("".join(f"{sent}\n" for sent, _ in told).encode())
    answers = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert len(answers) == len(told) > 8
    for answer, (_, got) in zip(answers, told, strict=True):
        assert re.fullmatch(re.escape(got).replace("…", ".*"), answer), (got, answer)


def test_the_host_of_the_document_races():
    example = re.search(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)[1]
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, env=env, cwd=ROOT, check=True, timeout=60
    )
    assert done.stdout.startswith("[{'place': 1, ")


def test_the_document_has_every_command_field_answer_and_error():
    text = DOC.read_text(encoding="utf-8")
    commands, of_new = text.split("## Commands")[1].split("## Answers")[0].split("## A new race")
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*)$", commands, re.MULTILINE))
    for command in wire.FromHost.__args__:
        name = command.__struct_config__.tag
        for field in command.__struct_encode_fields__:
            told = f"| `{field}` |" in of_new if name == "new" else f"`{field}" in rows[name]
            assert field == "id" or told, (name, field)
    for answer in wire.FromEngine.__args__:
        assert f"`{answer.__struct_config__.tag}`" in text
        for field in answer.__struct_encode_fields__:
            assert f"`{field}" in text, (answer, field)
    modules = (engine, engine_setup, handle, wire)
    source = "".join(Path(module.__file__).read_text(encoding="utf-8") for module in modules)
    for code in re.findall(r'(?:Refused\(|code=)"(\w+)"', source):
        assert f"`{code}`" in text, code
