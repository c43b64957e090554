"""Every numbered paragraph of SPEC chapters 0-12 has a test that cites it, or a reason why it needs none."""

import ast
import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
SPEC = TESTS.parent / "SPEC.md"
NUMBER = r"R?\d+(?:\.\d+)+"

OWED = {
    "0.1": "says how to read SPEC; nothing to play",
    "R4.6": "says what a program shows of a solo race; no rule of the core",
    "R5.8": "says what is not in the game",
    "8.7": "a heading; 8.7.1 to 8.7.8 have the rules",
    "8.8": "a heading; 8.8.1 to 8.8.8 have the rules",
    "11.2": "says where the numbers of chapter 13 come from",
}
"""Paragraphs without anything to test, and why."""


def paragraphs() -> set[str]:
    """The numbers of chapters 0-12: lines and table rows that begin with a bold number."""
    text = SPEC.read_text(encoding="utf-8").split("\n## 13 ", 1)[0]
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
    assert {"0.1", "0.2.11", "3.5.7", "R3.16", "5.19", "R5.8", "8.8.8", "R8.18", "11.5", "R12.2"} <= paragraphs()
    assert not {"13.1", "R13.1", "16.1"} & paragraphs()
    assert len(paragraphs()) > 300
    assert citations("SPEC 3.3.12, R3.7\n\nMore.") == ["3.3.12", "R3.7"]
    assert citations("See SPEC 3.3.12") == []


def test_every_paragraph_has_a_test_or_is_owed():
    print(*(f"owed: SPEC {number}: {reason}" for number, reason in OWED.items()), sep="\n")
    missing = paragraphs() - cited().keys() - OWED.keys()
    assert not missing, f"no test cites {', '.join(sorted(missing))}"


def test_what_is_owed_exists_and_has_no_test():
    assert not OWED.keys() - paragraphs(), "not in SPEC chapters 0-12"
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
