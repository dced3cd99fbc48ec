"""One way through the dice of an order, and all of them.

The rules run as in a game. After the order its author is asked nothing more before its dice have fallen: he
takes his own combat first and else passes. The others answer by their standing orders or the game's defaults.
A branch ends at the author's next decision, with the phase, or before dice of another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.requests import Choose, Deal, Reveal, Roll, Secret, Shuffle
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.seeded_random import SeededRandom
from modules.engine.standing_orders import PASSING, Line, Vocabulary

MOST_MORE: Final = 100
"""Orders that the author of an order may have to give until its dice fall: in a set-up it would be all."""


class NoOdds(Exception):
    """Odds that cannot be asked here, with the reason."""


class TooMany(Exception):
    """More branches than are followed one by one, or such as cannot be."""


@dataclass(frozen=True)
class Question:
    """What is asked: `seat` gives these `orders`, one after another; `lines` are standing orders by seat."""

    seat: str
    orders: tuple[Order, ...]
    vocabulary: Vocabulary[Any]
    lines: Mapping[str, Sequence[Line]] = field(default_factory=dict)

    @property
    def subject(self) -> frozenset[str]:
        """The counters and places of the last order, whose odds these are."""
        last = self.orders[-1]
        return frozenset((*counters_of(last), *places_of(last)))


@dataclass
class Walk:
    """A game on its way. `given`: how many of the orders; `first`: the first dice of the order; `heard`: how
    much had been told before it; `more`: how often its author had to answer until they fell."""

    asked: Question
    play: Play[AdviceRules[Any]]
    given: int = 0
    kind: str = ""
    since: tuple[int, str, str] = (0, "", "")
    first: Roll | None = None
    dice: tuple[int, ...] = ()
    heard: int = 0
    more: int = 0

    def fork(self) -> Walk:
        """Another that stands here."""
        play = self.play.moment()()
        return Walk(self.asked, play, self.given, self.kind, self.since, self.first, self.dice, self.heard)

    def roll(self, values: tuple[int, ...]) -> None:
        """Lets the dice that are due fall."""
        due = self.play.request
        if self.first is None and isinstance(due, Roll) and not (due.quoted and self._tells_of_others(due)):
            self.first, self.dice = due, values
        self.play.answer(values)

    def to_chance(self) -> Roll | Shuffle | Deal | Reveal | None:
        """Goes on to the next dice, pack or unknown cards; None where the branch ends.

        Raises Illegal for the order, NoOdds where it is not its author's turn.
        """
        while True:
            request = self.play.request
            if request is None or (self._all_given and self._place() != self.since):
                return None
            if isinstance(request, Choose):
                if not self._decide(request):
                    return None
            elif isinstance(request, Secret):
                if self.asked.seat in request.choices:
                    return None
                self.play.answer({who: self._of_other(each) for who, each in request.choices.items()})
            elif isinstance(request, Roll):
                return None if self._is_of_another(request) else request
            else:
                return request

    @property
    def _all_given(self) -> bool:
        return self.given == len(self.asked.orders)

    def _place(self) -> tuple[int, str, str]:
        state = self.play.state
        return state.turn, state.phase, state.active

    def _decide(self, choice: Choose) -> bool:
        """Answers a decision; False for one that is the author's to make."""
        if choice.seat != self.asked.seat:
            if self.given == 0:
                raise NoOdds(f"{choice.seat} must decide first: {choice.ask}")
            self.play.answer(self._of_other(choice))
        elif not self._all_given:
            self.kind, self.since, self.heard = choice.kind, self._place(), len(self.play.events)
            self.play.answer(self.asked.orders[self.given])
            self.given += 1
        elif self.first is None:
            self.more += 1
            if self.more > MOST_MORE:
                raise NoOdds(f"no dice fall for this order before {MOST_MORE} more orders are given: no odds")
            self.play.answer(self._along(choice))
        else:
            lines = self.asked.lines.get(choice.seat, ())
            said = self.asked.vocabulary.answer(lines, self._public(), choice)
            if said is None:
                return False
            self.play.answer(said[1])
        return True

    def _public(self) -> Any:
        return self.play.rules.view(self.play.state, "")

    def _of_other(self, choice: Choose) -> Order:
        """By standing orders, else by the game's default."""
        lines, public = self.asked.lines.get(choice.seat, ()), self._public()
        said = self.asked.vocabulary.answer(lines, public, choice)
        return said[1] if said is not None else self.asked.vocabulary.default(public, choice)

    def _along(self, choice: Choose) -> Order:
        """What the author answers until his dice fall: his own combat first, no more orders, and where he
        must give more, such as for units that must fight, those of other counters."""
        legal: Sequence[Order] = choice.options.legal()
        own = [order for order in legal if self._names_subject(order)]
        if choice.kind != self.kind and own:
            return own[0]
        passing = next((order for order in legal if order.verb in PASSING), None)
        others = [order for order in legal if order not in own]
        return passing or (others or own)[0]

    def _names_subject(self, order: Order) -> bool:
        return not self.asked.subject.isdisjoint((*counters_of(order), *places_of(order)))

    def _is_of_another(self, roll: Roll) -> bool:
        """True for dice of the same rule as the first that are about other counters."""
        return self.first is not None and roll.rule == self.first.rule and self._tells_of_others(roll)

    def _tells_of_others(self, roll: Roll) -> bool:
        """True for dice whose words name none of the counters and places that the order names; of an order
        that was given before, they fall first."""
        words = {word for die in roll.dice for word in die.label.replace(",", " ").split()}
        return bool(self.asked.subject) and words.isdisjoint(self.asked.subject)


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a branch ends, and how likely it is."""

    share: Fraction
    walk: Walk


def followed(start: Walk, most: int) -> list[Ending]:
    """Every branch, in the order of its dice. Raises TooMany for more than `most`, or where a pack is
    shuffled or an unknown card is turned up; and as `Walk.to_chance`."""
    endings: list[Ending] = []
    for ending in _follow(start, Fraction(1)):
        endings.append(ending)
        if len(endings) > most:
            raise TooMany
    return endings


def _follow(walk: Walk, share: Fraction) -> Iterator[Ending]:
    due = walk.to_chance()
    if due is None:
        yield Ending(share, walk)
        return
    if not isinstance(due, Roll):
        raise TooMany
    each = share / prod(die.sides for die in due.dice)
    for values in product(*(range(1, die.sides + 1) for die in due.dice)):
        branch = walk.fork()
        branch.roll(values)
        yield from _follow(branch, each)


def sampled(walk: Walk, share: Fraction, chance: SeededRandom) -> Ending:
    """One branch, with random dice. Raises NoOdds in a game that does not fill in what is hidden."""
    while (due := walk.to_chance()) is not None:
        if isinstance(due, Roll):
            walk.roll(tuple(1 + chance.below(die.sides) for die in due.dice))
        elif isinstance(due, Shuffle):
            walk.play.answer(chance.shuffle(due.size))
        else:
            raise NoOdds(f"{due.label}: what these cards are is not known")
    return Ending(share, walk)
