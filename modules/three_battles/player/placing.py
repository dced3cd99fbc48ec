"""Where a side is set up: as the scenario suggests, but for leaders who attend and units that lure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modules.definition.formats.scenarios import Apart, SetUp
from modules.definition.places import zone_of
from modules.engine.hexes.setting_up import SetUpOptions
from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.three_battles import orders
from modules.three_battles.player.styles import Eyes


def set_up(field: Eyes, options: Options[Order]) -> Order:
    """As suggested; who lures, his detached units far off; a leader who attends, with the unit of his
    nationality nearest to the strongest."""
    if isinstance(options, SetUpOptions):
        lures = _lures(field, options.setup) if field.style.goes.lures else {}
        for unit_id in options.waiting:
            if unit_id in lures:
                return orders.PlaceCounter(unit_id, lures[unit_id])
        leaders = [i for i in options.waiting if field.is_leader(i)]
        if field.style.leads.attends and leaders:
            return _beside_the_strongest(field, leaders[0], options.setup.at)
    return options.legal()[0]


def _beside_the_strongest(field: Eyes, leader: str, at: Mapping[str, str]) -> Order:
    """With the unit of a leader's nationality that is suggested nearest to the strongest."""
    units = [u for u in at if not field.is_leader(u)]
    centre = at[max(units, key=lambda u: field.counter(u).front["combat"])]
    own = [at[u] for u in units if field.counter(u).nation == field.counter(leader).nation]
    return orders.PlaceCounter(leader, min(own, key=lambda h: (field.board.distance(h, centre), h)))


def _lures(field: Eyes, setup: SetUp) -> dict[str, str]:
    """Hexes for the units that must be apart from all others: as far as may be from where enemies enter, the
    strongest nearest. None where they do not find room."""
    found: dict[str, str] = {}
    for condition in setup.conditions:
        if isinstance(condition, Apart):
            units = sorted((u for u in condition.counters if u in setup.at), key=lambda u: _rank(field, u))
            hexes = _far_off(field, setup, units, condition.hexes)
            found |= dict(zip(units, hexes, strict=True)) if len(hexes) == len(units) else {}
    return found


def _rank(field: Eyes, unit_id: str) -> tuple[int, str]:
    """The weakest first."""
    return field.counter(unit_id).front["combat"], unit_id


def _far_off(field: Eyes, setup: SetUp, units: Sequence[str], apart: int) -> list[str]:
    """The hexes farthest from where enemies enter, each so far from the others and from all other units."""
    board, enemy = field.board, field.battle.enemy(setup.side)
    entries = [e for e in field.battle.scenario.entries if e.side == enemy]
    edges = [h for e in entries for h in (*e.hexes, *(h for area in e.areas for h in board.area(area)))]
    zone = zone_of(setup.zones, units[0]) if units and edges else None
    taken = [at for unit_id, at in setup.at.items() if unit_id not in units]
    found: list[str] = []
    far = {h: min(board.distance(h, edge) for edge in edges) for h in board.zone(zone)} if zone else {}
    for here in sorted((h for h in far if h not in board.closed), key=lambda h: (-far[h], h)):
        if len(found) < len(units) and all(board.distance(here, h) >= apart for h in (*taken, *found)):
            found.append(here)
    return found
