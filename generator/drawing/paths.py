"""Path data of SVG: shapes as paths, and paths as they lie once they are moved, turned or scaled.

As SVG 1.1 has it (chapter 8, "Paths"; appendix F.6 for arcs). Arcs become Bezier curves, one for each
quarter, for a transform makes of an arc what no arc can say.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

Point = tuple[float, float]
Segment = tuple[str, tuple[Point, ...]]
"""A step of a path from where it stands, all absolute: M, L, Q, C with their points, or Z."""

_TAKES = {"M": "nn", "L": "nn", "H": "n", "V": "n", "C": "nnnnnn", "S": "nnnn", "Q": "nnnn", "T": "nn",
          "A": "nnnffnn", "Z": ""}  # fmt: skip
"""The arguments of each command: numbers and flags, which may stand without anything between them."""

_ARGUMENT = {
    "n": re.compile(r"[\s,]*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"),
    "f": re.compile(r"[\s,]*([01])"),
}
_COMMAND = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])")
_QUARTER = math.pi / 2 + 0.001
"""Of an arc at once; a little more, so that four quarters are four for all their rounding."""


class PathError(ValueError):
    """Path data that cannot be read."""


@dataclass(frozen=True, slots=True)
class Transform:
    """SVG's `matrix(a b c d e f)`."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def of(self, point: Point) -> Point:
        """Where a point comes to lie."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def within(self, inner: Transform) -> Transform:
        """Both: `inner` first, as that of a group's part within the group's own."""
        e, f = self.of((inner.e, inner.f))
        return Transform(
            self.a * inner.a + self.c * inner.b, self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d, self.b * inner.c + self.d * inner.d, e, f,
        )  # fmt: skip

    @property
    def scale(self) -> float:
        """How many times as long a line becomes, on the mean of all directions."""
        return math.sqrt(abs(self.a * self.d - self.b * self.c))

    @classmethod
    def turned(cls, degrees: float, about: Point = (0.0, 0.0)) -> Transform:
        sin, cos = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
        x, y = about
        return cls(cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def moved(data: str, place: Transform) -> str:
    """Path data as it lies after a transform. Raises PathError."""
    return "".join(
        letter + " ".join(f"{_text(x)} {_text(y)}" for x, y in map(place.of, points))
        for letter, points in segments(data)
    )


def _text(value: float) -> str:
    if not math.isfinite(value):
        raise PathError("a number is too large")
    return f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"


def segments(data: str) -> Iterator[Segment]:
    """The steps of a path. Raises PathError."""
    here, start, last = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    before = ""
    for number, (letter, n) in enumerate(_commands(data)):
        kind = letter.upper()
        if not number and kind != "M":
            raise PathError("it does not begin with a move (M)")
        x, y = here if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            points: tuple[Point, ...] = ()
            here = start
        elif kind == "A":
            end = x + n[5], y + n[6]
            yield from _arc(here, (n[0], n[1]), n[2], bool(n[3]), bool(n[4]), end)
            here, before = end, kind
            continue
        elif kind in "HV":
            points = ((x + n[0], here[1]),) if kind == "H" else ((here[0], y + n[0]),)
        else:
            points = tuple((x + right, y + down) for right, down in zip(n[::2], n[1::2], strict=True))
        if kind in "ST":  # the first control point mirrors the last one of a curve of the same kind
            smooth = before in ("CS" if kind == "S" else "QT")
            points = ((2 * here[0] - last[0], 2 * here[1] - last[1]) if smooth and before else here, *points)
        if points:
            here, last = points[-1], points[-2] if len(points) > 1 else points[-1]
        if kind == "M":
            start = here
        before = kind
        yield {"H": "L", "V": "L", "S": "C", "T": "Q"}.get(kind, kind), points


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that is left out is that before it, after a move a line."""
    at, letter = 0, ""
    data = data.rstrip()
    while at < len(data):
        if found := _COMMAND.match(data, at):
            letter, at = found[1], found.end()
        elif letter in ("", "Z", "z"):
            raise PathError(f"a command is missing at {data[at : at + 12]!r}")
        else:
            letter = {"M": "L", "m": "l"}.get(letter, letter)
        numbers: list[float] = []
        for kind in _TAKES[letter.upper()]:
            found = _ARGUMENT[kind].match(data, at)
            if found is None:
                raise PathError(f"{letter} needs another number at {data[at : at + 12]!r}")
            numbers.append(float(found[1]))
            at = found.end()
        yield letter, numbers


def _arc(start: Point, radii: Point, turn: float, large: bool, sweep: bool, end: Point) -> Iterator[Segment]:
    """An arc as Bezier curves; a straight line where a radius is 0 (F.6.2)."""
    rx, ry = abs(radii[0]), abs(radii[1])
    if start == end:
        return
    if not (rx and ry):
        yield "L", (end,)
        return
    upright = Transform.turned(-turn)
    (x1, y1), (x2, y2) = upright.of(start), upright.of(end)
    grown = max(1.0, math.hypot((x1 - x2) / 2 / rx, (y1 - y2) / 2 / ry))  # radii that do not reach (F.6.6)
    rx, ry = rx * grown, ry * grown
    x1, y1, x2, y2 = x1 / rx, y1 / ry, x2 / rx, y2 / ry  # from here on a circle of radius 1
    across, down = x2 - x1, y2 - y1
    away = math.sqrt(max(1 / (across**2 + down**2) - 0.25, 0.0)) * (-1 if large == sweep else 1)
    cx, cy = (x1 + x2) / 2 - away * down, (y1 + y2) / 2 + away * across
    first, angle = math.atan2(y1 - cy, x1 - cx), math.atan2(y2 - cy, x2 - cx)
    angle -= first
    if sweep and angle < 0:
        angle += 2 * math.pi
    elif not sweep and angle > 0:
        angle -= 2 * math.pi
    place = Transform.turned(turn).within(Transform(a=rx, d=ry))
    parts = max(1, math.ceil(abs(angle) / _QUARTER))
    for number in range(parts):
        yield "C", tuple(map(place.of, _part((cx, cy), first + number * angle / parts, angle / parts)))


def _part(centre: Point, start: float, angle: float) -> tuple[Point, Point, Point]:
    """The control points and the end of a curve along a circle of radius 1."""
    cx, cy = centre
    end, reach = start + angle, 4 / 3 * math.tan(angle / 4)
    return (
        (cx + math.cos(start) - reach * math.sin(start), cy + math.sin(start) + reach * math.cos(start)),
        (cx + math.cos(end) + reach * math.sin(end), cy + math.sin(end) - reach * math.cos(end)),
        (cx + math.cos(end), cy + math.sin(end)),
    )


def shape(kind: str, told: Mapping[str, str]) -> str:
    """A shape of SVG as path data, by its element's name and attributes; nothing where it has none. Raises
    PathError where its numbers cannot be read."""
    try:
        return _SHAPES[kind](told)
    except KeyError as fault:
        raise PathError(f"it has no {fault.args[0]}") from fault
    except ValueError as fault:
        raise PathError(str(fault)) from fault


def _rectangle(told: Mapping[str, str]) -> str:
    x, y, wide, tall = _of(told, "x"), _of(told, "y"), float(told["width"]), float(told["height"])
    rx, ry = told.get("rx", told.get("ry", "0")), told.get("ry", told.get("rx", "0"))
    across, down = min(float(rx), wide / 2), min(float(ry), tall / 2)
    if not (across > 0 and down > 0):
        return f"M{_fine(x)} {_fine(y)}h{_fine(wide)}v{_fine(tall)}h{_fine(-wide)}z"
    bow = f"a{_fine(across)} {_fine(down)} 0 0 1"
    right, low = _fine(wide - 2 * across), _fine(tall - 2 * down)
    h, v = _fine(across), _fine(down)
    return (
        f"M{_fine(x + across)} {_fine(y)}h{right}{bow} {h} {v}v{low}{bow} -{h} {v}"
        f"h-{right}{bow} -{h} -{v}v-{low}{bow} {h} -{v}z"
    )


def _ellipse(told: Mapping[str, str], across: str = "rx", down: str = "ry") -> str:
    x, y, rx, ry = _of(told, "cx"), _of(told, "cy"), float(told[across]), float(told[down])
    bow = f"A{_fine(rx)} {_fine(ry)} 0 1 1"
    return f"M{_fine(x - rx)} {_fine(y)}{bow} {_fine(x + rx)} {_fine(y)}{bow} {_fine(x - rx)} {_fine(y)}z"


def _line(told: Mapping[str, str]) -> str:
    x1, y1, x2, y2 = (_fine(_of(told, key)) for key in ("x1", "y1", "x2", "y2"))
    return f"M{x1} {y1}L{x2} {y2}"


def _through(told: Mapping[str, str]) -> str:
    return f"M{told['points'].strip()}" if told.get("points", "").strip() else ""


def _of(told: Mapping[str, str], key: str) -> float:
    return float(told.get(key, 0))


def _fine(value: float) -> str:
    """A number as shapes have it, to three decimals. Raises PathError for one that is none."""
    if not math.isfinite(value):
        raise PathError(f"{value} is no number that can be drawn")
    return f"{value:.3f}".rstrip("0").rstrip(".")


_SHAPES: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    "path": lambda told: told.get("d", ""),
    "rect": _rectangle,
    "circle": lambda told: _ellipse(told, "r", "r"),
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _through,
    "polygon": lambda told: f"{_through(told)}z" if _through(told) else "",
}
