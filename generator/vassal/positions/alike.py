"""Blocks that are alike: a game numbers them anew in each position, a log keeps each what it was.

So the block that marches is the one that is seen to march, and the others stay where they stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from modules.definition import Definition
from modules.engine.position import PlacedCounter

_KEYS: Final[tuple[Callable[[PlacedCounter], Hashable], ...]] = (
    lambda placed: replace(placed, counter=""),
    lambda placed: placed.place,
    lambda placed: placed.steps_lost,
    lambda _: (),
)
"""By what a block is known again, the surest first."""


def groups_of(definition: Definition) -> dict[str, tuple[str, ...]]:
    """The ids of all that look like it, by the id of each block of which there are several."""
    found: dict[str, list[str]] = defaultdict(list)
    for counter in definition.counters.values():
        if counter.form == "block":
            found[counter.group].append(counter.id)
    return {each: tuple(ids) for ids in found.values() if len(ids) > 1 for each in ids}


def steady(
    before: Sequence[PlacedCounter], after: Sequence[PlacedCounter], groups: Mapping[str, tuple[str, ...]]
) -> tuple[PlacedCounter, ...]:
    """The position `after` with the blocks of each group called as they were `before`, as far as that can be
    told."""
    old, new = _by_group(before, groups), _by_group(after, groups)
    names: dict[str, str] = {}
    for ids, placed in new.items():
        names |= _named(old.get(ids, []), placed, ids)
    return tuple(replace(each, counter=names.get(each.counter, each.counter)) for each in after)


def _by_group(
    placed: Sequence[PlacedCounter], groups: Mapping[str, tuple[str, ...]]
) -> dict[tuple[str, ...], list[PlacedCounter]]:
    found: dict[tuple[str, ...], list[PlacedCounter]] = defaultdict(list)
    for each in placed:
        if each.counter in groups:
            found[groups[each.counter]].append(each)
    return found


def _named(
    before: Sequence[PlacedCounter], after: Sequence[PlacedCounter], ids: Sequence[str]
) -> dict[str, str]:
    """What each block of a group was called before, by what it is called after."""
    names: dict[str, str] = {}
    left, sought = list(before), list(after)
    for key in _KEYS:
        for each in tuple(sought):
            same = next((was for was in left if key(was) == key(each)), None)
            if same is not None:
                names[each.counter] = same.counter
                left.remove(same)
                sought.remove(each)
    free = [each for each in ids if each not in names.values()]
    for each in sought:
        names[each.counter] = each.counter if each.counter in free else free[0]
        free.remove(names[each.counter])
    return names
