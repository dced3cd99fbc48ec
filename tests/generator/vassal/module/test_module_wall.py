"""Shield Wall as a module: one key for two kinds of charge, walls as faces, ranges of archers alone."""

from __future__ import annotations

import pytest

from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import AreaOfEffect, CalculatedProperty, Embellishment
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import plan_module
from modules import library


@pytest.fixture(scope="module")
def plan() -> HexModule:
    found = plan_module(library.definition("shield_wall"))
    assert isinstance(found, HexModule)
    return found


def test_each_kind_has_what_its_rules_give_it(plan: HexModule) -> None:
    """6.10, 6.11, 6.8: who charges or goes berserk; 6.4: archers have no ZOC; 7.2: they reach 4 and 5."""
    layers, zones = {}, {}
    for counter in ("S-fyrd-1", "N-knight-1", "N-archer-1", "N-William"):
        traits = plan.roster.counter(counter).traits
        layers[counter] = [t.name for t in traits if isinstance(t, Embellishment)]
        zones[counter] = [(t.radius, t.key) for t in traits if isinstance(t, AreaOfEffect)]
    assert layers == {
        "S-fyrd-1": ["ChargeSaxon", "Berserk", "Step"],
        "N-knight-1": ["Charge", "Step"],
        "N-archer-1": ["Step"],
        "N-William": ["Charge", "Step"],
    }
    assert zones["N-archer-1"] == [(4, ctrl("R")), (5, ctrl("L"))]
    assert zones["S-fyrd-1"] == zones["N-William"] == [(1, ctrl("O"))]


def test_a_wall_that_is_down_is_no_reduced_unit(plan: HexModule) -> None:
    """7.1: a unit of two counters; VASSAL's chat and lists call it by the state that is up."""
    traits = plan.roster.counter("S-huscarl-1").traits
    (step,) = (t for t in traits if isinstance(t, Embellishment) and t.name == "Step")
    assert step.names == ("", "+ (wall down)")
    (told,) = (t for t in traits if isinstance(t, CalculatedProperty) and t.name == "Condition")
    assert '? "wall down" : "wall up"' in told.expression


def test_leaders_who_have_a_hex_of_their_own_stand_in_its_middle(plan: HexModule) -> None:
    """Where they lie on units, they are lifted so that both are seen."""
    three = plan_module(library.definition("three_battles")).roster.counter("N-William")
    lifts = [
        next(t.y for t in piece.traits if isinstance(t, Embellishment) and t.name == "Step")
        for piece in (plan.roster.counter("N-William"), three)
    ]
    assert lifts[0] == 0 and lifts[1] < 0
