"""Saxon reinforcements (11.4): drawn from the cup, over the north edge, and into a wing."""

from __future__ import annotations

from collections.abc import Iterator

from modules.engine.decisions import Asks
from modules.engine.hexes.path_graph import Steps
from modules.engine.hexes.state import RESERVE
from modules.engine.requests import Shuffle, Tell
from modules.hastings_berg.battle import SAXON
from modules.hastings_berg.field import Field


def arrivals(field: Field, side: str) -> Asks[None]:
    """11.4.1: two fyrd in each early turn of the first period, one in each later; none in added turns."""
    number, turn = field.battle.number, field.state.turn
    if side != SAXON or field.state.clock["period"] != 1 or turn > field.battle.scenario.turns:
        return
    count = number("fyrd_early") if turn <= number("fyrd_early_turns") else number("fyrd_late")
    for unit_id in (yield from draw(field, count, "11.4.1")):
        field.state.put(unit_id, at=RESERVE, drawn=True)


def draw(field: Field, count: int, rule: str) -> Asks[list[str]]:
    """So many fyrd from the cup, in the order of the counter list."""
    cup = field.in_cup()
    if not cup:
        return []
    order: tuple[int, ...] = yield Shuffle("fyrd cup", len(cup), rule)
    drawn = [cup[i] for i in sorted(order[:count])]
    yield Tell(f"drawn from the cup: {', '.join(drawn)}", rule, tuple(drawn))
    return drawn


def entries(field: Field, side: str) -> Iterator[Steps]:
    """The hexes by which they come, with what each costs: the arrival hex unless an enemy is in it, then the
    nearest free hexes of the edge, and so on (ruling reinforcement_blocked)."""
    board = field.board
    (arrival,) = board.area("arrival")
    row = board.grid.numbers(arrival)[0]
    if field.enemy_in(arrival, side) is None:
        yield [(arrival, board.entry_cost(arrival))]
    edge = [
        h
        for h in board.grid.ids
        if board.grid.numbers(h)[0] == row and field.holder(h) is None and h != arrival
    ]
    for far in sorted({board.distance(arrival, h) for h in edge}):
        yield [(h, board.entry_cost(h)) for h in edge if board.distance(arrival, h) == far]


def settle_in(field: Field) -> Asks[None]:
    """4.3.8(2): who has no wing gets one near a leader, or next to an enemy (ruling reinforcement_range)."""
    for unit_id in field.on_map(SAXON):
        if not field.unit(unit_id).wing:
            wing = _wing_for(field, unit_id)
            if wing:
                field.state.put(unit_id, wing=wing)
                yield Tell(f"{unit_id} joins the {wing} wing", "4.3.8", (unit_id,))


def _wing_for(field: Field, unit_id: str) -> str:
    here, wings = field.hex_of(unit_id), field.commanding()
    far = {wing: field.board.distance(here, field.hex_of(leader)) for wing, leader in wings.items()}
    near = [wing for wing, leader in wings.items() if far[wing] <= field.radius(leader)]
    if near or field.enemies_beside(here, SAXON):
        return min(near or wings, key=lambda wing: far[wing], default="center")
    return ""
