"""Renderer: the pixels of an SVG document, by resvg.

Two packages bring the same resvg. One gives its pixels as they are, and is taken where it is installed: it
has no builds for some processors and older systems. The other gives a PNG, packed slowly and to be unpacked
again. The pixels are the same; a large sheet takes twice the time.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from xml.parsers import expat

from generator.drawing.art import Look

PIXEL = 4
"""Bytes of a pixel: red, green, blue, alpha."""

Render = Callable[[Look, str, str | None], bytes]
"""A document with its size in px, in the typefaces of a look, on a background "#rrggbb" or on none, to its
pixels from top to bottom."""

_CLEAR, _FULL = 0, 255
_PARTLY = bytes([0, *[1] * 254, 0])
"""For each alpha whether a pixel is partly covered."""

_COVERED = re.compile(b"\x01")


class PictureError(ValueError):
    """SVG text that is not well-formed or states no size."""


@cache
def renderer() -> Render:
    """The quicker one of those that are installed."""
    try:
        import svg2png_py  # noqa: F401
    except ImportError:
        return by_png
    return by_pixels


def by_pixels(look: Look, document: str, background: str | None) -> bytes:
    """With the package that gives pixels. Raises PictureError."""
    found = _pixels(look, document, background)
    return _straight(found) if background is None else found


def _pixels(look: Look, document: str, background: str | None) -> bytes:
    import svg2png_py

    try:
        fonts = _fonts(look.fonts.files)
        found, _, _ = svg2png_py.svg_to_rgba(document, fonts, bg_color=_colour(background))
    except RuntimeError as fault:
        raise PictureError(f"not well-formed SVG: {fault}") from fault
    return bytes(found)


def layer_of(look: Look, document: str) -> bytes:
    """The pixels of a document on no background, their colours multiplied by their alpha: as they are laid
    on others. Raises PictureError."""
    if renderer() is by_pixels:
        return _pixels(look, document, None)
    from PIL import Image

    pixels = by_png(look, document, None)
    straight = Image.frombytes("RGBA", (len(pixels) // PIXEL, 1), pixels)
    return straight.convert("RGBa").tobytes()


def by_png(look: Look, document: str, background: str | None) -> bytes:
    """With the package that gives a PNG. Raises PictureError."""
    import resvg
    from PIL import Image

    _refuse_malformed(document)
    tree = resvg.usvg.Tree.from_str(document, _OPTIONS.of(look.fonts.files))
    unmoved = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
    data = resvg.render(tree, unmoved, bg_size=tree.int_size(), bg_color=_colour(background))
    return Image.open(io.BytesIO(data)).tobytes()


@cache
def _fonts(files: tuple[Path, ...]) -> Any:
    import svg2png_py

    fonts = svg2png_py.FontDatabase()
    for path in files:
        fonts.load_font_file(str(path))
    return fonts


class _OwnOptions(threading.local):
    """The options that each thread has for itself: they panic when a second one touches them."""

    def __init__(self) -> None:
        self.known: dict[tuple[Path, ...], Any] = {}

    def of(self, files: tuple[Path, ...]) -> Any:
        """Those with the typefaces in these files, read once."""
        if files not in self.known:
            self.known[files] = _load_options(files)
        return self.known[files]


_OPTIONS = _OwnOptions()


def _load_options(files: tuple[Path, ...]) -> Any:
    from resvg import usvg

    options = usvg.Options.default()
    for path in files:
        options.load_font_file(str(path))
    return options


def _refuse_malformed(document: str) -> None:
    """This package ends the process at a document that is not well-formed."""
    try:
        expat.ParserCreate().Parse(document.encode(), True)
    except expat.ExpatError as fault:
        raise PictureError(f"not well-formed SVG: {fault}") from fault


def _colour(background: str | None) -> tuple[int, int, int, int] | None:
    if background is None:
        return None
    red, green, blue = bytes.fromhex(background[1:])
    return red, green, blue, _FULL


def _straight(found: bytes) -> bytes:
    """Pixels whose colours were multiplied by their alpha, with their own colours. Clear ones have none."""
    alpha = found[PIXEL - 1 :: PIXEL]
    full = alpha.count(_FULL)
    if full == len(alpha) or full + alpha.count(_CLEAR) == len(alpha):
        return found
    straight = bytearray(found)
    for covered in _COVERED.finditer(alpha.translate(_PARTLY)):
        at = PIXEL * covered.start()
        straight[at : at + PIXEL] = _own_colour(found[at : at + PIXEL])
    return bytes(straight)


@lru_cache(maxsize=65536)
def _own_colour(pixel: bytes) -> bytes:
    """Rounded as the renderer does where it writes a PNG."""
    *colour, alpha = pixel
    share = alpha / _FULL
    return bytes([*(min(_FULL, int(each / share + 0.5)) for each in colour), alpha])
