"""Combat results tables, by odds or by differences, drawn from the entry that the rules look up."""

from __future__ import annotations

from generator.drawing.art import Look, Palette
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Cell, Row, Table, TableStyle
from generator.drawing.typeface import SANS_BOLD
from generator.drawing.typography import odds
from modules.definition.formats.tables import Cells, DifferentialTableEntry, Tone

_DIE_COLUMN = 10.0
_CODE = 6.5
"""The indent of the words beside a result's code."""


_TONES: tuple[Tone, ...] = ("attacker", "attacker_hard", "both", "defender", "defender_hard", "nothing")
"""Whom a result hits, in the order of the palette's tints."""


def tint_of(palette: Palette, tone: Tone) -> str:
    """The ground of the cells of a result, by whom it hits and how hard."""
    return palette.under("tints")[str(_TONES.index(tone) + 1)]


def results_chart(
    look: Look, name: str, entry: Cells, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """The table by its columns and die roll, then what each result means. `width` is in mm.

    Raises TextTooWideError naming a cell that does not fit its column.
    """
    panel = Panel(look, name, entry.name, width, entry.rule, text_as, spread)
    differences = isinstance(entry, DifferentialTableEntry)
    column = (panel.room - _DIE_COLUMN) / len(entry.columns)
    tints = _tints_of_sides(panel, entry) if differences else _tints(panel, entry)
    heads = [_head(each) if differences else odds(each) for each in entry.columns]
    rows: list[Row] = [["Die", *heads]]
    for roll, cells in entry.rows.items():
        rows.append([roll, *(Cell(cell, fill=tints[cell], face=SANS_BOLD) for cell in cells)])
    table = Table([_DIE_COLUMN, *[column] * len(entry.columns)], rows, row_height=6.2)
    panel.table(table, TableStyle(size=pt(11)))
    for code, result in entry.results.items():
        panel.pen.text(code, PAD, panel.y, pt(8), SANS_BOLD, align="top", fill=panel.palette["ink"])
        panel.paragraph(f"{result.name}: {result.text} ({cited(result.rule)})", indent=_CODE)
    if entry.note:
        panel.paragraph(entry.note)
    return panel.done()


def _head(column: str) -> str:
    """A difference, or the differences of a column one below the other."""
    return column.replace("/", " ")


def _tints(panel: Panel, entry: Cells) -> dict[str, str]:
    """A tint for each result, that of its tone or else of its place in the list, so that the table's shape
    shows; the words say the same."""
    tints = list(panel.palette.under("tints").values())
    return {
        code: tints[i % len(tints)] if result.tone is None else tint_of(panel.palette, result.tone)
        for i, (code, result) in enumerate(entry.results.items())
    }


def _tints_of_sides(panel: Panel, entry: Cells) -> dict[str, str]:
    """A tint for each pair of results, by the one that suffers; one code has a tint as in other tables."""
    found = _tints(panel, entry)
    for cell in {cell for cells in entry.rows.values() for cell in cells} - found.keys():
        attacker, defender = (result != "-" for result in cell.split("/"))
        tone: Tone = "both" if attacker and defender else "attacker" if attacker else "defender"
        found[cell] = tint_of(panel.palette, tone)
    return found
