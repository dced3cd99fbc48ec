"""`senlac odds`: of the last order of a rule case, and what is said of files that have none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

CASE = """scenario: three_battles/hastings
cases:
  - rule: "7.3"
    title: Two against one
    phase: norman combat
    units: {N-foot-1: "1209", N-foot-2: "1310", S-fyrd-1: "1210", S-fyrd-2: "3010"}
    play:
      - order: "norman: attack N-foot-1,N-foot-2 > S-fyrd-1"
      - dice: [1]
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "attack.yaml"
    file.write_text(CASE)
    return file


def test_the_last_order_of_a_case_is_asked_about(senlac, case: Path, tmp_path: Path) -> None:
    ran = senlac("odds", "three_battles/hastings", "--case", case, "--out", tmp_path / "odds.svg")
    assert (ran.code, ran.err) == (0, "")
    assert "exact: 6 branches of the dice" in ran.out
    assert "column of the CRT 3:1 (7.2)" in ran.out
    assert (tmp_path / "odds.svg").read_text().count("<rect") > 4
    facts = json.loads(senlac("odds", "three_battles/hastings", "--case", case, "--json").out)
    assert sum(each["value"] for each in facts["results"]) == pytest.approx(1)


FAULTS: dict[str, tuple[Callable[[str], str], str]] = {
    "no order": (lambda text: text.partition("    play:")[0], "case 1 has no order"),
    "illegal": (lambda text: text.replace("> S-fyrd-1", "> S-fyrd-2"), "against rule 7.4"),
    "not its turn": (
        lambda text: text.replace('"norman: attack', '"saxon: attack'),
        "norman must decide first",
    ),
    "no side": (lambda text: text.replace('"norman: attack', '"attack'), "expected `SIDE: ORDER`"),
    "no such verb": (lambda text: text.replace("attack N", "atack N"), "case 1: 'atack N-foot-1"),
    "no YAML": (lambda text: text.replace("    title", "\ttitle"), "attack.yaml:4:1: not YAML"),
    "no counter": (lambda text: text.replace("> S-fyrd-1", "> S-nobody"), "there is no counter 'S-nobody'"),
    "another battle": (
        lambda text: text.replace("/hastings", "/fulford"),
        "has cases of three_battles/fulford",
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_asked(senlac, case: Path, name: str) -> None:
    change, said = FAULTS[name]
    case.write_text(change(CASE))
    ran = senlac("odds", "three_battles/hastings", "--case", case)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert ran.err.count("attack.yaml") <= 1


def test_a_case_that_is_not_there(senlac, case: Path) -> None:
    ran = senlac("odds", "three_battles/hastings", "--case", case, "--number", 2)
    assert (ran.code, ran.err) == (1, f"senlac: {case} has no case 2: it has 1, counted from 1\n")


RULES = Path(__file__).parents[2] / "rules"


@pytest.mark.parametrize(
    ("scenario", "file", "number", "said"),
    [
        ("shield_wall/hastings", "shield_wall/setup.yaml", 3, "no dice fall for this order before 100 more"),
        ("hastings_pulsipher/full", "hastings_pulsipher/setup.yaml", 2, "a pack was shuffled in this phase"),
    ],
)
def test_orders_of_a_set_up_have_no_odds(senlac, scenario: str, file: str, number: int, said: str) -> None:
    ran = senlac("odds", scenario, "--case", RULES / file, "--number", number)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"senlac: {said}")


def test_a_chart_looks_the_same_without_our_fonts(senlac, case: Path, tmp_path: Path) -> None:
    senlac("odds", "three_battles/hastings", "--case", case, "--out", tmp_path / "odds.svg")
    assert "<text" not in (tmp_path / "odds.svg").read_text()
