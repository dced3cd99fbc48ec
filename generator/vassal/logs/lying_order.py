"""The order in which the pieces of a log lie on one another, as its commands change it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.vassal.format import commands as c
from generator.vassal.format.codec import split

_HEAD = 3
"""Fields of a stack before the pieces in it: its map, and where it lies there."""


class LyingOrder:
    """The ids of pieces: of two in one place the lower one comes first."""

    def __init__(self, commands: Iterable[c.Command]) -> None:
        self._ids: list[str] = []
        for command in commands:
            self.take(command)

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def take(self, command: c.Command) -> None:
        """Let a command change the order: what is moved comes to the top, or upon the piece that it names."""
        match command:
            case c.AddPiece(piece_id) if command.type == "stack" or command.type.startswith("deck;"):
                self._stack(command.state)
            case c.AddPiece(piece_id) if piece_id not in self._ids:
                self._ids.append(piece_id)
            case c.RemovePiece(piece_id) if piece_id in self._ids:
                self._ids.remove(piece_id)
            case c.MovePiece(piece_id) if piece_id in self._ids:
                self._ids.remove(piece_id)
                under = command.under in self._ids
                self._ids.insert(self._ids.index(command.under) + 1 if under else len(self._ids), piece_id)
            case c.ChangePiece(piece_id, state) if piece_id not in self._ids:
                self._stack(state)

    def _stack(self, state: str) -> None:
        """The pieces of a stack lie as it names them, the lowest first."""
        fields = split(state, ";")[_HEAD:]
        named = [each for each in dict.fromkeys(fields) if each in self._ids]
        places = sorted(self._ids.index(each) for each in named)
        for at, piece_id in zip(places, named, strict=True):
            self._ids[at] = piece_id


def put_again(was: Sequence[str], now: Sequence[str]) -> list[str]:
    """What must be put on top, one after another, to make a stack of one that was: as few as can be."""
    for kept in range(len(now), 0, -1):
        stays = now[:kept]
        if list(stays) == [each for each in was if each in stays]:
            return list(now[kept:])
    return list(now)
