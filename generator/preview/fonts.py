"""Typefaces inside a page: each cut down to the characters that the page sets in it, as data of its CSS."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Mapping

from fontTools import subset

from generator.drawing.art import art
from generator.drawing.typeface import Face


def font_faces(letters: Mapping[Face, Iterable[str]]) -> str:
    """`@font-face` rules for these faces. Raises UnknownFaceError. Equal characters give equal bytes."""
    order = [face for face in art().fonts.faces if face in letters]
    return "".join(_rule(face, "".join(sorted(set(letters[face])))) for face in order)


def _rule(face: Face, letters: str) -> str:
    data = base64.b64encode(_cut(art().fonts[face].path.read_bytes(), letters)).decode()
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
        f"src:url(data:font/woff;base64,{data})}}"
    )


def _cut(font: bytes, letters: str) -> bytes:
    """The font with these characters alone, compressed."""
    options = subset.Options(
        flavor="woff", hinting=False, layout_features=["kern"], recalc_timestamp=False, notdef_outline=True
    )
    made = subset.load_font(io.BytesIO(font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(made)
    out = io.BytesIO()
    subset.save_font(made, out, options)
    return out.getvalue()
