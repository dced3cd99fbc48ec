"""Every fault of a game: those of its files, and what of it cannot be drawn, each told where it stands.

DRAWING_FAULTS are the errors of drawing that a user can mend: a word of the definition, a file of the
art room, an option of the command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from generator.boards.frame import UnknownSquareError
from generator.building import DrawingStoppedError, PictureTooLargeError, SameNameError
from generator.cards import (
    CardError,
    CardPiece,
    DuplicateCardError,
    UnknownCardError,
    card_pieces,
    decks,
    draw_card,
    twice,
)
from generator.cards.layout import card_layout
from generator.checking.sheets import faults_beyond_faces
from generator.counters.blocks import block_pieces
from generator.counters.layout import layout
from generator.counters.printed import (
    FACES_OF_A_COUNTER,
    CounterError,
    Piece,
    Side,
    draw_piece,
    figure_called,
    pieces,
    side_mm,
)
from generator.drawing.art import FaultyArtError, MissingArtError, UnknownColourError, art
from generator.drawing.pdf import PdfError, TileError
from generator.drawing.renderer import PictureError
from generator.drawing.svg import Canvas, DrawingError, IdError
from generator.drawing.tables import TableShapeError, TableTooTallError
from generator.drawing.typeface import MissingGlyphError, TextTooWideError, UnknownFaceError
from generator.kit.charts import ChartTooTallError
from generator.kit.impose import SheetTooSmallError
from generator.maps.look import UnknownLookError
from generator.sheets.layout import SheetLayoutError
from generator.vassal.module.data import read_vassal_file
from generator.vassal.module.words import word_faults
from modules.definition import DefinitionError, Fault, load
from modules.definition.files import Files, read_files
from modules.definition.model import Definition
from modules.definition.source import Path_
from modules.ledger import read_ledger
from modules.ledger_evidence import LEDGER
from modules.plain_files import is_there

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
    UnknownCardError,
    UnknownColourError,
    UnknownFaceError,
    UnknownLookError,
    UnknownSquareError,
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
    words = [*_palettes(files, definition), *_kinds(files, definition), *_packs(files, definition)]
    # Sheets and charts show counters: they can be made only where every face can be drawn.
    drawn = words or [*_faces(files, definition)] or faults_beyond_faces(files, definition)
    told = {fault.place for fault in drawn}
    misread = [fault for fault in word_faults(files) if fault.place not in told]
    return sorted({*drawn, *misread, *_beside(definition)})


def _beside(definition: Definition) -> Iterator[Fault]:
    """What is wrong with vassal.yaml and with ledger.yaml, where they are."""
    for there, read_file in (
        (True, partial(read_vassal_file, definition)),
        (is_there(definition.folder / LEDGER), partial(read_ledger, definition.folder)),
    ):
        try:
            if there:
                read_file()
        except DefinitionError as error:
            yield from error.faults


def _palettes(files: Files, definition: Definition) -> Iterator[Fault]:
    known = art().palette("sides").groups
    game = definition.game
    for group, entries in (("sides", game.sides), ("nations", game.nations)):
        for name, entry in entries.items():
            if entry.palette not in known:
                message = f"found {entry.palette!r}: expected a palette of sides.yaml ({', '.join(known)})"
                yield files.sources["game.yaml"].fault((group, name, "palette"), message)


def _packs(files: Files, definition: Definition) -> Iterator[Fault]:
    for deck, name, first in twice(definition):
        message = f"the card {name!r} is already in the pack {first!r}: give it another id"
        yield files.sources["cards.yaml"].fault(("decks", deck, "cards", name), message)


def _kinds(files: Files, definition: Definition) -> Iterator[Fault]:
    game = definition.game
    drawn: list[tuple[str, str, str, str]] = []
    for name, kind in game.kinds.items():
        drawn.append(("kinds", name, "figure", kind.figure))
        form = "" if kind.form == "counter" else f"{kind.form} "
        drawn.append(("kinds", name, f"{form}layout", kind.layout))
    drawn += [("markers", name, "figure", each.figure) for name, each in game.markers.items() if each.figure]
    for group, name, key, word in drawn:
        message = _not_there(key, word)
        if message:
            yield files.sources["game.yaml"].fault((group, name, key.rpartition(" ")[2]), message)
    for deck, pack in definition.decks.items():
        for name, card in pack.cards.items():
            message = _not_there("figure", card.figure)
            if message:
                yield files.sources["cards.yaml"].fault(("decks", deck, "cards", name, "figure"), message)


def _not_there(key: str, word: str) -> str:
    """Why the art room cannot give what a definition names, or nothing."""
    find: dict[str, Callable[[str], object]] = {
        "figure": figure_called, "layout": layout, "card layout": card_layout,
        "block layout": lambda word: layout(f"blocks/{word}"),
    }  # fmt: skip
    try:
        find[key](word)
    except (MissingArtError, FaultyArtError) as fault:
        return str(fault)
    return ""


def _faces(files: Files, definition: Definition) -> Iterator[Fault]:
    """Draws every face; alike counters are told once, and a word that fits neither face once."""
    seen: set[tuple[str, Path_]] = set()
    for each in (*pieces(definition), *block_pieces(definition)):
        group = each.id if each.marker else definition.counters[each.id].group
        for face in FACES_OF_A_COUNTER:
            found = _cannot_draw(partial(_counter, definition, each, face))
            if found is None:
                continue
            file, top = ("game.yaml", "markers") if each.marker else ("counters.yaml", "counters")
            whole: Path_ = (top, group)
            at = (found.file, found.path) if isinstance(found, CounterError) else (file, whole)
            once = at if at[1] != whole else (file, (*whole, face))
            if once not in seen:
                seen.add(once)
                yield files.sources[at[0]].fault(at[1], told(found))
    yield from _cards(files, definition)


def _cards(files: Files, definition: Definition) -> Iterator[Fault]:
    """Draws every card's front and every pack's back; alike cards are told once."""
    seen: set[tuple[str, ...]] = set()
    backs = {first.id: deck for deck, first in decks(definition).items()}
    for each in card_pieces(definition):
        file = "cards.yaml"
        path: tuple[str, ...] = ("decks", each.deck, "cards", each.id)
        if each.side:
            file, path = "counters.yaml", ("counters", definition.counters[each.id].group)
        faces = FACES_OF_A_COUNTER if each.id in backs else FACES_OF_A_COUNTER[:1]
        for face in faces:
            found = _cannot_draw(partial(_card, definition, each, face))
            if found is not None and path not in seen:
                seen.add(path)
                yield files.sources[file].fault(path, told(found))


def _counter(definition: Definition, each: Piece, face: Side) -> None:
    side = side_mm(each)
    draw_piece(Canvas(side, side), definition, each, face, side)


def _card(definition: Definition, each: CardPiece, face: Side) -> None:
    draw_card(Canvas(each.width_mm, each.height_mm), definition, each, face)


def _cannot_draw(draw: Callable[[], None]) -> Exception | None:
    try:
        draw()
    except (CardError, CounterError, UnknownColourError, MissingArtError, FaultyArtError) as fault:
        return fault
    return None


def told(fault: Exception) -> str:
    """What a fault says without its place, which is told beside it."""
    return fault.told if isinstance(fault, CounterError) else str(fault)
