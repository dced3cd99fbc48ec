"""TrueType files: of their tables those that a drawing needs, read from the bytes.

What is read: which characters there are (`cmap`), how far each letter runs (`hmtx`), its outline (`glyf`),
and the font's names (`name`); format: the OpenType specification, by the names of its tables. fontTools knows
all tables and took a fifth of what Senlac weighed: it is left to the tests, which compare every glyph of
every font that ships with what it reads (tests/generator/drawing/test_truetype.py).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise

Point = tuple[float, float]
Contour = tuple[Point, list[tuple[str, tuple[Point, ...]]]]
"""Where a contour starts and its segments, in font units: "l" with one point or "q" with two."""

_Matrix = tuple[float, float, float, float]
_Spot = tuple[float, float, bool]
"""A point as the file has it: x, y, and whether it lies on the curve."""

_FORMS = (b"\x00\x01\x00\x00", b"true")
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
"""Platform and encoding of the tables of characters, the fullest first."""

_ENGLISH = ((3, 0x409), (1, 0))
_DEEPEST, _MOST_PARTS = 8, 256
"""Letters are put together of others, which may be put together themselves: so deep, of so many, at most."""


class NotTrueType(ValueError):
    """Bytes that are no TrueType font, or one that is cut off or contradicts itself."""


class TrueType:
    """A font file by its tables. Everything is read when it is asked for; each raises NotTrueType."""

    def __init__(self, data: bytes) -> None:
        self.tables = _tables(data)

    def table(self, tag: str) -> bytes:
        """The bytes of a table."""
        try:
            return self.tables[tag]
        except KeyError:
            raise NotTrueType(f"it has no table {tag!r}") from None

    @cached_property
    def units_per_em(self) -> int:
        (units,) = self._numbers("head", 18, "H")
        if not units:
            raise NotTrueType("its letters have no size")
        return units

    @cached_property
    def count(self) -> int:
        """How many glyphs there are."""
        return self._numbers("maxp", 4, "H")[0]

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """The number of the glyph for each character that has one."""
        data = self.table("cmap")
        (amount,) = _read(data, 2, "H")
        records = [_read(data, 4 + 8 * each, "HHL") for each in range(amount)]
        at = {(platform, encoding): offset for platform, encoding, offset in records}
        for key in _UNICODE:
            if key in at:
                return {code: glyph for code, glyph in _characters(data[at[key] :]) if 0 < glyph < self.count}
        raise NotTrueType("it does not say which letter is which (no Unicode table)")

    @cached_property
    def advances(self) -> list[int]:
        """How far each glyph runs, in font units."""
        return [advance for advance, _ in self._metrics]

    @cached_property
    def _metrics(self) -> list[tuple[int, int]]:
        """Advance and left side bearing of each glyph; the last ones share their advance."""
        (full,) = self._numbers("hhea", 34, "H")
        if not 0 < full <= self.count:
            raise NotTrueType("it does not say how wide its letters are")
        found = [*struct.iter_unpack(">Hh", self.table("hmtx")[: 4 * full])]
        bearings = self._numbers("hmtx", 4 * full, f"{self.count - full}h")
        return [*found, *((found[-1][0], bearing) for bearing in bearings)]

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """Where in `glyf` each glyph begins, and where the last one ends."""
        (long,) = self._numbers("head", 50, "h")
        found = self._numbers("loca", 0, f"{self.count + 1}{'L' if long else 'H'}")
        return found if long else tuple(2 * each for each in found)

    def name(self, number: int) -> str | None:
        """One of the font's names by its number: 1 the family, 16 the family of more than four faces. In
        English, where it has that."""
        data = self.table("name")
        _, amount, texts = _read(data, 0, "HHH")
        found: dict[tuple[int, int], str] = {}
        for each in range(amount):
            platform, _, language, what, length, offset = _read(data, 6 + 12 * each, "HHHHHH")
            if what == number:
                said = data[texts + offset : texts + offset + length]
                form = "mac_roman" if platform == 1 else "utf_16_be"
                found.setdefault((platform, language), said.decode(form, "replace"))
        return next((found[key] for key in (*_ENGLISH, *found) if key in found), None)

    def top(self, glyph: int) -> int:
        """How high a glyph's outline reaches, in font units; 0 without one."""
        data = self.outline(glyph)
        return int(_read(data, 8, "h")[0]) if data else 0

    def contours(self, glyph: int) -> list[Contour]:
        """The outline of a glyph, y up, moved so that it begins where its side bearing says."""
        return [_contour(spots) for spots in self._spots(glyph, 0, []) if spots]

    def parts(self, glyph: int) -> list[int]:
        """The glyphs of which one is put together; of a plain one none."""
        data = self.outline(glyph)
        return [part for part, _, _ in _components(data)] if _is_put_together(data) else []

    def outline(self, glyph: int) -> bytes:
        """A glyph as `glyf` has it; empty for one that leaves no ink."""
        if not 0 <= glyph < self.count:
            raise NotTrueType(f"a letter is made of glyph {glyph}, and there are {self.count}")
        return self.table("glyf")[self._places[glyph] : self._places[glyph + 1]]

    def _spots(self, glyph: int, depth: int, seen: list[int]) -> list[list[_Spot]]:
        """The points of a glyph by contour; `seen` are all that were looked at for it."""
        seen.append(glyph)
        if len(seen) > _MOST_PARTS or depth > _DEEPEST:
            raise NotTrueType("a letter is made of too many others")
        data = self.outline(glyph)
        if not data:
            return []
        if not _is_put_together(data):
            # Parts of another glyph lie where that one says.
            left = 0 if depth else self._metrics[glyph][1] - _read(data, 2, "h")[0]
            return [[(x + left, y, on) for x, y, on in spots] for spots in _simple(data)]
        found: list[list[_Spot]] = []
        for part, (xx, xy, yx, yy), (right, up) in _components(data):
            found += (
                [(xx * x + yx * y + right, xy * x + yy * y + up, on) for x, y, on in spots]
                for spots in self._spots(part, depth + 1, seen)
            )
        return found

    def _numbers(self, tag: str, at: int, form: str) -> tuple[int, ...]:
        return _read(self.table(tag), at, form)


def _read(data: bytes, at: int, form: str) -> tuple[int, ...]:
    try:
        return struct.unpack_from(f">{form}", data, at)
    except struct.error:
        raise NotTrueType("it is cut off") from None


def _tables(data: bytes) -> dict[str, bytes]:
    if data[:4] == b"OTTO":
        raise NotTrueType("save it as TrueType (.ttf): its letters are of another kind")
    if data[:4] not in _FORMS:
        raise NotTrueType("it does not begin as a TrueType font does")
    (amount,) = _read(data, 4, "H")
    found: dict[str, bytes] = {}
    for each in range(amount):
        begin, size = _read(data, 12 + 16 * each + 8, "LL")
        if begin + size > len(data):
            raise NotTrueType("it is cut off")
        found[data[12 + 16 * each :][:4].decode("latin-1")] = data[begin : begin + size]
    return found


def _characters(data: bytes) -> Iterator[tuple[int, int]]:
    """Characters and their glyphs, in the two forms that fonts of our days have."""
    (form,) = _read(data, 0, "H")
    if form == 4:
        return _by_segments(data)
    if form == 12:
        return _by_groups(data)
    raise NotTrueType(f"its table of characters is of form {form}: save it anew")


def _by_segments(data: bytes) -> Iterator[tuple[int, int]]:
    half = _read(data, 6, "H")[0] // 2
    ends, starts = _read(data, 14, f"{half}H"), _read(data, 16 + 2 * half, f"{half}H")
    steps, ranges = _read(data, 16 + 4 * half, f"{half}h"), _read(data, 16 + 6 * half, f"{half}H")
    _check_order(zip(starts, ends, strict=True))
    for number, (start, end, step, away) in enumerate(zip(starts, ends, steps, ranges, strict=True)):
        for code in range(start, end + 1):
            if code == 0xFFFF:
                continue
            if not away:
                yield code, (code + step) & 0xFFFF
                continue
            (glyph,) = _read(data, 16 + 6 * half + 2 * number + away + 2 * (code - start), "H")
            yield code, (glyph + step) & 0xFFFF if glyph else 0


def _by_groups(data: bytes) -> Iterator[tuple[int, int]]:
    (amount,) = _read(data, 12, "L")
    groups = [_read(data, 16 + 12 * each, "LLL") for each in range(min(amount, len(data) // 12))]
    _check_order((start, end) for start, end, _ in groups)
    for start, end, glyph in groups:
        yield from zip(range(start, end + 1), range(glyph, glyph + end - start + 1), strict=True)


def _check_order(ranges: Iterable[tuple[int, int]]) -> None:
    """Ranges of characters rise: else a small file could name each of them thousands of times."""
    last = -1
    for start, end in ranges:
        if not last < start <= end <= 0x10FFFF:
            raise NotTrueType("its table of characters contradicts itself")
        last = end


def _is_put_together(data: bytes) -> bool:
    return bool(data) and _read(data, 0, "h")[0] < 0


def _components(data: bytes) -> Iterator[tuple[int, _Matrix, Point]]:
    """The parts of a glyph that is put together: which, turned and scaled how, moved where."""
    at, more = 10, True
    while more:
        flags, glyph = _read(data, at, "HH")
        words, by_place, more = flags & 0x1, flags & 0x2, bool(flags & 0x20)
        right, up = _read(data, at + 4, "hh" if words else "bb")
        at += 8 if words else 6
        form = "h" if flags & 0x8 else "hh" if flags & 0x40 else "hhhh" if flags & 0x80 else ""
        scale = [number / 0x4000 for number in _read(data, at, form)]
        at += 2 * len(form)
        yield glyph, _matrix(scale), (right, up) if by_place else (0, 0)


def _matrix(scale: list[float]) -> _Matrix:
    """One scale for both ways, one for each, all four numbers, or none."""
    if len(scale) == 4:
        return scale[0], scale[1], scale[2], scale[3]
    return (scale[0], 0.0, 0.0, scale[-1]) if scale else (1.0, 0.0, 0.0, 1.0)


def _simple(data: bytes) -> Iterator[list[_Spot]]:
    """The points of a glyph that is drawn itself, by contour."""
    (amount,) = _read(data, 0, "h")
    ends = _read(data, 10, f"{amount}H")
    if any(one >= other for one, other in pairwise(ends)):
        raise NotTrueType("the points of a letter contradict themselves")
    total = ends[-1] + 1 if ends else 0
    at = 10 + 2 * amount
    at += 2 + _read(data, at, "H")[0]  # hints
    flags: list[int] = []
    while len(flags) < total:
        (flag,) = _read(data, at, "B")
        times = 1 + (_read(data, at + 1, "B")[0] if flag & 0x8 else 0)
        flags += [flag] * times
        at += 2 if flag & 0x8 else 1
    flags = flags[:total]
    across, at = _steps(data, at, flags, 0x2, 0x10)
    up, _ = _steps(data, at, flags, 0x4, 0x20)
    spots: list[_Spot] = [(x, y, bool(flag & 1)) for x, y, flag in zip(across, up, flags, strict=True)]
    for start, end in zip((-1, *ends), ends, strict=False):
        yield spots[start + 1 : end + 1]


def _steps(data: bytes, at: int, flags: list[int], short: int, same: int) -> tuple[list[int], int]:
    """One coordinate of each point, and where what follows begins. A short step has its sign in `same`."""
    found: list[int] = []
    here = 0
    for flag in flags:
        if flag & short:
            (step,) = _read(data, at, "B")
            here += step if flag & same else -step
            at += 1
        elif not flag & same:
            here += _read(data, at, "h")[0]
            at += 2
        found.append(here)
    return found, at


def _contour(spots: list[_Spot]) -> Contour:
    """The points as segments: between two that lie off the curve one lies on it, unwritten. It starts at the
    first one on the curve, or, without any, between the last and the first."""
    first = next((number for number, (_, _, on) in enumerate(spots) if on), None)
    if first is None:
        last, begin = spots[-1], spots[0]
        start = (last[0] + begin[0]) / 2, (last[1] + begin[1]) / 2
        order = [*spots, (*start, True)]
    else:
        start = spots[first][:2]
        order = [*spots[first + 1 :], *spots[: first + 1]]
    segments: list[tuple[str, tuple[Point, ...]]] = []
    by: Point | None = None
    for x, y, on in order:
        if by is not None:
            end = (x, y) if on else ((by[0] + x) / 2, (by[1] + y) / 2)
            segments.append(("q", (by, end)))
        elif on:
            segments.append(("l", ((x, y),)))
        by = None if on else (x, y)
    if segments and segments[-1][0] == "l":
        segments.pop()  # it closes itself
    return start, segments
