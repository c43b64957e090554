"""Two outputs of `heat bench --json`, one of the interpreted core and one of the compiled: did they race the same races?"""

import sys
from pathlib import Path

from heatcli.arena.bench import read_report, signature_notes


def main(interpreted: str, compiled: str) -> int:
    """0 if they did."""
    old, new = read_report(Path(interpreted)), read_report(Path(compiled))
    wrong = signature_notes(old, new)
    if old.compiled or not new.compiled:
        wrong.append(f"compiled: {old.compiled} and {new.compiled}; False and True is right")
    print("\n".join(wrong) or f"compiled and interpreted core race the same races: {', '.join(new.signatures.values())}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
