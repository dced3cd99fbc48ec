"""Raster: SVG text to PNG bytes with resvg, one picture at a time or many in processes.

The same SVG gives the same bytes. A PNG states its resolution, so that a print shop sees its size. A picture
too large to be held whole is rendered in strips, by one process or by several.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from xml.parsers import expat

import resvg
from resvg import usvg

from generator.art import art
from generator.strips import Rows, chunk, joined, rows_of

_LENGTH = re.compile(r"([0-9.]+)(mm|px|in|pt)?")
_SIDES = ("width", "height")
_VALUE = r"""(?:"[^"]*"|'[^']*')"""
_ROOT = re.compile(rf"""<svg(?:[^>"']|{_VALUE})*>""")
_SIZE = re.compile(rf"\s(?:width|height|preserveAspectRatio)\s*=\s*{_VALUE}")
_TITLE = re.compile(r"<title>[^<]*</title>")
_PER_INCH = {"mm": 25.4, "px": 96.0, "in": 1.0, "pt": 72.0}
_PNG_HEAD = 33
_MOST_AT_ONCE = 17_000_000
"""The most pixels of a strip, those of a sheet for the screen: a renderer needs 8 bytes for each. Every strip
goes through the whole tree, so that many small ones take longer."""

_MOST_KEPT = 250_000
"""The most pixels of a picture that is kept for the next one that looks the same: those of a counter."""


class PictureError(ValueError):
    """SVG text that is not well-formed or states no size."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to make: its SVG and either dpi or the width in px; transparent unless a background
    "#rrggbb" is given."""

    svg: str
    dpi: float = 300.0
    width: int | None = None
    background: str | None = None


@cache
def _options() -> usvg.Options:
    # One set a process: the options panic when a second thread touches them.
    options = usvg.Options.default()
    for path in art().fonts.files:
        options.load_font_file(str(path))
    return options


def png(svg: str, *, dpi: float = 300.0, width: int | None = None, background: str | None = None) -> bytes:
    """PNG bytes of an SVG at `dpi`, or `width` px wide; transparent unless a "#rrggbb" is given.

    Raises PictureError for SVG that is not well-formed or has no width and height.
    """
    return Raster.of(Shot(svg, dpi, width, background)).png()


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
        sides = _sides(shot.svg)
        wide, tall = (_inches(sides, side) for side in _SIDES)
        dpi = shot.dpi if shot.width is None else shot.width / wide
        return cls(shot, max(1, round(wide * dpi)), max(1, round(tall * dpi)), dpi)

    @property
    def document(self) -> str:
        """The SVG with its size in px."""
        return _resized(self.shot.svg, self.width, self.height)

    @property
    def strips(self) -> int:
        """How many strips it is rendered in, 1 where it is rendered whole."""
        return min(self.height, -(-self.width * self.height // _MOST_AT_ONCE))

    def png(self) -> bytes:
        """The whole picture."""
        if self.strips > 1:
            return self.joined([self.strip(number) for number in range(self.strips)])
        if self.width * self.height > _MOST_KEPT:
            return _with_resolution(self._render(_tree(self.document), 0, self.height), self.dpi)
        return _small_png(replace(self, shot=replace(self.shot, svg=_TITLE.sub("", self.shot.svg, count=1))))

    def strip(self, number: int) -> Rows:
        """The rows of a strip, from 0 at the top."""
        top, bottom = (self.height * each // self.strips for each in (number, number + 1))
        return rows_of(self._render(_kept_tree(self.document), top, bottom))

    def joined(self, strips: Sequence[Rows]) -> bytes:
        """The picture of all its strips."""
        return _with_resolution(joined(self.width, self.height, strips), self.dpi)

    def _render(self, tree: usvg.Tree, top: int, bottom: int) -> bytes:
        # The transform's order is (xx, yx, x0, xy, yy, y0); `bg_size` is the size of what is rendered.
        moved = (1.0, 0.0, 0.0, 0.0, 1.0, -float(top))
        size = (self.width, bottom - top)
        if self.shot.background is None:
            return resvg.render(tree, moved, bg_size=size)
        red, green, blue = bytes.fromhex(self.shot.background[1:])
        return resvg.render(tree, moved, bg_size=size, bg_color=(red, green, blue, 255))


def _tree(document: str) -> usvg.Tree:
    return usvg.Tree.from_str(document, _options())


_kept_tree = lru_cache(maxsize=1)(_tree)
"""Kept from one strip of a picture to the next."""


@lru_cache(maxsize=256)
def _small_png(untitled: Raster) -> bytes:
    """The PNG of a small picture without its title. A third of the counters differ in nothing else."""
    return _with_resolution(untitled._render(_tree(untitled.document), 0, untitled.height), untitled.dpi)


def pngs(shots: Iterable[Shot], workers: int = 2) -> list[bytes]:
    """PNG bytes of many pictures in their order, made by `workers` processes."""
    queue: Sequence[Shot] = list(shots)
    if workers < 2 or len(queue) < 2 * workers:
        return [_shoot(shot) for shot in queue]
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


def _sides(svg: str) -> dict[str, str]:
    """The attributes of the document's element. Reads all of it, without a tree: a sheet's is large, and the
    renderer ends the process at a document that is not well-formed."""
    found: list[dict[str, str]] = []

    def begin(_: str, attributes: dict[str, str]) -> None:
        found.append(attributes)
        reader.StartElementHandler = None

    reader = expat.ParserCreate()
    reader.StartElementHandler = begin
    try:
        reader.Parse(svg.encode(), True)
    except expat.ExpatError as fault:
        raise PictureError(f"not well-formed SVG: {fault}") from fault
    return found[0]


def _inches(sides: dict[str, str], side: str) -> float:
    found = _LENGTH.fullmatch(sides.get(side, ""))
    if not found or float(found[1]) <= 0:
        raise PictureError(f"the svg element needs a {side} in mm, px, in or pt; it has {sides.get(side)!r}")
    return float(found[1]) / _PER_INCH[found[2] or "px"]


def _resized(svg: str, width: int, height: int) -> str:
    """The document at a size in px, whatever its sides were."""
    size = f' width="{width}" height="{height}" preserveAspectRatio="none"'
    return _ROOT.sub(lambda tag: _SIZE.sub("", tag[0])[:4] + size + _SIZE.sub("", tag[0])[4:], svg, count=1)


def _with_resolution(data: bytes, dpi: float) -> bytes:
    """The PNG with a pHYs chunk after its header."""
    per_metre = round(dpi / 0.0254)
    said = chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))
    return data[:_PNG_HEAD] + said + data[_PNG_HEAD:]
