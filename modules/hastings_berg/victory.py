"""Casualty points, the road, and who has won (12.0)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks
from modules.engine.requests import Tell
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.hastings_berg.battle import KING, NORMAN, ROAD, SAXON
from modules.hastings_berg.field import Field
from modules.hastings_berg.state import LOST, Unit


def enter(field: Field, unit_id: str, hexes: Sequence[str]) -> None:
    """12.1.1: a combat unit occupies or passes these hexes; whoever did so last controls the road in them.
    Raises GameOver at once when the Normans have it all (rulings road_control, last_die)."""
    norman = field.side(unit_id) == NORMAN
    for hex_id in hexes:
        if hex_id in field.state.road:
            field.state.road[hex_id] = int(norman)
            look_at_road(field)


def count(field: Field, counter_id: str) -> None:
    """12.2: the casualty points of a unit or leader that is lost."""
    side, points = field.side(counter_id), field.state.points
    points[side] = points.get(side, 0) + worth(field, counter_id)


def worth(field: Field, counter_id: str) -> int:
    """Its casualty points, by the printed morale class (12.2)."""
    counter, number = field.counter(counter_id), field.battle.number
    if not field.is_leader(counter_id):
        return number(f"points_{'abcde'[counter.front['morale'] - 1]}")
    own = f"points_{counter.kind}"
    return number(own) if field.battle.has_number(own) else number("points_leader")


def eliminate(field: Field, unit_id: str, rule: str) -> Asks[None]:
    """Takes a unit off the map for good. Whether it was the last of the housecarls is looked at when the
    results of the die are done (`look`)."""
    field.state.put(unit_id, at=LOST)
    field.state.units[unit_id] = Unit(at=LOST)
    count(field, unit_id)
    yield Tell(f"{field.called(unit_id)} is eliminated", rule, (unit_id,))


def look(field: Field) -> None:
    """Ends the game if a Norman condition holds; of two the better for the Normans (ruling both_wins). Called
    when all results of a die are done: what it cost counts (ruling last_die). Raises GameOver."""
    look_at_road(field)
    if not housecarls(field):
        winner, level = ("", "draw") if _more_lost(field) else (NORMAN, "strategic victory")
        _end(field, Outcome(winner, level, "all Saxon housecarls are eliminated", "12.1.2"))


def look_at_road(field: Field) -> None:
    """Ends the game if the Normans have all of the road (12.1.1). Raises GameOver."""
    if field.state.road and all(field.state.road.values()):
        level = "tactical victory" if _more_lost(field) else "strategic victory"
        _end(field, Outcome(NORMAN, level, "the Normans control the road on Senlac Hill", "12.1.1"))


def _more_lost(field: Field) -> bool:
    """More points of the Normans are lost than of the Saxons (ruling equal_losses)."""
    points = field.state.points
    return points.get(NORMAN, 0) > points.get(SAXON, 0)


def housecarls(field: Field) -> list[str]:
    """Those that are not eliminated."""
    units = field.state.units
    counters = field.battle.counters.values()
    return [c.id for c in counters if c.kind == "housecarl" and units[c.id].at != LOST]


def at_the_end(field: Field) -> None:
    """12.1.3: the Normans have not won by the end of the second period."""
    _end(field, Outcome(SAXON, "strategic victory", "the Normans did not break through", "12.1.3"))


def _end(field: Field, outcome: Outcome) -> None:
    field.state.outcome = outcome
    raise GameOver


def all_road(field: Field) -> dict[str, int]:
    """Every hex of the road in Saxon hands, as each period begins (ruling road_control)."""
    return dict.fromkeys(field.board.area(ROAD), 0)


def is_king(leader: str) -> bool:
    """Harold or William."""
    return leader in KING.values()
