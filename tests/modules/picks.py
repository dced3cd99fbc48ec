"""What a log makes the rules say beside requests and positions: what each standing word picks, what counts
for a side that is late, what becomes of a player's side who leaves, what others are told of a closed order.

The log holds the word, not its pick: each reader picks anew. So a pick is as much a rule as a legal order is,
and a fingerprint counts it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from modules.engine.driver import Play
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.requests import Choose, Request, Secret
from modules.engine.rules.full_rules import FullRules
from modules.engine.standing_orders import Case, Kind, Vocabulary, Word

Say = Callable[[str], None]

RANKED = 12
"""So many picks of a word are looked at one after another, each from what those before it have left: the
first alone tells little of what is weighed."""
JUDGED = 60
"""Orders of a decision that are held against each condition."""


def say_picks(play: Play[Any], say: Say) -> None:
    """All picks for what is due in a game."""
    for choice in choices(play.request):
        _say_picks(play.rules, play.state, choice, say)


def choices(request: Request | None) -> Iterator[Choose]:
    """The decisions that are due."""
    if isinstance(request, Choose):
        yield request
    elif isinstance(request, Secret):
        yield from (request.choices[side] for side in sorted(request.choices))


def _say_picks(rules: FullRules[Any], state: Any, choice: Choose, say: Say) -> None:
    vocabulary = rules.standing_vocabulary()
    seen = rules.view(state, choice.seat if rules.closed_orders else "")
    say(f"{choice.seat} {choice.kind} late: {vocabulary.default(seen, choice)}")
    kind = vocabulary.kinds.get(choice.kind)
    if kind is None:
        return
    for word in kind.words:
        for number in _numbers(word):
            say(f"{kind.name}: {word.name} {number}: {'; '.join(_ranked(word, seen, choice, number))}")
    for text in _lines(vocabulary, kind, choice):
        decided = vocabulary.answer([vocabulary.parse(text)], seen, choice)
        say(f"{text}: {decided and decided[1]}")
    for name, condition in vocabulary.conditions.items():
        fits = (condition.holds(seen, choice, order) for order in choice.options.legal()[:JUDGED])
        say(f"{kind.name} if {name}: {''.join(str(int(each)) for each in fits)}")


def _numbers(word: Word[Any]) -> list[int]:
    """The numbers with which a word is tried: the least, one between, the most."""
    return [0] if word.numbers is None else sorted({*word.numbers, sum(word.numbers) // 2})


def _ranked(word: Word[Any], seen: Any, choice: Choose, number: int) -> list[str]:
    """A word's picks, the best first, down to one that does nothing, or to none."""
    left, found = list[Order](choice.options.legal()), list[str]()
    while left and len(found) < RANKED:
        picked = word.pick(Case(seen, choice, left, number))
        found.append(str(picked))
        if picked is None or not (counters_of(picked) or places_of(picked)):
            break
        left.remove(picked)
        if not any(counters_of(order) or places_of(order) for order in left):
            break
    return found


def _lines(vocabulary: Vocabulary[Any], kind: Kind[Any], choice: Choose) -> Iterator[str]:
    """Lines of the words for every kind, with whatever may stand before a word."""
    words = vocabulary.words_of(kind.name)
    yield from (f"{kind.name}: {name}" for name in ("default", "first", "pass") if name in words)
    for name in vocabulary.conditions:
        yield f"{kind.name} if {name}: first"
        yield f"{kind.name} unless {name}: first"
    last = choice.options.legal()[-1]
    yield from (f"{kind.name} of {counter}: first" for counter in counters_of(last)[:1])
    yield from (f"{kind.name} in {place}: first" for place in places_of(last)[:1])


def numbers(game: str) -> dict[str, str]:
    """The numbers by which the words of a game weigh orders, by their names: a small change in one turns few
    picks, and these may be in no position that is looked at."""
    names = [f"modules.{game}.{part}" for part in ("picks", "standing")]
    modules = [import_module(name) for name in names if find_spec(name) is not None]
    return {
        name: repr(value)
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and _is_number(value)
    }


def _is_number(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_number, value.values()))
    return all(map(_is_number, value)) if isinstance(value, tuple) else isinstance(value, int | float)


# --- who leaves, and what is told ------------------------------------------------------------------------


def say_without(play: Play[Any], position: Callable[[FullRules[Any], Play[Any]], str], say: Say) -> None:
    """Who is out of a game, and how it would go on without each of its players, where it says so itself."""
    rules, here = play.rules, play.snapshot()
    say(f"gone {rules.eliminated_seats(play.state)}")
    if type(rules).remove_player is FullRules.remove_player:
        return
    for seat in rules.seats:
        game = Play.restore(rules, here)
        if game.remove_player(seat):
            due = game.request
            say(f"without {seat}: {'' if due is None else _said(due)} {position(rules, game)}")


def _said(request: Request) -> str:
    return " ".join((type(request).__name__, *(f"{each.seat} {each.kind}" for each in choices(request))))


def say_told(play: Play[Any], answer: object, say: Say) -> None:
    """What everybody is told of an order of a game with closed orders, and what each player learns."""
    rules, state = play.rules, play.state
    if rules.closed_orders and isinstance(answer, Order):
        news = {seat: rules.news(state, answer, seat) for seat in rules.seats}
        say(f"{rules.effect(state, answer)} {news}")
