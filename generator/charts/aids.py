"""What each side looks up all the time: combat results (CRT), modifiers (DRMs), terrain effects (TEC),
numbers to remember, lists and the sequence of play. The kit prints it, the module has it in its help."""

from __future__ import annotations

from generator.charts.facing import facing_chart
from generator.charts.modifiers import modifiers_chart
from generator.charts.numbers import has_numbers, numbers_chart
from generator.charts.players import seats_chart, sequence_chart
from generator.charts.tables import combat_tables, is_track, other_tables
from generator.charts.terrain import terrain_chart, terrain_names
from generator.drawing.art import Look
from generator.drawing.panel import Chart, TextAs
from generator.maps.ground import level_range
from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.board import Board


def aid_charts(
    look: Look, definition: Definition, side: str, width: float, text_as: TextAs = "text"
) -> list[Chart]:
    """The charts of a side's aid, each `width` mm wide. Raises the errors of drawing."""
    made = [draw(width=width, text_as=text_as) for draw in combat_tables(look, definition).values()]
    boards = [Board(definition.maps[name], definition.terrain) for name in aid_maps(definition, side)]
    if boards:
        names = {name for board in boards for name in terrain_names(board)}
        # The map of most levels draws the samples and the ladder of its levels.
        tallest = max(boards, key=lambda board: level_range(board)[1] - level_range(board)[0])
        named = [name for name in tallest.terrain if name in names]
        made.append(
            terrain_chart(
                look,
                tallest,
                definition.game.kinds,
                named,
                definition.terrain_notes,
                width=width,
                text_as=text_as,
            )
        )
    if definition.game.sequence:
        made.append(sequence_chart(look, definition, width=width, text_as=text_as))
    if definition.tables.modifiers:
        made.append(modifiers_chart(look, definition, width=width, text_as=text_as))
    if has_numbers(definition):
        made.append(numbers_chart(look, definition, width=width, text_as=text_as))
    if definition.players:
        made.append(seats_chart(look, definition, width=width, text_as=text_as))
    if definition.game.facing is not None:
        made.append(facing_chart(look, definition, definition.game.facing, width=width, text_as=text_as))
    tables = other_tables(look, definition).items()
    return made + [
        draw(width=width, text_as=text_as) for name, draw in tables if not is_track(definition, name)
    ]


def aid_maps(definition: Definition, side: str) -> tuple[str, ...]:
    """The maps on which a side fights: the aids of two sides with the same ones are the same."""
    fought = dict.fromkeys(
        each.map
        for each in definition.scenarios.values()
        if isinstance(each, HexScenario) and side in each.sides
    )
    return tuple(fought)
