"""Which side holds a place: by a clause of control, or else by its units that lie there alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from modules.definition.formats.clauses.conditions import Units
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.moment import Moment

LAST_TO_ENTER: Final = "last_to_enter"
Holders = dict[str, str]
"""The side that controls each place."""
Entered = Iterable[tuple[str, str]]
"""Units with hexes that they have entered, or passed, in this order."""


class Held(Protocol):
    """What is looked at for whether a side holds a place."""

    battle: StackBattle
    moment: Moment

    def stacks_of(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where counters of a side lie, with those."""

    def enemy_hexes(self, side: str) -> Mapping[str, tuple[str, ...]]:
        """The hexes where enemies of a side lie, with those."""


class Taken(Held, Protocol):
    """What is looked at for which side takes a place."""

    def side(self, counter: str) -> str:
        """Whose a counter is."""

    def is_of(self, counter: str, units: Units) -> bool:
        """Whether a condition holds for a unit as it stands."""


def holds_place(field: Held, side: str, hex_id: str) -> bool:
    """Whether a side controls a hex; where no clause of control is for it, whether its units alone are
    there."""
    if hex_id in field.battle.controlled:
        return field.moment.holders.get(hex_id) == side
    return hex_id in field.stacks_of(side) and hex_id not in field.enemy_hexes(side)


def starting_holders(field: Taken) -> Holders:
    """Who controls what at the start: by `start`, then by the units that lie there."""
    battle, found = field.battle, Holders()
    for clause in (each for each in battle.rules.control if each.by == LAST_TO_ENTER):
        for side, words in clause.start.items():
            for hex_id in battle.map_rules.places.find(words):
                if battle.controlled.get(hex_id) is clause:
                    found[hex_id] = side
    return _with_units(field, found)


def holders_after(field: Taken, entered: Entered) -> Holders:
    """Who controls what after units have entered hexes. A side that alone has units in a place controls it;
    where both have some, it stays as it was, or by `occupied` nobody does."""
    battle = field.battle
    found = {h: s for h, s in field.moment.holders.items() if battle.controlled[h].by == LAST_TO_ENTER}
    for unit, hex_id in entered:
        clause = battle.controlled.get(hex_id)
        if clause is not None and clause.by == LAST_TO_ENTER and field.is_of(unit, clause.units):
            found[hex_id] = field.side(unit)
    return _with_units(field, found)


def _with_units(field: Taken, before: Holders) -> Holders:
    """What is controlled by the units that lie somewhere alone, beside what was before."""
    clauses, there = field.battle.controlled, dict[str, set[str]]()
    for side in field.battle.sides if clauses else ():
        for hex_id, units in field.stacks_of(side).items():
            clause = clauses.get(hex_id)
            if clause is not None and any(field.is_of(unit, clause.units) for unit in units):
                there.setdefault(hex_id, set()).add(side)
    alone = {hex_id: next(iter(sides)) for hex_id, sides in there.items() if len(sides) == 1}
    found = {**before, **alone}
    return {hex_id: found[hex_id] for hex_id in sorted(found)}
