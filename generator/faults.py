"""Every fault of a game: those of its files, and what of it cannot be drawn, each told where it stands.

DRAWING_FAULTS are the errors of drawing that a user can mend: a word of the definition, a file of the
art room, an option of the command.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.art import FaultyArtError, MissingArtError, UnknownColourError, art
from generator.build import DrawingStoppedError, PictureTooLargeError
from generator.cells import TableShapeError, TableTooTallError
from generator.counter_layout import layout
from generator.counters import CounterError, Piece, draw_piece, figure_called, pieces, side_mm
from generator.kit.charts import ChartTooTallError
from generator.kit.impose import SheetTooSmallError
from generator.maps.look import UnknownLookError
from generator.pdf import PdfError, TileError
from generator.raster import PictureError
from generator.svg import Canvas, DrawingError, IdError
from generator.typeface import MissingGlyphError, TextTooWideError, UnknownFaceError
from modules.definition import DefinitionError, Fault, load
from modules.definition.files import Files, read_files
from modules.definition.model import Definition

DRAWING_FAULTS: tuple[type[Exception], ...] = (
    ChartTooTallError,
    CounterError,
    DrawingError,
    DrawingStoppedError,
    FaultyArtError,
    IdError,
    MissingArtError,
    MissingGlyphError,
    PdfError,
    PictureError,
    PictureTooLargeError,
    SheetTooSmallError,
    TableShapeError,
    TableTooTallError,
    TextTooWideError,
    TileError,
    UnknownColourError,
    UnknownFaceError,
    UnknownLookError,
)


def faults_of(folder: Path) -> list[Fault]:
    """All faults, in the order of files and lines. What cannot be drawn is told once all else is right.

    Raises NoSuchGame for a folder without a game.
    """
    try:
        definition = load(folder)
    except DefinitionError as error:
        return error.faults
    files = read_files(folder)
    words = [*_palettes(files, definition), *_kinds(files, definition)]
    return sorted(set(words or _faces(files, definition)))


def _palettes(files: Files, definition: Definition) -> Iterator[Fault]:
    known = art().palette("sides").groups
    game = definition.game
    for group, entries in (("sides", game.sides), ("nations", game.nations)):
        for name, entry in entries.items():
            if entry.palette not in known:
                message = f"found {entry.palette!r}: expected a palette of sides.yaml ({', '.join(known)})"
                yield files.sources["game.yaml"].fault((group, name, "palette"), message)


def _kinds(files: Files, definition: Definition) -> Iterator[Fault]:
    game = definition.game
    wanted: list[tuple[str, str, str, str]] = []
    for name, kind in game.kinds.items():
        wanted += [("kinds", name, "figure", kind.figure), ("kinds", name, "layout", kind.layout)]
    wanted += [("markers", name, "figure", each.figure) for name, each in game.markers.items() if each.figure]
    for group, name, key, word in wanted:
        try:
            figure_called(word) if key == "figure" else layout(word)
        except (MissingArtError, FaultyArtError) as fault:
            yield files.sources["game.yaml"].fault((group, name, key), str(fault))


def _faces(files: Files, definition: Definition) -> Iterator[Fault]:
    """Draws every face; alike counters are told once."""
    seen: set[tuple[str, str]] = set()
    for each in pieces(definition):
        group = each.id if each.marker else definition.counters[each.id].group
        for face in ("front", "back"):
            message = _cannot_draw(definition, each, face)
            if message and (group, face) not in seen:
                seen.add((group, face))
                file, path = ("game.yaml", "markers") if each.marker else ("counters.yaml", "counters")
                yield files.sources[file].fault((path, group), message)


def _cannot_draw(definition: Definition, each: Piece, face: str) -> str:
    side = side_mm(each)
    try:
        draw_piece(Canvas(side, side), definition, each, "back" if face == "back" else "front", side)
    except (CounterError, UnknownColourError, MissingArtError, FaultyArtError) as fault:
        return str(fault)
    return ""
