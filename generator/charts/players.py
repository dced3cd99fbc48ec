"""What players keep beside the map: sequence of play, morale table, options; and all charts of a scenario."""

from __future__ import annotations

from collections.abc import Iterator

from generator.charts.areas import letters_chart, list_chart, turns_chart
from generator.charts.boxes import display_chart
from generator.charts.facing import facing_chart
from generator.charts.modifiers import modifiers_chart
from generator.charts.musters import musters_chart
from generator.charts.numbers import has_numbers, numbers_chart
from generator.charts.orders import has_setup, setup_chart
from generator.charts.packs import forces_chart, guide_chart, packs_chart
from generator.charts.rulings import rulings_chart
from generator.charts.tables import combat_tables, other_tables
from generator.charts.terrain import terrain_chart
from generator.charts.tracks import loss_chart, turn_chart
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.tables import Table, TableStyle
from generator.drawing.typeface import SANS_BOLD, TEXT_BOLD
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.model import Definition
from modules.engine.hexes.board import Board


def sequence_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """The phases of a player turn in order, each with its rule."""
    panel = Panel(look, "sequence", "Sequence of play", width, "", text_as, spread)
    for number, phase in enumerate(definition.game.sequence, 1):
        top = panel.y
        panel.pen.text(str(number), PAD, top, pt(10), SANS_BOLD, align="top", fill=panel.palette["accent"])
        panel.paragraph(
            f"{phase.name} ({cited(phase.rule)})", face=TEXT_BOLD, size=pt(9), indent=5, joined=True
        )
        panel.paragraph(phase.hint, indent=5)
    return panel.done()


def seats_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text"
) -> Chart:
    """Who plays at a table of each number of players, and what each of them commands."""
    panel = Panel(look, "seats", "Who plays", width, "", text_as)
    called = {
        name: player.name or definition.game.sides[name].name for name, player in definition.players.items()
    }
    tables = () if definition.players_file is None else definition.players_file.tables
    rows = [["Players", "At the table"]]
    rows += [[str(len(table)), " · ".join(called[name] for name in table)] for table in tables]
    panel.table(Table((18.0, panel.room - 18.0), rows, left_columns=frozenset({1})), TableStyle(size=pt(8.5)))
    for name, player in definition.players.items():
        panel.paragraph(f"{called[name]} ({cited(player.rule)})", face=TEXT_BOLD, size=pt(8.5), joined=True)
        panel.paragraph(f"{player.commands}.", indent=4)
    return panel.done()


def morale_chart(
    look: Look, scenario: HexScenario, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """The army morale table: strength lost at which an army is demoralized and disintegrates."""
    panel = Panel(look, "morale", "Army morale", width, "", text_as, spread)
    share = panel.room / 10
    rows = [["Army", "Demoralized", "Disintegrates"]]
    rows += [[m.name, str(m.demoralization), str(m.disintegration)] for m in scenario.morale.values()]
    widths = (4 * share, 3 * share, 3 * share)
    panel.table(Table(widths, rows, left_columns=frozenset({0})), TableStyle(size=pt(9.5)))
    panel.paragraph("Totals are strength points lost.")
    return panel.done()


def options_chart(
    look: Look, scenario: Scenario, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """The optional rules of a scenario, and which of them exclude one another."""
    panel = Panel(look, "options", "Options", width, "", text_as, spread)
    for key, option in scenario.options.items():
        number = f"{key}  " if key[:1].isdigit() else ""  # else it is a word for commands
        panel.paragraph(f"{number}{option.name}", face=TEXT_BOLD, joined=True)
        without = f" Not with {', '.join(option.excludes)}." if option.excludes else ""
        panel.paragraph(f"{option.text}{without} ({cited(option.rule)})", size=pt(7.5), indent=4)
    return panel.done()


def credits_chart(
    look: Look, definition: Definition, *, width: float = 97.0, text_as: TextAs = "text", spread: float = 0.0
) -> Chart:
    """Whose game this is and what of it is ours."""
    thanks = definition.game.credits
    panel = Panel(look, "credits", "Credits", width, "", text_as, spread)
    for line in (thanks.design, f"{thanks.published}.", thanks.notice):
        panel.paragraph(line, size=pt(7))
    return panel.done()


def charts(
    look: Look, definition: Definition, scenario: Scenario, *, width: float = 97.0, text_as: TextAs = "text"
) -> tuple[Chart, ...]:
    """All charts of a scenario, `width` mm wide; those that have nothing to say are left out.

    Raises UnknownLookError, UnknownColourError, CardError, and TextTooWideError for a text that no chart can
    hold.
    """
    made = [draw(width=width, text_as=text_as) for draw in combat_tables(look, definition).values()]
    if definition.tables.modifiers:
        made.append(modifiers_chart(look, definition, width=width, text_as=text_as))
    if isinstance(scenario, HexScenario):
        made += _of_hexes(look, definition, scenario, width, text_as)
    if isinstance(scenario, CardScenario):
        made += _of_cards(look, definition, scenario, width, text_as)
    if isinstance(scenario, AreaScenario):
        made += _of_areas(look, definition, scenario, width, text_as)
    if scenario.options:
        made.append(options_chart(look, scenario, width=width, text_as=text_as))
    return tuple(made)


def _of_hexes(
    look: Look, definition: Definition, scenario: HexScenario, width: float, text_as: TextAs
) -> Iterator[Chart]:
    board = Board(definition.maps[scenario.map], definition.terrain)
    notes = definition.terrain_notes
    yield terrain_chart(look, board, definition.game.kinds, notes=notes, width=width, text_as=text_as)
    yield sequence_chart(look, definition, width=width, text_as=text_as)
    if definition.game.facing is not None:
        yield facing_chart(look, definition, definition.game.facing, width=width, text_as=text_as)
    for draw in other_tables(look, definition).values():
        yield draw(width=width, text_as=text_as)
    if scenario.morale:
        yield morale_chart(look, scenario, width=width, text_as=text_as)
        yield loss_chart(look, scenario, width=width, text_as=text_as)
    yield turn_chart(look, definition, scenario, width=width, text_as=text_as)
    for name in (n for n, each in definition.displays.items() if not each.apart):
        yield display_chart(look, definition, name, width=width, text_as=text_as)
    if has_numbers(definition, scenario):
        yield numbers_chart(look, definition, scenario, width=width, text_as=text_as)
    for side in scenario.sides:
        if has_setup(scenario, side):
            yield setup_chart(look, definition, scenario, side, width=width, text_as=text_as)


def _of_cards(
    look: Look, definition: Definition, scenario: CardScenario, width: float, text_as: TextAs
) -> Iterator[Chart]:
    yield sequence_chart(look, definition, width=width, text_as=text_as)
    yield turn_chart(look, definition, scenario, width=width, text_as=text_as)
    yield guide_chart(look, definition, width=width, text_as=text_as)
    yield forces_chart(look, definition, scenario, width=width, text_as=text_as)
    if has_numbers(definition, scenario):
        yield numbers_chart(look, definition, scenario, width=width, text_as=text_as)
    if definition.decks:
        yield packs_chart(look, definition, width=width, text_as=text_as)
    if definition.rulings:
        yield rulings_chart(look, definition, width=width, text_as=text_as)


def _of_areas(
    look: Look, definition: Definition, scenario: AreaScenario, width: float, text_as: TextAs
) -> Iterator[Chart]:
    yield sequence_chart(look, definition, width=width, text_as=text_as)
    yield musters_chart(look, definition, scenario, width=width, text_as=text_as)
    yield turns_chart(look, definition, scenario, width=width, text_as=text_as)
    yield letters_chart(look, definition.area_maps[scenario.area_map], width=width, text_as=text_as)
    for name, entry in definition.lists.items():
        yield list_chart(look, name, entry, width=width, text_as=text_as)


def chart_drawings(
    look: Look, definition: Definition, scenario: Scenario, *, text_as: TextAs = "text"
) -> tuple[Drawing, ...]:
    """All charts of a scenario as documents. Raises as `charts`."""
    return tuple(chart.drawing() for chart in charts(look, definition, scenario, text_as=text_as))
