"""Typefaces inside a page: each cut down to the characters that the page sets in it, as data of its CSS.

Glyphs keep their numbers, so that the font's kerning, which names them, stays as it is; those that no
character of the page needs are empty. Form: WOFF 1.0 (W3C), which is the tables of the font, each packed.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterable, Mapping

from zlib_ng import zlib_ng

from generator.drawing.art import art
from generator.drawing.truetype import TrueType
from generator.drawing.typeface import Face

_KEPT = ("GPOS", "OS/2", "head", "hhea", "hmtx", "maxp", "name", "post")
"""Tables that stay as they are, where the font has them; hints and what changes letters are left out."""

_HEAD = 44
_ENTRY = 20
_CHECKSUM = slice(8, 12)
"""Where `head` has the sum over the whole file."""


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
    """The font with these characters alone, packed."""
    whole = TrueType(font)
    glyphs = {code: whole.glyphs[code] for code in map(ord, letters) if code in whole.glyphs}
    tables = {tag: whole.tables[tag] for tag in _KEPT if tag in whole.tables}
    tables["glyf"], tables["loca"] = _outlines(whole, {0, *glyphs.values()})
    tables["cmap"] = _characters(glyphs)
    # Places in `glyf` are written long (1), and the sum is that of the file as it will be unpacked.
    head = tables["head"]
    tables["head"] = head[:8] + bytes(4) + head[12:50] + struct.pack(">h", 1) + head[52:]
    return _woff(dict(sorted(tables.items())))


def _outlines(font: TrueType, wanted: set[int]) -> tuple[bytes, bytes]:
    """`glyf` with these glyphs and what they are put together of, and `loca`."""
    left = [*wanted]
    while left:
        parts = set(font.parts(left.pop())) - wanted
        wanted |= parts
        left += parts
    found, places = b"", [0]
    for glyph in range(font.count):
        if glyph in wanted:
            outline = font.outline(glyph)
            found += outline + bytes(-len(outline) % 4)
        places.append(len(found))
    return found, struct.pack(f">{len(places)}L", *places)


def _characters(glyphs: Mapping[int, int]) -> bytes:
    """`cmap`: every character as a segment of its own, in form 4, and in form 12 where one needs more."""
    short = [(code, glyph) for code, glyph in sorted(glyphs.items()) if code < 0xFFFF]
    codes = [*(code for code, _ in short), 0xFFFF]
    steps = [*((glyph - code) % 0x10000 for code, glyph in short), 1]
    many = len(codes)
    near = 1 << (many.bit_length() - 1)
    head = (2 * many, 2 * near, near.bit_length() - 1, 2 * (many - near))
    body = struct.pack(f">{many}HH{many}H{many}H{many}H", *codes, 0, *codes, *steps, *[0] * many)
    form4 = struct.pack(">HHHHHHH", 4, 14 + len(body), 0, *head) + body
    form12 = struct.pack(">HHLLL", 12, 0, 16 + 12 * len(glyphs), 0, len(glyphs))
    form12 += b"".join(struct.pack(">LLL", code, code, glyph) for code, glyph in sorted(glyphs.items()))
    places = struct.pack(">HHL", 3, 1, 20) + struct.pack(">HHL", 3, 10, 20 + len(form4))
    return struct.pack(">HH", 0, 2) + places + form4 + form12


def _woff(tables: dict[str, bytes]) -> bytes:
    """The tables of a font as WOFF, each packed where that makes it smaller."""
    begin = 12 + 16 * len(tables)
    tables["head"] = _signed(tables, begin)
    size = begin + sum(len(data) + -len(data) % 4 for data in tables.values())
    entries, body, at = b"", b"", _HEAD + _ENTRY * len(tables)
    for tag, data in tables.items():
        packed = zlib_ng.compress(data, 9)
        kept = packed if len(packed) < len(data) else data
        entries += tag.encode() + struct.pack(">LLLL", at + len(body), len(kept), len(data), _sum(tag, data))
        body += kept + bytes(-len(kept) % 4)
    head = struct.pack(
        ">4sLLHHLHHLLLLL", b"wOFF", 0x10000, at + len(body), len(tables), 0, size, 1, 0, 0, 0, 0, 0, 0
    )
    return head + entries + body


def _signed(tables: Mapping[str, bytes], begin: int) -> bytes:
    """`head` with the sum of the unpacked file, whose tables begin there."""
    near = 1 << (len(tables).bit_length() - 1)
    file = struct.pack(
        ">LHHHH", 0x10000, len(tables), 16 * near, near.bit_length() - 1, 16 * (len(tables) - near)
    )
    total, at = 0, begin
    for tag, data in tables.items():
        file += tag.encode() + struct.pack(">LLL", _sum(tag, data), at, len(data))
        total += _sum(tag, data)
        at += len(data) + -len(data) % 4
    left = (0xB1B0AFBA - total - _sum("", file)) % 2**32
    head = bytearray(tables["head"])
    head[_CHECKSUM] = struct.pack(">L", left)
    return bytes(head)


def _sum(tag: str, data: bytes) -> int:
    """The checksum of a table, that of `head` without the sum of the whole file."""
    if tag == "head":
        data = data[:8] + bytes(4) + data[12:]
    padded = data + bytes(-len(data) % 4)
    words: tuple[int, ...] = struct.unpack(f">{len(padded) // 4}L", padded)
    return sum(words) % 2**32
