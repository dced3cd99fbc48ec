"""Charges (4.3.7): their conditions, what they win, and where William's guard may charge (4.3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise

from modules.engine.errors import Illegal
from modules.engine.hexes.movement.paths import MoveLimits, Path
from modules.hastings_berg.field import Field


def charge_bonus(field: Field, unit_id: str, start: str, path: Path, facing: str) -> tuple[bool, bool]:
    """Whether a charge that ends with this facing meets its conditions, and whether it comes downhill (4.3.7,
    rulings charge_contact, charge_last_two)."""
    steps = list(pairwise((start, *path)))
    won = _contact(field, unit_id, path[-1], facing) and not (_uphill(field, steps) or _ground(field, steps))
    return won, all(field.battle.downhill(*step) for step in _last(field, steps))


def charge_fault(field: Field, unit_id: str, path: Path, facing: str) -> Illegal | None:
    """Why a unit may not charge so that charges only where it meets the conditions: the guard (4.3.8(1))."""
    steps = list(pairwise((field.hex_of(unit_id), *path)))
    if not _contact(field, unit_id, path[-1], facing):
        why = f"Its charge ends in {path[-1]} with no enemy unit before it"
    elif spoilt := _ground(field, steps):
        why = f"Its charge leads over {spoilt}"
    elif hexes := _uphill(field, steps):
        why = f"The last hexes of its charge are uphill at {hexes}"
    else:
        return None
    return Illegal("4.3.8", f"{unit_id} charges only if it meets the conditions of 4.3.7. {why}")


def _contact(field: Field, unit_id: str, end: str, facing: str) -> bool:
    """An enemy unit is before it."""
    return any(field.enemy_in(h, field.side(unit_id)) for h in field.battle.compass.front(end, facing))


def _ground(field: Field, steps: Sequence[tuple[str, str]]) -> str:
    """What on its way spoils a charge, in words: marsh, woods, a ridge or a stream (4.3.7)."""
    return next((word for step in steps if (word := _spoils(field, *step))), "")


def _spoils(field: Field, one: str, other: str) -> str:
    board = field.board
    rough = board.terrain_name(other) in ("marsh", "woods")
    found = [*board.features(one, other), *([board.terrain_of(other)] if rough else [])]
    return f"{found[0].name.lower()} at {other}" if found else ""


def _last(field: Field, steps: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    return steps[-field.battle.number("charge_last") :]


def _uphill(field: Field, steps: Sequence[tuple[str, str]]) -> str:
    """The first of the last hexes that is uphill."""
    return next((other for one, other in _last(field, steps) if field.battle.uphill(one, other)), "")


# --- where it may end ------------------------------------------------------------------------------------


def charge_ends(field: Field, side: str, going: MoveLimits) -> dict[str, Path]:
    """The hexes beside an enemy unit to which a charge leads that meets its conditions, each with the
    cheapest such path."""
    ends = going.reach().ways.keys() & field.contact(side)
    closed = set[str]().union(*(bar.hexes for bar in going.bars if bar.of == "any"))
    level, front = field.battle.number("charge_last"), list[tuple[int, Path, int]]()
    seen, found = set[tuple[str, int]](), dict[str, Path]()
    steps_from = {**going.ways().steps, "": going.first()}
    heappush(front, (0, (), level))
    while front and len(found) < len(ends):
        spent, path, since = heappop(front)
        here = path[-1] if path else going.start
        if (here, since) in seen:
            continue
        seen.add((here, since))
        if path and here in ends and since == level:
            found.setdefault(here, path)
        for there, cost in () if path and here in going.stops else steps_from[here if path else ""]:
            open_way = there not in closed and not _spoils(field, here, there)
            if open_way and spent + cost <= going.budget:
                rises = field.battle.uphill(here, there)
                heappush(front, (spent + cost, (*path, there), 0 if rises else min(level, since + 1)))
    return dict(sorted(found.items()))
