"""Chart pages of a kit: tracks and tables of the scenarios, and the guide to counters and cards, in two
columns and as many pages as they need. What every player wants at hand is on the player aids instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.numbers import has_numbers, numbers_chart
from generator.charts.rulings import rulings_charts
from generator.charts.tables import all_tables, is_track
from generator.drawing.figures import Box
from generator.drawing.panel import Chart, parts_of
from generator.drawing.pdf import Page
from generator.drawing.svg import Pen
from generator.kit.page import Sheet
from generator.sheets.pictures import chart_panels
from modules.definition import Definition

_COLUMNS = 2
_GAP = 4.0
_ON_AIDS = ("facing", "modifiers", "terrain", "sequence")
_WITH_GUIDE = "rulings"
"""A chart of card games that a kit prints in parts, with the guide."""

_IN_GUIDE = ("guide", "signs")
_RULINGS = 8
"""Of one chart: few, so that columns fill well."""

Panels = tuple[tuple[str, tuple[Chart, ...]], ...]
"""Titles of scenarios with their charts."""

Placed = tuple[tuple[Chart, float, float], ...]
"""Charts, each with its top left corner in mm."""


@dataclass(frozen=True, slots=True)
class ChartPage:
    """One page of charts."""

    title: str
    placed: Placed


def column_width(sheet: Sheet, width: float | None = None) -> float:
    """How wide a chart is on a sheet, or in so much `width` of one, in mm."""
    return ((width or sheet.live.width) - _GAP * (_COLUMNS - 1)) / _COLUMNS


def scenario_panels(definition: Definition, sheet: Sheet) -> Panels:
    """The charts of each scenario, but those of the player aids; one that several share stands once.

    Raises the errors of drawing.
    """
    found = []
    known = set[str]()
    if has_numbers(definition):
        known.add(numbers_chart(sheet.look, definition, width=column_width(sheet)).canvas.svg())
    on_aids = {
        *(name for name in all_tables(sheet.look, definition) if not is_track(definition, name)),
        *_ON_AIDS,
    }
    elsewhere = {*on_aids, _WITH_GUIDE}
    for title, charts in chart_panels(sheet.look, definition, column_width(sheet)):
        kept = []
        for chart in charts:
            if _is_guide(chart) or chart.name in elsewhere:
                continue
            svg = chart.canvas.svg()
            if svg not in known:
                known.add(svg)
                kept.append(chart)
        found.append((title, tuple(kept)))
    return tuple(found)


def guide_panels(definition: Definition, sheet: Sheet) -> Panels:
    """How counters and cards are read, each chart once. Raises the errors of drawing."""
    found: dict[str, Chart] = {}
    for _, charts in chart_panels(sheet.look, definition, column_width(sheet)):
        for chart in charts:
            if _is_guide(chart):
                found.setdefault(chart.name, chart)
    return (("Guide to the pieces", tuple(found.values())),)


def rulings_panels(definition: Definition, sheet: Sheet) -> Panels:
    """The rulings of a game. Raises the errors of drawing."""
    if not definition.rulings:
        return ()
    return (("Rulings", tuple(rulings_charts(sheet.look, definition, _RULINGS, width=column_width(sheet)))),)


def _is_guide(chart: Chart) -> bool:
    return chart.name.partition("-")[0] in _IN_GUIDE


def plan_charts(panels: Panels, sheet: Sheet, words: str = "") -> list[ChartPage]:
    """The pages that charts need; `words` follow the titles. Raises ChartTooTallError."""
    made: list[ChartPage] = []
    for title, pages in _groups(panels, sheet.live):
        for number, placed in enumerate(pages, start=1):
            part = f" {number}" if len(pages) > 1 else ""
            made.append(ChartPage(f"{title}{words}{part}", placed))
    return made


def _groups(panels: Panels, room: Box) -> list[tuple[str, list[Placed]]]:
    """The pages of each title; of two that follow each other together where that saves a page and no chart
    of one could be taken for one of the other."""
    found: list[tuple[str, Sequence[Chart], list[Placed]]] = []
    for title, charts in panels:
        pages = fill(charts, room)
        if found:
            before, others, filled = found[-1]
            both = (*others, *charts)
            apart = {each.title for each in others}.isdisjoint(each.title for each in charts)
            if apart and len(together := fill(both, room)) < len(filled) + len(pages):
                found[-1] = (f"{before} · {title}" if charts else before, both, together)
                continue
        found.append((title, charts, pages))
    return [(title, pages) for title, _, pages in found]


def fill(charts: Sequence[Chart], room: Box) -> list[Placed]:
    """Charts in columns of a room, page by page: each goes to the shorter column, of the first page that has
    room for it; one that is taller than a page is cut, and read on rightward or on the next page. Raises
    ChartTooTallError."""
    pages: list[list[tuple[Chart, float, float]]] = []
    tops: list[list[float]] = []
    parts = [(part, i) for each in charts for i, part in enumerate(parts_of(each, room.height))]
    page = column = 0
    for chart, number in parts:
        after = (page, column) if number else (0, -1)  # a part stands behind the one before it
        height = chart.canvas.height
        there = (
            (i, min(free, key=columns.__getitem__))
            for i, columns in enumerate(tops)
            if (free := [
                each for each, top in enumerate(columns)
                if (i, each) >= after and top + height <= room.height + 1e-9
            ])
        )  # fmt: skip
        page, column = next(there, (len(pages), 0))
        if page == len(pages):
            pages.append([])
            tops.append([0.0] * _COLUMNS)
        across = room.x + column * (chart.canvas.width + _GAP)
        pages[page].append((chart, across, room.y + tops[page][column]))
        tops[page][column] += height + _GAP
    return [tuple(page) for page in pages]


def chart_pages(plan: Sequence[ChartPage], sheet: Sheet, first: int) -> list[Page]:
    """The pages, from page number `first`."""
    made = []
    for number, page in enumerate(plan, start=first):
        canvas = sheet.canvas(page.title, number)
        draw_charts(canvas, page.placed)
        made.append(sheet.page(canvas, page.title))
    return made


def draw_charts(pen: Pen, placed: Placed) -> None:
    """Charts in their places."""
    for chart, x, y in placed:
        pen.embed(chart.canvas, x, y)
