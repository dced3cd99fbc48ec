"""Pages of a kit: paper, margins and the foot that every page has, all in mm.

The outer 10 mm stay white, because printers reach no further than 5; only cards come nearer. A ruler proves
that the page came out at 100 %, and a line names the game, its version and the page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.marks import RULER_HEIGHT, RULER_WIDTH, ruler
from generator.drawing.pdf import Page
from generator.drawing.svg import Canvas, Pen, pt
from generator.drawing.typeface import SANS, SANS_BOLD

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a sheet in mm."""

Edge = Literal["bottom", "top", "left", "right"]
MARGIN = 10.0
REACH = 5.0
"""Nearer to the edge than this no printer prints."""

FOOT = RULER_HEIGHT + 3.0
INK = "#241d15"
SOFT = "#5d503f"
_LEAST = pt(5)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A blank page: the look of the game, its size in mm, the line that names the game, and how many pages
    the kit has.

    `foot_at`: the edge at which ruler and line stand; `margin`: what stays white all around.
    """

    look: Look
    width: float
    height: float
    game: str
    pages: int = 0
    margin: float = MARGIN
    foot_at: Edge = "bottom"

    @property
    def live(self) -> Box:
        """What a page may fill: without the margins and the foot."""
        width, height = self.width - 2 * self.margin, self.height - 2 * self.margin
        if self.foot_at in ("bottom", "top"):
            down = FOOT if self.foot_at == "top" else 0.0
            return Box(self.margin, self.margin + down, width, height - FOOT)
        aside = FOOT if self.foot_at == "left" else 0.0
        return Box(self.margin + aside, self.margin, width - FOOT, height)

    @property
    def turned(self) -> Sheet:
        """The sheet on its side."""
        return replace(self, width=self.height, height=self.width)

    def behind(self, upended: bool) -> Sheet:
        """The sheet's other side: its foot lies behind the foot, so that it is in nobody's way there.

        `upended`: it is turned about its upper edge, else about an upright one.
        """
        over: dict[Edge, Edge] = {"bottom": "top", "top": "bottom"}
        aside: dict[Edge, Edge] = {"left": "right", "right": "left"}
        return replace(self, foot_at=(over if upended else aside).get(self.foot_at, self.foot_at))

    def canvas(self, words: str, number: int) -> Canvas:
        """An empty page with its foot; `words` say what is on it."""
        canvas = Canvas(self.look, self.width, self.height, title=f"{self.game}: {words}")
        self.foot(canvas, words, number)
        return canvas

    def foot(self, pen: Pen, words: str, number: int) -> None:
        """The ruler and the line of game, contents and page number; at a side they read along the edge."""
        if self.foot_at == "left":
            pen, long = pen.move(self.margin, self.height - self.margin, turn=-90), self.height
            self._strip(pen, 0.0, 0.0, long - 2 * self.margin, words, number)
        elif self.foot_at == "right":
            pen, long = pen.move(self.width - self.margin, self.margin, turn=90), self.height
            self._strip(pen, 0.0, 0.0, long - 2 * self.margin, words, number)
        else:
            top = self.margin if self.foot_at == "top" else self.height - self.margin - RULER_HEIGHT
            self._strip(pen, self.margin, top, self.width - 2 * self.margin, words, number)

    def _strip(self, pen: Pen, left: float, top: float, length: float, words: str, number: int) -> None:
        ruler(pen, left, top)
        right, room = left + length, length - RULER_WIDTH - 4
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
