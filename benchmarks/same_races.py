"""Two outputs of `heat bench --json`, of the interpreted and of the compiled core: are they of the same races?"""

import sys
from pathlib import Path

from heatcli.arena.bench import ratio, read_report, signature_notes


def main(interpreted: str, compiled: str) -> int:
    """0 if they did."""
    old, new = read_report(Path(interpreted)), read_report(Path(compiled))
    wrong = signature_notes(old, new)
    if old.compiled or not new.compiled:
        wrong.append(f"compiled: {old.compiled} and {new.compiled}; False and True is right")
    print("\n".join(wrong) or f"the same races on both: {', '.join(new.signatures.values())}")
    faster = {name: ratio(old.figures.get(name), figure) for name, figure in new.figures.items()}
    print("compiled is faster:", ", ".join(f"{name} {times:.2f}x" for name, times in faster.items() if times))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
