"""The position in words: each counter on the board, its place and states, side by side."""

from __future__ import annotations

import re
from typing import Any, Final

from modules.definition import Definition
from modules.engine.position import PlacedCounter
from modules.engine.rules.view_rules import ViewRules
from pbem import errors
from pbem.rules import rules_lookup
from pbem.rules.table import Table

MARKER = "marker"
"""What stands in place of a counter where markers of a whole sector lie."""


PUBLIC: Final = ""
"""Everybody, who sees what no side alone may know."""


def seen_state(table: Table, side: str | None) -> Any:
    """The state as a side sees it, as everybody (PUBLIC) or, with None, all of it; raises BadPicture for an
    unknown side."""
    return seen_state_of(table.replay.rules, table.play.state, side)


def seen_state_of(rules: ViewRules[Any], state: Any, side: str | None) -> Any:
    """Any state of a game as `seen_state`."""
    if side is None:
        return state
    if side != PUBLIC and side not in rules.seats:
        raise errors.BadPicture(f"there is no side {side!r}; the sides are {', '.join(rules.seats)}")
    return rules.view(state, side)


def facts(table: Table, state: Any) -> list[dict[str, Any]]:
    """Each counter on the board in a state as it is seen, by side and number; one that is hidden has no name,
    nor have markers of a whole sector."""
    sides = table.replay.rules.sides
    placed = table.replay.rules.position(state)
    definition = rules_lookup.definition_of(table.game)
    ordered = sorted(placed, key=lambda p: (sides.index(p.side) if p.side in sides else -1, _natural(p)))
    return [
        {
            "counter": p.counter,
            "side": p.side,
            "place": p.place,
            "states": states_of(p, definition),
            "hidden": not p.counter and not p.lone,
        }
        for p in ordered
    ]


def _natural(placed: PlacedCounter) -> list[tuple[int, str]]:
    """Numbers in a name count as numbers: 9 comes before 10. Hidden counters last, by place."""
    parts = re.split(r"(\d+)", placed.counter or f"\uffff{placed.place}")
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def states_of(placed: PlacedCounter, definition: Definition) -> list[str]:
    """The states of a counter in words."""
    back = [definition.back_of(placed.counter)] if placed.reduced else []
    down = ["face down"] if placed.face_down and placed.counter else []
    steps = [f"steps lost: {placed.steps_lost}"] if placed.steps_lost else []
    return [*back, *steps, *down, *placed.markers]


def _row_name(row: dict[str, Any]) -> str:
    return str(row["counter"] or ("hidden" if row["hidden"] else MARKER))


def text(table: Table, state: Any) -> str:
    """The list for a person, a counter a line."""
    rows = facts(table, state)
    wide = max((len(_row_name(row)) for row in rows), default=0)
    lines = []
    for each in dict.fromkeys(row["side"] for row in rows):
        own = [row for row in rows if row["side"] == each]
        units = sum(_row_name(row) != MARKER for row in own)
        lines.append(f"{each or 'of no side'}: {units} on the board")
        lines += [f"  {_row_name(row):{wide}}  {', '.join([row['place'], *row['states']])}" for row in own]
    return "".join(f"{line}\n" for line in lines or ["the board is empty"])
