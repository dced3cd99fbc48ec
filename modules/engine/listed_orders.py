"""What orders say of a hand, read off their typed fields: who acts, where they come, what they aim at; and
what may stand in one field of a kind beside what stands in the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from modules.engine.orders import Order, Part, parts_of

PIECES: Final = ("counter", "piece")
"""What the fields are called that name pieces."""

Actor: TypeAlias = tuple[str, str]
"""Who acts: the name of a piece and the place where it lies. One of them is empty where an order does not say
it."""
Chosen: TypeAlias = Mapping[str, tuple[str, ...]]
"""The parts that a person has chosen for fields, by the names of these."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a kind of order by what they are for. `who`: the pieces that act; `start`: the place
    where they lie, or a way that begins there; `end`: the place where they come, or the way to it; `aim`:
    what they aim at; `facing`: how they look."""

    who: Part | None = None
    start: Part | None = None
    end: Part | None = None
    aim: Part | None = None
    facing: Part | None = None


_SHAPES: dict[type[Order], Shape] = {}


def shape_of(kind: type[Order]) -> Shape:
    """The fields of a kind by what they are for. Pieces that may be left out do not act, nor pieces in
    several fields."""
    if kind not in _SHAPES:
        parts = [part for part in parts_of(kind) if not (part.many and may_be_left_out(kind, part))]
        aim = _aim_of(parts)
        open_parts = [part for part in parts if part is not aim]
        pieces = [part for part in open_parts if part.what in PIECES]
        who = pieces[0] if len(pieces) == 1 else None
        places = [part for part in open_parts if part.what == "place"]
        facing = next((part for part in parts if part.what == "facing"), None)
        _SHAPES[kind] = Shape(who, *_ways(parts, who, places), aim, facing)
    return _SHAPES[kind]


def _aim_of(parts: Sequence[Part]) -> Part | None:
    """What stands behind the `>`; of two pieces, or two places, the second."""
    whats = {part.what for part in parts}
    if len(parts) == 2 and len(whats) == 1 and whats <= {*PIECES, "place"} and not any(p.many for p in parts):
        return parts[1]
    return next((part for part in parts if part.aimed), None)


def _ways(parts: Sequence[Part], who: Part | None, places: Sequence[Part]) -> tuple[Part | None, Part | None]:
    """Where those who act lie, and where they come."""
    if not places:
        return None, None
    first, last = places[0], places[-1]
    if who is not None:
        return (first if first.many and first is parts[0] else None), last
    return first, (last if last is not first else None)


def may_be_left_out(kind: type[Order], part: Part) -> bool:
    """Whether nothing may stand in a field."""
    return f"[{{{part.name}}}]" in kind.FORM


def fixed_words(kind: type[Order]) -> list[str]:
    """The words that every order of a kind has: `hand`, `roll` and `column`."""
    return [word for word in kind.FORM.split() if "{" not in word and word != ">"]


def way_part(kind: type[Order]) -> Part | None:
    """The field of a kind that holds a way; None where it has none."""
    return next((part for part in parts_of(kind) if part.what == "place" and part.many), None)


def values_of(order: Order, part: Part) -> tuple[str, ...]:
    """The parts of a field of an order."""
    value = getattr(order, part.name)
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(value)


def names_of(order: Order) -> tuple[str, ...]:
    """The names of the pieces that act."""
    who = shape_of(type(order)).who
    return () if who is None else values_of(order, who)


def start_of(order: Order) -> str:
    """The place where those who act lie, as far as an order says it."""
    start = shape_of(type(order)).start
    return "" if start is None else values_of(order, start)[0]


def end_of(order: Order) -> str:
    """The place where an order brings those who act; empty for one that brings nobody anywhere."""
    end = shape_of(type(order)).end
    return "" if end is None else values_of(order, end)[-1]


def actors_of(order: Order) -> Iterator[Actor]:
    """Everybody who acts."""
    start, names = start_of(order), names_of(order) or _only_word(order)
    if names:
        yield from ((name, start) for name in names)
    elif start:
        yield "", start


def is_by(order: Order, actor: str) -> bool:
    """Whether a piece of this name acts, or whoever lies in the place of this name."""
    return actor in names_of(order) or actor == start_of(order) or (actor,) == _only_word(order)


def _only_word(order: Order) -> tuple[str, ...]:
    """The one word of an order that has no other field: it may be the name of a card."""
    parts = parts_of(type(order))
    return values_of(order, parts[0]) if [part.what for part in parts] == ["word"] else ()


def order_of(kind: type[Order], chosen: Chosen) -> Order | None:
    """The order with these parts in its fields; None where one is missing, or has too many."""
    found: dict[str, Any] = {}
    for part in parts_of(kind):
        value = chosen.get(part.name, ())
        if not (value or may_be_left_out(kind, part)) or (len(value) > 1 and not part.many):
            return None
        found[part.name] = tuple(value) if part.many else "".join(value)
    return kind(**found)


# --- fields ------------------------------------------------------------------------------------------------


def find_axes(orders: Iterable[Order], kind: type[Order], chosen: Chosen) -> dict[str, list[str]]:
    """Of each field of a kind the values that may stand there in one of these orders beside what is chosen
    for the other fields; of a field of many what may be added to what is chosen for it, and that itself, each
    as often as it may stand there. Of a way its next place, and first of all where it may end. What players
    say in words is theirs."""
    parts = parts_of(kind)
    found: dict[str, Counter[str]] = {part.name: Counter() for part in parts}
    for order in (order for order in orders if type(order) is kind):
        misfits = [part for part in parts if not _fits(order, part, chosen.get(part.name, ()))]
        for part in parts:
            if part.what != "saying" and all(each is part for each in misfits):
                found[part.name] |= Counter(_offered(order, part, chosen.get(part.name, ())))
    return {name: list(values.elements()) for name, values in found.items()}


def _fits(order: Order, part: Part, chosen: tuple[str, ...]) -> bool:
    """Whether an order has what is chosen for a field, or may come to have it."""
    if not chosen or part.what == "saying":
        return True
    value = values_of(order, part)
    if not part.many:
        return value == chosen
    if part.what == "place":
        return value[: len(chosen)] == chosen or (len(chosen) == 1 and value[-1:] == chosen)
    return not Counter(chosen) - Counter(value)


def _offered(order: Order, part: Part, chosen: tuple[str, ...]) -> Iterable[str]:
    """What an order offers for a field of which so much is chosen."""
    value = values_of(order, part)
    if not part.many:
        return value
    if part.what == "place":
        at = len(chosen)
        return (*value[-1:], *value[:1]) if not at else value[at : at + 1] if value[:at] == chosen else ()
    return value if not Counter(chosen) - Counter(value) else ()
