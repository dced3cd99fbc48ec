"""Orders near an order: for each kind of field what a player may write there, one thing changed at a time.

The grammar says what stands in a field; what lies near a counter or a place is said for each game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import cache
from typing import Any, get_type_hints

from modules.engine.orders import Facing, Name, Names, Order, Spot, Track, Unit, Units, Word, Words


class Around(ABC):
    """What lies around: the kinds of orders of a game, and what may be confused with what. `words` stand for
    words, facings, and pieces by what they are."""

    kinds: Sequence[type[Order]]
    words: Sequence[str] = ()

    @abstractmethod
    def counters(self, counter: str) -> Iterable[str]:
        """Counters near a counter, of both sides, on and off the map."""

    @abstractmethod
    def places(self, place: str) -> Iterable[str]:
        """Places that are next to a place."""

    @abstractmethod
    def odd_places(self) -> Iterable[str]:
        """Places of another sort than most: an exit, a sector."""


@cache
def written(kind: type[Order]) -> dict[str, Any]:
    """What stands in each field, by its mark."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def neighbours(order: Order, around: Around) -> Iterator[Order]:
    """Every order that differs in one thing: a field, or the verb alone."""
    for name, mark in written(type(order)).items():
        for value in _values(mark, getattr(order, name), around):
            yield replace(order, **{name: value})
    marks = list(written(type(order)).values())
    values = [getattr(order, name) for name in written(type(order))]
    for kind in around.kinds:
        if kind is not type(order) and list(written(kind).values()) == marks:
            yield kind(*values)


def _values(mark: Any, value: Any, around: Around) -> Iterator[Any]:
    if mark == Unit:
        yield from around.counters(value)
    elif mark == Units:
        yield from _parties(value, around)
    elif mark == Spot:
        yield from dict.fromkeys((*_near(value, around), *around.odd_places()))
    elif mark == Track:
        yield from dict.fromkeys(_ways(value, around))
    elif mark in (Word, Name, Facing):
        yield from around.words
    elif mark in (Words, Names):
        yield from _sayings(value, around)
    else:
        raise AssertionError(f"nobody says what lies near {mark}")


def _near(place: str, around: Around) -> Iterator[str]:
    """One and two steps away."""
    for beside in around.places(place):
        yield beside
        yield from around.places(beside)


def _sayings(words: tuple[str, ...], around: Around) -> Iterator[tuple[str, ...]]:
    """One fewer, one more, another instead, the same one twice."""
    for i in range(len(words)):
        if len(words) > 1:
            yield (*words[:i], *words[i + 1 :])
        for other in around.words:
            yield (*words[:i], other, *words[i + 1 :])
    for other in around.words:
        yield (*words, other)
    yield (*words, words[0])
    yield words[::-1]


def _parties(units: tuple[str, ...], around: Around) -> Iterator[tuple[str, ...]]:
    """One fewer, one more, another instead, the same one twice, another order."""
    near = dict.fromkeys(other for unit in units for other in around.counters(unit))
    for i in range(len(units)):
        if len(units) > 1:
            yield (*units[:i], *units[i + 1 :])
        for other in near:
            yield (*units[:i], other, *units[i + 1 :])
    for other in near:
        yield (*units, other)
    yield (*units, units[0])
    yield units[::-1]


def _ways(path: tuple[str, ...], around: Around) -> Iterator[tuple[str, ...]]:
    """Longer, shorter, to another end, by another way, over a detour, with a place twice, off the map."""
    for there in (*around.places(path[-1]), *around.odd_places()):
        yield (*path, there)
    if len(path) > 1:
        yield path[:-1]
        yield path[1:]
    for i, place in enumerate(path):
        beside = dict.fromkeys(around.places(path[i - 1] if i else place))
        for there in (*beside, *around.odd_places()):
            yield (*path[:i], there, *path[i + 1 :])
            yield (*path[:i], there, *path[i:])
        yield (*path[: i + 1], *path[i:])
