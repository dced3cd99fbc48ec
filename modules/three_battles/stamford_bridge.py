"""The exclusive rules of Stamford Bridge (15.2, 15.5): the Saxons' rush, the Vikings kept in their camp."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from modules.definition.formats.scenarios import HexScenario
from modules.engine.decisions import Asks
from modules.engine.hexes.movement.paths import Keeping, MoveRestriction
from modules.engine.hexes.orders import EXIT
from modules.engine.requests import Tell
from modules.three_battles.field import Battle, Exclusive, Field
from modules.three_battles.special import CampHeld

RELEASED = "released"
"""Among the events of a state: the turn in which the Vikings were released."""

ENTERED = "entered"
"""Among the events, with a counter's name: the turn in which one of the detachment came into the camp."""


class StamfordBridge(Exclusive):
    """Turn 1 doubles those who rush; the main body of the others is held in its camp until an event."""

    def __init__(self, battle: Battle, named: CampHeld) -> None:
        self.rushing, self.held = named.rushing, named.held
        self.centre, self.reach = named.centre, named.reach
        self.camp = frozenset(battle.board.area(named.camp))
        self.bank = frozenset(battle.board.area(named.bank))
        away = detached(battle.scenario, named)
        self.main_body = frozenset(
            c for setup in battle.scenario.setup if setup.side == self.held for c in setup.at if c not in away
        )

    def allowance_factor(self, field: Field, side: str) -> int:
        return field.battle.number("first_turn_factor") if self._rushes(field, side) else 1

    def odds_shift(self, field: Field, side: str) -> int:
        return field.battle.number("first_turn_shift") if self._rushes(field, side) else 0

    def _rushes(self, field: Field, side: str) -> bool:
        return side == self.rushing and field.state.turn == 1

    def bars(self, field: Field, unit_id: str) -> Sequence[MoveRestriction]:
        """15.2: the main body, and whoever has come into the camp, stays; who was driven out may return."""
        if field.side(unit_id) != self.held or self._released(field):
            return ()
        bound = unit_id in self.main_body or self._has_entered(field, unit_id)
        distance = field.board.distance

        def allows(one: str, other: str) -> bool:
            if other in self.camp or (one not in self.camp and not bound):
                return True
            away = one not in self.camp and other != EXIT
            return away and distance(other, self.centre) < distance(one, self.centre)

        why = f"{unit_id} may not move more than {self.reach} before it is released"
        stays = Keeping(f"camp around {self.centre}, {'bound' if bound else 'free'}", allows)
        return [MoveRestriction("15.2 restricted", lambda _one, _other: why, keeps=stays)]

    def leader_idles(self, field: Field, leader: str, nations: Collection[str]) -> bool:  # noqa: ARG002
        """15.5: from the turn after the release on."""
        return self._released(field) and field.state.turn > field.state.events[RELEASED]

    def turn_begins(self, field: Field, side: str) -> Asks[None]:
        """15.2 event 3: the reinforcements of turn 8."""
        arrives = min(e.turn for e in field.battle.scenario.entries if e.side == self.held)
        if side == self.held and field.state.turn >= arrives:
            yield from self._release(field, "the reinforcements arrive", "15.2 event 3")

    def moved(self, field: Field, counters: Sequence[str], path: Sequence[str]) -> Asks[None]:
        """15.2: who comes into the camp is held from then on. Event 1: so many Saxon units and leaders east
        of the river."""
        if self._released(field):
            return
        if field.side(counters[0]) == self.held:
            self._enter(field, counters, path)
            return
        rushing = (*field.on_map(self.rushing), *field.leaders_on_map(self.rushing))
        east = sum(field.state.units[c].at not in self.bank for c in rushing)
        if east >= field.battle.number("release_count"):
            yield from self._release(field, f"{east} Anglo-Saxons are east of the river", "15.2 event 1")

    def way_matters(self, path: Sequence[str]) -> bool:
        return any(hex_id in self.camp for hex_id in path)

    def attacked(self, field: Field, targets: Sequence[str]) -> Asks[None]:
        """15.2 event 2: a unit that was set up in the camp is attacked."""
        if any(target in self.main_body for target in targets):
            yield from self._release(field, "their main body is attacked", "15.2 event 2")

    def _enter(self, field: Field, counters: Sequence[str], path: Sequence[str]) -> None:
        """Notes who of the detachment has come into the camp: the restriction applies to him now (15.2)."""
        if any(hex_id in self.camp for hex_id in path):
            for counter_id in counters:
                if counter_id not in self.main_body:
                    field.state.events.setdefault(f"{ENTERED} {counter_id}", field.state.turn)

    @staticmethod
    def _has_entered(field: Field, unit_id: str) -> bool:
        return f"{ENTERED} {unit_id}" in field.state.events

    @staticmethod
    def _released(field: Field) -> bool:
        return field.state.events.get(RELEASED, 0) > 0

    def _release(self, field: Field, why: str, rule: str) -> Asks[None]:
        if not self._released(field):
            field.state.events[RELEASED] = field.state.turn
            yield Tell(f"{why}: the Vikings are released and move freely", rule)


def detached(scenario: HexScenario, named: CampHeld) -> frozenset[str]:
    """The counters whose zone of set-up is the other bank."""
    zones = [zone for setup in scenario.setup for zone in setup.zones]
    return frozenset(c for zone in zones if named.bank in zone.areas for c in zone.counters or ())
