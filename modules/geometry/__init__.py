"""Where things are: hex grids, their numbering, hexsides, lines of sight, positions on the sheet.

Knows no game, no terrain and no rules; both the definition and the engine stand on it.
"""

from modules.geometry.facing import Arc, Facing, arc_from
from modules.geometry.hexgrid import GridError, HexGrid, HexGridSpec, Hexside, NumberAxis, UnknownHex
from modules.geometry.sightline import Sightline, sightline

__all__ = [
    "Arc",
    "Facing",
    "GridError",
    "HexGrid",
    "HexGridSpec",
    "Hexside",
    "NumberAxis",
    "Sightline",
    "UnknownHex",
    "arc_from",
    "sightline",
]
