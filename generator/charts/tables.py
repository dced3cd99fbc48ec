"""All tables of a game, each with what draws it, by name: combat results, then what is looked up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from generator.charts.areas import list_chart
from generator.charts.lookups import bands_chart, ranges_chart, totals_chart
from generator.charts.odds import results_chart
from generator.drawing.art import Look
from generator.drawing.panel import Chart
from modules.definition.model import Definition

DrawnAs = Callable[..., Chart]
"""Draws a table, given `width`, `text_as` and `spread`."""


def combat_tables(look: Look, definition: Definition) -> dict[str, DrawnAs]:
    """The combat results tables, by odds and by differences."""
    tables = definition.tables
    return {
        name: partial(results_chart, look, name, entry)
        for name, entry in (tables.odds | tables.differentials).items()
    }


def other_tables(look: Look, definition: Definition) -> dict[str, DrawnAs]:
    """What else is looked up: totals of dice, ranges, bands, lists but those of the turn track."""
    tables = definition.tables
    found: dict[str, DrawnAs] = {
        n: partial(totals_chart, look, n, entry) for n, entry in tables.totals.items()
    }
    found |= {name: partial(ranges_chart, look, name, entry) for name, entry in tables.ranges.items()}
    found |= {name: partial(bands_chart, look, name, entry) for name, entry in tables.bands.items()}
    return found | {
        name: partial(list_chart, look, name, entry) for name, entry in definition.looked_up.items()
    }


def all_tables(look: Look, definition: Definition) -> dict[str, DrawnAs]:
    """Both."""
    return combat_tables(look, definition) | other_tables(look, definition)


def is_track(definition: Definition, name: str) -> bool:
    """Whether a table is a track, on which markers stand: there is one for both players."""
    return name in definition.tables.bands and definition.tables.bands[name].track
