"""python -m tests.arena.transcripts: have the conversations of protocol/transcripts again, and write them down.

Real processes race; nothing a clock says stands in a message.
"""

import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.arena.helpers import BOTS, grid_of, inside

FOLDER = BOTS.parent / "protocol" / "transcripts"
TAPE = Path(__file__).with_name("tape.py")
BOT = """
import json, sys
sys.path.insert(0, {folder!r})
from greedy import Bot

def say(**message):
    print(json.dumps(message, separators=(",", ":")), flush=True)

def answer(m):
    say(type="act", id=m["id"], action=bot.act(m))

bot, asked = Bot(), 0
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello":
        say(type="ready", {ready})
    elif m["type"] == "race":
        bot.race(m)
    elif m["type"] == "request":
        asked += 1
        {deed}
"""
READY = 'protocol="heat/1", name="Apex"'
OPTIONS = """, version="2.1", options=[
    dict(name="careful", type="check", default=False), dict(name="risk", type="spin", default=3, min=0, max=9),
    dict(name="style", type="combo", default="calm", values=["calm", "wild"]),
    dict(name="motto", type="string", default="")]"""
LIMIT = "5000"  # milliseconds, so that a busy machine is none too slow
ALONE = ("-d", "builtin:greedy")
BRIEF = ("usa", *ALONE, "--laps", "1", "--option", "max_rounds=2")


class Scene(NamedTuple):
    """A conversation: the race's arguments, what the bot does when asked, its `ready`, parts of its driver."""

    arguments: tuple[str, ...] = BRIEF
    deed: str = "answer(m)"
    ready: str = READY
    parts: str = ""


def at(number, deed):
    """Something odd at one request."""
    return f"{deed} if asked == {number} else answer(m)"


SCENES = {
    "race": Scene(("usa", *ALONE, "--option", "mode=first_game")),
    "set-up": Scene(
        (
            *("south-africa", *ALONE, "--laps", "1", "--garage", "mixed", "--weather"),
            *("--event", "consulting-mechanics", "--option", "mulligan=true", "--option", "max_rounds=2"),
        )
    ),
    "two-races": Scene((*BRIEF, "-n", "2")),
    "options": Scene(ready=READY + OPTIONS, parts="option.risk=7 option.style=wild"),
    "wrong-lines": Scene(
        deed='(print("what?"), print(), say(type="move", id=m["id"]), say(type="act", id=str(m["id"]), action="pass"), '
        "answer(m)) if asked == 1 else answer(m)"
    ),
    "stale-duplicate": Scene(deed=at(1, '(say(type="act", id=0, action="pass"), answer(m), answer(m))')),
    "illegal": Scene(deed=at(2, 'say(type="act", id=m["id"], action="g4 1 1 1 1")')),
    "three-faults": Scene(deed='say(type="act", id=m["id"], action="fly")'),
    "timeout": Scene(
        deed='asked == 3 and say(type="act", id=2, action="boost"); asked != 2 and answer(m)', parts="ms=2000"
    ),
    "exited": Scene(deed=at(2, "sys.exit(3)")),
    "wrong-protocol": Scene(ready='protocol="heat/2", name="Apex"'),
}
"""By the name of their files."""


def taped(path: Path, scene: Scene) -> str:
    """The bot of a scene as a command; its conversation goes into the file."""
    program = BOT.format(folder=str(BOTS), ready=scene.ready, deed=scene.deed)
    return shlex.join([sys.executable, str(TAPE), str(path), "-c", program])


def record(name: str, path: Path) -> None:
    """Have the conversation and write it into the file."""
    scene = SCENES[name]
    track, *arguments = scene.arguments
    driver = f"cmd={shlex.quote(taped(path, scene))} {scene.parts}"
    run = inside("race", track, *grid_of(driver), *arguments, "--limit", LIMIT, "--seed", name, "-q")
    assert (run.returncode, run.stderr) == (0, ""), run.stderr


def lines(text: str) -> list[tuple[str, str]]:
    """What was said, and by whom: `<` the referee, `>` the bot."""
    return [(line[0], line[2:]) for line in text.splitlines() if line != "---"]


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for scene_name in SCENES:
        with tempfile.TemporaryDirectory() as folder:
            tape = Path(folder, "tape")
            record(scene_name, tape)
            (FOLDER / f"{scene_name}.txt").write_bytes(tape.read_bytes())
