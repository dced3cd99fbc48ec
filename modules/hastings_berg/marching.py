"""A unit on its way: hex by hex, with checks that may stop it (5.3.5, 5.3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks
from modules.engine.hexes.movement.paths import Path
from modules.engine.hexes.state import RESERVE
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.effects import Check
from modules.hastings_berg.field import Field
from modules.hastings_berg.leaders import approached
from modules.hastings_berg.victory import enter


def walk(field: Field, unit_id: str, path: Path, facing: str) -> Asks[bool]:
    """Takes a unit along a path hex by hex; True if no check has stopped it (5.3.5, 5.3.6). Lone leaders whom
    it comes next to flee (10.2.3)."""
    kind, battle = field.counter(unit_id).kind, field.battle
    last, here, passed = field.hex_of(unit_id), field.hex_of(unit_id), list[str]()
    for place in path:
        on_map = here != RESERVE
        if on_map and battle.checks_before(here, place, kind):
            yield from _halt(field, unit_id, last, passed)
            if not (yield from _steady(field, unit_id, "5.3.5", f"to cross the ridge from {here}")):
                return False
            last, passed = here, []
        passed, here = [*passed, place], place
        if kind in field.board.terrain_of(place).checks:
            yield from _halt(field, unit_id, place, passed)
            if not (yield from _steady(field, unit_id, "5.3.6", f"in the marsh in {place}")):
                return False
            last, passed = place, []
    yield from _halt(field, unit_id, here, passed)
    field.state.put(unit_id, facing=facing)
    return True


def _halt(field: Field, unit_id: str, place: str, passed: Sequence[str]) -> Asks[None]:
    """The hexes that a unit has passed are looked at; it stands in the last of them."""
    field.state.put(unit_id, at=passed[-1] if passed else place)
    for hex_id in passed:
        enter(field, unit_id, [hex_id])
        yield from approached(field, unit_id, hex_id)


def _steady(field: Field, unit_id: str, rule: str, why: str) -> Asks[bool]:
    """True if the check does not disrupt it; a unit that is disrupted cannot be so again (9.2.2(2))."""
    before = field.unit(unit_id).disrupted
    yield from settle(field, [Check(unit_id, rule, why, "no_rout")])
    return before or not field.unit(unit_id).disrupted


def best_facing(field: Field, unit_id: str, end: str) -> str:
    """The facing with most enemies in front of a unit that ends here; of equals as it faces, or ahead."""
    side, compass = field.side(unit_id), field.battle.compass
    enemies = field.enemies_of(side)
    now = field.unit(unit_id).facing or field.battle.toward(side)
    if enemies.keys().isdisjoint(field.board.neighbours[end]):
        return now
    return max(compass.words, key=lambda w: (sum(h in enemies for h in compass.front(end, w)), w == now))
