"""Retreats under random clauses on random maps against a slow model of their wording, and listing against
checking.
"""

from __future__ import annotations

from typing import Any

import worlds
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from move_model import Scene
from random_worlds import BLUE, GROUPS, HEXES, LATE, RED, SIZE, land_of, model_counters, scenes
from retreat_model import Flight
from worlds import Chance, typed

from modules.definition.formats.clauses.combat import RetreatClause
from modules.engine.stacks.aftermath.retreat_ways import RetreatWays
from modules.engine.stacks.aftermath.retreating import RetreatOptions
from modules.engine.stacks.field import StackField

SLOW = settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)  # fmt: skip
_places = st.lists(st.sampled_from(["woods", "marsh", *HEXES[::4]]), min_size=1, max_size=2, unique=True)


@st.composite
def clauses(draw: st.DrawFn) -> dict[str, Any]:
    """A clause of retreat."""
    found = {
        "rule": "6", "led_by": draw(st.sampled_from(["owner", "victor"])), "exactly": draw(st.booleans()),
        "zones": draw(st.sampled_from(["open", "closed", "friend_opens"])),
        "friends": draw(st.sampled_from(["barred", "through", "onward", "displace"])),
        "blocked": draw(st.sampled_from(["eliminate", "step", "stay"])),
    }  # fmt: skip
    if draw(st.integers(0, 4)) == 0:
        found["toward"] = {"blue": draw(_places)}
    return found


@st.composite
def crowds(draw: st.DrawFn) -> tuple[StackField, Scene]:
    """Many friends in small space, where one or two may lie in a hex."""
    letters = st.lists(st.sampled_from("....l"), min_size=SIZE, max_size=SIZE).map("".join)
    rows = draw(st.lists(letters, min_size=SIZE, max_size=SIZE))
    ground: dict[str, Any] = {"rows": rows, "levels": ["0" * SIZE] * SIZE, "hexsides": {}, "roads": {}}
    holds = st.sampled_from(["always", "move_end", "phase_end"])
    limits = [{"rule": "5", "limit": draw(st.sampled_from([1, 1, 1, 2])), "holds": draw(holds)}]
    zones = [{"rule": "4", "of": ["all"], "stop": True, "leave": "free", "hop": "free"}] * draw(
        st.integers(0, 1)
    )
    rules = {**worlds.clauses(stacking=limits, zones=zones), "groups": GROUPS}
    near = draw(st.permutations([h for h in HEXES if from_the_middle(ground, h) <= 1]))
    at = dict(zip((*BLUE, *LATE), near, strict=False))
    far = [h for h in HEXES if h not in at.values()]
    at |= {unit: draw(st.sampled_from(far)) for unit in RED[: draw(st.integers(0, 2))]}
    counters = {unit: each for unit, each in model_counters().items() if unit in at}
    when: dict[str, Any] = {"turn": 1, "phase": "movement", "side": "blue"}
    scene = Scene(rules, land_of(ground), counters, at, **when)
    return worlds.field(worlds.battle(rules, worlds.small_map(**ground)), at, **when), scene


def from_the_middle(ground: dict[str, Any], hex_id: str) -> int:
    """How far a hex is from the middle of the map."""
    return land_of(ground).grid.distance("0303", hex_id)


_hexes = st.sampled_from([1, 1, 2, 2, 3, "safe"])


@SLOW
@given(st.one_of(scenes(), crowds()), clauses(), _hexes, st.data())
def test_units_retreat_where_the_wording_lets_them(
    made: tuple[StackField, Scene], clause: dict[str, Any], hexes: int | Any, data: st.DataObject
) -> None:
    field, scene = made
    read = typed(RetreatClause, clause)
    for unit in (each for each in BLUE if field.at(each)):
        chain = data.draw(st.lists(st.sampled_from(HEXES), max_size=1)) if hexes == 1 else []
        ways = RetreatWays(field, read, unit, hexes, chain)
        model = Flight(scene, clause, unit, hexes, chain)
        kind, ends = model.ends()
        assert (ways.kind or "", set(ways.paths)) == (kind, ends), unit
        for path in ways.paths.values():
            assert ways.fault(path) is None, path
            assert model.kind(path) == kind, path
        for _ in range(6):
            path = tuple(data.draw(_walk(scene, unit)))
            legal = bool(kind) and model.kind(path) == kind
            fault = ways.fault(path)
            assert not kind or (fault is None) == legal, (path, fault)


@st.composite
def _walk(draw: st.DrawFn, scene: Scene, unit: str) -> list[str]:
    """Adjacent hexes, mostly."""
    path, here = list[str](), scene.at[unit]
    for _ in range(draw(st.integers(1, 4))):
        here = draw(st.sampled_from([*scene.land.beside(here)] * 3 + [HEXES[7]]))
        path.append(here)
    return path


@SLOW
@given(st.one_of(scenes(), crowds()), clauses(), _hexes, st.randoms(use_true_random=False))
def test_what_is_listed_and_drawn_is_legal(
    made: tuple[StackField, Scene], clause: dict[str, Any], hexes: int | Any, random: Any
) -> None:
    field, _ = made
    there = [unit for unit in BLUE if field.at(unit)]
    options = RetreatOptions(field, typed(RetreatClause, clause), there, hexes)
    listed = options.legal()
    assert bool(listed) == bool(options.movers)
    for order in listed:
        options.judge(order)
    for _ in range(10 if listed else 0):
        fresh = RetreatOptions(field, typed(RetreatClause, clause), there, hexes)
        drawn = fresh.sample(Chance(random.randrange))
        options.judge(drawn)
        assert drawn in listed
    for unit in options.movers:
        ends = {order.path[-1] for order in listed if order.unit == unit}
        for place in HEXES:
            assert (options.why_closed(unit, place) is None) == (place in ends), (unit, place)
