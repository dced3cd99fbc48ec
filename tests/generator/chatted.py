"""What stands in the chat of a log, a line of it at a time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import read_save


def chatted(log: Path) -> Iterator[str]:
    """The lines of a log's chat in their order."""
    return _lines(c.read_commands(read_save(open_archive(log)).text))


def _lines(commands: list[c.Command]) -> Iterator[str]:
    for command in commands:
        if isinstance(command, c.Group):
            yield from _lines([*command.commands])
        elif isinstance(command, c.Log):
            yield from _lines([command.command])
        elif isinstance(command, c.Chat):
            yield command.line
