"""Passwords of players in saves and logs: VASSAL writes them in clear behind one byte of XOR.

A player's password is what he is known by: it stands in his `PLAYER` line and in each of his moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from generator.vassal.format.archive import Archive
from generator.vassal.format.codec import TAB, split
from generator.vassal.format.commands import (
    Command,
    Group,
    Log,
    MovePiece,
    RawCommand,
    read_commands,
    write_commands,
)
from generator.vassal.format.container import SAVED_GAME, obfuscate, read_save, zip_bytes
from generator.vassal.format.errors import ContainerError

_HEADS = ("PLAYER", "PYREMOVE")


def passwords(commands: Iterable[Command]) -> set[str]:
    """The passwords that stand in commands."""
    return {found for command in commands for found in _in(command)} - {""}


def _in(command: Command) -> Iterator[str]:
    match command:
        case Group():
            yield from passwords(command.commands)
        case Log():
            yield from _in(command.command)
        case MovePiece():
            yield command.player
        case RawCommand() if _is_player(command):
            yield split(command.raw, TAB)[1]


def _is_player(command: RawCommand) -> bool:
    head, tab, _ = command.raw.partition(TAB)
    return head in _HEADS and tab == TAB


def cleaned(archive: Archive) -> tuple[bytes, int]:
    """A save or log without passwords, and how many different ones were in it. Who opens it chooses his
    side again. Raises ContainerError, CommandError; and ContainerError where a password also stands in
    what a piece says of who may see it: that cannot be taken away without changing the game."""
    commands = read_commands(read_save(archive).text)
    found = passwords(commands)
    text = write_commands(_without(commands))
    if left := [each for each in found if len(each) > 1 and each in text]:
        raise ContainerError(
            f"{archive.name}: {len(left)} of the passwords also tell who hides a piece: turn up what you "
            "hide, and save again"
        )
    entries = {name: archive.read(name) for name in archive.entries}
    return zip_bytes({**entries, SAVED_GAME: obfuscate(text)}), len(found)


def _without(commands: Iterable[Command]) -> Iterator[Command]:
    for command in commands:
        match command:
            case Group() if inner := tuple(_without(command.commands)):
                yield Group(inner)
            case Log() if inner := tuple(_without([command.command])):
                yield Log(inner[0])
            case MovePiece():
                yield replace(command, player="")
            case RawCommand() if not _is_player(command):
                yield command
            case Group() | Log() | RawCommand():
                continue
            case _:
                yield command
