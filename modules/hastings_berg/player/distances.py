"""How far hexes are from the enemy, and from the open road."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.hastings_berg.field import Field
from modules.hastings_berg.movement import MoveOptions


@lru_cache(maxsize=64)
def distances(board: Board, goals: frozenset[str], shut: frozenset[str]) -> dict[str, int]:
    """How far each hex is from the nearest of some, round those that are shut: one search serves a phase."""
    found, front, far = dict.fromkeys(goals, 0), set(goals), 0
    while front:
        far += 1
        beyond = set().union(*(board.neighbours[h] for h in front)) - found.keys()
        found.update(dict.fromkeys(beyond, far))
        front = beyond - shut
    return found


@once
def from_enemies(field: Field, side: str) -> Mapping[str, int]:
    """How far each hex is from the nearest enemy of a side; empty without one."""
    enemies = frozenset(field.enemies_of(side))
    return distances(field.board, enemies, frozenset()) if enemies else {}


def away(field: Field, side: str, hex_id: str) -> int:
    """How far a hex is from the nearest enemy of a side."""
    return from_enemies(field, side).get(hex_id, 0)


@once
def rides(field: Field, options: MoveOptions) -> Mapping[str, int]:
    """How far it is to the nearest road hex that is neither Norman nor held, past enemies and their ZOC."""
    goals = frozenset(h for h, norman in field.state.road.items() if not norman) - options.enemies
    return distances(field.board, goals, options.enemies | frozenset(options.ezoc))
