"""What an act by hand changes on the table, and how it is told."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from modules.definition import Definition
from modules.free_table import orders as o
from modules.free_table.state import FRESH, LOST, TableState, Tally


def carry_out(definition: Definition, state: TableState, order: o.Move) -> str:
    """Carry out a legal act upon one counter, and say what has happened; it is told with its number."""
    counter, face = order.counter, state.face(order.counter)
    state.undoable = (*state.undoable, state.lie(counter))
    state.acts += 1
    match order:
        case o.Put(_, _, place):
            before = state.at[counter]
            state.put(counter, place)
            return f"{counter} is put from {before} to {place}"
        case o.Flip():
            state.show(counter, replace(face, back=not face.back))
            return f"{counter} is turned over"
        case o.Face(_, _, toward):
            state.show(counter, replace(face, toward=toward))
            return f"{counter} looks {toward}"
        case o.Mark(_, _, marker):
            state.show(counter, replace(face, marks=(*face.marks, marker)))
            return f"{counter} is marked {marker}"
        case o.Unmark(_, _, marker):
            left = tuple(each for each in face.marks if each != marker)
            state.show(counter, replace(face, marks=left))
            return f"{counter} is {marker} no more"
        case o.Lose():
            return lose_step(definition, state, counter)
        case o.Eliminate():
            return eliminate(state, counter)
        case _:
            assert_never(order)


def is_card(definition: Definition, counter: str) -> bool:
    """Whether a counter is a card, which can lie face down."""
    return definition.game.kinds[definition.counters[counter].kind].form == "card"


def lose_step(definition: Definition, state: TableState, counter: str) -> str:
    """Let a counter lose a step, and say so: a block is turned by one, a counter of two steps to its back;
    the last step takes it out of play."""
    known, face = definition.counters[counter], state.face(counter)
    lost = face.steps_lost + face.back + 1
    if lost >= known.steps:
        return f"{eliminate(state, counter)}: it has lost its last step"
    if known.strengths:
        state.show(counter, replace(face, steps_lost=lost))
    else:
        state.show(counter, replace(face, back=True))
    return f"{counter} loses a step"


def steps_left(definition: Definition, state: TableState, counter: str) -> int:
    """How many steps a counter has left."""
    face = state.face(counter)
    return definition.counters[counter].steps - face.steps_lost - face.back


def eliminate(state: TableState, counter: str) -> str:
    """Take a counter out of play, and say so."""
    place = state.at[counter]
    state.put(counter, LOST)
    state.show(counter, FRESH)
    return f"{counter} is eliminated in {place}"


def take_back(state: TableState) -> str:
    """Take back the last act of the side that decides, and say so."""
    *rest, last = state.undoable
    state.undoable = tuple(rest)
    state.deeds = state.deeds[:-1]
    state.acts -= 1
    if isinstance(last, Tally):
        state.tallies[last.name] = last.number
        return f"{last.name} is {last.number} as before: the last act is taken back"
    state.restore(last)
    return f"{last.counter} lies as before: the last act is taken back"


def change_tally(state: TableState, order: o.Count) -> str:
    """Carry out a legal count, and say what has happened."""
    before = state.tallies[order.tally]
    state.undoable = (*state.undoable, Tally(order.tally, before))
    state.acts += 1
    state.tallies[order.tally] = before + int(order.change)
    return f"{order.tally} goes from {before} to {state.tallies[order.tally]}"
