"""VASSAL's sequence encoding: a list of strings as one string with a delimiter.

Everything that VASSAL stores as text (piece types and states, commands, attribute lists) nests this one
encoding with different delimiters. Source: `tools/SequenceEncoder.java` of VASSAL 3.7.

- A delimiter inside a token is written as backslash + delimiter; the backslash itself is not escaped.
- A token that starts with a backslash, or starts and ends with a single quote, is put in single quotes.
- Splitting takes a delimiter after a backslash as text, and then strips one pair of enclosing quotes.
"""

import re
from collections.abc import Iterable
from functools import cache

from generator.vassal.format.errors import CodecError
from modules.amounts import count_noun

ESC = "\x1b"
TAB = "\t"
MOST_LEVELS = 500
"""Traits of one piece, each in the one before."""

_MOST_PARTS = 10_000
"""Parts of one piece: its traits, and those of the pieces that they may place."""

_WHOLE = re.compile(r"[-+]?[0-9]{1,10}")
_INT = range(-(1 << 31), 1 << 31)


def join(tokens: Iterable[str], delimiter: str) -> str:
    """Encode one or more tokens.

    Where VASSAL's own encoder succeeds the result is the same, byte for byte. VASSAL garbles a token that
    ends with a backslash and is not the last one; here such a token is quoted, which VASSAL reads correctly.

    Raises CodecError for an empty list (VASSAL reads "" as one empty token) and an unusable delimiter.
    """
    _check_delimiter(delimiter)
    items = list(tokens)
    if not items:
        raise CodecError("an empty list cannot be encoded: VASSAL reads it as one empty token")
    last = len(items) - 1
    return delimiter.join(_encode(item, delimiter, index == last) for index, item in enumerate(items))


def split(text: str, delimiter: str) -> list[str]:
    """Decode a sequence into its tokens; "" is one empty token.

    Raises CodecError for an unusable delimiter.
    """
    _check_delimiter(delimiter)
    if delimiter not in text:
        return [_unquote(text)]
    escaped = "\\" + delimiter
    if escaped not in text:
        return [_unquote(token) for token in text.split(delimiter)]
    tokens = _raw_tokens(text, delimiter, escaped)
    return [_unquote(token.replace(escaped, delimiter)) for token in tokens]


def _raw_tokens(text: str, delimiter: str, escaped: str) -> list[str]:
    """The tokens with their escapes. Pairs, of which pieces are nested, need no look at every delimiter."""
    first = text.find(delimiter)
    if first > 0 and text[first - 1] == "\\":
        return _unescaped(delimiter).split(text)
    tail = text[first + 1 :]
    if tail.count(delimiter) == tail.count(escaped):
        return [text[:first], tail]
    return [text[:first], *_unescaped(delimiter).split(tail)]


@cache
def _unescaped(delimiter: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\\){re.escape(delimiter)}")


def join_or_empty(tokens: Iterable[str], delimiter: str = ",") -> str:
    """Encode a list as VASSAL encodes its string arrays, where no token at all is "".

    A list of one empty string cannot be told from no list, so it is refused with a CodecError.
    """
    items = list(tokens)
    if items == [""]:
        raise CodecError("a list of one empty string cannot be told from an empty list")
    return join(items, delimiter) if items else ""


def split_or_empty(text: str, delimiter: str = ",") -> list[str]:
    """Decode a string array, where "" is no token at all."""
    return split(text, delimiter) if text else []


def whole(text: str) -> int | None:
    """A whole number that Java reads as one: ASCII digits, within 32 bits; None for any other text."""
    if _WHOLE.fullmatch(text) is None:
        return None
    number = int(text)
    return number if number in _INT else None


def printable(text: str) -> str:
    """A text of a stranger for people to read: what a terminal might obey is shown as an escape."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def nest(tokens: list[str], delimiter: str = TAB) -> str:
    """Encode right-associatively, as pieces do: [t1, [t2, [t3, ...]]]; the last token stays as it is."""
    if not tokens:
        raise CodecError("an empty list cannot be nested")
    text = tokens[-1]
    for token in reversed(tokens[:-1]):
        text = join((token, text), delimiter)
    return text


def unnest(text: str, delimiter: str = TAB) -> list[str]:
    """Decode what is nested as by `nest`, in one go: a text is escaped once for each level that it lies in,
    so a delimiter parts two tokens at the level of as many backslashes as stand before it.

    The last token is what cannot be parted, as it is. Raises CodecError where a level is no pair, and for
    more levels than a piece has.
    """
    parts = text.split(delimiter)
    if len(parts) > _MOST_PARTS:
        raise CodecError(f"{count_noun(len(parts), 'part')}: a piece has at most {_MOST_PARTS:,}")
    levels = [len(part) - len(part.rstrip("\\")) for part in parts[:-1]]
    tokens: list[str] = []
    start = 0
    while (level := len(tokens)) in levels[start:]:
        if level == MOST_LEVELS:
            raise CodecError(f"more than {MOST_LEVELS:,} traits in each other")
        end = levels.index(level, start) + 1
        if min(levels[end:], default=level + 1) <= level:
            raise CodecError(f"three tokens where a pair should be: {delimiter.join(parts[start:])[:60]!r}")
        last = parts[end - 1]
        inner = delimiter.join([*parts[start : end - 1], last[: len(last) - level]])
        tokens.append(_unquote(inner.replace("\\" * (level + 1) + delimiter, delimiter)))
        start = end
        if parts[start].startswith("'") and parts[-1].endswith("'") and parts[start:] != ["'"]:
            parts[start], parts[-1] = (
                parts[start][1:],
                parts[-1][:-1] if start < len(parts) - 1 else parts[start][1:-1],
            )
    rest = delimiter.join(parts[start:])
    return [*tokens, rest.replace("\\" * len(tokens) + delimiter, delimiter)]


def _encode(token: str, delimiter: str, is_last: bool) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter)
    quoted = token.startswith("\\") or (token[:1] == token[-1:] == "'")
    if quoted or (token.endswith("\\") and not is_last):
        return f"'{escaped}'"
    return escaped


def _unquote(token: str) -> str:
    if len(token) > 1 and token[0] == token[-1] == "'":
        return token[1:-1]
    return token


def _check_delimiter(delimiter: str) -> None:
    if len(delimiter) != 1 or delimiter in "\\'":
        raise CodecError(f"{delimiter!r} cannot delimit a sequence: one character, not a backslash or quote")
