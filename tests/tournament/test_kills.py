"""Nothing is lost and nothing is doubled, however a run ends."""

import os
import random
import resource
import shutil
import signal
import subprocess
import time

import pytest

from heatcli.tournament.folder import Folder
from tests.shell import heat
from tests.tournament.kit import SMALL, begun, hanging, processes, rows, run, same, table, until

SIZE = (*SMALL, "-n", "8")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """The tournament as it is if nobody does anything to it."""
    folder = tmp_path_factory.mktemp("undisturbed") / "cup"
    assert run(folder, *SIZE).returncode == 0
    assert len(rows(folder)) == 24
    return folder


def disturbed(folder, undisturbed, kills, rng, number):
    """Run it again and again, killed at random moments, until so many have hit it; it always comes to the same."""
    hits = 0
    while hits < kills:
        process = begun(folder, *SIZE, "-j", str(rng.choice([1, 2])))
        try:
            process.communicate(timeout=rng.uniform(0.25, 1.3))
        except subprocess.TimeoutExpired:
            process.send_signal(number)
            _, said = process.communicate(timeout=30)
            hits += 1
            if process.returncode not in (0, -number):  # -number: it had not begun to listen
                assert process.returncode == 3, said
                assert f"go on with: heat tournament run {folder}" in said
            continue
        assert process.returncode == 0
        same(folder, undisturbed)
        shutil.rmtree(folder)
    assert run(folder, *SIZE).returncode == 0
    same(folder, undisturbed)
    assert heat("tournament", "check", str(folder)).returncode == 0


@pytest.mark.parametrize("kills", [3, pytest.param(200, marks=[pytest.mark.long, pytest.mark.timeout(1200)])])
def test_killed_at_random_moments(tmp_path, undisturbed, kills):
    disturbed(tmp_path / "cup", undisturbed, kills, random.Random(kills), signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_asked_to_stop_at_random_moments(tmp_path, undisturbed, number):
    disturbed(tmp_path / "cup", undisturbed, 1, random.Random(int(number)), number)


@pytest.mark.parametrize("size", [1_000, 4_000, 40_000])
def test_a_full_disk(tmp_path, undisturbed, size):
    """It stops with what can be gone on with; no torn line counts, and no race is lost."""
    folder = tmp_path / "cup"

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    first = run(folder, *SIZE, preexec_fn=limit)
    assert first.returncode == 3, first.stderr
    assert "File too large: stopped after " in first.stderr
    assert f"go on with: heat tournament run {folder}" in first.stderr
    assert "Traceback" not in first.stderr
    assert heat("tournament", "check", str(folder)).returncode == 0
    assert run(folder).returncode == 0
    same(folder, undisturbed)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_at_a_second_request_it_stops_at_once(tmp_path, jobs):
    """The race under way is broken off; the bots are gone."""
    folder = tmp_path / "cup"
    process = begun(folder, *hanging(folder), "-d", "builtin:random", "-n", "1", "--first", "60000", "-j", jobs)
    until(lambda: (folder / "manifest.toml").exists() and racing(folder))
    for _ in range(2):
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    _, said = process.communicate(timeout=20)
    assert process.returncode == 3
    assert "once more stops at once" in said
    assert "stopped after 0 of 2 races" in said
    assert not racing(folder)


def racing(folder):
    """The hanging bots of a tournament that run."""
    return [pid for pid, text in processes() if f" hangs-{folder}" in text and "tournament run" not in text]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_workers_and_bots_die_with_the_run(tmp_path, jobs):
    folder = tmp_path / "cup"
    process = begun(folder, *hanging(folder), "-d", "builtin:random", "-n", "2", "--first", "60000", "-j", jobs)
    until(lambda: (folder / "manifest.toml").exists() and racing(folder))
    process.kill()
    process.communicate(timeout=20)
    until(lambda: not any(str(folder) in text for _, text in processes()))


def test_a_worker_that_dies_costs_nothing(tmp_path, undisturbed):
    folder = tmp_path / "cup"
    process = begun(folder, *SIZE, "-j", "2")
    killed = 0
    while process.poll() is None and killed < 3:
        time.sleep(0.35)
        workers = [pid for pid, text in processes() if "spawn_main" in text and parent_of(pid) == process.pid]
        if workers:
            os.kill(workers[0], signal.SIGKILL)
            killed += 1
    process.communicate(timeout=100)
    assert process.returncode == 0
    assert killed
    same(folder, undisturbed)


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def test_two_do_not_run_one_tournament(tmp_path):
    folder = tmp_path / "cup"
    first = begun(folder, *SMALL, "-n", "200")
    until(lambda: Folder(folder).runner())
    second = run(folder)
    assert second.returncode == 2
    assert second.stderr == f"heat: {folder}: it is run already, by process {first.pid}\n"
    until(lambda: (folder / "results.jsonl").exists() and rows(folder))
    shown = heat("tournament", "show", str(folder))
    assert f"run by process {first.pid}, " in shown.stdout
    stopped = heat("tournament", "stop", str(folder))
    assert (stopped.returncode, stopped.stdout) == (0, f"process {first.pid} stops after the races under way\n")
    first.communicate(timeout=30)
    assert first.returncode == 3
    again = heat("tournament", "stop", str(folder))
    assert (again.returncode, again.stderr) == (2, f"heat: {folder}: nobody runs it\n")
    assert "goes on" in heat("tournament", "show", str(folder)).stdout


@pytest.mark.parametrize("jobs", ["2", "4"])
def test_any_number_of_processes_comes_to_the_same_t14(tmp_path, undisturbed, jobs):
    folder = tmp_path / "cup"
    assert run(folder, *SIZE, "-j", jobs).returncode == 0
    same(folder, undisturbed)
    assert [row["blocks"] for row in table(folder) if row["type"] == "tournament"] == [8]
