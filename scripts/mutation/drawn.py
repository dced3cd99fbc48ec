"""The mutants of a room: all that mutmut's operators make of its functions, drawn by a seed."""

from __future__ import annotations

import ast
import difflib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from types import CodeType

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutant:
    """A changed file.

    `line` is the one on which the change begins, `lines` those of its statement (of one with a body, the
    lines of its head): a test that runs none of them does not meet the change. `before` and `text` are the
    whole file, `was` and `now` the function of a module or a class in which the change is.
    """

    file: str
    line: int
    lines: range
    before: str
    text: str
    was: CodeType
    now: CodeType

    def diff(self) -> str:
        lines = difflib.unified_diff(self.before.splitlines(), self.text.splitlines(), n=0, lineterm="")
        return "\n".join(f"    {line}" for line in list(lines)[3:] if not line.startswith("@@"))


class Changes(cst.CSTVisitor):
    """All changes of the expressions and statements within functions, with the lines on which they begin.

    Left alone are annotations, decorators and defaults, which run when a file is imported, and words in
    three quotes. Equal as in mutmut: a call of `len` or `isinstance` without an argument says nothing.
    """

    METADATA_DEPENDENCIES = (PositionProvider,)

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[cst.CSTNode, cst.CSTNode, int]] = []
        self._depth = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation | cst.Decorator | cst.Parameters):
            return False
        if isinstance(node, cst.Call) and getattr(node.func, "value", None) in ("len", "isinstance"):
            return False
        if self._depth:
            line = self.get_metadata(PositionProvider, node).start.line if self._has_place(node) else 0
            for kind, operator in mutation_operators:
                if isinstance(node, kind):
                    self.found += [(node, changed, line) for changed in operator(node)]
        self._depth += isinstance(node, cst.FunctionDef)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._depth -= isinstance(original_node, cst.FunctionDef)

    def _has_place(self, node: cst.CSTNode) -> bool:
        return self.get_metadata(PositionProvider, node, None) is not None


class Source:
    """A file and all changes of it; a mutant is made of one when it is asked for, as that takes longer."""

    def __init__(self, file: str) -> None:
        self.file, self.text = file, (ROOT / file).read_text(encoding="utf-8")
        wrapper, changes = MetadataWrapper(cst.parse_module(self.text)), Changes()
        wrapper.visit(changes)
        self._module, self.changes = wrapper.module, changes.found

    @cached_property
    def _functions(self) -> list[CodeType]:
        return functions(self.file, self.text)

    @cached_property
    def _statements(self) -> list[ast.stmt]:
        return [node for node in ast.walk(ast.parse(self.text)) if isinstance(node, ast.stmt)]

    def mutant(self, number: int) -> Mutant | None:
        """The file with one of its changes; None if Python reads it as before."""
        node, changed, line = self.changes[number]
        text = self._module.deep_replace(node, changed).code  # type: ignore[arg-type]
        pairs = zip(self._functions, functions(self.file, text), strict=True)
        for was, now in pairs:
            if was != now:
                line = line or first_difference(self.text, text)
                return Mutant(self.file, line, self._statement(line), self.text, text, was, now)
        return None

    def _statement(self, line: int) -> range:
        """The lines of the smallest statement that holds one; of a statement with a body, those before it."""
        around = [node for node in self._statements if node.lineno <= line <= (node.end_lineno or 0)]
        smallest = min(around, key=lambda node: ((node.end_lineno or 0) - node.lineno, -node.col_offset))
        body = getattr(smallest, "body", None)
        after = body[0].lineno if body else (smallest.end_lineno or 0) + 1
        return range(smallest.lineno, max(after, smallest.lineno + 1))


def functions(file: str, text: str) -> list[CodeType]:
    """The functions of a module and of its classes, without those within functions, as they stand."""
    return list(_within(compile(text, str(ROOT / file), "exec", dont_inherit=True)))


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            # Optimized code has local variables of its own: a function, a lambda or a comprehension.
            if constant.co_flags & 1:
                yield constant
            else:
                yield from _within(constant)


def first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one.splitlines(), other.splitlines(), strict=False), start=1)
    return next((number for number, (a, b) in pairs if a != b), 1)


def drawn(room: str, number: int, seed: int) -> tuple[list[Mutant], int]:
    """The first of a room's mutants in the order of a seed, and how many there are."""
    files = sorted(p.relative_to(ROOT).as_posix() for p in (ROOT / room).rglob("*.py"))
    places = [(source, index) for source in map(Source, files) for index in range(len(source.changes))]
    random.Random(seed).shuffle(places)
    made = (source.mutant(index) for source, index in places)
    return list(islice(filter(None, made), number)), len(places)
