"""The acts of a hand, each with its text, and the few words beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from modules.engine.orders import Done, Facing, Order, Saying, Spot, Unit, Units, Word

HAND: Final = "hand"


@dataclass(frozen=True, slots=True)
class Put(Order):
    """A counter is put on top of what lies in a place."""

    rule: Word
    counter: Unit
    at: Spot
    FORM: ClassVar[str] = "hand {rule} put {counter} {at}"


@dataclass(frozen=True, slots=True)
class Flip(Order):
    """A counter is turned over."""

    rule: Word
    counter: Unit
    FORM: ClassVar[str] = "hand {rule} flip {counter}"


@dataclass(frozen=True, slots=True)
class Face(Order):
    """A counter is turned to a point of the compass."""

    rule: Word
    counter: Unit
    toward: Facing
    FORM: ClassVar[str] = "hand {rule} face {counter} {toward}"


@dataclass(frozen=True, slots=True)
class Mark(Order):
    """A marker is laid on a counter."""

    rule: Word
    counter: Unit
    marker: Word
    FORM: ClassVar[str] = "hand {rule} mark {counter} {marker}"


@dataclass(frozen=True, slots=True)
class Unmark(Order):
    """A marker is taken off a counter."""

    rule: Word
    counter: Unit
    marker: Word
    FORM: ClassVar[str] = "hand {rule} unmark {counter} {marker}"


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """A counter loses a step; with its last one it is out of play."""

    rule: Word
    counter: Unit
    FORM: ClassVar[str] = "hand {rule} lose {counter}"


@dataclass(frozen=True, slots=True)
class Eliminate(Order):
    """A counter goes out of play."""

    rule: Word
    counter: Unit
    FORM: ClassVar[str] = "hand {rule} eliminate {counter}"


@dataclass(frozen=True, slots=True)
class RollDice(Order):
    """Dice are rolled (`2d6`), or the die of a table that needs no row and no column."""

    rule: Word
    what: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} [{counters}]"


@dataclass(frozen=True, slots=True)
class RollColumn(Order):
    """The die of a table is rolled for one of its columns."""

    rule: Word
    what: Word
    column: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} column {column} [{counters}]"


@dataclass(frozen=True, slots=True)
class RollRow(Order):
    """The die of a table is rolled for one of its rows."""

    rule: Word
    what: Word
    row: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} row {row} [{counters}]"


@dataclass(frozen=True, slots=True)
class Draw(Order):
    """So many cards are drawn from a pack, for all to see."""

    rule: Word
    pack: Word
    number: Word
    FORM: ClassVar[str] = "hand {rule} draw {pack} {number}"


@dataclass(frozen=True, slots=True)
class Call(Order):
    """Another side acts now, in the middle of a phase that is not its own."""

    rule: Word
    side: Word
    FORM: ClassVar[str] = "hand {rule} call {side}"


@dataclass(frozen=True, slots=True)
class Win(Order):
    """A side has won, and why; `draw` in the place of a side."""

    rule: Word
    side: Word
    why: Saying
    FORM: ClassVar[str] = "hand {rule} outcome {side} {why}"


@dataclass(frozen=True, slots=True)
class Undo(Order):
    """The author's own last act is taken back."""

    FORM: ClassVar[str] = "undo"


@dataclass(frozen=True, slots=True)
class Object(Order):
    """An outcome is not agreed to."""

    why: Saying
    FORM: ClassVar[str] = "object {why}"


Move: TypeAlias = Put | Flip | Face | Mark | Unmark | Lose | Eliminate
"""What a hand does with one counter."""
MOVES: Final[tuple[type[Order], ...]] = (Put, Flip, Face, Mark, Unmark, Lose, Eliminate)
ROLLS: Final[tuple[type[Order], ...]] = (RollDice, RollColumn, RollRow)
ACTS: Final[tuple[type[Order], ...]] = (*MOVES, *ROLLS, Draw, Call, Win)
KINDS: Final[tuple[type[Order], ...]] = (*ACTS, Undo, Object, Done)
