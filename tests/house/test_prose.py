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


def test_items_and_cells_begin_sentences_and_code_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prose.ROOT", tmp_path)
    page = tmp_path / "a.md"
    page.write_text(
        "# Who has it\n\nA list of\nthings:\n\n- **What is left** counts.\n  It is here.\n1. Another thing.\n"
        "\n    who is code\n\n| word | meaning |\n|---|---|\n| desk | What takes a mail in |\n"
    )
    assert [(text.line, text.text) for text in texts_of_page(page)] == [
        (3, "A list of things:"),
        (6, "What is left counts. It is here."),
        (8, "Another thing."),
        (14, "What takes a mail in"),
    ]


def test_no_more_faults_than_on_the_list_and_none_on_it_that_is_gone() -> None:
    found = counted(fault for text in texts() for fault in faults_of(text))
    assert beyond(found, listed()) == {}, "write it plainly: scripts/prose shows the places"
    assert shrunk(found, listed()) == listed(), "the list is longer than it must be: scripts/prose --shrink"


def test_the_list_shrinks_and_never_grows() -> None:
    known = {"a.md": {"he": 3, "who": 1}, "b.md": {"he": 1}}
    found = {"a.md": {"he": 2, "what": 4}, "c.md": {"he": 1}}
    assert shrunk(found, known) == {"a.md": {"he": 2}}
    assert beyond(found, known) == {"a.md": {"what": 4}, "c.md": {"he": 1}}
