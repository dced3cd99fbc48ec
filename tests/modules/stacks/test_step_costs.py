"""What one step costs: the parts of the chart, each as the first clause that holds for it replaces it."""

from __future__ import annotations

from typing import Any

import pytest
import worlds

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import MoveStack

ALL = {"units": {"of": ["all"]}, "rule": "3.1"}
RIVER = {"hexsides": {"river": [["0202", "0302"]], "stream": [["0202", "0302"]]}}
BOTH = {"roads": {"road": [["0202", "0302"]], "rail": [["0202", "0302"]]}}


def costs(*clauses: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A march with these clauses of costs."""
    return {"rule": "3", "budget": 9, "costs": [{**ALL, **each} for each in clauses], **more}


CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "woods and both hexsides": (costs(), RIVER, "4"),
    "the first clause that names the hex": (
        costs({"into": ["woods"], "mp": 5}, {"into": ["0302"], "mp": 1}), {}, "5",
    ),
    "a clause of other units is passed over": (
        costs({"into": ["woods"], "mp": 5, "units": {"of": ["armour"]}}, {"into": ["0302"], "mp": 1}),
        {},
        "1",
    ),
    "one part times, another replaced": (
        costs({"into": ["woods"], "times": 2}, {"across": ["river"], "mp": 0}), RIVER, "5",
    ),
    "a road with the toll of the river": (costs(), {**RIVER, "roads": {"road": [["0202", "0302"]]}}, "1 1/2"),
    "the cheaper of two lines": (costs({"along": ["rail"], "mp": "1/4"}), BOTH, "1/4"),
    "the cheaper of two, the other way round": (costs({"along": ["rail"], "mp": 2}), BOTH, "1/2"),
    "a road twice as dear": (costs({"along": ["road"], "times": 2}), BOTH, "1"),
    "a prohibited road is not used": (costs({"along": ["road"], "mp": "prohibited"}), BOTH, "2"),
    "roads ignored": (costs(roads="ignored"), BOTH, "2"),
    "along rails whatever lies there": (costs(along=["rail"], cost=1), {**RIVER, **BOTH}, "1"),
    "a lift of what the chart prohibits": (
        costs({"across": ["cliff"], "mp": 3}), {"hexsides": {"cliff": [["0202", "0302"]]}}, "5",
    ),
    "each step one hex": (
        {"rule": "3", "hexes": 2, "costs": [{**ALL, "into": ["woods"], "mp": 9}]}, {}, "1 hex",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_step_costs_the_sum_of_its_parts(name: str) -> None:
    march, ground, cost = CASES[name]
    rules = worlds.clauses(movement={"march": march})
    known = worlds.battle(rules, worlds.small_map(("......", "..w...", "......"), **ground))
    clause = known.rules.phases["movement"]
    assert isinstance(clause, MovePhase)
    options = MoveOptions(worlds.field(known, {"B-1": "0202"}), clause)
    order = MoveStack(("B-1",), ("0302",))
    assert options.fault(order) is None
    assert options.spent_on(order)[0] == cost
