"""Forces that a campaign changes (17.2, 17.3): units added to or taken from a battle, morale levels."""

from __future__ import annotations

from dataclasses import dataclass

from modules.definition import Counter, Definition
from modules.definition.formats.campaigns import CampaignFile
from modules.definition.formats.scenarios import Entry, HexScenario, Morale, SetUp
from modules.definition.places import zone_of
from modules.engine.hexes.board import Board, board_of


@dataclass(frozen=True, slots=True)
class Forces:
    """Counters added to a set-up, named as in the battle that they survived, and counters taken."""

    added: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


class NoCounterLeft(Exception):
    """The counter sheet has no further unit of a kind: a fault of the game's counter list."""


def adjusted(
    definition: Definition, scenario: HexScenario, forces: Forces, campaign: CampaignFile
) -> HexScenario:
    """The scenario with these forces, and the morale levels that follow from them (17.2)."""
    if forces == Forces():
        return scenario
    present = {c for setup in scenario.setup for c in setup.at} | {
        c for e in scenario.entries for c in e.counters
    }
    taken = present & set(forces.taken)
    joining = _stand_ins(definition, forces.added, present - taken)
    board = board_of(definition.maps[scenario.map], definition.terrain)
    setups = tuple(_set_up(definition, board, setup, joining, taken) for setup in scenario.setup)
    entries = tuple(
        _entry(definition, entry, joining, taken, first=i == 0) for i, entry in enumerate(scenario.entries)
    )
    changes = {
        side: _strength(definition, joining, side) - _strength(definition, taken, side)
        for side in {setup.side for setup in scenario.setup}
    }
    morale = {n: _level(m, changes[m.side], campaign) for n, m in scenario.morale.items()}
    return scenario.model_copy(update={"setup": setups, "entries": entries, "morale": morale})


def _stand_ins(definition: Definition, added: tuple[str, ...], present: set[str]) -> list[str]:
    """The counters that stand for added units: themselves, or a free one of the same group."""
    used, found = set(present), []
    for unit_id in added:
        group = definition.counters[unit_id].group
        alike = [unit_id, *(i for i, c in definition.counters.items() if c.group == group)]
        free = next((i for i in alike if i not in used), None)
        if free is None:
            raise NoCounterLeft(f"no counter of the kind of {unit_id} is left to add")
        used.add(free)
        found.append(free)
    return found


def _strength(definition: Definition, units: list[str] | set[str], side: str) -> int:
    counters: list[Counter] = [definition.counters[u] for u in units]
    return sum(c.front["combat"] for c in counters if c.side == side and c.role == "unit")


def _level(morale: Morale, change: int, campaign: CampaignFile) -> Morale:
    """17.2: demoralization moves by half of the strength, disintegration by three fourths, rounded down."""
    if morale.nation is not None or change == 0:
        return morale
    sign, size = (1, change) if change > 0 else (-1, -change)
    half = size // campaign.parameters["demoralization_part"].value
    quarters = size * campaign.parameters["disintegration_quarters"].value // 4
    levels = {
        "demoralization": max(1, morale.demoralization + sign * half),
        "disintegration": max(2, morale.disintegration + sign * quarters),
    }
    return morale.model_copy(update=levels)


def _set_up(definition: Definition, board: Board, setup: SetUp, joining: list[str], taken: set[str]) -> SetUp:
    """The set-up without those taken; those that join get the nearest free hex of their zone."""
    at = {c: h for c, h in setup.at.items() if c not in taken}
    conditions = tuple(
        c.model_copy(update={"counters": tuple(i for i in c.counters if i in at)}) if c.kind == "apart" else c
        for c in setup.conditions
    )
    if not setup.zones:
        return setup.model_copy(update={"at": at, "conditions": conditions})
    held = set(at.values())
    centre = next(iter(at.values()))
    for unit_id in (u for u in joining if definition.counters[u].side == setup.side):
        zone = zone_of(setup.zones, unit_id)
        free = [h for h in board.zone(zone) if h not in held] if zone is not None else []
        at[unit_id] = min(free, key=lambda h: (board.distance(centre, h), h))
        held.add(at[unit_id])
    _accompany(definition, board, setup, at)
    return setup.model_copy(update={"at": at, "conditions": conditions})


def _accompany(definition: Definition, board: Board, setup: SetUp, at: dict[str, str]) -> None:
    """A leader whose unit was taken goes to the nearest other unit, of his nationality if there is one."""
    counters = definition.counters
    units = {hex_id: counters[c].nation for c, hex_id in at.items() if counters[c].role == "unit"}
    for leader in [c for c in at if counters[c].role == "leader" and at[c] not in units]:
        zone, start = zone_of(setup.zones, leader), at[leader]
        open_to = [h for h in units if zone is not None and h in board.zone(zone)]
        if open_to:
            nation = counters[leader].nation
            at[leader] = min(open_to, key=lambda h: (units[h] != nation, board.distance(start, h), h))


def _entry(definition: Definition, entry: Entry, joining: list[str], taken: set[str], first: bool) -> Entry:
    """Those that enter, without those taken; Saxons who join come with the first (15.4)."""
    counters = tuple(c for c in entry.counters if c not in taken)
    if first:
        counters += tuple(u for u in joining if definition.counters[u].side == entry.side)
    return entry.model_copy(update={"counters": counters})
