"""The map edge: counters that enter during the game (15.3, 15.4), and leaving the map (14.2, 15.2, 16.2)."""

from __future__ import annotations

from collections.abc import Mapping

from modules.amounts import count_noun
from modules.engine.decisions import Asks
from modules.engine.errors import Illegal
from modules.engine.hexes.orders import EXIT
from modules.engine.requests import Tell
from modules.three_battles.field import Field
from modules.three_battles.losses import book, leader_points
from modules.three_battles.state import EXITED


def exits(field: Field, unit_id: str) -> Mapping[str, int]:
    """The hexes from which a counter may leave the map, with the cost in the board's units."""
    found = field.battle.exits[field.side(unit_id)]
    bars = field.battle.exclusive.bars(field, unit_id)
    if not bars:
        return found
    return {h: cost for h, cost in found.items() if not any(bar.forbids(h, EXIT) for bar in bars)}


def exit_fault(field: Field, unit_id: str, here: str) -> Illegal:
    """Why a counter may not leave the map from a hex."""
    found = field.battle.exits[field.side(unit_id)]
    for bar in field.battle.exclusive.bars(field, unit_id) if here in found else ():
        if bar.forbids(here, EXIT):
            return Illegal(bar.rule, bar.why(here, EXIT))
    rule = field.battle.special.edge_exits
    if rule is not None:
        return Illegal(rule, f"{unit_id} may leave the map only from an edge hex, not from {here}")
    mine = [e for e in field.board.map.exits.values() if field.side(unit_id) in e.sides]
    named = " or ".join(f"{e.hex} ({e.name})" for e in mine) or "none"
    return Illegal("16.2", f"{unit_id} may leave the map only along a road: from {named}")


def leave(field: Field, unit_id: str) -> Asks[None]:
    """A counter leaves the map: for points along the road (16.2), else as if eliminated (14.2, 15.2)."""
    counter = field.counter(unit_id)
    points = field.value(unit_id, "leadership" if field.is_leader(unit_id) else "combat")
    field.state.put(unit_id, at=EXITED, disordered=False, charging=False, crossed=False)
    if field.is_leader(unit_id):
        field.state.leave(unit_id)
    rule = field.battle.special.edge_exits
    if rule is None:
        field.state.exit_points[counter.side] += points
        yield Tell(
            f"{field.called(unit_id)} leaves the map: {count_noun(points, 'point')} at the end",
            "16.2",
            (unit_id,),
        )
        return
    yield Tell(f"{field.called(unit_id)} leaves the map and counts as eliminated", rule, (unit_id,))
    lost = leader_points(field, unit_id) if field.is_leader(unit_id) else counter.front["combat"]
    yield from book(field, counter.nation, counter.side, lost)
