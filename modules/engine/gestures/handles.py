"""What a hand may do now: which pieces it may pick up, and where they come, what they aim at, how they are
turned and marked once it holds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modules.engine.driver import Play
from modules.engine.gestures.forms import mark_of
from modules.engine.gestures.hand import Piece
from modules.engine.gestures.reading import with_names
from modules.engine.listed_orders import end_of, names_of, shape_of, start_of, values_of
from modules.engine.orders import Order
from modules.engine.requests import Choose, Options, Reached
from modules.engine.rules.view_rules import ViewRules


@dataclass(frozen=True, slots=True)
class Target:
    """What an order aims at: counters as orders name them, or places."""

    pieces: tuple[str, ...]
    places: tuple[str, ...]
    order: Order


@dataclass(frozen=True, slots=True)
class Handles:
    """What a hand that holds some pieces may do with them now: the places that they reach, what they may be
    pointed at, how they may be turned, and the words with which they may be marked, each with its order."""

    reach: tuple[Reached, ...] = ()
    targets: tuple[Target, ...] = ()
    turns: tuple[tuple[str, Order], ...] = ()
    marks: tuple[tuple[str, Order], ...] = ()


@dataclass(frozen=True, slots=True)
class Lit:
    """What may be picked up first: counters, and places where orders name who lies there by the place."""

    counters: tuple[str, ...]
    places: tuple[str, ...]


def find_piece(play: Play[ViewRules[Any]], counter: str, place: str) -> Piece:
    """What a hand takes hold of that picks up a counter, or without a name what lies in a place: as it lies
    on the board that a seat sees."""
    for each in (*play.rules.position(play.state), *play.rules.off_map(play.state)):
        if each.counter == counter and each.place == place:
            return Piece(counter, place, each.side, each.steps_lost)
    return Piece(counter, place)


def find_lit(play: Play[ViewRules[Any]], choice: Choose) -> Lit:
    """What may be picked up first in a game that a seat sees."""
    rules, state = play.rules, play.state
    actors = dict.fromkeys(choice.options.actors())
    named = [(name, place) for name, place in actors if name]
    counters: dict[str, None] = {}
    for each in (*rules.position(state), *rules.off_map(state)) if named else ():
        name = rules.order_name(state, each.counter, each.steps_lost) if each.counter else ""
        if name and ((name, "") in actors or (name, each.place) in actors):
            counters[each.counter] = None
    return Lit(tuple(counters), tuple(place for name, place in actors if not name))


def find_handles(play: Play[ViewRules[Any]], choice: Choose, pieces: Sequence[Piece]) -> Handles:
    """What a hand that holds these pieces may do with them now."""
    options, held = choice.options, with_names(play, tuple(pieces))
    orders = list(dict.fromkeys(_as_held(options, held)))
    shown = [(order, shape_of(type(order))) for order in orders]
    staying = [(order, shape.facing) for order, shape in shown if shape.end is None and shape.aim is None]
    return Handles(
        tuple(_reach(options, held, [order for order, shape in shown if shape.end is not None])),
        tuple(_targets(options, held, [order for order, shape in shown if shape.aim is not None])),
        tuple((values_of(order, facing)[0], order) for order, facing in staying if facing is not None),
        tuple((mark_of(order), order) for order, facing in staying if facing is None),
    )


# --- the orders of pieces that are held ------------------------------------------------------------------


def _as_held(options: Options[Any], held: Sequence[Piece]) -> Iterator[Order]:
    """The legal orders of just these pieces: those listed, and those that name others beside them, or fewer,
    with these in their place."""
    for order in _by_some(options, held):
        changed = _with_held(order, held)
        if changed is order or (changed is not None and options.fault_of(changed) is None):
            yield changed


def _by_some(options: Options[Any], held: Sequence[Piece]) -> Iterator[Order]:
    """The listed orders in which one of the pieces acts."""
    actors = dict.fromkeys(actor for piece in held for actor in (piece.counter, piece.place) if actor)
    yield from dict.fromkeys(order for actor in actors for order in options.orders_by(actor))


def _with_held(order: Order, held: Sequence[Piece]) -> Order | None:
    """An order as one of just these pieces; the same if it is one, None if it cannot be."""
    who, start = shape_of(type(order)).who, start_of(order)
    if start and {piece.place for piece in held} != {start}:
        return None
    if who is None or not who.many:  # the options say that the order is of one of them
        return order if start or len(held) == 1 else None
    names = tuple(piece.counter for piece in held)
    if Counter(names) == Counter(names_of(order)):
        return order
    return replace(order, **{who.name: names}) if who.many and all(names) else None


# --- places and targets ----------------------------------------------------------------------------------


def _reach(options: Options[Any], held: Sequence[Piece], orders: Sequence[Order]) -> Iterator[Reached]:
    """The places that pieces reach together, or one alone: where its orders bring it, and what else its
    options know."""
    found: set[tuple[type[Order], str]] = set()
    alone = (each for actor in (held[0].counter, held[0].place) if actor for each in options.reach(actor))
    for each in alone if len(held) == 1 else ():
        shape, names = shape_of(type(each.order)), names_of(each.order)
        lies_there = shape.end is None or shape.start is None or start_of(each.order) == held[0].place
        if lies_there and names in ((), (held[0].counter,)):
            found.add((type(each.order), each.place))
            yield each
    for order in orders:
        if (type(order), end_of(order)) not in found:
            found.add((type(order), end_of(order)))
            yield Reached(end_of(order), order, *options.spent_on(order))


def _targets(options: Options[Any], held: Sequence[Piece], orders: Sequence[Order]) -> Iterator[Target]:
    """What pieces may be pointed at: by themselves; and where they may do so only with others, with these."""
    with_others = [order for order in _by_some(options, held) if not _lacks(order, held)]
    found: dict[tuple[str, ...], None] = {}
    for order in (*orders, *with_others):
        aim = shape_of(type(order)).aim
        aimed = () if aim is None else values_of(order, aim)
        if aim is None or aimed in found:
            continue
        found[aimed] = None
        yield Target((), aimed, order) if aim.what == "place" else Target(aimed, (), order)


def _lacks(order: Order, held: Sequence[Piece]) -> bool:
    """Whether one of the pieces does not act in an order."""
    return bool(Counter(piece.counter for piece in held) - Counter(names_of(order)))
