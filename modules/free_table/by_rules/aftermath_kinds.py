"""The kinds of decisions that may follow an attack, as standing orders name them."""

from __future__ import annotations

from typing import Any

from modules.definition.formats.clauses.combat import (
    EffectChoice,
    Eliminate,
    Exchange,
    LoseSteps,
    MarkState,
    MatchLosses,
)
from modules.definition.formats.fields import Part
from modules.definition.formats.rules import RulesFile
from modules.definition.rule_clauses import parts_in
from modules.engine.standing_orders import FIRST, PASS, Kind
from modules.free_table.by_rules.advance_steps import ADVANCE
from modules.free_table.by_rules.aftermath import EFFECTS
from modules.free_table.by_rules.loss_steps import LOSSES
from modules.free_table.by_rules.retreat_steps import RETREAT, WITHDRAW
from modules.free_table.orders import TABLE


def kinds_after_combat(rules: RulesFile) -> list[Kind[Any]]:
    """Those that the attacks of a game may lead to."""
    attacks = list(rules.attacks.values())
    effects = [effect for attack in attacks for each in attack.results.values() for effect in each]
    found: list[Kind[Any]] = []
    if any(attack.withdrawal for attack in attacks):
        says = "whether your units retreat before combat"
        found.append(Kind(WITHDRAW, says, TABLE, (), PASS, passes=True))
    if any(True for effect in effects for _ in parts_in(effect, EffectChoice)):
        found.append(Kind(EFFECTS, "which of several results your units take", TABLE, (), FIRST))
    if any(_may_ask(each) for effect in effects for _, each in parts_in(effect, Part)):
        found.append(Kind(LOSSES, "which unit takes a loss", TABLE, (), FIRST))
    if any(attack.retreat for attack in attacks):
        found.append(Kind(RETREAT, "which unit retreats, and where", TABLE, (), FIRST))
    if any(attack.advance for attack in attacks):
        says = "whether units advance after combat, and where"
        found.append(Kind(ADVANCE, says, TABLE, (), PASS, passes=True))
    return found


def _may_ask(effect: object) -> bool:
    """Whether a side may have to choose among units."""
    match effect:
        case Eliminate() | MarkState():
            return effect.number != "all"
        case LoseSteps():
            return not effect.each
        case _:
            return isinstance(effect, Exchange | MatchLosses)
