"""How a mail's text looks: plain in lines of 76 characters, and the same as HTML around a picture.

A line of dashes makes a heading of the line above it, `- ` begins an item of a list, `1. ` one of a numbered
list, which keeps its numbers, `| ` a row of a table with ` | ` between its cells. Indented lines are maps and
orders: they keep their columns. `*Words*` between asterisks, the first with a capital, are bold.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from modules.templates import Templates
from pbem.entry import armor

COLUMNS: Final = 76

_ROW, _ITEM = "| ", "- "
_NUMBER: Final = re.compile(r"\d{1,2}\. ")
_BOLD: Final = re.compile(r"\*([A-Z][^*]*)\*")
_TEMPLATES: Final = Templates("pbem.mail")

Said = list[str]
"""A line or a cell, cut into words that are plain and words that are bold, by turns."""


def clean(text: str) -> str:
    """The text with newlines as its only line ends, without other control characters, and without armor."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4)
    if not lines.replace("\n", " ").isprintable():  # most are, and to ask so of each character takes longer
        lines = "".join(c for c in lines if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn"))
    return armor.defuse(lines)


def wrap_plain(text: str, *, whole_lines: bool = False) -> str:
    """The text in lines of at most 76 characters, as far as there are spaces to break at, and a newline; with
    `whole_lines` in its own."""
    said = clean(text).rstrip()
    return armor.defuse((said if whole_lines else "\n".join(_wrap(said))) + "\n")


def _wrap(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        item = _NUMBER.match(line) or line.startswith((_ITEM, _ROW))
        more = indent + "  " if indent or item else ""
        wrapper = textwrap.TextWrapper(
            COLUMNS, subsequent_indent=more, break_long_words=False, break_on_hyphens=False
        )
        yield from (wrapper.wrap(line) if len(line) > COLUMNS else [line.rstrip()]) or [""]


def page(text: str, picture_id: str, closing: str, caption: str = "") -> str:
    """The same text as HTML, the picture of this Content-ID above its first heading, `caption` in words in
    its place where no picture is shown, `closing` at its end."""
    above, *sections = _sections(clean(text).split("\n"))
    shown = _TEMPLATES.fill(
        "mail.html",
        above=_blocks(above),
        picture_id=picture_id,
        caption=clean(caption or "map"),
        sections=[(title, _blocks(lines)) for title, *lines in sections],
        closing=closing,
    )
    return armor.defuse(shown) + "\n"


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


def _blocks(lines: list[str]) -> list[tuple[str, list[Said] | list[list[Said]]]]:
    """What stands together, by its kind: of a table the cells of its rows, else lines."""
    found: list[tuple[str, list[Said] | list[list[Said]]]] = []
    for kind, those in groupby(lines, _kind):
        if kind == "tr":
            cells = [line.removeprefix(_ROW).split(" | ") for line in those]
            found.append((kind, [[_BOLD.split(cell.strip()) for cell in row] for row in cells]))
        elif kind:
            found.append((kind, [_BOLD.split(line.removeprefix(_ITEM)) for line in those]))
    return found


def _kind(line: str) -> str:
    if not line.strip():
        return ""
    if line.startswith((_ROW, _ITEM)):
        return "tr" if line.startswith(_ROW) else "li"
    if _NUMBER.match(line):
        return "ol"
    return "pre" if line.startswith(" ") else "p"
