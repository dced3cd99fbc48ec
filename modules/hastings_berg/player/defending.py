"""Where Saxons go: they hold the hill in line; housecarls who are spared keep away, together, on the road."""

from __future__ import annotations

from modules.engine.hexes.looking import once
from modules.hastings_berg.battle import SAXON
from modules.hastings_berg.field import Field
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.player.contact import Way, contact, path_of
from modules.hastings_berg.player.distances import away
from modules.hastings_berg.player.styles import ENDANGERED, HOUSECARL, REFUGE, Eyes, style_of


def defending(field: Eyes, options: MoveOptions, way: Way) -> float:
    """On the hill and in line: an attack must be worth leaving it; those behind come up."""
    end, unit_id, holds, spares = way.end, way.unit, field.style.holds, field.style.spares
    far = away(field, SAXON, end)
    regained = _regained(field, options, way)
    if is_sheltered(field, unit_id):
        kept = post(field, end) - spares.ranks * _open(field, unit_id, end)
        return regained + spares.shelter * min(far, REFUGE) + kept
    regained -= holds.march * _off_the_road(field, end)
    hill = regained + (holds.hill if field.board.level(end) >= 4 else 0.0)
    if field.is_bow(unit_id):
        return hill - abs(far - 2)
    sally = holds.sally * contact(field, options, way) if far == 1 else 0.0
    if options.driven(unit_id):
        return hill + (sally if far == 1 else -float(far))
    reserve = -0.3 * abs(far - 2) if far > 2 else 0.0
    return hill + reserve + sally


def is_sheltered(field: Eyes, unit_id: str) -> bool:
    """True for who keeps away from the enemy."""
    return field.style.spares.shelter > 0 and field.counter(unit_id).kind == HOUSECARL


@once
def _open(field: Eyes, unit_id: str, end: str) -> int:
    """From how many hexes beside a hex no friend keeps the enemy away."""
    beside = (field.friend_in(h, SAXON) for h in field.board.neighbours[end])
    return sum(u is None or u == unit_id or field.unit(u).routed for u in beside)


@once
def lost_road(field: Eyes) -> frozenset[str]:
    """The Norman hexes of the road, for Saxons who mind them when they are many."""
    lost = frozenset(h for h, norman in field.state.road.items() if norman)
    return lost if field.style.holds.regain and len(lost) >= ENDANGERED else frozenset()


def _regained(field: Eyes, options: MoveOptions, way: Way) -> float:
    """What a way is worth that takes the road back, or ends on it."""
    lost = lost_road(field)
    if not lost:
        return 0.0
    hexes = len(lost.intersection(path_of(options, way))) + (way.end in field.state.road)
    return field.style.holds.regain * hexes


@once
def _off_the_road(field: Eyes, end: str) -> int:
    """How far a hex is from the road that is lost, for Saxons who mind it."""
    return min((field.board.distance(end, h) for h in lost_road(field)), default=0)


def post(field: Field, hex_id: str) -> float:
    """What a hex of the road is worth to a housecarl."""
    spares = style_of(field).spares
    yields = spares.yields and field.state.clock["period"] == 1 and away(field, SAXON, hex_id) <= 1
    return spares.post if hex_id in field.state.road and not yields else 0.0
