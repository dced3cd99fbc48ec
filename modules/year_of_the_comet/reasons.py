"""Why an order cannot be given now: the rule that it breaks, and not the one of the decision that is due.

Each reason is found in the position alone, so that it holds as well for a decision that was passed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.year_of_the_comet import orders
from modules.year_of_the_comet.flight import HORSED, ways_out
from modules.year_of_the_comet.state import RESERVE, SEA, SET_UP
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import ENGLISH, NORMAN, TOSTIG, VIKING

Reason = tuple[str, str]
"""The number of a rule, and the fact that breaks it."""
PHASES: Final[Mapping[str, str]] = {
    SET_UP: "the set-up",
    "raising": "the Fyrdmen Raising Phase",
    "movement": "the Movement Phase",
    "invasion": "the Invasion Phase",
    "combat": "the Combat Phase",
}


def untimely(war: War, side: str, order: Order) -> Illegal | None:
    """The rule that an order breaks which is not for the decision that is due; None for words such as `done`,
    which belong to any."""
    told = _REASONS.get(type(order))
    return None if told is None else Illegal(*told(war, side))


def _apart(war: War, what: str) -> Reason:
    """4.1: each thing has its phase."""
    now = PHASES[war.state.phase]
    whose = war.year.definition.game.sides[war.state.active].name
    return "4.1", f"{what}; this is {now}" + ("" if war.state.phase == SET_UP else f" of the {whose}")


def _own_phase(war: War, side: str, phase: str) -> bool:
    return (war.state.active, war.state.phase) == (side, phase)


# --- before the battles ----------------------------------------------------------------------------------


def _place(war: War, side: str) -> Reason:  # noqa: ARG001 - as the others
    return "3.3", "all free fyrdmen are placed"


def _raise(war: War, side: str) -> Reason:
    if side == VIKING:
        return "8.3", "Tostig raises with `rouse`, and only English leaders with `raise`"
    if side != ENGLISH:
        return "8.1", "only English leaders raise fyrdmen"
    if war.state.levy is not None:
        return "8.1", "the CV that are raised are split before another leader raises"
    return _apart(war, "leaders raise in the Fyrdmen Raising Phase of the English")


def _muster(war: War, side: str) -> Reason:  # noqa: ARG001 - as the others
    return "8.1", "no CV are raised that are still to be split"


def _transfer(war: War, side: str) -> Reason:
    if war.state.at(side, SEA):
        return "2.4", "blocks that have not yet landed hold their maximum CV"
    if _own_phase(war, side, "movement"):
        return "2.4", "CV are transferred before movement begins, and it has begun"
    return "2.4", "CV are transferred at the beginning of the own Movement Phase, before a block moves"


def _move(war: War, side: str) -> Reason:
    if war.state.battle is not None:
        return "9.4", "no block moves between areas during a battle, other than to retreat"
    if war.state.at(side, SEA):
        return "4.2", "blocks that have not yet landed do not move"
    if _own_phase(war, side, "movement"):
        return "2.4", "transfers come before movement: write `keep` or `transfer` first"
    return _apart(war, "blocks move in the own Movement Phase")


def _invade(war: War, side: str) -> Reason:
    state = war.state
    if side == ENGLISH:
        return "5.5", "the English never invade"
    if not state.at(side, SEA):
        return "5.5", f"the {war.year.definition.game.sides[side].name} have landed, and invade once per game"
    if side == NORMAN and state.landing:
        return "5.4", "the Vikings have landed in this turn"
    return _apart(war, "landings are tried in the own Invasion Phase")


def _rouse(war: War, side: str) -> Reason:
    state = war.state
    if side != VIKING:
        return "8.3", "only Tostig raises with `rouse`"
    if state.at(VIKING, SEA):
        return "8.3", "Tostig is at sea"
    if TOSTIG in state.dead.get(VIKING, ()):
        return "8.3", "Tostig is dead"
    if state.landing == VIKING and _own_phase(war, side, "invasion"):
        return "8.3", "the Vikings have used this Invasion Phase to land"
    if _own_phase(war, side, "invasion"):
        return "8.3", "Tostig raises in York, without an enemy there"
    return "8.3", "Tostig raises in the Invasion Phase of the Vikings"


def _fight(war: War, side: str) -> Reason:
    state = war.state
    if state.battle is not None:
        return "9.3", f"the battle in {war.year.name(state.battle.area)} ends before another begins"
    if side == state.active and state.phase == "combat":
        return "9.1", "no area holds blocks of two sides"
    if side != state.active:
        return "9.3", "the moving player decides which battle is next"
    return _apart(war, "battles are fought in the Combat Phase")


# --- in a battle -----------------------------------------------------------------------------------------


def _deploy(war: War, side: str) -> Reason:  # noqa: ARG001 - as the others
    battle = war.state.battle
    if battle is None:
        return "10.1", "no battle waits for a deployment"
    if not battle.columns:
        return "15.0", "a skirmish has no columns and no reserve"
    return "10.4", "blocks in columns are not redeployed once the battle has begun"


def _retreat(war: War, side: str) -> Reason:
    battle = war.state.battle
    if battle is None:
        return "13.1", "no battle is fought from which to retreat"
    if battle.loser == side:
        return "14.1", "the army is routed: `rout` says where it goes"
    if side == battle.defender and battle.round < war.year.number("retreat_from"):
        return "13.1", "the defender may not retreat before the second battle round"
    if side == battle.attacker and battle.round == 0:
        return "13.1", "the attacker may not retreat before the first battle round"
    if side == battle.attacker and battle.shot:
        return "13.1", "the archers have fired in this round"
    if any(block.fired for block in war.fighters(side)):
        return "13.1", "blocks of the army have fired in this round"
    if not ways_out(war, side, HORSED):
        return "13.2", "the army has no legal retreat and remains in battle"
    return "11.1", "a retreat comes first in a round, before reserve and fire"


def _reserve(war: War, side: str) -> Reason:
    battle = war.state.battle
    if battle is None:
        return "10.4", "no battle is fought in which a reserve waits"
    if not battle.columns:
        return "15.0", "a skirmish has no columns and no reserve"
    if battle.loser:
        return "14.1", "the army is routed, whatever is in reserve"
    if battle.round and not war.fighters(side, RESERVE):
        return "10.4", "no block of the army is in reserve"
    return "11.1", "a reserve block comes up in a round after the retreat and before the fire"


def _shoot(war: War, side: str) -> Reason:
    battle = war.state.battle
    if side != NORMAN:
        return "12.4", "only the Normans have archers"
    if battle is None:
        return "12.4", "no battle is fought in which archers could fire"
    if side == battle.defender:
        return "12.4", "archers of a defender fire before its other blocks, without an order"
    if any(b.known and war.year.is_archer(b.group) and b.column != RESERVE for b in war.fighters(side)):
        return "12.4", "archers fire first in a round, before all other fire"
    return "12.4", "no archers are in the columns"


def _fire(war: War, side: str) -> Reason:  # noqa: ARG001 - as the others
    battle = war.state.battle
    if battle is None:
        return "11.1", "no battle is fought"
    if battle.loser:
        return "14.1", "all other fire of the round falls away when an army is routed"
    if battle.pending:
        return "12.2", "a hit is taken at once, before other blocks fire"
    if not battle.round:
        return "11.1", "blocks fire in a battle round, and both sides deploy first"
    return "11.1", "blocks fire in a round after the retreat and the reserve"


def _lose(war: War, side: str) -> Reason:
    battle = war.state.battle
    if battle is None or not battle.pending or battle.hit_side != side:
        return "12.2", "no hit is due"
    return "12.2", "the hit falls on the strongest block of the column, without an order"


def _rout(war: War, side: str) -> Reason:
    battle = war.state.battle
    if battle is not None and not battle.columns:
        return "15.0", "a skirmish has no rout"
    if battle is not None and battle.loser == side and battle.goal:
        return "14.1", f"the army has named {war.year.name(battle.goal)}"
    return "14.1", "no column of the army is eliminated"


_REASONS: Final[Mapping[type[Order], Callable[[War, str], Reason]]] = {
    orders.PlaceBlock: _place,
    orders.Raise: _raise,
    orders.Muster: _muster,
    orders.Keep: _transfer,
    orders.Transfer: _transfer,
    orders.Move: _move,
    orders.Invade: _invade,
    orders.Rouse: _rouse,
    orders.Fight: _fight,
    orders.Deploy: _deploy,
    orders.Retreat: _retreat,
    orders.Reserve: _reserve,
    orders.Shoot: _shoot,
    orders.Fire: _fire,
    orders.Lose: _lose,
    orders.Rout: _rout,
    orders.Perish: _rout,
}
