"""What a player is, and the two simple ones: any legal order, and the game's own policy."""

from __future__ import annotations

from typing import Any, Protocol

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import require
from modules.engine.seeded_random import SeededRandom


class Player(Protocol):
    """Whoever answers for one seat."""

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:
        """An order for a decision of this seat that is due in `play`, which stays where it is. What the seat
        may not know of `play` changes nothing."""
        ...


class RandomPlayer:
    """Gives any legal order: which, follows from its seed and how far the game is."""

    def __init__(self, *seed: int) -> None:
        self._seed = seed

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:
        """One of the legal orders, all equally likely where they can be counted."""
        order: Order = choice.options.sample(SeededRandom(*self._seed, play.count))
        return order


class PolicyPlayer:
    """Plays by the game's own policy, in one of its styles."""

    def __init__(self, *seed: int, style: str = "") -> None:
        self._seed, self._style = seed, style

    def order(self, play: Play[PlayRules[Any]], choice: Choose) -> Order:
        """What the policy says; it asks for its seat's view itself (`AdviceRules.advise`).
        Raises MissingPart for a game without advice."""
        chance = SeededRandom(*self._seed, play.count)
        return require(play.rules, AdviceRules).advise_in(self._style, choice, play.state, chance)
