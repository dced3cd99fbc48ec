"""Modules of JavaScript joined into one classic script, since a page that is one file can import none.

Each module becomes a function that gives what the module exports, behind those that it imports. Only two
forms are read: an import of names from a module by its relative place, and an export before a declaration.
In the script a module goes by the name of its file alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.resources.abc import Traversable
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\.\.?/(?:[a-z_]+/)*([a-z_]+\.js)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b|\bimport\(|</script|<!--", re.MULTILINE)
_REMARK: Final = re.compile(r"/\*\*.*?\*/", re.DOTALL)
"""A comment of JSDoc, whose types may name a module without importing it."""


def join_modules(files: Iterable[Traversable]) -> str:
    """One script of these modules. Raises `ValueError` with the file and line of what it cannot join."""
    texts: dict[str, str] = {}
    for file in files:
        if file.name in texts:
            raise ValueError(f"{file.name}: two modules have this name")
        texts[file.name] = file.read_text(encoding="utf-8").replace("\r\n", "\n")
    wanted = {name: {found[1] for found in _IMPORT.findall(text)} for name, text in texts.items()}
    for name, others in wanted.items():
        if missing := sorted(others - set(texts)):
            raise ValueError(f"{name}: it imports {missing[0]}, which is not among the modules")
    for name, text in texts.items():
        _demand_exported(name, text, texts)
    try:
        order = list(
            TopologicalSorter({name: sorted(others) for name, others in wanted.items()}).static_order()
        )
    except CycleError as error:
        raise ValueError(f"modules that import each other: {', '.join(error.args[1])}") from None
    return "\n".join(['(() => {\n"use strict";', *(_wrap(name, texts[name]) for name in order), "})();\n"])


def _demand_exported(name: str, text: str, texts: Mapping[str, str]) -> None:
    """Each name that a module imports is one that the other exports."""
    for found in _IMPORT.finditer(text):
        wanted = {part.split(" as ")[0].strip() for part in found[1].split(",") if part.strip()}
        if missing := sorted(wanted - set(_EXPORT.findall(texts[found[2]]))):
            raise ValueError(f"{name}: it imports {missing[0]}, which {found[2]} does not export")


def _wrap(name: str, text: str) -> str:
    """The module as a function that is called at once and gives what it exports."""
    exported = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(_name_imports, text))
    if found := _OTHER.search(_REMARK.sub(lambda remark: remark[0].replace("import(", "("), body)):
        line = body.count("\n", 0, found.start()) + 1
        raise ValueError(f"{name}:{line}: {found.group()!r} cannot be joined into one script")
    return f"const {_constant(name)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();"


def _name_imports(found: re.Match[str]) -> str:
    """An import as names of the constant, with as many lines as it had."""
    names = re.sub(r"(\w+) as (\w+)", r"\1: \2", found.group(1))
    return f"const {{{names}}} = {_constant(found.group(2))};\n"


def _constant(name: str) -> str:
    return f"module_{name.removesuffix('.js')}"
