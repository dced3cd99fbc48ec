"""Reaction (5.4): one hex away from an enemy, and a check; disrupted units step out of an EZOC (9.2.2(1))."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from modules.engine.decisions import Asks, choose, pass_over
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.hastings_berg.battle import ATTACK, CHARGE, HOLD, SAXON, WALL
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.effects import Alone, Check
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing, walk
from modules.hastings_berg.orders import Done, React
from modules.hastings_berg.timing import untimely

ASK = "react with a unit, or `done`"
NAMES: Final = {WALL: "Shield Wall", HOLD: "Hold", ATTACK: "Attack & Pursue", CHARGE: "Charge"}
"""The orders in which no unit reacts."""


def reaction_phase(field: Field, side: str) -> Asks[None]:
    """5.4: units of the non-phasing side, each once."""
    moved: list[str] = []
    while (options := ReactionOptions(field, side, moved)).can_react:
        order = yield from choose(side, "reaction", ASK, "5.4", options)
        if isinstance(order, Done):
            return
        moved.append(order.unit)
        yield from _react(field, order)
    yield from pass_over(side, "reaction", ASK, "5.4", ReactionOptions(field.copy(), side, moved), (React,))


def _react(field: Field, order: React) -> Asks[None]:
    """The step, its checks (ruling reaction_checks), and the leaders with the unit, who go along."""
    unit_id, start = order.unit, field.hex_of(order.unit)
    leaders = field.sharing_in(start)
    yield Tell(f"{unit_id} reacts {start}-{order.path[0]}", "5.4.2", (unit_id,))
    shaken = field.unit(unit_id).disrupted
    yield from walk(field, unit_id, order.path, order.facing or field.unit(unit_id).facing)
    stopped = field.unit(unit_id).disrupted and not shaken and field.hex_of(unit_id) == start
    if stopped:
        return
    field.state.put(unit_id, reacted=True)
    for leader in leaders:
        field.state.put(leader, at=field.hex_of(unit_id))
    yield from settle(field, [Check(unit_id, "5.4.5", "after its reaction"), *(Alone(i) for i in leaders)])


class ReactionOptions(HexOptions[React | Done]):
    """The steps that units of the non-phasing side may take."""

    def __init__(self, field: Field, side: str, moved: Collection[str]) -> None:
        self.field, self.side, self.moved = field, side, frozenset(moved)
        self.ezoc = field.ezoc(side)

    @property
    def can_react(self) -> bool:
        """True while there is a step to take."""
        return next(self._steps(), None) is not None

    def _steps(self) -> Iterator[tuple[str, str]]:
        """Who may step, and to which hexes."""
        for unit_id in self.field.on_map(self.side):
            if self._barred(unit_id) is None:
                around = self.field.board.neighbours[self.field.hex_of(unit_id)]
                yield from ((unit_id, h) for h in around if self._step(unit_id, h) is None)

    def listing(self) -> Sequence[React | Done]:
        return [*(React(u, (h,), best_facing(self.field, u, h)) for u, h in self._steps()), Done()]

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, React):
            return untimely(order, "3.2", "In this segment units of the non-phasing player react")
        words = self.field.battle.compass.words
        if order.facing and order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        if len(order.path) != 1:
            return Illegal("5.4.2", f"{order.unit} may react one hex")
        return self._barred(order.unit) or self._step(order.unit, order.path[0])

    def _barred(self, unit_id: str) -> Illegal | None:
        """Why a unit may not react at all (5.4.4)."""
        field, called = self.field, self.field.called(unit_id)
        if field.side(unit_id) != self.side or field.at(unit_id) is None or field.is_leader(unit_id):
            return Illegal("5.4.1", f"{called} is no unit of yours on the map")
        if unit_id in self.moved:
            return Illegal("5.4.2", f"{called} has reacted in this segment: a unit reacts one hex")
        if field.unit(unit_id).routed:
            return Illegal("9.2.3", f"{called} is routed: routed units do not react")
        if field.standing_fast(unit_id):
            return Illegal("5.4.4", f"{called} is in {NAMES[field.order(unit_id)]}: such units do not react")
        return self._shaken(unit_id) if field.unit(unit_id).disrupted else self._ready(unit_id)

    def _shaken(self, unit_id: str) -> Illegal | None:
        """9.2.2(1), ruling disrupted_reaction."""
        if self.field.hex_of(unit_id) in self.ezoc:
            return None
        return Illegal("9.2.2", f"{unit_id} is disrupted: it reacts only out of an EZOC, and is in none")

    def _ready(self, unit_id: str) -> Illegal | None:
        field, here = self.field, self.field.hex_of(unit_id)
        if field.fierce(unit_id):
            order = NAMES[CHARGE if field.unit(unit_id).charging else ATTACK]
            return Illegal("5.4.4", f"{unit_id} is in {order}: such units do not react")
        knights = [u for u in field.exerting(here, self.side) if field.is_knight(u)]
        if knights and self.side == SAXON:
            return Illegal("5.4.4", f"{unit_id} is in the ZOC of knights: {', '.join(knights)}")
        return None if field.led(unit_id) else Illegal("5.4.4", f"{unit_id} is in no leader's command range")

    def _step(self, unit_id: str, place: str) -> Illegal | None:
        """Why a unit may not react to a hex (5.4.2, 5.4.3, ruling reaction_away)."""
        field, here = self.field, self.field.hex_of(unit_id)
        if field.board.grid.side_toward(here, place) is None:
            return Illegal("5.4.2", f"{place} is not adjacent to {here}: a unit reacts one hex")
        if field.holder(place) == field.battle.enemy(self.side) or field.unit_in(place) is not None:
            return Illegal("5.2.1", f"{' and '.join(field.state.occupants[place])} is in {place}")
        if place in self.ezoc:
            return Illegal("5.4.3", f"{place} is in the ZOC of {', '.join(field.exerting(place, self.side))}")
        if field.unit(unit_id).disrupted or self._away(here, place):
            return None
        return Illegal("5.4.2", f"{place} is not farther from the enemy than {here}")

    def _away(self, here: str, place: str) -> bool:
        distance, foes = self.field.board.distance, self.field.enemies_of(self.side)
        least = min((distance(here, foe) for foe in foes), default=0)
        return any(distance(place, foe) > least for foe in foes if distance(here, foe) == least)
