"""Boards in a kit: of squares the two edges to cut out, beside each other, and the grid small on one page;
displays that are boards of their own at full size.

Cards are laid out on a table; the edges tell where. Whoever wants to see the whole has the grid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml import etree

from generator.boards.edges import edge_drawings
from generator.boards.sheet import board_drawing
from generator.charts.board import display_board
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.kit.page import Sheet
from generator.kit.tiles import Cut, cut
from modules.definition import Definition

_OVERLAP = 8.0
_GAP = 8.0
"""Between two edges on a page, in mm."""

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"


def cut_edges(definition: Definition, sheet: Sheet, overlap: float | None = None) -> list[Cut]:
    """The edges of the boards, cut into tiles that share `overlap` mm. Raises the errors of drawing."""
    found, shared = [], _OVERLAP if overlap is None else overlap
    pairs = _edges(sheet.look, definition)
    for title, pair in pairs:
        name = "Board edges" if len(pairs) == 1 else f"Board edges: {title}"
        uprights = (pair[0].width_mm, pair[0].width_mm + _GAP)
        found.append(cut(beside(pair, _GAP, name), sheet, shared, uprights))
    return found


def cut_grids(definition: Definition, sheet: Sheet) -> list[Cut]:
    """Each board on one page, as large as it can be. Raises the errors of drawing."""
    return [_small(drawing, sheet) for drawing in _grids(sheet.look, definition)]


def cut_apart(definition: Definition, sheet: Sheet, overlap: float | None = None) -> list[Cut]:
    """The displays that are boards of their own, at full size, cut into tiles that share `overlap` mm. Raises
    the errors of drawing."""
    shared = _OVERLAP if overlap is None else overlap
    return [
        cut(display_board(sheet.look, definition, name).drawing, sheet, shared)
        for name in definition.boards_apart
    ]


def edge_count(look: Look, definition: Definition) -> int:
    """How many board edges a kit has."""
    return sum(len(pair) for _, pair in _edges(look, definition))


def _edges(look: Look, definition: Definition) -> list[tuple[str, tuple[Drawing, Drawing]]]:
    """The edges of each scenario's board, once where those of several boards are alike."""
    found: dict[tuple[str, str], tuple[str, tuple[Drawing, Drawing]]] = {}
    for scenario in definition.card_scenarios.values():
        left, right = edge_drawings(look, definition, scenario.board)
        found.setdefault((left.svg, right.svg), (scenario.title, (left, right)))
    return list(found.values())


def _grids(look: Look, definition: Definition) -> Iterator[Drawing]:
    boards = {scenario.board: scenario.title for scenario in reversed(definition.card_scenarios.values())}
    for name in definition.boards:
        drawing = board_drawing(look, definition, name)
        yield replace(drawing, title=f"The board at a glance: {boards.get(name, name)}")


def _small(drawing: Drawing, sheet: Sheet) -> Cut:

    def share(way: Sheet) -> float:
        return min(way.live.width / drawing.width_mm, way.live.height / drawing.height_mm)

    scale = min(1.0, max(share(sheet), share(sheet.turned)) - 1e-6)
    small = replace(drawing, width_mm=drawing.width_mm * scale, height_mm=drawing.height_mm * scale)
    return cut(small, sheet, _OVERLAP)


def beside(drawings: Sequence[Drawing], gap: float, title: str) -> Drawing:
    """Drawings side by side in one, `gap` mm apart, their ids kept apart."""
    width = sum(each.width_mm for each in drawings) + gap * (len(drawings) - 1)
    height = max(each.height_mm for each in drawings)
    root = etree.Element(f"{{{_SVG}}}svg")
    root.set("width", f"{num(width)}mm")
    root.set("height", f"{num(height)}mm")
    root.set("viewBox", f"0 0 {num(width)} {num(height)}")
    x = 0.0
    for number, each in enumerate(drawings):
        part = etree.fromstring(each.svg.encode())
        _rename(part, f"part{number}-")
        for key, value in (("x", x), ("y", 0.0), ("width", each.width_mm), ("height", each.height_mm)):
            part.set(key, num(value))
        root.append(part)
        x += each.width_mm + gap
    svg = etree.tostring(root, encoding="unicode")
    name = "-".join(each.name for each in drawings)
    return Drawing(name, title, svg, width, height)


def _rename(part: etree._Element, prefix: str) -> None:
    """Put a prefix before all ids of a picture and what refers to them."""
    for element in part.iter():
        for key, value in [(str(key), str(value)) for key, value in element.attrib.items()]:
            if key == "id":
                element.set(key, prefix + value)
            elif key == _HREF and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif value.startswith("url(#"):
                element.set(key, f"url(#{prefix}{value[5:]}")
