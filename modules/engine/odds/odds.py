"""The odds of an order: what may come of it and how likely, who ends where, what it costs on the average."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from modules.engine.determinization import CannotDeterminize, determinize
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.modifiers import Modifier
from modules.engine.odds.branches import Ending, NoOdds, Question, TooMany, Walk, followed, sampled
from modules.engine.odds.lies import OFF, Change, Lie, changes, lie_of, numbers_changed
from modules.engine.orders import Order
from modules.engine.requests import Choose, Secret, Tell
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.mail_rules import vocabulary_of
from modules.engine.rules.play_rules import PlayRules
from modules.engine.seeded_random import SeededRandom
from modules.engine.standing_orders import Line

MOST: Final = 3000
"""Branches that are followed one by one."""
SAMPLES: Final = 2000
_SURE: Final = 1.96
"""Standard deviations to either side of a share that hold 95 % of samples."""


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that may come of the order: its `share`, the first `dice` that lead there, what `changes`
    with counters and `numbers`, what its author must decide `then`, and what was `told` on the
    first branch. `says`: what the dice come to where nothing changes."""

    share: Fraction
    dice: tuple[tuple[int, ...], ...]
    changes: tuple[Change, ...]
    numbers: tuple[tuple[str, int], ...]
    then: str
    told: tuple[str, ...]
    says: str = ""


@dataclass(frozen=True)
class Odds:
    """`samples`: 0 where every branch was followed, `branches` how many were. `ends`: where each counter that
    may change ends, with the shares. `means`: by how much numbers change on the average."""

    orders: tuple[Order, ...]
    seat: str
    dice: tuple[str, ...]
    modifiers: tuple[Modifier, ...]
    branches: int
    samples: int
    results: tuple[Result, ...]
    ends: Mapping[str, Mapping[str, Fraction]]
    means: Mapping[str, Fraction]

    def error(self, share: Fraction) -> float:
        """How far a share may be off, in the 95 % of cases; 0 where it is exact."""
        return _SURE * sqrt(share * (1 - share) / self.samples) if self.samples else 0.0


def odds_of(
    play: Play[AdviceRules[Any]],
    seat: str,
    orders: Sequence[Order],
    lines: Mapping[str, Sequence[Line]] | None = None,
    samples: int = SAMPLES,
) -> Odds:
    """The odds of the last of these orders, given one after another from where `play` stands, which stays
    there. `lines`: standing orders by seat; `samples`: how many branches are drawn where they are many.

    Raises Illegal as the rules do, and NoOdds where they cannot be worked out.
    """
    if play.rules.closed_orders:
        raise NoOdds("in this game orders stay closed, and what they meet is not known to who gives them")
    asked = Question(seat, tuple(orders), vocabulary_of(play.rules), lines or {})
    modifiers = _modifiers(Walk(asked, play.moment()()))
    endings = _all(play, asked)
    drawn = 0 if endings is not None else samples
    if endings is None:
        endings = list(_some(play, asked, samples))
    return _counted(asked, lie_of(play.rules, play.state, seat), endings, drawn, modifiers)


def _modifiers(walk: Walk) -> tuple[Modifier, ...]:
    """What changes the chances of the last order, as its author sees it when he gives it."""
    asked, play = walk.asked, walk.play
    for order in asked.orders[:-1]:
        if not isinstance(play.request, Choose) or play.request.seat != asked.seat:
            raise NoOdds(f"`{order}` leads to dice or to another's decision: ask about it alone")
        play.answer(order)
    if isinstance(play.request, Secret):
        raise NoOdds("orders that several give at the same time have no odds")
    if not isinstance(play.request, Choose):
        raise NoOdds("no decision is due here that an order could answer")
    if play.request.seat != asked.seat:
        first = f"{play.request.seat} must decide first: {play.request.ask}"
        raise NoOdds(f"{first}; {asked.seat} has nothing to decide before that")
    play.request.options.check(asked.orders[-1])
    return play.rules.modifiers(play.rules.view(play.state, asked.seat), asked.orders[-1])


def first_refused(play: Play[PlayRules[Any]], orders: Sequence[Order]) -> int:
    """Which of these orders, counted from 0, the rules refuse: the last where they take all before it."""
    trial = play.moment()()
    for index, order in enumerate(orders[:-1]):
        try:
            trial.answer(order)
        except Illegal:
            return index
    return len(orders) - 1


def _all(play: Play[AdviceRules[Any]], asked: Question) -> list[Ending] | None:
    """Every branch; None where they are too many, or depend on what is hidden."""
    own = _as_seen(play, asked.seat)
    try:
        return None if own is None else followed(Walk(asked, own), MOST)
    except TooMany:
        return None


def _as_seen(play: Play[AdviceRules[Any]], seat: str) -> Play[AdviceRules[Any]] | None:
    """The game here as a seat sees it; None where it knows less and the phase has begun."""
    rules, now = play.rules, play.snapshot()
    if not rules.secret_packs or rules.view(play.state, seat) == play.state:
        return play.moment()()
    return None if now.answers else Play(rules, rules.view(now.boundary, seat))


def _some(play: Play[AdviceRules[Any]], asked: Question, samples: int) -> Iterator[Ending]:
    """So many branches; where something is hidden, each in another game that fits what is known."""
    chance, share = SeededRandom(samples), Fraction(1, samples)
    for _ in range(samples):
        try:
            game = determinize(play, asked.seat, chance)
        except CannotDeterminize as problem:
            raise NoOdds(str(problem)) from problem
        yield sampled(Walk(asked, game), share, chance)


def _counted(
    asked: Question, before: Lie, endings: Sequence[Ending], samples: int, modifiers: tuple[Modifier, ...]
) -> Odds:
    """Branches that come to the same are one result."""
    found: dict[tuple[Any, ...], list[Ending]] = {}
    ends: dict[str, dict[str, Fraction]] = {}
    means: dict[str, Fraction] = {}
    for ending in endings:
        play = ending.walk.play
        after = lie_of(play.rules, play.state, asked.seat)
        says = play.rules.says(play.state, asked.orders[-1], ending.walk.dice)
        moved, numbers = changes(before, after), () if says else numbers_changed(before, after)
        found.setdefault((moved, numbers, _then(play, asked.seat), says), []).append(ending)
        for change in moved:
            its = ends.setdefault(change.counter, {})
            its[change.after] = its.get(change.after, Fraction(0)) + ending.share
        for name, by in numbers:
            means[name] = means.get(name, Fraction(0)) + by * ending.share
    for counter, its in ends.items():
        stays = 1 - sum(its.values(), Fraction(0))
        if stays:
            its[before.counters.get(counter, OFF)] = stays
    first = next((e.walk.first for e in endings if e.walk.first is not None), None)
    results = [_result(key, those) for key, those in found.items()]
    return Odds(
        asked.orders,
        asked.seat,
        () if first is None else tuple(die.label for die in first.dice),
        modifiers,
        len(endings),
        samples,
        tuple(sorted(results, key=lambda each: (-each.share, each.dice))),
        {who: dict(sorted(its.items(), key=lambda it: -it[1])) for who, its in sorted(ends.items())},
        dict(sorted(means.items())),
    )


def _result(key: tuple[Any, ...], those: Sequence[Ending]) -> Result:
    share = sum((ending.share for ending in those), Fraction(0))
    first = those[0].walk
    moved, numbers, then, says = key
    heard = () if says else first.play.events[first.heard :]
    told = tuple(e.text for e in heard if _hears(e, first.asked.seat))
    dice = tuple(sorted({ending.walk.dice for ending in those}))
    return Result(share, dice, moved, numbers, then, told, says)


def _hears(event: Tell, seat: str) -> bool:
    return not event.seen_by or seat in event.seen_by


def _then(play: Play[PlayRules[Any]], seat: str) -> str:
    """The decision at which a branch ends, if it is its author's."""
    request = play.request
    if play.state.outcome is not None:
        outcome = play.state.outcome
        return f"the game is over: {outcome.winner or 'nobody'} wins ({outcome.rule})"
    return request.ask if isinstance(request, Choose) and request.seat == seat else ""
