"""What a Python file does, as a digest: comments, docstrings and layout do not count.

Made from the syntax tree in a form of our own, because Python's own dump of a tree differs from version to
version.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

_SILENT = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
"""Fields that follow from the rest of the tree, or that do nothing when the code runs."""


def code_digest(source: bytes) -> str:
    """SHA-256 over the meaning of a file, the same under Python 3.11 to 3.13. Raises SyntaxError."""
    told: list[str] = []
    _tell(ast.parse(source), told)
    return hashlib.sha256("".join(told).encode("ascii")).hexdigest()


def _tell(value: Any, told: list[str]) -> None:
    """A text that tells one tree from another, in parts; without what is empty: versions differ in it. Into
    one list: generators within one another took most of the time of a command that reads a game."""
    if isinstance(value, ast.Constant):
        told.append(f"{type(value.value).__name__}:{value.value!a};")
    elif isinstance(value, ast.AST):
        _tell_node(value, told)
    elif isinstance(value, list):
        told.append("[")
        for part in value:
            if not _is_docstring(part):
                _tell(part, told)
        told.append("]")
    else:
        told.append(f"{value!a};")


def _tell_node(node: ast.AST, told: list[str]) -> None:
    told.append(f"{type(node).__name__}(")
    for name in node._fields:
        part = getattr(node, name, None)
        if part is None or name in _SILENT or part == []:
            continue
        if name == "format_spec" and not list(_pieces(part.values)):
            continue
        told.append(f"{name}=")
        _tell(list(_pieces(part)) if isinstance(node, ast.JoinedStr) else part, told)
    told.append(")")


def _is_docstring(node: Any) -> bool:
    """A string that stands as a statement: it does nothing."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _pieces(values: Iterable[ast.expr]) -> Iterator[ast.expr]:
    """The pieces of an f-string, letters that follow one another joined and none that are empty."""
    letters = ""
    for value in values:
        if isinstance(value, ast.Constant):
            letters += str(value.value)
            continue
        if letters:
            yield ast.Constant(letters)
        letters = ""
        yield value
    if letters:
        yield ast.Constant(letters)
