"""Typefaces inside a page: each cut down to the characters that the page sets in it, as data of its CSS."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping

from generator.drawing.art import Look
from generator.drawing.typeface import Face


def font_faces(look: Look, letters: Mapping[Face, Iterable[str]]) -> str:
    """`@font-face` rules for these faces. Equal characters give equal bytes. Raises UnknownFaceError,
    FaultyFontError."""
    order = [face for face in look.fonts.faces if face in letters]
    return "".join(_rule(look, face, set(letters[face])) for face in order)


def _rule(look: Look, face: Face, letters: set[str]) -> str:
    data = base64.b64encode(look.fonts[face].cut(letters)).decode()
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-style:{face.style};'
        f"src:url(data:font/ttf;base64,{data})}}"
    )
