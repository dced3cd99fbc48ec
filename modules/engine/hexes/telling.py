"""Choices that are many told in few words: how many hexes, how far away, which is nearest to the enemy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Protocol

from modules.amounts import count_noun, span_noun
from modules.definition.formats.scenarios import Zone
from modules.engine.hexes.board import Board
from modules.engine.orders import Order, counters_of, places_of

_LAST: Final = -1


class Lying(Protocol):
    """Counters on a board."""

    @property
    def board(self) -> Board:
        """The board."""

    def at(self, unit_id: str, /) -> str | None:
        """The hex where a counter stands; None off the map."""


def told(field: Lying, orders: Sequence[Order], far: Mapping[str, int], zone: str = "") -> str:
    """Of orders that bring counters to hexes: the `zone` in words, how many hexes, how far from where the
    counters stand, and the hex that is nearest to an enemy, which is so `far` from each. Empty for orders of
    which one names no hex, and of one order alone, which says as much."""
    if len(orders) == 1:
        return ""
    ends = [(counters_of(order)[:1], places_of(order)[_LAST:]) for order in orders]
    if not all(counter and end for counter, end in ends):
        return ""
    on_map = [(who, hex_id) for (who,), (hex_id,) in ends if hex_id in field.board.neighbours]
    if not on_map:
        return ""
    counts = Counter(who for who, _ in on_map)
    each = " each" if len(counts) > 1 else ""
    said = [zone, span_noun(min(counts.values()), max(counts.values()), "hex") + each]
    starts = {who: field.at(who) for who in counts}
    strides = [field.board.distance(start, hex_id) for who, hex_id in on_map if (start := starts[who])]
    said += [f"up to {max(strides)} away"] if strides and max(strides) > 1 else []
    return ", ".join(filter(None, [*said, _nearest(far, dict.fromkeys(hex_id for _, hex_id in on_map))]))


def _nearest(far: Mapping[str, int], hexes: Iterable[str]) -> str:
    """The hex that is nearest to an enemy, the first of several."""
    known = [(far[hex_id], hex_id) for hex_id in hexes if hex_id in far]
    if not known:
        return ""
    distance, hex_id = min(known, key=lambda it: it[0])
    beside = "beside it" if distance == 1 else count_noun(distance, "hex")
    return f"nearest to the enemy {hex_id} ({beside})"


def from_enemies(board: Board, held: Iterable[str]) -> Mapping[str, int]:
    """How far each hex is from the nearest of those that enemies hold; without one there are none."""
    far = dict.fromkeys(held, 0)
    ring, distance = [*far], 0
    while ring:
        distance += 1
        beside = dict.fromkeys(n for hex_id in ring for n in board.neighbours[hex_id])
        ring = [hex_id for hex_id in beside if hex_id not in far]
        far |= dict.fromkeys(ring, distance)
    return far


def zone_told(board: Board, zone: Zone) -> str:
    """A zone of set-up in words: `level 5 or 6 of Senlac Hill or Caldbec Hill`."""
    names = [board.map.areas[name].name for name in zone.areas if name in board.map.areas]
    levels = f"level {' or '.join(map(str, zone.levels))}" if zone.levels else ""
    return " of ".join(filter(None, [levels, " or ".join(names)]))
