"""Lines of the button "Odds": one for each declared number, with the column of a printed table as an
expression of two strengths."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from generator.drawing.typography import odds
from generator.vassal.format.buildfile import Component
from generator.vassal.format.expressions import (
    Term,
    at_most,
    braced,
    choose,
    grouped,
    minus,
    number,
    text,
    times,
)
from generator.vassal.module.orders.buttons import does
from modules.definition import Definition
from modules.definition.heads import differences, ratio

COMBAT_NUMBER: Final = "OddsNumber"
FIRE_NUMBER: Final = "FireNumber"
"""The properties that tell which number is due: each loop has its own, for VASSAL finds but one of two of one
name."""


def for_each_number(name: str, hotkey: str, keys: Sequence[str], counted: str) -> Component:
    """Commands that are given once for each number that a counter can declare; `counted` is the property that
    tells which."""
    return does(
        name, hotkey, keys, doLoop=True, loopType="counted", loopCount="9", index=True,
        indexProperty=counted, indexStart=1, indexStep=1,
    )  # fmt: skip


def line_if(name: str, hotkey: str, told: Term, holds: Term) -> Component:
    """A line of the chat, where a condition holds."""
    return does(
        name, hotkey, [], doReport=True, reportFormat=braced(told), doLoop=True, loopType="counted",
        loopCount=braced(choose(holds, number(1), number(0))),
    )  # fmt: skip


def column_reached(definition: Definition, name: str, attack: Term, defence: Term) -> Term:
    """The head of the column as the table prints it, by two strengths. Raises KeyError for an unknown
    table."""
    tables = definition.tables
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
