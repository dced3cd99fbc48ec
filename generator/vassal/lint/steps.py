"""Checks of the steps of a log: each is marked as logged, and is about pieces that are there by then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.vassal.format import commands as c
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.leaves import Leaves


def flat(commands: Iterable[c.Command]) -> Iterator[c.Command]:
    """The commands with those of groups in their place."""
    for command in commands:
        if isinstance(command, c.Group):
            yield from flat(command.commands)
        else:
            yield command


def check_steps(steps: Sequence[c.Command], leaves: Leaves) -> Iterator[Finding]:
    """Findings of what stands after end_save."""
    leaves.playing = True
    for number, step in enumerate(steps, 1):
        where = f"{leaves.file}, step {number}"
        for part in flat([step]):
            if isinstance(part, c.Log):
                yield from _check_logged(part.command, where, leaves)
            elif part.text() not in ("", "null"):
                yield Finding("log-step", where, f"{part.text()[:60]!r} is not marked as logged")


def _check_logged(command: c.Command, where: str, leaves: Leaves) -> Iterator[Finding]:
    match command:
        case c.MovePiece() | c.ChangePiece() | c.RemovePiece():
            if command.piece_id not in leaves.ids:
                yield Finding(
                    "log-piece", where, f"{command.text()[:40]!r}: there is no {command.piece_id!r}"
                )
            yield from leaves.check(command)
            if isinstance(command, c.RemovePiece):
                leaves.ids.discard(command.piece_id)
            if isinstance(command, c.MovePiece):
                yield from leaves.check_place(where, command.map, command.x, command.y)
        case c.AddPiece():
            leaves.ids.discard(command.piece_id)  # an undone removal adds the piece once more
            yield from leaves.check(command)
        case _:
            yield from leaves.check(command)
