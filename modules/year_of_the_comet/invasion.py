"""Landings (5): an arrow, a die, and the whole fleet is ashore or none of it."""

from __future__ import annotations

from dataclasses import replace

from modules.engine.errors import Illegal
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.year_of_the_comet.asking import PublicOffer, closed, passed
from modules.year_of_the_comet.orders import Invade, Pass, Rouse
from modules.year_of_the_comet.raising import tostig_may, tostig_raises
from modules.year_of_the_comet.state import SEA
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import VIKING


def invasion_phase(war: War) -> Steps:
    """Who is at sea (3.4) may try one landing (5.1, 5.5); the Norman not in a turn of a Viking one (5.4). Who
    has landed uses the phase for Tostig alone (8.3)."""
    state, side = war.state, war.state.active
    if not state.at(side, SEA):
        if side == VIKING and tostig_may(war):
            yield from tostig_raises(war)
        else:
            yield from passed(war, side, "invasion", "5.5", (Invade, Rouse))
        return
    if state.landing:
        yield from passed(war, side, "invasion", "5.4", (Invade,))
        yield Tell("The Vikings have landed in this turn: no Norman landing", "5.4")
        return
    arrows = war.year.map.invasions[side].landings
    options = PublicOffer(
        war, side, "5.1", (*map(Invade, arrows), Pass()), lambda order: _aim(war, side, order)
    )
    seat = war.main(side)
    known, _ = yield from closed(war, side, seat, "invasion", "where to land, if anywhere", "5.1", options)
    if not isinstance(known, Invade):
        return
    if known.area not in arrows:
        raise Illegal("5.1", f"{known.area} has no arrow of the {side} side")
    highest = arrows[known.area].highest
    (roll,) = yield Roll(seat, "5.2", (Die(6, f"landing in {known.area} on 1 to {highest}"),))
    name = war.year.definition.game.sides[side].name
    if roll > highest:
        yield Tell(f"{name}: no landing in {war.year.name(known.area)}", "5.2")
        return
    fleet = state.at(side, SEA)
    state.shift(side, SEA, known.area, fleet, [replace(b, moved=True, origin=SEA) for b in fleet])
    state.landed, state.landing, state.landed_in = (*state.landed, side), side, known.area
    yield Tell(f"{name}: landed in {war.year.name(known.area)}", "5.2")
    yield from passed(war, side, "tostig", "8.3", (Rouse,))


def _aim(war: War, side: str, order: Invade) -> None:
    """Raises Illegal for an area without an arrow of the side (5.1)."""
    name = war.year.definition.game.sides[side].short
    raise Illegal("5.1", f"no {name} arrow points to {war.year.name(order.area)}")
