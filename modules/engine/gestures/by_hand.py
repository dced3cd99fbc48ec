"""Decisions in which all is done by hand: only there is an unmarked gesture an act, whatever it is."""

from __future__ import annotations

from abc import abstractmethod

from modules.engine.gestures.hand import Gesture
from modules.engine.orders import Order
from modules.engine.requests import Choose, Options


class ActsByHand(Options[Order]):
    """The acts of a decision in which the program carries out nothing."""

    @abstractmethod
    def act_of(self, gesture: Gesture) -> Order | None:
        """The act that a gesture is, legal or not; None for one that changes nothing. Raises Illegal for one
        that no act can be."""


def is_by_hand(choice: Choose) -> bool:
    """Whether all is done by hand in a decision."""
    return isinstance(choice.options, ActsByHand)
