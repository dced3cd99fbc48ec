"""The look of a game: the art of its style, with the game's own `art/` over it.

Each function that makes something of a whole game asks for it once and hands it on: to whatever draws, and to
the processes that it starts.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields

from generator.art_folder import USUAL, ArtStyle, Choice, shipped_folders
from generator.drawing.art import Look, look_with
from modules.definition import Definition
from modules.written.own_art import ART


def look_of(definition: Definition) -> Look:
    """The look of a game. Raises FaultyArtError for a style that does not ship."""
    told = definition.game.style
    folders = shipped_folders(told.like or USUAL)
    style = ArtStyle(**{each.name: getattr(told, each.name) for each in fields(ArtStyle)})
    if definition.art:
        folders = (*folders, definition.folder / ART)
    drawn_as = tuple(
        (name, kind.drawn_as) for name, kind in definition.terrain.items() if kind.drawn_as is not None
    )
    return look_with(Choice(folders, style, drawn_as, _digest(definition)))


def look_of_style(style: str) -> Look:
    """The look of a style that ships. Raises FaultyArtError."""
    return look_with(Choice(shipped_folders(style)))


def _digest(definition: Definition) -> str:
    if not definition.art:
        return ""
    return hashlib.sha256(repr(sorted(definition.art.items())).encode()).hexdigest()
