"""Positions set up by hand, and described: `YOR 3 from LIN` is a block of 3 CV in York that came from
Lincoln."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from modules.engine.areas.blocks import Block
from modules.engine.errors import OrderSyntaxError, UnknownThingError
from modules.engine.rules.arrangement_rules import Arrangement
from modules.year_of_the_comet.showing import numbered
from modules.year_of_the_comet.state import SEA, SET_UP, State
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import Year

DEAD = "dead"
FORM = "AREA [CV] [from AREA|sea], sea or dead"
_FORM = re.compile(r"(?P<place>\S+)(?: (?P<cv>[1-9]))?(?: from (?P<origin>\S+))?")


def arrange(year: Year, start: State, asked: Arrangement, phases: Collection[tuple[str, str]]) -> State:
    """A position by hand. Facts: `pool`, `landing SIDE`, `out SIDE`, `to place`. `phases`: each side with its
    phases. Raises UnknownThingError, OrderSyntaxError."""
    state = start
    if (asked.active, asked.phase) not in phases:
        raise UnknownThingError(f"{asked.active} {asked.phase}", "phase")
    if asked.phase != SET_UP:
        state.stacks, state.to_place, state.pool = {}, 0, 0
    state.turn, state.phase, state.active = asked.turn, asked.phase, asked.active
    war = War(year, state)
    for counter, where in asked.units.items():
        _stand(war, counter, where)
    for name, number in asked.facts.items():
        _fact(year, state, name, number)
    for side in year.sides:
        war.retire(side)
    state.landed = tuple(s for s in year.sides if s not in state.out and not state.at(s, SEA))
    _assign(war)
    return state


def _assign(war: War) -> None:
    """Who commands whom; origins of this player turn are kept."""
    state = war.state
    for (side, place), stack in list(state.stacks.items()):
        new = [Block(b.group, b.cv, war.seat_of(side, place, b), b.origin, b.moved) for b in stack]
        state.put(side, place, new)


def _stand(war: War, counter: str, where: str) -> None:
    found = war.year.definition.counters.get(counter)
    if found is None:
        raise UnknownThingError(counter, "counter")
    form = _FORM.fullmatch(where)
    if form is None:
        raise OrderSyntaxError(where, 1, f"no place of {counter}", FORM)
    place, state = form["place"], war.state
    if where == DEAD:
        state.dead[found.side] = tuple(sorted((*state.dead.get(found.side, ()), found.group)))
        return
    if place != SEA and place not in war.year.graph.areas:
        raise UnknownThingError(place, "place")
    cv = int(form["cv"] or war.year.most(found.group))
    origin = form["origin"] or ""
    if origin and origin != SEA and origin not in war.year.graph.areas:
        raise UnknownThingError(origin, "place")
    if not 1 <= cv <= war.year.most(found.group):
        raise OrderSyntaxError(where, 1, f"no such block of {counter}", FORM)
    if origin == SEA:
        state.landed_in, state.landing = place, found.side
    block = Block(found.group, cv, "", origin, bool(origin))
    state.put(found.side, place, (*state.at(found.side, place), block))


def _fact(year: Year, state: State, name: str, number: int) -> None:
    what, _, which = name.partition(" ")
    if name == "pool":
        state.pool = number
    elif name == "to place":
        state.to_place = number
    elif what not in ("landing", "out") or which not in year.sides:
        raise UnknownThingError(name, "fact")
    elif number and what == "landing":
        state.landing = which
    elif number:
        state.out = (*state.out, which)


def describe(war: War, counter: str) -> str:
    """A counter's place, and its CV where that changes; alike blocks are numbered in the order of their
    places."""
    for found, _, place, block in numbered(war):
        if found == counter:
            return place if war.year.is_leader(block.group) else f"{place} {block.cv}"
    group = war.year.definition.counters[counter].group
    dead = war.state.dead.get(war.year.side(group), ())
    return DEAD if war.year.counts[group] == 1 and group in dead else ""


def facts(war: War) -> dict[str, int]:
    """The pool, points, blocks and CV of each side, how many of its blocks the viewer knows, blocks by area,
    known blocks by area."""
    state = war.state
    found = {"pool": state.pool, "round": state.battle.round if state.battle else 0}
    for side in war.year.sides:
        stacks = [stack for (owner, _), stack in state.stacks.items() if owner == side]
        found[f"points {side}"] = war.points(side)
        found[f"out {side}"] = int(side in state.out)
        found[f"cv {side}"] = sum(block.cv for stack in stacks for block in stack)
        found[f"blocks {side}"] = sum(map(len, stacks))
        found[f"known {side}"] = sum(block.known for stack in stacks for block in stack)
        found[f"dead {side}"] = len(state.dead.get(side, ()))
        for area in (SEA, *war.year.graph.areas):
            found[f"{side} in {area}"] = len(state.at(side, area))
            known = Counter(b.token for b in state.at(side, area) if b.known)
            found |= {f"{token} in {area}": number for token, number in known.items()}
    return found
