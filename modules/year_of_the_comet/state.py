"""The state of the year: stacks of blocks by side and place, and what the phases remember. Plain data.

What one viewer knows and what he only counts is in the blocks themselves (`Block.blank`); `viewer` is `all`,
a seat, a side, or nobody in particular (empty).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from modules.engine.areas.blocks import Block, Stack, stacked, without
from modules.engine.rules.play_rules import Outcome

ALL: Final = "all"
SEA: Final = "sea"
SET_UP: Final = "set_up"
COLUMNS: Final = ("left", "centre", "right")
RESERVE: Final = "reserve"
SKIRMISH: Final = "skirmish"


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle that is being fought. `voices`: the seats that speak for a side (17.3). `origins`: the areas
    from which the attacker came, none for who landed; `landed`: the free fire of 5.3 is due. `stage`: the
    step of the round; `shot`: the attacker's archers fired first, `pending`: hits that are still to be taken,
    by whom and in which column (empty: any); `leader_die`: what was rolled at the hit that is due
    (12.5), nought before; `goal`: where the routed `loser` goes."""

    area: str
    attacker: str
    defender: str
    voices: tuple[tuple[str, str], ...]
    columns: bool
    origins: tuple[str, ...]
    landed: bool
    stage: str
    round: int = 0
    shot: bool = False
    pending: int = 0
    hit_side: str = ""
    hit_column: str = ""
    leader_die: int = 0
    loser: str = ""
    goal: str = ""

    def voice(self, side: str) -> str:
        """Who speaks for a side."""
        return dict(self.voices)[side]

    def other(self, side: str) -> str:
        """The enemy."""
        return self.defender if side == self.attacker else self.attacker


@dataclass(slots=True)
class State:
    """`stacks`: blocks by side and place. `seat`: whose turn it is within a side. `led`: how many blocks a
    leader of limited command has sent off, by the area where he began, and `leaders`: where leaders began;
    both known to their side alone. `raised`: leaders that have raised, `levy`: who raises where, and the CV
    to be split."""

    viewer: str
    turn: int
    phase: str
    active: str
    outcome: Outcome | None
    stacks: dict[tuple[str, str], Stack]
    pool: int
    dead: dict[str, tuple[str, ...]] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    to_place: int = 0
    seats_done: tuple[str, ...] = ()
    prepared: bool = False
    raised: tuple[str, ...] = ()
    levy: tuple[str, str, int] | None = None
    leaders: tuple[tuple[str, str], ...] = ()
    led: dict[str, int] = field(default_factory=dict)
    landed: tuple[str, ...] = ()
    landing: str = ""
    landed_in: str = ""
    fought: tuple[str, ...] = ()
    battle: Battle | None = None

    def copy(self) -> State:
        """An independent equal state."""
        return replace(self, stacks=self.stacks.copy(), dead=self.dead.copy(), led=self.led.copy())

    def at(self, side: str, place: str) -> Stack:
        """The blocks of a side in a place."""
        return self.stacks.get((side, place), ())

    def put(self, side: str, place: str, blocks: Iterable[Block]) -> None:
        """Make these the blocks of a side in a place."""
        stack = stacked(blocks)
        if stack:
            self.stacks[side, place] = stack
        else:
            self.stacks.pop((side, place), None)

    def swap(self, side: str, place: str, old: Iterable[Block], new: Iterable[Block]) -> None:
        """Exchange blocks of a stack for others."""
        self.put(side, place, (*without(self.at(side, place), old), *new))

    def shift(self, side: str, start: str, place: str, old: Stack, new: Iterable[Block]) -> None:
        """Take blocks from a place, and put them, perhaps changed, in another."""
        self.put(side, start, without(self.at(side, start), old))
        self.put(side, place, (*self.at(side, place), *new))

    def places_of(self, side: str) -> list[str]:
        """The areas where a side has blocks, in the order of their codes."""
        return sorted(place for owner, place in self.stacks if owner == side and place != SEA)

    def sides_in(self, area: str) -> list[str]:
        """The sides that have blocks in an area."""
        return sorted(owner for owner, place in self.stacks if place == area)

    def enemies_in(self, side: str, area: str) -> bool:
        """Whether an area holds blocks of another side."""
        return any(owner != side for owner in self.sides_in(area))

    def held_against(self, side: str) -> frozenset[str]:
        """The areas with enemies of a side."""
        return frozenset(place for owner, place in self.stacks if owner != side and place != SEA)
