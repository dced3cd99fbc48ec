"""Pictures of a page as WebP: a ground and pieces with small losses, a chart with none but of its colours."""

from __future__ import annotations

import io

from PIL import Image

_COLOURS = 32
"""Of a chart: few are enough for words and lines on plain paper."""


def encode_ground(picture: Image.Image) -> bytes:
    """A map, in which losses do not show."""
    return _encode(picture, quality=72, method=4)


def encode_piece(picture: Image.Image) -> bytes:
    """A counter or card that is transparent around it."""
    return _encode(picture, quality=75, method=6, alpha_quality=80)


def encode_chart(picture: Image.Image) -> bytes:
    """Words and lines, in few colours."""
    few = picture.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    return _encode(few.convert("RGB"), lossless=True, quality=60, method=4)


def _encode(picture: Image.Image, **how: int) -> bytes:
    data = io.BytesIO()
    picture.save(data, "WEBP", **how)
    return data.getvalue()
