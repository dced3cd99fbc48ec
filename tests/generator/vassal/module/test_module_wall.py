"""Shield Wall as a module: one key for two kinds of charge, walls as faces, ranges of archers alone."""

from __future__ import annotations

from typing import Any

import pytest
from plans import shipped_plan

from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import deobfuscate
from generator.vassal.format.keys import ctrl
from generator.vassal.format.pieces import read_definition
from generator.vassal.format.traits import AreaOfEffect, CalculatedProperty, Embellishment, PlaceMarker
from generator.vassal.module.hexes import HexModule
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules import library
from modules.engine.rules.arrangement_rules import Arrangement


@pytest.fixture(scope="module")
def plan() -> HexModule:
    found = shipped_plan("shield_wall")
    assert isinstance(found, HexModule)
    return found


def test_each_kind_has_what_its_rules_give_it(plan: HexModule) -> None:
    """6.10, 6.11, 6.8: who charges or goes berserk; 6.4: archers have no ZOC; 7.2: they reach 4 and 5."""
    layers, zones = {}, {}
    for counter in ("S-fyrd-1", "N-knight-1", "N-archer-1", "N-William"):
        traits = plan.roster.counter(counter).traits
        shown = [t.name for t in traits if isinstance(t, Embellishment)]
        layers[counter] = [name for name in shown if not name.endswith("Sign")]
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


def test_a_norman_unit_leaves_a_rout_marker_below_it(plan: HexModule) -> None:
    """6.6: in the hex where it stands when it begins to rout; Saxons do not rout."""
    for counter in ("N-foot-1", "N-archer-1", "B-Alan"):
        (left,) = (t for t in plan.roster.counter(counter).traits if isinstance(t, PlaceMarker))
        assert (left.key, left.placement) == (ctrl("U"), 3)
        assert left.gpid == str(plan.roster.ids["left rout"])
        _, marker = read_definition(left.piece)
        assert marker == plan.roster.markers["rout"]
    saxon = plan.roster.counter("S-fyrd-1")
    assert not any(isinstance(t, PlaceMarker) for t in saxon.traits)
    assert ("Ctrl+U", "leave a marker in the hex: Rout") in list(plan.keys())


def test_leaders_who_have_a_hex_of_their_own_stand_in_its_middle(plan: HexModule) -> None:
    """Where they lie on units, they are lifted so that both are seen."""
    three = shipped_plan("three_battles").roster.counter("N-William")
    lifts = [
        next(t.y for t in piece.traits if isinstance(t, Embellishment) and t.name == "Step")
        for piece in (plan.roster.counter("N-William"), three)
    ]
    assert lifts[0] == 0 and lifts[1] < 0


def test_charges_and_routs_of_a_position_are_written_and_read_back(plan: HexModule) -> None:
    """2.2: Saxon charges have a marker of their own; a rout marker lies alone, or below who came (6.6)."""
    rules: Any = library.rules("shield_wall", "hastings")
    units = {
        "S-fyrd-1": "1211, charging",
        "S-huscarl-1": "1011, wall_down, charging, berserk",
        "S-fyrd-2": "1108",
        "N-knight-1": "1209, charging",
        "N-foot-1": "1415",
        "N-foot-2": "1315",
    }
    routed = {"rout N-foot-1": 1411, "rout N-foot-2": 1211}
    asked = Arrangement(3, "reaction", "saxon", {**units, "others": "dead"}, routed)
    placed = rules.position(rules.arrange(asked))
    on_map = {p for p in placed if len(p.place) == 4 and p.place.isdigit()}
    shown = {p.counter: p.markers for p in on_map if p.markers}
    assert shown.pop("") == ("rout",)
    assert shown == {
        "S-fyrd-1": ("charge_saxon",),
        "S-huscarl-1": ("charge_saxon", "berserk"),
        "N-knight-1": ("charge",),
    }
    battle = plan.definition.hex_scenarios["hastings"]
    save = saves_of(plan).position(battle, placed, Moment(3, "saxon", "reaction"), "x")
    found = read_position(plan, deobfuscate(read_archive(save, "x").read("savedGame")))
    read = {p for p in found.placed if p.place.isdigit()}
    assert {(p.counter, p.place, p.reduced, p.markers) for p in read if p.counter} == {
        (p.counter, p.place, p.reduced, p.markers) for p in on_map if p.counter
    }
    assert {p.place for p in read if p.markers == ("rout",)} == {"1411", "1211"}
