"""The rules of a game in brief on two pages: what its ledger says of each number in our own words,
by chapter.

Type is as large as lets all of it stand on the pages, and never too small to be read at a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.drawing.panel import cited
from generator.drawing.pdf import Page
from generator.drawing.svg import Pen, pt
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT, Face, Fonts
from generator.kit.page import INK, SOFT, Sheet
from modules.definition import Definition
from modules.definition.formats.ledger import LedgerEntry
from modules.ledger import read_ledger
from modules.plain_files import is_there
from modules.written.folder import LEDGER

TITLE = "Rules in brief"
_PAGES, _COLUMNS, _GAP = 2, 3, 5.0
_LARGEST, _SMALLEST = 10.0, 7.0
"""The size of the type in points."""

_LEADING, _AFTER = 1.22, 0.5
_HEAD = 14.0
"""What the title takes of each page, in mm."""

_HEADING = "Heading of "
_LONGEST, _SHORT = 50, 20
"""So many characters a title has at most, and one that is the first rule itself."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a column: its words with the face of each, how far it is indented in mm, and what is free
    above it, in lines."""

    words: tuple[tuple[str, Face], ...]
    indent: float
    above: float


def summary_rules(definition: Definition) -> list[tuple[str, list[LedgerEntry]]]:
    """The rules that are played, by chapter; none for a game without a ledger. Raises DefinitionError."""
    if not is_there(definition.folder / LEDGER):
        return []
    rules = read_ledger(definition.folder).rules
    first = {each.number.removesuffix(".0"): _head(each) for each in reversed(rules)}
    played = [each for each in rules if each.kind == "rule"]
    return [
        (_titled(chapter, first.get(chapter, "")), list(group))
        for chapter, group in groupby(played, key=_chapter)
    ]


def _head(rule: LedgerEntry) -> str:
    """What a chapter is about, by its own number; where that is a rule, which is told below, what stands
    before its colon or all of it, if it is short."""
    told, (begins, colon, _) = rule.summary.removeprefix(_HEADING), rule.summary.partition(":")
    if rule.kind == "rule":
        told = begins if colon or len(begins) <= _SHORT else ""
    return told if len(told) <= _LONGEST else told.partition(":")[0]


def _chapter(rule: LedgerEntry) -> str:
    """`7` of `7.6 AR`; charts, which have no number, stand together."""
    return rule.number.partition(".")[0] if rule.number[:1].isdigit() else "Charts"


def _titled(chapter: str, head: str) -> str:
    """The title of a chapter; none of one that has nothing but a number to tell."""
    if not chapter[:1].isdigit():
        return chapter
    return f"{chapter}  {head[:1].upper()}{head[1:]}" if head else ""


def summary_pages(definition: Definition, sheet: Sheet, first: int) -> list[Page]:
    """The pages, from page number `first`. Raises as `summary_rules`."""
    live = sheet.live
    width = (live.width - (_COLUMNS - 1) * _GAP) / _COLUMNS
    columns, size = _set(summary_rules(definition), sheet, width)
    made: list[Page] = []
    for at in range(0, len(columns), _COLUMNS):
        number = first + len(made)
        canvas = sheet.canvas(TITLE, number)
        canvas.text(TITLE, live.x, live.y + 6, pt(16), CAPS, fill=INK)
        told = "In our own words, to be reminded by; what decides is the rulebook."
        canvas.text(told, live.x + live.width, live.y + 6, pt(8), TEXT, anchor="end", fill=SOFT)
        for i, lines in enumerate(columns[at : at + _COLUMNS]):
            _draw(canvas.move(live.x + i * (width + _GAP), live.y + _HEAD), lines, size)
        made.append(sheet.page(canvas, TITLE))
    return made


def summary_page_count(definition: Definition, sheet: Sheet) -> int:
    """How many pages the rules need: two at most, unless they are very many."""
    width = (sheet.live.width - (_COLUMNS - 1) * _GAP) / _COLUMNS
    columns, _ = _set(summary_rules(definition), sheet, width)
    return -(-len(columns) // _COLUMNS)


def _set(
    chapters: Sequence[tuple[str, list[LedgerEntry]]], sheet: Sheet, width: float
) -> tuple[list[list[_Line]], float]:
    """Columns of lines and the size of their type in mm: the largest in which two pages hold them, or one."""
    points = _LARGEST
    fonts = sheet.canvas("", 1).fonts
    tall = sheet.live.height - _HEAD
    while True:
        size = pt(points)
        columns = list(_columns(list(_lines(chapters, fonts, width, size)), tall / (size * _LEADING)))
        if len(columns) <= _PAGES * _COLUMNS or points <= _SMALLEST:
            return columns, size
        points -= 0.25


def _lines(
    chapters: Sequence[tuple[str, list[LedgerEntry]]], fonts: Fonts, width: float, size: float
) -> Iterator[_Line]:
    indent = 3.2 * size
    for title, rules in chapters:
        for i, line in enumerate(fonts.wrap(title, CAPS, width, size) if title else ()):
            yield _Line(((line, CAPS),), 0.0, 0.0 if i else 1.0)
        said, above = "", 0.0 if title else 1.0
        for rule in rules:
            number = "" if cited(rule.number) == said else cited(rule.number)
            said = number or said
            wide = fonts.width(said, SANS_BOLD, size) + 0.6 * size
            start = max(indent, wide)
            for i, line in enumerate(fonts.wrap(rule.summary, TEXT, width - start, size)):
                head = ((number, SANS_BOLD),) if number and i == 0 else ()
                yield _Line((*head, (line, TEXT)), start, 0.0 if i else above or _AFTER / 2)
            above = 0.0


def _columns(lines: Sequence[_Line], tall: float) -> Iterator[list[_Line]]:
    """Lines in columns so many lines tall; a chapter's title never stands last in one."""
    column: list[_Line] = []
    used = 0.0
    for i, line in enumerate(lines):
        titled = line.words[0][1] is CAPS
        needs = 1.0 + (line.above if column else 0.0)
        if column and used + needs + (2.0 if titled and i + 1 < len(lines) else 0.0) > tall:
            yield column
            column, used, needs = [], 0.0, 1.0
        column.append(line)
        used += needs
    if column:
        yield column


def _draw(pen: Pen, lines: Sequence[_Line], size: float) -> None:
    y = 0.0
    for i, line in enumerate(lines):
        y += size * _LEADING * (1.0 + (line.above if i else 0.0))
        *head, (words, face) = line.words
        for number, bold in head:
            pen.text(number, 0.0, y, size, bold, fill=INK)
        pen.text(words, line.indent, y, size, face, fill=INK)
