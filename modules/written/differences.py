"""What differs in what two files say, entry by entry: values, entries that came or went, their order.

It knows nothing of what the entries mean, so that a file of a later kind is compared as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final, Literal

from modules.written.source import Path_

How = Literal["added", "gone", "changed", "order"]

_KEYS: Final = ("number", "id")
"""What tells the entries of a list from one another, where each of them bears it: then the list is compared
by it, and one entry more is one difference."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: at which path, and the two values; of `order` the entries are the same ones."""

    path: Path_
    how: How
    old: Any = None
    new: Any = None


class _Absent:
    """In the place of a value that is not there."""


_ABSENT: Final = _Absent()


def differences(old: Any, new: Any, path: Path_ = ()) -> Iterator[Difference]:
    """All differences of two parsed values, in the order of the new one; what is gone first."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        yield from _of_entries(old, new, path)
    elif isinstance(old, tuple) and isinstance(new, tuple):
        yield from _of_lists(old, new, path)
    elif old is _ABSENT:
        yield Difference(path, "added", new=new)
    elif new is _ABSENT:
        yield Difference(path, "gone", old=old)
    elif type(old) is not type(new) or old != new:
        yield Difference(path, "changed", old, new)


def _of_entries(old: Mapping[Any, Any], new: Mapping[Any, Any], path: Path_) -> Iterator[Difference]:
    if [key for key in old if key in new] != [key for key in new if key in old]:
        yield Difference(path, "order")
    for key in old:
        if key not in new:
            yield from differences(old[key], _ABSENT, (*path, key))
    for key in new:
        yield from differences(old.get(key, _ABSENT), new[key], (*path, key))


def _of_lists(old: Sequence[Any], new: Sequence[Any], path: Path_) -> Iterator[Difference]:
    named = _by_key(old), _by_key(new)
    if named[0] and named[1]:
        yield from _of_entries(named[0], named[1], path)
        return
    texts = [repr(each) for each in old], [repr(each) for each in new]
    if texts[0] != texts[1] and sorted(texts[0]) == sorted(texts[1]):
        yield Difference(path, "order")
    elif len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, (*path, at))
    else:
        yield from _of_shifted(old, new, texts, path)


def _of_shifted(
    old: Sequence[Any], new: Sequence[Any], texts: tuple[list[str], list[str]], path: Path_
) -> Iterator[Difference]:
    """Of lists of which one has more: what stands in the first alone and in the second alone, in pairs."""
    gone, added = _alone(texts[0], texts[1]), _alone(texts[1], texts[0])
    kept = [
        [text for at, text in enumerate(some) if at not in alone]
        for some, alone in zip(texts, (gone, added), strict=True)
    ]
    if kept[0] != kept[1]:
        yield Difference(path, "order")
    for one, other in zip_longest(gone, added):
        before = _ABSENT if one is None else old[one]
        after = _ABSENT if other is None else new[other]
        yield from differences(before, after, (*path, one if other is None else other))


def _alone(these: list[str], others: list[str]) -> dict[int, str]:
    """Where in a list stands what the others do not have, or do not have so often."""
    left = Counter(others)
    found = {}
    for at, text in enumerate(these):
        left[text] -= 1
        if left[text] < 0:
            found[at] = text
    return found


def _by_key(entries: Sequence[Any]) -> dict[str, Any]:
    """The entries of a list by what tells them apart; none where nothing does."""
    for key in _KEYS:
        if all(isinstance(each, Mapping) and isinstance(each.get(key), str | int) for each in entries):
            found = {str(each[key]): each for each in entries}
            if len(found) == len(entries):
                return found
    return {}
