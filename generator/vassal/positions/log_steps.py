"""The steps of a log: the commands that lead from one position, as a save has it, to the next.

Pieces are themselves in both if they are of the same slot and army and bear the same markers. So a log needs
no more than its positions, whatever a game is played on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from generator.vassal.format.codec import join, join_or_empty, split, split_or_empty
from generator.vassal.format.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    RemovePiece,
    move_to_empty,
)
from generator.vassal.format.pieces import Piece
from generator.vassal.module.tracks import army_of

_Key = Callable[[AddPiece], Hashable]


@dataclass(frozen=True, order=True)
class _Place:
    """Where a stack or deck is: a map, px on it, the layer of its pieces (a deck's is -1)."""

    map: str
    x: int
    y: int
    layer: int


@dataclass
class _Heap:
    """A stack or deck, the ids of its pieces, bottom first."""

    added: AddPiece
    pieces: list[str]

    @property
    def is_deck(self) -> bool:
        return self.added.type != "stack"

    def place(self) -> _Place:
        map_name, x, y, *fields = split(self.added.state, ";")
        return _Place(map_name, int(x), int(y), -1 if self.is_deck else int(fields[-1].removeprefix("@@")))

    def state(self, pieces: Iterable[str]) -> str:
        """Its state with these pieces in it."""
        fields = split(self.added.state, ";")
        if not self.is_deck:
            return join((*fields[:3], *pieces, fields[-1]), ";")
        cards = join_or_empty(pieces)
        return join((*fields[:4], *([cards] if cards else [])), ";")


def _heap(added: AddPiece) -> _Heap:
    fields = split(added.state, ";")
    return _Heap(added, split_or_empty("".join(fields[4:5])) if added.type != "stack" else fields[3:-1])


@dataclass
class _Position:
    """What a save's commands make: pieces, where they lie, all other commands."""

    pieces: dict[str, AddPiece] = field(default_factory=dict)
    heaps: dict[_Place, _Heap] = field(default_factory=dict)
    others: list[Command] = field(default_factory=list)

    @classmethod
    def of(cls, commands: Iterable[Command]) -> _Position:
        made = cls()
        for command in commands:
            if not isinstance(command, AddPiece):
                made.others.append(command)
            elif command.type == "stack" or command.type.startswith("deck;"):
                heap = _heap(command)
                made.heaps[heap.place()] = heap
            else:
                made.pieces[command.piece_id] = command
        return made


class Course:
    """A position that goes on, beginning with that of a save; `numbers` gives the ids of what comes new.

    Every piece of a position must lie in a stack or deck, as our saves have it.
    """

    def __init__(self, commands: Iterable[Command], numbers: Iterator[int]) -> None:
        self._now = _Position.of(commands)
        self._numbers = numbers
        self._at = {piece: place for place, heap in self._now.heaps.items() for piece in heap.pieces}

    def step(self, commands: Iterable[Command]) -> list[Command]:
        """What leads to the position of a save with these commands; nothing if it is the same."""
        goal, now = _Position.of(commands), self._now
        names = self._names(goal)
        # The turn first: what the module does with it, it does with pieces that are then put in their places.
        found = [each for each in goal.others if each not in now.others]
        now.others = goal.others
        for place, heap in goal.heaps.items():
            for each in heap.pieces:
                found += self._brought(goal.pieces[each], names, place)
        kept = set(names.values())
        for gone in [each for each in now.pieces if each not in kept]:
            self._take(gone)
            del now.pieces[gone], self._at[gone]
            found.append(RemovePiece(gone))
        for place, heap in goal.heaps.items():
            found += self._sorted(place, [names[each] for each in heap.pieces])
        return found

    def _names(self, goal: _Position) -> dict[str, str]:
        """Which piece here each of the goal's is: first what has not changed at all, then what lies where it
        lay, then what has moved."""
        names: dict[str, str] = {}
        ways: tuple[_Key, ...] = (_as_it_is, _in_place, _by_itself)
        for way in ways:
            taken = set(names.values())
            left: dict[Hashable, list[str]] = {}
            for own, added in self._now.pieces.items():
                if own not in taken:
                    left.setdefault(way(added), []).append(own)
            for theirs, added in goal.pieces.items():
                if theirs not in names and left.get(way(added)):
                    names[theirs] = left[way(added)].pop(0)
        return names

    def _brought(self, added: AddPiece, names: dict[str, str], place: _Place) -> Iterator[Command]:
        """A piece comes to its place and into its state."""
        own = names.get(added.piece_id)
        if own is None:
            own = names[added.piece_id] = str(next(self._numbers))
            yield AddPiece(own, added.type, added.state)
            yield from self._moved(own, place)
        else:
            before = self._now.pieces[own]
            if self._at[own] != place:
                yield from self._moved(own, place)
            if before.state != added.state and _lifted(before) != _lifted(added):
                yield ChangePiece(own, added.state)
        self._now.pieces[own] = replace(added, piece_id=own)

    def _moved(self, piece: str, place: _Place) -> Iterator[Command]:
        old, under = self._at.get(piece, place), self._take(piece)
        move = MovePiece(piece, place.map, place.x, place.y, "", old.map, old.x, old.y, under)
        self._at[piece] = place
        heap = self._now.heaps.get(place)
        if heap is not None:
            heap.pieces.append(piece)
            yield replace(move, under=heap.added.piece_id)
            return
        added, onto = move_to_empty(move, str(next(self._numbers)), place.layer)
        self._now.heaps[place] = _Heap(added, [piece])
        yield from (added, onto)

    def _take(self, piece: str) -> str:
        """Take a piece out of where it lies, and give back the id of that. VASSAL drops a stack that is
        empty, but no deck."""
        place = self._at.get(piece)
        if place is None:
            return ""
        heap = self._now.heaps[place]
        heap.pieces.remove(piece)
        if not heap.pieces and not heap.is_deck:
            del self._now.heaps[place]
        return heap.added.piece_id

    def _sorted(self, place: _Place, pieces: list[str]) -> Iterator[Command]:
        heap = self._now.heaps.get(place)
        if heap is not None and heap.pieces != pieces:
            heap.pieces = pieces
            yield ChangePiece(heap.added.piece_id, heap.state(pieces))


def _as_it_is(added: AddPiece) -> Hashable:
    return added.type, added.state


def _in_place(added: AddPiece) -> Hashable:
    basic = _piece(added.type, added.state).basic
    return _by_itself(added), basic.map, basic.x, basic.y


def _by_itself(added: AddPiece) -> Hashable:
    piece = _piece(added.type, added.state)
    return added.type, piece.basic.gpid, tuple(piece.markers().items()), army_of(piece)


def _lifted(added: AddPiece) -> Piece:
    """The piece as it is wherever it lies."""
    return _piece(added.type, added.state).at("", 0, 0)


@lru_cache(maxsize=4096)
def _piece(type_text: str, state: str) -> Piece:
    return AddPiece("", type_text, state).piece()
