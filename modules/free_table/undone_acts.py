"""What an upheld objection undoes: what one act has changed of its counter or number, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from modules.free_table.state import Deed, Face, Lie, TableState, Tally

_PLACE: Final = "place"
_MARK: Final = "mark "


def undo(state: TableState, deed: Deed) -> tuple[str, tuple[str, ...]]:
    """Put back what an act has changed, and leave what others have changed since; what is told of it, and of
    which counters. Dice stand."""
    before, after = deed.before, deed.after
    if isinstance(before, Tally) and isinstance(after, Tally):
        state.tallies[before.name] += before.number - after.number
        return f"alone is undone: {before.name} is {state.tallies[before.name]}", ()
    if not isinstance(before, Lie) or not isinstance(after, Lie):
        return "does not count; what dice and cards have shown stands", ()
    changed = _changed(before, after)
    counter, now = before.counter, state.lie(before.counter)
    if _PLACE in changed:
        state.put(counter, before.place, before.level)
    state.show(counter, _face(_parts(now) | changed))
    _pass_on(state, deed, counter, changed)
    return f"alone is undone: {counter} is in {state.at[counter]}", (counter,)


def _pass_on(state: TableState, deed: Deed, counter: str, changed: Mapping[str, Any]) -> None:
    """The next act that has changed the same of the counter began with what is undone now. If it is undone
    too, then the counter must not lie there again."""
    left = dict(changed)
    found: dict[int, Deed] = {}
    later = {each.number: each for each in (*state.deeds, *(open_.deed for open_ in state.objections))}
    for number, each in sorted(later.items()):
        before, after = each.before, each.after
        if number < deed.number or not isinstance(before, Lie) or not isinstance(after, Lie):
            continue
        if before.counter == counter:
            same = {part: left.pop(part) for part in _changed(before, after) if part in left}
            found[number] = replace(each, before=_lie(counter, _parts(before) | same))
    state.deeds = tuple(found.get(each.number, each) for each in state.deeds)
    state.objections = tuple(
        replace(each, deed=found.get(each.deed.number, each.deed)) for each in state.objections
    )


def _changed(before: Lie, after: Lie) -> dict[str, Any]:
    """What an act has changed of a counter, part by part, each as it was before; None: no such marker."""
    then, now = _parts(before), _parts(after)
    return {part: then.get(part) for part in (*then, *now) if then.get(part) != now.get(part)}


def _parts(lie: Lie) -> dict[str, Any]:
    face = lie.face
    marks = {f"{_MARK}{mark}": True for mark in face.marks}
    return {
        _PLACE: (lie.place, lie.level), "back": face.back, "steps_lost": face.steps_lost,
        "toward": face.toward, **marks,
    }  # fmt: skip


def _lie(counter: str, parts: Mapping[str, Any]) -> Lie:
    place, level = parts[_PLACE]
    return Lie(counter, place, level, _face(parts))


def _face(parts: Mapping[str, Any]) -> Face:
    marks = tuple(
        part.removeprefix(_MARK) for part, there in parts.items() if part.startswith(_MARK) and there
    )
    return Face(parts["back"], parts["steps_lost"], parts["toward"], marks)
