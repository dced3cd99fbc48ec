"""The cover of a kit: picture, what is in it and how much of it; on its back how it is printed and made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.cards import card_pieces
from generator.counters.blazon import sign_of
from generator.counters.printed import figure_called
from generator.drawing.art import Look, MissingArtError
from generator.drawing.figures import Box, draw_figure
from generator.drawing.pdf import Page
from generator.drawing.svg import Canvas, pt
from generator.drawing.tables import Row, Table, TableStyle, draw_table
from generator.drawing.typeface import CAPS, TEXT, TEXT_ITALIC, TITLE
from generator.drawing.typography import DASH
from generator.kit.blocks import block_steps
from generator.kit.credits import set_credits
from generator.kit.impose import Duplex
from generator.kit.options import Options
from generator.kit.page import INK, SOFT, Sheet
from generator.kit.prose import Column
from generator.sheets.hero import draw_hero
from generator.sheets.pictures import papers_of, title_of_map
from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.game import Nation

COVER_PAGES = 2
_HOW = "How to make it"
_ABOVE_CREDITS = 14.0
"""Between the steps and the credits, in mm."""

_PICTURE = 58.0
"""How tall the picture is, in mm."""

_AT_FULL_SIZE = (
    "Print at 100 % (“actual size”). On every page the boxes at the foot must be 50 mm and 2 in wide."
)
_TEST = "Print the test page first; it tells whether the printer is true, and how to mend it."
_AND_MEET = "Hold it against the light: fronts and backs must meet."
_BOTH_SIDES = (
    "print on both sides, flipped on the {} edge, on heavy paper, or glue the sheet onto card. "
    + _AND_MEET
    + " Where a printer sets backs aside, the test page tells by how much: print the even pages apart and "
    "set them back in the printer's dialog (“image shift”, “offset” or “position”). Who has the command "
    "makes the kit anew with --back-offset."
)
_PIECES: dict[Duplex, str] = {
    "long": _BOTH_SIDES.format("long"),
    "short": _BOTH_SIDES.format("short"),
    "fold": "print on one side, fold each sheet along its dashed line, printed sides out, and glue the "
    "halves together. " + _AND_MEET,
    "single": "print on one side: all fronts, then their backs in the same order. Glue front and back sheet "
    "back to back; or cut both out and put them into sleeves.",
}
_MAPS: dict[Duplex, str] = {
    **{edge: f"print on both sides, flipped on the {edge} edge." for edge in ("long", "short")},
    **dict.fromkeys(("fold", "single"), "print all fronts, then their backs, and glue them back to back."),
}
_CUT = "Cut with a steel rule along the cut marks of the front, first all rows, then the single pieces."
_CUT_UNMARKED = "Cut with a steel rule along the edges of the pieces, first all rows, then the single pieces."
_ROUND = "Counters look best with their corners clipped, 2 to 2.5 mm; nothing is printed there."

_MOST_SHIELDS = 10
"""Side by side on the cover, each wide enough for a name."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: what it is, how many, its first and last page, and how to print it."""

    what: str
    count: str
    first: int
    last: int
    how: str

    @property
    def pages(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}{DASH}{self.last}"


def cover_pages(
    definition: Definition, sheet: Sheet, contents: Sequence[Entry], options: Options
) -> list[Page]:
    """The cover and its back. Raises UnknownColourError, MissingArtError."""
    behind = _how(definition, sheet, options)
    if has_credits(definition, sheet, options):
        _below(behind, definition, options)
    return [_cover(definition, sheet, contents), sheet.page(behind.canvas, _HOW)]


def has_credits(definition: Definition, sheet: Sheet, options: Options) -> bool:
    """Whether the credits stand on the back of the cover, as there is room for them."""
    if not (options.wants("cover") and options.wants("credits")):
        return False
    behind = _how(definition, sheet, options)
    _below(behind, definition, options)
    return not behind.over


def _below(column: Column, definition: Definition, options: Options) -> None:
    column.y += _ABOVE_CREDITS
    set_credits(column, definition, options)


def _cover(definition: Definition, sheet: Sheet, contents: Sequence[Entry]) -> Page:
    game = definition.game
    canvas = sheet.canvas("Print and play", 1)
    column = Column(canvas, sheet)
    column.y += 6
    column.line(game.title, TITLE, pt(36), 3.5)
    column.line(f"Print and play, version {game.version}", TEXT_ITALIC, pt(14), 4, SOFT)
    draw_hero(canvas, definition, Box(column.x, column.y, column.width, _PICTURE))
    column.y += _PICTURE + 3
    _shields(canvas, definition, Box(column.x, column.y, column.width, 20))
    column.y += 28
    column.paragraph(game.summary, TEXT, pt(12), 6)
    column.line("Contents", CAPS, pt(14), 2)
    rows: list[Row] = [("What", "Number", "Pages", "Print")]
    rows += [(entry.what, entry.count, entry.pages, entry.how) for entry in contents]
    widths = (column.width - 86, 18.0, 22.0, 46.0)
    table = Table(widths, rows, heads=1, head_column=False, left_columns=frozenset({0, 3}))
    room = sheet.live.y + sheet.live.height - column.y
    draw_table(canvas, column.x, column.y, table, TableStyle(size=pt(10), body=TEXT), height=room)
    return sheet.page(canvas, "Cover")


def _how(definition: Definition, sheet: Sheet, options: Options) -> Column:
    column = Column(sheet.canvas(_HOW, 2), sheet)
    column.line(_HOW, CAPS, pt(18), 3)
    for number, step in enumerate(steps(sheet.look, definition, options), start=1):
        column.step(number, step, TEXT, pt(12))
    return column


def steps(look: Look, definition: Definition, options: Options) -> list[str]:
    """How the kit is printed and made, step by step."""
    cards, maps = bool(card_pieces(look, definition)), bool(definition.maps or definition.area_maps)
    found = [_AT_FULL_SIZE, _TEST]
    found.append(
        f"{'Cards, counters and markers' if cards else 'Counters and markers'}: {_PIECES[options.duplex]}"
    )
    found += [_CUT if options.marks else _CUT_UNMARKED, _ROUND]
    if maps and options.poster:
        found.append("Maps: each is one page at full size, for a copy shop's plotter; print at 100 %.")
    elif maps:
        plain = any(back is None for _, back in papers_of(definition))
        how = "Maps: print on one side. An" if plain else "Maps: an"
        found.append(f"{how} assembly page tells how the tiles of a map are joined.")
    found += _two_sided_maps(definition, options)
    if definition.boards:
        found.append(
            "Board edges: print on one side. Join their tiles and cut them out; they lie to the left and to "
            "the right of the cards."
        )
    if definition.boards_apart:
        names = " and ".join(f"“{display.name}”" for display in definition.boards_apart.values())
        found.append(f"Boards beside the map ({names}): print on one side and lay them on the table.")
    found.append("Charts and player aids: print on one side; each player has the aid of his side.")
    found.append("Check all pieces against the list of parts.")
    return [*found, *block_steps(look, definition), *_dice(definition)]


def _two_sided_maps(definition: Definition, options: Options) -> list[str]:
    """How sheets are made that have a map on each side."""
    pairs = [(front, back) for front, back in papers_of(definition) if back is not None]
    if not pairs:
        return []
    told = "; ".join(
        f"“{title_of_map(definition, front)}” has “{title_of_map(definition, back)}” on its back"
        for front, back in pairs
    )
    return [f"{told}: {_MAPS[options.duplex]}"]


def _dice(definition: Definition) -> list[str]:
    """As many dice as the rules roll at once, of each kind; no step where they roll none."""
    game = definition.game
    kinds = [(definition.most_dice, game.die, "")]
    kinds += [(each.count, each.sides, f" ({each.name})") for each in game.dice.values()]
    told = [
        f"{'a die' if count == 1 else count_noun(count, 'die')} of {count_noun(sides, 'side')}{name}"
        for count, sides, name in kinds
        if count
    ]
    *most, last = told or [""]
    words = f"{', '.join(most)} and {last}" if most else last
    return [f"You also need {words}."] if told else []


def _shields(canvas: Canvas, definition: Definition, box: Box) -> None:
    """The nations' shields side by side with their names; of more than fit the first of each side."""
    nations = list(definition.game.nations.values())
    if len(nations) > _MOST_SHIELDS:
        first: dict[str, Nation] = {}
        for nation in nations:
            first.setdefault(nation.side, nation)
        nations = list(first.values())
    step = box.width / len(nations)
    for number, nation in enumerate(nations):
        place = box._replace(x=box.x + number * step, width=step)
        colours = canvas.look.palette("sides").under(nation.palette)
        try:
            draw_figure(canvas, figure_called(canvas.look, sign_of(canvas.look, nation)), place, colours)
        except MissingArtError:
            canvas.rect(place.middle[0] - 6, place.y, 12, place.height, radius=2, fill=colours["ground"])
        middle, below = place.middle[0], box.y + box.height + 4.5
        size = canvas.fonts.fit(nation.name, CAPS, step - 2, pt(9), pt(5))
        canvas.text(nation.name, middle, below, size, CAPS, anchor="middle", fill=INK)
