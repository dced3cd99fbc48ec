"""Credits: whose the game is, whose the art, and how this kit was made; behind the cover where there is room,
else on the last page."""

from __future__ import annotations

from generator.drawing.pdf import Page
from generator.drawing.svg import pt
from generator.drawing.typeface import CAPS, TEXT, TEXT_ITALIC
from generator.kit.options import Options
from generator.kit.page import SOFT, Sheet
from generator.kit.prose import Column
from modules.definition import Definition

_ART = (
    "Pictures and pages were drawn from the game's definition by Senlac. The typefaces are under the SIL "
    "Open Font License."
)
_PAPERS = {"a4": "A4", "letter": "Letter"}


def credits_page(definition: Definition, sheet: Sheet, options: Options, number: int) -> Page:
    """A page of its own."""
    canvas = sheet.canvas("Credits", number)
    set_credits(Column(canvas, sheet), definition, options)
    return sheet.page(canvas, "Credits")


def set_credits(column: Column, definition: Definition, options: Options) -> None:
    """The credits in a column from where it stands."""
    game = definition.game
    column.line("Credits", CAPS, pt(18), 4)
    column.line(f"{game.title}, version {game.version}", TEXT_ITALIC, pt(13), 4, SOFT)
    for words in (game.credits.design, game.credits.published):
        column.paragraph(words, TEXT, pt(12), 2)
    column.y += 4
    column.line("Notice", CAPS, pt(14), 1)
    column.paragraph(game.credits.notice, TEXT, pt(12), 4)
    column.line("This kit", CAPS, pt(14), 1)
    column.paragraph(_ART, TEXT, pt(12), 2)
    column.paragraph(f"Made with: {_told(options)}.", TEXT, pt(12), 0)


def _told(options: Options) -> str:
    """The options in words."""
    right, down = options.back_offset
    said = [f"paper {_PAPERS[options.paper]}", f"duplex {options.duplex}"]
    if right or down:
        said.append(f"backs moved {right:g} mm to the right and {down:g} mm down")
    if options.overlap is not None:
        said.append(f"tiles that share {options.overlap:g} mm")
    told = {
        "maps as posters": options.poster,
        "little ink": options.ink_saver,
        "greys": options.greyscale,
        "no cut marks": not options.marks,
        f"only {', '.join(options.only)}": bool(options.only),
    }
    return ", ".join((*said, *(words for words, true in told.items() if true)))
