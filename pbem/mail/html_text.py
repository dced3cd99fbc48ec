"""HTML as the text that it shows, as far as finding armor in it needs: linear in its length, no parser.

Python's HTML parser takes quadratic time on malformed pages. Nothing here is shown to anybody, so tags
need not be balanced: what begins a line in a browser begins one here, what is quoted gets `>`.
"""

from __future__ import annotations

import html
import re
from typing import Final

_TAG: Final = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9:]*+)[^<>]*+>")
_OTHER_TAG: Final = re.compile(r"<[!?/][^<>]*+>")
_ENTITY: Final = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_LINES: Final = frozenset(
    (
        *("address", "blockquote", "center", "div", "h1", "h2", "h3", "hr", "br", "p", "pre"),
        *("dd", "dl", "dt", "li", "ol", "ul", "table", "td", "tr"),
    )
)
_STRUCK: Final = frozenset(("s", "strike", "del"))
"""Words in these are struck out; Markdown, which people type, has two tildes for that."""


def text_of(page: str) -> str:
    """The page's text, never longer than the page. Entities are resolved when the tags are gone, so that they
    cannot make new ones."""
    out: list[str] = []
    at = quote = 0
    for tag in _TAG.finditer(page):
        out.append(page[at : tag.start()])
        at = tag.end()
        name = tag[2].lower()
        if name == "blockquote":
            quote = max(0, quote - 1) if tag[1] else quote + 1
        if name in _STRUCK:
            out.append("~~")
        if name in _LINES:
            out.append("\n> " if quote else "\n")
    out.append(page[at:])
    return _ENTITY.sub(lambda found: html.unescape(found[0]), _OTHER_TAG.sub("", "".join(out)))
