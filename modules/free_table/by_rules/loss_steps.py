"""The losses of an attack at a table: units, steps, exchanges, markers, and which side chooses among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import (
    Eliminate,
    Exchange,
    LoseSteps,
    MarkState,
    MatchLosses,
    Party,
)
from modules.engine.decisions import Asks
from modules.engine.hexes.board import written
from modules.engine.requests import ListedOptions, Steps, Tell
from modules.engine.stacks.aftermath.losses import NOTHING, Worth
from modules.engine.stacks.orders import Lose, RecoverUnit
from modules.free_table.by_rules.fight import Fight, listed, other_party

LOSSES: Final = "losses"
"""The kind of decision: which unit takes a loss."""
Find = Callable[[], Sequence[str]]
"""The units among which one is to be chosen, as the position is now."""


def eliminate_units(fight: Fight, effect: Eliminate) -> Steps:
    """All units that are meant are eliminated, or so many."""
    meant, rule = fight.meant(effect.of, effect.units), fight.fought.rule
    side = fight.chooser(effect.of, effect.chosen_by)
    number = len(meant) if effect.number == "all" else effect.number

    def find() -> Sequence[str]:
        return [unit for unit in meant if fight.is_there(unit)]

    def suffer(unit: str) -> Steps:
        yield from fight.eliminate(unit, rule)

    yield from _befall(fight, side, "a unit is eliminated", number, find, suffer)


def mark_units(fight: Fight, effect: MarkState) -> Steps:
    """All units that are meant, or so many, get a marker or lose it."""
    meant, rule, marks = fight.meant(effect.of, effect.units), fight.fought.rule, effect.do == "mark"
    side, state = fight.chooser(effect.of, effect.chosen_by), effect.state
    number = len(meant) if effect.number == "all" else effect.number

    def find() -> Sequence[str]:
        there = (unit for unit in meant if fight.is_there(unit))
        return [unit for unit in there if (state in fight.state.face(unit).marks) != marks]

    def suffer(unit: str) -> Steps:
        face = fight.state.face(unit)
        left = tuple(each for each in face.marks if each != state)
        fight.state.show(unit, replace(face, marks=(*left, state) if marks else left))
        yield Tell(f"{unit} is {state if marks else f'{state} no more'}", rule, (unit,))

    ask = f"a unit is {state}" if marks else f"a unit is {state} no more"
    yield from _befall(fight, side, ask, number, find, suffer, Lose if marks else RecoverUnit)


def _befall(
    fight: Fight,
    side: str,
    ask: str,
    number: int,
    find: Find,
    suffer: Callable[[str], Steps],
    order: type[Lose | RecoverUnit] = Lose,
) -> Steps:
    """What befalls so many units that a side chooses; all of them where they are no more."""
    for number_left in range(number, 0, -1):
        units = find()
        if number_left >= len(units):
            for unit in units:
                yield from suffer(unit)
            return
        chosen = yield from _choose(fight, side, ask, find, order)
        if chosen:
            yield from suffer(chosen)


def _choose(
    fight: Fight, side: str, ask: str, find: Find, order: type[Lose | RecoverUnit] = Lose
) -> Asks[str]:
    """The unit that a side chooses, without a question where there is one alone; empty where none is left."""
    units = find()
    if len(units) < 2:
        return units[0] if units else ""
    rule, verb = fight.fought.rule, order.FORM.split()[0]

    def make() -> ListedOptions[Lose | RecoverUnit]:
        return ListedOptions([order(unit) for unit in find()], rule)

    given = yield from fight.ask(side, LOSSES, f"{ask}: `{verb}` {listed(units)}", rule, make)
    return given.unit if isinstance(given, order) else ""


def lose_steps(fight: Fight, effect: LoseSteps) -> Steps:
    """So many steps are lost by each unit that is meant, or by all of them together."""
    meant, rule = fight.meant(effect.of, effect.units), fight.fought.rule
    if effect.each:
        for unit in meant:
            for _ in range(min(effect.steps, fight.steps_left(unit))):
                yield from fight.lose_step(unit, rule)
        return
    side = fight.chooser(effect.of, effect.chosen_by)

    def find() -> Sequence[str]:
        return [unit for unit in meant if fight.is_there(unit)]

    for left in range(effect.steps, 0, -1):
        units = find()
        if left >= sum(map(fight.steps_left, units)):
            for unit in units:
                yield from fight.eliminate(unit, rule)
            return
        unit = yield from _choose(fight, side, f"{count_noun(left, 'step')} to lose", find)
        if unit:
            yield from fight.lose_step(unit, rule)


def exchange(fight: Fight, effect: Exchange) -> Steps:
    """The party with less is eliminated, and the other loses as much; if both have the same, both are."""
    worth, now, rule = fight.worth(effect.value, printed=effect.printed), fight.field(), fight.fought.rule
    mine = worth.sum_left(now, fight.party("attackers"))
    other = worth.sum_left(now, fight.party("defenders"))
    yield Tell(f"exchange: attackers {written(mine)}, defenders {written(other)}", rule)
    lesser: list[Party] = []
    if mine <= other:
        lesser.append("attackers")
    if other <= mine:
        lesser.append("defenders")
    for of in lesser:
        for unit in fight.party(of):
            yield from fight.eliminate(unit, rule)
    if len(lesser) == 1:
        yield from _lose_as_much(fight, other_party(lesser[0]), min(mine, other), worth, by_steps=False)


def match_losses(fight: Fight, effect: MatchLosses) -> Steps:
    """A party loses as much as the other has lost in the attack."""
    worth, of = fight.worth(effect.value, printed=effect.printed), effect.of
    units = fight.fought.defenders if of == "attackers" else fight.fought.attackers
    due = worth.sum_lost(fight.field(), units)
    yield from _lose_as_much(fight, of, due, worth, by_steps=effect.steps)


def _lose_as_much(fight: Fight, of: Party, due: Fraction, worth: Worth, *, by_steps: bool) -> Steps:
    """A party loses at least so much of a value, in units or in steps that their owner chooses. Only a unit
    counts that has some of it."""
    rule, side, lost = fight.fought.rule, fight.side(of), NOTHING

    def find() -> Sequence[str]:
        now = fight.field()
        return [unit for unit in fight.party(of) if worth.left(now, unit)]

    while lost < due and (units := find()):
        now = fight.field()
        if worth.sum_left(now, units) <= due - lost:
            for unit in units:
                yield from fight.eliminate(unit, rule)
            return
        unit = yield from _choose(fight, side, f"{written(due - lost)} of {worth.value} to lose", find)
        if not unit:
            return
        before = worth.left(now, unit)  # a position is seen as it is now, also later
        yield from fight.lose_step(unit, rule) if by_steps else fight.eliminate(unit, rule)
        lost += before - worth.left(fight.field(), unit)
