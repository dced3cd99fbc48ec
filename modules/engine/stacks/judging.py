"""A path judged: the first thing that is against a rule, by its number, with what was reckoned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from modules.engine.errors import Illegal
from modules.engine.stacks.allowances import tell_amount
from modules.engine.stacks.costs import NONE, PaidStep
from modules.engine.stacks.edges import entry_fault
from modules.engine.stacks.going import Going
from modules.engine.stacks.orders import EXIT


class JudgedPath(NamedTuple):
    """What was found of a path: so many steps of it are legal, what they cost in parts of a MP, and what is
    against it."""

    steps: int
    spent: int
    fault: Illegal | None


def judge(going: Going, path: Sequence[str]) -> JudgedPath:
    """Look at a path step by step, then at what it costs."""
    here, paid = going.start, list[PaidStep]()
    for i, place in enumerate(path):
        fault = (_stop_fault(going, here) if i else None) or _step_fault(
            going, here, place, first=not i, last=i == len(path) - 1
        )
        if fault is not None:
            return JudgedPath(i, sum([step.cost for step in paid]), fault)
        paid.append(_pay(going, here, place))
        here = place
    spent = sum([step.cost for step in paid])
    one = going.clause.at_least_one and len(path) == 1 and path[0] != EXIT
    fault = None if one or spent <= going.spendable else _short_fault(going, path, paid)
    return JudgedPath(len(path), spent, fault)


def _pay(going: Going, here: str, place: str) -> PaidStep:
    if place == EXIT:
        return going.leave(here)
    return going.step(here, place) if here in going.field.map_rules.hexes else going.enter(place)


def _stop_fault(going: Going, here: str) -> Illegal | None:
    for bar in going.stops:
        if here in bar.hexes:
            return Illegal(bar.rule, f"{going.unit} must stop in {here}, {bar.why(here)}")
    return None


def _step_fault(going: Going, here: str, place: str, *, first: bool, last: bool) -> Illegal | None:
    if place == EXIT:
        return _exit_fault(going, here, last=last) or _locked_fault(going, here)
    if first and not going.on_map:
        fault = _entry_fault(going, place)
    else:
        fault = (
            _ground_fault(going, here, place) or _locked_fault(going, here) or _hop_fault(going, here, place)
        )
    if fault is not None:
        return fault
    for bar in (*going.closed, *(going.no_end if last else ())):
        if place in bar.hexes:
            return Illegal(bar.rule, bar.why(place))
    return None


def _exit_fault(going: Going, here: str, *, last: bool) -> Illegal | None:
    if not last:
        return Illegal(going.clause.rule, "`exit` must come last in a path")
    if here in going.exits:
        return None
    those = going.phase.exits
    if not those:
        return Illegal(going.phase.rule, "no unit leaves the map in this phase")
    return Illegal(those[0].rule, f"{going.unit} may not leave the map from {here}")


def _entry_fault(going: Going, place: str) -> Illegal | None:
    fault = entry_fault(going.field, going.unit, place)
    if fault is not None:
        return fault
    barred = going.enter(place)
    return Illegal(barred.rule, f"{barred.barred} leads through {place}") if barred.barred else None


def _ground_fault(going: Going, here: str, place: str) -> Illegal | None:
    board, unit = going.field.board, going.unit
    if place == here:
        reason = f"{unit} is in {here} already, which is not adjacent to itself: leave it out"
        return Illegal(going.clause.rule, reason)
    if here not in board.neighbours or place not in board.neighbours[here]:
        reason = f"{place} is not adjacent to {here}: name every hex of the path"
        return Illegal(going.clause.rule, reason)
    step = going.table.step(here, place)
    if not step.barred:
        return None
    return Illegal(step.rule, step.tell_barred(here, place))


def _locked_fault(going: Going, here: str) -> Illegal | None:
    for effect in going.effects:
        if effect.locks(here):
            holders = ", ".join(effect.covers[here])
            reason = f"{going.unit} in {here} is in the ZOC of {holders} and stays until combat takes it out"
            return Illegal(effect.clause.rule, reason)
    return None


def _hop_fault(going: Going, here: str, place: str) -> Illegal | None:
    for effect in going.effects:
        if effect.bars_hop(here, place):
            holders = ", ".join(dict.fromkeys((*effect.covers[here], *effect.covers[place])))
            within = "within the ZOC of one unit" if effect.clause.hop == "not_same" else "from ZOC to ZOC"
            reason = f"{going.unit} may not go {within}, from {here} to {place} ({holders})"
            return Illegal(effect.clause.rule, reason)
    return None


def _short_fault(going: Going, path: Sequence[str], paid: Sequence[PaidStep]) -> Illegal:
    """That a path costs more than its unit may spend, with all that was reckoned."""
    budget = going.budget
    short = sum((step.mp for step in paid), NONE) - budget.amount
    steps = zip(paid, pairwise((going.start, *path)), strict=True)
    told = ", ".join(step.tell(one, other) for step, (one, other) in steps)
    whose = f"{going.unit}: " if len(going.movers) > 1 else ""
    lack = tell_amount(short, by_hexes=budget.by_hexes)
    return Illegal(budget.rule, f"{whose}{lack} short: {budget.told}; {told}")
