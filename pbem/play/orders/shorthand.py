"""What a player may leave out of his orders or write too much, made good at home before anything is signed.

`done` for a phase that has just closed by itself is nothing, and one that comes too early waits for its time.
`move N-archer-1 2417` names no way: the one that the game lists is taken, if no other way of as many steps
comes to anything else. All of it is tried on the game as the player sees it, as far as no other decides.
After the first dice a way is written out if it is the same however they fall, in as many games as are tried;
otherwise such a line is left as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import Any, Final, TypeAlias

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.players.match import fallen
from modules.engine.requests import Choose, Roll
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules
from modules.engine.seeded_random import SeededRandom
from pbem.play.orders.order_file import OrderFile
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import MapGeometry
from pbem.rules.table import Table

Ground: TypeAlias = Callable[[], MapGeometry]
"""Gives the places of the map on which is played, when ways must be found."""
_MOST_PATHS: Final = 200
"""Paths that are looked at."""
_SHOWN: Final = 8
_GAMES: Final = 12
"""Games in which it is tried where a way after dice would go."""


def ground_of(table: Table) -> MapGeometry:
    """The places of the map on which a table is played now."""
    return rules_lookup.geometry_of(table.game, table.replay.rules.map_of(table.play.state))


@dataclass(frozen=True, slots=True)
class ExpandedLines:
    """The lines of a file as they are signed, and those that were nothing."""

    file: OrderFile
    spent: tuple[str, ...]


def expand_lines(play: Play[ViewRules[Any]], author: str, file: OrderFile, ground: Ground) -> ExpandedLines:
    """The file with ways written out and without what closes a phase that is closed. Raises OrderFileFault
    where several ways come to different things. `play` stays where it is."""
    rules = play.rules
    placed = list(arrange_orders(play, author, [rules.grammar.parse(line) for line in file.lines], ground))
    file = replace(
        file,
        lines=tuple(str(order) for _, order in placed),
        numbers=tuple(file.numbers[index] for index, _ in placed),
    )
    trial = Play.restore(rules, play.snapshot())
    orders = [order for _, order in placed]
    kept: dict[int, str] = {}
    spent: list[str] = []
    index = 0
    while index < len(orders) and isinstance(request := trial.request, Choose) and request.side == author:
        order = orders[index] = complete_path(
            trial, request, orders[index], ground, partial(file.fault, index)
        )
        after = orders[index + 1] if index + 1 < len(orders) else None
        try:
            ended = _ends_phase(trial, order, after)
        except Illegal:
            break
        kept[index] = str(order)
        index += 1
        if ended:
            spent.append(str(after))
            index += 1
    later = complete_later(trial, author, [str(order) for order in orders[index:]], ground)
    kept |= {index + rest: line for rest, line in enumerate(later)}
    numbers = tuple(file.numbers[each] for each in kept)
    return ExpandedLines(replace(file, lines=tuple(kept.values()), numbers=numbers), tuple(spent))


def arrange_orders(
    play: Play[ViewRules[Any]], author: str, orders: Sequence[Order], ground: Ground
) -> Iterator[tuple[int, Order]]:
    """The orders as the game asks for them, each with the number of its line from 0: a `done` that comes too
    early stands behind the line that is due, and a forced order that was left out stands in its place. An
    order that is not legal ends that, and so do dice. `play` stays where it is."""
    trial, queue = Play.restore(play.rules, play.snapshot()), list(enumerate(orders))
    while queue and not play.rules.closed_orders:
        request = trial.request
        if not isinstance(request, Choose) or request.seat != author:
            break
        found = _find_due(trial, request, [order for _, order in queue[:2]], ground)
        if found is None:
            forced = request.options.find_forced()
            if forced is None or forced.verb == queue[0][1].verb:
                break  # an order of the same kind is a mistake in it, and nothing that was left out
            trial.answer(forced)
            yield queue[0][0], forced
            continue
        at, full = found
        yield queue.pop(at)
        if _ends_phase(trial, full, queue[0][1] if queue and at == 0 else None):
            yield queue.pop(0)
    yield from queue


def _ends_phase(play: Play[ViewRules[Any]], order: Order, after: Order | None) -> bool:
    """Carry out an order that is due; whether it ends the phase that the bare order after it would end."""
    request = play.request
    closes = isinstance(request, Choose) and after is not None and _is_bare(after) and _legal(request, after)
    before = (request.kind if isinstance(request, Choose) else "", play.state.turn, play.state.active)
    play.answer(order)
    return closes and not _is_bare(order) and _has_left(play, before)


def _find_due(
    play: Play[ViewRules[Any]], request: Choose, orders: Sequence[Order], ground: Ground
) -> tuple[int, Order] | None:
    """Which of the next two orders is due, with its way: the first, or behind a bare one the second, if that
    names something."""
    waits = len(orders) > 1 and _is_bare(orders[0]) and not _is_bare(orders[1])
    for at, order in enumerate(orders[: 1 + waits]):
        try:
            full = complete_path(play, request, order, ground, partial(SeveralPaths, at))
        except SeveralPaths:
            return None
        if _legal(request, full):
            return at, full
    return None


class SeveralPaths(Exception):
    """Several ways lead to the place that a line, counted from 0, names alone, and are not the same."""

    def __init__(self, index: int, why: str) -> None:
        super().__init__(why)
        self.index = index


def complete_lines(
    play: Play[ViewRules[Any]], author: str, lines: Sequence[str], ground: Ground
) -> tuple[str, ...]:
    """Lines in canonical text with ways written out, up to the first that is not legal. Raises SeveralPaths.
    `play` stays where it is."""
    trial = Play.restore(play.rules, play.snapshot())
    done: list[str] = []
    for index, line in enumerate(lines):
        request = trial.request
        if not isinstance(request, Choose) or request.seat != author:
            break
        fault = partial(SeveralPaths, index)
        order = complete_path(trial, request, play.rules.grammar.parse(line), ground, fault)
        done.append(str(order))
        try:
            trial.answer(order)
        except Illegal:
            return (*done, *lines[len(done) :])
    return (*done, *complete_later(trial, author, lines[len(done) :], ground))


def complete_later(
    play: Play[ViewRules[Any]], author: str, lines: Sequence[str], ground: Ground
) -> tuple[str, ...]:
    """The lines that come after dice, with the ways that are the same however those fall."""
    rules = play.rules
    open_ways = any(len(places_of(rules.grammar.parse(line))) == 1 for line in lines)
    if not open_ways or rules.closed_orders or rules.secret_packs or not isinstance(play.request, Roll):
        return tuple(lines)
    games = [_follow_dice(play, author, lines, ground, SeededRandom(seed)) for seed in range(_GAMES)]
    found = [{game[index] for game in games if index < len(game)} for index in range(len(lines))]
    return tuple(
        one if len(ways) == 1 and (one := next(iter(ways))) else line
        for line, ways in zip(lines, found, strict=True)
    )


def _follow_dice(
    play: Play[ViewRules[Any]],
    author: str,
    lines: Sequence[str],
    ground: Ground,
    chance: SeededRandom,
) -> list[str]:
    """The lines as they are legal in one game in which the dice fall by chance, as far as its author alone
    decides in it."""
    trial, done = Play.restore(play.rules, play.snapshot()), list[str]()
    while len(done) < len(lines):
        request = trial.request
        if isinstance(request, Roll):
            trial.answer(fallen(request, chance))
            continue
        if not isinstance(request, Choose) or request.seat != author:
            break
        order = play.rules.grammar.parse(lines[len(done)])
        try:
            order = complete_path(trial, request, order, ground, partial(SeveralPaths, len(done)))
            trial.answer(order)
        except (Illegal, SeveralPaths):
            break
        done.append(str(order))
    return done


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
    ground: Ground,
    fault: Callable[[str], Exception],
) -> Order:
    """The order itself, or with the way to the place that it names alone; raises what `fault` makes of the
    reason, where several ways come to different things. `play` stays where it is."""
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
