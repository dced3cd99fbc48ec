"""Declared combats: which games have them, what a key leaves in a piece, what the turn tracker clears."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plans import shipped_plan

from generator.vassal.format.codec import split
from generator.vassal.format.keys import ctrl, key
from generator.vassal.format.orders.marks import COMBAT, FIRE, declared, way
from generator.vassal.format.traits import DynamicProperty, Embellishment
from generator.vassal.module.orders.declaring import CLEAR, clearing, sign_image
from generator.vassal.module.orders.kinds import going, marks_of, orders_of, pointing
from modules import library


@pytest.mark.parametrize(
    ("game", "pointed", "goes"),
    [
        ("three_battles", {COMBAT: "attack", FIRE: "fire"}, "move"),
        ("hastings_berg", {COMBAT: "attack", FIRE: "fire"}, "move"),
        ("shield_wall", {COMBAT: "attack", FIRE: "fire"}, "move"),
        ("hastings_pulsipher", {COMBAT: "attack", FIRE: "fire"}, "move"),
        ("year_of_the_comet", {}, None),
    ],
)
def test_a_game_declares_what_its_orders_point_at(
    game: str, pointed: dict[str, str], goes: str | None
) -> None:
    kinds = orders_of(library.definition(game))
    assert {mark: kind.FORM.split()[0] for mark, kind in pointing(kinds).items()} == pointed
    found = going(kinds)
    assert (found and found.FORM.split()[0]) == goes


def test_a_key_sets_its_number_and_the_layer_shows_it() -> None:
    """The sign at level n + 1 is that of the number n; Ctrl+0 and the tracker set it to 0."""
    plan = shipped_plan("three_battles")
    traits = plan.roster.counter("N-foot-3").traits
    (fire,) = (t for t in traits if isinstance(t, DynamicProperty) and t.name == FIRE)
    sets = {split(each, ":")[1]: split(each, ":")[2] for each in fire.commands}
    assert (sets[key("7", alt=True)], sets[CLEAR]) == ("P,7", "P,0")
    assert ctrl("7") not in sets
    (layer,) = (t for t in traits if isinstance(t, Embellishment) and t.property_name == FIRE)
    assert (layer.images[7 - layer.first_level], layer.images[0]) == (f"{sign_image(FIRE, 7)}.png", "")
    (command,), _ = clearing(marks_of(plan.definition))
    sent = str(command.attributes["hotkey"])
    assert all(
        sent in {split(each, ":")[1] for each in t.commands if each.endswith("P,0")}
        for t in traits
        if isinstance(t, DynamicProperty) and t.name in (COMBAT, FIRE)
    )


def test_what_a_log_says_is_read_of_the_piece() -> None:
    plan = shipped_plan("three_battles")
    traits = plan.roster.counter("N-foot-3").traits
    assert (declared(traits, COMBAT), declared(traits, FIRE), way(traits)) == (0, 0, ())
    marked = [
        replace(t, value="4") if isinstance(t, DynamicProperty) and t.name == COMBAT else t for t in traits
    ]
    assert (declared(marked, COMBAT), declared(marked, FIRE)) == (4, 0)
    strange = [replace(t, value="10") if isinstance(t, DynamicProperty) else t for t in traits]
    assert declared(strange, COMBAT) == 0
    assert way([DynamicProperty("Way", value="2010-2110")]) == ("2010", "2110")
