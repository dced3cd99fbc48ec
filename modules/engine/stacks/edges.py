"""Over the edge of the map: which counters wait to come in, over which hexes, and where units leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from modules.definition.formats.clauses.moving import ExitClause, MovePhase
from modules.definition.formats.scenarios import Entry
from modules.engine.errors import Illegal
from modules.engine.stacks.field import ENTERING, StackField


class WayOut(NamedTuple):
    """Leaving the map from a hex, by a clause, for so many MP."""

    clause: ExitClause
    mp: Fraction


def waiting(field: StackField, side: str) -> list[str]:
    """The counters of a side that may come in from now on, in the order of the scenario."""
    there = set(field.moment.stacks.get(ENTERING, ()))
    found = (
        counter
        for entry in field.battle.scenario.entries
        if entry.side == side and entry.turn <= field.moment.turn
        for counter in entry.counters
        if counter in there and field.side(counter) == side
    )
    return list(dict.fromkeys(found))


def entry_hexes(field: StackField, unit: str) -> tuple[str, ...]:
    """The hexes over which a counter may come in now: those of its entry that no enemy holds. If enemies
    hold all of them, then none, or the nearest at the edge, as the clause says."""
    entry = field.battle.entry_of[unit]
    named = named_hexes(field, entry)
    held = field.enemy_hexes(field.side(unit))
    free = tuple(h for h in named if h not in held and ground_fault(field, unit, h) is None)
    clause = field.battle.rules.entering
    if free or clause is None or clause.blocked == "wait":
        return free
    open_edge = [h for h in field.map_rules.edge if h not in held and ground_fault(field, unit, h) is None]
    far = {h: min((field.board.distance(h, each) for each in named), default=0) for h in open_edge}
    nearest = min(far.values(), default=0)
    return tuple(h for h in open_edge if far[h] == nearest)


def named_hexes(field: StackField, entry: Entry) -> tuple[str, ...]:
    """The hexes that an entry of the scenario names, by themselves or by areas."""
    areas = (h for area in entry.areas for h in field.board.area(area))
    return tuple(dict.fromkeys((*entry.hexes, *areas)))


def ground_fault(field: StackField, unit: str, place: str) -> Illegal | None:
    """Why the terrain lets a counter not be in a hex, however it comes there; None where it does."""
    barred = field.map_rules.barred_ground(place, field.battle.counters[unit].kind)
    return Illegal(barred.rule, f"{unit} may not be in {place}: {barred.name}") if barred else None


def entry_fault(field: StackField, unit: str, place: str) -> Illegal | None:
    """Why a counter may not come in over a hex; None where it may, as far as its entry goes."""
    entry, clause = field.battle.entry_of[unit], field.battle.rules.entering
    hexes = entry_hexes(field, unit)
    if place not in hexes:
        if place in named_hexes(field, entry) and (fault := ground_fault(field, unit, place)) is not None:
            return fault
        rule = entry.rule if clause is None or hexes == named_hexes(field, entry) else clause.rule
        over = f"comes in over {', '.join(hexes[:12])}" if hexes else "waits: the enemy holds its hexes"
        return Illegal(rule, f"{unit} {over}, not over {place}")
    if clause is not None and clause.zones == "closed":
        for effect in field.zones.effects(unit, (unit,)):
            if place in effect.covers:
                holders = ", ".join(effect.covers[place])
                return Illegal(clause.rule, f"{unit} may not come in over {place}, in the ZOC of {holders}")
    return None


def column_factor(field: StackField, place: str) -> int:
    """How many times a counter pays the cost of the hex over which it comes in."""
    clause = field.battle.rules.entering
    in_column = clause is not None and clause.column
    return 1 + field.moment.entered_over.get(place, 0) if in_column else 1


def ways_out(field: StackField, clause: MovePhase, units: Sequence[str]) -> Mapping[str, WayOut]:
    """The hexes from which units may leave the map in a phase: each by the first clause that is for all of
    them."""
    found: dict[str, WayOut] = {}
    for each in clause.exits:
        those = field.battle.counters_of(each.of)
        if all(unit in those for unit in units):
            for hex_id in sorted(field.map_rules.places.find(each.over)):
                found.setdefault(hex_id, WayOut(each, each.cost))
    return found
