"""Options that remember what they have offered: what was listed or sampled is not judged a second time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property

from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Chance, Options, Ord


class HexOptions(Options[Ord]):
    """The legal orders of a decision whose position does not change until an order is given."""

    _sampled: Ord | None = None

    @abstractmethod
    def listing(self) -> Sequence[Ord]:
        """Legal orders, as `legal` promises them."""

    @abstractmethod
    def fault(self, order: Order) -> Illegal | None:
        """Why an order is not legal, with rule and facts; None where it is."""

    @cached_property
    def _listed(self) -> list[Ord]:
        return list(self.listing())

    def legal(self) -> Sequence[Ord]:
        return self._listed

    def draw(self, chance: Chance) -> Ord:
        """One legal order at random."""
        return self._listed[chance.below(len(self._listed))]

    def sample(self, chance: Chance) -> Ord:
        self._sampled = self.draw(chance)
        return self._sampled

    def check(self, order: Order) -> None:
        listed: Sequence[Ord] = self.__dict__.get("_listed", ())
        if order is not self._sampled and order not in listed:
            self.judge(order)

    def judge(self, order: Order) -> None:
        fault = self.fault(order)
        if fault is not None:
            raise fault
