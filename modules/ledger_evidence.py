"""Where a game carries out the rules of its rulebook: rule numbers found in its code and in its data.

Code is read, not run. A number that is a whole string (`Illegal("4.4", ...)`, `Roll(side, "6.2", ...)`) is
evidence of the first order: players are told it. A number in a docstring or a comment only names the rule. In
data, a part's `rule` counts, and the numbers that a `source` has of the rulebook; a number in the words of
any source must be in the ledger too.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import Any, Literal

from modules.definition.formats.origins import PATTERN, numbers_in, parts
from modules.plain_files import list_files, text
from modules.written import source
from modules.written.faults import Fault, SourcePlace
from modules.written.folder import LEDGER
from modules.written.source import Path_, Source

How = Literal["code", "named", "data"]
ORDER: tuple[How, ...] = ("code", "named", "data")
RULINGS = "rulings.yaml"

_FORM = re.compile(r"\d+(\.\d+)+[a-z]?( \(\d+(\.\d+)+\))?( option \w+)?")
_SOURCE = re.compile(PATTERN)
_ON = re.compile(r"(\d+(?:\.\d+)+) on (\d+(?:\.\d+)+)")


@dataclass(frozen=True, slots=True)
class Evidence:
    """One place that carries out a rule: `code` uses its number, `named`: words of the code do, or `data`.

    `where` is `module:function`, or `file:part.of.it`; the place is relative to the game's folder.
    """

    number: str
    how: How
    where: str
    place: SourcePlace


@dataclass(frozen=True)
class Numbers:
    """The numbers of a ledger, and how they are found in prose."""

    known: frozenset[str]
    pattern: re.Pattern[str]

    @classmethod
    def of(cls, numbers: Collection[str]) -> Numbers:
        """For the numbers of a ledger; of two that fit, the longer is meant."""
        longest = sorted(numbers, key=lambda n: (-len(n), n))
        words = "|".join(re.escape(number) for number in longest)
        return cls(frozenset(numbers), re.compile(rf"(?<![\w.])({words})(?!\w|\.\d)"))

    def named_in(self, text: str) -> list[str]:
        """The numbers in a text; `13.4 on 10.3` stands for `13.4 (10.3)`."""
        found = self.pattern.findall(_ON.sub(r"\1 (\2)", " ".join(text.split())))
        return list(dict.fromkeys(found))


def unknown(number: str, place: SourcePlace) -> Fault:
    """The fault of a number that the ledger does not have."""
    return Fault(place, f"there is no rule {number!r} in {LEDGER}")


def in_code(folder: Path, numbers: Numbers) -> tuple[list[Evidence], list[Fault]]:
    """What the Python files of a game's folder say. A file that is no Python is a fault."""
    found: list[Evidence] = []
    faults: list[Fault] = []
    for file in list_files(folder, folder, below=True):
        if file.suffix != ".py":
            continue
        name = file.relative_to(folder).as_posix()
        try:
            reader = _Code(name, text(file, source.MAX_BYTES, folder), numbers)
        except OSError as error:
            faults.append(Fault(SourcePlace(name), str(error.strerror)))
            continue
        except (RecursionError, MemoryError):
            faults.append(Fault(SourcePlace(name), "not Python that can be read: it is too deep"))
            continue
        except (SyntaxError, ValueError, TokenError) as error:
            faults.append(Fault(SourcePlace(name), f"not Python: {error}"))
            continue
        found += reader.found
        faults += reader.faults
    return found, faults


class _Code(ast.NodeVisitor):
    """Reads one file. Raises SyntaxError."""

    def __init__(self, name: str, text: str, numbers: Numbers) -> None:
        self.name, self.numbers = name, numbers
        self.module = name.removesuffix(".py").replace("/", ".")
        self.found: list[Evidence] = []
        self.faults: list[Fault] = []
        self._scope: list[str] = []
        self._spans: list[tuple[int, int, str]] = []
        self.visit(ast.parse(text))
        self._comments(text)

    def _where(self, scope: str) -> str:
        return f"{self.module}:{scope}" if scope else self.module

    def _note(self, number: str, how: How, scope: str, line: int, column: int) -> None:
        self.found.append(Evidence(number, how, self._where(scope), SourcePlace(self.name, line, column)))

    def visit_Module(self, node: ast.Module) -> None:
        self._docstring(node, 1)
        self.generic_visit(node)

    def _inside(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self._scope.append(node.name)
        self._spans.append((node.lineno, node.end_lineno or node.lineno, ".".join(self._scope)))
        self._docstring(node, node.lineno)
        self.generic_visit(node)
        self._scope.pop()

    visit_FunctionDef = visit_ClassDef = _inside  # noqa: N815 - ast's own names

    def _docstring(self, node: ast.Module | ast.FunctionDef | ast.ClassDef, line: int) -> None:
        for number in self.numbers.named_in(ast.get_docstring(node) or ""):
            self._note(number, "named", ".".join(self._scope), line, 1)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """The words of an f-string are a message; only what is put into them is code."""
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                self.visit(value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        if node.value in self.numbers.known:
            self._note(node.value, "code", ".".join(self._scope), node.lineno, node.col_offset + 1)
        elif _FORM.fullmatch(node.value):
            self._unknown(node.value, node)

    def visit_Call(self, node: ast.Call) -> None:
        first = node.args[0] if node.args else None
        if isinstance(node.func, ast.Name) and node.func.id == "Illegal" and isinstance(first, ast.Constant):
            word = str(first.value)
            if word not in self.numbers.known and not _FORM.fullmatch(word):
                self._unknown(word, first)
        self.generic_visit(node)

    def _unknown(self, number: str, node: ast.expr) -> None:
        self.faults.append(unknown(number, SourcePlace(self.name, node.lineno, node.col_offset + 1)))

    def _comments(self, text: str) -> None:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                line, column = token.start
                around = [scope for first, last, scope in self._spans if first <= line <= last]
                for number in self.numbers.named_in(token.string):
                    self._note(number, "named", around[-1] if around else "", line, column + 1)


def in_data(folder: Path, numbers: Numbers) -> tuple[list[Evidence], list[Fault]]:
    """What the YAML files of a game's folder say. A ruling says what a rule means: it is no evidence."""
    found: list[Evidence] = []
    faults: list[Fault] = []
    for file in list_files(folder, folder, below=True):
        name = file.relative_to(folder).as_posix()
        if name == LEDGER or file.suffix != ".yaml":
            continue
        parsed = source.read(file, name, folder)
        faults += [*parsed.faults, *unknown_numbers(parsed, numbers)]
        found += in_file(parsed, numbers)
    return found, faults


def in_file(parsed: Source, numbers: Numbers) -> Iterator[Evidence]:
    """The numbers in a file of a game; none in that of rulings."""
    for path, key, words in _rule_texts(parsed.data, ()) if parsed.name != RULINGS else ():
        place = parsed.place((*path, key))
        cited = _cited(path, key, words, numbers)
        yield from (_datum(parsed.name, number, path, place) for number in cited if number in numbers.known)


def unknown_numbers(parsed: Source, numbers: Numbers) -> Iterator[Fault]:
    """Where a file names a rule that the ledger does not have, in a `rule`, a `source` or a ruling."""
    for path, key, words in _rule_texts(parsed.data, ()):
        named = _cited(path, key, words, numbers)
        if key == "source" and _SOURCE.match(words):
            named = list(numbers_in(words))
        for number in named:
            if number not in numbers.known:
                yield unknown(number, parsed.place((*path, key)))
    if parsed.name == RULINGS:
        yield from _rulings(parsed, numbers)


def _datum(name: str, number: str, path: Path_, place: SourcePlace) -> Evidence:
    return Evidence(number, "data", f"{name}:{'.'.join(str(step) for step in path)}", place)


def _rule_texts(data: Any, path: Path_) -> Iterator[tuple[Path_, str, str]]:
    """Every `rule` and `source` of a file, with the path of the part that bears it."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("rule", "source") and isinstance(value, str):
                yield path, key, value
            else:
                yield from _rule_texts(value, (*path, key))
    elif isinstance(data, tuple):
        for i, value in enumerate(data):
            yield from _rule_texts(value, (*path, i))


def _cited(path: Path_, key: str, text: str, numbers: Numbers) -> list[str]:
    """A part `stream` with the rule `TEC` carries out `TEC stream`, if the ledger has that."""
    if key == "source":
        stated = parts(text) if _SOURCE.match(text) else ()
        return list(dict.fromkeys(number for part in stated for number in part.numbers))
    narrow = f"{text} {path[-1]}" if path else text
    return [narrow if narrow in numbers.known else text]


def _rulings(parsed: Source, numbers: Numbers) -> Iterable[Fault]:
    rulings = parsed.data.get("rulings") if isinstance(parsed.data, dict) else None
    for name, ruling in rulings.items() if isinstance(rulings, dict) else ():
        for i, number in enumerate(ruling.get("rules", ()) if isinstance(ruling, dict) else ()):
            if number not in numbers.known:
                yield unknown(str(number), parsed.place(("rulings", name, "rules", i)))
