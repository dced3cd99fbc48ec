"""Card sheets of a kit: as many on a page as leave room for their bleed, packs apart, wide ones on one side.

That is nine poker cards on A4, nearer to the paper's edge than anything else. On Letter nine would leave a
bleed of 0.6 mm, which no blade keeps to: it has eight, on its side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.cards import CardPiece, card_ground, card_pieces, card_symbol
from generator.cards.layout import card_layout
from generator.counters.printed import Side
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.marks import HAIRLINE
from generator.drawing.svg import Canvas
from generator.kit.impose import Duplex, fullest, laid
from generator.kit.page import REACH, Sheet
from generator.kit.sheets import Printing, Stack
from modules.definition import Definition

BLEED = 3.0
_LEAST_MARK = 0.9
_LEAST = BLEED + 0.1 + _LEAST_MARK
"""What must be free around the cards for their bleed and marks."""

_LONGEST_MARK = 4.0
_PACK = "neutral"
"""The palette of the cards of a pack, which are no nation's."""


def plan_cards(
    definition: Definition, sheet: Sheet, duplex: Duplex = "long", least: float = _LEAST
) -> list[Stack[CardPiece]]:
    """The card sheets of a game, each card in its count, with `least` mm free around them. Raises
    SheetTooSmallError and the errors of art."""
    if not card_pieces(sheet.look, definition):
        return []
    near = replace(sheet, margin=REACH + HAIRLINE)
    ways = (near, replace(near, foot_at="left"), near.turned)
    by_size: dict[tuple[float, float], list[CardPiece]] = {}
    for each in card_pieces(sheet.look, definition):
        short, long = sorted((each.width_mm, each.height_mm))
        by_size.setdefault((short, long), []).append(each)
    return [
        (each,)
        for size, cards in by_size.items()
        for each in laid(_packs(sheet.look, definition, cards), fullest(ways, duplex, size, least))
    ]


def _packs(look: Look, definition: Definition, alike: Sequence[CardPiece]) -> Iterator[list[CardPiece]]:
    """The cards of each pack, those of one colour together."""
    packs: dict[str, list[CardPiece]] = {}
    for each in alike:
        packs.setdefault(each.deck, []).append(each)
    for cards in packs.values():
        colours = {card_ground(look, definition, each, "front"): None for each in cards}
        yield [
            each
            for colour in colours
            for each in cards
            if card_ground(look, definition, each, "front") == colour
            for _ in range(each.count)
        ]


def card_printing(
    look: Look, definition: Definition, plan: Sequence[Stack[CardPiece]]
) -> Printing[CardPiece]:
    """How cards look on the sheets of a plan. To draw them raises CardError and the errors of art."""
    spare = min((each.grid.spare for stack in plan for each in stack), default=_LEAST)

    def bleeding(piece: CardPiece, face: Side) -> list[tuple[Box, str]]:
        return _bleeding(look, definition, piece, face, BLEED)

    def symbol(canvas: Canvas, piece: CardPiece, face: Side) -> str:
        return card_symbol(canvas, definition, piece, face, corners="square")

    gap = BLEED + 0.1
    mark = min(_LONGEST_MARK, spare - gap)
    return Printing(bleeding, symbol, lambda piece: piece.width_mm > piece.height_mm, BLEED, gap, mark)


def _bleeding(
    look: Look, definition: Definition, piece: CardPiece, face: Side, by: float
) -> list[tuple[Box, str]]:
    """What runs on over the cut: the ground of a face, and on fronts the bands that reach an edge."""
    whole = Box(0, 0, piece.width_mm, piece.height_mm)
    found = [(whole.inset(-by), card_ground(look, definition, piece, face))]
    if face == "back":
        return found
    nation = definition.game.nations[definition.counters[piece.id].nation].palette if piece.side else _PACK
    colours = look.palette("sides").under(nation)
    for area in card_layout(look, piece.layout).areas:
        box = Box(*area.box)
        wider = _run_on(box, whole, by)
        if wider != box:
            found.append((wider, colours[area.fill]))
    return found


def _run_on(box: Box, whole: Box, by: float) -> Box:
    """A box that runs on over each edge of the whole that it reaches."""
    left = box.x - (by if box.x <= 0 else 0)
    top = box.y - (by if box.y <= 0 else 0)
    right, bottom = box.x + box.width, box.y + box.height
    right += by if right >= whole.width - 1e-6 else 0
    bottom += by if bottom >= whole.height - 1e-6 else 0
    return Box(left, top, right - left, bottom - top)
