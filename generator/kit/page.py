"""Pages of a kit: paper, margins and the foot that every page has, all in mm.

The outer 10 mm stay white, because printers reach no further than 5; below, a ruler proves that the page
came out at 100 %, and a line names the game, its version and the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from generator.figures import Box
from generator.marks import RULER_HEIGHT, RULER_WIDTH, ruler
from generator.pdf import Page
from generator.svg import Canvas, Pen, pt
from generator.typeface import SANS, SANS_BOLD

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a sheet in mm."""

MARGIN = 10.0
FOOT = RULER_HEIGHT + 3.0
INK = "#241d15"
SOFT = "#5d503f"
_LEAST = pt(5)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A blank page: its size in mm, the line that names the game, and how many pages the kit has."""

    width: float
    height: float
    game: str
    pages: int = 0

    @property
    def live(self) -> Box:
        """What a page may fill: without the margins and the foot."""
        return Box(MARGIN, MARGIN, self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT)

    @property
    def turned(self) -> Sheet:
        """The sheet on its side."""
        return replace(self, width=self.height, height=self.width)

    def canvas(self, words: str, number: int) -> Canvas:
        """An empty page with its foot; `words` say what is on it."""
        canvas = Canvas(self.width, self.height, title=f"{self.game}: {words}")
        self.foot(canvas, words, number)
        return canvas

    def foot(self, pen: Pen, words: str, number: int) -> None:
        """The ruler and the line of game, contents and page number."""
        top = self.height - MARGIN - RULER_HEIGHT
        ruler(pen, MARGIN, top)
        right, room = self.width - MARGIN, self.live.width - RULER_WIDTH - 4
        fonts = pen.canvas.fonts
        for line, face, size, y in (
            (self.game, SANS, pt(8), top + 3.2),
            (f"{words} · page {number} of {self.pages}", SANS_BOLD, pt(9), top + 8.2),
        ):
            size = fonts.fit(line, face, room, size, _LEAST)
            pen.text(line, right, y, size, face, anchor="end", fill=INK)

    def page(self, canvas: Canvas, bookmark: str, trim: Box | None = None, bleed: Box | None = None) -> Page:
        """The page that a canvas made by `canvas` is."""
        return Page(canvas.svg(), self.width, self.height, bookmark, trim, bleed)
