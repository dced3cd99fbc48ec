"""Moves under random clauses on random maps against a slow model of their wording, and listing against
checking.
"""

from __future__ import annotations

from functools import partial
from random import Random

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from move_model import EXIT, Scene, Walk
from random_worlds import BLUE, HEXES, LATE, scenes
from worlds import TERRAIN, Chance

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.hexes.board import written
from modules.engine.stacks.allowances import tell_amount
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import Done, MoveStack

SLOW = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)  # fmt: skip
"""A world is large: to make a smaller one of it takes minutes, and what differs is told as it is."""


def options_of(field: StackField) -> MoveOptions:
    """The moves of the phase of movement."""
    phase = field.battle.rules.phases["movement"]
    assert isinstance(phase, MovePhase)
    return MoveOptions(field, phase)


def walks(scene: Scene, movers: tuple[str, ...], unit: str) -> list[Walk]:
    """How the model has a unit go, by each way of moving that it has."""
    phase, ways = scene.rules["phases"]["movement"], scene.rules["movement"]
    named = [ways[name] for name in phase["by"] if len(movers) == 1 or ways[name].get("stacks") == "together"]
    return [Walk(scene, phase, way, unit, movers) for way in named]


def may_move(scene: Scene, unit: str) -> bool:
    """Whether the model lets a unit move in the phase."""
    waits = scene.at[unit] == "entering"
    due = not waits or scene.entries[unit][0] <= scene.turn
    return (
        due
        and scene.counters[unit].side == scene.side
        and scene.holds(unit, scene.rules["phases"]["movement"]["units"])
    )


def numbers(scene: Scene) -> set[str]:
    """The numbers that a refusal may quote: those of clauses, of the terrain chart, of the scenario."""
    found = {"8", *(entry["rule"] for entry in TERRAIN.values())}
    waiting: list[object] = [scene.rules]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found |= {part["rule"]} if "rule" in part else set()
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


def is_legal(scene: Scene, units: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether the model lets units move so."""
    places = {scene.at[unit] for unit in units}
    together = len(units) == 1 or (
        len(places) == 1 and places <= set(HEXES) and len(set(units)) == len(units)
    )
    return (
        together
        and all(may_move(scene, unit) for unit in units)
        and all(any(w.cost(path) is not None for w in walks(scene, units, unit)) for unit in units)
    )


def owes(scene: Scene) -> bool:
    """Whether the phase may not end: too much lies in a hex by a clause for the end of the phase, and a unit
    that the clause counts can still move."""
    clauses = [
        c for c in scene.rules["stacking"] if c["holds"] == "phase_end" and scene.now(c.get("when", {}))
    ]
    for clause, hex_id in ((c, h) for c in clauses for h in HEXES if scene.placed(h, c.get("at", ()))):
        there = [u for u in BLUE if scene.at[u] == hex_id and scene.counts(clause, u)]
        can = [u for u in there if may_move(scene, u) and any(w.ends() for w in walks(scene, (u,), u))]
        if sum(scene.weight(clause, unit) for unit in there) > clause["limit"] and can:
            return True
    return False


@SLOW
@given(scenes())
def test_units_come_where_the_wording_lets_them(made: tuple[StackField, Scene]) -> None:
    field, scene = made
    options = options_of(field)
    for unit in scene.counters:
        if not may_move(scene, unit):
            assert options.mover_fault(unit) is not None, unit
            continue
        expected: dict[str, str] = {}
        for walk in reversed(walks(scene, (unit,), unit)):
            tell = partial(tell_amount, by_hexes=True) if walk.allowance()[1] else written
            expected |= {place: tell(mp) for place, mp in walk.ends().items()}
        assert {each.place: each.cost for each in options.reach(unit)} == expected, unit


@SLOW
@given(scenes(), st.data())
def test_a_path_is_judged_as_the_wording_says(made: tuple[StackField, Scene], data: st.DataObject) -> None:
    """Paths at random, of one unit or of several: legal or refused as in the model, by a number of a clause;
    where one is legal, its end is listed."""
    field, scene = made
    options = options_of(field)
    for _ in range(8):
        units = tuple(
            data.draw(st.lists(st.sampled_from([*BLUE, *LATE]), min_size=1, max_size=2, unique=True))
        )
        order = MoveStack(units, tuple(data.draw(_paths(scene, units[0]))))
        fault = options.fault(order)
        assert (fault is None) == is_legal(scene, units, order.path), (str(order), fault)
        if fault is not None:
            assert fault.rule in numbers(scene), fault
        elif len(units) == 1 and order.path[-1] != scene.at[units[0]]:
            assert order.path[-1] in {move.path[-1] for move in options.moves_of(units)}, str(order)


@st.composite
def _paths(draw: st.DrawFn, scene: Scene, unit: str) -> list[str]:
    """A path, mostly of adjacent hexes."""
    path: list[str] = []
    here = scene.at[unit]
    for _ in range(draw(st.integers(1, 4))):
        beside = scene.land.beside(here) if here in HEXES else scene.entries[unit][1]
        here = draw(st.sampled_from([*beside, *beside, *beside, HEXES[7], EXIT]))
        path.append(here)
        if here == EXIT:
            break
    return path


@SLOW
@given(scenes(), st.randoms(use_true_random=False))
def test_what_is_listed_and_drawn_is_legal(made: tuple[StackField, Scene], random: Random) -> None:
    field, scene = made
    options = options_of(field)
    listed = options.legal()
    for order in (*listed, *(options_of(field).sample(Chance(random.randrange)) for _ in range(10))):
        options.judge(order)
        if isinstance(order, MoveStack):
            assert is_legal(scene, order.units, order.path), str(order)
    assert (Done() in listed) == (options.fault(Done()) is None) == (not owes(scene))
    assert listed
