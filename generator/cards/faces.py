"""The faces of cards: fronts from a card's values and texts, backs that are alike for a whole pack.

A back knows its pack alone, so that no picture of one, nor the text of its SVG, can tell a card from another.
"""

from __future__ import annotations

from typing import Literal

from generator.cards.choices import draw_choices
from generator.cards.layout import card_layout
from generator.cards.painter import Corners, Painter
from generator.cards.pieces import UNITS, CardPiece, UnknownCardError, card_piece, decks
from generator.counters.blazon import sign_of
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import Canvas, Pen
from generator.drawing.typography import name_of
from modules.definition import Definition
from modules.definition.formats.cards import Card, Deck

Face = Literal["front", "back"]
_PACK_PALETTE = "neutral"


def draw_card(
    pen: Pen,
    definition: Definition,
    piece: CardPiece,
    face: Face,
    corners: Corners = "round",
    *,
    arrow: bool = True,
) -> None:
    """Draw a face at its natural size (mm) with its top left corner at the origin of `pen`.

    Without `arrow` the sign of a unit's facing is left out, for whoever draws it himself.
    Raises CardError naming the field that does not fit or has no value, and the errors of art.
    """
    if face == "back":
        draw_back(pen, definition, piece.deck, corners)
    elif piece.side:
        _draw_unit(pen, definition, piece, corners, arrow)
    else:
        _draw_packed(pen, definition, piece, corners)


_PLAIN_BACK = "glyphs/die"
"""On the backs of a pack where the style names no figure."""


def draw_back(pen: Pen, definition: Definition, deck: str, corners: Corners = "round") -> None:
    """Draw the back of a pack's cards, as `draw_card`. Raises UnknownCardError for a pack unknown."""
    first = _first(pen.look, definition, deck)
    words = {"deck": _deck_name(definition, deck), "title": definition.game.title}
    words["card_back"] = pen.look.style.card_back or _PLAIN_BACK
    if first.side:
        words["shield"] = sign_of(pen.look, definition.game.sides[first.side])
    plan = card_layout(pen.look, "back_units" if first.side else f"back_{first.layout}")
    palette = _palette(definition, first)
    Painter(pen, f"{definition.name}: back of {deck}", plan, palette, words).draw(corners)


def card_svg(
    look: Look,
    definition: Definition,
    piece_id: str,
    face: Face,
    *,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """A face of a card with rounded corners on a clear ground; a back is named after its pack alone.

    Raises UnknownCardError, and as `draw_card`.
    """
    piece = card_piece(look, definition, piece_id)
    if face == "back":
        return back_svg(look, definition, piece.deck, text_as=text_as)
    title = f"{piece.name}, front"
    canvas = Canvas(look, piece.width_mm, piece.height_mm, title=title, text_as=text_as)
    draw_card(canvas, definition, piece, face)
    return Drawing(f"{piece.id}-front", title, canvas.svg(), piece.width_mm, piece.height_mm)


def back_svg(
    look: Look, definition: Definition, deck: str, *, text_as: Literal["text", "paths"] = "text"
) -> Drawing:
    """The back of a pack's cards, as `card_svg`."""
    first, title = _first(look, definition, deck), f"{_deck_name(definition, deck)}, back"
    canvas = Canvas(look, first.width_mm, first.height_mm, title=title, text_as=text_as)
    draw_back(canvas, definition, deck)
    return Drawing(f"back-{deck.replace(' ', '-')}", title, canvas.svg(), first.width_mm, first.height_mm)


def card_symbol(
    canvas: Canvas,
    definition: Definition,
    piece: CardPiece,
    face: Face = "front",
    *,
    corners: Corners = "round",
    arrow: bool = True,
) -> str:
    """The name of a definition of `canvas` (in mm) that holds a face of a card; made at the first call.

    `canvas.use(name, x, y, scale)` puts its top left corner at (x, y). Raises as `draw_card`.
    """
    if face == "back":
        return back_symbol(canvas, definition, piece.deck, corners=corners)
    name = f"card-{piece.id}-front-{corners}{'' if arrow else '-plain'}"
    if name not in canvas.definitions:
        canvas.define_last(name, lambda pen: draw_card(pen, definition, piece, face, corners, arrow=arrow))
    return name


def back_symbol(canvas: Canvas, definition: Definition, deck: str, *, corners: Corners = "round") -> str:
    """As `card_symbol`, for the back of a pack's cards."""
    name = f"back-{deck.replace(' ', '-')}-{corners}"
    if name not in canvas.definitions:
        canvas.define_last(name, lambda pen: draw_back(pen, definition, deck, corners))
    return name


def card_ground(look: Look, definition: Definition, piece: CardPiece, face: Face) -> str:
    """The colour that a face runs out in at its edge, for what is printed beyond the cut."""
    unit = face == "front" and piece.side
    palette = _nation_palette(definition, piece) if unit else _palette(definition, piece)
    colours = look.palette("sides").under(palette)
    return colours[_plan_ground(look, piece, face)]


def _plan_ground(look: Look, piece: CardPiece, face: Face) -> str:
    name = piece.layout if face == "front" else "back_units" if piece.side else f"back_{piece.layout}"
    return card_layout(look, name).ground


# --- fronts --------------------------------------------------------------------------------------------


def _draw_unit(pen: Pen, definition: Definition, piece: CardPiece, corners: Corners, arrow: bool) -> None:
    counter = definition.counters[piece.id]
    nation, kind = definition.game.nations[counter.nation], definition.kind(counter)
    values = definition.game.values
    words = {
        "letter": nation.letter,
        "nation": nation.name,
        "name": counter.name,
        "kind": kind.name,
        "label": name_of(counter.id.removeprefix(f"{nation.letter}-")),
        "id": counter.id,
        **{key: values[key].show(number) for key, number in counter.front.items()},
    }
    where = f"{definition.name}: card {piece.id}, front"
    painter = Painter(
        pen,
        where,
        card_layout(pen.look, piece.layout),
        nation.palette,
        words,
        kind.figure,
        kind.mounted,
        arrow,
    )
    painter.draw(corners)


def _draw_packed(pen: Pen, definition: Definition, piece: CardPiece, corners: Corners) -> None:
    deck: Deck = definition.decks[piece.deck]
    card: Card = deck.cards[piece.id]
    # A name of two halves is broken between them.
    words = {"name": card.name.replace(" / ", "\n"), "deck": deck.name, "rule": card.rule, "id": piece.id}
    where = f"{definition.name}: card {piece.id}, front"
    plan = card_layout(pen.look, piece.layout)
    painter = Painter(pen, where, plan, _PACK_PALETTE, words, card.figure)
    painter.draw(corners)
    if plan.choices is not None:
        draw_choices(painter, plan.choices, definition, card.choices)


# --- packs ---------------------------------------------------------------------------------------------


def _first(look: Look, definition: Definition, deck: str) -> CardPiece:
    known = decks(look, definition)
    if deck not in known:
        raise UnknownCardError(f"{definition.name} has no pack {deck!r}; it has {', '.join(known) or 'none'}")
    return known[deck]


def _deck_name(definition: Definition, deck: str) -> str:
    if deck in definition.decks:
        return definition.decks[deck].name
    return definition.game.sides[deck.removeprefix(f"{UNITS} ")].name


def _palette(definition: Definition, piece: CardPiece) -> str:
    return definition.game.sides[piece.side].palette if piece.side else _PACK_PALETTE


def _nation_palette(definition: Definition, piece: CardPiece) -> str:
    return definition.game.nations[definition.counters[piece.id].nation].palette
