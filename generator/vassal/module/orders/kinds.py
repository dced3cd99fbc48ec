"""The kinds of orders of a game, as its module needs them: which one points at a target, which goes a way.

They are asked of the game's own grammar, by the typed fields of each order, so that no game is told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.vassal.format.orders.marks import COMBAT, FIRE
from modules import game_registry, library
from modules.definition import Definition
from modules.engine.hexes.orders import PlaceCounter
from modules.engine.orders import Order, Part, parts_of

_FIRE = "fire"


def orders_of(definition: Definition) -> tuple[type[Order], ...]:
    """The kinds of orders of a shipped game, in its own folder; none of a game that is data only.

    Raises as `library.rules`.
    """
    name = definition.name
    if name not in library.refereed_games() or name != game_registry.name_of(definition.folder):
        return ()
    return _orders_of(name, next(iter(definition.scenarios)))


def is_by_hand(definition: Definition) -> bool:
    """Whether a game is data alone, so that all is done by hand in it."""
    return not game_registry.name_of(definition.folder)


@lru_cache(maxsize=8)
def _orders_of(name: str, scenario: str) -> tuple[type[Order], ...]:
    return library.rules(name, scenario).grammar.kinds


def pointing(kinds: Sequence[type[Order]]) -> dict[str, type[Order]]:
    """The first kind of order that each sign declares: `FIRE` for the verb of that name, `COMBAT` for any
    other that points from those who act to a target."""
    found: dict[str, type[Order]] = {}
    for kind in kinds:
        if mark := mark_of(kind):
            found.setdefault(mark, kind)
    return {mark: found[mark] for mark in (COMBAT, FIRE) if mark in found}


def mark_of(kind: type[Order]) -> str:
    """The sign that an order of this kind declares; empty for one that points at nobody."""
    if not any(part.aimed for part in parts_of(kind)):
        return ""
    return FIRE if verb_of(kind) == _FIRE else COMBAT


def marks_of(definition: Definition) -> tuple[str, ...]:
    """The signs that the counters of a game bear."""
    return tuple(pointing(orders_of(definition)))


def going(kinds: Sequence[type[Order]]) -> type[Order] | None:
    """The first kind that names one who goes a way, by himself or by where he stands; None without one."""
    for kind in kinds:
        named = [part for part in parts_of(kind) if part.what != "facing"]
        if len(named) >= 2 and _one(named[0]) and (named[1].what, named[1].many) == ("place", True):
            return kind
    return None


def placing(kinds: Sequence[type[Order]]) -> type[Order] | None:
    """The kind with which a counter is set up; None without one."""
    return next((kind for kind in kinds if issubclass(kind, PlaceCounter)), None)


def turning(kinds: Sequence[type[Order]]) -> type[Order] | None:
    """The kind that names a counter and how it looks; None without one."""
    return next(
        (kind for kind in kinds if [part.name for part in parts_of(kind)] == ["unit", "facing"]), None
    )


def verb_of(kind: type[Order]) -> str:
    """The word with which an order of this kind begins."""
    return kind.FORM.split()[0]


def _one(part: Part) -> bool:
    return part.what in ("counter", "place") and not part.many
