"""Traces as the contract says them, slowly: every way of a unit is tried, step by step, from the unit on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from modules.geometry import HexGrid

PROHIBITED = {"l": {"infantry", "armour"}, "m": {"armour"}}
"""The kinds of counters that a letter of the map lets nowhere."""
KINDS = {"B": "infantry", "BT": "armour", "R": "infantry", "RT": "armour"}


class Land(NamedTuple):
    """A map: the letter of each hex, and the pairs of hexes with a hexside or a road between them."""

    grid: HexGrid
    letters: Mapping[str, str]
    sides: Mapping[str, set[frozenset[str]]]
    roads: Mapping[str, set[frozenset[str]]]


def side_of(unit: str) -> str:
    """Whose a counter is."""
    return "blue" if unit.startswith("B") else "red"


def zone(land: Land, at: Mapping[str, str], side: str) -> set[str]:
    """The hexes in the ZOC of enemies: theirs and those beside them, but not across a cliff."""
    found = set()
    for unit, here in at.items():
        if side_of(unit) != side:
            near = (h for h in land.grid.adjacency[here] if frozenset((here, h)) not in land.sides["cliff"])
            found |= {here, *near}
    return found


def leads(
    land: Land, at: Mapping[str, str], clause: Mapping[str, Any], unit: str, holders: Mapping[str, str]
) -> bool:
    """Whether the trace of a clause leads from a unit."""
    side, start = side_of(unit), at[unit]
    enemies = {h for u, h in at.items() if side_of(u) != side}
    friends = {h for u, h in at.items() if side_of(u) == side}
    covered = zone(land, at, side) if clause["zones"] != "open" else set()
    ends = {h for h in clause.get("to", ()) if not clause.get("held") or holders.get(h) == side}
    ends |= {at[u] for u in clause.get("to_units", ()) if u in at and side_of(u) == side}

    def enters(here: str, there: str) -> bool:
        """Whether a way may lead from a hex into the next."""
        edge = frozenset((here, there))
        opened = clause["zones"] == "friend_opens" and there in friends
        return not (
            there in enemies
            or (there in covered and not opened)
            or there in clause.get("not_into", ())
            or KINDS[unit.split("-")[0]] in PROHIBITED.get(land.letters[there], ())
            or edge in land.sides["cliff"]
            or any(edge in land.sides[name] for name in clause.get("not_across", ()))
        )

    along, before = clause.get("along", ()), clause.get("before", 0)
    todo, seen = [(start, 0, 0, False)], set()
    while todo:
        state = here, length, off, on_road = todo.pop(0)
        if here in ends:
            return True
        if state in seen or length == clause.get("hexes", 30):
            continue
        seen.add(state)
        for there in land.grid.adjacency[here]:
            if not enters(here, there):
                continue
            follows = any(frozenset((here, there)) in land.roads[name] for name in along)
            if not along or follows:
                todo.append((there, length + 1, off, True))
            if along and not on_road and off < before:
                todo.append((there, length + 1, off + 1, False))
    return False
