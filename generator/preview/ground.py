"""What a page's map tells of the hex under the pointer: its number, its terrain and level, what they cost
and do.

The texts of a map stand once; each hex has its place on the picture, in mm, and the number of its text.
"""

from __future__ import annotations

import json

from generator.charts.costs import entry_text
from generator.charts.terrain import combat_text, other_text
from generator.drawing.typography import DASH, printed
from generator.maps.frame import HexFrame
from generator.maps.ground import level_range
from modules.definition import Definition
from modules.engine.hexes.board import Board


def told_hexes(definition: Definition, name: str, frame: HexFrame) -> str:
    """The hexes of a map as JSON: `texts`, `hexes` as id, x, y, text between blanks, and about half the width
    of a hex as `reach`."""
    board = Board(definition.maps[name], definition.terrain)
    texts: dict[str, int] = {}
    hexes: list[str] = []
    for hex_id in board.grid.ids:
        x, y = frame.centre(hex_id)
        text = _told(definition, board, hex_id)
        hexes += [hex_id, f"{x:.1f}", f"{y:.1f}", str(texts.setdefault(text, len(texts)))]
    found = {"texts": [*texts], "hexes": " ".join(hexes), "reach": round(frame.hex_mm * 0.56, 2)}
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def _told(definition: Definition, board: Board, hex_id: str) -> str:
    kind, kinds = board.terrain[board.terrain_name(hex_id)], definition.game.kinds
    lowest, highest = level_range(board)
    level = f", level {board.map.height(board.level(hex_id))}" if lowest < highest else ""
    effects = (entry_text(kind, kinds), combat_text(kind, kinds), other_text(kind, kinds, down=False))
    return printed(f"{kind.name}{level}: {'; '.join(text for text in effects if text != DASH)}")
