"""The rule numbers of which a game can tell: those that stand in the calls of its code that report or roll,
or that its clauses bear; and what each is about."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

from modules import plain_files
from modules.definition import Definition
from modules.ledger import read_ledger

_TELLERS: Final = frozenset({"Tell", "Roll", "roll"})
_MOST: Final = 1_000_000


def told_rules(definition: Definition) -> set[str]:
    """Those that clauses carry out; of a shipped game those in its Python files."""
    return set(definition.carried_numbers) if definition.rules_file else _in_code(definition.folder)


def _in_code(folder: Path) -> set[str]:
    """Those in the Python files of a shipped game's folder."""
    found: set[str] = set()
    for file in plain_files.list_files(folder, folder):
        if file.suffix == ".py":
            for node in ast.walk(ast.parse(plain_files.text(file, _MOST, folder))):
                if isinstance(node, ast.Call) and _name(node.func) in _TELLERS:
                    found |= {a.value for a in node.args if _is_number(a)}  # type: ignore[attr-defined]
    return found


def summaries_of(folder: Path) -> dict[str, str]:
    """What the numbers of a game's ledger are about, in brief. Raises DefinitionError."""
    return {rule.number: rule.summary for rule in read_ledger(folder).rules}


def _name(called: ast.expr) -> str:
    return str(getattr(called, "id", getattr(called, "attr", "")))


def _is_number(argument: ast.expr) -> bool:
    """True for a text such as `13.4 (7.7)`."""
    value = argument.value if isinstance(argument, ast.Constant) else None
    return isinstance(value, str) and value[:1].isdigit() and "." in value and len(value) < 30
