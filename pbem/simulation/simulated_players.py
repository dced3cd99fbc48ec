"""Who plays a game that is simulated: the policy, or somebody whose orders are known already."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.play_rules import PlayRules
from pbem.dice.dice_stream import Stream
from pbem.rules.rules_lookup import part_of


class StreamChance:
    """Random numbers from the same stream as dice."""

    def __init__(self, seed: str) -> None:
        self._stream = Stream(seed)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return self._stream.die(limit) - 1 if limit > 1 else 0


class PolicyOrders:
    """Goes by the game's policy, with random numbers of its own."""

    def __init__(self, chance: StreamChance) -> None:
        self._chance = chance

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:
        """What the policy says in the seat's view. Raises UnknownGame for a game without one."""
        return part_of(play.rules, AdviceRules).advise(choice, play.state, self._chance)


class RecordedOrders:
    """Gives the orders of a game that was played, one after another."""

    def __init__(self, orders: Iterable[Order]) -> None:
        self._orders = deque(orders)

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:  # noqa: ARG002 - as every player
        """The next of them."""
        return self._orders.popleft()
