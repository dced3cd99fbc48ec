"""Expressions that do more than they need to: VASSAL runs every text in braces, with all that Java can do.

What is needed are properties, operators, VASSAL's own functions and those of texts and numbers. Any other
call, any look into an object, and every statement is found, in whatever attribute or field it stands; also
in a text that VASSAL's own functions run in their turn. Sources: `script/ExpressionInterpreter.java` and
`init_expression.bsh` of VASSAL 3.7, the grammar of BeanShell 2.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from generator.vassal.format.beanshell import WORDS, Word, inner, words
from generator.vassal.format.codec import split
from generator.vassal.format.errors import PieceError
from generator.vassal.format.pieces import Piece, read_definition
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.tree import Node

_FUNCTIONS = frozenset(
    """Alert Audit Count CountAttach CountLocation CountMap CountMat CountRange CountRangePx CountStack
    CountZone GetAttachProperty GetLocalizedProperty GetMapProperty GetProperty GetString
    GetZoneProperty If IsRandom MaxAttach MinAttach Random Range RangePx Sleep Sum SumAttach
    SumLocation SumMap SumMat SumRange SumRangePx SumStack SumZone""".split()  # noqa: SIM905 - as a list it would be a page
)
_OF_TEXTS = frozenset(
    """charAt codePointAt compareTo compareToIgnoreCase concat contains endsWith equals equalsIgnoreCase
    hashCode indexOf intValue isBlank isEmpty lastIndexOf length matches repeat replace replaceAll
    replaceFirst split startsWith strip substring toLowerCase toString toUpperCase trim""".split()  # noqa: SIM905
)
_OF_CLASSES = frozenset(
    """E MAX_VALUE MIN_VALUE PI abs atan2 ceil compare cos floor floorDiv floorMod format hypot isDigit
    isLetter join max min parseBoolean parseDouble parseFloat parseInt parseLong pow random round signum sin
    sqrt sum toString valueOf""".split()  # noqa: SIM905
)
_CLASSES = frozenset(["Boolean", "Character", "Double", "Float", "Integer", "Long", "Math", "String"])
_VALUES = frozenset(
    "true false null instanceof boolean byte char double float int long short".split()  # noqa: SIM905
)
_STATEMENTS = frozenset(["=", ";", "++", "--", "{", "}"])
_DEEPEST = 8
_PARTS = ";,:|"
"""What parts the lists within a trait's fields, the outermost first."""

_BETWEEN = re.compile(r"(?<!\\)\\*[\t/]")


def check_node_programs(node: Node) -> Iterator[Finding]:
    """Findings of a component's attributes and text; of a piece's text they are `check_piece_programs`."""
    for name, value in node.attributes.items():
        yield from check_text(value, node.where, f"{name}: ")
    if not node.text.startswith("+/"):
        yield from check_text(node.text, node.where)
    elif "{" in node.text and _read(node.text) is None:
        yield from check_raw(node.text, node.where)


def check_piece_programs(piece: Piece, where: str, depth: int = 0) -> Iterator[Finding]:
    """Findings of all traits of a piece, and of the pieces that these place."""
    for part in (*piece.traits, piece.basic):
        type_text = part.type_text()
        yield from check_text(type_text, where, depth=depth)
        yield from check_text(part.state_text(), where, depth=depth)


def check_text(text: str, where: str, told: str = "", depth: int = 0) -> Iterator[Finding]:
    """Findings of a value, and of all values of lists in it."""
    if "{" not in text:
        return
    for what in _programs(text):
        yield Finding("expression-calls", where, f"{told}{what}")
    for value in _values(text):
        if value.startswith("+/") and depth < _DEEPEST:
            placed = _read(value)
            if placed is not None:
                yield from check_piece_programs(placed, where, depth + 1)


def check_raw(text: str, where: str) -> Iterator[Finding]:
    """Findings of a piece or state that is read part by part: of what trait a part is, is not known."""
    for part in _BETWEEN.split(text):
        yield from check_text(part, where)


def _read(definition: str) -> Piece | None:
    try:
        return read_definition(definition)[1]
    except PieceError:
        return None


@lru_cache(maxsize=4096)
def _programs(text: str) -> tuple[str, ...]:
    """What is strange in a value, told; the pieces of a save have the same ones again and again."""
    return tuple(
        f"{what} in {value.strip()[:60]!r}"
        for value in dict.fromkeys(_values(text))
        if (code := inner(value)) is not None
        for what in dict.fromkeys(_strange(words(code), 0))
    )


def _values(text: str) -> Iterator[str]:
    """A text, and the tokens of each list that it may be."""
    found = [text]
    yield text
    for delimiter in _PARTS:
        found = [
            token for each in found for token in (split(each, delimiter) if delimiter in each else [each])
        ]
        yield from found


def _strange(found: list[Word], depth: int) -> Iterator[str]:
    """What in the words of an expression is no value, operator, or call that is known."""
    for i, word in enumerate(found):
        before, after = found[i - 1].code if i else "", found[i + 1].code if i + 1 < len(found) else ""
        match word.kind:
            case "name" if word.code in WORDS:
                if word.code not in _VALUES:
                    yield f"the word {word.code!r}"
            case "name" if before == ".":
                base = found[i - 2].code if i > 1 else ""
                if not _known_member(base, word.code, called=after == "("):
                    yield f"a look into .{word.code}"
            case "name" if after == "(" and word.code not in _FUNCTIONS:
                yield f"a call of {word.code}()"
            case "sign" if word.code in _STATEMENTS:
                yield f"the sign {word.code!r}"
    if depth < _DEEPEST:
        for text in _joined(found):
            yield from _strange_within(text, depth + 1)


def _known_member(base: str, name: str, *, called: bool) -> bool:
    if base in _CLASSES:
        return name in _OF_CLASSES
    return name in _OF_TEXTS if called else name == "length"


def _joined(found: Iterable[Word]) -> Iterator[str]:
    """The texts of an expression, those that are added to each other as one."""
    text, plus = None, False
    for word in found:
        if word.kind == "text":
            text = word.value if text is None else text + word.value
            plus = False
        elif word.code == "+" and text is not None and not plus:
            plus = True
        else:
            if text is not None:
                yield text
            text, plus = None, False
    if text is not None:
        yield text


def _strange_within(text: str, depth: int) -> Iterator[str]:
    """Of a text that holds an expression: what begins with its brace is read as one, closed or not."""
    _, brace, code = text.partition("{")
    if brace:
        yield from _strange(words(code.rstrip().removesuffix("}")), depth)
