"""Where a trail begins: at the place to which a piece came from a box beside the map, not in the box."""

from __future__ import annotations

import pytest
from plans import shipped_plan

from generator.vassal.format.traits import Footprint, Trait, TriggerAction
from generator.vassal.module.orders.ways import FORGET, MOVED

GAMES = {"three_battles": True, "shield_wall": True, "hastings_berg": True, "year_of_the_comet": False}
"""Whether pieces come from boxes: all areas of the Comet are zones."""


def traits_of(game: str) -> tuple[Trait, ...]:
    roster = shipped_plan(game).roster
    return roster.counter(next(iter(roster.counters))).traits


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_from_a_box_leaves_no_trail_across_the_map(game: str) -> None:
    traits = traits_of(game)
    (trail,) = (each for each in traits if isinstance(each, Footprint))
    clears = {
        each.watched: each.expression
        for each in traits
        if isinstance(each, TriggerAction) and trail.clear_key in each.actions
    }
    assert clears.pop((FORGET,)) == ""
    assert clears == ({(MOVED,): "{OldLocationName == OldZone}"} if GAMES[game] else {})
