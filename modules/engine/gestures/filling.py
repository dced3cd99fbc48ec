"""An order put together field by field, for what no hand shows: what may stand in each field beside what is
chosen, and, once it is whole, the order or why it is none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modules.engine.errors import Illegal, OrderSyntaxError, UnknownThingError
from modules.engine.listed_orders import (
    Chosen,
    fixed_words,
    may_be_left_out,
    order_of,
    values_of,
    way_part,
)
from modules.engine.orders import Grammar, Order, Part, parts_of, read_saying
from modules.engine.requests import Choose


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: what stands there, as `Part` says, the `values` that may stand there now, and the
    parts that are `chosen`."""

    name: str
    what: str
    many: bool
    aimed: bool
    values: tuple[str, ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrderForm:
    """A kind of order that is filled in. `form`: how it is written; `verb`: its fixed words; `order`: what it
    is, whole and legal; `fault`: why it is illegal, whole as it is. Neither while a field is open."""

    form: str
    verb: str
    fields: tuple[Field, ...]
    order: Order | None = None
    fault: Illegal | None = None


def find_forms(choice: Choose, grammar: Grammar) -> tuple[type[Order], ...]:
    """The kinds of orders that are due and have fields, as the grammar has them."""
    due = choice.options.due_kinds()
    return tuple(kind for kind in grammar.kinds if kind in due and parts_of(kind))


def known_parts(grammar: Grammar, kind: type[Order], chosen: Mapping[str, Sequence[str]]) -> Chosen:
    """The parts that somebody has chosen for the fields of a kind, as a line would have them. Raises
    OrderError for names that the game does not have, for what is no single word, and for a field of another
    kind."""
    whats, found = {part.name: part.what for part in parts_of(kind)}, dict[str, tuple[str, ...]]()
    for name, values in chosen.items():
        if name not in whats:
            raise UnknownThingError(name, "field", tuple(whats))
        found[name] = tuple(_known_part(grammar, kind, whats[name], value) for value in values)
    return found


def _known_part(grammar: Grammar, kind: type[Order], what: str, value: str) -> str:
    match what:
        case "counter":
            return grammar.counter(value)
        case "place":
            return grammar.place(value)
        case "saying":
            return read_saying(value, 1, f'"{value}"', kind.FORM)
    if not _WORD.fullmatch(value):
        raise OrderSyntaxError(value, 1, "a single word is due", kind.FORM)
    return value


_WORD: Final = re.compile(r'[^\s,>"]{1,200}')
"""A word of an order."""


def fill_form(choice: Choose, kind: type[Order], chosen: Mapping[str, tuple[str, ...]]) -> OrderForm:
    """A form with these parts chosen, all of them known (`known_parts`). A field for which one value alone is
    left is filled with it."""
    parts = parts_of(kind)
    taken = {part.name: tuple(chosen.get(part.name, ())) for part in parts}
    axes = choice.options.axes(kind, taken)
    if alone := {part.name: tuple(axes[part.name]) for part in parts if _is_alone(kind, part, taken, axes)}:
        taken |= alone
        axes = choice.options.axes(kind, taken)
    fields = tuple(
        Field(part.name, part.what, part.many, part.aimed, tuple(axes.get(part.name, ())), taken[part.name])
        for part in parts
    )
    order, fault = _judged(choice, kind, taken)
    return OrderForm(kind.FORM, " ".join(fixed_words(kind)), fields, order, fault)


def _is_alone(kind: type[Order], part: Part, taken: Chosen, axes: Mapping[str, Sequence[str]]) -> bool:
    """Whether one value alone is left for a field in which nothing stands."""
    is_open = not (part.many or taken[part.name] or may_be_left_out(kind, part))
    return is_open and len(axes.get(part.name, ())) == 1


def _judged(choice: Choose, kind: type[Order], taken: Chosen) -> tuple[Order | None, Illegal | None]:
    """The order of a form that is whole, or why it is none."""
    order = order_of(kind, taken)
    fault = None if order is None else choice.options.fault_of(order)
    if order is None or fault is None:
        return order, None
    other = _in_other_words(choice, order)
    return (other, None) if other is not None else (None, fault)


def _in_other_words(choice: Choose, order: Order) -> Order | None:
    """A legal order that is meant by one that is not: by the cheapest way over the places that it names, or
    with the same parts in another sequence."""
    way = way_part(type(order))
    if way is not None:
        ways = (replace(order, **{way.name: each}) for each in choice.options.expand_path(order))
        return next((each for each in ways if choice.options.fault_of(each) is None), None)
    same_kind = (each for each in choice.options.legal() if type(each) is type(order))
    return next((each for each in same_kind if _same_parts(each, order)), None)


def _same_parts(one: Order, other: Order) -> bool:
    return all(
        Counter(values_of(one, part)) == Counter(values_of(other, part)) for part in parts_of(type(one))
    )
