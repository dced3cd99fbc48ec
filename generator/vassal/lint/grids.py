"""Checks of boards and grids: sizes, numbers that name two places, zones and regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor

from generator.vassal.format.codec import whole
from generator.vassal.lint.facts import BOARD, GRIDS, MAPS, ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.tree import Node
from modules.amounts import count_noun

Point = tuple[int, int]
Box = tuple[float, float, float, float]

_GRID = "module.map.boardPicker.board."
_ZONE = f"{_GRID}mapgrid.Zone"
_REGULAR = (f"{_GRID}HexGrid", f"{_GRID}SquareGrid")
_MOST_CORNERS = 2000
_LEAST = 0.01
"""px; a smaller cell is none."""

_SLACK = 1
"""px by which a zone may stand over the edge: outlines are rounded."""


def check_boards(facts: ModuleFacts) -> Iterator[Finding]:
    """Findings of all maps' boards, with their grids."""
    for node in facts.root.all(*MAPS):
        boards = node.all(BOARD)
        names = Counter(board.get("name") for board in boards)
        for board in boards:
            if names[board.get("name")] > 1:
                yield Finding("board-name-double", board.where, f"{board.get('name')!r} is in the map twice")
            yield from _check_board(board, facts)
        yield from _check_default(node, names)


def _check_default(node: Node, names: Counter[str]) -> Iterator[Finding]:
    for picker in node.all("module.map.BoardPicker"):
        setups = [child.text for child in picker.children if child.name == "setup" and child.text]
        if names.total() > 1 and not setups:
            yield Finding(
                "boards-no-default",
                picker.where,
                f"{count_noun(names.total(), 'board')}, but none is the default",
            )
        for setup in setups:
            for cell in setup.split("\t")[1::3]:
                if cell.removesuffix("/rev") not in names:
                    yield Finding("default-board-unknown", picker.where, f"the default board {cell!r}")


def _check_board(board: Node, facts: ModuleFacts) -> Iterator[Finding]:
    size = facts.board_size(board)
    if size is None and not (board.get("image") and facts.pictures.missing(board.get("image"))):
        yield Finding("board-size", board.where, "neither a readable image nor width and height")
    grids = [child for child in board.children if child.name in GRIDS]
    if len(grids) > 1:
        yield Finding("grid-double", board.where, f"{count_noun(len(grids), 'grid')} on one board")
    width, height = size or (1 << 30, 1 << 30)
    for grid in grids:
        yield from _check_grid(grid, (0, 0, width, height), size is not None)


def _check_grid(grid: Node, box: Box, sized: bool) -> Iterator[Finding]:
    if grid.name in _REGULAR:
        yield from _check_regular(grid, box, sized)
    elif grid.name == f"{_GRID}ZonedGrid":
        yield from _check_zoned(grid, box, sized)
    else:
        yield from _check_regions(grid, box)


def _check_regular(grid: Node, box: Box, sized: bool) -> Iterator[Finding]:
    across, along = grid.number("dx", 1), grid.number("dy", 1)
    if min(across, along) < _LEAST:
        yield Finding("grid-size", grid.where, f"dx {across}, dy {along}")
        return
    if grid.get("sideways") == "true":
        across, along = along, across
    left, top, right, bottom = box
    offsets = (grid.number("x0"), grid.number("y0"))
    x0, y0 = offsets[::-1] if grid.get("sideways") == "true" else offsets
    spans = [(floor((left - x0) / across), ceil((right - x0) / across))]
    spans.append((floor((top - y0) / along), ceil((bottom - y0) / along)))
    lines, cells = spans if grid.get("sideways") != "true" else spans[::-1]
    for child in grid.children:
        if child.name.endswith("GridNumbering") and sized:
            yield from _check_numbering(child, lines, cells)


def _check_numbering(node: Node, lines: tuple[int, int], cells: tuple[int, int]) -> Iterator[Finding]:
    """Two places share a name where numbers of both kinds vary in length and nothing parts them."""
    if node.get("sep") or node.get("hType", "N") != node.get("vType", "N"):
        return
    varies = []
    for axis, (low, high) in (("h", lines), ("v", cells)):
        offset, leading = int(node.number(f"{axis}Off")), int(node.number(f"{axis}Leading"))
        first, last = max(0, low + 1 + offset), high - 1 + offset
        if node.get(f"{axis}Type", "N") == "A":
            varies.append(last >= 26 > first)
        else:
            varies.append(len(str(max(0, last))) > max(leading + 1, len(str(first))))
    if all(varies):
        yield Finding("numbering-ambiguous", node.where, "neither number has a fixed length and sep is empty")


def _check_zoned(grid: Node, box: Box, sized: bool) -> Iterator[Finding]:
    zones = [child for child in grid.children if child.name == _ZONE]
    backgrounds = [child for child in grid.children if child.name in GRIDS]
    if len(backgrounds) > 1:
        yield Finding("grid-double", grid.where, count_noun(len(backgrounds), "background grid"))
    names = Counter(zone.get("name") for zone in zones)
    for zone in zones:
        if names[zone.get("name")] > 1 and not _is_ground(zone):
            yield Finding("zone-name-double", zone.where, f"{zone.get('name')!r} is there twice")
        yield from _check_zone(zone, box, sized)
    for background in backgrounds:
        yield from _check_grid(background, box, sized)


def _is_ground(zone: Node) -> bool:
    """Whether nothing is called after a zone: several that tell what lies there may share a name."""
    return zone.get("useParentGrid") == "true" and "$name$" not in zone.get("locationFormat", "$name$")


def _check_zone(zone: Node, box: Box, sized: bool) -> Iterator[Finding]:
    corners = zone_corners(zone.get("path"))
    if corners is None:
        yield Finding(
            "zone-path", zone.where, f"path {zone.get('path')[:60]!r} is not a list of three or more corners"
        )
        return
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    outside = min(xs) < -_SLACK or min(ys) < -_SLACK or max(xs) > box[2] + _SLACK or max(ys) > box[3] + _SLACK
    if outside:
        what = f"{min(xs)},{min(ys)} to {max(xs)},{max(ys)} on a board of {box[2]} by {box[3]} px"
        yield Finding("zone-off-board", zone.where, what)
    if len(corners) <= _MOST_CORNERS and crosses_itself(corners):
        yield Finding("zone-crossing", zone.where, count_noun(len(corners), "corner"))
    grids = [child for child in zone.children if child.name in GRIDS]
    if len(grids) > 1:
        yield Finding("grid-double", zone.where, f"{count_noun(len(grids), 'grid')} in one zone")
    shown = zone.get("locationFormat", "$name$")
    numbered = [child for grid in grids for child in grid.children if child.name.endswith("GridNumbering")]
    if numbered and zone.get("useParentGrid") != "true" and "ridLocation$" not in shown:
        yield Finding("zone-hides-grid", zone.where, f"locationFormat is {shown!r}")
    for grid in grids:
        yield from _check_grid(grid, (min(xs), min(ys), max(xs), max(ys)), sized)


def zone_corners(path: str) -> list[Point] | None:
    """The corners of a zone's path, None where VASSAL could not read three of them."""
    corners = []
    for x, _, y in (part.partition(",") for part in path.split(";")):
        across, down = whole(x), whole(y)
        if across is None or down is None:
            return None
        corners.append((across, down))
    return corners if len(corners) >= 3 else None


def crosses_itself(corners: list[Point]) -> bool:
    """Whether two sides of a polygon that do not meet in a corner cross each other."""
    ring = [point for point, after in pairwise([*corners, corners[0]]) if point != after]
    sides = list(pairwise([*ring, ring[0]])) if ring else []
    last = len(sides) - 1
    for i, first in enumerate(sides):
        for j in range(i + 2, len(sides)):
            if (i, j) != (0, last) and _cross(*first, *sides[j]):
                return True
    return False


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> int:
    area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (area > 0) - (area < 0)


def _check_regions(grid: Node, box: Box) -> Iterator[Finding]:
    seen: set[str] = set()
    for region in grid.all(f"{_GRID}Region"):
        name, x, y = region.get("name"), region.number("originx"), region.number("originy")
        if name in seen:
            yield Finding("region-name-double", region.where, f"{name!r} is there twice")
        seen.add(name)
        if not (0 <= x <= box[2] and 0 <= y <= box[3]):
            yield Finding(
                "region-off-board", region.where, f"{x:g},{y:g} on a board of {box[2]} by {box[3]} px"
            )
