"""The part that the driver needs: sides, orders, a state, and phases that are coroutines. A game implements
this one in any case."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, Self, TypeVar

from modules.engine.orders import Grammar
from modules.engine.requests import Steps


class GameOver(Exception):
    """Raised by rules in the middle of a phase, once the state holds the outcome."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning side (empty: a draw), how well, and the rule that ended it."""

    winner: str
    level: str
    reason: str
    rule: str


class State(Protocol):
    """What the driver needs of a game's state. `copy` must be cheap; units are shared, never changed."""

    @property
    def turn(self) -> int:
        """The game turn, counted from 1."""
        ...

    @property
    def phase(self) -> str:
        """The phase in which the state stands."""
        ...

    @property
    def active(self) -> str:
        """The side whose phase it is."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def copy(self) -> Self:
        """An independent state that is equal to this one."""
        ...


S = TypeVar("S", bound=State)


class PlayRules(ABC, Generic[S]):
    """A game's rules for one scenario, as far as the driver plays by them. Its coroutines read nothing but
    the state and the definition."""

    grammar: Grammar
    sides: tuple[str, ...]

    @property
    def seats(self) -> Mapping[str, str]:
        """The players, each with the side for which they play; without a game's own each side is a player."""
        return {side: side for side in self.sides}

    def sides_of(self, seat: str) -> tuple[str, ...]:
        """The sides whose pieces a player commands; without a game's own the one for which they play."""
        return (self.seats[seat],)

    @abstractmethod
    def start(self) -> S:
        """The state before set-up."""

    @abstractmethod
    def phase(self, state: S) -> Steps:
        """Plays the phase in which the state stands, and leaves it at the next or with an outcome."""

    def read_back(self, state: S) -> S:
        """A state that was read from plain data (`game_serialization`), with what the definition adds to it:
        nothing."""
        return state
