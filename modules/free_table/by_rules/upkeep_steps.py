"""What happens by itself at a table with clauses: supply, recovery, control, armies, points, victory."""

from __future__ import annotations

from modules.definition import Definition
from modules.engine.requests import Steps
from modules.engine.stacks.battle import StackBattle
from modules.free_table.by_rules.ruled_state import RuledState


class Upkeep:
    """The clauses of upkeep and victory at a table. Each step leaves the state as it is then."""

    def __init__(self, definition: Definition, battle: StackBattle) -> None:
        self._definition, self._battle = definition, battle

    def start(self, state: RuledState) -> None:
        """What holds before the first phase: who controls what."""

    def begin_phase(self, state: RuledState) -> Steps:
        """What happens before the first order of a phase."""
        yield from ()

    def after_order(self, state: RuledState) -> Steps:
        """What an order has changed. Raises GameOver where it has won the game."""
        yield from ()

    def close_phase(self, state: RuledState, *, last_of_turn: bool) -> Steps:
        """What happens when a phase is over; after the last of a turn also at its end. Raises GameOver."""
        yield from ()
