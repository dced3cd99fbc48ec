"""Looks at a position that does not change meanwhile: what was seen once need not be looked for again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Glance:
    """A battlefield as it is looked at for one decision. Nothing moves as long as it lasts, so that what is
    worked out of it stays true; it is thrown away with the decision."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.seen: dict[tuple[Any, ...], Any] = {}


def once(look: Callable[P, T]) -> Callable[P, T]:
    """A function of a battlefield and of plain values; at one `Glance` it is worked out once for each of
    them. Of any other battlefield, which may change, it is worked out each time."""

    @wraps(look)
    def found(*what: P.args, **named: P.kwargs) -> T:
        field = what[0]
        if named or not isinstance(field, Glance):
            return look(*what, **named)
        key = (look, *what)
        try:
            known: T = field.seen[key]
        except KeyError:
            known = field.seen[key] = look(*what, **named)
        return known

    return found
