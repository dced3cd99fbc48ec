"""Morale checks (9.6), disruption (9.2.2) and lost steps (9.2.4): each gives what follows from it."""

from __future__ import annotations

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.hastings_berg.effects import Alone, Check, Disrupt, Effect, Rout, Step
from modules.hastings_berg.field import Field
from modules.hastings_berg.victory import eliminate


def check(field: Field, asked: Check) -> Asks[list[Effect]]:
    """9.6.1, 9.6.5: a die against the class of the unit, each time."""
    unit_id = asked.unit
    if field.at(unit_id) is None:
        return []
    label = f"{unit_id} checks morale ({asked.why})"
    (value,) = yield from roll(field.side(unit_id), "9.6", [label], field.battle.die)
    column = field.morale(unit_id)
    result = field.battle.totals["morale_check"].result(column, value)
    if result == "routed" and asked.mode == "no_rout":
        result = "disrupted"
    if result == "disrupted" and (asked.mode == "routs_only" or field.shaky(unit_id)):
        result = "steady"
    said = {"steady": "holds", "disrupted": "is disrupted", "routed": "routs"}[result]
    yield Tell(f"{label}: {value} at class {column.upper()}, {said}", asked.rule, (unit_id,))
    found: dict[str, list[Effect]] = {
        "disrupted": [Disrupt(unit_id, asked.rule)],
        "routed": [Rout(unit_id, asked.rule)],
    }
    return found.get(result, [])


def disrupt(field: Field, asked: Disrupt) -> Asks[list[Effect]]:
    """9.2.2(2), 9.2.3(7): nothing more for a unit that is disrupted or routed."""
    if field.at(asked.unit) is not None and not field.shaky(asked.unit):
        field.state.put(asked.unit, disrupted=True)
        yield Tell(f"{asked.unit} is disrupted", asked.rule, (asked.unit,))
    return []


def lose_step(field: Field, asked: Step) -> Asks[list[Effect]]:
    """9.2.4: turned to the reduced side, or eliminated; its leaders may then be alone."""
    unit_id = asked.unit
    if field.at(unit_id) is None:
        return []
    if not field.unit(unit_id).reduced:
        field.state.put(unit_id, reduced=True)
        yield Tell(f"{unit_id} is reduced", asked.rule, (unit_id,))
        return []
    leaders = field.sharing_in(field.hex_of(unit_id))
    yield from eliminate(field, unit_id, asked.rule)
    return [Alone(leader) for leader in leaders] if asked.alone else []
