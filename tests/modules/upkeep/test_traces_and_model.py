"""Traces, one search for all units, against each way of each unit by a model that knows only the contract."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import worlds
from hypothesis import given
from hypothesis import strategies as st
from trace_model import Land, leads, side_of

from modules.definition.places import hex_grid

SIZE = 6
HEXES = [f"{a:02d}{b:02d}" for a in range(1, SIZE + 1) for b in range(1, SIZE + 1)]
UNITS = ("B-1", "B-2", "BT-1", "R-1", "R-2", "RT-1")
_hexes = st.lists(st.sampled_from(HEXES), min_size=1, max_size=5, unique=True)


@st.composite
def clauses(draw: st.DrawFn) -> dict[str, Any]:
    """A clause of traces in which each key occurs."""
    found: dict[str, Any] = {"zones": draw(st.sampled_from(["open", "closed", "friend_opens"]))}
    if draw(st.booleans()):
        found["to"] = draw(_hexes)
        found["held"] = draw(st.sampled_from([False, False, True]))
    if "to" not in found or draw(st.integers(0, 3)) == 0:
        found["to_units"] = draw(st.sampled_from([["B-2", "R-1"], ["BT-1", "RT-1"]]))
    if draw(st.booleans()):
        found["hexes"] = draw(st.integers(0, 6))
    if draw(st.integers(0, 2)) == 0:
        found |= {
            "along": draw(st.sampled_from([["road"], ["rail"], ["road", "rail"]])),
            "before": draw(st.integers(0, 3)),
        }
    if draw(st.integers(0, 2)) == 0:
        found["not_into"] = draw(_hexes)
    if draw(st.integers(0, 2)) == 0:
        found["not_across"] = draw(st.sampled_from([["river"], ["stream", "river"]]))
    return found


@st.composite
def lands(draw: st.DrawFn) -> tuple[Any, Land]:
    """A map as the program takes it, and as the model does."""
    rows = draw(
        st.lists(
            st.lists(st.sampled_from("......ml"), min_size=SIZE, max_size=SIZE).map("".join),
            min_size=SIZE,
            max_size=SIZE,
        )
    )
    grid = hex_grid(worlds.small_map(rows).grid)
    pairs = [(one, other) for one in HEXES for other in grid.adjacency[one] if one < other]
    lines = st.lists(st.sampled_from(pairs), min_size=1, max_size=12, unique=True)
    sides = {name: draw(lines) for name in ("river", "stream", "cliff")}
    roads = {
        name: [f"{a:02d}{draw(st.shared(st.integers(1, SIZE), key=name)):02d}" for a in range(1, SIZE + 1)]
        for name in ("road", "rail")
    }
    steps = {name: {frozenset(p) for p in pairwise(path)} for name, path in roads.items()}
    made = worlds.small_map(rows, hexsides=sides, roads={name: [path] for name, path in roads.items()})
    letters = {h: rows[int(h[2:]) - 1][int(h[:2]) - 1] for h in HEXES}
    return made, Land(grid, letters, {n: {frozenset(p) for p in each} for n, each in sides.items()}, steps)


@given(lands(), clauses(), st.data())
def test_a_trace_leads_where_some_way_of_a_unit_does(
    made: tuple[Any, Land], clause: dict[str, Any], data: st.DataObject
) -> None:
    each_map, land = made
    at = {unit: data.draw(st.sampled_from(HEXES)) for unit in UNITS}
    at = {
        u: h for u, h in at.items() if all(side_of(o) == side_of(u) or other != h for o, other in at.items())
    }
    holders = {h: data.draw(st.sampled_from(["blue", "red"])) for h in clause.get("to", ())}
    rules = worlds.clauses(
        traces={"line": {"rule": "8", **clause}},
        zones=[{"rule": "4", "of": ["all"], "stop": True, "leave": "free", "hop": "free"}],
        control=[{"rule": "9", "places": HEXES, "by": "last_to_enter"}],
    )
    field = worlds.field(worlds.battle(rules, each_map), at, holders=holders)
    found = {unit: field.has_trace(unit, ("line",)) for unit in at}
    assert found == {unit: leads(land, at, clause, unit, holders) for unit in at}


@given(lands(), clauses())
def test_a_trace_asked_of_a_place_is_that_of_a_unit_there(
    made: tuple[Any, Land], clause: dict[str, Any]
) -> None:
    rules = worlds.clauses(traces={"line": {"rule": "8", **clause, "held": False}})
    known = worlds.battle(rules, made[0])
    empty = worlds.field(known, {"R-1": "0101"})
    for place in HEXES[1::5]:
        there = worlds.field(known, {"R-1": "0101", "B-1": place})
        assert empty.traces.leads_from("B-1", place, "line") == there.has_trace("B-1", ("line",))
