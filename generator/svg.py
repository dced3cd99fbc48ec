"""SVG: the one place that writes SVG, in mm or px, with every text checked and the same bytes each run.

A Canvas is a picture with a size; it, its groups and its definitions are Pens, which draw. Positions,
sizes and line widths are in the canvas's unit (mm unless it says px), y runs down, colours are
"#rrggbb". Other attributes follow as keywords: stroke_width=0.3, fill_opacity=0.5.

What renderers need is kept here: no style sheets, no filters, ids of three characters or more and only
xlink:href (VASSAL's renderer fails on others), text only in faces and characters that exist. For
VASSAL, whose players lack our fonts, `Canvas(..., text_as="paths")` writes each text as its outline.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Use

from generator.art import art
from generator.files import write_bytes
from generator.typeface import TEXT, Face, Fonts

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
VerticalAlign = Literal["baseline", "middle", "top"]
MM_PER_INCH = 25.4
_REFERENCES = ("clip-path", "fill", "stroke", "mask", "marker-end", "marker-start")


class IdError(ValueError):
    """An id that is too short, not a plain name, used twice, or unknown."""


class DrawingError(ValueError):
    """A colour, size or attribute that no renderer would draw."""


def pt(points: float) -> float:
    """Typographic points in mm."""
    return points * MM_PER_INCH / 72


def inch(inches: float) -> float:
    """Inches in mm."""
    return inches * MM_PER_INCH


def num(value: float) -> str:
    """A number as SVG text: at most three decimals (1 µm on a canvas in mm), never "-0" or "1e-5"."""
    if value != value or value in (float("inf"), float("-inf")):
        raise DrawingError(f"{value} is not a number that can be drawn")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def path_data(points: Sequence[Point], close: bool = False) -> str:
    """Path data of straight lines through points."""
    body = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{body}{'Z' if close else ''}"


def _attributes(extra: dict[str, Any]) -> dict[str, str]:
    done: dict[str, str] = {}
    for key, value in sorted(extra.items()):
        if value is None:
            continue
        done[key] = value if isinstance(value, str) else num(float(value))
        if key in ("fill", "stroke") and not (done[key] == "none" or done[key].startswith(("#", "url(#"))):
            raise DrawingError(f"{key} {value!r}: write a colour as '#rrggbb', 'none' or 'url(#id)'")
    return done


class Pen:
    """Draws into one group of a canvas. All calls return nothing but `group`, which returns its Pen."""

    def __init__(self, canvas: Canvas, element: BaseElement) -> None:
        self.canvas = canvas
        self.element = element

    def _add(self, element: BaseElement) -> None:
        self.element.add(element)

    def group(self, **extra: Any) -> Pen:
        """A new group on top of what is drawn; `id`, `transform` and inherited attributes may be given."""
        if "id" in extra:
            self.canvas.claim(extra["id"])
        group = self.canvas.drawing.g(**_attributes(extra))
        self._add(group)
        return Pen(self.canvas, group)

    def move(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, **extra: Any) -> Pen:
        """A group whose origin is at (x, y), scaled, then turned clockwise by degrees."""
        return self.group(transform=_transform(x, y, scale, turn), **extra)

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0.0, **extra: Any
    ) -> None:
        """A rectangle with its top left corner at (x, y); `radius` rounds the corners."""
        if radius:
            extra = {"rx": radius, "ry": radius, **extra}
        at, size = (num(x), num(y)), (num(width), num(height))
        self._add(self.canvas.drawing.rect(insert=at, size=size, **_attributes(extra)))

    def circle(self, x: float, y: float, radius: float, **extra: Any) -> None:
        self._add(self.canvas.drawing.circle(center=(num(x), num(y)), r=num(radius), **_attributes(extra)))

    def ellipse(self, x: float, y: float, rx: float, ry: float, **extra: Any) -> None:
        ends = (num(rx), num(ry))
        self._add(self.canvas.drawing.ellipse(center=(num(x), num(y)), r=ends, **_attributes(extra)))

    def line(self, x1: float, y1: float, x2: float, y2: float, **extra: Any) -> None:
        start, end = (num(x1), num(y1)), (num(x2), num(y2))
        self._add(self.canvas.drawing.line(start=start, end=end, **_attributes(extra)))

    def path(self, data: str, **extra: Any) -> None:
        """A path of SVG path data; without a `fill` it is filled black, as in SVG."""
        self._add(self.canvas.drawing.path(d=data, **_attributes(extra)))

    def polygon(self, points: Sequence[Point], **extra: Any) -> None:
        self.path(path_data(points, close=True), **extra)

    def polyline(self, points: Sequence[Point], **extra: Any) -> None:
        self.path(path_data(points), **{"fill": "none", **extra})

    def use(
        self, symbol: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0, **extra: Any
    ) -> None:
        """The definition `symbol` with its origin at (x, y). Raises IdError if it is not defined."""
        if symbol not in self.canvas.definitions:
            raise IdError(f"use of {symbol!r}, which this canvas does not define")
        attributes = {"transform": _transform(x, y, scale, turn), **extra}
        self._add(self.canvas.drawing.use(f"#{symbol}", **_attributes(attributes)))

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float,
        face: Face = TEXT,
        *,
        anchor: Anchor = "start",
        align: VerticalAlign = "baseline",
        spacing: float = 0.0,
        **extra: Any,
    ) -> None:
        """One line of text. `align` places the capitals' height: its baseline, middle or top at y.

        Raises UnknownFaceError, MissingGlyphError (typeface.py): no text is ever dropped in silence.
        """
        font = self.canvas.fonts[face]
        font.check(words)
        y += {"baseline": 0.0, "middle": 0.5, "top": 1.0}[align] * font.cap_height * size
        if self.canvas.text_as == "paths":
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            left = x - shift * font.width(words, size, spacing)
            self.path(font.outline(words, left, y, size, spacing), **extra)
            return
        named = {
            "font_family": face.family,
            "font_weight": str(face.weight),
            "font_size": num(size),
            "font_style": None if face.style == "normal" else face.style,
            "text_anchor": None if anchor == "start" else anchor,
            "letter_spacing": num(spacing) if spacing else None,
        }
        self._add(self.canvas.drawing.text(words, insert=(num(x), num(y)), **_attributes({**named, **extra})))

    def embed(self, other: Canvas, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> None:
        """The picture `other` with its top left corner at (x, y), its ids kept apart from ours.

        Both canvases count in their own units: pass the scale from theirs to ours where they differ.
        """
        renamed = self.canvas.adopt(other)
        place = self.move(x, y, scale, turn)
        for element in other.element.elements:
            place._add(_renamed(element, renamed))


def _transform(x: float, y: float, scale: float, turn: float) -> str:
    parts = [f"translate({num(x)} {num(y)})"]
    if turn:
        parts.append(f"rotate({num(turn)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.6g})")
    return " ".join(parts)


def _renamed(element: BaseElement, names: dict[str, str]) -> BaseElement:
    """A copy of an element with its ids, and what refers to them, under new names."""
    twin = copy.copy(element)
    twin.attribs = dict(element.attribs)
    twin.elements = [_renamed(e, names) if isinstance(e, BaseElement) else e for e in element.elements]
    if twin.attribs.get("id") in names:
        twin.attribs["id"] = names[twin.attribs["id"]]
    if isinstance(twin, Use) and twin.href[1:] in names:
        twin.set_href(f"#{names[twin.href[1:]]}")
    for key in _REFERENCES:
        value = twin.attribs.get(key)
        if isinstance(value, str) and value.startswith("url(#") and value[5:-1] in names:
            twin.attribs[key] = f"url(#{names[value[5:-1]]})"
    return twin


class Canvas(Pen):
    """A picture of a width and height in mm (or px at 96 dpi), with definitions that `use` draws."""

    def __init__(
        self,
        width: float,
        height: float,
        *,
        unit: Literal["mm", "px"] = "mm",
        title: str = "",
        text_as: Literal["text", "paths"] = "text",
        fonts: Fonts | None = None,
    ) -> None:
        if not (width > 0 and height > 0):
            raise DrawingError(f"a canvas of {width} x {height} {unit} has no area")
        self.width, self.height, self.unit = width, height, unit
        self.title, self.text_as = title, text_as
        self.fonts = fonts or art().fonts
        self.drawing = svgwrite.Drawing(debug=False)
        self.definitions: dict[str, BaseElement] = {}
        self._ids: set[str] = set()
        super().__init__(self, self.drawing.g())

    def claim(self, name: str) -> None:
        """Take an id for this picture. Raises IdError if it is short, not a plain name or taken."""
        if len(name) < 3 or not name.replace("-", "").replace("_", "").isalnum() or not name[0].isalpha():
            raise IdError(f"id {name!r}: use a letter and at least two letters, digits, '-' or '_'")
        if name in self._ids:
            raise IdError(f"id {name!r} is already taken in this picture")
        self._ids.add(name)

    def define(self, name: str, **extra: Any) -> Pen:
        """A definition to be drawn by `use(name, ...)`; what it does not colour, `use` colours."""
        self.claim(name)
        group = self.drawing.g(**_attributes({"id": name, **extra}))
        self.definitions[name] = group
        return Pen(self, group)

    def clip(self, name: str, data: str) -> str:
        """Define a clip path; the result goes into `clip_path=` of a group."""
        self.claim(name)
        shape = self.drawing.clipPath(id=name)
        shape.add(self.drawing.path(d=data))
        self.definitions[name] = shape
        return f"url(#{name})"

    def adopt(self, other: Canvas) -> dict[str, str]:
        """Take over the definitions of another picture; returns which of its ids changed, and to what.

        The same definition under the same name is kept once; a different one gets its digest as suffix.
        """
        names: dict[str, str] = {}
        for name in sorted(other._ids - set(other.definitions)):
            if name in self._ids:
                names[name] = self._free(name)
            self._ids.add(names.get(name, name))
        # A definition can refer to earlier ones only, so their new names are known when it comes.
        for name, element in other.definitions.items():
            mine = self.definitions.get(name)
            xml = _renamed(element, names).tostring()
            if mine is not None and mine.tostring() == xml:
                continue
            if name in self._ids:
                names[name] = f"{name}-{hashlib.sha256(xml.encode()).hexdigest()[:8]}"
            here = names.get(name, name)
            if here not in self.definitions:
                self.claim(here)
                self.definitions[here] = _renamed(element, names)
        return names

    def _free(self, name: str) -> str:
        number = 2
        while f"{name}-{number}" in self._ids:
            number += 1
        return f"{name}-{number}"

    def svg(self) -> str:
        """The picture as SVG text: the same drawing calls give the same text."""
        size = (f"{num(self.width)}{self.unit}", f"{num(self.height)}{self.unit}")
        root = svgwrite.Drawing(debug=False, size=size)
        root.attribs["viewBox"] = f"0 0 {num(self.width)} {num(self.height)}"
        if self.title:
            root.set_desc(title=self.title)
        for element in self.definitions.values():
            root.defs.add(element)
        for element in self.element.elements:
            root.add(element)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{root.tostring()}\n'

    def save(self, path: Path) -> None:
        """Write the SVG file whole or not at all."""
        write_bytes(path, self.svg().encode())
