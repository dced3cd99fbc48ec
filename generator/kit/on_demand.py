"""Cards for a printer of games on demand: a PDF with a page for each face, bleed around it, no marks, with
the trim and the bleed in its boxes. What is printed several times says so in its bookmark.
"""

from __future__ import annotations

from pathlib import Path

from generator.cache.files import write_bytes
from generator.cards import card_pieces
from generator.counters.printed import Side
from generator.drawing.figures import Box
from generator.drawing.pdf import Page, need_typesetter, pdf
from generator.drawing.svg import Canvas
from generator.kit.cards import BLEED, card_printing
from generator.kit.options import KitOptionError
from generator.look import look_of
from modules.definition import Definition

_FACES: tuple[Side, Side] = ("front", "back")


def make_cards(definition: Definition) -> tuple[bytes, int]:
    """The PDF, and how many different cards it has. Raises KitOptionError for a game without cards,
    TypesetterMissingError, CardError and the errors of art."""
    look = look_of(definition)
    cards = card_pieces(look, definition)
    if not cards:
        raise KitOptionError(f"--cards-with-bleed: {definition.name} has no cards")
    need_typesetter()
    printing, made = card_printing(look, definition, ()), []
    for card in cards:
        size = (card.width_mm, card.height_mm)
        for face in _FACES:
            canvas = Canvas(look, size[0] + 2 * BLEED, size[1] + 2 * BLEED, title=f"{card.name}, {face}")
            pen = canvas.move(BLEED, BLEED)
            for box, colour in printing.bleeding(card, face):
                pen.rect(box.x, box.y, box.width, box.height, fill=colour)
            pen.use(printing.symbol(canvas, card, face), 0.0, 0.0)
            count = f" × {card.count}" if card.count > 1 else ""
            trim = Box(BLEED, BLEED, *size)
            whole = Box(0.0, 0.0, canvas.width, canvas.height)
            made.append(
                Page(canvas.svg(), canvas.width, canvas.height, f"{card.name}{count}, {face}", trim, whole)
            )
    return pdf(look, made, f"{definition.game.title}: cards", ""), len(cards)


def write_cards(definition: Definition, out: Path) -> int:
    """`make_cards` into a file, whole or not at all; how many different cards. Raises as that, and
    OSError."""
    data, count = make_cards(definition)
    write_bytes(out, data)
    return count
