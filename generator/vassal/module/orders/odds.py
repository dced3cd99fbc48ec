"""The button "Odds": of each declared combat the strengths of both sides, and the column of the table.

The strengths are those that the marked counters show. What the rules add to them, and every shift, is the
referee's: the line says so. Which table it is stands in the game's `vassal.yaml` (`odds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from generator.drawing.typography import odds
from generator.vassal.format.buildfile import Component
from generator.vassal.format.expressions import (
    Term,
    at_most,
    braced,
    choose,
    equal,
    every,
    grouped,
    minus,
    more,
    negated,
    number,
    plus,
    prop,
    sum_map,
    text,
    times,
)
from generator.vassal.format.keys import named_key
from generator.vassal.format.orders.marks import COMBAT
from generator.vassal.module.data import VassalFile
from generator.vassal.module.icons import icon
from generator.vassal.module.names import BATTLEFIELD, value_property
from generator.vassal.module.orders.buttons import does, own_pieces, property_of
from modules.definition import Definition
from modules.definition.heads import differences, ratio

_SUMS, _LINE, _ALL = named_key("sumStrengths"), named_key("oddsLine"), named_key("oddsOfAll")
_NUMBER = "OddsNumber"
_A, _D = "OddsAttack", "OddsDefence"
_REFEREE = "; what the rules add and every shift are the referee's"


def odds_properties(definition: Definition, file: VassalFile) -> list[Component]:
    """The properties that hold the strengths of both sides of a combat."""
    if file.odds is None:
        return []
    own, here = grouped(own_pieces(definition)), equal(prop(COMBAT), prop(_NUMBER))
    sums = {
        _A: _sum(definition, file.odds.attack, every(here, own)),
        _D: _sum(definition, file.odds.defence, every(here, negated(own))),
    }
    return [property_of(name, "0", {_SUMS: braced(strength)}) for name, strength in sums.items()]


def _sum(definition: Definition, value: str | None, condition: Term) -> Term:
    """The sum of a value, of the printed strength where none is named, over pieces that declare."""
    value = value or definition.counters_file.strength or ""
    declares = every(equal(prop("Declares"), text("yes")), condition)
    return sum_map(value_property(value), BATTLEFIELD, declares)


def odds_button(definition: Definition, file: VassalFile) -> Iterator[Component]:
    """The button, in a game whose file names a table."""
    if file.odds is None:
        return
    attack, defence = prop(_A), prop(_D)
    words = plus(plus(plus(text("Combat "), prop(_NUMBER)), text(": ")), attack)
    words = plus(plus(plus(words, text(" against ")), defence), text(", column "))
    told = plus(plus(words, grouped(column_reached(definition, file.odds.table))), text(_REFEREE))
    both = every(more(attack, number(0)), more(defence, number(0)))
    yield does(
        "Odds: line", _LINE, [], doReport=True, reportFormat=braced(told), doLoop=True, loopType="counted",
        loopCount=braced(choose(both, number(1), number(0))),
    )  # fmt: skip
    yield does(
        "Odds: each combat", _ALL, [_SUMS, _LINE], doLoop=True, loopType="counted", loopCount="9", index=True,
        indexProperty=_NUMBER, indexStart=1, indexStep=1,
    )  # fmt: skip
    yield does(
        "Odds", named_key("oddsOfDeclared"), [_ALL], text="Odds", icon=icon("charts"),
        tooltip="Tell the strengths of each declared combat and the column of the table",
    )  # fmt: skip


def column_reached(definition: Definition, name: str) -> Term:
    """The head of the column as the table prints it, by the two properties of strengths."""
    tables, attack, defence = definition.tables, prop(_A), prop(_D)
    if name in tables.odds:
        entry = tables.odds[name]
        least = [_reached(ratio(column), attack, defence) for column in entry.columns]
        return _chosen(entry.columns, least, below=entry.below is not None)
    other = tables.differentials[name]
    firsts = [differences(column)[0] for column in other.columns]
    reached = [at_most(number(first), grouped(minus(attack, defence))) for first in firsts]
    return _chosen(other.columns, reached, below=other.below is not None)


def _reached(least: Fraction, attack: Term, defence: Term) -> Term:
    return at_most(times(defence, number(least.numerator)), times(attack, number(least.denominator)))


def _chosen(heads: Sequence[str], least: Sequence[Term], *, below: bool) -> Term:
    """The last column that is reached, else the first, or that there is none."""
    heads = [odds(head) for head in heads]
    found = text(f"under {heads[0]}" if below else heads[0])
    for head, reached in zip(heads[0 if below else 1 :], least[0 if below else 1 :], strict=True):
        found = choose(reached, text(head), found)
    return found
