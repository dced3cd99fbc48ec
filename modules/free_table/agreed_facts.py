"""What all players have agreed of a table beside the acts: where counters lie, what they show, and how large
numbers are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from modules.definition import Definition
from modules.engine.amendments import CounterPlacement, CounterState, Fact
from modules.engine.errors import UnknownThingError
from modules.free_table.ground import Ground
from modules.free_table.state import Face, TableState


def take_in_facts(definition: Definition, ground: Ground, state: TableState, facts: Sequence[Fact]) -> None:
    """Change a table as all have agreed. Raises UnknownThingError for what is not of this game."""
    for fact in facts:
        if isinstance(fact, CounterPlacement):
            if fact.place not in ground.places:
                raise UnknownThingError(fact.place, "place")
            state.put(fact.counter, fact.place)
        elif isinstance(fact, CounterState):
            state.show(fact.counter, _amended(definition, state.face(fact.counter), fact))
        else:
            tally = definition.game.tallies.get(fact.name)
            if tally is None or not tally.least <= fact.number <= tally.most:
                raise UnknownThingError(f"{fact.name} {fact.number}", "number")
            state.tallies[fact.name] = fact.number


def _amended(definition: Definition, face: Face, fact: CounterState) -> Face:
    if fact.state == "reduced" and definition.counters[fact.counter].back is not None:
        return replace(face, back=fact.holds)
    if fact.state not in definition.game.markers:
        raise UnknownThingError(fact.state, "state")
    left = tuple(each for each in face.marks if each != fact.state)
    return replace(face, marks=(*left, fact.state) if fact.holds else left)
