"""Whole games for tests and for `scripts/soak`: players who are random or sensible, watched at every answer.

What must hold in any game stands here: there is always a legal order, what is listed is accepted and nothing
else is, snapshots and replays give the same states. A game's own `Watcher` adds what must hold of a position.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from modules import library
from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Request, Roll, Secret, Shuffle
from modules.engine.rules.full_rules import FullRules
from modules.engine.state_digest import digest

LOOKS = 12
"""How many of the listed orders, and how many changed ones, are looked at in one decision."""

DIGEST_EVERY = 8
"""A digest is taken after so many answers."""

LIMIT = 8000
"""Answers after which a game is held to be endless: the longest seen had a third of them."""


class Dice:
    """A seeded source of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


@lru_cache(maxsize=64)
def rules_of(game: str, scenario: str, options: tuple[str, ...] = ()) -> FullRules[Any]:
    """Rules hold no state of a game, so that all games of a scenario with the same options share them."""
    return library.rules(game, scenario, options)


def drawn_options(game: str, scenario: str, dice: Dice) -> tuple[str, ...]:
    """Some of the scenario's options, none of which excludes another."""
    definition = library.definition(game)
    chosen: list[str] = []
    for name in library.options_of(definition, scenario):
        try:
            library.check_options(definition, scenario, [*chosen, name])
        except library.BadOption:
            continue
        if dice.below(3) == 0:
            chosen.append(name)
    return tuple(chosen)


def answer_to(rules: FullRules[Any], request: Request, state: Any, dice: Dice, sense: float) -> Answer:
    """An answer by policy with probability `sense`, else any legal one; the same dice for both."""
    if isinstance(request, Roll):
        return tuple(1 + dice.below(die.sides) for die in request.dice)
    if isinstance(request, Shuffle):
        return tuple(dice.random.sample(range(request.size), request.size))
    if isinstance(request, Secret):
        return {
            side: _order_for(rules, choice, state, dice, sense) for side, choice in request.choices.items()
        }
    assert isinstance(request, Choose)
    return _order_for(rules, request, state, dice, sense)


def _order_for(rules: FullRules[Any], choice: Choose, state: Any, dice: Dice, sense: float) -> Order:
    if dice.random.random() < sense:
        return rules.advise(choice, state, dice)
    order: Order = choice.options.sample(dice)
    return order


@dataclass
class Record:
    """A game that was played: its answers, and digests of the state by how many answers were given."""

    rules: FullRules[Any]
    play: Play[Any]
    answers: list[Answer] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)


class Watcher(ABC):
    """What must hold of a game's positions. `losses` and `level` are for the balance table."""

    game: str
    scenarios: tuple[str, ...]
    rules_folder: str

    @abstractmethod
    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        """Asserts what must hold after each answer."""

    @abstractmethod
    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Asserts that what was told adds up to the position."""

    @abstractmethod
    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        """The order with one thing in it exchanged, added or left out."""

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """True if an order that is accepted is listed, or stands for one that is."""
        return order in listed

    @abstractmethod
    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """What each side has lost."""

    def level(self, play: Play[Any]) -> str:
        """How a game ended, in words for the balance table."""
        outcome = play.state.outcome
        assert outcome is not None
        return f"{outcome.level} ({outcome.rule})"

    # --- games ---------------------------------------------------------------------------------------

    @property
    def word(self) -> str:
        """How the library calls the game: one that ships by its name."""
        return self.game

    def answer(self, rules: FullRules[Any], request: Request, state: Any, dice: Dice, sense: float) -> Answer:
        """The answer to what is due, by policy with probability `sense`."""
        return answer_to(rules, request, state, dice, sense)

    def play_watched(
        self,
        scenario: str,
        seed: int,
        options: tuple[str, ...] = (),
        sense: float = 0.0,
        look_every: int = 16,
        stop: int = 0,
    ) -> Record:
        """Plays a game to its end, or until `stop` answers are given, and checks what must hold after each
        answer, some of it every few answers."""
        rules, dice = rules_of(self.word, scenario, options), Dice(seed)
        record = Record(rules, Play(rules))
        looker = Dice(seed + 1)
        play = record.play
        while play.request is not None and (not stop or play.count < stop):
            assert play.count < LIMIT, "the game does not end"
            self.check_position(rules, play.state)
            if play.count % look_every == 0:
                self._look_closely(record, looker)
            answer = self.answer(rules, play.request, play.state, dice, sense)
            play.answer(answer)
            record.answers.append(answer)
            if play.count % DIGEST_EVERY == 0 or play.request is None:
                record.digests[play.count] = digest(play.state)
        self.check_position(rules, play.state)
        self.check_report(rules, play)
        if play.request is None:
            self.check_outcome(rules, play)
        return record

    def check_outcome(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Asserts that the game ended as a game can."""
        outcome = play.state.outcome
        assert outcome is not None
        assert outcome.winner in ("", *rules.sides)
        assert outcome.rule

    def _look_closely(self, record: Record, looker: Dice) -> None:
        play = record.play
        self.check_report(record.rules, play)
        check_snapshot(record.rules, play)
        if isinstance(play.request, Choose):
            listed = check_listed(play.request, looker)
            self._check_changed(record.rules, play, listed, looker)

    def _check_changed(
        self, rules: FullRules[Any], play: Play[Any], listed: list[Order], looker: Dice
    ) -> None:
        """A changed order is listed too, or one more path to a listed end, or refused without a trace."""
        choice = play.request
        assert isinstance(choice, Choose)
        before = digest(play.state)
        for _ in range(LOOKS):
            order = self.changed(rules, play.state, looker.random.choice(listed), looker)
            try:
                choice.options.check(order)
            except OrderError:
                refused(play, order)
            else:
                covered = self.is_covered(rules, play, order, listed)
                assert covered, f"`{order}` is accepted ({choice.kind}) but not listed"
        assert digest(play.state) == before


def check_replay(record: Record) -> None:
    """The recorded answers give the same states, all along the way."""
    again: Play[Any] = Play(record.rules)
    found = {}
    for answer in record.answers:
        again.answer(answer)
        if again.count in record.digests:
            found[again.count] = digest(again.state)
    assert found == record.digests
    assert _said(again.request) == _said(record.play.request)
    assert [e.text for e in again.events] == [e.text for e in record.play.events]


def check_snapshot(rules: FullRules[Any], play: Play[Any]) -> None:
    again = Play.restore(rules, play.snapshot())
    assert digest(again.state) == digest(play.state)
    assert again.count == play.count
    assert [event.text for event in again.events] == [event.text for event in play.events]
    assert _said(again.request) == _said(play.request)


def _said(request: Request | None) -> tuple[str, ...]:
    if isinstance(request, Choose):
        return (request.side, request.kind, request.ask, request.rule)
    if isinstance(request, Shuffle):
        return (request.label, str(request.size))
    if isinstance(request, Secret):
        return tuple(f"{side} {choice.kind}" for side, choice in request.choices.items())
    assert request is None or isinstance(request, Roll)
    return () if request is None else (request.side, *(die.label for die in request.dice))


def check_listed(choice: Choose, looker: Dice) -> list[Order]:
    """There is always a legal order, and what is listed is accepted."""
    listed = list(choice.options.legal())
    assert listed, f"{choice.side} must decide ({choice.kind}) and has no legal order"
    for order in looker.random.sample(listed, min(LOOKS, len(listed))):
        choice.options.judge(order)
    return listed


def refused(play: Play[Any], order: Order) -> None:
    count = play.count
    try:
        play.answer(order)
    except OrderError as error:
        assert str(error)
    else:
        raise AssertionError(f"`{order}` was refused when checked and taken when given")
    assert play.count == count
