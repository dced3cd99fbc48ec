"""Victory points and who has won at the end (3.4, 14.6, 15.6, 16.6)."""

from __future__ import annotations

from fractions import Fraction

from modules.amounts import count_noun
from modules.engine.rules.play_rules import Outcome
from modules.three_battles.field import Field


def victory_points(field: Field, side: str) -> int:
    """Enemy morale losses (14.6, 15.6, 16.6), and what the battle gives for exits."""
    losses = field.state.losses[field.battle.army_line(field.battle.enemy(side))]
    return losses + field.battle.exclusive.points_for_exits(field, side, losses)


def victory_on_points(field: Field) -> Outcome:
    """The end of the last turn: more points win; the ratio tells how well (ruling victory_ratio)."""
    points = {side: victory_points(field, side) for side in field.battle.sides}
    winner, loser = sorted(points, key=lambda side: -points[side])
    score = f"{points[winner]} to {count_noun(points[loser], 'point')}"
    if points[winner] == points[loser]:
        return Outcome("", "draw", score, f"{field.battle.scenario.rules}.6")
    decisive = points[loser] == 0 or Fraction(points[winner], points[loser]) > 2
    return Outcome(winner, "important victory" if decisive else "marginal victory", score, "3.4")
