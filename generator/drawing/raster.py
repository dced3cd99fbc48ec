"""Raster: SVG text to PNG bytes, one picture at a time or many in processes.

The same SVG gives the same bytes. A PNG states its resolution, so that a print shop sees its size. A picture
too large to be held whole is rendered in strips, by one process or by several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from xml.parsers import expat

from generator.drawing.art import Look
from generator.drawing.renderer import PictureError, renderer
from generator.drawing.strips import Rows, Window, joined, rows_of

_LENGTH = re.compile(r"([0-9.]+)(mm|px|in|pt)?")
_VALUE = r"""(?:"[^"]*"|'[^']*')"""
_ROOT = re.compile(rf"""<svg(?:[^>"']|{_VALUE})*>""")
_SIZE = re.compile(rf"\s(?:width|height|viewBox|preserveAspectRatio)\s*=\s*{_VALUE}")
_TITLE = re.compile(r"<title>[^<]*</title>")
_PER_INCH = {"mm": 25.4, "px": 96.0, "in": 1.0, "pt": 72.0}
_MOST_AT_ONCE = 34_000_000
"""The most pixels of a strip, half of a sheet of 34 x 22 in at 300 dpi: a renderer needs 8 bytes for each.
For every strip the whole document is read, so that many small ones take longer."""

_MOST_KEPT = 250_000
"""The most pixels of a picture that is kept for the next one that looks the same: those of a counter."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to make: the look in whose typefaces it is set, its SVG and either dpi or the width in px;
    transparent unless a background "#rrggbb" is given."""

    look: Look
    svg: str
    dpi: float = 300.0
    width: int | None = None
    background: str | None = None


def png(
    look: Look, svg: str, *, dpi: float = 300.0, width: int | None = None, background: str | None = None
) -> bytes:
    """PNG bytes of an SVG at `dpi`, or `width` px wide; transparent unless a "#rrggbb" is given.

    Raises PictureError for SVG that is not well-formed or has no width and height.
    """
    return Raster.of(Shot(look, svg, dpi, width, background)).png()


@dataclass(frozen=True, slots=True)
class Raster:
    """A shot with its size in px and its resolution in dpi."""

    shot: Shot
    width: int
    height: int
    dpi: float

    @classmethod
    def of(cls, shot: Shot) -> Raster:
        """Raises PictureError for SVG that is not well-formed or has no width and height."""
        attributes = _attributes(shot.svg)
        wide, tall = (_inches(attributes, side) for side in ("width", "height"))
        dpi = shot.dpi if shot.width is None else shot.width / wide
        return cls(shot, max(1, round(wide * dpi)), max(1, round(tall * dpi)), dpi)

    @property
    def document(self) -> str:
        """The SVG with its size in px."""
        return self._document(0, self.height)

    @property
    def strips(self) -> int:
        """How many strips it is rendered in, 1 where it is rendered whole."""
        return min(self.height, -(-self.width * self.height // _MOST_AT_ONCE))

    def png(self) -> bytes:
        """The whole picture."""
        if self.width * self.height > _MOST_KEPT:
            return self.joined([self.strip(number) for number in range(self.strips)])
        return _small_png(replace(self, shot=replace(self.shot, svg=_TITLE.sub("", self.shot.svg, count=1))))

    def parts(self, windows: Sequence[Window]) -> list[bytes]:
        """Parts of the picture, which is rendered once for all."""
        strips = [self.strip_of(number, windows) for number in range(self.strips)]
        return [
            self.part(window, rows) for window, rows in zip(windows, zip(*strips, strict=True), strict=True)
        ]

    @property
    def window(self) -> Window:
        """All of it."""
        return 0, 0, self.width, self.height

    def strip(self, number: int) -> Rows:
        """The rows of a strip, from 0 at the top."""
        return self.strip_of(number, [self.window])[0]

    def strip_of(self, number: int, windows: Sequence[Window]) -> list[Rows]:
        """The rows of a strip that lie in each of some parts of the picture."""
        first, last = self._rows(number)
        pixels = renderer()(self.shot.look, self.document_of(number), self.shot.background)
        found = []
        for left, top, right, bottom in windows:
            start, end = (min(max(row, first), last) - first for row in (top, bottom))
            found.append(rows_of(pixels, self.width, (left, start, right, end)))
        return found

    def document_of(self, number: int) -> str:
        """The SVG of a strip, with its size in px."""
        return self._document(*self._rows(number))

    def _rows(self, number: int) -> tuple[int, int]:
        return self.height * number // self.strips, self.height * (number + 1) // self.strips

    def joined(self, strips: Sequence[Rows]) -> bytes:
        """The picture of all its strips."""
        return self.part(self.window, strips)

    def part(self, window: Window, strips: Sequence[Rows]) -> bytes:
        """The part in a window, of what each strip has of it."""
        left, top, right, bottom = window
        return joined(right - left, bottom - top, strips, self.dpi)

    def _document(self, top: int, bottom: int) -> str:
        """The SVG from a row to before another, with its size in px."""
        view = _view(_attributes(self.shot.svg).get("viewBox"), self, top, bottom)
        size = f' width="{self.width}" height="{bottom - top}"{view} preserveAspectRatio="none"'
        return _ROOT.sub(lambda tag: "<svg" + size + _SIZE.sub("", tag[0])[4:], self.shot.svg, count=1)


def _view(told: str | None, raster: Raster, top: int, bottom: int) -> str:
    """The viewBox for some rows of a picture; `told` is that of the whole document, if it has one."""
    if bottom - top == raster.height:
        return f' viewBox="{told}"' if told else ""
    left, above, wide, tall = (
        map(float, told.replace(",", " ").split()) if told else (0, 0, raster.width, raster.height)
    )
    above, tall = above + tall * top / raster.height, tall * (bottom - top) / raster.height
    return f' viewBox="{left} {above} {wide} {tall}"'


@lru_cache(maxsize=256)
def _small_png(untitled: Raster) -> bytes:
    """The PNG of a small picture without its title. A third of the counters differ in nothing else."""
    return untitled.joined([untitled.strip(0)])


def pngs(shots: Iterable[Shot], workers: int = 2) -> list[bytes]:
    """PNG bytes of many pictures in their order, made by `workers` processes."""
    queue: Sequence[Shot] = list(shots)
    if workers < 2 or len(queue) < 2 * workers:
        return [_shoot(shot) for shot in queue]
    from concurrent.futures import ProcessPoolExecutor  # with all that processes need

    # The longest first, so that no process waits for it at the end.
    order = sorted(range(len(queue)), key=lambda i: -len(queue[i].svg))
    with ProcessPoolExecutor(workers) as pool:
        made = dict(zip(order, pool.map(_shoot, [queue[i] for i in order]), strict=True))
    return [made[i] for i in range(len(queue))]


def svg_at(shot: Shot) -> str:
    """The picture's document with the size in px at which it would be drawn. Raises PictureError."""
    return Raster.of(shot).document


def _shoot(shot: Shot) -> bytes:
    return Raster.of(shot).png()


def _attributes(svg: str) -> dict[str, str]:
    """The attributes of the document's element. Raises PictureError."""
    found: dict[str, str] = {}
    reader = expat.ParserCreate()
    reader.StartElementHandler = lambda _, attributes: found.update(attributes)
    root = _ROOT.search(svg)
    if root is None:
        raise PictureError("not well-formed SVG: it has no svg element")
    try:
        reader.Parse(root[0].removesuffix(">").removesuffix("/").encode() + b"/>", True)
    except expat.ExpatError as fault:
        raise PictureError(f"not well-formed SVG: {fault}") from fault
    return found


def _inches(attributes: dict[str, str], side: str) -> float:
    found = _LENGTH.fullmatch(attributes.get(side, ""))
    if not found or float(found[1]) <= 0:
        raise PictureError(
            f"the svg element needs a {side} in mm, px, in or pt; it has {attributes.get(side)!r}"
        )
    return float(found[1]) / _PER_INCH[found[2] or "px"]
