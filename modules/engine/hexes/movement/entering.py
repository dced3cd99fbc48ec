"""Counters that enter the map during the game: who waits, and how each comes."""

from __future__ import annotations

from typing import Any

from modules.definition.formats.scenarios import Entry
from modules.engine.hexes.field import HexField
from modules.engine.hexes.state import RESERVE

Field = HexField[Any, Any]


def waiting(field: Field, side: str) -> list[str]:
    """The counters of a side that may enter in this turn and have not yet."""
    units, turn = field.state.units, field.state.turn
    return [
        counter_id
        for entry in field.battle.scenario.entries
        if entry.side == side and entry.turn <= turn
        for counter_id in entry.counters
        if counter_id in field.battle.counters and units[counter_id].at == RESERVE
    ]


def entry_of(field: Field, counter_id: str) -> Entry | None:
    """How a counter enters; None for one that is set up."""
    return next((e for e in field.battle.scenario.entries if counter_id in e.counters), None)
