"""What players keep beside the map: sequence of play, morale table, options; and all charts of a scenario."""

from __future__ import annotations

from generator.cells import Style, Table
from generator.charts.odds import odds_chart
from generator.charts.panel import PAD, Chart, Panel, TextAs
from generator.charts.terrain import terrain_chart
from generator.charts.tracks import loss_chart, turn_chart
from generator.drawing import Drawing
from generator.svg import pt
from generator.typeface import SANS_BOLD, TEXT_BOLD
from modules.definition.model import Definition
from modules.definition.scenarios import HexScenario
from modules.engine.board import Board


def sequence_chart(definition: Definition, *, width: float = 97.0, text_as: TextAs = "text") -> Chart:
    """The phases of a player turn in order, each with its rule."""
    panel = Panel("sequence", "Sequence of play", width, "", text_as)
    for number, phase in enumerate(definition.game.sequence, 1):
        top = panel.y
        panel.pen.text(str(number), PAD, top, pt(10), SANS_BOLD, align="top", fill=panel.palette["accent"])
        panel.paragraph(f"{phase.name} ({phase.rule})", face=TEXT_BOLD, size=pt(9), indent=5)
        panel.y -= 0.6
        panel.paragraph(phase.hint, indent=5)
    return panel.done()


def morale_chart(scenario: HexScenario, *, width: float = 97.0, text_as: TextAs = "text") -> Chart:
    """The army morale table: strength lost at which an army is demoralized and disintegrates."""
    panel = Panel("morale", "Army morale", width, "", text_as)
    share = panel.room / 10
    rows = [["Army", "Demoralized", "Disintegrates"]]
    rows += [[m.name, str(m.demoralization), str(m.disintegration)] for m in scenario.morale.values()]
    widths = (4 * share, 3 * share, 3 * share)
    panel.table(Table(widths, rows, left_columns=frozenset({0})), Style(size=pt(9.5)))
    panel.paragraph("Totals are strength points lost.")
    return panel.done()


def options_chart(scenario: HexScenario, *, width: float = 97.0, text_as: TextAs = "text") -> Chart:
    """The optional rules of a scenario, and which of them exclude one another."""
    panel = Panel("options", "Options", width, "", text_as)
    for key, option in scenario.options.items():
        panel.paragraph(f"{key}  {option.name}", face=TEXT_BOLD)
        panel.y -= 0.6
        without = f" Not with {', '.join(option.excludes)}." if option.excludes else ""
        panel.paragraph(f"{option.text}{without} ({option.rule})", size=pt(7.5), indent=4)
    return panel.done()


def charts(
    definition: Definition, scenario: HexScenario, *, width: float = 97.0, text_as: TextAs = "text"
) -> tuple[Chart, ...]:
    """All charts of a scenario, `width` mm wide; those that have nothing to say are left out.

    Raises UnknownLookError, UnknownColourError, and TextTooWideError for a text that no chart can hold.
    """
    board = Board(definition.maps[scenario.map], definition.terrain)
    made = [odds_chart(n, e, width=width, text_as=text_as) for n, e in definition.tables.odds.items()]
    made.append(terrain_chart(board, width=width, text_as=text_as))
    made.append(sequence_chart(definition, width=width, text_as=text_as))
    if scenario.morale:
        made.append(morale_chart(scenario, width=width, text_as=text_as))
        made.append(loss_chart(scenario, width=width, text_as=text_as))
    made.append(turn_chart(definition, scenario, width=width, text_as=text_as))
    if scenario.options:
        made.append(options_chart(scenario, width=width, text_as=text_as))
    return tuple(made)


def chart_drawings(
    definition: Definition, scenario: HexScenario, *, text_as: TextAs = "text"
) -> tuple[Drawing, ...]:
    """All charts of a scenario as documents. Raises as `charts`."""
    return tuple(chart.drawing() for chart in charts(definition, scenario, text_as=text_as))
