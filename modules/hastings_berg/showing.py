"""Markers of orders, ratings, the period and missiles: in boxes beside the map, or on the units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modules.engine.position import PlacedCounter
from modules.hastings_berg.battle import NATIONS, NORMAN, SAXON, WINGS, Battle
from modules.hastings_berg.state import State


def markers_beside(battle: Battle, state: State) -> tuple[PlacedCounter, ...]:
    """The markers that lie on no counter, those of one box together (3.2, 4.2.3, 4.2.6, 4.4.8, 7.4.2)."""
    found: dict[str, list[str]] = {}
    for place, marker in (*_orders(battle, state), *_ratings(state), *_period(state), *_supply(state)):
        found.setdefault(place, []).append(marker)
    return tuple(PlacedCounter("", "", place, markers=tuple(markers)) for place, markers in found.items())


def _orders(battle: Battle, state: State) -> Iterator[tuple[str, str]]:
    """Each in the box of its order; of one that may last for two turns in that of the turns left."""
    boxes = battle.definition.boxes
    for order, there in state.orders.items():
        for box, turns in there.items():
            place = next((p for p in (f"{box}_{order}", f"{box}_{order}_{turns}") if p in boxes), "")
            if place and turns:
                yield place, f"{_side(box)}_order"


def _ratings(state: State) -> Iterator[tuple[str, str]]:
    for box, rating in state.ratings.items():
        yield f"effects_{_side(box)} {rating}", f"rating_{box}"


def _period(state: State) -> Iterator[tuple[str, str]]:
    yield f"period_{state.clock['period']}", "period"


def _supply(state: State) -> Iterator[tuple[str, str]]:
    """In the box of the segments left; with none left turned over, in the last box."""
    for box, left in state.supply.items():
        if box in (*WINGS, *NATIONS):
            place = f"{box}_{'javelins' if box in WINGS else 'arrows'}_{max(left, 1)}"
            yield place, f"{'supply' if left else 'spent'}_{box}"


def with_missiles(placed: PlacedCounter, state: State) -> PlacedCounter:
    """A counter with the markers of what it has left to fire, where each unit counts for itself (7.4.2)."""
    if placed.counter not in state.supply:
        return placed
    left = state.supply[placed.counter]
    return replace(placed, markers=(*placed.markers, *(["missiles"] * left or ["empty"])))


def _side(box: str) -> str:
    return SAXON if box in WINGS else NORMAN
