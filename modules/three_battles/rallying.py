"""Reorganization (11.1) and rally (11.2)."""

from __future__ import annotations

from collections.abc import Iterator

from modules.engine.decisions import Asks, pick, roll
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.field import Field
from modules.three_battles.losses import book
from modules.three_battles.state import LOST


def rally_phase(field: Field, side: str) -> Asks[None]:
    """Every disordered unit rolls; then one eliminated unit may rally."""
    yield from _reorganize(field, side)
    yield from _rally(field, side)


def _reorganize(field: Field, side: str) -> Asks[None]:
    disordered = [u for u in field.on_map(side) if field.state.units[u].disordered]
    values = yield from roll(side, "11.1", [f"{u} reorganizes" for u in disordered], field.battle.die)
    for unit_id, value in zip(disordered, values, strict=True):
        total = value + reorganize_drm(field, unit_id)
        ordered = total >= field.battle.number("reorganize_from")
        if ordered:
            field.state.put(unit_id, disordered=False)
        word = "reorganizes" if ordered else "stays disordered"
        yield Tell(f"{unit_id} {word} ({value}, {total} with DRM)", "11.1", (unit_id,))


def reorganize_drm(field: Field, unit_id: str) -> int:
    """The modifiers of 11.1: an enemy unit beside it, a leader with it."""
    side, here = field.side(unit_id), field.state.units[unit_id].at
    pressed = any(field.enemy_in(n, side) is not None for n in field.board.neighbours[here])
    beside = field.battle.number("reorganize_near_enemy") if pressed else 0
    return beside + field.leadership(unit_id)


def _rally(field: Field, side: str) -> Asks[None]:
    choices = list(placements(field, side))
    if not choices:
        return
    attempt: list[orders.Rally | orders.Pass] = [orders.Rally(), orders.Pass()]
    answer = yield from pick(side, "rally", "try to rally an eliminated unit?", "11.2", attempt)
    if isinstance(answer, orders.Pass):
        return
    wanted = field.battle.scenario.rally[side]
    (value,) = yield from roll(side, "11.2", ["rally"], field.battle.die)
    if not wanted.low <= value <= wanted.high:
        yield Tell(f"the rally fails ({value})", "11.2")
        return
    order = yield from pick(side, "rally_placement", "which unit rallies, and where?", "11.2", choices)
    counter = field.counter(order.unit)
    field.state.put(order.unit, at=order.at, reduced=counter.steps == 2)
    yield Tell(f"{order.unit} rallies in {order.at} ({value})", "11.2", (order.unit,))
    yield from book(field, counter.nation, side, -counter.front["combat"])
    yield from field.battle.exclusive.moved(field, [order.unit], [order.at])


def placements(field: Field, side: str) -> Iterator[orders.PlaceCounter]:
    """Each eliminated unit with each hex where it may come back: with a leader, or next to him (13.4)."""
    lost = [u for u, c in field.battle.counters.items() if c.side == side and c.role == "unit"]
    lost = [u for u in lost if field.state.units[u].at == LOST]
    places = {leader: rally_hexes(field, leader) for leader in field.leaders_on_map(side)} if lost else {}
    for unit_id in lost:
        hexes = {h for leader, near in places.items() if field.may_affect(leader, unit_id) for h in near}
        for hex_id in sorted(hexes):
            yield orders.PlaceCounter(unit_id, hex_id)


def rally_hexes(field: Field, leader: str) -> list[str]:
    """His own hex if it is free of units and of EZOC, else the adjacent ones that are (13.4 (11.2))."""
    side, here = field.side(leader), field.state.units[leader].at
    if field.unit_in(here) is None and not field.exerting(here, side):
        return [here]
    return [
        n
        for n in field.board.neighbours[here]
        if field.unit_in(n) is None
        and field.holder(n) in (None, side)
        and field.board.terrain_of(n).mp != "prohibited"
        and not field.exerting(n, side)
    ]
