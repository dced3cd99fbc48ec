"""A whole game between players: dice, packs and every answer follow from its seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modules.engine.orders import Order
from modules.engine.play import Play, Rules, RunawayGame
from modules.engine.players.player import Player
from modules.engine.requests import Answer, Choose, Roll, Secret, Shuffle
from modules.engine.seeded import Seeded

MOST_ANSWERS = 100_000


class Match:
    """A game and who plays it. `play` stands where it is; `step` goes on by one answer; `given` are the
    orders that this was, by the seats of those who gave them."""

    def __init__(self, rules: Rules[Any], players: Mapping[str, Player], seed: int) -> None:
        self.players = players
        self.play: Play[Any] = Play(rules)
        self.given: dict[str, Order] = {}
        self._chance = Seeded(seed)

    def step(self) -> None:
        """Answers what is due."""
        request, self.given = self.play.request, {}
        if isinstance(request, Choose):
            self.given = {request.seat: self._order(request)}
            self.play.answer(self.given[request.seat])
        elif isinstance(request, Secret):
            self.given = {seat: self._order(each) for seat, each in request.choices.items()}
            self.play.answer(self.given)
        else:
            self.play.answer(fallen(request, self._chance))

    def _order(self, choice: Choose) -> Order:
        return self.players[choice.seat].order(self.play, choice)

    def run(self) -> Play[Any]:
        """Plays to the end. Raises RunawayGame for a game that has none."""
        while self.play.request is not None:
            if self.play.count >= MOST_ANSWERS:
                raise RunawayGame(f"no end after {MOST_ANSWERS} answers")
            self.step()
        return self.play


def fallen(request: object, chance: Seeded) -> Answer:
    """Dice that are rolled, a pack that is shuffled."""
    if isinstance(request, Roll):
        return tuple(1 + chance.below(die.sides) for die in request.dice)
    if isinstance(request, Shuffle):
        return chance.shuffled(request.size)
    raise TypeError(f"{type(request).__name__} is no matter of chance: a whole game knows its cards")
