"""How a game stands, as the saves of its module have it: their commands, and the ground on which they lie."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from generator.vassal.format.commands import Command
from generator.vassal.positions.moments import Moment, first_moment
from generator.vassal.positions.saves_of import AnySaves
from generator.vassal.positions.setups_areas import AreaSaves
from generator.vassal.positions.setups_cards import CardSaves
from generator.vassal.positions.setups_hexes import HexSaves
from generator.vassal.positions.ways import Ground
from modules.definition import Definition
from modules.engine.hexes.state import SET_UP
from modules.engine.position import PlacedCounter
from modules.engine.rules.view_rules import ViewRules

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
    placed: Sequence[PlacedCounter]
    now: Moment
    losses: Mapping[str, int]


def standing_of(rules: ViewRules[Any], state: Any) -> Standing:
    """How a game stands in a state, as far as it tells."""
    facts = rules.facts(state).items()
    return Standing(
        rules.map_of(state),
        (*rules.position(state), *rules.off_map(state), *rules.unknown_cards(state)),
        Moment(state.turn, state.active, state.phase),
        {name.removeprefix(_LOSSES): n for name, n in facts if name.startswith(_LOSSES)},
    )


def sets_up(standing: Standing) -> bool:
    """Whether players set up."""
    return standing.now.phase == SET_UP


def round_of(definition: Definition, standing: Standing) -> Hashable:
    """What changes where the module's turn tracker takes the signs of movement away: the player turn, or the
    game turn where each phase is of one side; and where the players have set up."""
    if sets_up(standing):
        return standing.map_name
    player = "" if definition.game.sided else standing.now.player
    return standing.map_name, standing.now.turn, player


def commands_of(saves: AnySaves, name: str, standing: Standing, numbers: Iterator[int]) -> list[Command]:
    """The commands of a save of how a game stands; raises as `write_position.position_save`."""
    definition, placed, losses = saves.definition, standing.placed, standing.losses
    battle = battle_of(definition, name, standing.map_name)
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


def ground_of(saves: AnySaves, name: str, standing: Standing) -> Ground:
    """Where the pieces of each place of its map lie."""
    battle = battle_of(saves.definition, name, standing.map_name)
    match saves:
        case HexSaves():
            return saves.ground(saves.scenarios[battle])
        case AreaSaves():
            return saves.ground(saves.scenarios[battle])
        case CardSaves():
            return saves.ground(saves.scenarios[battle])


def battle_of(definition: Definition, name: str, map_name: str) -> str:
    """The scenario that is played on a map: itself, or of a campaign a battle."""
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
