"""PNGs that a game brings, looked at whole: each renderer reads a damaged one in its own way, or not."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_BY_PALETTE = 3
"""The kind of colour that stands in a palette."""


class DamagedPng(ValueError):
    """A PNG that cannot be decoded whole, with the reason."""


def check_png(data: bytes) -> None:
    """Decodes a picture, of which the size is known to be bounded. Raises DamagedPng."""
    names = [*_chunks(data)]
    if names[:1] != [b"IHDR"] or names[-1:] != [b"IEND"]:
        raise DamagedPng("it is cut off")
    if data[25] == _BY_PALETTE and b"PLTE" not in names:
        raise DamagedPng("its colours are those of a palette, and it has none")
    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as picture:
            picture.load()
    except (OSError, SyntaxError, ValueError, EOFError, struct.error, zlib.error) as fault:
        raise DamagedPng("its pixels cannot be decoded") from fault


def _chunks(data: bytes) -> Iterator[bytes]:
    """The names of the parts of a PNG up to its end."""
    at = len(SIGNATURE)
    while at < len(data):
        if at + 12 > len(data):
            raise DamagedPng("it is cut off")
        (length,), name = struct.unpack_from(">I", data, at), data[at + 4 : at + 8]
        end = at + 8 + length
        if end + 4 > len(data):
            raise DamagedPng("it is cut off")
        if struct.unpack_from(">I", data, end)[0] != zlib.crc32(data[at + 4 : end]):
            raise DamagedPng("a checksum in it is wrong")
        yield name
        if name == b"IEND":
            return
        at = end + 4
