"""SVG: the one place that writes SVG, in mm or px, with every text checked and the same bytes each run.

A Canvas is a picture with a size; it, its groups and its definitions are Pens, which draw. Positions,
sizes and line widths are in the canvas's unit (mm unless it says px), y runs down, colours are
"#rrggbb". Other attributes follow as keywords: stroke_width=0.3, fill_opacity=0.5.

What renderers need is kept here: no style sheets, no filters, ids of three characters or more and only
xlink:href (VASSAL's renderer fails on others), text only in faces and characters that exist. For
VASSAL, whose players lack our fonts, `Canvas(look, ..., text_as="paths")` writes each text as its outline.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from generator.cache.files import write_bytes
from generator.drawing.art import Look
from generator.drawing.typeface import TEXT, Face
from generator.drawing.typography import printed

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
VerticalAlign = Literal["baseline", "middle", "top"]
MM_PER_INCH = 25.4
_HREF = "xlink:href"
_IN_TEXT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
_IN_ATTRIBUTES = (*_IN_TEXT, ('"', "&quot;"), ("\r", "&#13;"), ("\n", "&#10;"), ("\t", "&#09;"))
_REFERENCES = ("clip-path", "fill", "stroke", "mask", "marker-end", "marker-start")
DIGITS = 3
"""Decimals of a number as it is written: 1 µm on a canvas in mm."""

_WRITTEN = f".{DIGITS}f"


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
    text = format(value, _WRITTEN)  # a map has a hundred thousand: the usual case first
    if text[-1] == "0":
        text = text.rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    if not math.isfinite(value):
        raise DrawingError(f"{value} is not a number that can be drawn")
    return text


def path_data(points: Sequence[Point], close: bool = False) -> str:
    """Path data of straight lines through points."""
    body = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return f"M{body}{'Z' if close else ''}"


def _attributes(extra: dict[str, Any]) -> dict[str, str]:
    done: dict[str, str] = {}
    for key, value in sorted(extra.items()):
        if value is None:
            continue
        text = value if isinstance(value, str) else num(float(value))
        if key in ("fill", "stroke") and not (text == "none" or text.startswith(("#", "url(#"))):
            raise DrawingError(f"{key} {value!r}: write a colour as '#rrggbb', 'none' or 'url(#id)'")
        done[key.replace("_", "-")] = text
    return done


class Element:
    """An element within svgwrite's drawing, made and written without its checks and its second tree.

    svgwrite's own shapes, groups and texts give the same bytes, but take 2.7 times as long to make and write,
    and 8 times with `debug=True`. With them, the drawing of Hastings' map sheet takes 1.1 times as long
    (1.4 with letters as outlines), a counter 1.5 times, counters of a kit 1.9 times, with `debug=True`
    3, 3 and 4 times as long (the outlines 10 times). So its validator checks what was written, each thing
    once, in tests/generator/drawing/test_svgwrite_valid.py.
    """

    def __init__(self, name: str, attributes: dict[str, str], words: str = "") -> None:
        self.elementname, self.words = name, words
        self.attribs = attributes
        self.elements: list[Element] = []

    def add(self, element: Element) -> Element:
        self.elements.append(element)
        return element

    def tostring(self) -> str:
        """The element and all in it as XML text."""
        parts: list[str] = []
        self._write(parts)
        return "".join(parts)

    def _write(self, parts: list[str]) -> None:
        said = [f' {key}="{_escaped(value)}"' for key, value in sorted(self.attribs.items()) if value]
        parts += ("<", self.elementname, *said)
        if not (self.elements or self.words):
            parts.append(" />")
            return
        parts += (">", _escaped(self.words, quotes=False))
        for element in self.elements:
            element._write(parts)
        parts += ("</", self.elementname, ">")

    def renamed(self, names: Mapping[str, str]) -> Element:
        """A copy with its ids, and what refers to them, under new names."""
        attributes = dict(self.attribs)
        if attributes.get("id") in names:
            attributes["id"] = names[attributes["id"]]
        if attributes.get(_HREF, "")[1:] in names:
            attributes[_HREF] = f"#{names[attributes[_HREF][1:]]}"
        for key in _REFERENCES:
            value = attributes.get(key, "")
            if value.startswith("url(#") and value[5:-1] in names:
                attributes[key] = f"url(#{names[value[5:-1]]})"
        twin = type(self).__new__(type(self))  # thousands of elements: `copy` takes three times as long
        twin.__dict__.update(vars(self), attribs=attributes)
        twin.elements = [element.renamed(names) for element in self.elements]
        return twin


class _Late(Element):
    """A group that is filled when it is written or copied: of what is only measured nothing is drawn."""

    def __init__(self, attributes: dict[str, str], fill: Callable[[Element], None]) -> None:
        super().__init__("g", attributes)
        self._fill: Callable[[Element], None] | None = fill

    @property
    def elements(self) -> list[Element]:
        if self._fill is not None:
            fill, self._fill = self._fill, None
            fill(self)
        return self._elements

    @elements.setter
    def elements(self, elements: list[Element]) -> None:
        self._fill, self._elements = None, elements


class _Lettering(Element):
    """Words as the path of their outlines, which is drawn when it is written: charts are laid out at several
    widths, and one of them is used."""

    def __init__(self, attributes: dict[str, str], outline: Callable[[], str]) -> None:
        super().__init__("path", attributes)
        self._outline = outline

    def _write(self, parts: list[str]) -> None:
        if "d" not in self.attribs:
            self.attribs["d"] = self._outline()
        super()._write(parts)


def _escaped(text: str, quotes: bool = True) -> str:
    """Text as XML has it, within an attribute also its quotes and line ends."""
    for character, written in _IN_ATTRIBUTES if quotes else _IN_TEXT:
        if character in text:
            text = text.replace(character, written)
    return text


class Pen:
    """Draws into one group of a canvas. All calls return nothing but `group`, which returns its Pen."""

    def __init__(self, canvas: Canvas, element: Element) -> None:
        self.canvas = canvas
        self.element = element

    @property
    def look(self) -> Look:
        """The look of the game that is drawn."""
        return self.canvas._look

    def _add(self, name: str, extra: dict[str, Any], **own: str) -> Element:
        """An element with attributes of its `own`, which are text already."""
        return self.element.add(Element(name, {**own, **_attributes(extra)}))

    def group(self, **extra: Any) -> Pen:
        """A new group on top of what is drawn; `id`, `transform` and inherited attributes may be given."""
        if "id" in extra:
            self.canvas.claim(extra["id"])
        return Pen(self.canvas, self._add("g", extra))

    def move(self, x: float, y: float, scale: float = 1.0, turn: float = 0.0, **extra: Any) -> Pen:
        """A group whose origin is at (x, y), scaled, then turned clockwise by degrees."""
        return self.group(transform=_transform(x, y, scale, turn), **extra)

    def later(self, x: float, y: float, draw: Callable[[Pen], None]) -> None:
        """A group whose origin is at (x, y), and which `draw` fills once it is written: with no texts, and
        nothing that it could refuse."""
        fill = partial(_filled, self.canvas, draw)
        self.element.add(_Late({"transform": _transform(x, y, 1.0, 0.0)}, fill))

    def rect(
        self, x: float, y: float, width: float, height: float, *, radius: float = 0.0, **extra: Any
    ) -> None:
        """A rectangle with its top left corner at (x, y); `radius` rounds the corners."""
        if radius:
            extra = {"rx": radius, "ry": radius, **extra}
        self._add("rect", extra, x=num(x), y=num(y), width=num(width), height=num(height))

    def circle(self, x: float, y: float, radius: float, **extra: Any) -> None:
        self._add("circle", extra, cx=num(x), cy=num(y), r=num(radius))

    def ellipse(self, x: float, y: float, rx: float, ry: float, **extra: Any) -> None:
        self._add("ellipse", extra, cx=num(x), cy=num(y), rx=num(rx), ry=num(ry))

    def line(self, x1: float, y1: float, x2: float, y2: float, **extra: Any) -> None:
        self._add("line", extra, x1=num(x1), y1=num(y1), x2=num(x2), y2=num(y2))

    def path(self, data: str, **extra: Any) -> None:
        """A path of SVG path data; without a `fill` it is filled black, as in SVG."""
        self._add("path", extra, d=data)

    def polygon(self, points: Sequence[Point], **extra: Any) -> None:
        self.path(path_data(points, close=True), **extra)

    def polyline(self, points: Sequence[Point], **extra: Any) -> None:
        self.path(path_data(points), **{"fill": "none", **extra})

    def image(self, x: float, y: float, width: float, height: float, data_uri: str) -> None:
        """A picture of pixels that stands in the document itself."""
        attributes = {"preserveAspectRatio": "none", _HREF: data_uri}
        box = {"x": num(x), "y": num(y), "width": num(width), "height": num(height)}
        self._add("image", {}, **box, **attributes)

    def use(
        self, symbol: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0, **extra: Any
    ) -> None:
        """The definition `symbol` with its origin at (x, y). Raises IdError if it is not defined."""
        if symbol not in self.canvas.definitions:
            raise IdError(f"use of {symbol!r}, which this canvas does not define")
        attributes = {"transform": _transform(x, y, scale, turn), **extra}
        self._add("use", attributes, **{_HREF: f"#{symbol}"})

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
        font, words = self.canvas.fonts[face], printed(words)
        font.check(words)
        if not words.strip():  # an empty cell of a table: SVG has no path without data
            return
        y += {"baseline": 0.0, "middle": 0.5, "top": 1.0}[align] * font.cap_height * size
        if self.canvas.text_as == "paths":
            shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
            left = x - shift * font.width(words, size, spacing)
            outline = partial(font.outline, words, left, y, size, spacing)
            self.element.add(_Lettering(_attributes(extra), outline))
            return
        named = {
            "font_family": font.face.family,
            "font_weight": str(font.face.weight),
            "font_size": num(size),
            "font_style": None if font.face.style == "normal" else font.face.style,
            "text_anchor": None if anchor == "start" else anchor,
            "letter_spacing": num(spacing) if spacing else None,
        }
        self._add("text", {**named, **extra}, x=num(x), y=num(y)).words = words

    def embed(self, other: Canvas, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> None:
        """The picture `other` with its top left corner at (x, y), its ids kept apart from ours.

        Both canvases count in their own units: pass the scale from theirs to ours where they differ.
        """
        self.move(x, y, scale, turn)._take(other)

    def embed_late(self, other: Callable[[], Canvas], x: float, y: float) -> None:
        """As `embed`, of a picture that is made when all of it is written: charts are laid out at several
        widths, and one of them is used."""
        self.canvas.awaited.append((self.move(x, y), other))

    def _take(self, other: Canvas) -> None:
        renamed = self.canvas.adopt(other)
        for element in other.element.elements:
            self.element.add(element.renamed(renamed))


def _filled(canvas: Canvas, draw: Callable[[Pen], None], element: Element) -> None:
    draw(Pen(canvas, element))


def _transform(x: float, y: float, scale: float, turn: float) -> str:
    parts = [f"translate({num(x)} {num(y)})"]
    if turn:
        parts.append(f"rotate({num(turn)})")
    if scale != 1.0:
        parts.append(f"scale({scale:.6g})")
    return " ".join(parts)


class Canvas(Pen):
    """A picture of a width and height in mm (or px at 96 dpi), with definitions that `use` draws."""

    def __init__(
        self,
        look: Look,
        width: float,
        height: float,
        *,
        unit: Literal["mm", "px"] = "mm",
        title: str = "",
        text_as: Literal["text", "paths"] = "text",
    ) -> None:
        if not (width > 0 and height > 0):
            raise DrawingError(f"a canvas of {width} x {height} {unit} has no area")
        self.width, self.height, self.unit = width, height, unit
        self.title, self.text_as = title, text_as
        self._look, self.fonts = look, look.fonts
        self.definitions: dict[str, Element] = {}
        self.awaited: list[tuple[Pen, Callable[[], Canvas]]] = []
        self._ids: set[str] = set()
        super().__init__(self, Element("g", {}))

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
        group = Element("g", _attributes({"id": name, **extra}))
        self.definitions[name] = group
        return Pen(self, group)

    def define_last(self, name: str, draw: Callable[[Pen], None]) -> None:
        """A definition as `define`, after all that `draw` itself defines for it."""
        pen = Pen(self, Element("g", {}))
        draw(pen)
        self.define(name).element.elements.extend(pen.element.elements)

    def clip(self, name: str, data: str) -> str:
        """Define a clip path; the result goes into `clip_path=` of a group."""
        self.claim(name)
        shape = Element("clipPath", {"id": name})
        shape.add(Element("path", {"d": data}))
        self.definitions[name] = shape
        return f"url(#{name})"

    def adopt(self, other: Canvas) -> dict[str, str]:
        """Take over the definitions of another picture; returns which of its ids changed, and to what.

        The same definition under the same name is kept once; a different one gets its digest as suffix.
        """
        other.settle()
        names: dict[str, str] = {}
        for name in sorted(other._ids - set(other.definitions)):
            if name in self._ids:
                names[name] = self._free(name)
            self._ids.add(names.get(name, name))
        # A definition can refer to earlier ones only, so their new names are known when it comes.
        for name, element in other.definitions.items():
            mine = self.definitions.get(name)
            xml = element.renamed(names).tostring()
            if mine is not None and mine.tostring() == xml:
                continue
            if name in self._ids:
                names[name] = f"{name}-{hashlib.sha256(xml.encode()).hexdigest()[:8]}"
            here = names.get(name, name)
            if here not in self.definitions:
                self.claim(here)
                self.definitions[here] = element.renamed(names)
        return names

    def _free(self, name: str) -> str:
        number = 2
        while f"{name}-{number}" in self._ids:
            number += 1
        return f"{name}-{number}"

    def settle(self) -> None:
        """Make the pictures that are embedded late."""
        while self.awaited:
            place, other = self.awaited.pop(0)
            place._take(other())

    def words(self) -> Iterator[str]:
        """The texts in the order in which they are drawn; without those of pictures that are embedded late,
        and of outlines."""
        left = [self.element, *reversed(self.definitions.values())]
        while left:
            element = left.pop()
            if element.words:
                yield element.words
            if not isinstance(element, _Late):
                left += reversed(element.elements)

    def svg(
        self, *, without: Collection[str] = (), only: Collection[str] = (), corner: Point = (0.0, 0.0)
    ) -> str:
        """The picture as SVG text, `without` the layers of some ids or `only` of some, from a `corner` on.

        The same drawing calls give the same text.
        """
        import svgwrite  # when a picture is written: what is only measured waits for no parser of addresses

        self.settle()
        size = (f"{num(self.width)}{self.unit}", f"{num(self.height)}{self.unit}")
        root = svgwrite.Drawing(debug=False, size=size)
        root.attribs["viewBox"] = " ".join(map(num, (*corner, self.width, self.height)))
        if self.title:
            root.set_desc(title=self.title)
        head, _, foot = root.tostring().rpartition("<defs />")
        defs = Element("defs", {})
        defs.elements.extend(self.definitions.values())
        named = ((each, each.attribs.get("id")) for each in self.element.elements)
        shown = (each for each, name in named if name not in without and (not only or name in only))
        body = "".join(element.tostring() for element in (defs, *shown))
        return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}{body}{foot}\n'

    def save(self, path: Path) -> None:
        """Write the SVG file whole or not at all."""
        write_bytes(path, self.svg().encode())
