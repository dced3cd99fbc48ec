"""The orders of a game that is kept, read again one after the other as the game asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from modules.engine.orders import Grammar, Order
from pbem import errors
from pbem.reason_codes import Code
from pbem.solo.saved_game import SavedGame
from pbem.solo.session_step import GivenOrder


class MisfitOrders(errors.Refusal):
    """Kept orders that do not fit the game: the first `given` of them do."""

    def __init__(self, folder: Path, given: int, why: Exception) -> None:
        super().__init__(Code.BAD_SAVE, f"{folder}: the kept orders do not fit: {why}")
        self.given, self.why = given, why


class KeptOrders:
    """`left`: how many orders are still to be read. To read one raises OrderError, ValueError, and
    IndexError where there is no more."""

    def __init__(self, saved: SavedGame, grammar: Grammar) -> None:
        self._saved, self._grammar = saved, grammar
        self._stood: dict[int, str] = dict(saved.stood)
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._saved.orders) - self._at

    def read(self, seat: str) -> GivenOrder:
        """The next order, which is due from a seat."""
        found, _, text = self._saved.orders[self._at].partition(": ")
        if found != seat:
            raise ValueError(f"an order by {seat} is due, not by {found}")
        standing = self._stood.get(self._at, "")
        self._at += 1
        return GivenOrder(seat, self._grammar.parse(text), standing)

    def read_together(self, seats: Iterable[str]) -> tuple[GivenOrder, ...]:
        """Orders given at the same time: whose stands first does not matter."""
        found: dict[str, GivenOrder] = {}
        due = sorted(seats)
        while missing := [seat for seat in due if seat not in found]:
            seat = self._saved.orders[self._at].partition(": ")[0]
            seat = seat if seat in missing else missing[0]
            found[seat] = self.read(seat)
        return tuple(found.values())

    def read_sealed(self) -> dict[str, Order]:
        """The orders of people for a decision that several make at once, and that is still open."""
        return {seat: self._grammar.parse(text) for seat, text in self._saved.sealed.items()}
