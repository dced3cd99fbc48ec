"""Attack and die-roll modifiers: each with its sign, when it holds, and its rule."""

from __future__ import annotations

from generator.drawing.art import Look
from generator.drawing.panel import Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Cell, Table, TableStyle
from generator.drawing.typeface import SANS_BOLD, TEXT
from generator.drawing.typography import signed
from modules.definition.model import Definition

_ADDED = {
    "number": "Added to the number that an attack must roll: below 0 helps the attacker.",
    "die": "Added to the die.",
    "strength": "Added to the strength of a unit, where nothing else is said.",
}


def modifiers_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """All modifiers of a game in the order of tables.yaml; what helps the attacker is tinted otherwise.

    Raises TextTooWideError for a name that does not fit its column.
    """
    panel = Panel(look, "modifiers", "Modifiers", width, "", text_as, spread)
    tints = panel.palette.under("tints")
    lower_helps = definition.tables.added_to == "number"
    rows: list[list[Cell | str]] = [["Add", "When", "Rule"]]
    for each in definition.tables.modifiers.values():
        tint = tints["4"] if (each.value < 0) == lower_helps else tints["1"]
        number = Cell(signed(each.value), fill=tint, face=SANS_BOLD)
        rows.append([number, Cell(f"{each.name}: {each.text}", face=TEXT), cited(each.rule)])
    rule = 11.0
    widths = (rule, panel.room - 2 * rule, rule)
    table = Table(widths, rows, left_columns=frozenset({1}), row_height=6.0)
    panel.table(table, TableStyle(size=pt(8.5), head=SANS_BOLD))
    panel.paragraph(_ADDED[definition.tables.added_to])
    return panel.done()
