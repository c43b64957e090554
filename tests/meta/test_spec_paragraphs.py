"""Every numbered paragraph of SPEC chapters 0-5 has a test that cites it, or a reason why it has none yet."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
SPEC = TESTS.parent / "SPEC.md"
NUMBER = r"R?\d+(?:\.\d+)+"

DEFINITION = "says how to read SPEC; nothing to play"
GARAGE = "needs the garage cards"
WEATHER = "needs weather and road tokens"
SEASON = "needs the championship"

OWED = {
    "0.1": DEFINITION,
    "1.12": "needs garage and weather, whose place in the set-up it fixes",
    "1.13": SEASON,
    "R2.1": "needs the option reveal_gear_early; the default is tested under 2.1",
    "3.4.7": SEASON,
    "3.5.3": GARAGE,
    "3.5.5": GARAGE,
    **{f"3.5.{n}": GARAGE for n in range(9, 20)},
    "3.5.20": SEASON,
    "3.5.21": GARAGE,
    "3.5.22": WEATHER,
    "3.5.23": WEATHER,
    "3.5.25": WEATHER,
    "3.5.27": GARAGE,
    "3.5.28": GARAGE,
    "3.5.29": GARAGE,
    "3.5.30": GARAGE,
    "3.5.31": GARAGE,
    "3.5.32": GARAGE,
    "3.5.33": GARAGE,
    "3.5.34": GARAGE,
    "3.5.35": GARAGE,
    "3.5.36": GARAGE,
    "3.5.37": GARAGE,
    **{f"R3.{n}": GARAGE for n in (16, 17, 18, 19, 20, 21, 23, 24, 26, 36, 37)},
    "3.6.6": WEATHER,
    "3.7.10": SEASON,
    "R4.4": SEASON,
    "R4.5": SEASON,
    "R4.6": "needs the display of a solo race",
    "5.19": SEASON,
    "R5.1": WEATHER,
    "R5.6": "needs the option legend_colours; the default is tested under 5.1",
    "R5.8": DEFINITION,
}


def paragraphs() -> set[str]:
    """The numbers of chapters 0-5: lines and table rows that begin with a bold number."""
    text = SPEC.read_text(encoding="utf-8").split("\n## 6 ", 1)[0]
    return set(re.findall(rf"^(?:\| )?\*\*({NUMBER})\*\*", text, re.MULTILINE))


def cited() -> dict[str, list[str]]:
    """Number → the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted([*(TESTS / "rules").glob("*.py"), *(TESTS / "cases").rglob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for number in citations(ast.get_docstring(node) or ""):
                    found.setdefault(number, []).append(f"{path.name}::{node.name}")
    return found


def citations(docstring: str) -> list[str]:
    """The numbers in a first line such as `SPEC 3.3.12, R3.7`."""
    line = docstring.partition("\n")[0]
    match = re.fullmatch(rf"SPEC ({NUMBER}(?:, {NUMBER})*)", line.strip())
    return match[1].split(", ") if match else []


def test_the_collectors_find_something():
    assert {"0.1", "0.2.11", "3.5.7", "R3.16", "5.19", "R5.8"} <= paragraphs()
    assert not {"6.1", "R6.1", "8.1"} & paragraphs()
    assert citations("SPEC 3.3.12, R3.7\n\nMore.") == ["3.3.12", "R3.7"]
    assert citations("See SPEC 3.3.12") == []


def test_every_paragraph_has_a_test_or_is_owed():
    print(*(f"owed: SPEC {number}: {reason}" for number, reason in OWED.items()), sep="\n")
    missing = paragraphs() - cited().keys() - OWED.keys()
    assert not missing, f"no test cites {', '.join(sorted(missing))}"


def test_what_is_owed_exists_and_has_no_test():
    assert not OWED.keys() - paragraphs(), "not in SPEC chapters 0-5"
    tested = {number: tests for number, tests in cited().items() if number in OWED}
    assert not tested, "these have a test; take them out of OWED"


def test_every_citation_exists():
    numbers = set(re.findall(rf"^(?:\| )?\*\*({NUMBER})\*\*", SPEC.read_text(encoding="utf-8"), re.MULTILINE))
    unknown = {number: tests for number, tests in cited().items() if number not in numbers}
    assert not unknown


def test_every_rules_test_cites_a_paragraph():
    silent = [
        f"{path.name}::{node.name}"
        for path in sorted((TESTS / "rules").glob("test_[0-9]*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        and not citations(ast.get_docstring(node) or "")
    ]  # fmt: skip
    assert not silent
