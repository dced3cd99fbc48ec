"""A crowded moment in which every sort of clause is at work, with all that it lists."""

from __future__ import annotations

import worlds

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.stacks.moving import MoveOptions

_ROWS = ("..w...", "..m.w.", "......", "wm..s.", "......", "..w...")
_AT = {
    "B-1": "0202", "B-2": "0202", "BL": "0202", "B-3": "0304", "BT-1": "0104", "BT-2": "0104",
    "R-1": "0502", "R-2": "0405", "R-3": "0405", "RT-1": "0603", "B-4": "entering", "B-5": "entering",
}  # fmt: skip


def options() -> MoveOptions:
    """Blue's moves: two ways of moving, stacks that go together, zones that cost and bar, exits, entries."""
    zone = {"of": ["all"], "stop": False, "enter": 1, "leave": "1/2", "hop": "not_same", "rule": "4"}
    march = {"rule": "3", "budget": "movement", "stacks": "together"}
    rail = {"rule": "3.9", "hexes": 3, "along": ["rail"], "cost": 1, "zones": "closed"}
    exits = [{"over": ["0101", "0106", "woods"], "cost": 1, "rule": "6"}]
    rules = worlds.clauses(
        movement={"march": march, "rail": rail},
        phases={
            "movement": {"does": "move", "by": ["march", "rail"], "enters": True, "exits": exits, "rule": "2"}
        },
        zones=[zone, {**zone, "of": ["armour"], "reach": 2, "cancelled_by_friends": True}],
        stacking=[{"limit": 2, "holds": "move_end", "free": ["leader"], "rule": "5"}],
        entering={"blocked": "nearest", "zones": "open", "column": True, "rule": "7"},
    )
    late = {"side": "blue", "turn": 1, "counters": ["B-4", "B-5"], "hexes": ["0405"], "rule": "8"}
    roads = {"rail": [["0104", "0204", "0305", "0405"]], "road": [["0101", "0201", "0302", "0402"]]}
    known = worlds.battle(
        rules, worlds.small_map(_ROWS, roads=roads), entries=[{**late, "source": worlds.SOURCE}]
    )
    clause = known.rules.phases["movement"]
    assert isinstance(clause, MovePhase)
    return MoveOptions(worlds.field(known, _AT), clause)


def listed() -> str:
    """All orders, and what a form and a hand are told."""
    found = options()
    orders = [str(order) for order in found.legal()]
    actors = [name for name, _ in found.actors()]
    reached = [str(each) for name in actors for each in found.reach(name)]
    faults = [str(found.why_closed(name, place)) for name in actors for place in found.board.neighbours]
    return "\n".join([*orders, *actors, *reached, *faults])
