"""BeanShell as VASSAL's expressions are written in it: the words that a text is made of, and their kinds.

Source: the grammar of BeanShell 2.0, whose reader takes `\\uXXXX` for the character before it looks for
words, so that a quote or a name may be written so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["name", "text", "number", "sign", "open"]

WORDS = frozenset({
    "abstract", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue",
    "default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for",
    "goto", "if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new",
    "null", "package", "private", "protected", "public", "return", "short", "static", "strictfp", "super",
    "switch", "synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile",
    "while",
})  # fmt: skip
"""The words that are no names."""

_UNICODE = re.compile(r"(?<!\\)((?:\\\\)*)\\u+([0-9A-Fa-f]{4})")
_WORD = re.compile(
    r"""(?P<space>[\s\x00-\x20]+|//[^\n\r]*|/\*.*?(?:\*/|\Z))
    |(?P<name>[^\W\d]\w*|[$]\w*)
    |(?P<number>\d(?:[\w.]|(?<=[eE])[-+])*|\.\d(?:\w|(?<=[eE])[-+])*)
    |(?P<text>"(?:[^"\\\n\r]|\\.)*(?P<double>")?|'(?:[^'\\\n\r]|\\.)*(?P<single>')?)
    |(?P<sign>@\w+|&&|\|\||[=!<>]=|\+\+|--|.)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:([0-3]?[0-7]{1,2})|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", "b": "\b", "r": "\r", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Word:
    """One word: its kind and how it is written. `open` is a text that nothing closes."""

    kind: Kind
    code: str

    @property
    def value(self) -> str:
        """What a text says."""
        return _ESCAPE.sub(_escaped, self.code[1:-1])


def words(code: str) -> list[Word]:
    """The words of an expression without its braces; blanks and comments are none."""
    return list(_words(_UNICODE.sub(lambda found: found[1] + chr(int(found[2], 16)), code)))


def _words(code: str) -> Iterator[Word]:
    for found in _WORD.finditer(code):
        match found.lastgroup:
            case "text" if not (found["double"] or found["single"]):
                yield Word("open", found[0])
            case "name" | "number" | "text" | "sign" as kind:
                yield Word(kind, found[0])


def _escaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 8))
    return _PLAIN.get(found[2], found[2])


def inner(value: str) -> str | None:
    """What stands in the braces of a value that VASSAL runs as an expression; None where it is no such."""
    bare = value.strip("".join(map(chr, range(0x21))))
    return bare[1:-1] if len(bare) > 1 and bare[0] == "{" and bare[-1] == "}" else None
