"""Replacements and recovery at a table: points gained, units that come back, are restored, or recover."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modules.amounts import count_noun
from modules.definition.formats.clauses.upkeep import NewUnit, RebuildPhase, RecoverPhase, Recovery
from modules.definition.model import Counter
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import RebuildUnit, RecoverUnit, RestoreUnit
from modules.engine.stacks.upkeep.rebuilding import Paid, RebuildOptions
from modules.engine.stacks.upkeep.recovering import RecoverOptions, may_recover
from modules.free_table.by_rules.ruled_state import ENTERED, RuledState
from modules.free_table.state import FRESH, Face

# --- replacements ----------------------------------------------------------------------------------------


def gain_points(field: StackField, state: RuledState, clause: RebuildPhase) -> Iterator[Tell]:
    """The points that a side gets in a phase."""
    for name in clause.by:
        rebuild = field.battle.rules.rebuild[name]
        if rebuild.side != state.active:
            continue
        due = (each for each in rebuild.points if field.battle.in_turns(each.turns, state.turn))
        held = (each for each in due if field.is_now(each.when))
        gained = next((each.points for each in held), 0)
        saved = state.replacements.get(name, 0)
        state.replacements[name] = saved + gained
        told = f"{state.active} gets {count_noun(gained, 'replacement')}"
        yield Tell(told + (f", {saved + gained} with those saved" if saved else ""), rebuild.rule)


def lose_points(battle: StackBattle, state: RuledState) -> None:
    """Points that are not saved are lost at the end of their phase."""
    clause = battle.rules.phases.get(state.phase)
    for name in clause.by if isinstance(clause, RebuildPhase) else ():
        if not battle.rules.rebuild[name].saved:
            state.replacements.pop(name, None)


def rebuild_unit(options: RebuildOptions, state: RuledState, order: RebuildUnit) -> Iterator[Tell]:
    """A unit comes back. In the past the clauses of that time let it, which may have cost nothing."""
    found = options.find_new(order.unit, order.at)
    back, rule, paid = False, options.clause.rule, ""
    if isinstance(found, Paid):
        assert isinstance(found.clause, NewUnit)  # noqa: S101 - what brings a unit back
        back, rule, paid = found.clause.reduced, found.clause.rule, _pay(state, found)
    counter = options.field.battle.counters[order.unit]
    state.put(order.unit, order.at)
    state.show(order.unit, _reduced(counter) if back else FRESH)
    state.note_deed(order.unit, ENTERED)
    state.rebuilt = (*state.rebuilt, order.unit)
    state.rebuilt_at[order.at] = state.rebuilt_at.get(order.at, 0) + 1
    side = " reduced" if back else ""
    yield Tell(f"{order.unit} comes back{side} at {order.at}{paid}", rule, (order.unit,))


def restore_unit(options: RebuildOptions, state: RuledState, order: RestoreUnit) -> Iterator[Tell]:
    """A reduced unit gets its full strength again."""
    found = options.find_restore(order.unit)
    rule, paid = options.clause.rule, ""
    if isinstance(found, Paid):
        rule, paid = found.clause.rule, _pay(state, found)
    state.show(order.unit, replace(state.face(order.unit), back=False, steps_lost=0))
    state.rebuilt = (*state.rebuilt, order.unit)
    yield Tell(f"{order.unit} has its full strength again{paid}", rule, (order.unit,))


def _pay(state: RuledState, paid: Paid) -> str:
    left = state.replacements.get(paid.name, 0) - paid.cost
    state.replacements[paid.name] = left
    return f" ({count_noun(paid.cost, 'replacement')}, {left} left)"


def _reduced(counter: Counter) -> Face:
    """The face of a reduced counter: its back, a block at its last step; one of a single step stays whole."""
    if counter.strengths:
        return Face(steps_lost=counter.steps - 1)
    return Face(back=counter.back is not None)


# --- recovery --------------------------------------------------------------------------------------------


def recover_all(field: StackField, state: RuledState, clause: RecoverPhase) -> Steps:
    """All units that may recover do, or roll for it, by the clauses without `most`."""
    for name in clause.by:
        recovery = field.battle.rules.recovery[name]
        if recovery.most is None:
            field = StackField(field.battle, state.moment())
            for unit in [*may_recover(field, recovery, state.active)]:
                yield from recover(field, state, recovery, unit)


def recover_unit(options: RecoverOptions, state: RuledState, order: RecoverUnit) -> Steps:
    """A unit recovers that its player has chosen, or tries to."""
    name = options.clause_for(order.unit)
    state.acted = (*state.acted, order.unit)
    if name is None:
        return
    state.tried[name] = state.tried.get(name, 0) + 1
    yield from recover(options.field, state, options.field.battle.rules.recovery[name], order.unit)


def recover(field: StackField, state: RuledState, recovery: Recovery, unit: str) -> Steps:
    """A unit loses its marker, if a die does not show less than it must."""
    told = ""
    if recovery.die is not None:
        label = f"{unit} recovers from {recovery.state}"
        values = yield Roll(state.active, recovery.rule, (Die(field.battle.definition.game.die, label),))
        state.rolls += 1
        state.attacks += 1
        state.attack_dice += 1
        told = f": die {values[0]}, {recovery.die} or more is needed"
        if values[0] < recovery.die:
            yield Tell(f"{unit} stays {recovery.state}{told}", recovery.rule, (unit,))
            return
    face = state.face(unit)
    state.show(unit, replace(face, marks=tuple(each for each in face.marks if each != recovery.state)))
    yield Tell(f"{unit} is {recovery.state} no more{told}", recovery.rule, (unit,))
