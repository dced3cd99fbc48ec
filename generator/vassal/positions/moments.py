"""When a position is: game turn, player turn and phase, as the turn tracker of a save."""

from __future__ import annotations

from dataclasses import dataclass

from generator.vassal.format.commands import Turn
from generator.vassal.format.errors import CommandError
from generator.vassal.format.turns import CounterState, ListState, turn_state
from generator.vassal.module.parts import tracker_players
from modules.amounts import count_noun
from modules.definition import Definition
from modules.definition.formats.scenarios import Scenario

TRACKER = "TurnTracker0"


@dataclass(frozen=True, slots=True)
class Moment:
    """When a position is: the game turn from 1, whose player turn, and the phase's id."""

    turn: int
    player: str
    phase: str


def first_moment(definition: Definition, scenario: Scenario) -> Moment:
    """The moment at which a scenario begins."""
    first = definition.game.sequence[0]
    return Moment(1, first.side or scenario.first_player, first.id)


def setup_comment(definition: Definition, scenario: Scenario) -> str:
    """What a player reads when a set-up is loaded."""
    side = definition.game.sides[scenario.first_player].name
    return f"{scenario.title}, {scenario.date}: {count_noun(scenario.turns, 'turn')}, {side} first"


def turn_command(definition: Definition, scenario: Scenario, moment: Moment) -> Turn:
    """The tracker at a moment; it passes over sides that have no part in the scenario.

    Raises CommandError for a side or phase that the game does not have.
    """
    players, phases = tracker_players(definition), [(p.id, p.side) for p in definition.game.sequence]
    here = (moment.phase, moment.player if definition.game.sided else None)
    if moment.player not in players or here not in phases:
        raise CommandError(f"{definition.name} has no {moment.phase} phase of {moment.player}")
    now = ListState(phases.index(here), len(phases))
    if definition.game.sided:
        return Turn(TRACKER, turn_state(CounterState(moment.turn, (now,))))
    first = players.index(scenario.first_player)
    idle = frozenset(i for i, side in enumerate(players) if side not in scenario.sides)
    player = ListState(players.index(moment.player), len(players), (now,), first=first, idle=idle)
    return Turn(TRACKER, turn_state(CounterState(moment.turn, (player,))))
