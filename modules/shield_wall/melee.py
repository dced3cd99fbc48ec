"""Melee (7.3 to 7.5): one unit attacks one, one attack after the other, and each counts at once."""

from __future__ import annotations

from collections.abc import Callable, Collection

from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.hexes import declaring
from modules.engine.hexes.declaring import AttackRules
from modules.engine.orders import Order
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.advance import after_melee
from modules.shield_wall.field import Field
from modules.shield_wall.losses import hit
from modules.shield_wall.timing import untimely

RULES = AttackRules("7.3", "7.3", "7.3", "7.3", together=False, mutual=False)


def melee_phase(field: Field, side: str) -> Asks[None]:
    """The phasing side's units that are not archers attack, each once."""
    yield from fight_on(field, side, field.on_map(side), AttackOptions)


def fight_on(
    field: Field, side: str, fighters: Collection[str], options_of: Callable[..., AttackOptions]
) -> Asks[None]:
    """Attacks of these units alone, until all who must have attacked."""
    fought: set[str] = set()
    idle = frozenset(u for u in field.on_map(side) if u not in fighters)
    ask = "attack with a unit, or `done`"
    while (options := options_of(field, side, fought, idle)).can_attack:
        order = yield from choose(side, "combats", ask, "7.3", options)
        if isinstance(order, orders.Done):
            return
        fought.add(order.attackers[0])
        yield from _attack(field, order.attackers[0], order.defenders[0])
    late = options_of(field.copy(), side, fought, idle)
    yield from pass_over(side, "combats", ask, "7.3", late, (orders.Attack,))


def _attack(field: Field, attacker: str, defender: str) -> Asks[None]:
    """7.4: the die, the combat factor and the modifiers."""
    state, side = field.state, field.side(attacker)
    label = f"{field.called(attacker)} attacks {field.called(defender)}"
    (value,) = yield from roll(side, "7.3", [label], field.battle.die)
    names = modifiers(field, attacker, defender)
    total = value + bonus(field, attacker, defender)
    result = field.battle.result("melee", total)
    said = ", ".join(field.battle.definition.tables.modifiers[name].name.lower() for name in names)
    reckoned = f"{total}{f' ({said})' if said else ''}, {result.lower()}"
    yield Tell(f"{label}: {value}, {reckoned}", "7.4", (attacker, defender))
    if result != "Hits":
        return
    vacated, corps, leader = field.hex_of(defender), field.corps(defender), field.is_leader(defender)
    if not (yield from hit(field, defender)):
        return
    if field.is_walled(defender):
        state.fallen[vacated] = len(state.fallen) + 1
    if state.phase == "melee" and side != field.battle.scenario.first_player:
        state.losses[corps] = state.losses.get(corps, 0) + 1
        state.leaders[corps] = state.leaders.get(corps, 0) + leader
    yield from after_melee(field, attacker, vacated)


def bonus(
    field: Field, attacker: str, defender: str, here: str | None = None, *, charging: bool = False
) -> int:
    """What is added to the die: the combat factor and the modifiers."""
    names = modifiers(field, attacker, defender, here, charging=charging)
    return field.value(attacker, "combat") + sum(field.battle.drm(name) for name in names)


def modifiers(
    field: Field, attacker: str, defender: str, here: str | None = None, *, charging: bool = False
) -> list[str]:
    """The die-roll modifiers that apply, by their names in the tables (7.5); `here`: if it stood there."""
    here, there, battle = here or field.hex_of(attacker), field.hex_of(defender), field.battle
    unit = field.state.units[attacker]
    holds = {
        "king_of_the_hill": here in battle.hill and there in battle.slopes,
        "charge": charging or unit.charging,
        "berserk": unit.berserk,
        "demoralized_attacker": field.demoralized(field.side(attacker)) and not field.steadied(attacker),
        "demoralized_defender": field.demoralized(field.side(defender)) and not field.steadied(defender),
        "stream": bool(field.board.features(here, there)),
    }
    return [name for name, applies in holds.items() if applies]


class AttackOptions(declaring.AttackOptions[Field]):
    """The attacks that may still be made. `busy`: units that have attacked; `idle`: those that may not."""

    def __init__(self, field: Field, side: str, busy: Collection[str], idle: Collection[str] = ()) -> None:
        super().__init__(field, side, {*busy, *idle}, RULES)
        self.idle = idle

    def fault(self, order: Order) -> Illegal | None:
        return untimely(self.field, order, orders.Attack, orders.Done) or super().fault(order)

    def may_attack(self, unit_id: str) -> bool:
        """7.3: archers do not."""
        return not self.field.is_archer(unit_id)
