"""The rout check of a unit (12.1)."""

from __future__ import annotations

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.shield_wall.field import Field


def rout_check(field: Field, unit_id: str, rule: str) -> Asks[bool]:
    """True if the unit passes. `rule`: what made it check."""
    side, leader = field.side(unit_id), leader_for(field, unit_id)
    drm = 0 if leader_near(field, unit_id) else field.battle.drm("no_leader_near")
    command = 0 if leader is None else field.value(leader, "command")
    by = "without a leader" if leader is None else f"by {field.called(leader)}"
    (value,) = yield from roll(side, rule, [f"{unit_id} checks for rout {by}"], field.battle.die)
    passed = value + drm <= command
    said = f"{value}{f', {value + drm} with DRM' if drm else ''} against {command}"
    yield Tell(f"{unit_id} {'passes' if passed else 'fails'} its rout check {by}: {said}", "12.1", (unit_id,))
    return passed


def leader_for(field: Field, unit_id: str) -> str | None:
    """Whose command factor counts: the highest within three hexes, else that of the nearest (rulings
    rout_check_drm, nearest_leader)."""
    here, near = field.hex_of(unit_id), field.battle.number("leader_near")

    def worth(leader: str) -> tuple[int, int]:
        away = max(field.board.distance(here, field.hex_of(leader)) - near, 0)
        return -away, field.value(leader, "command")

    return max(field.leaders(field.side(unit_id)), key=worth, default=None)


def leader_near(field: Field, unit_id: str) -> bool:
    """True with a leader of the unit's own corps within three hexes."""
    here, near = field.hex_of(unit_id), field.battle.number("leader_near")
    own = (i for i in field.leaders(field.side(unit_id)) if field.corps(i) == field.corps(unit_id))
    return any(field.board.distance(here, field.hex_of(i)) <= near for i in own)
