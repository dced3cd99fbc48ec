"""Set-up of stacks: each counter within its zone, no hex fuller than stacking lets it be."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from modules.amounts import count_noun
from modules.definition.formats.scenarios import SetUp
from modules.definition.places import zone_of
from modules.engine.errors import Illegal
from modules.engine.hexes.formation import formation_fault
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.telling import from_enemies, told, zone_told
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order, counters_of
from modules.engine.requests import Chance
from modules.engine.stacks.edges import ground_fault
from modules.engine.stacks.field import RESERVE, StackField
from modules.engine.stacks.orders import Deploy, Done, PlaceCounter
from modules.engine.stacks.placing import crowding_fault, place_axes
from modules.engine.stacks.stacking import AT_LAST, AT_ONCE

SettingUp: TypeAlias = PlaceCounter | Deploy | Done


class SetUpOptions(HexOptions[SettingUp]):
    """Placing counters within the zones; a counter that lies may be placed again until `done`. `rule`: the
    number of the clause of the set-up."""

    def __init__(self, field: StackField, setup: SetUp, rule: str) -> None:
        self.field, self.setup, self.rule = field, setup, rule
        self.waiting = [c for c in setup.at if field.moment.at.get(c, RESERVE) == RESERVE]

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[SettingUp]:
        if self._done_fault() is None:
            return [Done()]
        deploy = [Deploy()] if self._deploy_fault() is None else []
        places = [PlaceCounter(c, h) for c in self._open_for() for h in self.hexes(c)]
        return [*deploy, *(places or self._moved_again())]

    def _open_for(self) -> Sequence[str]:
        """The counters that are asked for: those that wait, then those of hexes that are too full, then
        all."""
        over = self.field.counts.surplus(self.setup.side, AT_LAST)
        crowded = [c for each in over for c in each.counted if c in self.setup.at]
        return self.waiting or crowded or list(self.setup.at)

    def _moved_again(self) -> list[PlaceCounter]:
        """Counters that lie, each in another hex: to make room for those that wait and find none."""
        return [order for counter in self.setup.at for order in self.orders_by(counter)]

    def draw(self, chance: Chance) -> SettingUp:
        """At random where there is room; where a counter that waits finds none, others go back to where the
        scenario suggests them."""
        if self._done_fault() is None:
            return Done()
        if self.setup.conditions and self._deploy_fault() is None:
            return Deploy()
        for counter in self.waiting[:1]:
            hexes = self.hexes(counter)
            roomy = [h for h in hexes if crowding_fault(self.field, counter, h, AT_LAST) is None]
            if best := roomy or hexes:
                return PlaceCounter(counter, best[chance.below(len(best))])
        for counter, home in self.setup.at.items():
            if self.field.at(counter) not in (None, home) and self._place_fault(counter, home) is None:
                return PlaceCounter(counter, home)
        return super().draw(chance)

    def hexes(self, counter: str) -> list[str]:
        """The hexes where a counter may be placed."""
        return list(self._free(counter))

    def _free(self, counter: str) -> Iterator[str]:
        zone = zone_of(self.setup.zones, counter)
        for place in () if zone is None else self.field.board.zone(zone):
            if self._lying_fault(counter, place) is None:
                yield place

    # --- checking ----------------------------------------------------------------------------------

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return self._done_fault()
        if isinstance(order, Deploy):
            return self._deploy_fault()
        if not isinstance(order, PlaceCounter):
            return Illegal(self.rule, f"`{order}` is not due: in the set-up give place, deploy or done")
        if order.unit not in self.setup.at:
            return Illegal(self.setup.rule, f"`{order}` does not set up a counter of yours")
        return self._place_fault(order.unit, order.at)

    def _place_fault(self, counter: str, place: str) -> Illegal | None:
        return self._zone_fault(counter, place) or crowding_fault(self.field, counter, place, AT_ONCE)

    def _zone_fault(self, counter: str, place: str) -> Illegal | None:
        """Whether a counter may lie in a hex, as far as zones, ground and enemies go."""
        zone = zone_of(self.setup.zones, counter)
        if zone is None or place not in self.field.board.zone(zone):
            rule = self.setup.rule if zone is None else zone.rule
            return Illegal(rule, f"{counter} may not be set up in {place}")
        return self._ground_fault(counter, place)

    def _lying_fault(self, counter: str, place: str) -> Illegal | None:
        """Within its zone: whether a counter may lie in a hex."""
        return self._ground_fault(counter, place) or crowding_fault(self.field, counter, place, AT_ONCE)

    def _ground_fault(self, counter: str, place: str) -> Illegal | None:
        field = self.field
        if (barred := ground_fault(field, counter, place)) is not None:
            return barred
        enemies = field.enemy_hexes(field.side(counter)).get(place)
        if enemies:
            return Illegal(self.rule, f"{place} is held by {', '.join(enemies)}")
        return None

    def _deploy_fault(self) -> Illegal | None:
        """`deploy` needs something to deploy, and every suggested hex allowed and with room."""
        if not self.waiting:
            return Illegal(self.setup.rule, "every counter is set up: write `done`, or place one again")
        suggested = {counter: self.setup.at[counter] for counter in self.waiting}
        faults = (self._zone_fault(counter, place) for counter, place in suggested.items())
        if (fault := next(filter(None, faults), None)) is not None:
            return fault
        over = self.field.with_placed(suggested).counts.surplus(self.setup.side, AT_ONCE)
        crowded = (each for each in over if each.hex_id in suggested.values())
        return next((Illegal(each.clause.rule, each.tell()) for each in crowded), None)

    def _goes_on(self) -> bool:
        """Whether there is a counter that can be placed."""
        can = any(next(self._free(counter), None) for counter in self.waiting)
        return can or self._deploy_fault() is None or bool(self._moved_again())

    def _done_fault(self) -> Illegal | None:
        """Counters that wait must be set up, as long as any counter can still be placed anywhere."""
        if self.waiting and self._goes_on():
            left = ", ".join(self.waiting[:6]) + (", ..." if len(self.waiting) > 6 else "")
            count = count_noun(len(self.waiting), "counter")
            return Illegal(self.setup.rule, f"{count} must still be set up: {left}")
        over = self.field.counts.surplus(self.setup.side, AT_LAST)
        if over:
            return Illegal(over[0].clause.rule, over[0].tell())
        return formation_fault(self.field, self.setup)

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return [(c, "") for c in self.waiting or self.setup.at if self.hexes(c)]

    def due_kinds(self) -> Collection[type[Order]]:
        return PlaceCounter, Deploy, Done

    def orders_by(self, actor: str) -> Sequence[PlaceCounter]:
        """A counter that lies may be placed again, also while others wait, which is not listed."""
        hexes = self.hexes(actor) if actor in self.setup.at else ()
        return [PlaceCounter(actor, h) for h in hexes if h != self.field.at(actor)]

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        known = mover in self.field.battle.counters and place in self.field.map_rules.hexes
        return self.fault(PlaceCounter(mover, place)) if known else None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if kind is not PlaceCounter:
            return super().axes(kind, chosen)
        return place_axes({c: self.hexes(c) for c in self.waiting or self.setup.at}, chosen)

    def summarize(self, placed: Sequence[Order]) -> str:
        zones = {zone_of(self.setup.zones, c) for each in placed for c in counters_of(each)}
        words = [zone_told(self.field.board, zone) for zone in zones if zone is not None]
        return told(self.field, placed, self._far, words[0] if len(words) == 1 else "")

    @cached_property
    def _far(self) -> Mapping[str, int]:
        return from_enemies(self.field.board, self.field.enemy_hexes(self.setup.side))
