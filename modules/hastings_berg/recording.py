"""The Turn Record Phase (3.2): added turns (3.3), and the armies reformed between the periods (11.5)."""

from __future__ import annotations

from modules.definition.formats.scenarios import SetUp
from modules.engine.decisions import Asks, choose
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg import orders
from modules.hastings_berg.battle import NORMAN, SAXON, SENLAC
from modules.hastings_berg.field import Field
from modules.hastings_berg.ground import joined, own_hexes, own_zones, suggested
from modules.hastings_berg.missiles import supplied
from modules.hastings_berg.setup import place
from modules.hastings_berg.state import REFORM, Unit
from modules.hastings_berg.timing import ShortList, pick
from modules.hastings_berg.victory import all_road, at_the_end, eliminate, look


def turn_record(field: Field) -> Asks[bool]:
    """True if another turn of the period follows (3.1); else the armies reform, or the battle is over."""
    _come_to(field)
    state, clock = field.state, field.state.clock
    if state.turn == field.battle.scenario.turns:
        yield from _prolong(field)
    elif clock["held"] and not surrounded(field):
        clock["held"] = 0
        yield Tell("the Saxons are no longer surrounded", "3.3.1")
    if clock["held"] or state.turn < clock["last"]:
        state.turn += 1
        return True
    if clock["period"] == field.battle.scenario.periods:
        at_the_end(field)
    yield from _break_off(field)
    return False


def _come_to(field: Field) -> None:
    """10.5 note 3: shaken for this turn and all of the next (ruling battle_phase)."""
    for leader in (i for side in field.battle.sides for i in field.leaders(side)):
        unit = field.unit(leader)
        field.state.put(leader, fresh=False, shaken=unit.fresh)


# --- added turns -----------------------------------------------------------------------------------------


def _prolong(field: Field) -> Asks[None]:
    """3.3.1: one of the conditions that hold, by the Norman player's choice."""
    turns = {how: f"hold_{how}_turns" for how in ("some", "most") if _holds(field, how)}
    hows = [*[*turns][-1:], *(["surrounded"] if surrounded(field) else [])]
    if not hows:
        return
    ask = "how is the period prolonged?"
    options = ShortList(
        [orders.Extend(how) for how in hows], "3.3.1", f"The period is prolonged: {' or '.join(hows)}"
    )
    order = yield from pick(NORMAN, "extension", ask, "3.3.1", options)
    clock = field.state.clock
    if order.how == "surrounded":
        clock["held"] = 1
        yield Tell("the Saxons are surrounded: the period goes on", "3.3.1")
        return
    clock["last"] += field.battle.number(turns[order.how])
    yield Tell(f"the period is prolonged to turn {clock['last']}", "3.3.1")


def _holds(field: Field, how: str) -> bool:
    """More than so many percent of the Normans on the map are on Senlac Hill (ruling extension_percent)."""
    units, hill = field.on_map(NORMAN), field.board.area(SENLAC)
    there = sum(field.hex_of(u) in hill for u in units)
    return there * 100 > field.battle.number(f"hold_{how}") * len(units)


def surrounded(field: Field) -> bool:
    """3.3.1: no Saxon unit that is in order can trace a way to the north edge (ruling surrounded)."""
    sound, grid = field.sound(SAXON), field.board.grid
    edge = [h for h in grid.ids if grid.numbers(h)[0] == grid.spec.a.first]
    free = joined(field, edge, open_hexes(field, SAXON))
    return bool(sound) and all(field.hex_of(u) not in free for u in sound)


def open_hexes(field: Field, side: str) -> set[str]:
    """The hexes free of enemy units and of EZOC, which a friendly unit negates (11.5.3)."""
    closed = {h for h in field.ezoc(side) if field.friend_in(h, side) is None} | field.enemies_of(side).keys()
    return {h for h in field.board.grid.ids if h not in closed}


# --- between the periods ---------------------------------------------------------------------------------


def _break_off(field: Field) -> Asks[None]:
    """11.5.2, 11.5.3: who rallies, who is cut off; then the armies are taken from the map."""
    for side in field.battle.sides:
        for unit_id in [u for u in field.on_map(side) if field.shaky(u)]:
            if field.leaders(side):
                field.state.put(unit_id, disrupted=False, routed=False)
            else:
                yield from eliminate(field, unit_id, "11.5.2")
    look(field)
    cut_off = [u for side in field.battle.sides for u in _cut_off(field, side)]
    for unit_id in cut_off:
        yield from eliminate(field, unit_id, "11.5.3")
    look(field)
    for side in field.battle.sides:
        for counter_id in [*field.on_map(side), *field.leaders(side)]:
            unit = field.unit(counter_id)
            field.state.put(counter_id, at=RESERVE)
            field.state.units[counter_id] = Unit(
                reduced=unit.reduced, wounded=unit.wounded, weakened=unit.weakened
            )
    for unit_id in [*field.in_cup(), *field.waiting(SAXON)]:
        field.state.put(unit_id, at=RESERVE, drawn=False)
    yield Tell("the period is over: the armies reform", "11.5.1")
    field.state.phase, field.state.active = REFORM, NORMAN


def _cut_off(field: Field, side: str) -> list[str]:
    """The units of a side that cannot trace a way to where it reforms."""
    home = joined(field, own_hexes(field, side), open_hexes(field, side))
    return [u for u in field.on_map(side) if field.hex_of(u) not in home]


def reform_phase(field: Field, side: str) -> Asks[bool]:
    """11.5.4 to 11.5.7, Normans first. True when both sides have reformed."""
    units = field.state.units
    counters = [c for c in field.battle.counters if field.side(c) == side and units[c].at == RESERVE]
    rule = "11.5.4" if side == NORMAN else "11.5.6"
    setup = SetUp(
        side=side,
        rule=rule,
        at=suggested(field, side, counters),
        zones=own_zones(field, side),
        source=f"rulebook {rule}",
    )
    yield from place(field, setup, free=True)
    if side == NORMAN:
        field.state.active = SAXON
        return False
    yield from _merge(field)
    _second_period(field)
    return True


def _merge(field: Field) -> Asks[None]:
    """11.5.7: fewer wings, if the Saxon player likes."""
    while len(wings := field.commanding()) > 1:
        choices: list[Order] = [*(orders.Merge(wing) for wing in wings), orders.Done()]
        ask = "give up a wing, or `done`"
        options = ShortList(choices, "11.5.7", ask)
        order: Order = yield from choose(SAXON, "merging", ask, "11.5.7", options)
        if not isinstance(order, orders.Merge):
            return
        field.state.closed[order.wing] = 1
        yield Tell(f"the Saxons give up the {order.wing} wing", "11.5.7")


def _second_period(field: Field) -> None:
    """4.4.8: ratings begin anew; 7.4.3: missiles are carried over; ruling road_control."""
    state = field.state
    state.clock |= {"period": state.clock["period"] + 1, "last": field.battle.scenario.turns, "held": 0}
    state.turn = 1
    state.ratings = dict.fromkeys(state.ratings, 0)
    state.orders = {order: {} for order in state.orders}
    state.strategies.clear()
    state.supply = supplied(field, state.clock["period"])
    state.road = all_road(field)
