"""A game in progress as a save of VASSAL, or its course as a log; `read_position` is the way back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from generator.vassal.format.commands import Chat, Command, SetProperty, log_step
from generator.vassal.format.plain import chat
from generator.vassal.module.names import RECORD, SETTING_UP
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.log_steps import Course
from generator.vassal.positions.moments import Moment, first_moment
from generator.vassal.positions.saves import new_ids
from generator.vassal.positions.saves_of import AnySaves, saves_of
from generator.vassal.positions.setups_areas import AreaSaves
from generator.vassal.positions.setups_cards import CardSaves
from generator.vassal.positions.setups_hexes import HexSaves
from modules.definition import Definition
from modules.engine.hexes.state import SET_UP
from modules.engine.play import Rules
from modules.engine.position import Placed

_LOSSES: Final = "losses "
"""With it begin the facts of a state that tell an army's losses."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands: the map or board on which it is played, what lies where on and off it, when, and
    the losses in strength points by line of the battle's morale.

    A moment before the first turn becomes the first of the battle, one between two battles the end of the
    turn in which the last was over.
    """

    map_name: str
    placed: Sequence[Placed]
    now: Moment
    losses: Mapping[str, int]


def standing_of(rules: Rules[Any], state: Any) -> Standing:
    """How a game stands in a state, as far as it tells."""
    facts = rules.facts(state).items()
    return Standing(
        rules.map_of(state),
        (*rules.position(state), *rules.off_map(state), *rules.backs(state)),
        Moment(state.turn, state.active, state.phase),
        {name.removeprefix(_LOSSES): n for name, n in facts if name.startswith(_LOSSES)},
    )


def position_save(
    definition: Definition, name: str, standing: Standing, comment: str, record: str = "", board: str = ""
) -> bytes:
    """A .vsav of a scenario as it stands, or of a campaign's battle on that map; `comment` is what VASSAL
    shows when it is loaded, `record` says in its property `RECORD` to which game it belongs, `board` is the
    name of its board in the module where it is not the usual one.

    Raises CommandError for what the game does not have, and as `planning.plan_module`.
    """
    saves = _on_board(saves_of(plan_for(definition)), name, standing, board)
    commands = _commands(saves, name, standing, new_ids())
    return saves.file_of(_recorded(commands, record, standing), comment)


def game_log(
    definition: Definition,
    name: str,
    start: Standing,
    course: Iterable[tuple[Sequence[str], Standing]],
    comment: str,
    records: tuple[str, str] = ("", ""),
    board: str = "",
) -> bytes:
    """A .vlog that begins as the save of the start, and leads through a game of a scenario or campaign.

    Each step of the `course` is what is said of it, each line one of the chat, and how the game stands after
    it. `records`: the property `RECORD` at its begin and at its end; `board` as in `position_save`, which
    this raises as.
    """
    saves = _on_board(saves_of(plan_for(definition)), name, start, board)
    return course_log(saves, name, start, course, comment, records)


def course_log(
    saves: AnySaves,
    name: str,
    start: Standing,
    course: Iterable[tuple[Sequence[str], Standing]],
    comment: str,
    records: tuple[str, str] = ("", ""),
) -> bytes:
    """As `game_log`, with the saves of a module."""
    numbers = new_ids()
    commands = _commands(saves, name, start, numbers)
    steps = _steps(saves, name, Course(commands, numbers), start, course)
    before, after = records
    last = [] if before == after else [log_step(SetProperty(RECORD, after, old=before))]
    return saves.file_of([*_recorded(commands, before, start), *steps, *last], comment)


def _on_board(saves: AnySaves, name: str, standing: Standing, board: str) -> AnySaves:
    """The saves on a board by its name in the module; an empty one is the usual board."""
    if not board:
        return saves
    battle = _battle(saves.definition, name, standing.map_name)
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
    if _sets_up(standing):
        said.append(SetProperty(SETTING_UP, "yes"))
    return [*commands[:-1], *said, commands[-1]]


def _sets_up(standing: Standing) -> bool:
    return standing.now.phase == SET_UP


def _steps(
    saves: AnySaves,
    name: str,
    pieces: Course,
    start: Standing,
    course: Iterable[tuple[Sequence[str], Standing]],
) -> Iterator[Command]:
    last, setting_up = None, _sets_up(start)
    for lines, standing in course:
        if setting_up and not _sets_up(standing):
            setting_up = False
            yield log_step(SetProperty(SETTING_UP, "", old="yes"))
        said = [Chat(f"* {chat(line)}") for line in lines]
        found = [] if standing == last else pieces.step(_commands(saves, name, standing, new_ids()))
        last = standing
        if said or found:
            yield log_step(*said, *found)


def _commands(saves: AnySaves, name: str, standing: Standing, numbers: Iterator[int]) -> list[Command]:
    definition, placed, losses = saves.definition, standing.placed, standing.losses
    battle = _battle(definition, name, standing.map_name)
    moment = _moment(definition, name, battle, standing.now)
    match saves:
        case HexSaves():
            hexes = definition.hex_scenarios[battle]
            return saves.commands(hexes, placed, moment, losses, numbers)
        case AreaSaves():
            areas = definition.area_scenarios[battle]
            return saves.commands(areas, placed, moment, losses, numbers)
        case CardSaves():
            cards = definition.card_scenarios[battle]
            return saves.commands(cards, placed, moment, losses, numbers)


def _battle(definition: Definition, name: str, map_name: str) -> str:
    if name in definition.scenarios:
        return name
    battles = definition.campaigns[name].battles
    return next(battle for battle in battles if definition.hex_scenarios[battle].map == map_name)


def _moment(definition: Definition, name: str, battle: str, now: Moment) -> Moment:
    """The moment with the side that fights: of a campaign the rules name the player behind it."""
    phases = [phase.id for phase in definition.game.sequence]
    if now.phase not in phases:
        if now.turn <= 1:
            return first_moment(definition, definition.scenarios[battle])
        now = replace(now, phase=phases[-1])
    if name in definition.scenarios:
        return now
    return replace(now, player=definition.campaigns[name].players[now.player].sides[battle])
