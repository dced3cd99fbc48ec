"""A game in progress as a save of VASSAL, whatever it is played on; `read_position` is the way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.vassal.module import plan_module
from generator.vassal.module_areas import AreaModule
from generator.vassal.module_cardgame import CardModule
from generator.vassal.module_hexes import HexModule
from generator.vassal.moments import Moment, first_moment
from generator.vassal.save_writing import NO_LOSSES
from modules.definition import Definition
from modules.engine.position import Placed


def position_save(
    definition: Definition,
    name: str,
    map_name: str,
    placed: Sequence[Placed],
    now: Moment,
    comment: str,
    losses: Mapping[str, int] = NO_LOSSES,
) -> bytes:
    """A .vsav of a position of a scenario, or of a campaign's battle on that map; `comment` is what VASSAL
    shows when it is loaded, `losses` are strength points by line of the battle's morale.

    A moment before the first turn becomes the first of the battle, one between two battles the end of the
    turn in which the last was over. Raises CommandError for what the game does not have, and as
    `module.plan_module`.
    """
    plan = plan_module(definition)
    battle = _battle(definition, name, map_name)
    moment = _moment(definition, name, battle, now)
    match plan:
        case HexModule():
            return plan.saves.position(definition.hex_scenarios[battle], placed, moment, comment, losses)
        case AreaModule():
            return plan.saves.position(definition.area_scenarios[battle], placed, moment, comment)
        case CardModule():
            return plan.saves.position(definition.card_scenarios[battle], placed, moment, comment)


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
