"""Pictures of a page as WebP: a ground and pieces with small losses, a chart with none but of its colours."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

_COLOURS = 32
"""Of a chart: few are enough for words and lines on plain paper."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A WebP with its size in px."""

    data: bytes
    width: int
    height: int


def encode_ground(pngs: Sequence[bytes]) -> Picture:
    """A map and what is drawn below it, one PNG below the other; losses do not show."""
    parts = [_open(data).convert("RGB") for data in pngs]
    whole = Image.new("RGB", (parts[0].width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    return Picture(_encode(whole, quality=72, method=4), whole.width, whole.height)


def encode_piece(png: bytes) -> bytes:
    """A counter or card that is transparent around it."""
    return _encode(_open(png), quality=60, method=6, alpha_quality=80)


def encode_chart(png: bytes) -> bytes:
    """Words and lines, in few colours."""
    few = (
        _open(png)
        .convert("RGB")
        .quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    )
    return _encode(few.convert("RGB"), lossless=True, quality=60, method=4)


def _open(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png))


def _encode(picture: Image.Image, **how: int) -> bytes:
    data = io.BytesIO()
    picture.save(data, "WEBP", **how)
    return data.getvalue()
