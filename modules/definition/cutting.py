"""A file's data without its mistakes, so that the rest of it can be looked at.

An entry with a mistake is cut: nothing is known of it as a whole. For a second look at the words in it
another entry lends what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Path_ = tuple[str | int, ...]
_ENTRY = 2
"""How deep an entry stands: `counters`, then the counter's id."""


@dataclass(frozen=True)
class Cut:
    """A file's data as they are written, the places in them that are gone, and what others have lent."""

    data: Any
    gone: frozenset[Path_] = frozenset()
    lent: Mapping[Path_, Any] = field(default_factory=dict)

    @property
    def left(self) -> Any:
        """The data without what is gone, with what is lent."""
        return _changed(self.data, {**self.lent, **dict.fromkeys(self.gone, _GONE)})

    @property
    def names(self) -> frozenset[str]:
        """The names of the entries that are gone."""
        return frozenset(path[1] for path in self.gone if len(path) == _ENTRY and isinstance(path[1], str))


_GONE = object()


def as_written(path: Path_, gone: Iterable[Path_]) -> Path_:
    """A path in what is left as a path in the file: entries that are gone count there too."""
    found: Path_ = ()
    for step in path:
        if isinstance(step, int):
            for cut in sorted(each[-1] for each in gone if each[:-1] == found and isinstance(each[-1], int)):
                step += int(cut) <= step
        found = (*found, step)
    return found


def cut_out(cut: Cut, errors: Iterable[Any]) -> Cut | None:
    """The data without what pydantic's errors are about: an unknown key alone, else the entry that has the
    mistake, else the whole key. None where there is nothing to cut."""
    left, places = cut.left, set[Path_]()
    for error in errors:
        path = _there(left, error["loc"])
        path = as_written(path if error["type"] == "extra_forbidden" else path[:_ENTRY], cut.gone)
        places.add(path)
    places.discard(())
    return replace(cut, gone=cut.gone | places) if places else None


def lend(cut: Cut, errors: Iterable[Any]) -> Cut | None:
    """The data in which another entry lends what is wrong or missing in an entry; where none has it, and it
    has not been tried, what is wrong is cut. What is lent and has a mistake in it is cut, too. None where
    there is nothing to mend."""
    left, gone, lent = cut.left, set(cut.gone), dict(cut.lent)
    for error in errors:
        path = _there(left, error["loc"])
        place = as_written(path, cut.gone)
        wanted = (*place, error["loc"][-1]) if error["type"] == "missing" else place
        if (loan := _lent_around(place, lent)) is not None:
            gone.add(loan)  # what does not fit as a whole is not mended part by part
            continue
        tried = wanted in cut.lent or wanted in cut.gone
        value = _GONE if tried else next(_elsewhere(left, path, wanted), _GONE)
        if value is not _GONE and error["type"] != "extra_forbidden":
            lent[wanted] = value
        elif place:
            gone.add(place)
    again = Cut(cut.data, frozenset(gone), lent)
    return again if again != cut else None


def _lent_around(place: Path_, lent: Iterable[Path_]) -> Path_ | None:
    """The lent value within which a place is, if it is in one."""
    return next((each for each in lent if len(each) < len(place) and place[: len(each)] == each), None)


def _elsewhere(left: Any, path: Path_, wanted: Path_) -> Iterator[Any]:
    """What other entries have where this one has what is `wanted`, those that are nearest first."""
    for depth in range(len(wanted) - 1, 0, -1):
        group = _at(left, path[:depth])
        steps = group if isinstance(group, dict) else range(len(group)) if isinstance(group, tuple) else ()
        for step in steps:
            if step != path[depth : depth + 1]:
                found = _at(group, (step, *wanted[depth + 1 :]))
                if found is not None and found != _at(left, path):
                    yield found


def _at(data: Any, path: Path_) -> Any:
    """What stands at a path, or None."""
    return data if not path else _at(_steps(data).get(path[0]), path[1:])


def _steps(data: Any) -> dict[Any, Any]:
    return data if isinstance(data, dict) else dict(enumerate(data)) if isinstance(data, tuple) else {}


def _there(data: Any, path: Path_) -> Path_:
    """As much of a path as is in the data: types add steps of their own."""
    found: Path_ = ()
    for step in path:
        steps = _steps(data)
        if step in steps:
            found, data = (*found, step), steps[step]
    return found


def _changed(data: Any, places: Mapping[Path_, Any]) -> Any:
    """The data with other values at these places, and without those where it is gone."""
    if not places:
        return data
    if () in places:
        return places[()]
    below: dict[str | int, dict[Path_, Any]] = {}
    for path, value in places.items():
        below.setdefault(path[0], {})[path[1:]] = value
    steps = _steps(data)
    found = {step: _changed(steps.get(step), below.get(step, {})) for step in {**steps, **below}}
    kept = {step: value for step, value in found.items() if value is not _GONE}
    return kept if isinstance(data, dict) else tuple(kept.values())
