"""What it is worth to a side that a unit stands in a hex: near to what it fights for, beside enemies whom it
can beat, not beside those who beat it, fed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from modules.engine.stacks.advice.goals import Goals, pull
from modules.engine.stacks.advice.strengths import Strengths
from modules.engine.stacks.field import StackField

ATTACK: Final = 2.0
"""What an attack at good odds is worth, against an MP nearer to a place that decides the game."""
DANGER: Final = 1.2
"""What it costs to stand beside enemies who are as much stronger."""
CROWD: Final = 0.25
"""What each friend in the hex costs: a line holds more than a heap."""
GOOD_ODDS, BEST_ODDS = 1.5, 4.0
"""Odds from which an attack is thought of, and beyond which more strength adds nothing."""


class Positions:
    """The worth of hexes to a side at a moment."""

    def __init__(self, goals: Goals, strengths: Strengths, field: StackField, side: str) -> None:
        self._goals, self._strengths, self._field, self._side = goals, strengths, field, side

    @cached_property
    def pull(self) -> Mapping[str, float]:
        """How much each hex draws the side."""
        return pull(self._goals, self._field, self._side)

    @cached_property
    def _enemies(self) -> Mapping[str, float]:
        """The hexes with enemies, each with the strength with which these defend."""
        held = self._field.enemy_hexes(self._side)
        return {hex_id: self._strengths.total(self._field, units) for hex_id, units in held.items()}

    @cached_property
    def _attacks_on(self) -> Mapping[str, float]:
        """With how much the side can attack from the hexes around each."""
        return self._around(self._field.stacks_of(self._side))

    @cached_property
    def _attacks_of_enemies(self) -> Mapping[str, float]:
        """With how much enemies can attack each hex."""
        return self._around(self._field.enemy_hexes(self._side))

    def _around(self, stacks: Mapping[str, tuple[str, ...]]) -> Mapping[str, float]:
        found: dict[str, float] = {}
        for hex_id, units in stacks.items():
            strength = sum(self._strengths.attack(self._field, unit) for unit in units)
            for near in self._field.board.neighbours[hex_id]:
                found[near] = found.get(near, 0.0) + strength
        return found

    def worth(self, unit: str, hex_id: str) -> float:
        """What it is worth that a unit stands in a hex rather than nowhere."""
        here = self._field.at(unit)
        friends = [each for each in self._field.stacks_of(self._side).get(hex_id, ()) if each != unit]
        mine = self._strengths.defence(self._field, unit) + self._strengths.total(self._field, friends)
        return (
            self.pull[hex_id]
            + ATTACK * self._prospect(unit, here, hex_id)
            - DANGER * self._danger(mine, hex_id)
            - CROWD * len(friends)
        )

    def _prospect(self, unit: str, here: str | None, hex_id: str) -> float:
        """The best odds against an enemy beside the hex, from 0 where they are poor to 1 where they are as
        good as may be."""
        attack, best = self._strengths.attack(self._field, unit), 0.0
        for near in self._field.board.neighbours[hex_id]:
            if near not in self._enemies or self._field.board.combat_barred_by(hex_id, near):
                continue
            beside = self._attacks_on.get(near, 0.0) + attack
            if here is not None and near in self._field.board.neighbours[here]:
                beside -= attack
            odds = min(beside / max(self._enemies[near], 0.5), BEST_ODDS)
            best = max(best, (odds - GOOD_ODDS) / (BEST_ODDS - GOOD_ODDS))
        return best

    def _danger(self, mine: float, hex_id: str) -> float:
        """How much stronger the enemies are who can attack the hex, up to three times."""
        theirs = self._attacks_of_enemies.get(hex_id, 0.0)
        return max(0.0, min(theirs / max(mine, 0.5), 3.0) - 1.0) / 2
