"""The button "Odds": of each declared combat the strengths of both sides, and the column of the table; then
of each declared fire (`firing`).

The strengths are those that the marked counters show. What the rules add to them, and every shift, is the
referee's: the line says so. Which table it is stands in the game's `vassal.yaml` (`odds`).
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format.buildfile import Component
from generator.vassal.format.expressions import (
    Term,
    all_of,
    braced,
    equal,
    grouped,
    joined,
    more,
    negated,
    number,
    prop,
    sum_map,
    text,
)
from generator.vassal.format.keys import named_key
from generator.vassal.format.orders.marks import COMBAT
from generator.vassal.module.data import VassalFile
from generator.vassal.module.icons import icon
from generator.vassal.module.names import BATTLEFIELD, value_property
from generator.vassal.module.orders.buttons import does, own_pieces, property_of
from generator.vassal.module.orders.columns import COMBAT_NUMBER, column_reached, for_each_number, line_if
from generator.vassal.module.orders.firing import fire_lines, fire_properties
from modules.definition import Definition

_SUMS, _LINE, _ALL = named_key("sumStrengths"), named_key("oddsLine"), named_key("oddsOfAll")
_A, _D = "OddsAttack", "OddsDefence"
_REFEREE = "; what the rules add and every shift are the referee's"


def odds_properties(definition: Definition, file: VassalFile) -> list[Component]:
    """The properties that hold the strengths of both sides of a combat, and of a fire."""
    if file.odds is None:
        return []
    own, here = grouped(own_pieces(definition)), equal(prop(COMBAT), prop(COMBAT_NUMBER))
    sums = {
        _A: _sum(definition, file.odds.attack, all_of(here, own)),
        _D: _sum(definition, file.odds.defence, all_of(here, negated(own))),
    }
    found = [property_of(name, "0", {_SUMS: braced(strength)}) for name, strength in sums.items()]
    return [*found, *fire_properties(definition, file)]


def _sum(definition: Definition, value: str | None, condition: Term) -> Term:
    """The sum of a value, of the printed strength where none is named, over pieces that declare."""
    value = value or definition.counters_file.strength or ""
    declares = all_of(equal(prop("Declares"), text("yes")), condition)
    return sum_map(value_property(value), BATTLEFIELD, declares)


def odds_button(definition: Definition, file: VassalFile) -> Iterator[Component]:
    """The button, in a game whose file names a table."""
    if file.odds is None:
        return
    attack, defence = prop(_A), prop(_D)
    column = column_reached(definition, file.odds.table, attack, defence)
    told = joined(
        text("Combat "), prop(COMBAT_NUMBER), text(": "), attack, text(" against "), defence,
        text(", column "), grouped(column), text(_REFEREE),
    )  # fmt: skip
    both = all_of(more(attack, number(0)), more(defence, number(0)))
    yield line_if("Odds: line", _LINE, told, both)
    yield for_each_number("Odds: each combat", _ALL, [_SUMS, _LINE], COMBAT_NUMBER)
    fires, all_fires = fire_lines(definition, file)
    yield from fires
    yield does(
        "Odds", named_key("oddsOfDeclared"), [_ALL, *all_fires], text="Odds", icon=icon("charts"),
        tooltip="Tell the strengths of each declared combat and fire, and the column of the table",
    )  # fmt: skip
