"""What the top counter of a stack covers: the counters below it and their states.

A state of a covered counter shows as a small dark chip on the lower edge of the top counter, and in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from generator.position.strip import letters
from modules.definition.model import Definition
from modules.engine.position import PlacedCounter


def name_counter(definition: Definition, counter_id: str) -> str:
    """A counter by its name and its number; one that the game does not have by its id."""
    counter = definition.counters.get(counter_id)
    if counter is None:
        return counter_id
    return counter.name if counter.number is None else f"{counter.name} {counter.number}"


def place_words(definition: Definition, place: str) -> str:
    """What people call a place beside the map."""
    name = definition.boxes[place].name if place in definition.boxes else place
    return name.replace("_", " ").capitalize()


def states_of(definition: Definition, placed: PlacedCounter) -> dict[str, str]:
    """The states of a counter by the letters of their chip, such as `D` for `Disordered`; none of a marker
    that lies by itself."""
    if placed.lone:
        return {}
    known = definition.game.markers
    found = {letters(definition, m): known[m].name if m in known else m for m in placed.markers}
    if placed.reduced:
        back = definition.back_of(placed.counter)
        found.setdefault(back[:1].upper(), back)
    return found


def covered_of(stack: Sequence[PlacedCounter]) -> list[PlacedCounter]:
    """The counters of a stack, bottom first, that its top one covers."""
    return sorted(stack, key=lambda each: not each.lone)[:-1]


def covered_chips(definition: Definition, stack: Sequence[PlacedCounter]) -> dict[str, int]:
    """The letters of the states that a stack covers, with how many counters have each."""
    return dict(Counter(chip for each in covered_of(stack) for chip in states_of(definition, each)))


def covered_legend(definition: Definition, placed: Iterable[PlacedCounter]) -> dict[str, str]:
    """The chips of covered states on a map, with their meanings."""
    stacks = stacks_of(placed).values()
    return {k: v for stack in stacks for p in covered_of(stack) for k, v in states_of(definition, p).items()}


def stacks_of(placed: Iterable[PlacedCounter]) -> Mapping[str, list[PlacedCounter]]:
    """The counters by their places, bottom first."""
    found: dict[str, list[PlacedCounter]] = {}
    for each in placed:
        found.setdefault(each.place, []).append(each)
    return found


def tell_covered(
    definition: Definition, placed: Iterable[PlacedCounter], shown: Iterable[str]
) -> list[tuple[str, str]]:
    """By the places of the map that are `shown`: what a stack covers, if it is more than one counter, if a
    covered one has a state, or if there is a leader. For example `2522, below William`: `Knight 1`."""
    stacks, told = stacks_of(placed), list[tuple[str, str]]()
    for place in sorted({*stacks} & {*shown}):
        units = [each for each in stacks[place] if each.counter]
        if not (covered := covered_of(units)):
            continue
        top = units[-1]
        led = any(_role(definition, each) == "leader" for each in units)
        if led or len(covered) > 1 or any(states_of(definition, each) for each in covered):
            names = ", ".join(_tell(definition, each) for each in reversed(covered))
            told.append((f"{place}, below {name_counter(definition, top.counter)}", names))
    return told


def _role(definition: Definition, placed: PlacedCounter) -> str:
    counter = definition.counters.get(placed.counter)
    return "" if counter is None else str(definition.game.kinds[counter.kind].role)


def _tell(definition: Definition, placed: PlacedCounter) -> str:
    states = ", ".join(states_of(definition, placed).values())
    name = name_counter(definition, placed.counter)
    return f"{name} ({states})" if states else name
