"""A whole game between players: orders follow from its seed, and dice and packs if no others are given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from modules.engine.driver import Play, RunawayGame
from modules.engine.orders import Order
from modules.engine.players.player import Player
from modules.engine.requests import Choose, Roll, Secret, Shuffle
from modules.engine.rules.play_rules import PlayRules
from modules.engine.seeded_random import SeededRandom

MOST_ANSWERS = 100_000

R_co = TypeVar("R_co", bound=PlayRules[Any], covariant=True)


class Dice(Protocol):
    """Where the dice and packs of a whole game come from."""

    def note_decision(self, play: Play[PlayRules[Any]], given: Mapping[str, Order]) -> None:
        """Told of the orders for what is due in `play`, by seat, before they are carried out."""
        ...

    def next_dice(self, play: Play[PlayRules[Any]], request: Roll | Shuffle) -> tuple[int, ...]:
        """What falls for what is due in `play`: a value a die, or the order of a pack."""
        ...


class SeededDice:
    """Dice and packs that follow from a seed, one after another, whoever decides what."""

    def __init__(self, seed: int) -> None:
        self._chance = SeededRandom(seed)

    def note_decision(self, play: Play[PlayRules[Any]], given: Mapping[str, Order]) -> None:
        """Changes nothing here."""

    def next_dice(self, play: Play[PlayRules[Any]], request: Roll | Shuffle) -> tuple[int, ...]:  # noqa: ARG002 - as `Dice`
        """The next of the stream."""
        return fallen(request, self._chance)


class Match(Generic[R_co]):
    """A game and who plays it. `play` stands where it is; `step` goes on by one answer; `given` are the
    orders that this was, by the seats of those who gave them. `dice`: where they come from, if not from the
    seed."""

    def __init__(
        self, rules: R_co, players: Mapping[str, Player], seed: int, dice: Dice | None = None
    ) -> None:
        self.players = players
        self.play: Play[R_co] = Play(rules)
        self.given: dict[str, Order] = {}
        self._dice = dice or SeededDice(seed)

    def step(self) -> None:
        """Answers what is due."""
        request, self.given = self.play.request, {}
        if isinstance(request, Choose):
            self.given = {request.seat: self._order(request)}
            self._dice.note_decision(self.play, self.given)
            self.play.answer(self.given[request.seat])
        elif isinstance(request, Secret):
            self.given = {seat: self._order(each) for seat, each in request.choices.items()}
            self._dice.note_decision(self.play, self.given)
            self.play.answer(self.given)
        else:
            self.play.answer(self._dice.next_dice(self.play, of_chance(request)))

    def _order(self, choice: Choose) -> Order:
        return self.players[choice.seat].order(self.play, choice)

    def run(self) -> Play[R_co]:
        """Plays to the end. Raises RunawayGame for a game that has none."""
        while self.play.request is not None:
            if self.play.count >= MOST_ANSWERS:
                raise RunawayGame(f"no end after {MOST_ANSWERS} answers")
            self.step()
        return self.play


def of_chance(request: object) -> Roll | Shuffle:
    """What is due, if it is dice or a pack. Raises TypeError: a whole game asks for nothing else beside
    orders, as it knows its cards."""
    if isinstance(request, Roll | Shuffle):
        return request
    raise TypeError(f"{type(request).__name__} is no matter of chance")


def fallen(request: object, chance: SeededRandom) -> tuple[int, ...]:
    """Dice that are rolled, a pack that is shuffled. Raises TypeError for anything else."""
    due = of_chance(request)
    if isinstance(due, Roll):
        return tuple(1 + chance.below(die.sides) for die in due.dice)
    return chance.shuffle(due.size)
