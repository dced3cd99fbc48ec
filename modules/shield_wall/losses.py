"""What a hit does (7.1, 7.6), the piles (7.1, 11.0), and the ends that come at once (5.0)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.shield_wall.field import Field
from modules.shield_wall.state import DEAD, RALLY


def hit(field: Field, unit_id: str) -> Asks[bool]:
    """A hit by arrows or in melee: the leader's save, then the wall, then the unit (ruling leader_save). True
    if it is eliminated."""
    called = field.called(unit_id)
    if field.is_leader(unit_id):
        (value,) = yield from roll(field.side(unit_id), "7.6", [f"{called} is saved?"], field.battle.die)
        if value <= field.value(unit_id, "combat"):
            yield Tell(f"{called} is saved from the hit ({value})", "7.6", (unit_id,))
            return False
    if field.is_walled(unit_id) and not field.turned(unit_id) and not field.worn_out:
        field.state.put(unit_id, wall_down=True)
        yield Tell(f"{called} is saved by the shield wall, which is down now", "7.1", (unit_id,))
        return False
    yield from eliminate(field, [unit_id], RALLY, "7.1")
    return True


def eliminate(field: Field, units: Sequence[str], pile: str, rule: str) -> Asks[None]:
    """Takes units off the map together, into the rally pile of their corps or the dead pile of their side."""
    before = demoralized(field)
    for unit_id in units:
        field.state.put(unit_id, at=pile, wall_down=False, charging=False, berserk=False)
        yield Tell(f"{field.called(unit_id)} is eliminated", rule, (unit_id,))
    yield from tell_morale(field, before)
    for unit_id in units:
        if unit_id in field.battle.special.commanders.values():
            end(field, field.battle.enemy(field.side(unit_id)), f"{field.called(unit_id)} is eliminated")
    for side in field.battle.sides:
        if not field.on_map(side):
            name = field.battle.definition.game.sides[side].name
            end(field, field.battle.enemy(side), f"{name}: no unit is left")


def end(field: Field, winner: str, reason: str) -> None:
    """5.0: at once."""
    field.state.outcome = Outcome(winner, "victory", reason, "5.0")
    raise GameOver


def bury(field: Field, side: str) -> Asks[None]:
    """8.0: who has not been rallied by the end of the phase is dead."""
    before = demoralized(field)
    left = field.battle.in_pile(field.state, RALLY, side)
    for unit_id in left:
        field.state.put(unit_id, at=DEAD)
    if left:
        yield Tell(f"to the dead pile: {', '.join(left)}", "8.0", tuple(left))
    yield from tell_morale(field, before)


def demoralized(field: Field) -> dict[str, bool]:
    """Which sides are."""
    return {side: field.demoralized(side) for side in field.battle.sides}


def tell_morale(field: Field, before: dict[str, bool]) -> Asks[None]:
    """Says whose army has become demoralized or has recovered (11.0)."""
    for side, now in demoralized(field).items():
        if now != before[side]:
            name = field.battle.definition.game.sides[side].name
            yield Tell(f"{name}: {'demoralized' if now else 'no longer demoralized'}", "11.0")
