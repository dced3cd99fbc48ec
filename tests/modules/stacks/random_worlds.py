"""Random small maps, clauses and positions in which each key of movement, zones and stacking occurs; each as
the program takes it and as the model does.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import worlds
from hypothesis import strategies as st
from move_model import Counter, Land, Pair, Scene

from modules.engine.stacks.field import StackField
from modules.geometry import HexGrid

Draw = st.DrawFn
SIZE = 5
HEXES = [f"{a:02d}{b:02d}" for a in range(1, SIZE + 1) for b in range(1, SIZE + 1)]
BLUE = ("B-1", "B-2", "B-3", "BT-1", "BL")
RED = ("R-1", "R-2", "R-3", "RT-1")
LATE = ("B-4", "BT-2")
OPTION = "mud"

_counters = st.lists(
    st.sampled_from(["all", "blue", "red", "infantry", "armour", "leader", "B", "R-1", "own", "tanks"]),
    min_size=1, max_size=2, unique=True,
)  # fmt: skip
_places = st.lists(
    st.sampled_from(["woods", "marsh", "slope", *HEXES[::3]]), min_size=1, max_size=3, unique=True
)
_sides = st.lists(st.sampled_from(["river", "stream", "cliff"]), min_size=1, max_size=2, unique=True)
_roads = st.lists(st.sampled_from(["road", "rail"]), min_size=1, max_size=2, unique=True)
_states = st.lists(st.sampled_from(["tired", "reduced"]), min_size=1, max_size=2, unique=True)
_mp = st.sampled_from([0, 1, 2, "1/2", "3/2"])
GROUPS = {"own": {"sides": ["blue"]}, "tanks": {"kinds": ["armour"], "sides": ["blue", "red"]}}


def _some(draw: Draw, often: float, **keys: st.SearchStrategy[Any]) -> dict[str, Any]:
    """Some of these keys."""
    one_in = st.sampled_from(range(100))  # evenly, where `integers` would draw small ones more often
    return {key: draw(each) for key, each in keys.items() if draw(one_in) >= 100 - often * 100}


@st.composite
def times(draw: Draw) -> dict[str, Any]:
    """When: mostly at no special time."""
    return _some(
        draw,
        0.06,
        turns=st.sampled_from([[1], [2], ["late"], [1, "late"]]),
        phases=st.sampled_from([["movement"], ["combat"]]),
        sides=st.sampled_from([["blue"], ["red"]]),
        option=st.just([OPTION]),
        not_option=st.just([OPTION]),
    )


@st.composite
def units(draw: Draw) -> dict[str, Any]:
    """Which units."""
    deeds = st.lists(st.sampled_from(["moved", "attacked"]), min_size=1, max_size=1)
    near = st.fixed_dictionaries({"of": _counters, "hexes": st.integers(0, 2)})
    return _some(
        draw,
        0.07,
        of=_counters, not_of=_counters, state=_states, not_state=_states, at=_places, not_at=_places,
        was=deeds, not_was=deeds, zone=st.sampled_from(["enemy", "none"]), near=near,
    )  # fmt: skip


@st.composite
def _condition(draw: Draw) -> dict[str, Any]:
    return {
        "rule": draw(st.sampled_from(["3.1", "3.2", "3.3"])),
        "units": draw(units()),
        "when": draw(times()),
    }


@st.composite
def _amount(draw: Draw) -> dict[str, Any]:
    budget = st.sampled_from(["movement", 2, 3])
    return draw(
        st.one_of(
            st.fixed_dictionaries({"budget": budget}), st.fixed_dictionaries({"hexes": st.integers(1, 3)})
        )
    )


@st.composite
def _change(draw: Draw) -> dict[str, Any]:
    found = draw(_condition())
    if draw(st.booleans()):
        found |= {"times": draw(st.sampled_from(["1/2", 2, "2/3"]))}
        found |= {"round": draw(st.sampled_from(["up", "down", "exact"]))}
    if "times" not in found or draw(st.booleans()):
        found["add"] = draw(st.sampled_from([-2, -1, 1]))
    return found


@st.composite
def _cost(draw: Draw) -> dict[str, Any]:
    found: dict[str, Any] = draw(_condition())
    if not found["units"] and not found["when"]:
        found["units"] = {"of": draw(_counters)}
    key = draw(st.sampled_from(["into", "across", "along"]))
    found[key] = draw({"into": _places, "across": _sides, "along": _roads}[key])
    if draw(st.booleans()):
        return {**found, "mp": draw(st.one_of(_mp, st.just("prohibited")))}
    return {**found, "times": draw(st.sampled_from(["1/2", 2]))}


@st.composite
def _way(draw: Draw) -> dict[str, Any]:
    found = {"rule": draw(st.sampled_from(["3", "3.9"])), **draw(_amount())}
    found["instead"] = draw(st.lists(_with(_amount()), max_size=1))
    found["changes"] = draw(st.lists(_change(), max_size=2))
    found["costs"] = draw(st.lists(_cost(), min_size=draw(st.integers(0, 2)), max_size=3))
    halts = st.fixed_dictionaries(
        {"rule": st.just("3.4"), "into": _places, "units": units(), "when": times()}
    )
    found["halts"] = draw(st.lists(halts, max_size=1))
    if draw(st.integers(0, 3)) == 0:
        found |= {"along": draw(_roads), "cost": draw(_mp)}
    found |= _some(
        draw,
        0.3,
        roads=st.sampled_from(["used", "ignored"]),
        zones=st.sampled_from(["ignored", "closed"]),
        stacks=st.just("together"),
        at_least_one=st.just(True),
    )
    return found


def _with(more: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(lambda one, other: {**one, **other}, _condition(), more)


@st.composite
def _zone(draw: Draw) -> dict[str, Any]:
    must = {
        "rule": st.sampled_from(["4", "4.1"]),
        "of": _counters,
        "stop": st.booleans(),
        "leave": st.sampled_from(["free", "combat_only", 1, "1/2"]),
        "hop": st.sampled_from(["free", "not_same", "never"]),
    }
    return draw(st.fixed_dictionaries(must)) | _some(
        draw, 0.2,
        state=_states, not_state=_states, binds=_counters, reach=st.integers(1, 2), not_across=_sides,
        not_into=_places, enter=st.one_of(_mp, st.just("never")), cancelled_by_friends=st.just(True),
        when=times(),
    )  # fmt: skip


@st.composite
def _stacking(draw: Draw) -> dict[str, Any]:
    holds = st.sampled_from(["always", "move_end", "phase_end"])
    must = {"rule": st.sampled_from(["5", "5.1"]), "limit": st.integers(0, 3), "holds": holds}
    return draw(st.fixed_dictionaries(must)) | _some(
        draw, 0.25,
        count=st.sampled_from(["units", "combat"]), of=_counters, free=_counters, at=_places, when=times(),
    )  # fmt: skip


@st.composite
def _rules(draw: Draw) -> dict[str, Any]:
    exits = st.fixed_dictionaries({"rule": st.just("6"), "over": _places, "cost": _mp, "of": _counters})
    ways = {name: draw(_way()) for name in draw(st.sampled_from([["march"], ["march", "other"]]))}
    phase = {
        "does": "move", "rule": "2", "by": [*ways], "units": draw(units()), "enters": True,
        "exits": draw(st.lists(exits, max_size=2)),
    }  # fmt: skip
    found = {
        "rules": 1, "book": "Tests", "turns": {"late": [2, 3]}, "groups": GROUPS, "movement": ways,
        "phases": {"movement": phase},
        "zones": draw(st.lists(_zone(), min_size=draw(st.integers(0, 1)), max_size=2)),
        "stacking": draw(st.lists(_stacking(), min_size=draw(st.integers(0, 1)), max_size=2)),
    }  # fmt: skip
    if draw(st.booleans()):
        must = {"blocked": st.sampled_from(["wait", "nearest"]), "zones": st.sampled_from(["open", "closed"])}
        found["entering"] = {"rule": "7", "column": draw(st.booleans()), **draw(st.fixed_dictionaries(must))}
    return found


def _letters(letters: str) -> st.SearchStrategy[list[str]]:
    """Rows of these letters, each as often as it stands there."""
    row = st.lists(st.sampled_from(letters), min_size=SIZE, max_size=SIZE).map("".join)
    return st.lists(row, min_size=SIZE, max_size=SIZE)


@st.composite
def _ground(draw: Draw) -> dict[str, Any]:
    rows, levels = draw(_letters(".......wwmsl")), draw(_letters("0001"))
    grid = _grid(rows)
    pairs = [(one, other) for one in HEXES for other in grid.adjacency[one] if one < other]
    lines = st.lists(st.sampled_from(pairs), min_size=1, max_size=10, unique=True)
    sides = _some(draw, 0.7, river=lines, stream=lines, cliff=lines)
    row = st.integers(1, SIZE)
    drawn = _some(draw, 0.8, road=row, rail=row)
    if draw(st.booleans()):
        drawn = dict.fromkeys(drawn, draw(row))
    roads = {name: [[f"{a:02d}{b:02d}" for a in range(1, SIZE + 1)]] for name, b in drawn.items()}
    return {"rows": rows, "levels": levels, "hexsides": sides, "roads": roads}


def _grid(rows: list[str]) -> HexGrid:
    from modules.definition.places import hex_grid

    return hex_grid(worlds.small_map(rows).grid)


@st.composite
def scenes(draw: Draw) -> tuple[StackField, Scene]:
    """A moment as the program takes it, and the same as the model does."""
    rules, ground = draw(_rules()), draw(_ground())
    options = draw(st.sampled_from([(), (OPTION,)]))
    hexes = draw(st.permutations(HEXES))
    at = {unit: draw(st.sampled_from(hexes[:4])) for unit in BLUE}
    at |= {unit: draw(st.sampled_from(hexes[4:10])) for unit in RED}
    at |= dict.fromkeys(LATE, "entering")
    entries = {"B-4": (1, hexes[10:12]), "BT-2": (2, hexes[3:6])}
    more: dict[str, Any] = {
        "turn": draw(st.integers(1, 3)), "phase": "movement", "side": "blue",
        "states": draw(st.dictionaries(st.sampled_from([*BLUE, *RED]), _states, max_size=4)),
        "deeds": draw(st.dictionaries(st.sampled_from(BLUE), st.just(["moved"]), max_size=2)),
        "entered_over": draw(st.dictionaries(st.sampled_from(hexes[10:12]), st.integers(1, 2), max_size=1)),
    }  # fmt: skip
    scene = Scene(rules, land_of(ground), model_counters(), at, options=options, entries=entries, **more)
    made = [
        {
            "side": "blue",
            "turn": turn,
            "counters": [unit],
            "hexes": over,
            "rule": "8",
            "source": worlds.SOURCE,
        }
        for unit, (turn, over) in entries.items()
    ]
    known = worlds.battle(rules, worlds.small_map(**ground), options, entries=made)
    return worlds.field(known, at, **more), scene


def land_of(ground: Mapping[str, Any]) -> Land:
    """The ground as the model takes it."""
    rows, levels = ground["rows"], ground["levels"]
    letters = {t["letter"]: name for name, t in worlds.TERRAIN.items() if "letter" in t}
    sides: dict[Pair, list[str]] = {}
    for name, pairs in ground["hexsides"].items():
        for pair in pairs:
            sides.setdefault(frozenset(pair), []).append(name)
    roads: dict[Pair, list[str]] = {}
    for name, paths in ground["roads"].items():
        for path in paths:
            for one, other in pairwise(path):
                roads.setdefault(frozenset((one, other)), []).append(name)
    return Land(
        _grid(rows),
        worlds.TERRAIN,
        {h: letters[rows[int(h[2:]) - 1][int(h[:2]) - 1]] for h in HEXES},
        sides,
        roads,
        {h: int(levels[int(h[2:]) - 1][int(h[:2]) - 1]) for h in HEXES},
    )


def model_counters() -> dict[str, Counter]:
    """The counters as the model takes them."""
    found: dict[str, Counter] = {}
    for unit in (*BLUE, *RED, *LATE):
        entry = unit if unit in worlds.COUNTERS else unit.rpartition("-")[0]
        made = worlds.COUNTERS[entry]
        back = {**made["values"], **made["reduced"]}
        found[unit] = Counter(made["nation"], made["kind"], entry, made["values"], back)
    return found
