"""The legal orders of a decision, listed for a person: in short, for one counter, or all."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from modules.amounts import count_noun, span_noun
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose, ListedOptions
from pbem import errors
from pbem.reason_codes import Code
from pbem.rules.table import Table

SHORT = 30
"""Lines in a list that is kept short."""
About: TypeAlias = Callable[[Sequence[Order]], str]
"""What matters of orders that are told in one line (`Options.summarize`)."""
_NUMBERED = re.compile(r"(?P<kind>\S+ \S+)-[0-9]+")


def list_choices(request: Choose, limit: int = SHORT) -> list[str]:
    """The legal orders, those that begin alike told as one line, and where these are too many, counters of
    one kind too; at most `limit` lines and one. Of a long list those come first that stand alone, such as
    `deploy` or `pass`: they are the shortest way through."""
    groups = by_beginning(request)
    if limit < len(groups):
        groups = dict(sorted(groups.items(), key=lambda group: " " in group[0]))
    about = request.options.summarize
    if limit < len(groups):
        lines = [_range(kind, heads, groups, about) for kind, heads in _kinds(groups).items()]
    else:
        lines = [_line(head, orders, about) for head, orders in groups.items()]
    if limit + 1 < len(lines):  # a single one has the room of what would tell of it
        return [*lines[:limit], f"... and {count_noun(len(lines) - limit, 'more line')}"]
    return lines


MOST_NUMBERED = 20
"""A list of more lines has no numbers: a map with more of them would be too full to read."""


def number_choices(request: Choose) -> list[tuple[str, Sequence[Order]]]:
    """The lines of a short list, which is numbered from 1 on, with the orders of each: a line an order, or
    if these are too many a line for those that begin alike. None where that gives a single line or too many.
    """
    orders, about = request.options.legal(), request.options.summarize
    if 1 < len(orders) <= MOST_NUMBERED:
        return [(describe_order(order, about), [order]) for order in orders]
    groups = by_beginning(request)
    if 1 < len(groups) <= MOST_NUMBERED:
        return [(_line(head, group, about), group) for head, group in groups.items()]
    return []


def _line(head: str, orders: Sequence[Order], about: About) -> str:
    """One line for orders that begin alike, with what matters of them if there is anything."""
    if len(orders) == 1:
        return describe_order(orders[0], about)
    return f"{head} ...   {about(orders) or count_noun(len(orders), 'way')}, for example `{orders[0]}`"


def describe_order(order: Order, about: About, joint: str = "   ") -> str:
    """An order in a list, with what must be known before it is given if there is anything."""
    said = about([order])
    return f"{order}{joint}{said}" if said else str(order)


def _kinds(groups: Mapping[str, Sequence[Order]]) -> dict[str, list[str]]:
    """The beginnings by verb and kind of counter: `move S-fyrd` for `move S-fyrd-3`."""
    kinds: dict[str, list[str]] = {}
    for head in groups:
        numbered = _NUMBERED.fullmatch(head)
        kinds.setdefault(numbered["kind"] if numbered else head, []).append(head)
    return kinds


def _range(kind: str, heads: Sequence[str], groups: Mapping[str, Sequence[Order]], about: About) -> str:
    """One line for the counters of a kind: `move S-fyrd-1 to 20 ...   2 to 16 ways each, for example ...`."""
    first = groups[heads[0]]
    if len(heads) == 1:
        return _line(heads[0], first, about)
    numbers = sorted(int(head.rpartition("-")[2]) for head in heads)
    whole = numbers == list(range(numbers[0], numbers[-1] + 1))
    which = f"{numbers[0]} to {numbers[-1]}" if whole else ", ".join(map(str, numbers))
    least, most = (pick(len(groups[head]) for head in heads) for pick in (min, max))
    said = (
        about([order for head in heads for order in groups[head]]) or f"{span_noun(least, most, 'way')} each"
    )
    return f"{kind}-{which} ...   {said}, for example `{first[0]}`"


def by_beginning(request: Choose) -> dict[str, list[Order]]:
    """The legal orders by their first two words."""
    groups: dict[str, list[Order]] = {}
    for order in request.options.legal():
        groups.setdefault(order.beginning, []).append(order)
    return groups


def suggest_orders(choice: Choose, line: str, limit: int = 12) -> list[str]:
    """What could have stood in the place of a refused line: ways of its counter to where it ends, or why none
    leads there; else orders of the same counter if there are any."""
    start, end = line.split()[:2], re.split(r"[\s-]", line)[-1]
    why, ways = choice.options.find_paths(start[-1], end)
    if ways:
        return [*([why] if why else []), *map(str, ways[:limit])]
    alike = [text for order in choice.options.legal() if (text := str(order)).split()[:2] == start]
    if not alike:
        return list_choices(choice, limit)
    more = [f"... and {len(alike) - limit} more"] if len(alike) > limit else []
    return alike[:limit] + more


def not_due(choice: Choose, line: str) -> str:
    """For a line whose verb belongs to another decision: the verbs of this one; else empty."""
    verbs = dict.fromkeys(order.verb for order in choice.options.legal())
    return "" if line.split()[0] in verbs else f"expected now: {', '.join(verbs)}"


def orders_of(table: Table, unit: str | None = None, me: str = "", *, told: bool = False) -> list[str]:
    """The legal orders of the decision that is due, or those that name a counter; raises `bad-filter`.

    Of a decision that several sides make at once those of `me`. `told`: each with what must be known before
    it is given.
    """
    request = table.choice(me) or table.play.request
    options = request.options if isinstance(request, Choose) else ListedOptions[Order]((), "")
    orders: Sequence[Order]
    if unit is None:
        orders = options.legal()
    else:
        try:
            counter = table.replay.rules.grammar.counter(unit)
        except OrderError as error:
            raise errors.Refusal(Code.BAD_FILTER, str(error)) from error
        orders = options.legal_for(counter)
    return [describe_order(order, options.summarize) if told else str(order) for order in orders]
