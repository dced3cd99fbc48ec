"""How a mail's text looks: plain in lines of 76 characters, and the same as HTML around a picture.

A line of dashes makes a heading of the line above it, `- ` begins an item of a list, `| ` a row of a table
with ` | ` between its cells. Indented lines are maps and orders: they keep their columns. `*Words*` between
asterisks, the first with a capital, are bold.
"""

from __future__ import annotations

import html
import re
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
<body style="font-family: Georgia, serif; max-width: 48em; line-height: 1.4">
{text}
<p style="color: #777777; font-size: small">{closing}</p>
</body></html>
"""
_PICTURE = '<p><img src="cid:{id}" alt="map" style="max-width: 100%"></p>'
_COLUMNS_KEPT = "font-family: monospace; white-space: pre-wrap; margin: 0.3em 0"
_CELL = "padding: 0.1em 1em 0.1em 0; border-bottom: 1px solid #cccccc"
_ROW, _ITEM = "| ", "- "
_BOLD: Final = re.compile(r"\*([A-Z][^*]*)\*")


def clean(text: str) -> str:
    """The text with newlines as its only line ends, without other control characters, and without armor."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    if not lines.replace("\n", " ").isprintable():  # most are, and to ask so of each character takes longer
        lines = "".join(c for c in lines if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn"))
    return armor.defuse(lines)


def plain(text: str) -> str:
    """The text in lines of at most 76 characters, as far as there are spaces to break at, and a newline."""
    return armor.defuse("\n".join(_wrapped(clean(text).rstrip())) + "\n")


def _wrapped(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        more = indent + "  " if indent or line.startswith((_ITEM, _ROW)) else ""
        wrapper = textwrap.TextWrapper(
            COLUMNS, subsequent_indent=more, break_long_words=False, break_on_hyphens=False
        )
        yield from (wrapper.wrap(line) if len(line) > COLUMNS else [line.rstrip()]) or [""]


def page(text: str, picture_id: str, closing: str) -> str:
    """The same text as HTML, the picture of this Content-ID above its first heading, `closing` at its end."""
    before, *sections = _sections(clean(text).split("\n"))
    blocks = [*_blocks(before), _PICTURE.format(id=picture_id)]
    for title, *lines in sections:
        blocks += [f"<h3>{html.escape(title, quote=False)}</h3>", *_blocks(lines)]
    return _PAGE.format(text=armor.defuse("\n".join(blocks)), closing=html.escape(closing, quote=False))


def _sections(lines: list[str]) -> list[list[str]]:
    """The lines before the first heading, then each heading with what is below it."""
    found: list[list[str]] = [[]]
    for line in lines:
        above = found[-1][-1:] if len(found) == 1 else found[-1][1:][-1:]
        if above and above[0].strip() and len(line) == len(above[0]) and set(line) == {"-"}:
            found.append([found[-1].pop()])
        else:
            found[-1].append(line)
    return found


def _blocks(lines: list[str]) -> Iterator[str]:
    for kind, those in groupby(lines, _kind):
        block = [_BOLD.sub(r"<strong>\1</strong>", html.escape(line, quote=False)) for line in those]
        if kind == "pre":
            yield f'<pre style="{_COLUMNS_KEPT}">' + "\n".join(block) + "</pre>"
        elif kind == "li":
            yield "<ul>" + "\n".join(f"<li>{line.removeprefix(_ITEM)}</li>" for line in block) + "</ul>"
        elif kind == "tr":
            yield '<table style="border-collapse: collapse">' + "\n".join(map(_row, block)) + "</table>"
        elif kind == "p":
            yield "<p>" + "<br>\n".join(block) + "</p>"


def _row(line: str) -> str:
    cells = (f'<td style="{_CELL}">{cell.strip()}</td>' for cell in line.removeprefix(_ROW).split(" | "))
    return f"<tr>{''.join(cells)}</tr>"


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.startswith((_ROW, _ITEM)):
        return "tr" if line.startswith(_ROW) else "li"
    return "pre" if line.startswith(" ") else "p"
