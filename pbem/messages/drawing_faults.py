"""What cannot be drawn, told as a fault of the game's art: a stranger's art stops no game."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from generator.counters.printed import CounterError
from generator.drawing.art import FaultyArtError, MissingArtError, UnknownColourError
from generator.drawing.renderer import PictureError
from generator.drawing.svg import DrawingError
from generator.drawing.typeface import MissingGlyphError, TextTooWideError
from generator.maps.look import UnknownLookError
from modules.definition import Definition
from modules.game_file.opened import shown_path
from pbem import errors

_FAULTS: Final = (
    CounterError, DrawingError, FaultyArtError, MissingArtError, MissingGlyphError, PictureError,
    TextTooWideError, UnknownColourError, UnknownLookError,
)  # fmt: skip
_MISSHAPEN: Final = (
    LookupError,
    TypeError,
    AttributeError,
    ValueError,
    ArithmeticError,
    OSError,
    struct.error,
)
"""What comes of a file of art that does not have the shape which such a file has."""


@contextmanager
def report_faults(definition: Definition) -> Iterator[None]:
    """Raise BadPicture for what cannot be drawn."""
    try:
        yield
    except _FAULTS as error:
        said = str(error.args[0] if error.args else error)
        raise errors.BadPicture(
            f"{shown_path(definition.folder)}: {said}" if definition.art else said
        ) from error
    except _MISSHAPEN as error:
        if not definition.art:
            raise
        raise errors.BadPicture(f"the game's own art cannot be drawn: {error}") from error
