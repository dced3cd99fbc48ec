"""Figures as files hold them: SVG of paths, or what a drawing program saves, and PNG.

What is painted is told by roles: the first word of a class, an id or a layer's label that is one ("cloth",
"fill cloth"), on the shape or on a group around it. A colour where there is no role stays as it is. Groups,
transforms, rectangles, circles and style attributes become plain paths; what else a program may save (text,
gradients, clips, clones) is refused with what to do about it. picosvg, which does as much, gives up classes,
ids and labels, and so the roles, draws lines as outlines, and weighs 9.5 MB.
"""

from __future__ import annotations

import base64
import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from math import isfinite, radians, tan
from typing import Any

from lxml import etree

from generator.art_folder import FaultyArtError
from generator.drawing.paths import PathError, Transform, moved, segments, shape
from generator.drawing.png_files import SIGNATURE
from generator.drawing.shapes import quote_value

ROLES = ("outline", "light", "cloth", "trim", "steel", "gold", "skin", "horse")
_SVG = "{http://www.w3.org/2000/svg}"
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_HEX = re.compile(r"#[0-9a-f]{6}")
_SHORT = re.compile(r"#([0-9a-f])([0-9a-f])([0-9a-f])")
_RGB = re.compile(r"rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)")
_NAMED = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff",
          "yellow": "#ffff00", "grey": "#808080", "gray": "#808080", "none": "none"}  # fmt: skip
_TRANSFORM = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^)]*)\)")
_SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
_PASSED = frozenset({"defs", "metadata", "title", "desc", "namedview"})
_REFUSED = {
    "text": "turn letters into paths (Inkscape: Path > Object to Path)",
    "image": "save the picture alone, as a PNG of this name",
    "use": "turn clones into objects (Inkscape: Edit > Clone > Unlink Clone)",
    "clipPath": "apply the clip to the shapes (Inkscape: Path > Intersection)",
    "style": "save as plain SVG, with styles at the shapes",
}
_EFFECTS = {
    "clip-path": _REFUSED["clipPath"],
    "mask": "apply the mask to the shapes",
    "filter": "remove the filter (Inkscape: Filters > Remove Filters)",
}
_DATA = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,+\-\s]+")
MAX_DEPTH = 40
MOST_SEGMENTS = 20_000
"""Steps of all paths of an SVG."""
_REACH = 20.0
"""How far a path may run off its figure, in the figure's size: renderers fill what nobody sees."""

MOST_PIXELS = 4_000
"""Of a PNG across, and down."""
_HEAD_OF_PNG = 33
"""Bytes that tell the size and the kind of colours."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One path of a figure: painted as a fill (width None) or as a line of a width, in a role's colour or in
    one of its own, "#rrggbb"."""

    role: str
    data: str
    width: float | None = None


@dataclass(frozen=True)
class Figure:
    """A drawn figure, bottom layer first, in the box that its ink fills: top left corner and size; or a
    picture of pixels, as a PNG."""

    name: str
    left: float
    top: float
    width: float
    height: float
    strokes: tuple[Stroke, ...]
    png: bytes | None = None

    @property
    def data_uri(self) -> str:
        """The PNG as an address that holds it."""
        return "data:image/png;base64," + base64.b64encode(self.png or b"").decode()


@dataclass(frozen=True, slots=True)
class _Paint:
    """What groups hand down: fill and line as a role or a colour, the width of the line, the role."""

    fill: str = "#000000"
    line: str = "none"
    width: float = 1.0
    role: str = ""


def png_figure(name: str, data: bytes) -> Figure:
    """A PNG as a figure of its size in pixels. Raises FaultyArtError."""
    if len(data) < _HEAD_OF_PNG or data[:8] != SIGNATURE or data[12:16] != b"IHDR":
        raise FaultyArtError(f"art/figures/{name}.png: this is no PNG: save the picture as one")
    wide, tall = struct.unpack(">II", data[16:24])
    if not 0 < max(wide, tall) <= MOST_PIXELS or not min(wide, tall):
        todo = f"save it with at most {MOST_PIXELS} x {MOST_PIXELS}"
        raise FaultyArtError(f"art/figures/{name}.png: {wide} x {tall} px: {todo}")
    return Figure(name, 0, 0, wide, tall, (), data)


def svg_figure(name: str, data: bytes) -> Figure:
    """An SVG as a figure. Raises FaultyArtError with the line and what to do."""
    file = f"art/figures/{name}.svg"
    reader = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(data, reader)
    except etree.XMLSyntaxError as fault:
        raise FaultyArtError(f"{file}: this is no SVG: {fault}") from fault
    declared: Any = root.getroottree().docinfo.internalDTD  # in the bytes they may be UTF-16
    if declared is not None and declared.entities():
        raise FaultyArtError(f"{file}: it has entities of its own: save it as plain SVG")
    box = _box_of(root)
    if box is None:
        raise FaultyArtError(f"{file}: it needs a viewBox of 'left top width height'")
    strokes = tuple(_strokes(file, root, _Paint(), Transform(), 0))
    if not strokes:
        raise FaultyArtError(f"{file}: nothing in it is painted: draw paths or shapes with a fill or a line")
    return Figure(name, *box, strokes)


def check_figure(figure: Figure) -> None:
    """Refuses what a renderer would draw for minutes. Raises FaultyArtError."""
    file, most = f"art/figures/{figure.name}.svg", _REACH * max(figure.width, figure.height)
    steps = [step for stroke in figure.strokes for step in islice(segments(stroke.data), MOST_SEGMENTS)]
    if len(steps) >= MOST_SEGMENTS:
        raise FaultyArtError(f"{file}: its paths have {MOST_SEGMENTS:,} steps or more: simplify them")
    for x, y in (point for _, points in steps for point in points):
        if abs(x - figure.left) > most or abs(y - figure.top) > most:
            raise FaultyArtError(f"{file}: a path runs to {x:g}, {y:g}: draw it within the viewBox")
    widest = max((stroke.width or 0.0 for stroke in figure.strokes), default=0.0)
    if widest > most:
        raise FaultyArtError(f"{file}: a line is {widest:g} wide: give it less than {most:g}")


def _box_of(root: etree._Element) -> tuple[float, float, float, float] | None:
    try:
        box = [float(n) for n in root.get("viewBox", "").replace(",", " ").split()]
    except ValueError:
        return None
    if len(box) != 4 or min(box[2:]) <= 0 or not all(isfinite(part) for part in box):
        return None
    return box[0], box[1], box[2], box[3]


def _strokes(
    file: str, node: etree._Element, above: _Paint, place: Transform, depth: int
) -> Iterator[Stroke]:
    """What a group paints, in the order in which it is painted."""
    if depth > MAX_DEPTH:
        raise FaultyArtError(f"{file}:{node.sourceline}: groups within groups, {depth} deep: ungroup them")
    for child in node:
        if not isinstance(child.tag, str) or not child.tag.startswith(_SVG):
            continue  # comments, and what programs note for themselves
        kind = child.tag.removeprefix(_SVG)
        if kind in _PASSED:
            continue
        where = f"{file}:{child.sourceline}"
        if kind in _REFUSED or kind not in {*_SHAPES, "g"}:
            todo = _REFUSED.get(kind, "use groups, paths, rectangles, circles, ellipses, lines and polygons")
            raise FaultyArtError(f"{where}: a figure cannot hold <{kind}>: {todo}")
        told = _told(child)
        if told.get("display") == "none":
            continue
        for key, todo in _EFFECTS.items():
            if told.get(key, "none") != "none":
                raise FaultyArtError(f"{where}: a figure cannot hold a {key}: {todo}")
        paint, here = _paint(where, told, child, above), place.within(_transform(where, told))
        if kind == "g":
            yield from _strokes(file, child, paint, here, depth + 1)
        else:
            yield from _of_shape(where, child, kind, paint, here)


def _told(node: etree._Element) -> Mapping[str, str]:
    """The attributes of a shape, with those of its `style`."""
    found = {str(key): str(value).strip() for key, value in node.attrib.items()}
    for part in found.get("style", "").split(";"):
        key, colon, value = part.partition(":")
        if colon:
            found[key.strip()] = value.strip()
    return found


def _transform(where: str, told: Mapping[str, str]) -> Transform:
    total = Transform()
    for kind, numbers in _TRANSFORM.findall(told.get("transform", "")):
        try:
            n = [float(each) for each in numbers.replace(",", " ").split()]
            if not all(isfinite(each) for each in n):
                raise ValueError(numbers)
            if kind == "matrix":
                step = Transform(*n)
            elif kind == "rotate":
                step = Transform.turned(n[0], (n[1], n[2]) if len(n) == 3 else (0.0, 0.0))
            elif kind in ("skewX", "skewY"):
                slope = tan(radians(n[0]))
                step = Transform(c=slope) if kind == "skewX" else Transform(b=slope)
            elif kind == "scale":
                step = Transform(a=n[0], d=n[-1])
            else:
                step = Transform(e=n[0], f=n[1] if len(n) > 1 else 0.0)
        except (ValueError, IndexError, TypeError) as fault:
            raise FaultyArtError(f"{where}: {kind}({quote_value(numbers)}) is no transform") from fault
        total = total.within(step)
    return total


def _paint(where: str, told: Mapping[str, str], node: etree._Element, above: _Paint) -> _Paint:
    kind, _, second = told.get("class", "").partition(" ")
    if kind in ("fill", "line"):  # the way in which our own figures say it
        if second not in ROLES:
            raise FaultyArtError(
                f"{where}: a path needs d and a class of 'fill' or 'line' with one of {', '.join(ROLES)}; "
                f"this one says {quote_value(told['class'])}"
            )
        width = _number(where, told.get("stroke-width", "1"))
        return _Paint(second, "none") if kind == "fill" else _Paint("none", second, width)
    role = next((word for word in _names(told, node) if word in ROLES), above.role)
    for key in ("fill", "stroke"):
        if told.get(key, "").startswith("url("):
            todo = "paint it with one plain colour"
            raise FaultyArtError(f"{where}: its {key} is a gradient or pattern: {todo}")
    fill = _colour(where, told["fill"]) if "fill" in told else above.fill
    line = _colour(where, told["stroke"]) if "stroke" in told else above.line
    width = _number(where, told["stroke-width"]) if "stroke-width" in told else above.width
    return replace(above, fill=fill, line=line, width=width, role=role)


def _names(told: Mapping[str, str], node: etree._Element) -> Iterator[str]:
    for text in (told.get("class", ""), node.get(_LABEL, ""), told.get("id", "")):
        yield from re.split(r"[\s_-]+", text)[:1]


def _colour(where: str, told: str) -> str:
    word = told.lower()
    if short := _SHORT.fullmatch(word):
        return "#" + "".join(2 * each for each in short.groups())
    if rgb := _RGB.fullmatch(word):
        return "#" + "".join(f"{min(255, int(each)):02x}" for each in rgb.groups())
    found = word if _HEX.fullmatch(word) else _NAMED.get(word)
    if found is None:
        raise FaultyArtError(f"{where}: the colour {quote_value(told)} is not known: write it as #rrggbb")
    return found


def _number(where: str, told: str) -> float:
    try:
        found = float(told.removesuffix("px").removesuffix("mm"))
    except ValueError as fault:
        raise FaultyArtError(f"{where}: {quote_value(told)} is no number") from fault
    if not isfinite(found) or found < 0:
        raise FaultyArtError(f"{where}: {quote_value(told)} is no width of a line")
    return found


def _of_shape(
    where: str, node: etree._Element, kind: str, paint: _Paint, place: Transform
) -> Iterator[Stroke]:
    data = _path_data(where, node, kind)
    if not data:
        raise FaultyArtError(f"{where}: a {kind} without a shape: delete it")
    if not _DATA.fullmatch(data):
        raise FaultyArtError(f"{where}: its path cannot be read: save it anew from a drawing program")
    if place != Transform():
        data = _moved(where, data, place)
    fill, line = paint.fill, paint.line
    if paint.role:  # the fill has the role; lines are outlines where both are painted
        both = fill != "none" and line != "none"
        line = line if line == "none" else "outline" if both else paint.role
        fill = fill if fill == "none" else paint.role
    if fill != "none":
        yield Stroke(fill, data)
    if line != "none":
        yield Stroke(line, data, paint.width * place.scale)


def _path_data(where: str, node: etree._Element, kind: str) -> str:
    try:
        return shape(kind, {str(key): str(value) for key, value in node.attrib.items()})
    except PathError as fault:
        raise FaultyArtError(f"{where}: a {kind} whose numbers cannot be read: {fault}") from fault


def _moved(where: str, data: str, place: Transform) -> str:
    """Path data as it lies on the figure."""
    try:
        return moved(data, place)
    except PathError as fault:
        raise FaultyArtError(f"{where}: its path cannot be read: {fault}") from fault
