"""The general player: advice for each decision of a table with clauses, worked out of its data."""

from __future__ import annotations

from modules.engine.orders import Done, Order
from modules.engine.requests import Chance, Choose
from modules.engine.stacks.advice.goals import Goals
from modules.engine.stacks.advice.move_advice import advise_entry, advise_move
from modules.engine.stacks.advice.positions import Positions
from modules.engine.stacks.advice.strengths import Strengths
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.entering import EnterOptions
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.setting_up import SetUpOptions
from modules.free_table.by_rules.mixed_options import MixedOptions
from modules.free_table.by_rules.ruled_state import RuledState


class GeneralPlayer:
    """Gives orders that a sensible player might give, in any game by clauses. It knows no plan: it looks at
    one order at a time."""

    def __init__(self, battle: StackBattle) -> None:
        self._battle = battle
        self._goals, self._strengths = Goals(battle), Strengths(battle)

    def advise(self, choice: Choose, state: RuledState, chance: Chance) -> Order | None:
        """An order of the program; None for a decision that is wholly by hand."""
        options = choice.options
        if not isinstance(options, MixedOptions):
            return None
        program = options.program
        field = StackField(self._battle, state.moment())
        positions = Positions(self._goals, self._strengths, field, choice.side)
        if options.fault_of(Done()) is None and state.by_hand:
            return Done()
        match program:
            case SetUpOptions():
                first: Order = program.legal()[0]
                return first
            case MoveOptions():
                return advise_move(program, positions, self._exit_worth(choice.side))
            case EnterOptions():
                return advise_entry(program, positions)
        return None

    def _exit_worth(self, side: str) -> float:
        """What it is worth to a side that a unit leaves the map: more than any hex, if points say so."""
        leaving = [goal.worth for goal in self._goals.of_side[side] if not goal.kept]
        return max(leaving, default=-100.0)
