"""The same tournament on workers of a distributed engine. They run on this machine."""

import os
import random
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.tournament.kit import BOTS, SMALL, begun, rows, run, same, until

pytest.importorskip("distributed", reason="distributed is not installed; `make test-all` brings it")
pytestmark = pytest.mark.timeout(200)
SIZE = (*SMALL, "-n", "30")


@pytest.fixture(scope="module")
def cluster():
    """Its address, and the processes of its workers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    started = [dask("scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2])]
    started += [dask("worker", address, "--nthreads", "1", "--no-nanny", "--name", f"w{i}") for i in range(2)]
    yield address, started[1:]
    for process in started:
        process.kill()
        process.communicate()


def dask(*arguments):
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.mark.long
def test_a_cluster_comes_to_the_same_as_this_machine_though_a_worker_is_killed(tmp_path, cluster):
    address, workers = cluster
    assert run(tmp_path / "here", *SIZE).returncode == 0
    process = begun(tmp_path / "there", *SIZE, "--cluster", address)
    until(lambda: (tmp_path / "there" / "results.jsonl").exists() and len(rows(tmp_path / "there")) > 3, 60)
    os.kill(workers[0].pid, signal.SIGKILL)
    _, said = process.communicate(timeout=150)
    assert process.returncode == 0, said
    same(tmp_path / "here", tmp_path / "there")
    folder = tmp_path / "stopped"
    process = begun(folder, *SIZE, "--cluster", address)
    until(lambda: (folder / "results.jsonl").exists() and rows(folder), 60)
    time.sleep(random.Random(1).random() / 4)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 3, said
    assert run(folder, "--cluster", address).returncode == 0
    same(tmp_path / "here", folder)


@pytest.mark.long
def test_a_bot_that_is_not_there_is_named_with_the_machine(tmp_path, cluster):
    found = run(tmp_path / "cup", *BOTS, "-d", "/no/such/bot", "-n", "1", "--cluster", cluster[0])
    assert found.returncode == 2
    where = os.uname().nodename
    assert found.stderr.splitlines()[-1].startswith("heat: driver '/no/such/bot' cannot be started: No such file")
    assert found.stderr.endswith(f" on worker {where}; bots have to be there too\n")


@pytest.mark.long
def test_nobody_at_the_address(tmp_path):
    found = run(tmp_path / "cup", *BOTS, "-n", "1", "--cluster", "tcp://127.0.0.1:9")
    assert found.returncode == 2
    assert "heat: --cluster tcp://127.0.0.1:9: " in found.stderr
    assert "Traceback" not in found.stderr
