"""The numbered headings of a rulebook's text, and the ledger.yaml that begins with them.

A heading begins a line, or follows the full stop of a paragraph that runs on: `8.2 Movement`, `[8.21]`,
`Rule 5`, `A.3`. A whole number alone is one only where the line is a heading by its looks, for it numbers
lists too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from modules import plain_files
from modules.definition.formats.fields import MANY
from modules.definition.formats.ledger import in_rulebook_order
from modules.written.source import MAX_BYTES

_TITLE: Final = 100
"""Characters of a heading that are kept."""

_SHORTEST: Final = 4
"""Capital letters that make a heading of a line that begins with a whole number."""

_LEAD: Final = re.compile(r"[ \t>]*(?P<hashes>#{1,6}[ \t]*)?(?P<bold>\*\*|__)?[ \t]*")
_WORD: Final = re.compile(
    r"(?P<word>(?:Rule|RULE|Case|CASE|Section|SECTION)[ \t]+|\N{SECTION SIGN}{1,2}[ \t]*)?"
)
_NUMBER: Final = re.compile(
    r"(?P<open>[\[(][ \t]*)?"
    r"(?P<number>(?:[A-Z]{1,2}[ \t]?\.?[ \t]?)?[0-9]{1,3}"
    r"(?:[ \t]?\.[ \t]?[0-9]{1,3}){0,5}(?:[a-z](?![a-z]))?)"
    r"(?P<close>[ \t]*[\])])?(?P<after>[.:)]?)(?P<rest>.*)\Z"
)
_RUN_IN: Final = re.compile(
    r"(?:(?<=[A-Za-z0-9)][.!?])|(?<=[.!?]\*\*)) +"
    r"(?=[\[(]?[0-9]{1,3}\.[0-9]{1,3}[\])]? +[A-Z\"\N{LEFT DOUBLE QUOTATION MARK}])"
)
"""Where in a paragraph the next number begins."""
_LEADERS: Final = re.compile(r"[ .\N{HORIZONTAL ELLIPSIS}_\t]{4,}[0-9]{1,4}\Z")
"""The dots and the page of a table of contents."""
_UNITS: Final = re.compile(r"(MPs?|CPs?|VPs?|SPs?|PPs?|AM|PM)\b")
_DATE: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{2,4}\Z")
_QUOTES: Final = "\"'(\N{LEFT DOUBLE QUOTATION MARK}"
_ENDS: Final = " \t*_#:.\N{EN DASH}\N{EM DASH}-|"


@dataclass(frozen=True, slots=True)
class Heading:
    """A number of a rulebook, and the words beside it; these may be none."""

    number: str
    title: str


class NotTextError(ValueError):
    """A file that is no text, such as a PDF."""


class HeadingsError(ValueError):
    """A text with no numbered headings, or with more than a ledger has entries."""


RULEBOOK_FAULTS: Final[tuple[type[Exception], ...]] = (NotTextError, HeadingsError)


def read_headings(file: Path) -> list[Heading]:
    """The numbered headings of a text in the order of their numbers. Raises NotTextError, HeadingsError,
    OSError."""
    try:
        text = plain_files.text(file, MAX_BYTES)
    except UnicodeDecodeError as error:
        raise NotTextError(
            f"{file}: not text in UTF-8: save the rulebook as plain text or Markdown"
        ) from error
    found = headings_of(text)
    if not found:
        raise HeadingsError(
            f"{file}: no numbered heading here, such as `8.2 Movement`: number the rules first"
        )
    if len(found) > MANY:
        raise HeadingsError(f"{file}: more than {MANY:,} numbered headings: a ledger has no room for them")
    return found


def headings_of(text: str) -> list[Heading]:
    """The numbered headings of a text in the order of their numbers, each once: with its first title."""
    titles: dict[str, str] = {}
    waiting = ""
    for line, alone in _lines(text):
        for i, part in enumerate(_RUN_IN.split(line)):
            heading = _heading(part, alone and i == 0)
            if heading is not None:
                titles[heading.number] = titles.get(heading.number) or heading.title
                waiting = "" if titles[heading.number] else heading.number
            elif waiting and part.strip(_ENDS):
                titles[waiting], waiting = _below(part), ""
    return [Heading(number, titles[number]) for number in in_rulebook_order(titles)]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line without what cannot be printed, and whether it stands alone between empty lines."""
    lines = ["".join(c if c.isprintable() else " " * (c == "\t") for c in line) for line in text.splitlines()]
    lines = [line.replace("\N{NO-BREAK SPACE}", " ").rstrip() for line in lines]
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        yield line, not before and not after


def _heading(line: str, alone: bool) -> Heading | None:
    lead = _LEAD.match(line)
    word = _WORD.match(line, lead.end() if lead else 0)
    found = _NUMBER.match(line, word.end() if word else 0)
    if lead is None or word is None or found is None or bool(found["open"]) != bool(found["close"]):
        return None
    number = re.sub(r"[ \t]", "", found["number"])
    rest = _LEADERS.sub("", found["rest"])
    title = rest.strip(_ENDS)
    dotted = "." in number
    looks = bool(lead["hashes"] or lead["bold"])
    named = looks or bool(word["word"])
    if not _is_number(number, named) or not _begins(rest, title, found["after"]):
        return None
    if dotted or named:
        return Heading(number, _short(title)) if looks or _is_title(title, alone) else None
    return Heading(number, _short(title)) if title.isupper() and len(title) >= _SHORTEST else None


def _is_number(number: str, named: bool) -> bool:
    """Whether this may number a rule; letters alone before a number do with a dot, or in a heading."""
    if _DATE.match(number) and len(number.rpartition(".")[2]) != 1 and number.count(".") == 2:
        return False
    return not number[0].isalpha() or "." in number or named


def _begins(rest: str, title: str, after: str) -> bool:
    """Whether what follows a number is the beginning of a title, or nothing."""
    if not title:
        return not rest.strip(_ENDS)
    apart = rest[0] in " \t*_" or (not after and rest[0].isupper())
    return apart and not _UNITS.match(title) and (title[0].isalpha() or title[0] in _QUOTES)


def _is_title(title: str, alone: bool) -> bool:
    return alone or not title or not title[0].islower()


def _below(line: str) -> str:
    """The title of a number that stands in a line by itself: the next line, if it looks like one."""
    title = line.strip(_ENDS)
    return _short(title) if title[0].isupper() and len(title) <= _TITLE else ""


def _short(title: str) -> str:
    """A title without what runs on behind it."""
    first = re.split(r"(?<=[a-z0-9)])[.:;](?:\*\*)? ", title, maxsplit=1)[0].strip(_ENDS)
    words = " ".join(first.replace("*", "").replace("__", "").split())
    return words if len(words) <= _TITLE else words[:_TITLE].rpartition(" ")[0]


def ledger_text(headings: list[Heading]) -> str:
    """A ledger.yaml with these numbers, each by hand."""
    lines = [
        "# Each number of the rulebook. Put your own words in the place of its heading, and say whose it is",
        "# to carry it out: `program`, `half`, `hand` or `nothing`. `senlac fields ledger` tells of limits.",
        "rules:",
        *entry_lines(headings),
    ]
    return "".join(f"{line}\n" for line in lines)


def entry_lines(headings: list[Heading]) -> Iterator[str]:
    """The entries of a ledger.yaml for these numbers, each by hand."""
    for each in headings:
        number, summary = json.dumps(each.number), json.dumps(each.title or "?", ensure_ascii=False)
        yield f"  - {{number: {number}, summary: {summary}, by: hand}}"
