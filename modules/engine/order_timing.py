"""When each kind of order is given: one that is not due is refused by the rule that gives it its time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from modules.engine.errors import Illegal
from modules.engine.orders import Order

Times: TypeAlias = Mapping[type[Order], tuple[str, str]]
"""By kind of order the rule of its time, and the time in words."""


def explain_timing(times: Times, order: Order, rule: str, due: str) -> Illegal:
    """Why an order is refused that is not of the kinds that are due: by the rule of its own time. An order
    without a time, such as `done`, is refused by the rule of what is due. `due`: that in words."""
    own, time = times.get(type(order), (rule, ""))
    return Illegal(own, f"`{order}` is not due: {time}. {due}" if time else due)
