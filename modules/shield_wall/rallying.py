"""Rally (8.0), and Saxon reinforcements (9.0)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose, pass_over, pick, roll
from modules.engine.hexes.orders import Done
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.losses import bury, demoralized, tell_morale
from modules.shield_wall.points import RallyOptions, nearest_free, spendings
from modules.shield_wall.state import DEAD

COMING: Final = {"Fyrd": "fyrd", "Huscarls": "huscarl"}
"""The kinds that reinforcements are of, by the columns of their table (9.0)."""


def rally_phase(field: Field, side: str) -> Asks[None]:
    """Leader by leader, in any order: his die, then all of his points (ruling rally_order)."""
    waiting, rolled = field.leaders(side), list[str]()
    while useful := [i for i in waiting if spendings(field, i, points=2)]:
        leader = useful[0]
        if len(useful) > 1:
            options = RallyOptions(field, side, [orders.Rally(each) for each in useful], tuple(rolled))
            order = yield from choose(side, "rally", "which leader rallies next?", "8.0", options)
            leader = order.leader
        waiting.remove(leader)
        rolled.append(leader)
        yield from _rally(field, leader, tuple(rolled))
    late = RallyOptions(field.copy(), side, rolled=tuple(rolled))
    takes = (orders.Rally, orders.PlaceCounter, orders.Wall, orders.Restore)
    yield from pass_over(side, "rally", "which leader rallies next?", "8.0", late, takes)
    yield from bury(field, side)


def _rally(field: Field, leader: str, rolled: Sequence[str]) -> Asks[None]:
    """8.0: the die is his points, if it is at most his command factor; less fatigue (10.0 point 2)."""
    called, side = field.called(leader), field.side(leader)
    (value,) = yield from roll(side, "8.0", [f"{called} rallies"], field.battle.die)
    points = (
        max(0, value + int(field.tired.get("Rally points", 0)))
        if value <= field.value(leader, "command")
        else 0
    )
    yield Tell(f"{called} rolls {value}: {count_noun(points, 'rally point')}", "8.0", (leader,))
    while points and (choices := spendings(field, leader, points)):
        ask = f"{called} has {count_noun(points, 'rally point')}: bring a unit back, or `done`"
        options = RallyOptions(field, side, [*choices, Done()], rolled, leader, points)
        order = yield from choose(side, "rally_points", ask, "8.0", options)
        if isinstance(order, Done):
            return
        points -= yield from _spend(field, order)


def _spend(field: Field, order: Order) -> Asks[int]:
    """Carries out what points are spent for; gives how many."""
    battle = field.battle
    if isinstance(order, orders.Restore):
        field.state.put(order.unit, wall_down=False)
        yield Tell(f"{field.called(order.unit)}: the shield wall is up again", "8.0", (order.unit,))
        return battle.number("points_restore")
    if not isinstance(order, orders.PlaceCounter | orders.Wall):
        raise TypeError(f"`{order}` spends no rally points")
    walled = isinstance(order, orders.Wall)
    field.state.put(order.unit, at=order.at, wall_down=field.is_walled(order.unit) and not walled)
    said = ", shield wall up" if walled else ""
    yield Tell(f"{field.called(order.unit)} rallies in {order.at}{said}", "8.0", (order.unit,))
    return battle.number("points_wall" if walled else "points_rally")


# --- reinforcements --------------------------------------------------------------------------------------


def reinforcements_phase(field: Field, side: str) -> Asks[None]:
    """9.0: on some turns a die brings units back out of the dead pile."""
    state = field.state
    if field.battle.row("turn_track", state.turn).get("Reinforcement") != "die":
        return
    (value,) = yield from roll(side, "9.0", ["Saxon reinforcements"], field.battle.die)
    arrival, dead = field.battle.special.arrival, field.battle.in_pile(state, DEAD, side)
    coming: list[str] = []
    for kind, count in _row(field, value).items():
        coming += [u for u in dead if field.counter(u).kind == kind][:count]
    yield Tell(f"reinforcements: {value}, {', '.join(coming) or 'none'}", "9.0", tuple(coming))
    if field.enemy_in(arrival, side) is not None or arrival in field.ezoc(side):
        yield from [Tell(f"the enemy bars {arrival}: no reinforcements", "9.0")] if coming else []
        return
    before = demoralized(field)
    for unit_id in coming:
        choices = [
            orders.PlaceCounter(unit_id, h) for h in nearest_free(field, arrival, tuple(field.ezoc(side)))
        ]
        ask = f"where does {unit_id} arrive?"
        if choices:
            order = yield from pick(side, "arrival", ask, "9.0", choices)
            field.state.put(unit_id, at=order.at)
            yield Tell(f"{unit_id} arrives in {order.at}", "9.0", (unit_id,))
    yield from tell_morale(field, before)


def _row(field: Field, value: int) -> dict[str, int]:
    """The row of the table for a die roll: how many of each kind."""
    row = field.battle.row("reinforcements", value)
    return {COMING[name]: int(cell) for name, cell in row.items() if name in COMING and cell.isdigit()}
