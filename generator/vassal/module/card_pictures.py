"""The pictures of cards for VASSAL: fronts, backs, and what is laid over a front.

Fronts are drawn at twice the size at which they are shown. VASSAL does not scale the images of a
mask, so backs and the sign of a hidden card are drawn at that size itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.cards import CardPiece, back_svg, card_pieces, card_svg, decks
from generator.cards.layout import card_layout
from generator.counters.printed import figure_called
from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import TextAs
from generator.drawing.raster import Shot
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import SANS_BOLD
from generator.vassal.module.cards import (
    FRONT_SIGN,
    back_name,
    face_name,
    faces_down,
    facing_name,
    hidden_name,
)
from generator.vassal.module.names import Rendering
from generator.vassal.module.pack_names import card_px
from modules.definition import Definition

_TAG = (30.0, 5.4)
_EDGE = 0.9
_BELOW_TITLE = 0.2
_STRIPE = 7.0
_HIDDEN = "FACE DOWN"


def card_shots(definition: Definition, scale: float, rendering: Rendering) -> Iterator[tuple[str, Shot]]:
    """Every image of cards that are shown at `scale` px a mm."""
    text_as, look = rendering.text_as, rendering.look
    for each in card_pieces(look, definition):
        width = card_px(look, definition, each.deck, scale)[0] * rendering.detail
        front = card_svg(look, definition, each.id, "front", text_as=text_as)
        yield rendering.image(face_name(each.id)), Shot(look, front.svg, width=width)
    for pack, first in decks(look, definition).items():
        width = card_px(look, definition, pack, scale)[0]
        back = back_svg(look, definition, pack, text_as=text_as)
        yield rendering.image(back_name(pack)), Shot(look, back.svg, width=width)
        yield (
            rendering.image(hidden_name(pack)),
            Shot(look, hidden_svg(look, first, text_as), width=width),
        )
    for layout in facing_layouts(look, definition):
        wide = round(card_layout(look, layout).size[0] * scale) * rendering.detail
        yield (
            rendering.image(facing_name(layout)),
            Shot(look, facing_svg(look, layout), width=wide),
        )


def facing_layouts(look: Look, definition: Definition) -> tuple[str, ...]:
    """The layouts of cards that face down the board and have a sign of their front."""
    found = dict.fromkeys(
        each.layout
        for each in card_pieces(look, definition)
        if each.side and faces_down(definition, each.side)
    )
    return tuple(name for name in found if any(s.figure == FRONT_SIGN for s in card_layout(look, name).signs))


def hidden_svg(look: Look, card: CardPiece, text_as: TextAs = "text") -> str:
    """What lies over a front that others do not see: a veil of stripes and a tag where no words are."""
    width, height = card.width_mm, card.height_mm
    canvas, colours = (
        Canvas(look, width, height, title=_HIDDEN, text_as=text_as),
        look.palette("sides").under("neutral"),
    )
    line = {"stroke": colours["light"], "stroke_opacity": 0.45, "stroke_width": 1.1}
    x = _STRIPE - height
    while x < width:
        low, high = max(0.0, -x), min(height, width - x)
        canvas.path(f"M{x + low:.2f} {low:.2f}L{x + high:.2f} {high:.2f}", fill="none", **line)
        x += _STRIPE
    wide, tall = _TAG
    top = _EDGE if width > height else _BELOW_TITLE * height
    canvas.rect((width - wide) / 2, top, wide, tall, radius=1.2, fill=colours["outline"])
    at = (width / 2, top + tall / 2)
    canvas.text(
        _HIDDEN, *at, pt(9), SANS_BOLD, anchor="middle", align="middle", fill=colours["light"]
    )  # fmt: skip
    return canvas.svg()


def facing_svg(look: Look, layout: str) -> str:
    """The sign of the front turned round, in place of the card's own."""
    plan, colours = card_layout(look, layout), look.palette("sides").under("neutral")
    canvas = Canvas(look, *plan.size, title="Facing down the board")
    for sign in plan.signs:
        if sign.figure == FRONT_SIGN:
            x, y, wide, tall = sign.box
            canvas.rect(x - 1, y - 0.8, wide + 2, tall + 1.6, radius=1.5, fill=colours["outline"])
            pen = canvas.move(x + wide / 2, y + tall / 2, turn=180.0)
            draw_figure(pen, figure_called(look, sign.figure), Box(-wide / 2, -tall / 2, wide, tall), colours)
    return canvas.svg()
