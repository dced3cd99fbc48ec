"""Where Normans go: bowmen to where they can shoot, others to the best attack, or to the road behind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from modules.engine.hexes.looking import once
from modules.hastings_berg.battle import GUARD, NORMAN
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.player.contact import Way, contact, path_of
from modules.hastings_berg.player.distances import distances, from_enemies, rides
from modules.hastings_berg.player.fights import pains, value
from modules.hastings_berg.player.styles import Eyes
from modules.hastings_berg.strengths import uneven
from modules.hastings_berg.victory import housecarls

APART, READY = {"bowman": 2, "knight": 1, "guard": 4, "foot": 1}, 4
"""Hexes from the enemy at which Normans wait who cannot attack with profit; and while the bowmen shoot."""

RIDE, FAR = {"bowman": 0.2, "knight": 0.5, "guard": 0.1, "foot": 0.1}, 40
"""How much each hex to the open road matters to Normans; hexes to it where there is no way."""


class Duty(NamedTuple):
    """What is the same for all ways of a Norman unit: how far each hex is from the enemy, and how far a ride
    from the open road; which hexes of that it may pass; whether it waits while the bowmen shoot, and at how
    many hexes from the enemy."""

    far: Mapping[str, int]
    rides: Mapping[str, int]
    road: frozenset[str]
    ride: float
    waits: bool
    apart: int


def duty(field: Eyes, options: MoveOptions, unit_id: str) -> Duty:
    """What is the same for all ways of a unit in this phase."""
    kind, style = field.counter(unit_id).kind, field.style.attacks
    until = style.bombardment[field.state.clock["period"] - 1]
    waits = kind != "bowman" and field.state.turn <= until and not options.driven(unit_id)
    apart = READY if waits else APART[kind]
    here, most, distance = field.hex_of(unit_id), field.battle.number("move_charge"), field.board.distance
    road = frozenset(h for h, norman in field.state.road.items() if not norman and distance(here, h) <= most)
    return Duty(
        from_enemies(field, NORMAN), rides(field, options), road, -style.ride * RIDE[kind], waits, apart
    )


def attacking(field: Eyes, options: MoveOptions, duty: Duty, way: Way) -> float:
    """Bowmen to where they can shoot, others to the best attack, or past the enemy to the road, or nearer."""
    unit_id, end, style = way.unit, way.end, field.style.attacks
    far, near = duty.far.get(end, 0), duty.ride * duty.rides.get(end, FAR)
    if field.is_bow(unit_id):
        return near - 2.0 * abs(far - duty.apart)
    near -= style.seek * _from_housecarls(field).get(end, 0)
    if duty.road:
        near += style.road * len(duty.road.intersection(path_of(options, way)))
    near -= abs(far - duty.apart)
    if far == 1 and style.answer:
        near -= style.answer * _answer(field, unit_id, end)
    if far == 1 and not (duty.waits and unit_id != GUARD and end not in options.ezoc):
        near += (1.0 if duty.waits else style.eager) + 2.0 * contact(field, options, way)
    return near


@once
def _answer(field: Eyes, unit_id: str, end: str) -> float:
    """What the enemies who look at a hex may do to a unit there when their turn comes."""
    foes = [u for u in field.exerting(end, field.side(unit_id)) if not field.is_bow(u)]
    if not foes:
        return 0.0
    ground = (uneven(field.board, field.hex_of(u), end, field.counter(u).kind) for u in foes)
    strength = sum(field.value(u, "melee") for u in foes) + sum(ground)
    table, kind = field.battle.melee, "wall_defence" if field.walled(unit_id) else "defence"
    column = table.column(strength - field.value(unit_id, kind))
    return pains(table, column, field.battle.die, (False, False))[1] * value(field, unit_id)


@once
def _from_housecarls(field: Eyes) -> Mapping[str, int]:
    """How far each hex is from the nearest housecarl, for who seeks them."""
    carls = frozenset(field.hex_of(u) for u in housecarls(field) if field.at(u) is not None)
    return distances(field.board, carls, frozenset()) if field.style.attacks.seek and carls else {}
