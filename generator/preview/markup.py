"""HTML as text: elements with their attributes escaped, so that nothing in a game's words is markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from generator.drawing.typography import printed

_VOID = frozenset({"br", "input", "link", "meta"})
_NEVER_SHORT = frozenset(
    {"a", "button", "dd", "div", "output", "p", "script", "section", "span", "style", "td", "th"}
)
"""Elements of HTML that stay open where they are written `<p/>`; those of SVG do not."""


def tag(name: str, inner: str = "", /, **attributes: str) -> str:
    """An element; `inner` is markup already. `class_` stands for class, and `aria_label` for aria-label."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items()
    )
    if name in _VOID:
        return f"<{name}{told}>"
    if not inner and name not in _NEVER_SHORT:
        return f"<{name}{told}/>"
    return f"<{name}{told}>{inner}</{name}>"


def words(text: str) -> str:
    """Plain text as markup, with the signs of print."""
    return escape(printed(text), quote=False)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of plain texts, in a box that scrolls where the table is wider than the screen."""
    top = tag("tr", "".join(tag("th", words(each), scope="col") for each in head))
    body = "".join(tag("tr", "".join(tag("td", words(each)) for each in row)) for row in rows)
    return tag("div", tag("table", tag("thead", top) + tag("tbody", body)), class_="wide")
