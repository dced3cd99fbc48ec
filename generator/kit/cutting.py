"""Files for cutting machines: for each sheet of pieces an SVG in mm with its registration marks and the lines
to cut, and nothing else. The PDF that is made with them bears the same marks at the same places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.drawing.figures import Box
from generator.drawing.marks import rounded
from generator.drawing.svg import Canvas
from generator.kit.impose import P, around
from generator.kit.sheets import Printing, Stack, registration

CORNER = 2.0
"""The radius of the corners of a counter, in mm; that of a card is larger."""

_CARD_CORNER, _CARD_SIDE = 3.0, 40.0
_CUT = "#ff0000"
_LINE = 0.1


def cut_drawings(name: str, sheets: Sequence[Stack[P]], printing: Printing[P]) -> Iterator[tuple[str, str]]:
    """The name of each sheet's file, without its ending, and its SVG."""
    for number, stack in enumerate(sheets, start=1):
        which = f"-{number}" if len(sheets) > 1 else ""
        yield f"{name.lower().replace(' ', '-')}{which}", _drawing(name, stack, printing)


def _drawing(name: str, stack: Stack[P], printing: Printing[P]) -> str:
    paper = stack[0].grid.sheet
    canvas = Canvas(paper.look, paper.width, paper.height, title=f"{paper.game}: {name}, to be cut")
    registration(canvas.group(id="registration"), around(each.area for each in stack).inset(-printing.free))
    cuts = canvas.group(id="cut", fill="none", stroke=_CUT, stroke_width=_LINE)
    for each in stack:
        for _, box in each.fronts():
            cuts.path(rounded(box, _radius(box)))
    return canvas.svg()


def _radius(box: Box) -> float:
    return _CARD_CORNER if max(box.width, box.height) > _CARD_SIDE else CORNER
