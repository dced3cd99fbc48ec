"""Positions on a table with clauses that are set up for rule cases, and the words for counters in them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from modules.definition import Definition
from modules.definition.formats.clauses.conditions import REDUCED
from modules.engine.errors import UnknownThingError
from modules.engine.hexes.rules import OTHERS
from modules.engine.orders import Grammar
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.stacks.combat.ground import CROSSED
from modules.free_table.by_rules.ruled_state import (
    ADVANCED,
    ATTACKED,
    DEFENDED,
    ENTERED,
    MOVED,
    RETREATED,
    RuledState,
    states_of,
)
from modules.free_table.by_rules.upkeep_steps import Upkeep
from modules.free_table.ground import Ground
from modules.free_table.state import RESERVE, Face

ACTED: Final = "acted"
"""Of a unit that has moved or attacked in the phase in which the position stands."""
_DEEDS: Final = (MOVED, ENTERED, ATTACKED, DEFENDED, RETREATED, ADVANCED, CROSSED)


def arrange(
    state: RuledState,
    asked: Arrangement,
    definition: Definition,
    ground: Ground,
    grammar: Grammar,
    upkeep: Upkeep,
) -> None:
    """Lay out a state as it is asked for. Raises UnknownThingError."""
    state.turn, state.phase, state.active = asked.turn, asked.phase, asked.active
    described = dict.fromkeys(state.at, asked.units.get(OTHERS, RESERVE))
    described |= {grammar.counter(word): said for word, said in asked.units.items() if word != OTHERS}
    for counter, said in described.items():
        place, *words = (part.strip() for part in said.split(","))
        if place not in ground.places:
            raise UnknownThingError(said, "place")
        state.put(counter, place)
        state.show(counter, _face(definition, words, state.face(counter)))
        for word in words:
            if word in _DEEDS:
                state.note_deed(counter, word)
        if ACTED in words:
            state.acted = (*state.acted, counter)
    upkeep.start(state)
    for name, value in asked.facts.items():
        if name in state.tallies:
            state.tallies[name] = value
        elif not upkeep.facts.take_in(state, name, value):
            raise UnknownThingError(name, "number", (*state.tallies, *upkeep.facts.forms))


def unknown_phase(asked: Arrangement, known: Iterable[tuple[str, str]]) -> UnknownThingError:
    """That a side has no such phase, with what may be meant of the phases and sides that are `known`."""
    word = f"{asked.active} {asked.phase}".strip()
    names = sorted(f"{side} {phase}" for phase, side in known)
    near = [name for name in names if word in name.split()] or get_close_matches(word, names, 3)
    return UnknownThingError(word, "phase", tuple(near or names))


def _face(definition: Definition, words: Collection[str], face: Face) -> Face:
    """What a counter shows in these words. Raises UnknownThingError for one that is none."""
    markers = definition.game.markers
    for word in words:
        if word not in (REDUCED, ACTED, *_DEEDS) and word not in markers:
            states = (REDUCED, ACTED, *_DEEDS, *markers)
            raise UnknownThingError(word, "state", tuple(get_close_matches(word, states, 3)) or states)
    return replace(face, back=REDUCED in words, marks=tuple(word for word in words if word in markers))


def describe(state: RuledState, counter: str) -> str:
    """Where a counter lies, what it shows and what it has done, in the words of an arrangement."""
    return ", ".join(_words(state, counter))


def is_described(state: RuledState, counter: str, said: str) -> bool:
    """Whether words are those for a counter. What it has done may be left out: a case names it where it
    matters."""
    words = [word.strip() for word in said.split(",")]
    deeds = {ACTED, *_DEEDS}
    return words in (
        [*_words(state, counter)],
        [word for word in _words(state, counter) if word not in deeds],
    )


def _words(state: RuledState, counter: str) -> Iterator[str]:
    face = state.face(counter)
    yield state.at[counter]
    if REDUCED in states_of(face):
        yield REDUCED
    yield from face.marks
    yield from state.done.get(counter, ())
    if counter in state.acted:
        yield ACTED
