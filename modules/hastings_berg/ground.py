"""Where armies stand when they set up freely: their own ground, sections together, leaders with their men
(11.3, 11.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from modules.definition.formats.scenarios import Zone
from modules.engine.errors import Illegal
from modules.hastings_berg.battle import FOOT, GUARD, KING, KNIGHTS, NORMAN, SAXON, SENLAC
from modules.hastings_berg.field import Field


def own_zones(field: Field, side: str) -> tuple[Zone, ...]:
    """The ground of a side as a zone of set-up (ruling reform_area)."""
    rule = "11.5.6" if side == SAXON else "11.5.4"
    return (Zone(hexes=own_hexes(field, side), rule=rule, source=f"rulebook {rule}"),)


def own_hexes(field: Field, side: str) -> tuple[str, ...]:
    """Saxons: Senlac Hill; Normans: south of it, four hexes or more away, between two lines."""
    board, hill = field.board, field.board.area(SENLAC)
    if side == SAXON:
        return hill
    least = field.battle.number("reform_distance")
    near = {h for each in hill for h in board.within(each, least - 1)}
    return tuple(h for h in board.area("reform") if h not in near)


def section(field: Field, unit_id: str) -> str:
    """The section of a Norman unit for set-up; empty for the guard and for Saxons."""
    counter = field.counter(unit_id)
    if counter.side == SAXON or unit_id == GUARD or field.is_leader(unit_id):
        return ""
    return f"{counter.nation}_{KNIGHTS if field.is_knight(unit_id) else FOOT}"


def section_fault(field: Field, side: str) -> Illegal | None:
    """Why the sections do not stand each in one piece (11.5.5)."""
    groups: dict[str, set[str]] = {}
    for unit_id in field.on_map(side):
        if name := section(field, unit_id):
            groups.setdefault(name, set()).add(field.hex_of(unit_id))
    for name, hexes in groups.items():
        apart = hexes - joined(field, [min(hexes)], hexes)
        if apart:
            return Illegal(
                "11.5.5", f"the {name.replace('_', ' ')} must stand together: {min(apart)} is apart"
            )
    return None


def joined(field: Field, start: Iterable[str], within: Collection[str]) -> set[str]:
    """The hexes among some that hang together with the start."""
    found = {h for h in start if h in within}
    front = [*found]
    while front:
        front = [
            n for n in {n for h in front for n in field.board.neighbours[h]} if n in within and n not in found
        ]
        found.update(front)
    return found


def company_fault(field: Field, side: str) -> Illegal | None:
    """Why a Norman leader is not where he must be: William with his guard, others with their own (11.1)."""
    for leader in field.leaders(side) if side == NORMAN else ():
        unit_id = field.unit_in(field.hex_of(leader))
        guard = leader == KING[NORMAN] and field.at(GUARD) is not None
        good = unit_id == GUARD if guard else unit_id is not None and field.commands(leader, unit_id)
        if not good:
            return Illegal(
                "11.1", f"{field.called(leader)} must stand with a unit of his {'guard' * guard or 'own'}"
            )
    return None


# --- what is suggested -----------------------------------------------------------------------------------


def suggested(field: Field, side: str, counters: Sequence[str]) -> dict[str, str]:
    """A set-up that is allowed: as in the beginning, with gaps closed."""
    first = {k: v for setup in field.battle.scenario.setup if setup.side == side for k, v in setup.at.items()}
    units = [c for c in counters if not field.is_leader(c)]
    found = _saxons(field, units, first) if side == SAXON else _normans(field, units, first)
    return found | {c: _with(field, c, found, first) for c in counters if field.is_leader(c)}


def _normans(field: Field, units: Sequence[str], first: dict[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in dict.fromkeys(section(field, u) for u in units):
        mine = [u for u in units if section(field, u) == name]
        hexes = [h for u, h in first.items() if not field.is_leader(u) and section(field, u) == name]
        found |= _kept(mine, first, _in_one_piece(field, hexes)[: len(mine)])
    return found


def _in_one_piece(field: Field, hexes: Sequence[str]) -> list[str]:
    """Hexes in such an order that each hangs together with those before it."""
    found = [hexes[0]]
    for here in found:
        found += [n for n in field.board.neighbours[here] if n in hexes and n not in found]
    return found


def _saxons(field: Field, units: Sequence[str], first: dict[str, str]) -> dict[str, str]:
    """The front first: the hexes of the first set-up, then the rest of the hill."""
    marked = (h for area in ("housecarls", "saxon_bowmen", "fyrd_thegns") for h in field.board.area(area))
    hexes = [*dict.fromkeys([*marked, *reversed(field.board.area(SENLAC))])]
    kept = {u: first[u] for u in units if u in first}
    others = [h for h in hexes if h not in kept.values()]
    return kept | dict(zip((u for u in units if u not in kept), others, strict=False))


def _kept(units: Sequence[str], first: dict[str, str], hexes: Sequence[str]) -> dict[str, str]:
    """Who can stay in its hex of these does; the others take what is left."""
    found = {u: first[u] for u in units if first[u] in hexes}
    left = [h for h in hexes if h not in found.values()]
    return found | dict(zip((u for u in units if u not in found), left, strict=True))


def _with(field: Field, leader: str, units: dict[str, str], first: dict[str, str]) -> str:
    """A leader's first hex if it will do, else that of a unit of his own."""
    if field.side(leader) == SAXON:
        return first[leader]
    if leader == KING[NORMAN] and GUARD in units:
        return units[GUARD]
    own = [
        h for u, h in units.items() if field.counter(u).nation == field.counter(leader).nation and u != GUARD
    ]
    mine = own or [h for u, h in units.items() if field.commands(leader, u)]
    return first[leader] if first[leader] in mine else next(iter(mine), first[leader])
