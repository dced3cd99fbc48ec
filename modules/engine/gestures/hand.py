"""What a hand does on a board, as values: it puts, turns, marks, points, presses, fills in. They know no game
and no surface."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

OFF: Final = "off"
"""The last place of a way that leads off the board, wherever what was taken away is then laid."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What a hand takes hold of: a counter by its name, or, where the board does not say which it is, by its
    place alone. `side`: whose it is, empty where that does not show; `steps_lost`: of a block, how far it
    is turned."""

    counter: str
    place: str
    side: str = ""
    steps_lost: int = 0

    def __str__(self) -> str:
        return self.counter or f"a piece in {self.place}"


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces are taken from the first place of a way and let go in each of the others, together.

    `facing`: how they look at its end, empty where nothing was turned. `word`: what they were marked with.
    """

    pieces: tuple[Piece, ...]
    way: tuple[str, ...]
    facing: str = ""
    word: str = ""

    @property
    def is_back(self) -> bool:
        """Whether the pieces lie where they lay, and nothing is said of them."""
        return self.way[0] == self.way[-1] and not self.facing and not self.word

    def __str__(self) -> str:
        extra = "".join(f", {each}" for each in (self.facing, self.word) if each)
        return f"{_named(self.pieces)} put {' > '.join(self.way)}{extra}"


@dataclass(frozen=True, slots=True)
class Turn:
    """Pieces are turned where they lie, to look that way."""

    pieces: tuple[Piece, ...]
    facing: str

    def __str__(self) -> str:
        return f"{_named(self.pieces)} turned to {self.facing}"


@dataclass(frozen=True, slots=True)
class Mark:
    """Pieces are marked where they lie: with a word, or without one merely picked out."""

    pieces: tuple[Piece, ...]
    word: str = ""

    def __str__(self) -> str:
        return f"{_named(self.pieces)} {f'marked {self.word}' if self.word else 'picked'}"


@dataclass(frozen=True, slots=True)
class Point:
    """From pieces a hand points at others, or at a place (a piece without a name)."""

    pieces: tuple[Piece, ...]
    at: tuple[Piece, ...]
    word: str = ""

    def __str__(self) -> str:
        return f"{_named(self.pieces)} pointed at {_named(self.at)}"


@dataclass(frozen=True, slots=True)
class Press:
    """A word, such as `done`; or any order in words, for what no hand can show."""

    word: str

    def __str__(self) -> str:
        return f"{self.word} pressed"


@dataclass(frozen=True, slots=True)
class Fill:
    """A form was filled in, for an order that names more than a hand shows. `verb`: how that kind of order is
    written (`Order.FORM`); `values`: its fields with the parts that stand in each."""

    verb: str
    values: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        said = "; ".join(f"{name} {', '.join(parts)}" for name, parts in self.values)
        return f"{self.verb.split()[0]} filled in: {said}"


@dataclass(frozen=True, slots=True)
class Phase:
    """The marker of the phase is put on, from this phase, which is over. `player`: whose phase it is."""

    turn: int
    player: str
    phase: str

    def __str__(self) -> str:
        return f"turn {self.turn}, {self.player} {self.phase} over"


@dataclass(frozen=True, slots=True)
class Unmark:
    """A marker is taken off pieces."""

    pieces: tuple[Piece, ...]
    word: str

    def __str__(self) -> str:
        return f"{self.word} taken off {_named(self.pieces)}"


@dataclass(frozen=True, slots=True)
class Flip:
    """Pieces are turned over, or blocks turned to the edge with less strength (`down`) or more (`up`)."""

    pieces: tuple[Piece, ...]
    way: Literal["over", "down", "up"]

    def __str__(self) -> str:
        return f"{_named(self.pieces)} turned {self.way}"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of the board are rolled, such as `2d6`: nobody can prove them."""

    what: str

    def __str__(self) -> str:
        return f"{self.what} rolled on the board"


@dataclass(frozen=True, slots=True)
class Draw:
    """A card is taken from a pack."""

    pack: str

    def __str__(self) -> str:
        return f"a card taken from {self.pack}"


Handled: TypeAlias = Put | Turn | Mark | Point
"""What is done with pieces in every game."""
Gesture: TypeAlias = Handled | Press | Fill | Phase | Unmark | Flip | Dice | Draw
"""The last four are told of games by hand alone."""


def apart(gesture: Gesture) -> tuple[Gesture, ...]:
    """The same done with each piece by itself; nothing where it was one piece."""
    if isinstance(gesture, Press | Fill | Phase | Dice | Draw) or len(gesture.pieces) < 2:
        return ()
    return tuple(replace(gesture, pieces=(piece,)) for piece in gesture.pieces)


def _named(pieces: tuple[Piece, ...]) -> str:
    return ", ".join(map(str, pieces))
