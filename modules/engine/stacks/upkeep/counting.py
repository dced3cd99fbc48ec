"""Units counted: on the map, lost, or gone off it; their number, or a value of theirs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from modules.amounts import count_noun
from modules.definition.formats.clauses.conditions import Units
from modules.definition.formats.clauses.upkeep import Army
from modules.definition.formats.clauses.victory import Where
from modules.engine.stacks.field import StackField
from modules.engine.stacks.stacking import UNITS

MAP = "map"


def units_where(field: StackField, units: Units, where: Where) -> Iterator[str]:
    """The units that a condition means, on the map or in one of the places beside it, in the order of the
    counter list."""
    for counter in field.battle.counters:
        at = field.at(counter) is not None if where == MAP else field.moment.at.get(counter) == where
        if at and field.is_of(counter, units):
            yield counter


def amount(field: StackField, units: Iterable[str], what: str) -> int:
    """How many units these are, or how much of a value they have together."""
    return sum(1 if what == UNITS else field.value(unit, what) for unit in units)


def tell_amount_of(field: StackField, number: int, what: str, units: Units) -> str:
    """So many units, or so much of a value, of those that a condition means: `3 units (infantry)`."""
    words = field.battle.units_test(units).words
    counted = count_noun(number, "unit") if what == UNITS else f"{number} of {what}"
    return f"{counted} ({words})" if words else counted


def tell_where(where: Where) -> str:
    """Where units are, as a player says it."""
    return {"map": "on the map", "lost": "lost", "exited": "off the map"}[where]


def lost_by_army(field: StackField, army: Army) -> int:
    """What an army has lost of what its clause counts."""
    own = field.battle.on_side.get(army.side, frozenset())
    lost = (each for each in units_where(field, army.units, "lost") if each in own)
    return amount(field, lost, army.lost)


def armies_now(field: StackField) -> dict[str, int]:
    """The states of armies that hold now, each with what is lost. One that does not recover goes on."""
    found: dict[str, int] = {}
    for name, army in field.battle.rules.armies.items():
        lost = lost_by_army(field, army)
        if lost >= army.at_least or (name in field.moment.armies and not army.recovers):
            found[name] = lost
    return found
