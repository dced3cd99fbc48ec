"""What a player may leave out of his orders or write too much, made good at home before anything is signed.

`done` for a phase that has just closed by itself is nothing. `move N-archer-1 2417` names no way: the one
that the game lists is taken, if no other way of as many steps comes to anything else. All of it is tried on
the game as the player sees it, as far as he decides alone; what stands after the first dice is left as it is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.requests import Choose
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules
from pbem.errors import OrderFileFault
from pbem.play.orders.order_file import OrderFile
from pbem.rules.rules_lookup import MapGeometry

_MOST_PATHS: Final = 200
"""Paths that are looked at."""
_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class ExpandedLines:
    """The lines of a file as they are signed, and those that were nothing."""

    file: OrderFile
    spent: tuple[str, ...]


def expand_lines(
    play: Play[ViewRules[Any]], author: str, file: OrderFile, ground: Callable[[], MapGeometry]
) -> ExpandedLines:
    """The file with ways written out and without what closes a phase that is closed. Raises OrderFileFault
    where several ways come to different things. `play` stays where it is."""
    rules = play.rules
    trial = Play.restore(rules, play.snapshot())
    orders = [rules.grammar.parse(line) for line in file.lines]
    kept: dict[int, str] = {}
    spent: list[str] = []
    index = 0
    while index < len(orders) and isinstance(request := trial.request, Choose) and request.side == author:
        order = orders[index] = complete_path(
            trial, request, orders[index], ground, partial(file.fault, index)
        )
        closes = (
            index + 1 < len(orders) and _is_bare(orders[index + 1]) and _legal(request, orders[index + 1])
        )
        before = (request.kind, trial.state.turn, trial.state.active)
        try:
            trial.answer(order)
        except Illegal:
            break
        kept[index] = str(order)
        index += 1
        if closes and not _is_bare(order) and _has_left(trial, before):
            spent.append(str(orders[index]))
            index += 1
    kept |= {rest: file.lines[rest] for rest in range(index, len(orders))}
    numbers = tuple(file.numbers[each] for each in kept)
    return ExpandedLines(replace(file, lines=tuple(kept.values()), numbers=numbers), tuple(spent))


def _has_left(play: Play[PlayRules[Any]], before: tuple[str, int, str]) -> bool:
    """Whether the phase is over without dice: another decision is due, or none."""
    request = play.request
    if request is None:
        return True
    return isinstance(request, Choose) and (request.kind, play.state.turn, play.state.active) != before


def _is_bare(order: Order) -> bool:
    return not counters_of(order) and not places_of(order)


def _legal(request: Choose, order: Order) -> bool:
    try:
        request.options.check(order)
    except (Illegal, OrderError):
        return False
    return True


def complete_path(
    play: Play[ViewRules[Any]],
    request: Choose,
    order: Order,
    ground: Callable[[], MapGeometry],
    fault: Callable[[str], OrderFileFault],
) -> Order:
    """The order itself, or with the way to the place that it names alone; raises OrderFileFault, as `fault`
    makes it of the reason, where several ways come to different things. `play` stays where it is."""
    places = places_of(order)
    if len(places) != 1 or len(counters_of(order)) != 1 or _legal(request, order):
        return order
    listed: Order | None = next(
        (each for each in request.options.legal() if _has_same_end(each, order)), None
    )
    if listed is None:
        return order
    others = list(_other_paths(play, request, listed, ground()))
    states = {str(each): _play_order(play, each) for each in (listed, *others)}
    found = [text for text, state in states.items() if state != states[str(listed)]]
    if not found:
        return listed
    ways = "".join(f"\n  {text}" for text in [str(listed), *found][:_SHOWN])
    raise fault(f"`{order}`: several ways lead there and are not the same; write one of them:{ways}")


def _has_same_end(listed: Order, order: Order) -> bool:
    return (
        (listed.verb, counters_of(listed)) == (order.verb, counters_of(order))
        and len(places_of(listed)) > 1
        and places_of(listed)[-1] == places_of(order)[0]
    )


def _other_paths(
    play: Play[ViewRules[Any]], request: Choose, listed: Order, ground: MapGeometry
) -> Iterator[Order]:
    """Legal orders to the same place in as many steps as the one that is listed."""
    (counter,), way = counters_of(listed), places_of(listed)
    start = next((each.place for each in play.rules.position(play.state) if each.counter == counter), "")
    if start not in ground.places:
        return
    beside = cache(lambda place: sorted(it for it in ground.places if ground.distance(it, place) == 1))
    for path in islice(_paths(ground, beside, start, way[-1], len(way)), _MOST_PATHS):
        try:
            other = play.rules.grammar.parse(f"{listed.verb} {counter} {'-'.join(path)}")
        except OrderError:
            continue
        if other != listed and _legal(request, other):
            yield other


def _paths(
    ground: MapGeometry, beside: Callable[[str], list[str]], start: str, end: str, length: int
) -> Iterator[tuple[str, ...]]:
    """Ways of so many steps from a place to another."""
    if length == 1:
        if end in beside(start):
            yield (end,)
        return
    for before in beside(end):
        if ground.distance(before, start) < length:
            for path in _paths(ground, beside, start, before, length - 1):
                if end not in path and before != start:
                    yield (*path, end)


def _play_order(play: Play[PlayRules[Any]], order: Order) -> object:
    trial = Play.restore(play.rules, play.snapshot())
    trial.answer(order)
    return trial.state
