"""Facts and turns of a case that no game reaches: the case fails with a message, or plays on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from modules.cases import Case, problem_of, read_cases

RULES = Path(__file__).parents[1] / "rules"
GAMES = sorted(path.name for path in RULES.iterdir() if path.is_dir())
WILD = (9_999, -9_999, 0, 1)


def cases_with_facts(game: str) -> Iterator[tuple[str, str, Case]]:
    """For each fact that a game's cases set, the first case with it."""
    seen: set[str] = set()
    for file in sorted((RULES / game).rglob("*.yaml")):
        read = read_cases(file)
        for case in read.cases:
            for fact in case.facts:
                if fact not in seen:
                    seen.add(fact)
                    yield read.scenario, fact, case


@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_a_case_breaks_the_rules(game: str) -> None:
    tried = 0
    for scenario, fact, case in cases_with_facts(game):
        for number in WILD:
            changed: dict[str, Any] = {"facts": {**case.facts, fact: number}}
            problem_of(scenario, case.model_copy(update=changed))  # may say what it likes, and no more
            tried += 1
    assert tried >= len(WILD)


@pytest.mark.parametrize("game", GAMES)
def test_nor_does_a_turn_far_beyond_the_last(game: str) -> None:
    for file in sorted((RULES / game).rglob("*.yaml")):
        read = read_cases(file)
        problem_of(read.scenario, read.cases[0].model_copy(update={"turn": 199}))
