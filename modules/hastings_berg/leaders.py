"""Leaders: casualties (10.4, 10.5), the fall of a king (10.4.5), flight and capture (10.2.2, 10.2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.movement.paths import Path
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg import orders
from modules.hastings_berg.effects import Casualty, Check, Effect
from modules.hastings_berg.field import Field
from modules.hastings_berg.state import CAPTURED, LOST, Unit
from modules.hastings_berg.timing import untimely
from modules.hastings_berg.victory import count, is_king


def casualty(field: Field, asked: Casualty) -> Asks[list[Effect]]:
    """10.4.1: two dice for a leader whose unit took a `1` result."""
    leader = asked.leader
    if field.at(leader) is None:
        return []
    called = field.called(leader)
    labels = [f"{called}: casualty, first die", f"{called}: casualty, second die"]
    values = yield from roll(field.side(leader), "10.4.1", labels, field.battle.die)
    result = field.battle.totals["leader_casualty"].result(asked.column, sum(values))
    yield Tell(f"{called}: {sum(values)} for casualty ({asked.column})", "10.4.1", (leader,))
    return (yield from _befall(field, leader, result))


def _befall(field: Field, leader: str, result: str) -> Asks[list[Effect]]:
    """What a row of the Leader Casualty Table does (10.5, 10.4.4, ruling wounded)."""
    unit, called, near = field.unit(leader), field.called(leader), _company(field, leader)
    if result == "shaken" and unit.shaken and not unit.flipped:
        (value,) = yield from roll(
            field.side(leader), "10.5", [f"{called} is shaken again"], field.battle.die
        )
        result = "killed" if value <= field.battle.number("shaken_killed") else "nothing"
    if result == "nothing" or (result == "shaken" and unit.flipped):
        return []
    if result == "shaken":
        field.state.put(leader, shaken=True, fresh=True)
        yield Tell(f"{called} is shaken", "10.5", (leader,))
        return []
    if result == "killed" or unit.wounded:
        yield from _kill(field, leader)
    else:
        light = result == "light"
        changed = {"weakened": True} if light else {"flipped": True}
        field.state.put(leader, wounded=True, **changed)
        yield Tell(f"{called} is wounded{'' if light else ' and out of action'}", "10.5", (leader,))
    return [Check(u, "10.4.5", f"{called} has fallen") for u in near] if is_king(leader) else []


def _company(field: Field, leader: str) -> list[str]:
    """The friends within his command radius, as it was before (ruling king_falls)."""
    here, radius, distance = field.hex_of(leader), field.radius(leader), field.board.distance
    return [u for u in field.on_map(field.side(leader)) if distance(here, field.hex_of(u)) <= radius]


def _kill(field: Field, leader: str) -> Asks[None]:
    remove(field, leader, LOST)
    yield Tell(f"{field.called(leader)} is killed", "10.4.2", (leader,))


def remove(field: Field, leader: str, place: str) -> None:
    """Takes a leader out of play; he counts for points (12.2, ruling leader_capture)."""
    field.state.put(leader, at=place)
    field.state.units[leader] = Unit(at=place)
    count(field, leader)


# --- flight ----------------------------------------------------------------------------------------------


def left_alone(field: Field, leader: str) -> Asks[None]:
    """10.2.2: alone in an EZOC, he goes three hexes from those who hold it."""
    here = field.at(leader)
    if here is None or field.unit_in(here) is not None:
        return
    holders = field.exerting(here, field.side(leader))
    if holders:
        yield from flee(field, leader, [field.hex_of(u) for u in holders], "10.2.2")


def approached(field: Field, unit_id: str, hex_id: str) -> Asks[None]:
    """10.2.3: leaders without a unit next to whom an enemy combat unit has come; it may have gone on."""
    around = field.board.neighbours[hex_id]
    for leader in field.lone_leaders(field.battle.enemy(field.side(unit_id))):
        if field.hex_of(leader) in around:
            yield from flee(field, leader, [hex_id], "10.2.3")


def flee(field: Field, leader: str, enemies: Sequence[str], rule: str) -> Asks[None]:
    """He goes by a way of his choice away from these hexes, or is captured."""
    options = FlightOptions(field, leader, enemies, rule)
    choices = options.legal()
    if not choices:
        remove(field, leader, CAPTURED)
        yield Tell(f"{field.called(leader)} is captured", rule, (leader,))
        return
    order = choices[0]
    if len(choices) > 1:
        ask = f"where does {field.called(leader)} flee?"
        order = yield from choose(field.side(leader), "flight", ask, rule, options)
    start = field.hex_of(leader)
    field.state.put(leader, at=order.path[-1])
    yield Tell(f"{field.called(leader)} flees {'-'.join((start, *order.path))}", rule, (leader,))


class FlightOptions(HexOptions[orders.Retreat]):
    """The ways of a leader to hexes at three from the enemies that make the leader flee. If none of these is
    open, then to the nearest hexes beyond (ruling flight)."""

    def __init__(self, field: Field, leader: str, enemies: Sequence[str], rule: str) -> None:
        self.field, self.leader, self.rule = field, leader, rule
        self.enemies = tuple(enemies)
        side = field.side(leader)
        held = field.places.held[side]
        self.closed = {*field.closed_to(side), *(h for h in field.ezoc(side) if h not in held)}

    def listing(self) -> list[orders.Retreat]:
        return [orders.Retreat(self.leader, path) for end, path in self.reached.items() if self._is_off(end)]

    @cached_property
    def reached(self) -> dict[str, Path]:
        """The shortest way to each other hex, as far as the leader moves in a turn."""
        start = self.field.hex_of(self.leader)
        found: dict[str, Path] = {start: ()}
        front = [start]
        for _ in range(self.field.counter(self.leader).front["movement"]):
            beyond = [(n, h) for h in front for n in self.field.board.neighbours[h] if n not in self.closed]
            front = []
            for there, here in beyond:
                if there not in found:
                    found[there] = (*found[here], there)
                    front.append(there)
        del found[start]
        return found

    def _far(self, end: str) -> int:
        return min(self.field.board.distance(end, enemy) for enemy in self.enemies)

    @cached_property
    def distance(self) -> int:
        """How far from the nearest of these enemies the leader ends, in hexes."""
        least = self.field.battle.number("leader_flight")
        return min((far for far in map(self._far, self.reached) if far >= least), default=least)

    def _is_off(self, end: str) -> bool:
        return self._far(end) == self.distance

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, orders.Retreat):
            return "", ""
        most = self.field.counter(self.leader).front["movement"]
        return str(len(order.path)), str(most - len(order.path))

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover != self.leader or place not in self.field.board.neighbours:
            return super().why_closed(mover, place)
        if place in self.reached:
            return self.fault(orders.Retreat(mover, self.reached[place]))
        if (
            place in self.closed
            or self.field.board.grid.side_toward(self.field.hex_of(mover), place) is not None
        ):
            return self.fault(orders.Retreat(mover, (place,)))
        most = count_noun(self.field.counter(mover).front["movement"], "hex")
        return Illegal("5.1.2", f"no way of {most} leads {self.field.called(mover)} to {place}")

    def fault(self, order: Order) -> Illegal | None:
        if not isinstance(order, orders.Retreat) or order.unit != self.leader:
            due = f"{self.field.called(self.leader)} must flee: give `retreat` with a way"
            mine = isinstance(order, orders.Retreat)
            return Illegal(self.rule, due) if mine else untimely(order, self.rule, due)
        here, board, called = self.field.hex_of(self.leader), self.field.board, self.field.called(self.leader)
        for place in order.path:
            if board.grid.side_toward(here, place) is None:
                return Illegal("5.2.3", f"{place} is not adjacent to {here}: name every hex of the path")
            if place in self.closed:
                return Illegal("10.2.2", f"{called} may not enter {place}: an enemy holds or controls it")
            here = place
        most = self.field.counter(self.leader).front["movement"]
        if len(order.path) > most:
            return Illegal(
                "5.1.2",
                f"{'-'.join(order.path)} has {count_noun(len(order.path), 'hex')}: a leader goes {most}",
            )
        if self._is_off(here):
            return None
        far = count_noun(self.distance, "hex")
        return Illegal(self.rule, f"{called} must end {far} from the enemy, not in {here}")
