"""The map edge: counters that enter during the game (15.3, 15.4), and leaving the map (14.2, 15.2, 16.2)."""

from __future__ import annotations

from fractions import Fraction

from modules.engine.asking import Asks
from modules.engine.errors import Illegal
from modules.engine.requests import Tell
from modules.three_battles.field import Field
from modules.three_battles.losses import book, leader_points
from modules.three_battles.orders import EXIT
from modules.three_battles.state import EXITED, RESERVE


def waiting(field: Field, side: str) -> list[str]:
    """The counters of a side that may enter in this turn and have not yet."""
    return [
        counter_id
        for entry in field.battle.scenario.entries
        if entry.side == side and entry.turn <= field.state.turn
        for counter_id in entry.counters
        if counter_id in field.battle.counters and field.state.units[counter_id].at == RESERVE
    ]


def entry_hexes(field: Field, counter_id: str) -> tuple[str, ...]:
    """The hexes of the map edge over which a counter enters."""
    for entry in field.battle.scenario.entries:
        if counter_id in entry.counters:
            return (*entry.hexes, *(h for area in entry.areas for h in field.board.area(area)))
    return ()


def entry_cost(field: Field, hex_id: str) -> int:
    """What it costs to enter the map in a hex, in the board's units; by a road that ends there, as on it."""
    board = field.board
    roads = [road for road in board.map.roads if hex_id in (road.path[0], road.path[-1])]
    costs = [board.terrain_of(hex_id).mp, *(board.terrain[road.terrain].mp for road in roads)]
    return min(board.units(cost) for cost in costs if isinstance(cost, Fraction))


def exit_cost(field: Field, here: str) -> int:
    """What it costs to leave the map from a hex, in the board's units."""
    if field.battle.special.edge_exits is not None:
        return field.board.units(field.battle.number("exit_cost"))
    way = next(e for e in field.board.map.exits.values() if e.hex == here)
    cost = field.board.terrain[way.road].mp
    return field.board.units(cost) if isinstance(cost, Fraction) else 0


def exit_fault(field: Field, unit_id: str, here: str) -> Illegal | None:
    """Why a counter may not leave the map from a hex; None where it may."""
    rule = field.battle.special.edge_exits
    if rule is not None:
        if field.board.grid.open_sides(here):
            return field.battle.exclusive.move_barred(field, unit_id, here, EXIT)
        return Illegal(rule, f"{unit_id} may leave the map only from an edge hex, not from {here}")
    mine = [e for e in field.board.map.exits.values() if field.side(unit_id) in e.sides]
    if any(e.hex == here for e in mine):
        return None
    named = " or ".join(f"{e.hex} ({e.name})" for e in mine) or "none"
    return Illegal("16.2", f"{unit_id} may leave the map only along a road: from {named}")


def leave(field: Field, unit_id: str) -> Asks[None]:
    """A counter leaves the map: for points along the road (16.2), else as if eliminated (14.2, 15.2)."""
    counter = field.counter(unit_id)
    points = field.value(unit_id, "leadership" if field.is_leader(unit_id) else "combat")
    field.state.put(unit_id, at=EXITED, disordered=False, charging=False, crossed=False)
    if field.is_leader(unit_id):
        field.state.leave(unit_id)
    rule = field.battle.special.edge_exits
    if rule is None:
        field.state.exit_points[counter.side] += points
        yield Tell(f"{field.called(unit_id)} leaves the map: {points} points at the end", "16.2", (unit_id,))
        return
    yield Tell(f"{field.called(unit_id)} leaves the map and counts as eliminated", rule, (unit_id,))
    lost = leader_points(field, unit_id) if field.is_leader(unit_id) else counter.front["combat"]
    yield from book(field, counter.nation, counter.side, lost)
