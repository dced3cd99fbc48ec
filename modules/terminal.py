"""What a stranger wrote, made safe for a terminal: what it would obey, or nobody sees, is shown as an escape.

Escape sequences, bells and other controls, marks that turn the direction of writing, line ends, what is no
character, what has no width. Everything that is printed goes through here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_MARKS = frozenset({"Mn", "Me"})
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Characters of other categories that leave nothing to see, or change the one before."""


def find_hidden(text: str) -> str | None:
    """The first character of a text that nobody sees or that a terminal obeys, other than line ends "\\n" and
    tabs; None where all is to be seen."""
    if text.isprintable() and (text.isascii() or not _BLANK.search(text)):
        return None
    return next((each for each in text if each not in "\n\t" and _is_hidden(each)), None)


MOST_MARKS = 4
"""So many accents may stand on one letter: no language needs more, and a hundred cover the lines around."""


def find_stacked_marks(text: str) -> str | None:
    """The first combining mark of a text that is one too many on its letter; None where there is none."""
    if text.isascii():
        return None
    marks = 0
    for each in text:
        marks = marks + 1 if unicodedata.category(each) in _MARKS else 0
        if marks > MOST_MARKS:
            return each
    return None


def line(text: str) -> str:
    """A text as one line, with its line ends and tabs as escapes."""
    return "".join(_escape(each) if _is_hidden(each) else each for each in text)


def lines(text: str) -> str:
    """A text of lines that are ours."""
    return "".join(_escape(each) if each not in "\n\t" and _is_hidden(each) else each for each in text)


def as_json(data: Any, indent: int | None = None) -> str:
    """JSON for a program to read that harms no terminal either."""
    text = json.dumps(data, indent=indent, ensure_ascii=False)
    return "".join(json.dumps(each)[1:-1] if each != "\n" and _is_hidden(each) else each for each in text)


def _is_hidden(character: str) -> bool:
    if character.isascii():
        return not character.isprintable()
    return unicodedata.category(character) in _HIDDEN or _BLANK.match(character) is not None


def _escape(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return ascii(character)[1:-1]
