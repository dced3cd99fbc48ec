"""The errors of drawing that a user can mend: a word of the definition, a file of the art, an option.

Looked up only once something went wrong: they stand in everything that draws.
"""

from __future__ import annotations

from generator.boards.frame import UnknownSquareError
from generator.building import DrawingStoppedError, PictureTooLargeError, SameNameError
from generator.cards import CardError, DuplicateCardError, UnknownCardError
from generator.counters.printed import CounterError
from generator.drawing.art import FaultyArtError, MissingArtError, UnknownColourError
from generator.drawing.panel import ChartTooTallError
from generator.drawing.pdf import PdfError, TileError, TypesetterMissingError
from generator.drawing.renderer import PictureError
from generator.drawing.svg import DrawingError, IdError
from generator.drawing.tables import TableShapeError, TableTooTallError
from generator.drawing.typeface import MissingGlyphError, TextTooWideError, UnknownFaceError
from generator.kit.impose import SheetTooSmallError
from generator.maps.look import UnknownLookError
from generator.sheets.layout import SheetLayoutError

DRAWING_FAULTS: tuple[type[Exception], ...] = (
    CardError,
    ChartTooTallError,
    CounterError,
    DrawingError,
    DrawingStoppedError,
    DuplicateCardError,
    FaultyArtError,
    IdError,
    MissingArtError,
    MissingGlyphError,
    PdfError,
    PictureError,
    PictureTooLargeError,
    SameNameError,
    SheetLayoutError,
    SheetTooSmallError,
    TableShapeError,
    TableTooTallError,
    TextTooWideError,
    TileError,
    TypesetterMissingError,
    UnknownCardError,
    UnknownColourError,
    UnknownFaceError,
    UnknownLookError,
    UnknownSquareError,
)
