"""Raster: SVG text to PNG bytes with resvg, one picture at a time or many in processes.

The same SVG gives the same bytes. A PNG states its resolution, so that a print shop sees its size.
"""

from __future__ import annotations

import binascii
import re
import struct
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from xml.parsers import expat

import resvg
from resvg import usvg

from generator.art import art

_LENGTH = re.compile(r"([0-9.]+)(mm|px|in|pt)?")
_SIDES = ("width", "height")
_VALUE = r"""(?:"[^"]*"|'[^']*')"""
_ROOT = re.compile(rf"""<svg(?:[^>"']|{_VALUE})*>""")
_SIZE = re.compile(rf"\s(?:width|height|preserveAspectRatio)\s*=\s*{_VALUE}")
_PER_INCH = {"mm": 25.4, "px": 96.0, "in": 1.0, "pt": 72.0}
_PNG_HEAD = 33


class PictureError(ValueError):
    """SVG text that is not well-formed or states no size."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to make: its SVG and either dpi or the width in px."""

    svg: str
    dpi: float = 300.0
    width: int | None = None


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
    sized, dpi = _at_size(Shot(svg, dpi, width))
    return _with_resolution(_render(usvg.Tree.from_str(sized, _options()), background), dpi)


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
    return _at_size(shot)[0]


def _at_size(shot: Shot) -> tuple[str, float]:
    """The document at its size in px, and the dpi that this is."""
    sides = _sides(shot.svg)
    inches = tuple(_inches(sides, side) for side in _SIDES)
    dpi = shot.dpi if shot.width is None else shot.width / inches[0]
    width, height = (max(1, round(side * dpi)) for side in inches)
    return _resized(shot.svg, width, height), dpi


def _shoot(shot: Shot) -> bytes:
    return png(shot.svg, dpi=shot.dpi, width=shot.width)


def _render(tree: usvg.Tree, background: str | None) -> bytes:
    # The transform's order is (xx, yx, x0, xy, yy, y0): this is the identity.
    identity = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    if background is None:
        return resvg.render(tree, identity)
    red, green, blue = bytes.fromhex(background[1:])
    return resvg.render(tree, identity, bg_color=(red, green, blue, 255))


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
    body = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", binascii.crc32(body))
    return data[:_PNG_HEAD] + chunk + data[_PNG_HEAD:]
