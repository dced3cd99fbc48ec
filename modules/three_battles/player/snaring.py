"""How an enemy leader alone in a hex is caught: his ways out are closed, and then a unit goes in (10.5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.engine.hexes.path_graph import marches
from modules.three_battles.player.styles import Eyes

CAUGHT: Final = 1000
"""What it is worth, in MP, to go in to a leader who has no way out: more than anything else."""

CLOSED: Final = 100
"""What it is worth, in MP, to close one of his ways out: more than any march."""


@once
def prey(field: Eyes, side: str) -> frozenset[str]:
    """Where the enemy's leaders of the highest value stand alone, if this side's style is to snare them."""
    enemy = field.battle.enemy(side)
    ends = field.style.fights.snares and (
        enemy in field.battle.special.fatal_leaders or enemy in field.battle.commanders
    )
    leaders = field.leaders_on_map(enemy) if ends else []
    most = max((field.value(i, "leadership") for i in leaders), default=0)
    hexes = (field.state.units[i].at for i in leaders if field.value(i, "leadership") == most)
    return frozenset(h for h in hexes if field.lone_leaders_in(h))


@once
def ways_out(field: Eyes, side: str, hex_id: str, without: str = "") -> frozenset[str]:
    """The hexes beside a leader to which he could flee from this side, one of its units left out."""
    zoc, held = field.places.zoc[side], field.places.held[side]
    own = _shut(field, field.state.units[without].at) if without else frozenset()
    beside = (n for n, _ in field.board.strides.steps[hex_id])
    return frozenset(n for n in beside if zoc.get(n, 0) <= (n in own) and held.get(n, without) == without)


def _shut(field: Eyes, place: str) -> frozenset[str]:
    """The hexes that a unit closes to a leader who flees."""
    return frozenset((*field.board.zoc_reach(place), place)) if place in field.board.grid else frozenset()


def snares(field: Eyes, side: str, unit: str, place: str, before: str) -> int:
    """What a unit's move is worth for the snare, in MP: nought where it does nothing for it. `before`: the
    hex from which it comes there; from it the ZOC of a unit counts that goes in (ruling overrun)."""
    leaders = prey(field, side)
    if place in leaders:
        return -CAUGHT if ways_out(field, side, place, unit) - _shut(field, before) else CAUGHT
    return sum(CLOSED * len(ways_out(field, side, h, unit) & _shut(field, place)) for h in leaders)


def way_round(field: Eyes, side: str, place: str) -> int | None:
    """The way to the prey, in the board's units, where one leads round all enemies."""
    beset = frozenset(field.ezoc(side))
    return _round(field.board, prey(field, side), frozenset(field.enemies_of(side)), beset).get(place)


@lru_cache(maxsize=16)
def _round(
    board: Board, goals: frozenset[str], held: frozenset[str], beset: frozenset[str]
) -> Mapping[str, int]:
    """The cost of the march to the goals by hexes that no enemy holds, and on from none in an EZOC (5.2)."""
    barred = {
        (one, other)
        for one, steps in board.ways().steps.items()
        for other, _ in steps
        if other not in goals and (other in held or one in beset)
    }
    return marches(goals, board.ways().without(barred))
