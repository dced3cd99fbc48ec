"""A game in progress as a save of VASSAL, or its course as a log; `read_position` is the way back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.vassal.format.commands import Command, SetProperty, log_step
from generator.vassal.module.names import RECORD, SETTING_UP
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.log_steps import Course
from generator.vassal.positions.saves import new_ids
from generator.vassal.positions.saves_of import AnySaves, saves_of
from generator.vassal.positions.scenes import Scene, Showing
from generator.vassal.positions.setups_areas import AreaSaves
from generator.vassal.positions.setups_cards import CardSaves
from generator.vassal.positions.setups_hexes import HexSaves
from generator.vassal.positions.standings import Standing, battle_of, commands_of, ground_of, sets_up
from modules.definition import Definition


def position_save(
    definition: Definition, name: str, standing: Standing, comment: str, record: str = "", board: str = ""
) -> bytes:
    """A .vsav of a scenario as it stands, or of a campaign's battle on that map; `comment` is what VASSAL
    shows when it is loaded, `record` says in its property `RECORD` to which game it belongs, `board` is the
    name of its board in the module where it is not the usual one.

    Raises CommandError for what the game does not have, and as `planning.plan_module`.
    """
    saves = _on_board(saves_of(plan_for(definition)), name, standing, board)
    commands = commands_of(saves, name, standing, new_ids())
    return saves.file_of(_recorded(commands, record, standing), comment)


def game_log(
    definition: Definition,
    name: str,
    start: Standing,
    course: Iterable[Scene],
    comment: str,
    records: tuple[str, str] = ("", ""),
    board: str = "",
) -> bytes:
    """A .vlog that begins as the save of the start, and leads through a game of a scenario or campaign.

    Each scene of the `course` is a step, or where counters go a way one for each place of it. `records`: the
    property `RECORD` at its begin and at its end; `board` as in `position_save`, which this raises as.
    """
    saves = _on_board(saves_of(plan_for(definition)), name, start, board)
    return course_log(saves, name, start, course, comment, records)


def course_log(
    saves: AnySaves,
    name: str,
    start: Standing,
    course: Iterable[Scene],
    comment: str,
    records: tuple[str, str] = ("", ""),
) -> bytes:
    """As `game_log`, with the saves of a module."""
    numbers = new_ids()
    commands = commands_of(saves, name, start, numbers)
    showing = Showing(saves, name, start, Course(commands, numbers, ground_of(saves, name, start)))
    steps = [step for scene in course for step in showing.steps(scene)]
    before, after = records
    last = showing.end()
    if before != after:
        last.append(SetProperty(RECORD, after, old=before))
    ends = [log_step(*last)] if last else []
    return saves.file_of([*_recorded(commands, before, start), *steps, *ends], comment)


def _on_board(saves: AnySaves, name: str, standing: Standing, board: str) -> AnySaves:
    """The saves on a board by its name in the module; an empty one is the usual board."""
    if not board:
        return saves
    battle = battle_of(saves.definition, name, standing.map_name)
    match saves:
        case HexSaves():
            return saves.on_board(saves.scenarios[battle], board)
        case AreaSaves():
            return saves.on_board(saves.scenarios[battle], board)
        case CardSaves():
            return saves.on_board(saves.scenarios[battle], board)


def _recorded(commands: Sequence[Command], record: str, standing: Standing) -> list[Command]:
    """The commands of a save with what says to which game it belongs, and whether players set up in it."""
    said = [SetProperty(RECORD, record)] if record else []
    if sets_up(standing):
        said.append(SetProperty(SETTING_UP, "yes"))
    return [*commands[:-1], *said, commands[-1]]
