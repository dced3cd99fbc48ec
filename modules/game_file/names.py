"""Names of games' files, and of the files in them: which names mean the same on every system, and which kinds
of file a game's file carries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from modules.written.own_art import ART

SUFFIX: Final = ".senlac"
"""How the name of such a file ends."""

MOST_FILES: Final = 600
"""Files of a game: as many as it may have YAML files, and 200 of art."""

TEXT: Final = ".md"
"""How a text such as the rules ends, which is shown as it is."""

KINDS: Final = (".yaml", ".svg", ".png", TEXT)
"""How the names of the files in it end; there is one file of another kind (`SLOTS`)."""

CASES: Final = "cases"
"""The folder of a game's own rule cases: no part of its definition, for they show what its rules do."""

SLOTS: Final = "vassal-slots.json"
"""The ids of a game's pieces in its VASSAL module, which a new version keeps."""

LONGEST_NAME: Final = 160

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(?:/[A-Za-z0-9_][A-Za-z0-9_.-]*)*")
_DEVICE: Final = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


class BadGameFile(Exception):
    """A file that carries no game, or is not as `senlac pack` writes it."""


class BadFileName(Exception):
    """A file of a game whose name, kind or size no game's file carries."""


def is_named(name: str) -> bool:
    """Whether a word of a command is called like a game's file.

    >>> is_named("games/karsk-0.2.senlac")
    True
    """
    return name.lower().endswith(SUFFIX)


def check_name(name: str) -> None:
    """Raise BadFileName, with what to do, for a name that some system cannot write or that leads elsewhere,
    and for a kind of file that is not carried.

    >>> check_name("maps/karsk.yaml")
    """
    parts = name.split("/")
    if len(name) > LONGEST_NAME:
        raise BadFileName(f"{name[:40]}...: the name is longer than {LONGEST_NAME} characters: shorten it")
    if not _NAME.fullmatch(name) or any(part.endswith(".") or _DEVICE.fullmatch(part) for part in parts):
        raise BadFileName(
            f"{ascii(name)[1:-1]}: not every system can write this name: use letters a to z, digits, _ and -"
        )
    if name.lower().startswith(f"{ART}/") and name != name.lower() and not name.endswith(".md"):
        raise BadFileName(
            f"{name}: a picture is found by its name, and some systems take capitals for small letters: "
            f"rename it to {name.lower()}"
        )
    if not name.endswith(KINDS) and name != SLOTS:
        raise BadFileName(f"{name}: a game's file carries {', '.join(KINDS)} and no other kind")


def check_names(names: Iterable[str]) -> None:
    """Raise BadFileName as `check_name`, for names that some systems take for one, those of their folders
    among them, and for too many."""
    seen: dict[str, str] = {}
    for count, name in enumerate(names, 1):
        check_name(name)
        if name.lower() in seen:
            other = seen[name.lower()]
            raise BadFileName(f"{name}: it is there twice, or differs from {other} only in case: rename one")
        for called in (f"{folder}/" for folder in _folders(name)):
            other = seen.setdefault(called[:-1].lower(), called)
            if other != called:
                raise BadFileName(f"{name}: {called} and {other} are one name to some systems: rename one")
        seen[name.lower()] = name
        if count > MOST_FILES:
            raise BadFileName(f"more than {MOST_FILES} files: leave some out")


def _folders(name: str) -> Iterator[str]:
    """The folders in which a file lies, the outer ones first."""
    parts = name.split("/")
    return ("/".join(parts[:end]) for end in range(1, len(parts)))
