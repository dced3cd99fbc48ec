"""The numbers of the rules that are printed in no table, each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from generator.drawing.art import Look
from generator.drawing.panel import Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Cell, Table, TableStyle
from generator.drawing.typeface import SANS, SANS_BOLD, TEXT
from generator.drawing.typography import DASH, number
from modules.definition.formats.game import Parameter
from modules.definition.formats.scenarios import HexScenario, Rally, Scenario
from modules.definition.model import Definition

_NARROW = 11.0
_SIZE = pt(8.5)
_RULE_MOST = 24.0
"""The column of rules is as wide as its longest, but no wider than this: longer ones wrap."""


def numbers_chart(
    look: Look,
    definition: Definition,
    scenario: Scenario | None = None,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """The numbers of a game, and with a scenario its own and the rolls on which its sides rally.

    Raises TextTooWideError.
    """
    panel = Panel(look, "numbers", "Numbers to remember", width, "", text_as, spread)
    found = list(_numbers(definition, scenario))
    rows: list[list[Cell | str]] = [["", "", "Rule"]]
    rows += [[Cell(number, face=SANS_BOLD), Cell(name, face=TEXT), rule] for number, name, rule in found]
    longest = max(panel.pen.fonts.width(rule, SANS, _SIZE) for _, _, rule in found)
    last = min(max(_NARROW, longest + 2.4), _RULE_MOST)
    widths = (_NARROW, panel.room - _NARROW - last, last)
    panel.table(Table(widths, rows, left_columns=frozenset({1}), row_height=4.8), TableStyle(size=_SIZE))
    return panel.done()


def has_numbers(definition: Definition, scenario: Scenario | None = None) -> bool:
    """Whether there is a number to print."""
    return next(_numbers(definition, scenario), None) is not None


def _numbers(definition: Definition, scenario: Scenario | None) -> Iterator[tuple[str, str, str]]:
    """Each number as it is printed, what it is, and its rule."""
    in_lists = {name for entry in definition.tables.lists.values() for name in entry.named}
    yield from (_told(each) for name, each in definition.game.parameters.items() if name not in in_lists)
    if isinstance(scenario, HexScenario):
        for side, rally in scenario.rally.items():
            name = f"{definition.game.sides[side].name}: an eliminated unit rallies on these rolls"
            yield _rolls(rally), name, cited(rally.rule)
    if scenario is not None:
        yield from map(_told, scenario.parameters.values())


def _told(each: Parameter) -> tuple[str, str, str]:
    return number(each.value), each.name, cited(each.rule)


def _rolls(rally: Rally) -> str:
    return str(rally.low) if rally.low == rally.high else f"{rally.low}{DASH}{rally.high}"
