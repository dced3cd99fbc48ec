"""Hastings: 1066 as a module: facings, strategies that lie face down, ratings on tracks, phases of sides."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plans import shipped_plan

from generator.vassal.format.archive import read_archive
from generator.vassal.format.buildfile import Component
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import CommandError
from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import (
    AreaOfEffect,
    Embellishment,
    FreeRotator,
    Obscurable,
    RestrictCommands,
    ReturnToDeck,
    SendToLocation,
    Submenu,
)
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.parts import dice_buttons, tracker
from generator.vassal.module.planning import plan_module
from generator.vassal.module.tracks import BACK, ON
from generator.vassal.positions.moments import Moment, first_moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_hexes import set_up
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import position_save
from modules import library
from modules.definition import DefinitionError
from modules.engine.position import PlacedCounter
from modules.engine.rules.full_rules import FullRules
from modules.hastings_berg.state import State


@pytest.fixture(scope="module")
def plan() -> HexModule:
    found = shipped_plan("hastings_berg")
    assert isinstance(found, HexModule)
    return found


def rotator(plan: HexModule, counter: str) -> list[FreeRotator]:
    return [t for t in plan.roster.counter(counter).traits if isinstance(t, FreeRotator)]


# --- facing --------------------------------------------------------------------------------------------


def test_units_turn_by_the_corners_of_their_hex_and_leaders_do_not(plan: HexModule) -> None:
    """6.1.2; 10.2.1: leaders ignore facing."""
    for counter in ("S-housecarl-1", "B-bowman-1", "N-guard"):
        (turn,) = rotator(plan, counter)
        assert (turn.facings, turn.name) == (6, "Facing")
    assert rotator(plan, "N-William") == []


def test_the_two_hexes_in_front_turn_with_a_unit(plan: HexModule) -> None:
    """5.7: a layer inside the rotator, where VASSAL's own area of effect would lie all round."""
    traits = plan.roster.counter("N-knight-1").traits
    inside = next(i for i, t in enumerate(traits) if isinstance(t, FreeRotator))
    assert (
        next(i for i, t in enumerate(traits) if isinstance(t, Embellishment) and t.name == "Front") > inside
    )
    assert not any(isinstance(t, AreaOfEffect) for t in traits)
    assert "Front" not in [
        t.name for t in plan.roster.counter("S-Harold").traits if isinstance(t, Embellishment)
    ]


@pytest.mark.parametrize(("counter", "reach"), [("S-bowman-1", [3]), ("S-javelin-1", [2]), ("S-fyrd-1", [])])
def test_missiles_show_their_reach(plan: HexModule, counter: str, reach: list[int]) -> None:
    """7.5.1."""
    shown = [t.radius for t in plan.roster.counter(counter).traits if isinstance(t, AreaOfEffect)]
    assert shown == reach


def test_in_the_set_up_each_army_looks_at_the_other(plan: HexModule) -> None:
    battle = plan.definition.hex_scenarios["hastings"]
    placed = {p.counter: p for p in set_up(plan.definition, battle)}
    assert (placed["S-housecarl-1"].facing, placed["N-knight-1"].facing) == ("S", "N")
    assert placed["S-Harold"].facing == placed["S-fyrd-1"].facing == ""
    save = read_save(read_archive(saves_of(plan).setup(battle), "x")).text
    found = read_position(plan, save)
    here = {p.counter: p for p in found.placed if p.counter}
    assert {c: p for c, p in here.items() if p.place.isdigit()} == {
        c: p for c, p in placed.items() if p.place.isdigit()
    }
    assert {p.place for c, p in here.items() if c.startswith("S-fyrd")} == {"fyrd_cup"}
    assert found.unplaced == ()


@pytest.mark.parametrize("facing", ["N", "NE", "SE", "S", "SW", "NW"])
def test_every_facing_is_written_and_read(plan: HexModule, facing: str) -> None:
    battle = plan.definition.hex_scenarios["hastings"]
    placed = (
        PlacedCounter("N-knight-1", "norman", "1009", facing=facing),
        PlacedCounter("N-William", "norman", "1009"),
        PlacedCounter("S-thegn-1", "saxon", "0809", True, ("routed",), facing=facing),
    )
    save = saves_of(plan).position(battle, placed, Moment(2, "saxon", "reaction"), "")
    found = read_position(plan, read_save(read_archive(save, "x")).text)
    assert sorted(found.placed, key=lambda p: p.counter) == sorted(
        [*placed, *(p for p in found.placed if not p.counter)], key=lambda p: p.counter
    )
    assert found.moment == Moment(2, "saxon", "reaction")


# --- strategies ----------------------------------------------------------------------------------------


def test_a_strategy_lies_face_down_for_the_other_side(plan: HexModule) -> None:
    """4.2.2: its back and a bare name are what others see; nobody else turns it."""
    traits = plan.roster.marker("norman_cautious").traits
    (mask,) = (t for t in traits if isinstance(t, Obscurable))
    assert (mask.key, mask.mask_name, mask.masked_by) == (ctrl("H"), "Norman strategy", "null")
    assert mask.access.startswith("sides:Norman army:")
    guards = [t for t in traits if isinstance(t, RestrictCommands)]
    (alone,) = (t for t in guards if mask.key in t.keys)
    assert {ctrl("C"), ctrl("D")} in [{*t.keys} for t in guards]
    assert 'PlayerSide != "Norman army"' in alone.expression and ctrl("H") in alone.keys
    (face,) = (t for t in traits if isinstance(t, Embellishment))
    assert traits.index(mask) < traits.index(face) and len(face.images) == 1


def test_no_counter_goes_where_markers_lie(plan: HexModule) -> None:
    """The orders of a wing are for markers; the cup of fyrd for the Saxons' counters alone."""
    saxon, norman = (plan.roster.prototypes[f"Side {side}"].traits for side in ("saxon", "norman"))
    (menu,) = (t for t in saxon if isinstance(t, Submenu))
    assert menu.commands == ("Great fyrd: Fyrd cup", "Great fyrd: Drawn", "Eliminated: Saxons")
    (menu,) = (t for t in norman if isinstance(t, Submenu))
    assert menu.commands == ("Eliminated: Norman army",)
    assert [type(t) for t in saxon if isinstance(t, (ReturnToDeck, SendToLocation))] == [
        ReturnToDeck, SendToLocation, SendToLocation,
    ]  # fmt: skip


# --- missiles ------------------------------------------------------------------------------------------


def kept(plan: HexModule, rules: FullRules[State], state: State) -> list[PlacedCounter]:
    """What is read back from the save of a position."""
    placed = (*rules.position(state), *rules.off_map(state))
    standing = Standing("hastings", placed, Moment(2, "norman", "missiles"), {})
    save = position_save(plan.definition, "hastings", standing, "")
    return list(read_position(plan, read_save(read_archive(save, "x")).text).placed)


def test_a_wing_marks_what_it_has_left_to_fire_in_its_boxes(plan: HexModule) -> None:
    """7.4.1, 7.4.5: at the start as the rules have it, then one box down; turned over with none left."""
    rules = library.rules("hastings_berg", "hastings")
    state = rules.start()
    scenario = plan.definition.hex_scenarios["hastings"]
    (sheet,) = plan.maps.values()
    lying = saves_of(plan).on_tracks(scenario, 1, {})
    at = {
        p.markers()["MarkerId"]: plan.boxes.at(sheet.title, x, y)
        for (_, x, y), ps in lying.items()
        for p in ps
    }
    told = {name: each.place for each in rules.off_map(state) for name in each.markers if "supply" in name}
    assert len(told) == 6 and told.items() <= at.items()
    state.supply |= {"left": 3, "french": 0}
    found = {name: each.place for each in kept(plan, rules, state) if each.lone for name in each.markers}
    assert found["supply_left"] == "left_javelins_3"
    assert found["spent_french"] == "french_arrows_1" and "supply_french" not in found


def test_a_unit_with_its_own_supply_bears_it(plan: HexModule) -> None:
    """7.4.2, as an option: the number left, or that there is none."""
    rules = library.rules("hastings_berg", "hastings", ["own_supply"])
    state = rules.start()
    for hex_id, unit in (("1415", "N-bowman-1"), ("1416", "N-bowman-2"), ("1417", "N-foot-1")):
        state.put(unit, at=hex_id)
    state.supply |= {"N-bowman-1": 5, "N-bowman-2": 0}
    found = {each.counter: each.markers for each in kept(plan, rules, state)}
    assert found["N-bowman-1"] == ("missiles",) * 5
    assert (found["N-bowman-2"], found["N-foot-1"]) == (("empty",), ())


# --- tracks, dice, turns -------------------------------------------------------------------------------


def test_a_rating_goes_on_and_back_between_the_ends_of_its_track(plan: HexModule) -> None:
    traits = plan.roster.markers["rating_left"].traits
    on, back = (t for t in traits if isinstance(t, SendToLocation))
    assert (on.key, back.key) == (ON, BACK)
    assert "< (15) ?" in on.zone and "> ((-15)) ?" in back.zone
    assert '"Effects saxon: "' in on.zone
    (title,) = (each.title for each in plan.maps.values())
    names = {str(zone.attributes["name"]) for zone in plan.tracks.zones(title)}
    assert {f"Effects {side}: {n}" for side in ("saxon", "norman") for n in range(-15, 16)} <= names


def test_at_the_start_ratings_are_nought_and_the_first_period_begins(plan: HexModule) -> None:
    """4.4.8, 3.2."""
    battle = plan.definition.hex_scenarios["hastings"]
    lying = saves_of(plan).on_tracks(battle, 1, {})
    (sheet,) = plan.maps.values()
    at = {piece.markers()["MarkerId"]: (x, y) for (_, x, y), pieces in lying.items() for piece in pieces}
    assert at["rating_left"] == at["rating_right"] == sheet.spots["effects_saxon 0"]
    assert at["rating_french"] == sheet.spots["effects_norman 0"]
    assert at["turn"] == sheet.spots["turn 1"]
    assert plan.boxes.at(sheet.title, *at["period"]) == "period_1"


def test_orders_are_rolled_with_two_dice(plan: HexModule) -> None:
    buttons = {str(each.attributes["name"]): each.attributes for each in dice_buttons(plan.definition)}
    assert set(buttons) == {"1d6", "2d6"}
    assert (buttons["2d6"]["reportTotal"], buttons["2d6"]["nDice"]) == ("true", "2")


def levels(part: Component) -> list[str]:
    found = [str(part.attributes["name"])] if "Level" in part.name else []
    return found + [name for child in part.children if isinstance(child, Component) for name in levels(child)]


def test_where_phases_are_a_sides_own_the_turn_has_no_players(plan: HexModule) -> None:
    assert levels(tracker(plan.definition)) == ["Turn", "Phase"]
    assert levels(tracker(library.definition("three_battles"))) == ["Turn", "Player", "Phase"]
    battle = plan.definition.hex_scenarios["hastings"]
    assert first_moment(plan.definition, battle) == Moment(1, "saxon", "wings")
    with pytest.raises(CommandError, match="no wings phase of norman"):
        saves_of(plan).position(battle, (), Moment(1, "norman", "wings"), "")


FAULTS = {
    "an unknown track": ("rating_left: effects_saxon", "rating_left: effects_danish", "expected one of turn"),
    "an unknown box": ("period: period_1", "period: period_3", "expected one of"),
    "a marker of nobody": ("saxon_aggressive,", "turn,", "a marker with a `side` and a `back`"),
    "a key that is taken": ("hidden:\n  key: H", "hidden:\n  key: E", "already means eliminate"),
}


@pytest.mark.parametrize("case", FAULTS)
def test_what_a_module_cannot_have_is_told(case: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    import shutil

    old, new, told = FAULTS[case]
    folder = tmp_path_factory.mktemp("game") / "hastings_berg"
    shutil.copytree(library.folder("hastings_berg"), folder)
    file = folder / "vassal.yaml"
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new, 1))
    game = replace(library.definition("hastings_berg"), folder=folder)
    with pytest.raises(DefinitionError) as fault:
        plan_module(game)
    assert told in str(fault.value)
