"""The gallery: many SVG documents inside one HTML page, each part stored once.

Definitions that are alike (a figure that many counters show) are shared under the digest of what they draw;
combinations of fill, stroke and type become classes of the page's style sheet. Only what shapes the picture
is kept.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from html import escape

from lxml import etree

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import num
from generator.drawing.typeface import Face
from generator.preview.markup import tag

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


@dataclass
class Gallery:
    """Pictures of a look as they are added; `symbols` and `styles` go into the page once.

    `letters` are the characters that pictures set in each typeface.
    """

    look: Look
    letters: dict[Face, set[str]] = field(default_factory=dict)
    _shared: dict[str, str] = field(default_factory=dict)
    _classes: dict[str, str] = field(default_factory=dict)

    def picture(self, drawing: Drawing, extra: str = "", **attributes: str) -> str:
        """A drawing as inline SVG, to stand once in the page; `extra` is markup that lies on top of it."""
        body = self._body(drawing) + extra
        return tag("svg", body, viewBox=_box(drawing), role="img", aria_label=drawing.title, **attributes)

    def symbol(self, drawing: Drawing) -> str:
        """The id of a drawing that can stand in the page many times: see `use`."""
        return self._share("symbol", self._body(drawing), viewBox=_box(drawing))

    def use(self, symbol: str, drawing: Drawing, **attributes: str) -> str:
        """The symbol as inline SVG of its drawing's shape."""
        return tag("svg", tag("use", href=f"#{symbol}"), viewBox=_box(drawing), **attributes)

    @property
    def symbols(self) -> str:
        """All that is shared, as SVG that takes no room. It must not be hidden: clip paths would be lost."""
        return tag("svg", tag("defs", "".join(self._shared.values())), id="shared", aria_hidden="true")

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
                    markup = self._markup(each, names)
                    names[each.get("id", "")] = self._share("", markup)
            elif kind != "title":
                body.append(self._markup(part, names))
        return "".join(body)

    def _share(self, kind: str, markup: str, **attributes: str) -> str:
        """Keep a part once; gives its id. Without a `kind` the markup is an element, which takes the id."""
        name = "x" + hashlib.sha256(f"{kind}{attributes}{markup}".encode()).hexdigest()[:9]
        if name not in self._shared:
            bare = re.sub(r"^<(\w+)", rf'<\1 id="{name}"', markup, count=1)
            self._shared[name] = tag(kind, markup, id=name, **attributes) if kind else bare
        return name

    def _markup(self, element: etree._Element, names: dict[str, str]) -> str:
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
        inner = escape(element.text or "", quote=False) + "".join(self._markup(e, names) for e in element)
        return tag(kind, inner, **plain)

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


def _css(key: str, value: str) -> str:
    """A presentation attribute as CSS has it: lengths with a unit, names of typefaces quoted."""
    if key == "font-family":
        return f'"{value}"'
    return f"{value}px" if key in _PIXELS and value[-1].isdigit() else value


def _box(drawing: Drawing) -> str:
    return f"0 0 {num(drawing.width_mm)} {num(drawing.height_mm)}"
