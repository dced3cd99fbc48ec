"""What a map file and a set-up zone say of one hex: its letter, its areas, who may start there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from modules.definition.formats.maps import Area, HexNumbering, MapFile, Rows
from modules.definition.formats.scenarios import Zone
from modules.definition.formats.terrain import HexTerrain, Terrain
from modules.geometry import HexGrid, HexGridSpec, NumberAxis


def hex_grid(numbering: HexNumbering) -> HexGrid:
    """The grid that a map's numbering describes. Raises GridError."""
    a, b = numbering.a, numbering.b
    return _grid(
        HexGridSpec(
            NumberAxis(a.first, a.last, a.toward),
            NumberAxis(b.first, b.last, b.toward),
            numbering.shifted,
            numbering.shift,
            numbering.order,
            numbering.digits,
        )
    )


@lru_cache(maxsize=32)
def _grid(spec: HexGridSpec) -> HexGrid:
    """One grid for all boards that are numbered alike: it never changes."""
    return HexGrid(spec)


def row_letter(rows: Rows | None, hex_id: str, grid: HexGrid) -> str | None:
    """The letter that stands for a hex in the rows, or None where there are no rows or no such row."""
    if rows is None:
        return None
    a, b = grid.numbers(hex_id)
    row, column = (a, b - grid.spec.b.first) if rows.of == "a" else (b, a - grid.spec.a.first)
    text = rows.rows.get(f"{row:0{grid.spec.digits}d}", "")
    return text[column] if column < len(text) else None


def terrain_by_hex(each_map: MapFile, terrain: Mapping[str, Terrain]) -> dict[str, str]:
    """The name in the terrain effects chart of what fills each hex of a map: by its row, or laid over it."""
    letters = {t.letter: name for name, t in terrain.items() if isinstance(t, HexTerrain)}
    grid, found = hex_grid(each_map.grid), {}
    for hex_id in grid.ids:
        letter = row_letter(each_map.terrain, hex_id, grid)
        found[hex_id] = each_map.ground if letter is None else letters.get(letter, each_map.ground)
    for overlay in each_map.overlays:
        found.update(dict.fromkeys(overlay.hexes, overlay.terrain))
    return found


def area_holds(area: Area, hex_id: str, grid: HexGrid) -> bool:
    """True if the hex lies in the area."""
    if area.hexes is not None and hex_id not in area.hexes:
        return False
    a, b = grid.numbers(hex_id)
    return all(span is None or span[0] <= n <= span[1] for span, n in ((area.a, a), (area.b, b)))


def zone_of(zones: tuple[Zone, ...], counter_id: str) -> Zone | None:
    """The zone that governs a counter: the first that names it, else the first that names none."""
    named = (z for z in zones if z.counters is not None and counter_id in z.counters)
    return next(named, next((z for z in zones if z.counters is None), None))


def zone_holds(zone: Zone, hex_id: str, each_map: MapFile, grid: HexGrid) -> bool:
    """True if a counter may stand in the hex: in one of the areas, on one of the levels, one of the hexes."""
    if zone.hexes and hex_id not in zone.hexes:
        return False
    areas = [each_map.areas[name] for name in zone.areas if name in each_map.areas]
    if zone.areas and not any(area_holds(area, hex_id, grid) for area in areas):
        return False
    if not zone.levels:
        return True
    level = row_letter(each_map.levels, hex_id, grid)
    return level is not None and level in "0123456789" and int(level) in zone.levels
