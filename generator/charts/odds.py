"""The combat results table, drawn from the entry that the rules look results up in."""

from __future__ import annotations

from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Cell, Style, Table
from generator.drawing.typeface import SANS_BOLD
from modules.definition.tables import OddsTableEntry

_DIE_COLUMN = 10.0
_CODE = 6.5
"""The indent of the words beside a result's code."""


def odds_chart(
    name: str, entry: OddsTableEntry, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """The table by odds and die roll, then what each result means. `width` is in mm.

    Raises TextTooWideError naming a cell that does not fit its column.
    """
    panel = Panel(name, entry.name, width, entry.rule, text_as, spread)
    column = (panel.room - _DIE_COLUMN) / len(entry.columns)
    tints = _tints(panel, entry)
    rows: list[list[Cell | str]] = [["Die", *entry.columns]]
    for roll, cells in entry.rows.items():
        rows.append([roll, *(Cell(cell, fill=tints[cell], face=SANS_BOLD) for cell in cells)])
    table = Table([_DIE_COLUMN, *[column] * len(entry.columns)], rows, row_height=6.2)
    panel.table(table, Style(size=pt(11)))
    for code, result in entry.results.items():
        panel.pen.text(code, PAD, panel.y, pt(8), SANS_BOLD, align="top", fill=panel.palette["ink"])
        panel.paragraph(f"{result.name}: {result.text} ({cited(result.rule)})", indent=_CODE)
    if entry.note:
        panel.paragraph(entry.note)
    return panel.done()


def _tints(panel: Panel, entry: OddsTableEntry) -> dict[str, str]:
    """A tint for each result, so that the table's shape shows; the words say the same."""
    tints = list(panel.palette.under("tints").values())
    return {code: tints[i % len(tints)] for i, code in enumerate(entry.results)}
