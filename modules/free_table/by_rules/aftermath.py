"""What follows from the result of an attack: the effects of its code in their order, then the advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.definition import Definition
from modules.definition.formats.clauses.combat import (
    ByHand,
    Effect,
    EffectChoice,
    Eliminate,
    Exchange,
    LoseSteps,
    MakeRetreat,
    MarkState,
    MatchLosses,
)
from modules.engine.decisions import Asks
from modules.engine.requests import Steps
from modules.engine.stacks.aftermath.choosing import ChoiceOptions, tell_effects
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.fought import FoughtAttack
from modules.engine.stacks.orders import ChooseEffects
from modules.free_table.by_rules.advance_steps import advance_after
from modules.free_table.by_rules.fight import ActByHand, Ask, AtTable, Fight
from modules.free_table.by_rules.loss_steps import (
    eliminate_units,
    exchange,
    lose_steps,
    mark_units,
    match_losses,
)
from modules.free_table.by_rules.retreat_steps import Retreats, leader_of
from modules.free_table.by_rules.ruled_state import RuledState

AFTERMATH: Final = "aftermath"
EFFECTS: Final = "effects"
"""Kinds of decisions: what follows by hand, and which of several lists of effects does."""


class Aftermath:
    """Carries out results of attacks at a table."""

    def __init__(self, definition: Definition, battle: StackBattle, ask: Ask, act: ActByHand) -> None:
        self._table = AtTable(definition, battle, ask, act)

    def withdraw(self, state: RuledState, fought: FoughtAttack) -> Asks[bool]:
        """Before the die the owner of the target may let all of it retreat, by the clause `withdrawal`. Its
        last value, returned, is whether the attack takes place."""
        withdrawal, clause = fought.clause.withdrawal, fought.clause.retreat
        fight = Fight(self._table, state, fought)
        if withdrawal is None or clause is None or not fight.field().is_now(withdrawal.when):
            return True
        units = fight.party("defenders")
        if not units or units != fight.meant("defenders", withdrawal.units):
            return True
        retreats = Retreats(fight, clause, fight.side("defenders"))
        went = yield from retreats.withdraw(units, withdrawal.hexes, withdrawal.rule)
        if went and withdrawal.advance:
            yield from advance_after(fight)
        return not went

    def carry_out(self, state: RuledState, fought: FoughtAttack) -> Steps:
        """The effects of a code in their order, then the advance."""
        fight = Fight(self._table, state, fought)
        yield from self._carry_out_all(fight, fought.effects)
        yield from advance_after(fight)

    def _carry_out_all(self, fight: Fight, effects: Sequence[Effect]) -> Steps:
        for effect in effects:
            yield from self._carry_out(fight, effect)

    def _carry_out(self, fight: Fight, effect: Effect) -> Steps:
        match effect:
            case Eliminate():
                yield from eliminate_units(fight, effect)
            case LoseSteps():
                yield from lose_steps(fight, effect)
            case Exchange():
                yield from exchange(fight, effect)
            case MatchLosses():
                yield from match_losses(fight, effect)
            case MarkState():
                yield from mark_units(fight, effect)
            case MakeRetreat():
                yield from self._retreat(fight, effect)
            case ByHand():
                fought = fight.fought
                yield from self._table.act(fight.state, fought.side, AFTERMATH, fought.rule, fought.words)
            case EffectChoice():
                yield from self._choose(fight, effect)

    def _retreat(self, fight: Fight, effect: MakeRetreat) -> Steps:
        clause = fight.fought.clause.retreat
        if clause is not None:
            leader = leader_of(fight, clause, fight.side(effect.of))
            yield from Retreats(fight, clause, leader).retreat(
                fight.meant(effect.of, effect.units), effect.hexes
            )

    # --- a choice between effects ------------------------------------------------------------------

    def _choose(self, fight: Fight, effect: EffectChoice) -> Steps:
        """The owner of a party chooses among the lists that can be carried out, of several; if none can, the
        first is, as far as it goes."""

        def make() -> ChoiceOptions:
            return ChoiceOptions(fight.fought.rule, effect.between, self._find_open(fight, effect))

        open_ = self._find_open(fight, effect)
        number = open_[0] if open_ else 0
        if len(open_) > 1:
            told = "; ".join(f"`choose {i + 1}`: {tell_effects(effect.between[i])}" for i in open_)
            side = fight.side(effect.of)
            given = yield from fight.ask(side, EFFECTS, told, fight.fought.rule, make)
            number = int(given.number) - 1 if isinstance(given, ChooseEffects) else number
        yield from self._carry_out_all(fight, effect.between[number])

    def _find_open(self, fight: Fight, effect: EffectChoice) -> list[int]:
        """The numbers, from 0, of the lists that can be carried out."""
        return [i for i, each in enumerate(effect.between) if all(self._is_possible(fight, e) for e in each)]

    def _is_possible(self, fight: Fight, effect: Effect) -> bool:
        """Whether an effect can be carried out whole as the units stand now."""
        match effect:
            case Eliminate() | MarkState():
                needed = 1 if effect.number == "all" else effect.number
                return len(fight.meant(effect.of, effect.units)) >= needed
            case LoseSteps():
                meant = fight.meant(effect.of, effect.units)
                return sum(map(fight.steps_left, meant)) >= (1 if effect.each else effect.steps)
            case MakeRetreat():
                clause, meant = fight.fought.clause.retreat, fight.meant(effect.of, effect.units)
                return clause is not None and Retreats(fight, clause, "").can_go(meant, effect.hexes)
            case _:
                return True
