"""The game turn as stages: a phase, and the side whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from modules.definition.formats.game import Phase
from modules.engine.hexes.state import SET_UP, HexState


class Stage(NamedTuple):
    """One phase of one side. In a phase in which both sides decide the rules ask each of them; the side is
    that whose player turn it is."""

    phase: str
    side: str


def stages(sequence: Sequence[Phase], players: Sequence[str]) -> tuple[Stage, ...]:
    """The stages of a game turn: as they stand where phases name their sides, else the whole sequence for
    each player, one after the other."""
    named = tuple(Stage(phase.id, phase.side) for phase in sequence if phase.side is not None)
    return named or tuple(Stage(phase.id, player) for player in players for phase in sequence)


class Turn:
    """The course of a battle: the sides set up in their order, then turns of the same stages."""

    def __init__(self, setting_up: Sequence[str], each_turn: Sequence[Stage]) -> None:
        self.setting_up, self.stages = tuple(setting_up), tuple(each_turn)

    def begin(self, state: HexState[Any]) -> None:
        """Goes to the first set-up."""
        state.phase, state.active = SET_UP, self.setting_up[0]

    def after_set_up(self, state: HexState[Any]) -> None:
        """Goes to the next side's set-up, or to the first stage."""
        state.setting_up += 1
        if state.setting_up < len(self.setting_up):
            state.active = self.setting_up[state.setting_up]
        else:
            state.phase, state.active = self.stages[0]

    def is_first(self, state: HexState[Any]) -> bool:
        """True in the first stage of a game turn."""
        return (state.phase, state.active) == self.stages[0]

    def next(self, state: HexState[Any]) -> bool:
        """Goes to the next stage; True where that is the first of another turn, which the caller counts."""
        following = self.stages.index(Stage(state.phase, state.active)) + 1
        state.phase, state.active = self.stages[following % len(self.stages)]
        return following == len(self.stages)
