"""The general player: advice for each decision of a table with clauses, worked out of its data."""

from __future__ import annotations

from functools import cache

from modules.engine.orders import Done, Order
from modules.engine.requests import Choose
from modules.engine.stacks.advice.attack_advice import AttackAdvice
from modules.engine.stacks.advice.goals import Goals
from modules.engine.stacks.advice.listed_advice import ListedAdvice
from modules.engine.stacks.advice.loss_estimates import LossEstimates
from modules.engine.stacks.advice.move_advice import advise_entry, advise_move
from modules.engine.stacks.advice.positions import Positions
from modules.engine.stacks.advice.strengths import Strengths
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.entering import EnterOptions
from modules.engine.stacks.field import StackField
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.setting_up import SetUpOptions
from modules.engine.stacks.upkeep.rebuilding import RebuildOptions
from modules.engine.stacks.upkeep.recovering import RecoverOptions
from modules.free_table.by_rules.due_options import DueOptions
from modules.free_table.by_rules.mixed_options import MixedOptions
from modules.free_table.by_rules.ruled_state import RuledState


class GeneralPlayer:
    """Gives orders that a sensible player might give, in any game by clauses. It has no plan: it looks at one
    order at a time, and does nothing by hand."""

    def __init__(self, battle: StackBattle) -> None:
        self._battle = battle
        self._goals, self._strengths = Goals(battle), Strengths(battle)

    def advise(self, choice: Choose, state: RuledState) -> Order | None:
        """An order of the program; None for a decision that is by hand."""
        options = choice.options
        if isinstance(options, DueOptions):
            return self._listed(state, choice.side).advise(options.program.legal())
        if not isinstance(options, MixedOptions):
            return None
        if options.fault_of(Done()) is None and state.by_hand:
            return Done()
        return self._of_phase(options, state, choice.side)

    def _of_phase(self, options: MixedOptions, state: RuledState, side: str) -> Order | None:
        program, field = options.program, StackField(self._battle, state.moment())
        positions = Positions(self._goals, self._strengths, field, side)
        match program:
            case SetUpOptions():
                first: Order = program.legal()[0]
                return first
            case MoveOptions():
                return advise_move(program, positions, self._goals.exit_worth(side))
            case EnterOptions():
                return advise_entry(program, positions)
            case AttackOptions():
                estimates = LossEstimates(self._strengths, field)
                advised = AttackAdvice(estimates, positions, self._battle.definition).advise(program)
                out_of_dice = advised is not None and options.fault_of(advised) is not None
                return Done() if out_of_dice else advised
            case RebuildOptions() | RecoverOptions():
                return self._listed(state, side).advise(program.legal())
        return None

    def _listed(self, state: RuledState, side: str) -> ListedAdvice:
        field = StackField(self._battle, state.moment())

        @cache
        def positions(of: str) -> Positions:
            return Positions(self._goals, self._strengths, field, of)

        return ListedAdvice(field, side, self._strengths, positions)
