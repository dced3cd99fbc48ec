"""Player aids: for each side a sheet with what it looks up all the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.aids import aid_charts
from generator.counters.blazon import sign_of
from generator.counters.printed import figure_called
from generator.drawing.art import MissingArtError
from generator.drawing.figures import Box, draw_figure
from generator.drawing.pdf import Page
from generator.drawing.svg import Pen, pt
from generator.drawing.typeface import CAPS, TEXT_ITALIC
from generator.kit.charts import Placed, column_width, draw_charts, fill
from generator.kit.page import INK, SOFT, Sheet
from modules.definition import Definition

_HEAD = 20.0
"""What the head of a page takes, in mm."""

_SHARES, _LITTLE = (0.95, 0.9), 0.4
"""By how much an aid may be smaller to save a page, and how much of that page was used at most."""


@dataclass(frozen=True, slots=True)
class AidPage:
    """A page of the player aid of a side: its charts as they are placed below the head, and in which share of
    their size they are drawn."""

    side: str
    title: str
    placed: Placed
    share: float


def plan_aids(definition: Definition, sheet: Sheet) -> list[AidPage]:
    """The pages of the player aids, one or more a side; none where there is nothing to tell.

    Raises ChartTooTallError and the errors of drawing.
    """
    made = []
    for side, words in definition.game.sides.items():
        share, pages = _set(definition, side, sheet)
        for number, placed in enumerate(pages, start=1):
            part = f" {number}" if len(pages) > 1 else ""
            made.append(AidPage(side, f"Player aid: {words.name}{part}", placed, share))
    return made


def _set(definition: Definition, side: str, sheet: Sheet) -> tuple[float, list[Placed]]:
    """The pages of a side's aid and their share of the usual size: smaller only where that saves a page of
    which little would be used."""
    usual = _pages(definition, side, sheet, 1.0)
    if len(usual) > 1 and _used(usual[-1]) < _LITTLE * sheet.live.height:
        for share in _SHARES:
            pages = _pages(definition, side, sheet, share)
            if len(pages) < len(usual):
                return share, pages
    return 1.0, usual


def _pages(definition: Definition, side: str, sheet: Sheet, share: float) -> list[Placed]:
    room = Box(0, 0, sheet.live.width / share, (sheet.live.height - _HEAD) / share)
    return fill(aid_charts(sheet.look, definition, side, column_width(sheet, room.width)), room)


def _used(placed: Placed) -> float:
    """How far down charts reach, in mm."""
    return max(y + chart.canvas.height for chart, _, y in placed)


def aid_pages(definition: Definition, plan: Sequence[AidPage], sheet: Sheet, first: int) -> list[Page]:
    """The pages, from page number `first`."""
    made = []
    for number, page in enumerate(plan, start=first):
        canvas = sheet.canvas(page.title, number)
        _head(canvas, definition, page.side, sheet.live)
        draw_charts(canvas.move(sheet.live.x, sheet.live.y + _HEAD, page.share), page.placed)
        made.append(sheet.page(canvas, page.title))
    return made


def _head(pen: Pen, definition: Definition, side: str, live: Box) -> None:
    """The side's name between its shields, over a bar of its colour."""
    words = definition.game.sides[side]
    colours = pen.look.palette("sides").under(words.palette)
    tall = _HEAD - 4.0
    try:
        shield = figure_called(pen.look, sign_of(pen.look, words))
    except MissingArtError:
        pass  # a palette of the game's own has no shield
    else:
        for x in (live.x, live.x + live.width - tall):
            draw_figure(pen, shield, Box(x, live.y, tall, tall - 1), colours)
    middle, fonts = live.x + live.width / 2, pen.canvas.fonts
    size = fonts.fit(words.name.upper(), CAPS, live.width - 2 * tall - 6, pt(20), pt(9))
    pen.text(words.name.upper(), middle, live.y + 6.5, size, CAPS, anchor="middle", fill=INK)
    told = f"{definition.game.title} · player aid"
    pen.text(told, middle, live.y + 12, pt(10), TEXT_ITALIC, anchor="middle", fill=SOFT)
    pen.rect(live.x, live.y + tall + 0.6, live.width, 1.2, fill=colours["stripe"])
