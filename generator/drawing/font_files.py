"""Font files, read with HarfBuzz: which characters there are, how far each letter runs, its outline, the
font's names, and the font cut down to a few letters.

HarfBuzz reads a damaged font as far as it can and leaves the rest empty. So what is missing is looked for
here, once, when the file is opened. Its package weighs a sixth of fontTools, which the tests compare it with.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import uharfbuzz as harfbuzz

Point = tuple[float, float]
Contour = tuple[Point, list[tuple[str, tuple[Point, ...]]]]
"""Where a contour starts and its segments, in font units: "l" with one point or "q" with two."""

_NEEDED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name")
_KERNING = b"kern"
"""What a font that was cut down does beside setting letters: OpenType's tag of that feature."""


class NotTrueType(ValueError):
    """Bytes that are no TrueType font, or of one that was cut off."""


class FontFile:
    """A TrueType font by its bytes. Raises NotTrueType for another kind and for what is not whole."""

    def __init__(self, data: bytes) -> None:
        self._face = harfbuzz.Face(data)
        self._check()
        self._font = harfbuzz.Font(self._face)  # its measures are the font's own units

    def _check(self) -> None:
        if not self._table("glyf") and (self._table("CFF ") or self._table("CFF2")):
            raise NotTrueType("save it as TrueType (.ttf): its letters are of another kind")
        missing = [tag for tag in _NEEDED if not self._table(tag)]
        if missing == [*_NEEDED]:
            raise NotTrueType("it does not begin as a font does")
        if missing:
            raise NotTrueType(f"it is cut off or has no table {missing[0]!r}")
        if self._outlines_end() > len(self._table("glyf")):
            raise NotTrueType("it is cut off")
        if not self.glyphs:
            raise NotTrueType("it does not say which letter is which (no Unicode table)")

    def _outlines_end(self) -> int:
        """Where the last outline ends in `glyf`, by the last number of `loca`, of two bytes or of four."""
        long, places = self._table("head")[51:52] == b"\x01", self._table("loca")
        return int.from_bytes(places[-4:]) if long else 2 * int.from_bytes(places[-2:])

    def _table(self, tag: str) -> bytes:
        data: bytes = self._face.reference_table(tag).data
        return data

    @property
    def units_per_em(self) -> int:
        """The size of the letters, in font units."""
        return int(self._face.upem)

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The number of the glyph for each character that has one."""
        font = harfbuzz.Font(self._face)
        found = ((code, font.get_nominal_glyph(code)) for code in self._face.unicodes)
        return {code: glyph for code, glyph in found if glyph}

    @cached_property
    def advances(self) -> list[int]:
        """How far each glyph runs, in font units."""
        return [int(self._font.get_glyph_h_advance(glyph)) for glyph in range(self._face.glyph_count)]

    def name(self, number: int) -> str | None:
        """One of the font's names in English, by number: 1 the family, 16 that of more than four faces."""
        found: str | None = self._face.get_name(number, "en")
        return found or None

    def top(self, glyph: int) -> int:
        """How high a glyph's outline reaches, in font units; 0 without one."""
        extents = self._font.get_glyph_extents(glyph)
        return int(extents.y_bearing) if extents else 0

    def contours(self, glyph: int) -> list[Contour]:
        """The outline of a glyph, y up."""
        found: list[Contour] = []
        self._font.draw_glyph(glyph, _PEN, found)
        return found

    def cut(self, letters: Iterable[str]) -> bytes:
        """The font with these characters alone and their kerning, without hints. Raises NotTrueType."""
        wanted = harfbuzz.SubsetInput()
        wanted.unicode_set.update(map(ord, letters))
        wanted.layout_feature_tag_set.clear()
        wanted.layout_feature_tag_set.add(int.from_bytes(_KERNING))
        wanted.flags = harfbuzz.SubsetFlags.NO_HINTING | harfbuzz.SubsetFlags.NOTDEF_OUTLINE
        try:
            data: bytes = harfbuzz.subset(self._face, wanted).blob.data
        except RuntimeError as fault:
            raise NotTrueType("its tables contradict each other") from fault
        return data


def _pen() -> harfbuzz.DrawFuncs:
    """What makes contours of the strokes that HarfBuzz tells. The last straight one closes by itself."""

    def move(x: float, y: float, found: list[Contour]) -> None:
        found.append(((x, y), []))

    def line(x: float, y: float, found: list[Contour]) -> None:
        found[-1][1].append(("l", ((x, y),)))

    def curve(bx: float, by: float, x: float, y: float, found: list[Contour]) -> None:
        found[-1][1].append(("q", ((bx, by), (x, y))))

    def close(found: list[Contour]) -> None:
        start, segments = found[-1]
        if segments and segments[-1] == ("l", (start,)):
            segments.pop()

    pen = harfbuzz.DrawFuncs()
    pen.set_move_to_func(move)
    pen.set_line_to_func(line)
    pen.set_quadratic_to_func(curve)
    pen.set_close_path_func(close)
    return pen


_PEN = _pen()
