"""Facts on which all players agree beside the rules: where a counter lies, in which state it is, how large a
number is. Each has one text: `S-fyrd-3 at 2019`, `S-fyrd-3 is not disordered`, `losses saxon 12`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from modules.engine.errors import OrderSyntaxError
from modules.engine.orders import Grammar

FORMS: Final = "COUNTER at PLACE, COUNTER is STATE, COUNTER is not STATE or NUMBER'S NAME 12"
MOST: Final = 9999
_AT: Final = re.compile(r"(\S+) at (\S+)")
_IS: Final = re.compile(r"(\S+) is (not )?([A-Za-z_]+)")
_NUMBER: Final = re.compile(r"([a-z][^\s:]*(?: [^\s:]+)*) (0|[1-9][0-9]{0,3})")


@dataclass(frozen=True, slots=True)
class CounterPlacement:
    """A counter lies in a place of the map, or in one beside it, such as `lost`."""

    counter: str
    place: str

    def __str__(self) -> str:
        return f"{self.counter} at {self.place}"


@dataclass(frozen=True, slots=True)
class CounterState:
    """A counter is in a state, or it is not."""

    counter: str
    state: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.counter} is {'' if self.holds else 'not '}{self.state}"


@dataclass(frozen=True, slots=True)
class FactValue:
    """A number, by the name that `ViewRules.facts` has for it, is so large: 0 to MOST."""

    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


Fact: TypeAlias = CounterPlacement | CounterState | FactValue


def parse_fact(text: str, grammar: Grammar) -> Fact:
    """The fact that a line says. Raises OrderSyntaxError for none, and what `Grammar.counter` raises.

    >>> grammar = Grammar((), ("S-fyrd-3",), ("2019",))
    >>> parse_fact("fyrd-3 at 2019", grammar)
    CounterPlacement(counter='S-fyrd-3', place='2019')
    >>> str(parse_fact("S-fyrd-3 is not disordered", grammar))
    'S-fyrd-3 is not disordered'
    """
    if found := _AT.fullmatch(text):
        return CounterPlacement(grammar.counter(found[1]), found[2])
    if found := _IS.fullmatch(text):
        return CounterState(grammar.counter(found[1]), found[3], not found[2])
    if found := _NUMBER.fullmatch(text):
        return FactValue(found[1], int(found[2]))
    raise OrderSyntaxError(text, 1, "this is no fact", FORMS)


@dataclass(frozen=True, slots=True)
class Amendments:
    """Stands in a record of a game in the place of an answer: facts, taken together (`MailRules.amend`)."""

    facts: tuple[Fact, ...]
