"""Archery (6.0): the phasing archers fire, then the others at adjacent units; all hits apply together."""

from __future__ import annotations

from collections.abc import Sequence

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.hexes import firing
from modules.engine.hexes.firing import FireRules
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.collapse import settle
from modules.three_battles.field import Field
from modules.three_battles.losses import risk

SLINGS_AND_ARROWS = "slings_and_arrows"
ARROW_SUPPLY = "arrow_supply"


def archery_phase(field: Field, side: str) -> Asks[None]:
    """Both sides declare and roll before any hit is applied (6.5)."""
    other = field.battle.enemy(side)
    hits: list[str] = []
    targets: list[str] = []
    for shooter, defensive in ((side, False), (other, True)):
        volley = yield from _declare(field, shooter, defensive)
        aimed_at = [u for order in volley for u in field.state.occupants[order.target]]
        yield from field.battle.exclusive.attacked(field, aimed_at)
        targets += [order.target for order in volley]
        hits += yield from _shoot(field, shooter, volley)
    yield from _apply(field, targets, hits)
    yield from settle(field)


def _declare(field: Field, side: str, defensive: bool) -> Asks[list[orders.Fire]]:
    """All fire of a side is declared before its first die (6.3)."""
    declared: list[orders.Fire] = []
    kind, rule = ("defensive_archery", "6.5") if defensive else ("archery", "6.3")
    ask = "fire with an archer unit, or `done`"
    while True:
        options = FireOptions(field, side, defensive, declared)
        if len(options.legal()) == 1:
            late = FireOptions(field.copy(), side, defensive, declared)
            yield from pass_over(side, kind, ask, rule, late, (orders.Fire,))
            return declared
        order = yield from choose(side, kind, ask, rule, options)
        if isinstance(order, orders.Done):
            return declared
        declared.append(order)


def _shoot(field: Field, side: str, volley: Sequence[orders.Fire]) -> Asks[list[str]]:
    """Rolls for each archer (6.2), leaders with them or not (10.3); gives the hexes that are hit."""
    labels = [f"{order.unit} fires at {order.target}" for order in volley]
    values = yield from roll(side, "6.2", labels, field.battle.die)
    hits = []
    for order, value in zip(volley, values, strict=True):
        hit = value <= field.value(order.unit, "fire")
        word = "hits" if hit else "misses"
        yield Tell(f"{order.unit} fires at {order.target}: {value}, {word}", "6.2", (order.unit,))
        if hit:
            hits.append(order.target)
    if field.battle.has(ARROW_SUPPLY) and volley:
        yield from _use_arrows(field, side, len(volley))
    return hits


def _use_arrows(field: Field, side: str, shots: int) -> Asks[None]:
    field.state.arrows[side] -= shots
    if field.state.arrows[side] == 0:
        field.state.dry_through[side] = field.state.turn + 1
        name = field.battle.definition.game.sides[side].name
        yield Tell(f"{name} are out of arrows until turn {field.state.turn + 2}", "16.7 option 5")


def _apply(field: Field, targets: Sequence[str], hits: Sequence[str]) -> Asks[None]:
    """Disorders the units that were hit; leaders there are at risk (13.4 on 10.3, 16.7 option 3)."""
    for hex_id in dict.fromkeys(targets):
        unit_id = field.unit_in(hex_id)
        endangered = field.battle.has(SLINGS_AND_ARROWS)
        if hex_id in hits and unit_id is None:
            endangered = True
        elif hex_id in hits and unit_id is not None and not field.state.units[unit_id].disordered:
            field.state.put(unit_id, disordered=True)
            yield Tell(f"{unit_id} in {hex_id} is disordered", "6.2", (unit_id,))
            endangered = True
        if endangered:
            yield from risk(field, field.leaders_in(hex_id), "13.4 (10.3)", f"from arrows in {hex_id}")


def resupply(field: Field) -> Asks[None]:
    """At the beginning of a game turn: an army that has been without gets new arrows (16.7 option 5)."""
    state = field.state
    for side in field.battle.sides:
        if field.battle.has(ARROW_SUPPLY) and 0 < state.dry_through[side] < state.turn:
            archers = sum(field.is_archer(u) for u in field.on_map(side))
            state.arrows[side] = field.battle.number("arrows_resupply") * archers
            state.dry_through[side] = 0 if archers else state.turn + 1
            name = field.battle.definition.game.sides[side].name
            yield Tell(f"{name} receive {count_noun(state.arrows[side], 'arrow')}", "16.7 option 5")


class FireOptions(firing.FireOptions[Field]):
    """What one side's archers may still fire at: in their own turn at range, else at adjacent units (6.5)."""

    def __init__(self, field: Field, side: str, defensive: bool, declared: Sequence[orders.Fire]) -> None:
        rules = FireRules("6.1", target="6.2", range="6.5" if defensive else "6.4", sight="6.4")
        super().__init__(field, side, [order.unit for order in declared], rules)
        self.defensive, self.declared = defensive, tuple(declared)

    def is_archer(self, unit_id: str) -> bool:
        return self.field.is_archer(unit_id)

    def range_of(self, unit_id: str) -> int:
        own = self.field.value(unit_id, "range")
        return min(own, self.field.battle.number("defensive_fire_range")) if self.defensive else own

    def silent(self) -> Illegal | None:
        """16.7 option 5."""
        state = self.field.state
        if not self.field.battle.has(ARROW_SUPPLY):
            return None
        if state.turn <= state.dry_through[self.side]:
            return Illegal("16.7 option 5", f"out of arrows until turn {state.dry_through[self.side] + 1}")
        if len(self.declared) >= state.arrows[self.side]:
            return Illegal(
                "16.7 option 5", f"its side has only {count_noun(state.arrows[self.side], 'arrow')} left"
            )
        return None

    def spared(self, unit_id: str, here: str, target: str) -> Illegal | None:
        """6.4: an adjacent enemy unit in order draws all fire."""
        field, enemies = self.field, self.field.enemies_of(self.side)
        beside = [n for n in field.board.neighbours[here] if n in enemies]
        pressing = [n for n in beside if not field.state.units[enemies[n]].disordered]
        if not pressing or target in pressing:
            return None
        return Illegal("6.4", f"{unit_id} must fire at an adjacent enemy in order: {', '.join(pressing)}")
