"""How a mail's text looks: plain in lines of 76 characters, and the same as HTML around a picture.

Indented lines are tables, maps and orders: they keep their columns, in HTML between <pre> and </pre>.
"""

from __future__ import annotations

import html
import textwrap
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from pbem.entry import armor

COLUMNS: Final = 76

_PAGE = """\
<!DOCTYPE html>
<html><head><meta charset="utf-8"></head>
<body style="font-family: sans-serif">
{text}
{picture}
<pre style="color: #777777; font-size: x-small">
{armored}</pre>
</body></html>
"""


def clean(text: str) -> str:
    """The text with newlines as its only line ends, without other control characters, and without armor."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    printed = "".join(c for c in lines if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn"))
    return armor.defuse(printed)


def plain(text: str) -> str:
    """The text in lines of at most 76 characters, as far as there are spaces to break at, and a newline."""
    return armor.defuse("\n".join(_wrapped(clean(text).rstrip())) + "\n")


def _wrapped(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        more = indent + "  " if indent else ""
        wrapper = textwrap.TextWrapper(
            COLUMNS, subsequent_indent=more, break_long_words=False, break_on_hyphens=False
        )
        yield from (wrapper.wrap(line) if len(line) > COLUMNS else [line.rstrip()]) or [""]


def page(text: str, picture_id: str, armored: str) -> str:
    """The same text as HTML, then the picture of this Content-ID, then the armor (as it is)."""
    blocks = []
    for kind, lines in groupby(clean(text).split("\n"), _kind):
        block = html.escape("\n".join(lines), quote=False)
        if kind == "pre":
            blocks.append(f"<pre>{block}</pre>")
        elif kind == "p":
            blocks.append("<p>" + block.replace("\n", "<br>\n") + "</p>")
    picture = f'<p><img src="cid:{picture_id}" alt="map" style="max-width: 100%"></p>'
    return _PAGE.format(text=armor.defuse("\n".join(blocks)), picture=picture, armored=armored)


def _kind(line: str) -> str:
    return "" if not line else "pre" if line.startswith(" ") else "p"
