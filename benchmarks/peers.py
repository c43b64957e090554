"""heatcli beside the engines a Python user would pick for other games: decisions a second of random legal players.

    python benchmarks/peers.py            # every engine in turn, several passes, and the table of README.md
    python benchmarks/peers.py catanatron # one pass of one engine, as a line of JSON

Each pass of each engine is a process of its own, in the Python of the virtual environment that has it; the passes go
round. A decision counts if it has two or more legal actions, as for `heat bench`; rates are per CPU second.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "benchmarks" / "README.md"
PASSES = 5
WARM = 0.5  # CPU seconds that do not count
SECONDS = 2.0  # CPU seconds a pass

Played = tuple[int, int]
"""Of one game: decisions with two or more legal actions, and all of them."""


def heat() -> Callable[[], Played]:
    """Six cars on USA, or everything in the boxes: complete legal lists, all events told."""
    return _heat("usa")


def heat_everything() -> Callable[[], Played]:
    """The same with all modules."""
    return _heat("everything")


def _heat(race: str) -> Callable[[], Played]:
    from heatcli.arena import bench

    compiled = bench.is_compiled()
    assert compiled == (".venv-compiled" in sys.prefix), f"{bench.__file__}: compiled is {compiled}"
    spec, numbers = getattr(bench, race)(), iter(range(10**9))

    def game() -> Played:
        _, decisions = bench.play(spec, next(numbers), bench.Random)
        return decisions, 0

    return game


def catanatron() -> Callable[[], Played]:
    """Four RandomPlayers, Game.play."""
    from catanatron import Color, Game, RandomPlayer

    counts = [0, 0]

    class Counting(RandomPlayer):
        def decide(self, game, playable_actions):
            counts[len(playable_actions) > 1] += 1
            return super().decide(game, playable_actions)

    def game() -> Played:
        counts[:] = 0, 0
        Game([Counting(color) for color in (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)]).play()
        return counts[1], sum(counts)

    return game


def gin_rummy() -> Callable[[], Played]:
    """OpenSpiel's C++ game stepped from Python; chance nodes are no decisions."""
    import pyspiel

    rules = pyspiel.load_game("gin_rummy")

    def game() -> Played:
        state, chosen, every = rules.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, weights)[0])
                continue
            legal = state.legal_actions()
            chosen += len(legal) > 1
            every += 1
            state.apply_action(legal[int(random.random() * len(legal))])
        return chosen, every

    return game


def uno() -> Callable[[], Played]:
    """RLCard's env.run with two of its RandomAgents."""
    import rlcard
    from rlcard.agents import RandomAgent

    counts = [0, 0]

    class Counting(RandomAgent):
        def eval_step(self, state):
            counts[len(state["legal_actions"]) > 1] += 1
            return super().eval_step(state)

    env = rlcard.make("uno")
    env.set_agents([Counting(env.num_actions) for _ in range(env.num_players)])

    def game() -> Played:
        counts[:] = 0, 0
        env.run(is_training=False)
        return counts[1], sum(counts)

    return game


class Engine(NamedTuple):
    """How it is called in the table, where it lives, and what it needs there."""

    title: str
    venv: str
    make: Callable[[], Callable[[], Played]]
    module: str


ENGINES = {
    "heat": Engine("heatcli, interpreted: base game, 6 cars", ".venv", heat, "heatcli"),
    "heat-compiled": Engine("heatcli, compiled: base game, 6 cars", ".venv-compiled", heat, "heatcli"),
    "heat-all": Engine("heatcli, interpreted: all modules, 6 cars", ".venv", heat_everything, "heatcli"),
    "heat-all-compiled": Engine("heatcli, compiled: all modules, 6 cars", ".venv-compiled", heat_everything, "heatcli"),
    "catanatron": Engine("catanatron, Game.play, 4 RandomPlayers", ".venv-bench", catanatron, "catanatron"),
    "gin_rummy": Engine("OpenSpiel gin_rummy (C++), stepped from Python", ".venv-bench", gin_rummy, "pyspiel"),
    "uno": Engine("RLCard uno, env.run, 2 RandomAgents", ".venv-bench", uno, "rlcard"),
}
BASES = ("catanatron", "gin_rummy")
"""What the others are compared to."""


class Pass(NamedTuple):
    """One pass of one engine."""

    games: int
    decisions: int
    all: int  # 0: not counted
    seconds: float


def run(name: str) -> Pass:
    """One pass in this process."""
    random.seed(name)
    game = ENGINES[name].make()
    _for(WARM, game)
    return _for(SECONDS, game)


def _for(seconds: float, game: Callable[[], Played]) -> Pass:
    games = decisions = every = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        chosen, all_ = game()
        games, decisions, every = games + 1, decisions + chosen, every + all_
    return Pass(games, decisions, every, used)


def python_of(engine: Engine) -> Path:
    """The Python of its virtual environment; HEATCLI_PYTHON replaces that of the checkout."""
    own = os.environ.get("HEATCLI_PYTHON")
    return Path(own) if own and engine.venv == ".venv" else ROOT / engine.venv / "bin" / "python"


def missing(engine: Engine) -> str | None:
    """Why an engine cannot be measured here."""
    python = python_of(engine)
    if not python.exists():
        return f"no {engine.venv}"
    tried = subprocess.run(
        [python, "-c", f"import {engine.module}"], cwd=_folder(engine), capture_output=True, text=True
    )
    return tried.stderr.strip().rpartition("\n")[2] if tried.returncode else None


def _folder(engine: Engine) -> Path:
    """Where it runs: the installed packages are not hidden by the checkout."""
    return ROOT if engine.venv == ".venv" else ROOT / "benchmarks"


def measured(name: str) -> Pass:
    """One pass in a process of its own."""
    engine = ENGINES[name]
    env = {**os.environ, "PYTHONPATH": str(ROOT) if engine.venv == ".venv" else ""}
    command = [python_of(engine), str(Path(__file__).resolve()), name]
    out = subprocess.run(command, cwd=_folder(engine), env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
    return Pass(*json.loads(out.splitlines()[-1]))


def table(passes: dict[str, list[Pass]]) -> str:
    """Markdown."""
    rates = {name: median(p.decisions / p.seconds for p in runs) for name, runs in passes.items()}
    bases = [base for base in BASES if base in rates]
    head = ["engine", "decisions/s", "(least-most)", "all decisions/s", "games/s", "decisions a game"]
    head += [f"to {base}" for base in bases]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    for name, runs in passes.items():
        each = [p.decisions / p.seconds for p in runs]
        games, decisions = sum(p.games for p in runs), sum(p.decisions for p in runs)
        every = median(p.all / p.seconds for p in runs)
        row = [ENGINES[name].title, f"{rates[name]:,.0f}", f"{min(each):,.0f}-{max(each):,.0f}"]
        row += [f"{every:,.0f}" if every else "", f"{median(p.games / p.seconds for p in runs):,.1f}"]
        row += [f"{decisions / games:,.0f}", *[f"{rates[name] / rates[base]:.2f}" for base in bases]]
        rows.append(row)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def write_between(file: Path, name: str, text: str) -> None:
    """Replace what stands between the markers of this name."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, _, rest = file.read_text(encoding="utf-8").partition(begin)
    file.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest.partition(end)[2]}", encoding="utf-8")


def machine() -> str:
    """What it was measured on, for the line above a table."""
    return f"Python {sys.version.split()[0]}, {os.cpu_count()} CPUs, {time.strftime('%Y-%m-%d')}"


def main() -> None:
    """All engines in turn."""
    passes: dict[str, list[Pass]] = {}
    notes = []
    for name, engine in ENGINES.items():
        if why := missing(engine):
            notes.append(f"Left out: {engine.title} ({why}).")
        else:
            passes[name] = []
    for _ in range(PASSES):
        for name, runs in passes.items():
            runs.append(measured(name))
            print(f"{name}: {runs[-1].decisions / runs[-1].seconds:,.0f} decisions/s", file=sys.stderr)
    text = "\n\n".join([f"{machine()}, {PASSES} passes in turn.", table(passes), *notes])
    print(text)
    write_between(README, "peers", text)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(run(sys.argv[1])))
    else:
        main()
