"""Set-up (11.1 to 11.3), and what it shares with reforming: counters placed in zones and faced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from modules.definition.formats.scenarios import SetUp
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes import setting_up
from modules.engine.hexes.setting_up import SetUpRules
from modules.engine.hexes.state import RESERVE
from modules.engine.listed_orders import Actor
from modules.engine.orders import Order
from modules.engine.requests import Chance, Tell
from modules.hastings_berg import orders
from modules.hastings_berg.arriving import draw
from modules.hastings_berg.battle import SAXON
from modules.hastings_berg.field import Field
from modules.hastings_berg.ground import company_fault, own_zones, section_fault
from modules.hastings_berg.state import CUP
from modules.hastings_berg.timing import untimely
from modules.hastings_berg.victory import enter

RULES = SetUpRules("5.6.1", "5.5")
ASK = "place or face a counter, `deploy` the rest as suggested, or `done`"


def set_up_phase(field: Field, side: str) -> Asks[None]:
    """11.1, 11.2: who stands where, with the fyrd that are drawn; 11.3: freely."""
    given = next(setup for setup in field.battle.scenario.setup if setup.side == side)
    drawn: list[str] = []
    if side == SAXON:
        for unit_id in (u for box in given.boxes.values() for u in box):
            field.state.put(unit_id, at=CUP)
        drawn = yield from draw(field, field.battle.number("fyrd_at_start"), "11.2")
        for unit_id in drawn:
            field.state.put(unit_id, at=RESERVE)
    setup, free = _with_drawn(field, given, drawn), "free_setup" in field.battle.effects
    if free:
        setup = setup.model_copy(update={"zones": own_zones(field, side), "rule": "11.3"})
    yield from place(field, setup, free=free)


def _with_drawn(field: Field, setup: SetUp, drawn: Sequence[str]) -> SetUp:
    """The set-up with the units drawn in the free hexes of the fyrd (11.2)."""
    if not drawn:
        return setup
    taken = {h for c, h in setup.at.items() if not field.is_leader(c)}
    free = [h for h in field.board.area("fyrd_thegns") if h not in taken]
    return setup.model_copy(update={"at": {**setup.at, **dict(zip(drawn, free, strict=True))}})


def place(field: Field, setup: SetUp, *, free: bool) -> Asks[None]:
    """One side places and faces its counters; each ends in the center until wings are named. `free`: where it
    likes on its own ground."""
    side = setup.side
    while True:
        options = SetUpOptions(field, setup, free=free)
        order = yield from choose(side, "setup", ASK, setup.rule, options)
        if isinstance(order, orders.Done):
            break
        if isinstance(order, orders.Deploy):
            for counter_id in options.waiting:
                _put(field, counter_id, setup.at[counter_id])
        elif isinstance(order, orders.Face):
            field.state.put(order.unit, facing=order.facing)
        else:
            _put(field, order.unit, order.at)
    for unit_id in field.on_map(side):
        field.state.put(unit_id, wing="center" if side == SAXON else "")
        enter(field, unit_id, [field.hex_of(unit_id)])
    yield Tell(f"{field.battle.definition.game.sides[side].name}: set-up complete", setup.rule)


def _put(field: Field, counter_id: str, hex_id: str) -> None:
    """11.1, 11.2: units may face in any direction; toward the enemy unless they are turned."""
    faced = field.unit(counter_id).facing or field.battle.toward(field.side(counter_id))
    field.state.put(counter_id, at=hex_id, facing="" if field.is_leader(counter_id) else faced)


class SetUpOptions(setting_up.SetUpOptions):
    """Placing counters within their zones, and facing those that stand."""

    field: Field

    def __init__(self, field: Field, setup: SetUp, *, free: bool) -> None:
        super().__init__(field, setup, RULES)
        self.free = free

    def listing(self) -> Sequence[Order]:  # type: ignore[override]
        placed = list(super().listing())
        units = [c for c in self.setup.at if c not in self.waiting and not self.field.is_leader(c)]
        words = self.field.battle.compass.words
        faces = [orders.Face(u, w) for u in units for w in words if w != self.field.unit(u).facing]
        return [*placed, *faces]

    def actors(self) -> Iterable[Actor]:
        units = (c for c in self.setup.at if not self.field.is_leader(c) and c not in self.waiting)
        return dict.fromkeys([*super().actors(), *((unit, "") for unit in units)])

    def due_kinds(self) -> Collection[type[Order]]:
        return (*super().due_kinds(), orders.Face)

    def orders_by(self, actor: str) -> Sequence[Order]:
        faces = (orders.Face(actor, word) for word in self.field.battle.compass.words)
        turns = faces if actor in self.setup.at else ()
        return [*super().orders_by(actor), *(face for face in turns if self.fault(face) is None)]

    def draw(self, chance: Chance) -> Order:  # type: ignore[override]
        if self.waiting and self._deploy_fault() is None and (self.free or chance.below(3) == 0):
            return orders.Deploy()
        if not self.waiting and chance.below(4) == 0:
            units = [u for u in self.setup.at if not self.field.is_leader(u)]
            words = self.field.battle.compass.words
            face = orders.Face(units[chance.below(len(units))], words[chance.below(len(words))])
            return face if self.fault(face) is None else self.legal()[0]
        return self._next(chance)

    def _next(self, chance: Chance) -> Order:
        """A place for the counter that has fewest hexes left."""
        if not self.waiting:
            return orders.Done() if self._done_fault() is None else super().draw(chance)
        counter_id = min(self.waiting, key=lambda c: len(self.hexes(c)))
        hexes = self.hexes(counter_id)
        return orders.PlaceCounter(counter_id, hexes[chance.below(len(hexes))])

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, orders.Face):
            return self._face_fault(order)
        if not isinstance(order, orders.PlaceCounter | orders.Deploy | orders.Done):
            return untimely(order, self.setup.rule, "Now counters are set up")
        return super().fault(order)

    def _face_fault(self, order: orders.Face) -> Illegal | None:
        called, words = self.field.called(order.unit), self.field.battle.compass.words
        if order.unit not in self.setup.at or order.unit in self.waiting:
            return Illegal(self.setup.rule, f"{called} is not a unit that you have set up")
        if self.field.is_leader(order.unit):
            return Illegal("10.2.1", f"{called} is a leader: leaders have no facing")
        if order.facing not in words:
            return Illegal("6.1.2", f"{order.facing!r} is no facing: {', '.join(words)}")
        if order.facing == self.field.unit(order.unit).facing:
            return Illegal("6.1.1", f"{order.unit} faces {order.facing} already")
        return None

    def _done_fault(self) -> Illegal | None:
        """Free, sections stand together, and leaders with their men (11.5.5, ruling reform_leaders)."""
        fault = super()._done_fault()
        if fault is not None or not self.free:
            return fault
        return section_fault(self.field, self.setup.side) or company_fault(self.field, self.setup.side)
