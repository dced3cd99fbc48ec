"""The gallery: many SVG documents inside one HTML page, each part stored once.

Definitions that are alike (a figure that many counters show) are shared under the digest of what they draw;
combinations of fill, stroke and type become classes of the page's style sheet. Only what shapes the picture
is kept.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lxml import etree

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.drawing.typeface import Face
from modules.templates import markup

if TYPE_CHECKING:
    from markupsafe import Markup

_HREF = "{http://www.w3.org/1999/xlink}href"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_PIXELS = ("font-size", "letter-spacing", "stroke-width")
_STYLE = frozenset(
    {
        "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
        "letter-spacing", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap",
        "stroke-linejoin", "stroke-miterlimit", "stroke-opacity", "stroke-width", "text-anchor",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing within the page. `body` is SVG; `symbol` is the id of one that is shared, or empty."""

    title: str
    box: str
    body: Markup
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Shared:
    """A part that stands once in the page: an element with its id, or in a symbol of an id and a box."""

    body: Markup
    symbol: str = ""
    box: str = ""


@dataclass
class Gallery:
    """Pictures of a look as they are added; `shared` and `styles` go into the page once.

    `letters` are the characters that pictures set in each typeface.
    """

    look: Look
    letters: dict[Face, set[str]] = field(default_factory=dict)
    _shared: dict[str, Shared] = field(default_factory=dict)
    _classes: dict[str, str] = field(default_factory=dict)

    def picture(self, drawing: Drawing) -> Picture:
        """A drawing that stands once in the page."""
        return Picture(drawing.title, _box(drawing), markup(self._body(drawing)))

    def symbol(self, drawing: Drawing) -> Picture:
        """A drawing that can stand in the page many times, by the id of its `symbol`."""
        body, box = self._body(drawing), _box(drawing)
        name = _name("symbol", {"viewBox": box}, body)
        self._shared.setdefault(name, Shared(markup(body), name, box))
        return Picture(drawing.title, box, markup(""), name)

    @property
    def shared(self) -> list[Shared]:
        """All that is shared."""
        return [*self._shared.values()]

    @property
    def styles(self) -> str:
        """The classes of the pictures, as CSS."""
        return "".join(f".{name}{{{style}}}" for style, name in self._classes.items())

    # --- one document --------------------------------------------------------------------------------

    def _body(self, drawing: Drawing) -> str:
        root = etree.fromstring(drawing.svg.encode())
        names: dict[str, str] = {}
        body = []
        for part in root:
            kind = etree.QName(part).localname
            if kind == "defs":
                for each in part:
                    names[each.get("id", "")] = self._share(self._plain(each, names))
            elif kind != "title":
                body.append(_written(self._plain(part, names)))
        return "".join(body)

    def _share(self, element: etree._Element) -> str:
        """Keep an element once; gives its id."""
        name = _name("", {}, _written(element))
        if name not in self._shared:
            element.set("id", name)
            self._shared[name] = Shared(markup(_written(element)))
        return name

    def _plain(self, element: etree._Element, names: dict[str, str]) -> etree._Element:
        """The element and those in it as the page has them: without namespaces, with classes, and references
        under the new names."""
        kind = etree.QName(element).localname
        plain: dict[str, str] = {}
        style: dict[str, str] = {}
        for key, value in sorted((str(key), str(value)) for key, value in element.attrib.items()):
            refers = _REFERENCE.search(value)
            if key == _HREF:
                plain["href"] = f"#{names.get(value[1:], value[1:])}"
            elif refers:
                plain[key] = f"url(#{names.get(refers[1], refers[1])})"
            elif key in _STYLE:
                style[key] = value
            elif key != "id":
                plain[key] = value
        if kind == "text":
            self._read(element)
        if style:
            plain["class"] = self._class(style)
        made = etree.Element(kind, plain)
        made.text = element.text
        made.extend([self._plain(each, names) for each in element])
        return made

    def _read(self, element: etree._Element) -> None:
        face = Face(
            element.get("font-family", ""),
            int(element.get("font-weight", "400")),
            element.get("font-style", "normal"),
        )
        self.letters.setdefault(face, set()).update("".join(map(str, element.itertext())))

    def _class(self, style: dict[str, str]) -> str:
        rules = ";".join(f"{key}:{_css(key, value)}" for key, value in style.items())
        return self._classes.setdefault(rules, f"s{len(self._classes)}")


def _written(element: etree._Element) -> str:
    return etree.tostring(element, encoding="unicode")


def _name(kind: str, attributes: dict[str, str], body: str) -> str:
    """The id of what is shared, by what it draws."""
    return "x" + hashlib.sha256(f"{kind}{attributes}{body}".encode()).hexdigest()[:9]


def _css(key: str, value: str) -> str:
    """A presentation attribute as CSS has it: lengths with a unit, names of typefaces quoted."""
    if key == "font-family":
        return f'"{value}"'
    return f"{value}px" if key in _PIXELS and value[-1].isdigit() else value


def _box(drawing: Drawing) -> str:
    return f"0 0 {num(drawing.width_mm)} {num(drawing.height_mm)}"
