"""Chart pages of a kit: the charts of a scenario in two columns, as many pages as they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.charts.panel import Chart
from generator.kit.page import Sheet
from generator.pdf import Page
from generator.pictures import chart_panels
from modules.definition import Definition

_COLUMNS = 2
_GAP = 4.0


class ChartTooTallError(ValueError):
    """A chart that is taller than a page; the message names it."""


@dataclass(frozen=True, slots=True)
class ChartPage:
    """One page of charts: each with its top left corner in mm."""

    title: str
    placed: tuple[tuple[Chart, float, float], ...]


def plan_charts(definition: Definition, sheet: Sheet) -> list[ChartPage]:
    """The chart pages of a game. Raises ChartTooTallError and the errors of drawing."""
    width = (sheet.live.width - _GAP * (_COLUMNS - 1)) / _COLUMNS
    made: list[ChartPage] = []
    known: set[str] = set()
    for title, panels in chart_panels(definition, width):
        if not definition.hex_scenarios:
            # Scenarios of one set of cards share most charts; one of hexes has pages of its own.
            panels = tuple(each for each in panels if each.canvas.svg() not in known)
            known.update(each.canvas.svg() for each in panels)
        pages = _pages(panels, sheet)
        for number, placed in enumerate(pages, start=1):
            part = f" {number}" if len(pages) > 1 else ""
            made.append(ChartPage(f"{title}: charts{part}", placed))
    return made


def _pages(panels: Sequence[Chart], sheet: Sheet) -> list[tuple[tuple[Chart, float, float], ...]]:
    """Each chart goes to the shorter column; a new page begins where neither has room."""
    live = sheet.live
    pages: list[list[tuple[Chart, float, float]]] = [[]]
    tops = [0.0] * _COLUMNS
    for chart in panels:
        height = chart.canvas.height
        if height > live.height:
            raise ChartTooTallError(
                f"the chart {chart.title!r} is {height:.0f} mm tall; a page has {live.height:.0f} mm"
            )
        if min(tops) + height > live.height:
            pages.append([])
            tops = [0.0] * _COLUMNS
        column = tops.index(min(tops))
        pages[-1].append((chart, live.x + column * (chart.canvas.width + _GAP), live.y + tops[column]))
        tops[column] += height + _GAP
    return [tuple(page) for page in pages]


def chart_pages(plan: Sequence[ChartPage], sheet: Sheet, first: int) -> list[Page]:
    """The pages, from page number `first`."""
    made = []
    for number, page in enumerate(plan, start=first):
        canvas = sheet.canvas(page.title, number)
        for chart, x, y in page.placed:
            canvas.embed(chart.canvas, x, y)
        made.append(sheet.page(canvas, page.title))
    return made
