"""The battlefield: what only this game asks of a position: sections and wings, orders, leaders."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.hexes.field import HexField
from modules.engine.hexes.state import RESERVE
from modules.hastings_berg.battle import (
    ADVANCE,
    ATTACK,
    FOOT,
    HOLD,
    HOUSECARLS,
    IN_PLACE,
    KING,
    KNIGHTS,
    NORMAN,
    SAXON,
    WALL,
    WINGS,
    WORST,
    Battle,
)
from modules.hastings_berg.state import CUP, State, Unit


class Field(HexField[Battle, State]):
    """A position, as the rules see it."""

    # --- counters ----------------------------------------------------------------------------------

    def turned(self, unit_id: str) -> bool:
        """The reduced side of a unit (9.2.4), the ineffective side of a leader (10.4.3)."""
        unit = self.state.units[unit_id]
        return unit.reduced or unit.flipped or unit.shaken

    def called(self, unit_id: str) -> str:
        """How reports name a counter: a leader by his name, others by their ids."""
        return self.counter(unit_id).name if self.is_leader(unit_id) else unit_id

    def unit(self, unit_id: str) -> Unit:
        """Its state."""
        return self.state.units[unit_id]

    def hex_of(self, unit_id: str) -> str:
        """Where a counter on the map stands."""
        return self.state.units[unit_id].at

    def is_leader(self, unit_id: str) -> bool:
        """True for a leader."""
        return unit_id in self.battle.roll.sharing

    def is_bow(self, unit_id: str) -> bool:
        """True for bowmen."""
        return unit_id in self.battle.bowmen

    def is_knight(self, unit_id: str) -> bool:
        """True for knights, William's guard among them."""
        return unit_id in self.battle.knights

    def weapon(self, unit_id: str) -> str:
        """The row of the Missile Fire Matrix (7.5.1) that is its own; empty for a unit without missiles."""
        return ("", "bow", "javelin", "sling")[self.counter(unit_id).front.get("missile", 0)]

    def shaky(self, unit_id: str) -> bool:
        """True for a disrupted or routed unit."""
        unit = self.state.units[unit_id]
        return unit.disrupted or unit.routed

    def sound(self, side: str) -> list[str]:
        """The units of a side on the map that are neither disrupted nor routed."""
        return [u for u in self.on_map(side) if not self.shaky(u)]

    # --- boxes and orders --------------------------------------------------------------------------

    @property
    def guard_is_free(self) -> bool:
        """4.3.8(1): as long as William is in play."""
        return self.at(KING[NORMAN]) is not None

    def goes_freely(self, unit_id: str) -> bool:
        """True for the guard while William is in play: no order binds it (4.3.8(1))."""
        return self.counter(unit_id).kind == "guard" and self.guard_is_free

    def rating_box(self, unit_id: str) -> str:
        """The wing or nationality whose rating counts for a unit; empty for none (ruling guard_rating)."""
        counter = self.counter(unit_id)
        if counter.side == SAXON:
            return self.state.units[unit_id].wing
        return "" if self.goes_freely(unit_id) else counter.nation

    def box(self, unit_id: str) -> str:
        """The wing or section from which a unit has its order (4.1); empty for none."""
        counter = self.counter(unit_id)
        box = self.rating_box(unit_id)
        if not box:
            return ""
        if counter.side == SAXON:
            own = f"{box}_{HOUSECARLS}"
            return own if counter.kind == "housecarl" and self.turns_left(own) else box
        return f"{box}_{KNIGHTS if self.is_knight(unit_id) else FOOT}"

    def turns_left(self, box: str) -> int:
        """How many turns the order of a box lasts, this one included; 0 without one."""
        return max([boxes.get(box, 0) for boxes in self.state.orders.values()], default=0)

    def order_in(self, box: str) -> str:
        """The order of a box; Advance to Combat where none is known (4.3.8)."""
        for name, boxes in self.state.orders.items():
            if boxes.get(box):
                return name
        return ADVANCE

    def order(self, unit_id: str) -> str:
        """The order under which a unit moves (4.3)."""
        order = self.order_in(self.box(unit_id))
        return IN_PLACE if order == WALL and self.is_bow(unit_id) else order

    def walled(self, unit_id: str) -> bool:
        """True for a unit that fights with its Shield Wall strengths (4.3.1, 9.2.3(5))."""
        return self.order(unit_id) == WALL and not self.unit(unit_id).routed

    def fierce(self, unit_id: str) -> bool:
        """True for one whose D results are R, and which pursues (9.2.2(6), ruling charge_defending)."""
        return self.unit(unit_id).charging or self.order(unit_id) == ATTACK

    def standing_fast(self, unit_id: str) -> bool:
        """True in Shield Wall or Hold (4.3.1, 4.3.5)."""
        return self.order(unit_id) in (WALL, HOLD)

    def morale(self, unit_id: str) -> str:
        """The column of the morale tables: the printed class, made worse by the rating (4.4.4, 4.4.8)."""
        box = self.rating_box(unit_id)
        table = self.battle.bands[f"effects_{self.side(unit_id)}"]
        shift = table.value(self.state.ratings.get(box, 0)) if box else 0
        return "abcde"[min(WORST, self.counter(unit_id).front["morale"] - shift) - 1]

    # --- leaders -----------------------------------------------------------------------------------

    def leaders(self, side: str) -> list[str]:
        """The leaders of a side on the map."""
        return self.sharing_on_map(side)

    def commands(self, leader: str, unit_id: str) -> bool:
        """10.1.3: Norman subordinates only their own nationality."""
        same = self.counter(leader).nation == self.counter(unit_id).nation
        return same or leader == KING[NORMAN] or self.side(leader) == SAXON

    def radius(self, leader: str) -> int:
        """10.1.1, 10.5 note 1: never below 0."""
        return max(0, self._range(leader, "radius"))

    def _range(self, leader: str, value: str) -> int:
        lost = self.battle.number("wound_radius") if self.unit(leader).weakened else 0
        return self.counter(leader).front[value] - lost

    def led(self, unit_id: str) -> bool:
        """True within the command radius of a friendly leader (5.4.4(3), ruling flipped_radius)."""
        here = self.hex_of(unit_id)
        own = (i for i in self.leaders(self.side(unit_id)) if self.commands(i, unit_id))
        return any(self.board.distance(here, self.hex_of(i)) <= self.radius(i) for i in own)

    def rallied_by(self, unit_id: str) -> str | None:
        """A leader in whose rally range a unit is (9.5, 10.1.2); none who is ineffective (10.4.3)."""
        here = self.hex_of(unit_id)
        for leader in self.leaders(self.side(unit_id)):
            near = self.board.distance(here, self.hex_of(leader)) <= self._range(leader, "rally")
            if near and self.commands(leader, unit_id) and not self.turned(leader):
                return leader
        return None

    def helped(self, unit_id: str) -> int:
        """What the leader in its hex adds to a unit in melee (8.5); of several the best."""
        here = self.sharing_in(self.hex_of(unit_id))
        if not here:
            return 0
        helping = (i for i in here if self.commands(i, unit_id) and not self.turned(i))
        worth = (self.battle.drm("commander" if i in KING.values() else "leader") for i in helping)
        return max(worth, default=0)

    def lone_leaders(self, side: str) -> list[str]:
        """The leaders of a side who have no combat unit with them."""
        return [i for i in self.leaders(side) if self.unit_in(self.hex_of(i)) is None]

    # --- wings -------------------------------------------------------------------------------------

    def commanding(self) -> dict[str, str]:
        """The Saxon wings that have a leader in play, with him; those given up left out (4.1.3, 11.5.7)."""
        here = {wing: leader for wing, leader in WINGS.items() if self.at(leader) is not None}
        return {wing: leader for wing, leader in here.items() if not self.state.closed.get(wing)} or here

    def in_cup(self) -> list[str]:
        """The fyrd that have not been drawn, in the order of the counter list."""
        return [u for u in self.battle.counters if self.state.units[u].at == CUP]

    def waiting(self, side: str) -> list[str]:
        """The units of a side that have been drawn and have not entered the map (11.4.1)."""
        units = self.state.units
        return [u for u in self.battle.of_side[side] if units[u].at == RESERVE and units[u].drawn]

    def enemies_beside(self, hex_id: str, side: str) -> list[str]:
        """The enemy combat units next to a hex."""
        enemies = self.enemies_of(side)
        return [enemies[n] for n in self.board.neighbours[hex_id] if n in enemies]

    def closed_to(self, side: str) -> Sequence[str]:
        """The hexes with an enemy, leaders alone among them (5.2.1)."""
        return sorted(self.hexes_with(self.battle.enemy(side)))
