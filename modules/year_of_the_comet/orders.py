"""The orders of this game, and what everybody may know of them (effects).

A block is named by what it is: `E-fyrd.3` is a block of fyrdmen of 3 CV, and which of several alike does not
matter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from modules.engine.orders import Done as Done
from modules.engine.orders import Grammar, Name, Names, Order, Spot, Track, Word, Words
from modules.engine.orders import Pass as Pass

NONE: Final = "-"
"""Stands where an order names no block, or no area."""


@dataclass(frozen=True, slots=True)
class PlaceBlock(Order):
    """Set up one of the free fyrdmen (3.3)."""

    FORM: ClassVar[str] = "place {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Raise(Order):
    """A leader raises fyrdmen where he stands (8.1)."""

    FORM: ClassVar[str] = "raise {leader}"
    leader: Name


@dataclass(frozen=True, slots=True)
class Muster(Order):
    """How the CV raised are split: new blocks by their CV (`3,1`), and blocks that stand there with what each
    grows by (`E-fyrd.1/2`)."""

    FORM: ClassVar[str] = "muster {new} {grown}"
    new: Words
    grown: Words


@dataclass(frozen=True, slots=True)
class Keep(Order):
    """Transfer nothing."""

    FORM: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Transfer(Order):
    """Shift CV between blocks (2.4), each as AREA/FROM/TO/CV: `LON/E-fyrd.3/E-fyrd.1/2`."""

    FORM: ClassVar[str] = "transfer {shifts}"
    shifts: Words


@dataclass(frozen=True, slots=True)
class Move(Order):
    """Move blocks together along a way (6.1)."""

    FORM: ClassVar[str] = "move {way} {blocks}"
    way: Track
    blocks: Names


@dataclass(frozen=True, slots=True)
class Invade(Order):
    """Try to land (5.2)."""

    FORM: ClassVar[str] = "invade {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Rouse(Order):
    """Tostig tries to raise a CV for a block in his area (8.3)."""

    FORM: ClassVar[str] = "rouse {block}"
    block: Name


@dataclass(frozen=True, slots=True)
class Fight(Order):
    """The next battle (9.3)."""

    FORM: ClassVar[str] = "fight {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Deploy(Order):
    """The blocks of each column and of the reserve (10.1)."""

    FORM: ClassVar[str] = "deploy {left} {centre} {right} {reserve}"
    left: Names
    centre: Names
    right: Names
    reserve: Names


@dataclass(frozen=True, slots=True)
class Retreat(Order):
    """Leave a battle with all blocks (13.2)."""

    FORM: ClassVar[str] = "retreat {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Stay(Order):
    """Do not retreat."""

    FORM: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class Reserve(Order):
    """Bring a block from the reserve to a column (10.4)."""

    FORM: ClassVar[str] = "reserve {block} {column}"
    block: Name
    column: Word


@dataclass(frozen=True, slots=True)
class Hold(Order):
    """Bring up no reserve; hold the archers' fire."""

    FORM: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class Shoot(Order):
    """Fire the archers before all others (12.4)."""

    FORM: ClassVar[str] = "shoot"


@dataclass(frozen=True, slots=True)
class Fire(Order):
    """Fire the blocks of a column at the column opposite, next (11.1, 12.2)."""

    FORM: ClassVar[str] = "fire {column}"
    column: Word


@dataclass(frozen=True, slots=True)
class Lose(Order):
    """Take a hit on a block (12.2, 12.5)."""

    FORM: ClassVar[str] = "lose {column} {block}"
    MARKS: ClassVar[tuple[str, ...]] = ("hit", "lost")
    column: Word
    block: Name


@dataclass(frozen=True, slots=True)
class Rout(Order):
    """Where a routed army goes (14.1)."""

    FORM: ClassVar[str] = "rout {area}"
    area: Spot


@dataclass(frozen=True, slots=True)
class Perish(Order):
    """A routed army that can go nowhere (14.1)."""

    FORM: ClassVar[str] = "perish"


# --- what everybody may know of them -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Raised(Order):
    """A leader raises in an area."""

    FORM: ClassVar[str] = "raises {leader} {area}"
    leader: Word
    area: Spot


@dataclass(frozen=True, slots=True)
class Mustered(Order):
    """So many new blocks."""

    FORM: ClassVar[str] = "mustered {count}"
    count: Word


@dataclass(frozen=True, slots=True)
class Prepared(Order):
    """CV were transferred, or not."""

    FORM: ClassVar[str] = "prepared"


@dataclass(frozen=True, slots=True)
class Moved(Order):
    """So many blocks went a way."""

    FORM: ClassVar[str] = "moved {way} {count}"
    way: Track
    count: Word


@dataclass(frozen=True, slots=True)
class Roused(Order):
    """Tostig tries to raise."""

    FORM: ClassVar[str] = "rouses"


@dataclass(frozen=True, slots=True)
class Fought(Order):
    """A battle begins: who speaks for the attacker and the defender; in a skirmish, the blocks of both."""

    FORM: ClassVar[str] = "battle {area} {attacker} {defender} {attacking} {defending}"
    area: Spot
    attacker: Word
    defender: Word
    attacking: Words
    defending: Words


@dataclass(frozen=True, slots=True)
class Deployed(Order):
    """The defender's blocks, counted: left, centre, right, reserve."""

    FORM: ClassVar[str] = "deployed {counts}"
    counts: Words


@dataclass(frozen=True, slots=True)
class Opened(Order):
    """The columns laid open, and how many blocks the attacker has in reserve."""

    FORM: ClassVar[str] = (
        "opened {left} {centre} {right} {reserve} against {their_left} {their_centre} {their_right}"
    )
    left: Words
    centre: Words
    right: Words
    reserve: Word
    their_left: Words
    their_centre: Words
    their_right: Words


@dataclass(frozen=True, slots=True)
class Routed(Order):
    """Where a routed army goes, who goes (by their columns), and the reserves of both, laid open."""

    FORM: ClassVar[str] = "routed {area} {reserve} {victors}"
    area: Word
    reserve: Words
    victors: Words


OPEN: Final[tuple[type[Order], ...]] = (
    PlaceBlock, Invade, Retreat, Stay, Reserve, Hold, Shoot, Fire, Lose, Pass, Done,
)  # fmt: skip
"""Orders that everybody may know as they are."""
CLOSED: Final[tuple[type[Order], ...]] = (
    Raise, Muster, Keep, Transfer, Move, Rouse, Fight, Deploy, Rout, Perish,
)  # fmt: skip
EFFECTS: Final[tuple[type[Order], ...]] = (
    Raised, Mustered, Prepared, Moved, Roused, Fought, Deployed, Opened, Routed,
)  # fmt: skip


class YearGrammar(Grammar):
    """The orders of this game; of a transfer the area too may be written by its name."""

    def parse(self, text: str) -> Order:
        order = super().parse(text)
        return Transfer(tuple(map(self._shift, order.shifts))) if isinstance(order, Transfer) else order

    def _shift(self, shift: str) -> str:
        area, slash, rest = shift.partition("/")
        return f"{self.place(self.replace_names(area))}{slash}{rest}" if slash else shift
