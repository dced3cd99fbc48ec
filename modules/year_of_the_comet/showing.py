"""Where the blocks stand, for drawing, VASSAL and whoever looks on.

A block has no number of its own: alike blocks get the numbers of counters.yaml in the order of the map, anew
in each position, so that no number follows a block."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from modules.amounts import count_noun
from modules.engine.areas.blocks import Block
from modules.engine.position import PlacedCounter
from modules.year_of_the_comet.state import COLUMNS, RESERVE, SEA, SKIRMISH
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import ENGLISH, VIKING

BOARD = {RESERVE: RESERVE, SKIRMISH: "2", **{column: str(i) for i, column in enumerate(COLUMNS, start=1)}}
"""The boxes of the battle board, by column."""
LANDED, OUT = "landed", "out"
"""Markers, and the boxes in which they lie."""


def numbered(war: War) -> Iterator[tuple[str, str, str, Block]]:
    """Counter (empty: unknown), side, place and block of each block on the map or at sea, in one order."""
    used: dict[str, int] = defaultdict(int)
    for side, place in sorted(war.state.stacks):
        for block in sorted(war.state.at(side, place), key=lambda b: (b.column, b.group, -b.cv)):
            counter = ""
            if block.known:
                used[block.group] += 1
                counter = counter_id(war, block.group, used[block.group])
            yield counter, side, place, block


def counter_id(war: War, group: str, number: int) -> str:
    """The name of a group's counter of this number."""
    return group if war.year.groups[group].number is None else f"{group}-{number}"


def position(war: War) -> tuple[PlacedCounter, ...]:
    """The blocks on the map and the battle board, those that the viewer only counts without a name."""
    return tuple(
        PlacedCounter(
            counter,
            side,
            _where(war, side, place, block),
            face_down=not block.open,
            steps_lost=_lost(war, block),
        )
        for counter, side, place, block in numbered(war)
        if place != SEA
    )


def _where(war: War, side: str, place: str, block: Block) -> str:
    """The area of a block, or its column or reserve on the battle board (10.1); the one column of a skirmish
    is the second (15.0)."""
    battle = war.state.battle
    if battle is None or not block.column:
        return place
    row = "attacker" if side == battle.attacker else "defender"
    return f"{row}_{BOARD[block.column]}"


def _lost(war: War, block: Block) -> int:
    return war.year.most(block.group) - block.cv if block.known else 0


def off_map(war: War) -> tuple[PlacedCounter, ...]:
    """Who is at sea (`entering`), in the pool (`reserve`), and dead (`lost`); markers in their boxes."""
    used: dict[str, int] = defaultdict(int)
    sea = [
        PlacedCounter(c, side, "entering", face_down=True)
        for c, side, place, _ in numbered(war)
        if place == SEA
    ]
    for counter, *_, block in numbered(war):
        used[block.group] += bool(counter)
    lost = []
    for side, groups in war.state.dead.items():
        for group in groups:
            used[group] += 1
            lost.append(PlacedCounter(counter_id(war, group, used[group]), side, "lost"))
    pool = [PlacedCounter("", ENGLISH, "reserve", face_down=True) for _ in range(war.state.pool)]
    return (*sea, *pool, *lost, *_markers(war))


def _markers(war: War) -> Iterator[PlacedCounter]:
    """A Viking landing that bars the Norman try of this turn (5.4), and the sides that are out (16.4)."""
    if war.state.landing == VIKING:
        yield PlacedCounter("", "", LANDED, markers=(LANDED,))
    if war.state.out:
        yield PlacedCounter("", "", OUT, markers=(OUT,) * len(war.state.out))


def summary(war: War) -> tuple[tuple[str, str], ...]:
    """Turn, phase, and what all know of each side."""
    state, names = war.state, war.year.definition.game.sides
    facts = [("Turn", f"{state.turn} of {war.year.number('turns')}")]
    if state.outcome is not None:
        facts.append(("Ended", f"{state.outcome.level}: {state.outcome.reason}"))
    else:
        facts.append(("Phase", f"{names[state.active].name}: {state.phase.replace('_', '-')}"))
    for side in war.year.sides:
        blocks = sum(
            len(stack) for (owner, place), stack in state.stacks.items() if owner == side and place != SEA
        )
        at_sea = f", {len(state.at(side, SEA))} at sea" if state.at(side, SEA) else ""
        pool = f", {state.pool} in the pool" if side == ENGLISH else ""
        said = (
            "out"
            if side in state.out
            else f"{count_noun(war.points(side), 'point')}, {count_noun(blocks, 'block')}{at_sea}{pool}"
        )
        facts.append((names[side].name, said))
    return tuple(facts)
