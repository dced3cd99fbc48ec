"""A look ahead in words: which counters stand elsewhere after some orders, and what is legal then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose
from pbem.log.due_rolls import CHANCE, describe, due_rolls
from pbem.messages import report_text
from pbem.play.orders.look_ahead import LookAhead
from pbem.rules.order_choices import list_choices
from pbem.rules.table import Table


def text(
    table: Table,
    side: str,
    found: LookAhead,
    before: Iterable[PlacedCounter],
    orders: Sequence[str] | None = None,
) -> str:
    """The look ahead in words; `before` is the position before the orders, `orders` the legal ones of one
    counter, if they are asked for."""
    after = table.replay.rules.position(found.play.state)
    lines = ["After these orders (nothing is signed):", *(f"  > {order}" for order in found.orders)]
    lines += [*_moved_lines(before, after), *_then_lines(side, found, orders)]
    if found.left:
        lines += ["Not looked at, since that comes first:", *(f"  {line}" for line in found.left)]
    return "\n".join([*lines, report_text.footer_text(table)]) + "\n"


def _moved_lines(before: Iterable[PlacedCounter], after: Iterable[PlacedCounter]) -> Iterator[str]:
    """Each counter that stands elsewhere, with both places."""
    places = {each.counter: each.place for each in before if each.counter}
    for each in after:
        old = places.get(each.counter, "")
        if each.counter and each.place != old:
            yield f"  {each.counter}: {f'{old} to ' if old else ''}{each.place}"


def _then_lines(side: str, found: LookAhead, orders: Sequence[str] | None) -> Iterator[str]:
    """What comes next: dice, another side, or a decision of this one with its choices."""
    request = found.play.request
    if isinstance(request, CHANCE):
        yield f"Then: {describe(due_rolls(request)[0])}"
    elif isinstance(request, Choose) and request.seat != side:
        yield f"Then {request.seat} must decide: {report_text.decision_text(request)}"
    elif isinstance(request, Choose):
        yield f"Then you must decide: {report_text.decision_text(request)}"
        yield from (f"  {line}" for line in (list_choices(request) if orders is None else orders))
    else:
        yield "Then nothing more is to be decided here."
