"""Acts by hand as a side, or the referee, is told of them: those that are open to its objection, and the
objections that wait for its word. Empty in a game whose rules decide everything."""

from __future__ import annotations

from modules.engine.rules.objection_rules import ActShown, ObjectionRules
from pbem.entry.field_types import REFEREE
from pbem.rules.table import Table


def contestable_lines(table: Table, side: str) -> list[str]:
    """The acts of others since the last orders of a side, each with its rule, and how to object."""
    rules = table.replay.rules
    if not isinstance(rules, ObjectionRules) or table.replay.outcome() is not None:
        return []
    acts = rules.find_contestable(table.play.state, side)
    if not acts:
        return []
    how = f'If one breaks a rule, object before your own orders: `object {acts[-1].number} "why"`.'
    if any(each.by == side for each in rules.find_objections(table.play.state)):
        how = "If one breaks a rule, object when your open objection is judged, before your own orders."
    return [*(line for act in acts for line in _act_lines(act)), how]


def _act_lines(act: ActShown) -> list[str]:
    says = [f"     rule {act.rule}: {act.says}"] if act.says else []
    return [f"{act.number:3}. {act.author}: {act.text}", *says]


def objection_lines(table: Table, me: str) -> list[str]:
    """The objections that are open, and how a party says which of them are right; for a side the words stand
    among its choices."""
    rules = table.replay.rules
    if not isinstance(rules, ObjectionRules) or table.replay.outcome() is not None:
        return []
    found = [
        f"{each.by} objects to act {each.act.number} of {each.act.author}, `{each.act.text}`: {each.why}"
        for each in rules.find_objections(table.play.state)
    ]
    if not found or me != REFEREE:
        return found
    return [*found, 'You judge it: `pbem uphold ACT --why "..."`, or `pbem dismiss ACT --why "..."`.']
