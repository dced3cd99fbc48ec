"""Text set from the top of a page of a kit downwards."""

from __future__ import annotations

from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import TEXT_BOLD, Face
from generator.kit.page import INK, Sheet


class Column:
    """A column as wide as a page; `y` is where its next part begins, in mm."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self.canvas, self.x, self.width = canvas, sheet.live.x, sheet.live.width
        self.y = sheet.live.y
        self._foot = sheet.live.y + sheet.live.height

    @property
    def over(self) -> bool:
        """Whether more was set than the page holds."""
        return self.y > self._foot

    def line(self, words: str, face: Face, size: float, after: float, ink: str = INK) -> None:
        """One line, smaller where it would be too wide."""
        size = self.canvas.fonts.fit(words, face, self.width, size, pt(9))
        self.y += size
        self.canvas.text(words, self.x, self.y, size, face, fill=ink)
        self.y += after

    def paragraph(self, words: str, face: Face, size: float, after: float, indent: float = 0.0) -> None:
        """Lines as many as the words need."""
        for line in self.canvas.fonts.wrap(words, face, self.width - indent, size):
            self.y += size * 1.25
            self.canvas.text(line, self.x + indent, self.y, size, face, fill=INK)
        self.y += after

    def step(self, number: int, words: str, face: Face, size: float) -> None:
        """A paragraph with its number."""
        self.canvas.text(f"{number}", self.x, self.y + size * 1.25, size, TEXT_BOLD, fill=INK)
        self.paragraph(words, face, size, 1.8, indent=6)
