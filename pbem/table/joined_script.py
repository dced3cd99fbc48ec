"""Modules of JavaScript joined into one script, each after those that it imports: a page that is one file has
nowhere to import from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

_IMPORT: Final = re.compile(r'^import\s*(?:\{([^}]*)\}\s*from\s*)?"\./([\w-]+\.js)";[ \t]*\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)
_NAME: Final = re.compile(
    r"^(?:export )?(?:async )?(?:function\*?|class|const|let|var) ([\w$]+)", re.MULTILINE
)
_EXPORTED: Final = re.compile(r"^export (?:async )?(?:function\*?|class|const|let) ([\w$]+)", re.MULTILINE)
_LEFT: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_MARKUP: Final = re.compile(r"<!--|</?script", re.IGNORECASE)


class BadModule(ValueError):
    """A module that cannot be joined with others; the message names it and says why."""


def join_modules(read: Callable[[str], str], first: str) -> str:
    """One script of the module `first` and all that it needs; `read` gives the text of a file by its name.

    Raises BadModule for imports in a circle, a name that is not exported, or one that two modules have.
    """
    texts = dict(_in_order(read, first, ()))
    _check_names(texts)
    parts = [f"// --- {name} ---\n{_without_borders(name, text)}" for name, text in texts.items()]
    script = '"use strict";\n(() => {\n' + "\n".join(parts) + "})();\n"
    if found := _MARKUP.search(script):
        raise BadModule(f"{found[0]} in a script ends or hides it in a page: write it in two parts")
    return script


def _in_order(read: Callable[[str], str], name: str, above: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Each module after those that it imports; one that several import comes again."""
    if name in above:
        raise BadModule(f"modules import each other in a circle: {' -> '.join((*above, name))}")
    text = read(name)
    for found in _IMPORT.finditer(text):
        yield from _in_order(read, found[2], (*above, name))
    yield name, text


def _check_names(texts: Mapping[str, str]) -> None:
    exported = {name: set(_EXPORTED.findall(text)) for name, text in texts.items()}
    owners: dict[str, str] = {}
    for name, text in texts.items():
        for word in _NAME.findall(text):
            if owners.setdefault(word, name) != name:
                raise BadModule(
                    f"{name} and {owners[word]} both have {word}: in one script a name has one owner"
                )
        for found in _IMPORT.finditer(text):
            for word in filter(None, (part.strip() for part in (found[1] or "").split(","))):
                if word not in exported[found[2]]:
                    raise BadModule(f"{name} imports {word!r}, which {found[2]} does not export")


def _without_borders(name: str, text: str) -> str:
    """The text without imports, its exports as plain names."""
    bare = _EXPORT.sub("", _IMPORT.sub("", text))
    if left := _LEFT.search(bare):
        raise BadModule(f"{name}: `{left[0]}` cannot be joined: import and export names, one by one")
    return bare
