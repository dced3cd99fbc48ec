"""The degree of each number, by the clauses that bear it, the ledger, and the rule cases of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from modules.definition import load
from modules.definition.formats.rules import RulesFile
from modules.definition.rule_degrees import carried_numbers
from modules.engine.errors import Illegal
from modules.free_table.ledger_limits import check_limits
from modules.free_table.ledger_text import count_line, ledger_lines
from modules.free_table.orders import Flip
from modules.free_table.rules import build
from modules.ledger import own_cases
from tests.modules.rules_file.ruled_ridge import change, make_ridge, write_cases

CASE = """\
  - rule: "5.1"
    title: A unit stops beside the enemy
    phase: norman movement
    units: {N-knight-1: "0508", S-fyrd-1: "0505", others: reserve}
    play:
      - refused: {side: norman, order: move N-knight-1 0507-0506-0405, rule: "6.1"}
"""


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    return make_ridge(tmp_path / "ridge")


def _degrees(folder: Path) -> dict[str, str | None]:
    return {number: entry.by for number, entry in load(folder).ledger.items()}


def test_clauses_give_the_program_their_numbers_and_attacks_half_of_theirs(ridge: Path) -> None:
    """In the order of the rulebook; without a ledger no other number is known."""
    by_program = ("3.0", "5.1", "5.5", "6.0", "6.1", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9")
    expected = dict.fromkeys(by_program, "program") | {"7.0": "half", "7.1": "half"}
    assert list(_degrees(ridge).items()) == list(expected.items())
    change(ridge, "rules.yaml", 'rule: "7.1"', 'rule: "6.1"')
    assert _degrees(ridge)["6.1"] == "program"


def test_what_an_attacker_names_makes_its_number_half() -> None:
    """A number that another clause bears too, so that the program carries out a part of it."""
    said: dict[str, Any] = {
        "rule": "5", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [], "results": {"X": []},
        "strength": {"by": "attack", "attack": "combat", "above": "clamp", "below": "clamp"},
        "modifiers": [{"rule": "5.1", "of": "attackers", "drm": 1, "who": "any"}],
        "named": {"rule": "5.1", "drm": 1},
    }  # fmt: skip
    rules = RulesFile.model_validate({"rules": 1, "book": "B", "attacks": {"battle": said}}, strict=False)
    assert {n: each.by for n, each in carried_numbers(rules, None, None).items()} == {
        "5": "program", "5.1": "half",
    }  # fmt: skip


def test_the_ledger_tells_the_others_and_may_call_a_number_half(ridge: Path) -> None:
    (ridge / "ledger.yaml").write_text(
        'rules:\n  - {number: "5.1", summary: Zones stop, by: half}\n'
        '  - {number: "8.0", summary: Morale}\n  - {number: "1.0", summary: Scale, flavour: history}\n',
        encoding="utf-8",
    )
    found = _degrees(ridge)
    assert (found["5.1"], found["8.0"], found["1.0"], found["5.5"]) == ("half", "hand", "nothing", "program")
    entries = load(ridge).ledger
    assert (entries["5.1"].summary, entries["5.5"].summary) == ("Zones stop", "The ridge, for tests")


def test_a_hand_does_not_act_under_a_number_of_the_program(ridge: Path) -> None:
    definition = load(ridge)
    state = build(definition, "ridge", frozenset()).start()
    check_limits(definition, state, "norman", Flip("7.1", "N-foot-1"))
    with pytest.raises(Illegal, match="is carried out by the program"):
        check_limits(definition, state, "norman", Flip("5.1", "N-foot-1"))


def test_numbers_with_a_case_are_counted_and_told_beside_their_clauses(ridge: Path) -> None:
    definition = load(ridge)
    assert not own_cases(definition).refs
    write_cases(ridge, "zones.yaml", CASE, CASE)
    cases = own_cases(definition)
    words = {number: cases.words_of(number) for number in cases.refs}
    assert words == {"5.1": "zones.yaml 1-2", "6.1": "zones.yaml 1-2"}
    first, *lines = ledger_lines(definition, words, {})
    assert first == (
        "13 numbers: the program carries out 11 (2 of them with an example of play), 2 half, 0 by hand, "
        "0 need nothing"
    )
    at = lines.index("5.1: by program: The ridge, for tests")
    assert lines[at + 1 : at + 3] == ["    rules.yaml zones 1", "    cases: zones.yaml 1-2"]
    assert count_line(definition.ledger, ()).startswith(
        "13 numbers: the program carries out 11 (none of them"
    )


def test_a_case_of_a_number_that_the_ledger_does_not_have_is_told(ridge: Path) -> None:
    write_cases(ridge, "zones.yaml", CASE.replace('rule: "5.1"', 'rule: "5.9"', 1))
    assert own_cases(load(ridge)).faults == ()  # without a ledger any number will do
    (ridge / "ledger.yaml").write_text('rules:\n  - {number: "8.0", summary: Morale}\n', encoding="utf-8")
    (fault,) = own_cases(load(ridge)).faults
    assert (fault.place.line, fault.message) == (3, "there is no rule '5.9' in ledger.yaml")
