"""Two pictures of a position as one, one above the other: as it is drawn, and as it would be drawn."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

_APART_PX: Final = 12
_BETWEEN: Final = (60, 60, 60)
_COLOURS: Final = 128


def stack_pictures(above: bytes, below: bytes) -> bytes:
    """A PNG with both PNGs, a dark bar of 12 px between them. Raises OSError for what is no picture."""
    pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in (above, below)]
    width = max(each.width for each in pictures)
    height = sum(each.height for each in pictures) + _APART_PX
    both = Image.new("RGB", (width, height), _BETWEEN)
    both.paste(pictures[0], (0, 0))
    both.paste(pictures[1], (0, pictures[0].height + _APART_PX))
    buffer = io.BytesIO()
    both.quantize(_COLOURS).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
