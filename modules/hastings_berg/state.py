"""The state of the battle: plain data, cheap to copy. Units are immutable values that copies share."""

from __future__ import annotations

from dataclasses import dataclass, field

from modules.engine.hexes.facing import FacedUnit
from modules.engine.hexes.state import HexState

CUP = "cup"
"""Fyrd that have not been drawn (11.2, 11.4)."""
LOST = "lost"
"""Eliminated, killed, or gone off the map (9.2.3, 9.2.4, 10.4.2)."""
CAPTURED = "captured"
"""A leader in the enemy's hands (10.2.2)."""
REFORM = "reform"
"""The phase between the periods, for each side (11.5)."""


@dataclass(frozen=True, slots=True)
class Unit(FacedUnit):
    """The state of a unit or leader. `wing`: the box of a Saxon unit, empty for one without. `charging`: it
    said CHARGE; `contact`: its charge succeeded, `downhill`: by two hexes downhill (4.3.7). `reacted`: in
    this player turn; `drawn`: from the cup, to enter the map. Of leaders: `wounded` at all, `weakened` by
    note 1, `flipped` by note 2, `shaken` by note 3, `fresh`: in this turn (10.5)."""

    wing: str = ""
    reduced: bool = False
    disrupted: bool = False
    routed: bool = False
    charging: bool = False
    contact: bool = False
    downhill: bool = False
    reacted: bool = False
    drawn: bool = False
    wounded: bool = False
    weakened: bool = False
    flipped: bool = False
    shaken: bool = False
    fresh: bool = False


FLAGS = (
    "reduced", "disrupted", "routed", "charging", "contact", "downhill", "reacted", "drawn",
    "wounded", "weakened", "flipped", "shaken", "fresh",
)  # fmt: skip
"""The states of a unit that are true or not."""

Book = dict[str, int]


@dataclass(slots=True)
class State(HexState[Unit]):
    """`clock`: the `period`, its `last` turn, and whether an army that is surrounded holds it open (`held`).
    `orders`: by order the boxes that have it, each with the turns that it lasts, this one included.
    `strategies`: by box, numbered as in `STRATEGIES` from 1, until the dice are rolled. `supply`: the fire
    segments left, by box or unit. `points`: the casualty points of each side. `road`: the hexes of the road
    that the Normans control. `closed`: wings that the Saxons have given up."""

    clock: Book
    orders: dict[str, Book] = field(default_factory=dict)
    strategies: Book = field(default_factory=dict)
    ratings: Book = field(default_factory=dict)
    supply: Book = field(default_factory=dict)
    points: Book = field(default_factory=dict)
    road: Book = field(default_factory=dict)
    closed: Book = field(default_factory=dict)

    def copy(self) -> State:
        """An independent equal state."""
        return State(
            *self.common(),
            self.clock.copy(),
            {order: boxes.copy() for order, boxes in self.orders.items()},
            self.strategies.copy(),
            self.ratings.copy(),
            self.supply.copy(),
            self.points.copy(),
            self.road.copy(),
            self.closed.copy(),
        )
