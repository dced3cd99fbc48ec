"""A small invented map that has every kind of terrain, for tests of maps and charts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import TypeAdapter

from modules.definition.formats.maps import MapFile
from modules.definition.formats.terrain import Terrain
from modules.engine.hexes.board import Board

_OURS = "reconstruction: made up"
_SAID = {"rule": "1.1", "source": _OURS}
_TERRAIN: dict[str, dict[str, Any]] = {
    "clear": {"where": "hex", "name": "Clear", "letter": ".", "mp": 1},
    "woods": {
        "where": "hex",
        "name": "Woods",
        "letter": "w",
        "mp": 2,
        "combat": ("optional",),
        "sight": "blocks",
    },
    "marsh": {"where": "hex", "name": "Marsh", "letter": "m", "mp": 3, "zoc": "blocked"},
    "town": {"where": "hex", "name": "Town", "letter": "t", "mp": "3/2"},
    "water": {"where": "hex", "name": "Lake", "letter": "~", "mp": "prohibited"},
    "stream": {"where": "hexside", "name": "Stream", "mp": 1},
    "river": {"where": "hexside", "name": "River", "mp": "prohibited", "retreat": "prohibited"},
    "bridge": {"where": "hexside", "name": "Bridge", "mp": "1/2"},
    "ford": {"where": "hexside", "name": "Ford", "mp": 2},
    "ridge": {"where": "hexside", "name": "Ridge", "mp": 1},
    "road": {"where": "road", "name": "Road", "mp": "1/2"},
    "track": {"where": "road", "name": "Track", "mp": 1},
    "level": {"where": "level", "name": "Change in level", "mp": 1, "combat": ("attacker_halved_up",)},
}
Top = Literal["flat", "pointed"]


def terrain() -> dict[str, Terrain]:
    """The chart of every kind of terrain."""
    reader: TypeAdapter[Terrain] = TypeAdapter(Terrain)
    return {name: reader.validate_python({**kind, **_SAID}) for name, kind in _TERRAIN.items()}


def small_board(top: Top = "flat", **changes: Any) -> Board:
    """Twelve by eight hexes with woods, waters, roads, a bridge and a hill; flat-topped or pointed."""
    across, down = {"first": 1, "last": 12, "toward": "right"}, {"first": 1, "last": 8, "toward": "down"}
    a, b, order = (across, down, "ab") if top == "flat" else (down, across, "ba")
    of = "b" if top == "flat" else "a"
    data: dict[str, Any] = {
        "map": "vale", "title": "The Vale", "up": "north", "metres_per_hex": 100, "ground": "clear",
        "grid": {"type": "hex", "a": a, "b": b, "order": order, "source": _OURS},
        "terrain": {"of": of, "source": _OURS, "rows": _rows(_GROUND)},
        "levels": {"of": of, "source": _OURS, "rows": _rows(_LEVELS)},
        "labels": (
            {"text": "Long Hill", "at": "1005", "style": "hill"},
            {"text": "Aldham", "at": "0304", "style": "place"},
        ),
    }  # fmt: skip
    plain = Board(MapFile.model_validate({**data, **changes}), terrain())
    if changes:
        return plain
    return Board(MapFile.model_validate({**data, **_lines(plain)}), terrain())


def _rows(lines: tuple[str, ...]) -> dict[str, str]:
    return {f"{i:02}": line for i, line in enumerate(lines, 1)}


def _lines(board: Board) -> dict[str, Any]:
    """A river below row 2, a stream below row 6, a ridge, a road over the river and a track."""

    def below(row: int, columns: range) -> tuple[tuple[str, str], ...]:
        over = [f"{c:02}{row:02}" for c in columns]
        return tuple((h, o) for h in over for o in board.neighbours[h] if int(o[2:]) == row + 1)

    road = ["0601", "0602", "0603", "0604", "0605", "0606", "0607", "0608"]
    sides = [
        {"terrain": "river", "name": "River Wend", "between": below(2, range(1, 13)), "source": _OURS},
        {"terrain": "stream", "name": "Mill brook", "between": below(6, range(1, 9)), "source": _OURS},
        {"terrain": "ford", "between": below(2, range(2, 3))[:1], "source": _OURS},
        {"terrain": "bridge", "between": below(2, range(9, 10))[:1], "source": _OURS},
        {"terrain": "ridge", "between": below(4, range(1, 3)), "source": _OURS},
    ]
    roads = [
        {"terrain": "road", "name": "Kingsway", "path": tuple(road), "source": _OURS},
        {"terrain": "track", "path": ("0604", "0704", "0804"), "source": _OURS},
    ]
    return {"hexsides": tuple(sides), "roads": tuple(roads)}


_GROUND = (
    "ww..........",
    "www......mm.",
    "..w.......m.",
    "..t.....ww..",
    ".tt....www..",
    "............",
    "~~......m...",
    "~~~.........",
)
_LEVELS = (
    "000000000000",
    "000000000000",
    "000000000111",
    "000000011221",
    "000000012222",
    "000000011221",
    "000000000111",
    "000000000000",
)
