"""The rally segment (9.5): the routed near a leader rally, others go back; a die for the disrupted."""

from __future__ import annotations

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.hastings_berg.cascade import settle
from modules.hastings_berg.field import Field
from modules.hastings_berg.routing import retreat


def rally_phase(field: Field, side: str) -> Asks[None]:
    """9.5.2, 9.5.3: all who can rally do so before the others go back."""
    routed = [u for u in field.on_map(side) if field.unit(u).routed]
    for unit_id in routed:
        leader = field.rallied_by(unit_id)
        if leader is not None:
            field.state.put(unit_id, routed=False)
            yield Tell(f"{unit_id} rallies: {field.called(leader)} is near", "9.5.3", (unit_id,))
    yield from _dice(field, [u for u in field.on_map(side) if field.unit(u).disrupted])
    for unit_id in routed:
        if field.at(unit_id) is not None and field.unit(unit_id).routed:
            _, following = yield from retreat(field, unit_id, field.battle.number("rout_on"), forced=False)
            yield from settle(field, following)


def _dice(field: Field, disrupted: list[str]) -> Asks[None]:
    """9.5.2: by class, one less with a leader near."""
    labels = [f"{unit_id} rallies?" for unit_id in disrupted]
    values = yield from roll(field.side(disrupted[0]) if disrupted else "", "9.5.2", labels, field.battle.die)
    for unit_id, value in zip(disrupted, values, strict=True):
        near = field.rallied_by(unit_id) is not None
        total = value + (field.battle.drm("rally_leader") if near else 0)
        column = field.morale(unit_id)
        rallies = field.battle.totals["rally_check"].result(column, total) == "rallied"
        said = f"{value}{f', {total} with a leader near' if near else ''} at class {column.upper()}"
        if rallies:
            field.state.put(unit_id, disrupted=False)
        yield Tell(f"{unit_id} {'rallies' if rallies else 'stays disrupted'}: {said}", "9.5.2", (unit_id,))
