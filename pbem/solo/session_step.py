"""What a game at one screen took, one answer after the other: the orders with their seats, dice, packs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modules.engine.orders import Order
from modules.engine.requests import Answer, Request


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order with the seat that gave it. `standing`: the line of its standing orders that decided, empty
    where a player did."""

    seat: str
    order: Order
    standing: str = ""


@dataclass(frozen=True, slots=True)
class GivenLine:
    """The same as text. `own`: a person gave it."""

    seat: str
    text: str
    own: bool
    standing: str = ""


@dataclass(frozen=True, slots=True)
class SessionStep:
    """One answer that the whole game took. `number`: how many orders had been given with it, so that dice
    have the number of the order before them. `given`: its orders, none for dice and packs. `seen`: for each
    person's seat, and for everybody (an empty one), what may be known of the answer, where orders stay closed
    an effect."""

    number: int
    request: Request
    answer: Answer
    given: tuple[GivenOrder, ...]
    seen: Mapping[str, Answer]
