"""The pieces of a save as they lie in stacks and decks, and which of another save's pieces each of them is.

Pieces are themselves in both if they are of the same slot and army and bear the same markers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from generator.vassal.format.codec import join, join_or_empty, split, split_or_empty
from generator.vassal.format.commands import AddPiece, Command
from generator.vassal.format.pieces import Piece
from generator.vassal.module.tracks import army_of
from generator.vassal.positions.ways import Spot

_Key = Callable[[AddPiece], Hashable]


@dataclass(frozen=True, order=True)
class PiecePlace:
    """Where a stack or deck is: a map, px on it, the layer of its pieces (a deck's is -1)."""

    map: str
    x: int
    y: int
    layer: int

    @property
    def spot(self) -> Spot:
        return self.map, self.x, self.y


@dataclass
class Heap:
    """A stack or deck, the ids of its pieces, bottom first."""

    added: AddPiece
    pieces: list[str]

    @property
    def is_deck(self) -> bool:
        return self.added.type != "stack"

    def place(self) -> PiecePlace:
        map_name, x, y, *fields = split(self.added.state, ";")
        return PiecePlace(
            map_name, int(x), int(y), -1 if self.is_deck else int(fields[-1].removeprefix("@@"))
        )

    def state(self, pieces: Iterable[str]) -> str:
        """Its state with these pieces in it."""
        fields = split(self.added.state, ";")
        if not self.is_deck:
            return join((*fields[:3], *pieces, fields[-1]), ";")
        cards = join_or_empty(pieces)
        return join((*fields[:4], *([cards] if cards else [])), ";")


def heap_of(added: AddPiece) -> Heap:
    fields = split(added.state, ";")
    return Heap(added, split_or_empty("".join(fields[4:5])) if added.type != "stack" else fields[3:-1])


@dataclass
class Lying:
    """What a save's commands make: pieces, where they lie, all other commands."""

    pieces: dict[str, AddPiece] = field(default_factory=dict)
    heaps: dict[PiecePlace, Heap] = field(default_factory=dict)
    others: list[Command] = field(default_factory=list)

    @classmethod
    def of(cls, commands: Iterable[Command]) -> Lying:
        made = cls()
        for command in commands:
            if not isinstance(command, AddPiece):
                made.others.append(command)
            elif command.type == "stack" or command.type.startswith("deck;"):
                heap = heap_of(command)
                made.heaps[heap.place()] = heap
            else:
                made.pieces[command.piece_id] = command
        return made

    def places(self) -> Iterator[tuple[str, PiecePlace]]:
        """The ids of the pieces, each with where it lies, place by place, bottom first."""
        for place, heap in self.heaps.items():
            for each in heap.pieces:
                yield each, place


def same_pieces(now: Mapping[str, AddPiece], goal: Mapping[str, AddPiece]) -> dict[str, str]:
    """Which piece of `now` each of the goal's is: first what has not changed at all, then what lies where it
    lay, then what has moved."""
    names: dict[str, str] = {}
    ways: tuple[_Key, ...] = (_as_it_is, _in_place, _by_itself)
    for way in ways:
        taken = set(names.values())
        left: dict[Hashable, list[str]] = {}
        for own, added in now.items():
            if own not in taken:
                left.setdefault(way(added), []).append(own)
        for theirs, added in goal.items():
            if theirs not in names and left.get(way(added)):
                names[theirs] = left[way(added)].pop(0)
    return names


def _as_it_is(added: AddPiece) -> Hashable:
    return added.type, added.state


def _in_place(added: AddPiece) -> Hashable:
    basic = piece_of(added.type, added.state).basic
    return _by_itself(added), basic.map, basic.x, basic.y


def _by_itself(added: AddPiece) -> Hashable:
    piece = piece_of(added.type, added.state)
    return added.type, piece.basic.gpid, tuple(piece.markers().items()), army_of(piece)


def lifted(added: AddPiece) -> Piece:
    """The piece as it is wherever it lies."""
    return piece_of(added.type, added.state).at("", 0, 0)


@lru_cache(maxsize=4096)
def piece_of(type_text: str, state: str) -> Piece:
    return AddPiece("", type_text, state).piece()
