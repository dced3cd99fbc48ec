"""A log as steps, each as VASSAL's step button plays it; those that were undone are marked.

VASSAL appends an undo as a step of its own, and what it undoes stays where it is. Which step that is follows
from how its undo button goes back (`BasicLogger.undo`): from the newest that can be undone to the one before,
an undo among them, which then counts again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.vassal.format import commands as c

_NOTHING = ("", "null")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a log, counted from 1. `counts`: it was not undone, and is no undo itself."""

    number: int
    commands: tuple[c.Command, ...]
    counts: bool


def steps_of(commands: Iterable[c.Command]) -> list[Step]:
    """The steps of a log, of a save none."""
    found = [played for command in commands if (played := tuple(_logged(command)))]
    undone = _undone(found)
    return [Step(n, played, n - 1 not in undone) for n, played in enumerate(found, 1)]


def _logged(command: c.Command) -> Iterator[c.Command]:
    """The commands that an element of a log plays, those of groups in their place."""
    if isinstance(command, c.Group):
        for each in command.commands:
            yield from _logged(each)
    elif isinstance(command, c.Log):
        yield from _inside(command.command)


def _inside(command: c.Command) -> Iterator[c.Command]:
    if isinstance(command, c.Group):
        for each in command.commands:
            yield from _inside(each)
    else:
        yield command


def _undone(steps: Sequence[tuple[c.Command, ...]]) -> set[int]:
    """The steps that count for nothing: undone, or an undo, by their places in the list."""
    gone: set[int] = set()
    target: dict[int, int] = {}
    newest = -1
    for n, played in enumerate(steps):
        if not any(isinstance(each, c.Undo) for each in played):
            newest = n if _can_be_undone(played) else newest
            continue
        gone.add(n)
        if newest < 0:
            continue
        target[n] = newest
        _turn_over(newest, target, gone)
        newest = next((m for m in range(newest - 1, -1, -1) if _can_be_undone(steps[m])), -1)
    return gone


def _turn_over(step: int, target: dict[int, int], gone: set[int]) -> None:
    """A step that was undone counts no more; that of an undo that is undone counts again."""
    if step in target:
        again = True
        while step in target:
            step, again = target[step], not again
        (gone.add if again else gone.discard)(step)
    else:
        gone.add(step)


def _can_be_undone(played: Sequence[c.Command]) -> bool:
    return any(not (isinstance(each, c.RawCommand) and each.raw in _NOTHING) for each in played)
