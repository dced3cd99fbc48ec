"""Entries with mistakes cut out of a file's data, so that the rest of it can be looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Path_ = tuple[str | int, ...]
_ENTRY = 2
"""How deep an entry stands: `counters`, then the counter's id."""


@dataclass(frozen=True)
class Cut:
    """What is left of a file's data, and the names of the entries that are not."""

    data: Any
    names: frozenset[str] = frozenset()


def cut_out(left: Cut, errors: Iterable[Any]) -> Cut | None:
    """The data without what pydantic's errors are about: an unknown key alone, else the entry that has the
    mistake, else the whole key. None where there is nothing to cut."""
    places: set[Path_] = set()
    for error in errors:
        path = _there(left.data, error["loc"])
        places.add(path if error["type"] == "extra_forbidden" else path[:_ENTRY])
    places.discard(())
    if not places:
        return None
    names = left.names | {str(path[1]) for path in places if len(path) == _ENTRY}
    return Cut(_without(left.data, places), names)


def _there(data: Any, path: Path_) -> Path_:
    """As much of a path as is in the data: types add steps of their own."""
    found: Path_ = ()
    for step in path:
        steps = data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, tuple) else {}
        if step in steps:
            found, data = (*found, step), steps[step]
    return found


def _without(data: Any, places: set[Path_]) -> Any:
    """The data without these places in it."""
    gone = {path[0] for path in places if len(path) == 1}
    below = {path[0] for path in places if len(path) > 1} - gone
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    kept = {
        step: _without(value, {path[1:] for path in places if path[0] == step and len(path) > 1})
        if step in below
        else value
        for step, value in steps
        if step not in gone
    }
    return kept if isinstance(data, dict) else tuple(kept.values())
