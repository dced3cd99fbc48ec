"""The exclusive rules of Stamford Bridge (15.2, 15.5): the Saxons' rush, the Vikings kept in their camp."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modules.engine.asking import Asks
from modules.engine.errors import Illegal
from modules.engine.requests import Tell
from modules.three_battles.exclusive import Exclusive
from modules.three_battles.field import Battle, Field
from modules.three_battles.orders import EXIT

SAXON, VIKING = "saxon", "viking"
RELEASED = "released"
"""Among the events of a state: the turn in which the Vikings were released."""


class StamfordBridge(Exclusive):
    """Turn 1 doubles the Saxons; the main body stays within four hexes of 4808 until an event frees it."""

    def __init__(self, battle: Battle) -> None:
        self.camp = frozenset(battle.board.area("camp"))
        self.west = frozenset(battle.board.area("west"))
        zones = [zone for setup in battle.scenario.setup for zone in setup.zones]
        detached = {c for zone in zones if "west" in zone.areas for c in zone.counters or ()}
        self.main_body = frozenset(
            c
            for setup in battle.scenario.setup
            if setup.side == VIKING
            for c in setup.at
            if c not in detached
        )

    def allowance_factor(self, field: Field, side: str) -> int:
        return field.battle.number("first_turn_factor") if side == SAXON and field.state.turn == 1 else 1

    def odds_shift(self, field: Field, side: str) -> int:
        return field.battle.number("first_turn_shift") if side == SAXON and field.state.turn == 1 else 0

    def move_barred(self, field: Field, unit_id: str, one: str, other: str) -> Illegal | None:
        """15.2: the main body, and whoever comes into the camp, stays; who was driven out may return."""
        if field.side(unit_id) != VIKING or self._released(field) or other in self.camp:
            return None
        if one not in self.camp and unit_id not in self.main_body:
            return None
        distance = field.board.distance
        if one not in self.camp and other != EXIT and distance(other, "4808") < distance(one, "4808"):
            return None
        return Illegal(
            "15.2 restricted", f"{unit_id} may not go more than four hexes from 4808 before it is released"
        )

    def leader_idles(self, field: Field, leader: str, nations: Collection[str]) -> bool:  # noqa: ARG002
        """15.5: from the turn after the release on."""
        return self._released(field) and field.state.turn > field.state.events[RELEASED]

    def turn_begins(self, field: Field, side: str) -> Asks[None]:
        """15.2 event 3: the reinforcements of turn 8."""
        arrives = min(e.turn for e in field.battle.scenario.entries if e.side == VIKING)
        if side == VIKING and field.state.turn >= arrives:
            yield from self._release(field, "the reinforcements arrive", "15.2 event 3")

    def moved(self, field: Field, side: str) -> Asks[None]:
        """15.2 event 1: so many Saxon units and leaders east of the river."""
        if side != SAXON or self._released(field):
            return
        here = [field.at(c) for c in field.battle.counters if field.side(c) == SAXON]
        east = sum(hex_id is not None and hex_id not in self.west for hex_id in here)
        if east >= field.battle.number("release_count"):
            yield from self._release(field, f"{east} Anglo-Saxons are east of the river", "15.2 event 1")

    def attacked(self, field: Field, targets: Sequence[str]) -> Asks[None]:
        """15.2 event 2: a unit that was set up within four hexes of 4808 is attacked."""
        if any(target in self.main_body for target in targets):
            yield from self._release(field, "their main body is attacked", "15.2 event 2")

    @staticmethod
    def _released(field: Field) -> bool:
        return field.state.events.get(RELEASED, 0) > 0

    def _release(self, field: Field, why: str, rule: str) -> Asks[None]:
        if not self._released(field):
            field.state.events[RELEASED] = field.state.turn
            yield Tell(f"{why}: the Vikings move freely from now on", rule)
