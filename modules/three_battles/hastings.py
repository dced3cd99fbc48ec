"""The exclusive rules of Hastings (16.0) that are not data."""

from __future__ import annotations

from collections.abc import Collection

from modules.three_battles.field import Exclusive, Field


class Hastings(Exclusive):
    """Nationalities with morale of their own (16.5), and points for leaving along the road (16.6)."""

    def leader_idles(self, field: Field, leader: str, nations: Collection[str]) -> bool:
        """16.5: only if a unit of his nationality fights."""
        return field.counter(leader).nation in nations

    def points_for_exits(self, field: Field, side: str, points: int) -> int:
        """16.6: no more than half of all points."""
        share = field.battle.number("exit_share")
        return min(field.state.exit_points[side], points // (share - 1))
