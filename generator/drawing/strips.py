"""Strips: the rows of a PNG, compressed apart and joined to one file.

A large picture is rendered in strips, one after the other or by several processes, and their compressed
rows are put one after the other: what DEFLATE (RFC 1951) ends in a sync flush may be followed by more. Which
strips there are depends on the picture alone, so its bytes do too.

Rows are not filtered (PNG specification, 9.2): areas of one colour are smaller that way, and sooner packed.
The compressor comes with its package, five times as fast as the system's and in one version everywhere.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zlib_ng import zlib_ng

from generator.drawing.renderer import PIXEL

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGBA, _INDEXED, _DEPTH = 6, 3, 8
_UNFILTERED = b"\0"
_LEVEL = 3
"""Of compression: a tenth larger than at level 6, in half of the time."""

_LEVEL_OF_INDICES = 5
"""The highest level that takes as long as those below it."""

_ROWS_AT_ONCE = 64
"""So many are packed at once: their copies stay small."""

_ZLIB_HEAD, _LAST_BLOCK = b"\x78\x01", b"\x03\x00"
_ADLER = 65521
_INCH = 0.0254
"""In metres."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows compressed as raw DEFLATE that more may follow; the Adler-32 and length of what was compressed."""

    data: bytes
    check: int
    length: int


Window = tuple[int, int, int, int]
"""A part of a picture in px: left, top, right, bottom."""


def rows_of(pixels: bytes, width: int, window: Window | None = None) -> Rows:
    """The rows of a picture or strip, from its pixels (RGBA, 8 bits each) from top to bottom; of a `window`
    in it, which may have none."""
    left, top, right, bottom = window or (0, 0, width, len(pixels) // (width * PIXEL))
    starts = range((top * width + left) * PIXEL, (bottom * width + left) * PIXEL, width * PIXEL)
    packer = zlib_ng.compressobj(_LEVEL, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    packed, check, length = [], 1, 0
    for rows in _some_rows(pixels, starts, (right - left) * PIXEL):
        packed.append(packer.compress(rows))
        check = zlib_ng.adler32(rows, check)
        length += len(rows)
    packed.append(packer.flush(zlib_ng.Z_SYNC_FLUSH))
    return Rows(b"".join(packed), check, length)


def _some_rows(pixels: bytes, starts: Sequence[int], row: int) -> Iterator[bytes]:
    for first in range(0, len(starts), _ROWS_AT_ONCE):
        some = starts[first : first + _ROWS_AT_ONCE]
        yield b"".join([_UNFILTERED + pixels[at : at + row] for at in some])


def joined(width: int, height: int, strips: Sequence[Rows], dpi: float) -> bytes:
    """The PNG of strips from top to bottom, which states its resolution."""
    check = 1
    for each in strips:
        check = _both(check, each)
    body = b"".join([_ZLIB_HEAD, *(each.data for each in strips), _LAST_BLOCK, struct.pack(">I", check)])
    return _png((width, height), _RGBA, dpi, (b"IDAT", body))


def indexed(size: tuple[int, int], indices: bytes, palette: bytes, dpi: float) -> bytes:
    """The PNG of a picture of a width and height, each of its pixels an index of a `palette` (RGB, 8 bits
    each)."""
    width, height = size
    rows = b"".join([_UNFILTERED + indices[at : at + width] for at in range(0, width * height, width)])
    return _png(size, _INDEXED, dpi, (b"PLTE", palette), (b"IDAT", zlib_ng.compress(rows, _LEVEL_OF_INDICES)))


def _png(size: tuple[int, int], kind: int, dpi: float, *chunks: tuple[bytes, bytes]) -> bytes:
    head = struct.pack(">IIBBBBB", *size, _DEPTH, kind, 0, 0, 0)
    per_metre = round(dpi / _INCH)
    said = struct.pack(">IIB", per_metre, per_metre, 1)
    whole = ((b"IHDR", head), (b"pHYs", said), *chunks, (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in whole)


def _both(check: int, more: Rows) -> int:
    """The Adler-32 of data of which the first part has the one `check` and the rest is `more` (RFC 1950)."""
    low, high = check & 0xFFFF, check >> 16
    low_more, high_more = more.check & 0xFFFF, more.check >> 16
    high = (high + high_more + more.length * (low - 1)) % _ADLER
    return high << 16 | (low + low_more - 1) % _ADLER


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG with its length and CRC."""
    check = zlib_ng.crc32(data, zlib_ng.crc32(kind))
    return b"".join([struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)])
