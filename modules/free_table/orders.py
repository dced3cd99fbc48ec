"""The acts of a hand, each with its text, and the few words beside them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from modules.engine.orders import Done, Facing, Order, Saying, Spot, Unit, Units, Word

TABLE: Final = "free table"
"""Stands for a rule's number where the table itself forbids something."""


@dataclass(frozen=True, slots=True)
class Act(Order):
    """An act of a hand under a rule's number."""

    rule: Word

    @property
    def beginning(self) -> str:
        """`hand`, the number and what is done: acts of a kind begin alike."""
        return " ".join(str(self).split(" ", 3)[:3])


@dataclass(frozen=True, slots=True)
class Put(Act):
    """A counter is put on top of what lies in a place."""

    counter: Unit
    at: Spot
    FORM: ClassVar[str] = "hand {rule} put {counter} {at}"


@dataclass(frozen=True, slots=True)
class Flip(Act):
    """A counter is turned over."""

    counter: Unit
    FORM: ClassVar[str] = "hand {rule} flip {counter}"


@dataclass(frozen=True, slots=True)
class Face(Act):
    """A counter is turned to a point of the compass."""

    counter: Unit
    toward: Facing
    FORM: ClassVar[str] = "hand {rule} face {counter} {toward}"


@dataclass(frozen=True, slots=True)
class Mark(Act):
    """A marker is laid on a counter."""

    counter: Unit
    marker: Word
    FORM: ClassVar[str] = "hand {rule} mark {counter} {marker}"


@dataclass(frozen=True, slots=True)
class Unmark(Act):
    """A marker is taken off a counter."""

    counter: Unit
    marker: Word
    FORM: ClassVar[str] = "hand {rule} unmark {counter} {marker}"


@dataclass(frozen=True, slots=True)
class Lose(Act):
    """A counter loses a step; with its last one it is out of play."""

    counter: Unit
    FORM: ClassVar[str] = "hand {rule} lose {counter}"


@dataclass(frozen=True, slots=True)
class Eliminate(Act):
    """A counter goes out of play."""

    counter: Unit
    FORM: ClassVar[str] = "hand {rule} eliminate {counter}"


@dataclass(frozen=True, slots=True)
class Count(Act):
    """A number of the game is so much larger (`+2`) or smaller (`-1`)."""

    tally: Word
    change: Word
    FORM: ClassVar[str] = "hand {rule} count {tally} {change}"


@dataclass(frozen=True, slots=True)
class RollDice(Act):
    """Dice are rolled (`2d6`), or the die of a table that needs no row and no column."""

    what: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} [{counters}]"
    NAMED: ClassVar[str] = ""

    @property
    def word(self) -> str:
        """Nothing is named before the die."""
        return ""


@dataclass(frozen=True, slots=True)
class RollColumn(Act):
    """The die of a table is rolled for one of its columns."""

    what: Word
    column: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} column {column} [{counters}]"
    NAMED: ClassVar[str] = "column"

    @property
    def word(self) -> str:
        """The column that is named before the die."""
        return self.column


@dataclass(frozen=True, slots=True)
class RollRow(Act):
    """The die of a table is rolled for one of its rows."""

    what: Word
    row: Word
    counters: Units
    FORM: ClassVar[str] = "hand {rule} roll {what} row {row} [{counters}]"
    NAMED: ClassVar[str] = "row"

    @property
    def word(self) -> str:
        """The row that is named before the die."""
        return self.row


@dataclass(frozen=True, slots=True)
class Draw(Act):
    """Cards are drawn from a pack: for all to see, or into one's own hand."""

    pack: Word
    number: Word
    FORM: ClassVar[str] = "hand {rule} draw {pack} {number}"


@dataclass(frozen=True, slots=True)
class Play(Act):
    """A card of one's own hand, by its place in the pack, is shown to all."""

    card: Word
    FORM: ClassVar[str] = "hand {rule} play {card}"


@dataclass(frozen=True, slots=True)
class ShufflePack(Act):
    """What was drawn or played of a pack is shuffled into it again."""

    pack: Word
    FORM: ClassVar[str] = "hand {rule} shuffle {pack}"


@dataclass(frozen=True, slots=True)
class Call(Act):
    """Another side acts now, in the middle of a phase that is not its own."""

    side: Word
    FORM: ClassVar[str] = "hand {rule} call {side}"


@dataclass(frozen=True, slots=True)
class Win(Act):
    """A side has won, and why; `draw` in the place of a side."""

    side: Word
    why: Saying
    FORM: ClassVar[str] = "hand {rule} outcome {side} {why}"


@dataclass(frozen=True, slots=True)
class Retract(Order):
    """The author's own last act is taken back."""

    FORM: ClassVar[str] = "retract"


@dataclass(frozen=True, slots=True)
class ObjectToOutcome(Order):
    """An outcome is not agreed to."""

    why: Saying
    FORM: ClassVar[str] = "object outcome {why}"


@dataclass(frozen=True, slots=True)
class Object(Order):
    """An act of another side, by its number, is not agreed to."""

    act: Word
    why: Saying
    FORM: ClassVar[str] = "object {act} {why}"


@dataclass(frozen=True, slots=True)
class Uphold(Order):
    """An objection is right: the act is undone. Its author may say so of an own act, and each side that
    judges."""

    act: Word
    FORM: ClassVar[str] = "uphold {act}"


@dataclass(frozen=True, slots=True)
class Dismiss(Order):
    """An objection is wrong: the act stands."""

    act: Word
    FORM: ClassVar[str] = "dismiss {act}"


Move: TypeAlias = Put | Flip | Face | Mark | Unmark | Lose | Eliminate
"""What a hand does with one counter."""
MOVES: Final[tuple[type[Order], ...]] = (Put, Flip, Face, Mark, Unmark, Lose, Eliminate)
ROLLS: Final[tuple[type[Order], ...]] = (RollDice, RollColumn, RollRow)
Roll: TypeAlias = RollDice | RollColumn | RollRow
"""Dice by hand."""
OBJECTIONS: Final[tuple[type[Order], ...]] = (Object, Uphold, Dismiss)
CARDS: Final[tuple[type[Order], ...]] = (Draw, Play, ShufflePack)
KINDS: Final[tuple[type[Order], ...]] = (
    *MOVES, Count, *ROLLS, *CARDS, Call, Win, Retract, ObjectToOutcome, *OBJECTIONS, Done,
)  # fmt: skip
SAYS: Final[dict[type[Order], str]] = {
    Put: "any counter, any place",
    Flip: "any counter with a back, any card",
    Face: "any counter, any way to look",
    Mark: "any counter, any marker",
    Unmark: "any marker that a counter bears",
    Lose: "any counter: a step",
    Eliminate: "any counter",
    Count: "any number of the game: so much more or less",
    RollDice: "dice, or a table; counters may stand behind",
    RollColumn: "any column; counters may stand behind",
    RollRow: "any row; counters may stand behind",
    Draw: "any pack, any number of its cards",
    Play: "any card of your hand",
    ShufflePack: "any pack from which cards were drawn; one of which hands are held as soon as it is empty",
    Call: "another side acts now",
    Win: "a side, or `draw`, and why; the others must let it stand",
    Retract: "take back your last act",
    ObjectToOutcome: "and why",
    Object: "any act of another side since your last orders, and why",
    Uphold: "the objection is right: the act is undone",
    Dismiss: "the objection is wrong: the act stands",
}
"""What may stand in an act of each kind."""
