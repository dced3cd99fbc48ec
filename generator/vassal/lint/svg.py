"""SVG that VASSAL cannot draw: it renders with Batik, which knows SVG 1.1 and CSS 2 and no more.

What is measured with the genuine engine: references to ids of fewer than three characters, `href` without
`xlink:`, colours as rgba(), hsl() or var() (black, and no message), no size at all (an error dialog).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice

from lxml import etree

from generator.vassal.lint.findings import Finding

_SVG = "{http://www.w3.org/2000/svg}"
_LINK = "{http://www.w3.org/1999/xlink}href"
_LENGTH = re.compile(r"\s*\+?([0-9]*\.?[0-9]+(?:[eE]-?[0-9]{1,3})?)(px|pt|pc|mm|cm|in|)\s*")
_LONGEST = 100
"""Characters of a length, and of the numbers of a viewBox."""
_MOST_PARTS = 200
"""Parts of a text that are looked at for a word."""
_PX = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_REFERENCE = re.compile(r"url\(\s{0,9}['\"]?#([^'\")]{0,2})['\"]?\s{0,9}\)")
"""References that are too short; no longer ones, for to look for their end from each beginning takes long."""
_COLOR = re.compile(
    r"\b(rgba|hsla?|var|color|lab|lch|oklch|hwb|color-mix)\(|currentcolor\s*;\s*--", re.IGNORECASE
)
_CSS = re.compile(
    r"@(media|import|supports|keyframes|layer|container)|\bcalc\(|--[a-z]|\bmix-blend-mode|\bfilter\s*+:\s*+(?!none|url)"
    r"|\bpaint-order|\bbackdrop-filter|\btransform\s*:|:(hover|not|is|where|has|nth-[a-z-]+)\b",
    re.IGNORECASE,
)
_NOT_DRAWN = frozenset({
    "foreignObject", "script", "feDropShadow", "mesh", "meshgradient", "hatch", "video", "audio", "canvas",
    "iframe", "animate", "set", "animateTransform", "animateMotion", "animateColor",
})  # fmt: skip
_LARGEST = 1e6
_EMBEDDED = ("data:", "#")


def svg_size(root: etree._Element) -> tuple[int, int] | None:
    """Width and height in px as Batik takes them: its own, else of the viewBox; None where it has neither."""
    own = [_length(root.get(name)) for name in ("width", "height")]
    if own[0] and own[1] and max(own[0], own[1]) < _LARGEST:
        return _whole_px(own[0], own[1])
    try:
        box = [float(part) for part in re.split(r"[\s,]+", (root.get("viewBox") or "")[:_LONGEST].strip())]
    except ValueError:
        return None
    sized = len(box) == 4 and all(0 < side < _LARGEST for side in box[2:])
    return _whole_px(box[2], box[3]) if sized else None


def _whole_px(width: float, height: float) -> tuple[int, int] | None:
    return (int(width), int(height)) if min(width, height) >= 1 else None


def _length(text: str | None) -> float | None:
    match = _LENGTH.fullmatch(text) if text and len(text) <= _LONGEST else None
    return float(match[1]) * _PX[match[2]] if match else None


def check_svg(root: etree._Element, where: str, missing: Callable[[str], bool]) -> Iterator[Finding]:
    """Findings of one SVG; `missing` tells whether the module has no image of a name."""
    if root.tag != f"{_SVG}svg":
        yield Finding("svg-damaged", where, f"its root is {root.tag!r}, not svg in the namespace of SVG")
        return
    if svg_size(root) is None:
        yield Finding(
            "svg-size", where, "neither width and height in absolute units nor a viewBox, of one px or more"
        )
    for element in root.iter():
        if isinstance(element.tag, str):
            yield from _check_element(element, where, missing)


def _check_element(element: etree._Element, where: str, missing: Callable[[str], bool]) -> Iterator[Finding]:
    name = str(element.tag).removeprefix(_SVG)
    if name in _NOT_DRAWN:
        yield Finding("svg-element", where, f"<{name}> is not drawn")
    if name == "text" and (words := _words_of(element)):
        yield Finding("svg-text", where, f"text {words[:30]!r}")
    if element.get("href") is not None and name != "a":
        yield Finding("svg-href", where, f"<{name} href={element.get('href', '')[:40]!r}>")
    yield from _check_link(element.get(_LINK), name, where, missing)
    styles = element.text or "" if name == "style" else ""
    for value in (styles, *map(str, element.attrib.values())):
        yield from _check_value(value, where)
    yield from _check_css(styles or element.get("style") or "", where)
    if element.get("filter", "none") != "none" and not element.get("filter", "").startswith("url("):
        yield Finding("svg-css", where, f"filter={element.get('filter', '')[:40]!r} is not SVG 1.1")


def _words_of(text: etree._Element) -> str:
    """The first words of a text; of texts within texts each would look through all the others."""
    return "".join(map(str, islice(text.itertext(), _MOST_PARTS))).strip()


def _check_link(link: str | None, name: str, where: str, missing: Callable[[str], bool]) -> Iterator[Finding]:
    if link is None or name == "a":
        return
    if link.startswith("#") and len(link) < 4:
        yield Finding("svg-short-id", where, f"<{name}> refers to {link!r}")
    if not link.startswith(_EMBEDDED) and (
        ":" in link or link.startswith("/") or missing(link.partition("#")[0])
    ):
        yield Finding("svg-reference", where, f"<{name}> refers to {link[:60]!r}")


def _check_value(value: str, where: str) -> Iterator[Finding]:
    for reference in _REFERENCE.findall(value):
        yield Finding("svg-short-id", where, f"url(#{reference})")
    for outside in re.findall(r"url\(\s*['\"]?([a-z]+:[^'\")]{1,60})", value):
        if not outside.startswith("data:"):
            yield Finding("svg-reference", where, f"url({outside})")
    if match := _COLOR.search(value):
        yield Finding("svg-color", where, f"{value.strip()[:60]!r} has {match[0]}...")


def _check_css(style: str, where: str) -> Iterator[Finding]:
    if match := _CSS.search(style):
        yield Finding("svg-css", where, f"{match[0]!r} in a style")
