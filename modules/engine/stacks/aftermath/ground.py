"""The ground that nobody enters after combat: what fills a hex, and what lies on a hexside."""

from __future__ import annotations

from typing import Final

from modules.definition.formats.terrain import HexsideTerrain, HexTerrain, LevelChange
from modules.engine.stacks.map_rules import MapRules

_PROHIBITED: Final = "prohibited"


def barred_by(
    map_rules: MapRules, one: str, other: str, kind: str, *, retreats: bool
) -> HexTerrain | HexsideTerrain | LevelChange | None:
    """What keeps a kind of counter from going from a hex to an adjacent one, whatever that would cost:
    prohibited ground; for one that `retreats` also where the terrain prohibits that."""
    board = map_rules.board
    filled, sides = board.terrain_of(other), board.features(one, other)
    if filled.by_kind.get(kind, filled.mp) == _PROHIBITED:
        return filled
    side = next((each for each in sides if each.mp == _PROHIBITED), None)
    if side is not None or not retreats:
        return side
    level = board.level_change if board.level(one) != board.level(other) else None
    crossed = (filled, *sides, *(() if level is None else (level,)))
    return next((each for each in crossed if each.retreat == _PROHIBITED), None)
