"""What must hold of a free set-up as a whole: ranks filled, archers behind them, leaders with their men."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from modules.amounts import count_noun
from modules.definition.formats.scenarios import (
    Apart,
    Behind,
    Beside,
    Beyond,
    Condition,
    Fill,
    SetUp,
    Together,
)
from modules.definition.model import Counter
from modules.engine.errors import Illegal
from modules.engine.hexes.board import Board


class _Sides(Protocol):
    @property
    def sides(self) -> Sequence[str]: ...

    @property
    def counters(self) -> Mapping[str, Counter]: ...


class Field(Protocol):
    """What a set-up looks like: who stands where, on a board with one unit a hex or with stacks."""

    @property
    def battle(self) -> _Sides:
        """The sides and their counters."""

    @property
    def board(self) -> Board:
        """The board."""

    def at(self, unit_id: str, /) -> str | None:
        """The hex where a counter stands; None off the map."""

    def side(self, unit_id: str, /) -> str:
        """Whose it is."""

    def called(self, unit_id: str, /) -> str:
        """How reports name a counter."""

    def on_map(self, side: str, /) -> Sequence[str]:
        """The units of a side on the map, without leaders, in the order of the counter list."""

    def sharing_on_map(self, side: str, /) -> Sequence[str]:
        """Those on the map who stand in a hex together with units: the leaders."""

    def units_in(self, hex_id: str, /) -> Sequence[str]:
        """The units in a hex, without leaders."""

    def lying_beside(self, unit_id: str, hex_id: str, /) -> Sequence[str]:
        """All that stand beside a counter in a hex."""


def _standing(field: Field, those: Sequence[str]) -> list[tuple[str, str]]:
    """Counters on the map with their hexes."""
    return [(unit_id, here) for unit_id in those if (here := field.at(unit_id)) is not None]


def formation_fault(field: Field, setup: SetUp) -> Illegal | None:
    """The first condition of a set-up that does not hold; None where all do."""
    faults = (_fault(field, setup, condition) for condition in setup.conditions)
    return next((fault for fault in faults if fault is not None), None)


def _fault(field: Field, setup: SetUp, condition: Condition) -> Illegal | None:
    if isinstance(condition, Fill):
        reason = _unfilled(field, condition)
    elif isinstance(condition, Behind):
        reason = _uncovered(field, setup, condition)
    elif isinstance(condition, Beyond):
        reason = _not_beyond(field, condition)
    elif isinstance(condition, Together):
        reason = _alone(field, setup, condition)
    elif isinstance(condition, Apart):
        reason = _too_near(field, condition)
    else:
        reason = _cut_off(field, setup, condition)
    return Illegal(condition.rule, reason) if reason else None


def _unfilled(field: Field, condition: Fill) -> str:
    board = field.board
    for hex_id in board.area(condition.area):
        filled_by_nature = board.terrain_of(hex_id).mp == "prohibited"
        if filled_by_nature or board.terrain_name(hex_id) in condition.but or field.units_in(hex_id):
            continue
        area = board.map.areas[condition.area].name.lower()
        return f"every hex of the {area} must hold a unit: {hex_id} does not"
    return ""


def _uncovered(field: Field, setup: SetUp, condition: Behind) -> str:
    grid, index = field.board.grid, 0 if condition.axis == "a" else 1
    counters = field.battle.counters
    for unit_id, here in _standing(field, field.on_map(setup.side)):
        if counters[unit_id].kind != condition.units:
            continue
        row = grid.numbers(here)[index]
        covered = False
        for beside in field.board.neighbours[here]:
            nearer = grid.numbers(beside)[index] - row
            friends = [u for u in field.units_in(beside) if field.side(u) == setup.side]
            toward = nearer < 0 if condition.enemy == "smaller" else nearer > 0
            covered |= toward and any(counters[u].kind != condition.units for u in friends)
        if not covered:
            return f"{unit_id} in {here} must be behind an infantry unit"
    return ""


def _not_beyond(field: Field, condition: Beyond) -> str:
    index = 0 if condition.axis == "a" else 1
    places: dict[str, list[tuple[int, str]]] = {condition.nation: [], condition.other: []}
    for side in field.battle.sides:
        for unit_id, here in _standing(field, field.on_map(side)):
            nation = field.battle.counters[unit_id].nation
            if nation in places:
                number = field.board.grid.numbers(here)[index]
                places[nation].append((number, unit_id))
    if not places[condition.nation] or not places[condition.other]:
        return ""
    first, last = min(places[condition.nation]), max(places[condition.other])
    return "" if first[0] > last[0] else f"{first[1]} must be beyond {last[1]}"


def _alone(field: Field, setup: SetUp, condition: Together) -> str:
    counters = field.battle.counters
    for leader, here in _standing(field, field.sharing_on_map(setup.side)):
        units = field.units_in(here)
        if not units:
            return f"{field.called(leader)} must start with a unit"
        own = any(counters[unit_id].nation == counters[leader].nation for unit_id in units)
        if condition.nation == "own" and not own:
            return f"{field.called(leader)} must start with a unit of his nationality, not with {units[0]}"
    return ""


def _too_near(field: Field, condition: Apart) -> str:
    units = [u for side in field.battle.sides for u in field.on_map(side)]
    for unit_id in (u for u in condition.counters if u in field.battle.counters):
        here = field.at(unit_id)
        for other, there in _standing(field, units) if here is not None else ():
            if other != unit_id and here and field.board.distance(here, there) < condition.hexes:
                return (
                    f"{unit_id} in {here} must be at least {count_noun(condition.hexes, 'hex')} "
                    f"from {other} in {there}"
                )
    return ""


def _cut_off(field: Field, setup: SetUp, condition: Beside) -> str:
    def body(unit_id: str) -> str | None:
        counter = field.battle.counters[unit_id]
        return counter.nation if condition.of == "nation" else counter.formation

    those = [*field.on_map(setup.side), *field.sharing_on_map(setup.side)]
    for unit_id, here in _standing(field, [u for u in those if body(u) is not None]):
        near = field.lying_beside(unit_id, here)
        if not any(field.side(u) == setup.side and body(u) == body(unit_id) for u in near):
            return f"{unit_id} in {here} must be beside another of its {condition.of}"
    return ""
