"""The look of a game: which art it is drawn with, chosen wherever something of it is made.

What draws asks `art()`, which knows no game. Each function that makes something of a whole game is
`in_its_look`: it chooses the game's style and its own `art/` first, and processes that it starts do so too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import ParamSpec, TypeVar

from generator.art_folder import USUAL, Choice, Style, drawn_with, shipped_folders
from modules.definition import Definition
from modules.written.own_art import ART

P = ParamSpec("P")
R = TypeVar("R")


def choice_of(definition: Definition) -> Choice:
    """Which art a game is drawn with. Raises FaultyArtError for a style that does not ship."""
    told = definition.game.style
    folders = shipped_folders(told.like or USUAL)
    style = Style(**{each.name: getattr(told, each.name) for each in fields(Style)})
    if definition.art:
        folders = (*folders, definition.folder / ART)
    drawn_as = tuple(
        (name, kind.drawn_as) for name, kind in definition.terrain.items() if kind.drawn_as is not None
    )
    return Choice(folders, style, drawn_as, _digest(definition))


def _digest(definition: Definition) -> str:
    if not definition.art:
        return ""
    return hashlib.sha256(repr(sorted(definition.art.items())).encode()).hexdigest()


def in_its_look(make: Callable[P, R]) -> Callable[P, R]:
    """The same function, drawing with the art of the definition among its arguments."""

    @wraps(make)
    def made(*given: P.args, **named: P.kwargs) -> R:
        definition = next(each for each in (*given, *named.values()) if isinstance(each, Definition))
        with drawn_with(choice_of(definition)):
            return make(*given, **named)

    return made
