"""The linter of prose finds what it says, and the list of older faults only shrinks."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from prose import RULES, Rule, Text, beyond, counted, faults_of, listed, shrunk, texts, texts_of_page  # noqa: E402


@pytest.mark.parametrize("rule", RULES, ids=[f"{rule.name}: {rule.example}" for rule in RULES])
def test_each_rule_finds_its_example(rule: Rule) -> None:
    found = {fault.rule for fault in faults_of(Text("a.md", 1, rule.example))}
    assert rule.name in found


@pytest.mark.parametrize(
    "text",
    [
        "Who signs the charter?",
        "The players sign what they have read.",
        "There is no longer a key.",
        "A player loses 1 hit and 12 points.",
        "Units move, and they stop beside an enemy.",
    ],
)
def test_plain_english_is_no_fault(text: str) -> None:
    assert list(faults_of(Text("a.md", 1, text))) == []


def test_code_and_headings_of_a_page_are_passed_over(tmp_path: Path) -> None:
    page = ROOT / "README.md"
    assert all("    " not in text.text and not text.text.startswith("#") for text in texts_of_page(page))


def test_no_more_faults_than_on_the_list_and_none_on_it_that_is_gone() -> None:
    found = counted(fault for text in texts() for fault in faults_of(text))
    assert beyond(found, listed()) == {}, "write it plainly: scripts/prose shows the places"
    assert shrunk(found, listed()) == listed(), "the list is longer than it must be: scripts/prose --shrink"


def test_the_list_shrinks_and_never_grows() -> None:
    known = {"a.md": {"he": 3, "who": 1}, "b.md": {"he": 1}}
    found = {"a.md": {"he": 2, "what": 4}, "c.md": {"he": 1}}
    assert shrunk(found, known) == {"a.md": {"he": 2}}
    assert beyond(found, known) == {"a.md": {"what": 4}, "c.md": {"he": 1}}
