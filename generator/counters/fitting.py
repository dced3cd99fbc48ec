"""Counters in hexes: how wide one may be, so that the counters of a battle line stand apart."""

from __future__ import annotations

from math import ceil

from generator.counters.layout import SIZES

OF_A_HEX = 0.86
"""The most of a hex, flat side to flat side, that a counter may take: where hexes stand in columns, the next
column is but 0.87 of a hex away, and the counters in it would overlap wider ones."""

SMALLEST = SIZES["1/2"]


def widest_counter(hex_size: float) -> float:
    """How wide a counter may be in hexes of a size from flat side to flat side, both mm or both px."""
    return OF_A_HEX * hex_size


def narrowest_hex(counter: float) -> float:
    """The smallest hex, in mm from flat side to flat side, in which a counter so wide may lie."""
    return ceil(10 * counter / OF_A_HEX) / 10
