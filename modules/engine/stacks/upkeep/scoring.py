"""Points of victory: what each clause brings at a moment, and how many a side has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from modules.amounts import count_noun
from modules.definition.formats.clauses.victory import VictoryPoints
from modules.engine.stacks.field import StackField
from modules.engine.stacks.stacking import UNITS
from modules.engine.stacks.tracing.holding import holds_place
from modules.engine.stacks.upkeep.counting import amount, tell_amount_of, tell_where, units_where

HEX, UNIT = "hex", "unit"


class Scored(NamedTuple):
    """What a clause brings: for so many of what it counts."""

    clause: VictoryPoints
    number: int
    told: str

    @property
    def points(self) -> int:
        """The points."""
        return self.number * self.clause.points

    def tell(self) -> str:
        """What is counted, and what it brings: `german: 3 units lost, 2 points each: 6 points`."""
        clause = self.clause
        each = f"{count_noun(clause.points, 'point')} each"
        return f"{clause.side}: {self.told}, {each}: {count_noun(self.points, 'point')}"


def score(field: StackField, counted: Literal["end", "turn"]) -> list[Scored]:
    """What each clause that is counted then brings at this moment; those that bring nothing are left out."""
    victory = field.battle.rules.victory
    clauses = () if victory is None else victory.points
    held = (clause for clause in clauses if clause.counted == counted and field.is_now(clause.when))
    found = [_score(field, clause) for clause in held]
    return [each for each in found if each.points]


def _score(field: StackField, clause: VictoryPoints) -> Scored:
    if clause.each == HEX:
        named = field.map_rules.places.find(clause.at)
        hexes = sorted(hex_id for hex_id in named if holds_place(field, clause.side, hex_id))
        return Scored(clause, len(hexes), f"{count_noun(len(hexes), 'hex')} ({tell_few(hexes)})")
    what = UNITS if clause.each == UNIT else clause.each
    number = amount(field, units_where(field, clause.units, clause.where), what)
    told = tell_amount_of(field, number, what, clause.units)
    return Scored(clause, number, f"{told} {tell_where(clause.where)}")


def total_points(field: StackField, before: Mapping[str, int]) -> dict[str, int]:
    """The points of each side: those of the turns `before`, and those of the end as if the game ended now."""
    found = {side: before.get(side, 0) for side in field.battle.scenario.sides}
    for scored in score(field, "end"):
        found[scored.clause.side] = found.get(scored.clause.side, 0) + scored.points
    return found


def tell_few(names: list[str], most: int = 6) -> str:
    """Names in a list, of very many the first."""
    return ", ".join(names[:most]) + (", ..." if len(names) > most else "")
