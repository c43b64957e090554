"""python tests/arena/tape.py FILE (BOT.py | -c PROGRAM): run a bot in Python and write its conversation into the file.

`<` the referee says, `>` the bot says, in the order in which the bot reads and writes; `---` between races.
"""

import runpy
import sys
from pathlib import Path


class Tape:
    """The file; each line is in it before the other side can answer."""

    def __init__(self, path):
        self.file = open(path, "w", encoding="utf-8")  # noqa: SIM115  # open as long as the program runs
        self.races = 0

    def note(self, mark, line):
        if mark == "<" and line.startswith('{"type":"race"'):
            self.races += 1
            if self.races > 1:
                self.file.write("---\n")
        self.file.write(f"{mark} {line}\n")
        self.file.flush()


class Ears:
    """Stdin of the bot, as text and as bytes."""

    def __init__(self, tape, stream, text=True):
        self.tape, self.stream, self.text = tape, stream, text
        self.buffer = Ears(tape, stream, text=False) if text else None

    def __iter__(self):
        return iter(self.readline, "" if self.text else b"")

    def readline(self):
        line = self.stream.readline()
        if line:
            self.tape.note("<", line.decode().removesuffix("\n"))
        return line.decode() if self.text else line


class Mouth:
    """Stdout of the bot."""

    def __init__(self, tape, stream):
        self.tape, self.stream, self.waiting = tape, stream, ""

    def write(self, text):
        *lines, self.waiting = (self.waiting + text).split("\n")
        for line in lines:
            self.tape.note(">", line)
            self.stream.write(f"{line}\n")
        return len(text)

    def flush(self):
        self.stream.flush()


if __name__ == "__main__":
    _, path, program, *rest = sys.argv
    tape = Tape(path)
    sys.stdin, sys.stdout = Ears(tape, sys.stdin.buffer), Mouth(tape, sys.stdout)
    if program == "-c":
        exec(compile(rest[0], "bot", "exec"), {"__name__": "__main__"})
    else:
        sys.path[0] = str(Path(program).parent)
        runpy.run_path(program, run_name="__main__")
