"""What the button "Odds" tells of declared fire, by the tables that are printed.

Where a table tells how strong a weapon is at a range, each counter has its strengths as properties, one for
each range, and whoever is fired at adds up those of the enemies who declare that fire at just that range.
Where archers hit by their own value, the line tells what they hit on average.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format.buildfile import Component
from generator.vassal.format.expressions import (
    Term,
    all_of,
    braced,
    count_map,
    equal,
    grouped,
    joined,
    more,
    negated,
    number,
    plus,
    prop,
    sum_map,
    sum_near,
    text,
)
from generator.vassal.format.keys import named_key
from generator.vassal.format.orders.marks import FIRE
from generator.vassal.format.traits import CalculatedProperty, Marker, Trait
from generator.vassal.module.data import FireOdds, VassalFile
from generator.vassal.module.names import BATTLEFIELD, value_property
from generator.vassal.module.orders.buttons import own_pieces, property_of
from generator.vassal.module.orders.columns import FIRE_NUMBER, column_reached, for_each_number, line_if
from modules.definition import Counter, Definition

_SUMS, _LINE, _ALL = named_key("sumFire"), named_key("fireLine"), named_key("fireOfAll")
_TWO = named_key("fireAtTwo")
_TAKEN = "FireTaken"
"""The property of a counter that tells how strong the fire is that is declared on it."""
_A, _D, _COUNT = "FireStrength", "FireDefence", "FireCounted"
_REFEREE = "; ground, walls, flanks, high fire and every shift are the referee's"


def fire_of(file: VassalFile) -> FireOdds | None:
    """How the game's file reckons a fire."""
    return None if file.odds is None else file.odds.fire


def reaches(definition: Definition, file: VassalFile, counter: Counter) -> Iterator[Trait]:
    """How strong a counter's weapon is at each range."""
    fire = fire_of(file)
    if fire is None or fire.ranges is None or fire.weapon is None:
        return
    row, rows = counter.front.get(fire.weapon, 0), [*definition.tables.ranges[fire.ranges].rows.values()]
    if 0 < row <= len(rows):
        at = {_reach(hexes): str(n) for hexes, n in enumerate(rows[row - 1].strengths, 1)}
        yield Marker.of(**at)


def under_fire(definition: Definition, file: VassalFile) -> Iterator[Trait]:
    """What adds up the fire at a counter."""
    fire = fire_of(file)
    if fire is None or fire.ranges is None:
        return
    longest = max(len(row.strengths) for row in definition.tables.ranges[fire.ranges].rows.values())
    fires = _declares(grouped(own_pieces(definition)))
    total = number(0)
    for hexes in range(1, longest + 1):
        total = plus(total, sum_near(_reach(hexes), hexes, fires))
    yield CalculatedProperty(_TAKEN, braced(total))


def _reach(hexes: int) -> str:
    return f"FireAt{hexes}"


def _declares(condition: Term) -> Term:
    return all_of(equal(prop("Declares"), text("yes")), equal(prop(FIRE), prop(FIRE_NUMBER)), condition)


def fire_properties(definition: Definition, file: VassalFile) -> list[Component]:
    """The properties that hold the strength of a fire, that of its target, and how many are counted: those
    who fire where each hits by himself, else the targets."""
    fire = fire_of(file)
    if fire is None:
        return []
    own = grouped(own_pieces(definition))
    theirs, mine = _declares(negated(own)), _declares(own)
    if fire.hits is not None:
        sums = {
            _A: sum_map(value_property(fire.hits), BATTLEFIELD, mine),
            _COUNT: count_map(BATTLEFIELD, mine),
        }
    else:
        sums = {
            _A: sum_map(_TAKEN, BATTLEFIELD, theirs),
            _D: sum_map(value_property(fire.defence or ""), BATTLEFIELD, theirs),
            _COUNT: count_map(BATTLEFIELD, theirs),
        }
    return [property_of(name, "0", {_SUMS: braced(value)}) for name, value in sums.items()]


def fire_lines(definition: Definition, file: VassalFile) -> tuple[list[Component], list[str]]:
    """The commands that tell of each declared fire, and the keys that start them."""
    fire = fire_of(file)
    if fire is None:
        return [], []
    strength, counted = prop(_A), prop(_COUNT)
    begins = (text("Fire "), prop(FIRE_NUMBER), text(": "))
    if fire.table is None:
        hits = joined(
            *begins, counted, text(" fire, on average "), strength, text(f" in {definition.game.die} hit")
        )
        lines = [line_if("Odds: fire", _LINE, hits, more(strength, number(0)))]
    else:
        defence = prop(_D)
        column = column_reached(definition, fire.table, strength, defence)
        told = joined(
            *begins, strength, text(" against "), defence, text(", column "), grouped(column), text(_REFEREE)
        )
        one = all_of(equal(counted, number(1)), more(strength, number(0)), more(defence, number(0)))
        two = joined(*begins, text("mark one counter of the target, no more"))
        lines = [
            line_if("Odds: fire", _LINE, told, one),
            line_if("Odds: fire at several", _TWO, two, more(counted, number(1))),
        ]
    keys = [_SUMS, _LINE] if fire.table is None else [_SUMS, _LINE, _TWO]
    return [*lines, for_each_number("Odds: each fire", _ALL, keys, FIRE_NUMBER)], [_ALL]
