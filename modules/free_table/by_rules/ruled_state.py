"""What lies where on a table with clauses, and what its units have done: in the turn, and in the phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from modules.definition.formats.clauses.conditions import REDUCED
from modules.engine.stacks.moment import Moment
from modules.free_table.state import FRESH, Face, Lie, TableState, Tally

MOVED: Final = "moved"
ENTERED: Final = "entered"
ATTACKED: Final = "attacked"
RETREATED: Final = "retreated"
ADVANCED: Final = "advanced"
DEFENDED: Final = "defended"


@dataclass(slots=True)
class RuledState(TableState):
    """A table with clauses. `done`: what units have done in this turn. In this phase: `acted`, the units that
    have moved or attacked; `defended`, those that were attacked; `entered_over`, how many came in over each
    hex; `by_hand`, whether the side has acted by hand since its last order of the program; `result`, that of
    the attack that is carried out by hand now. `attacks`: how often the program has rolled; `attack_dice`:
    the dice of attacks since another side has given an order. `past`: what happens now happened before these
    rules were adopted, and acts by hand stand as they were judged then.

    `declared`: the attacks that are named and not carried out yet, as they were written; `owing`: the
    counters that owed an attack, or had to be attacked, when the phase began. `holders`: which side controls
    a place; `ways`: units with hexes that they have entered, or passed, since this was looked at; `armies`:
    the states of armies that hold; `cut_off`: how many times in a row a clause found a counter without
    supply; `points`: those of each side for the turns so far; `replacements`: by clause of `rebuild`, the
    points that are left; `rebuilt`: the counters that were rebuilt or restored in this turn; `rebuilt_at`:
    how many were in each hex in this phase; `tried`: how many have recovered in it, or tried to, by each
    clause."""

    done: dict[str, tuple[str, ...]] = field(default_factory=dict)
    acted: tuple[str, ...] = ()
    defended: tuple[str, ...] = ()
    entered_over: dict[str, int] = field(default_factory=dict)
    by_hand: bool = False
    result: str = ""
    attacks: int = 0
    attack_dice: int = 0
    past: bool = False
    declared: tuple[str, ...] = ()
    owing: tuple[str, ...] = ()
    holders: dict[str, str] = field(default_factory=dict)
    ways: tuple[tuple[str, str], ...] = ()
    armies: tuple[str, ...] = ()
    cut_off: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)
    replacements: dict[str, int] = field(default_factory=dict)
    rebuilt: tuple[str, ...] = ()
    rebuilt_at: dict[str, int] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=dict)

    def copy(self) -> RuledState:
        """An independent state that is equal."""
        return replace(
            self, stacks=dict(self.stacks), packs=dict(self.packs), faces=dict(self.faces), at=dict(self.at),
            tallies=dict(self.tallies), done=dict(self.done), entered_over=dict(self.entered_over),
            holders=dict(self.holders), cut_off=dict(self.cut_off), points=dict(self.points),
            replacements=dict(self.replacements), rebuilt_at=dict(self.rebuilt_at),
            tried=dict(self.tried),
        )  # fmt: skip

    def begin_phase(self) -> None:
        """Nobody has done anything in this phase."""
        self.acted, self.defended, self.entered_over, self.by_hand = (), (), {}, False
        self.declared, self.owing, self.rebuilt_at, self.tried = (), (), {}, {}

    def begin_turn(self) -> None:
        """Nobody has done anything in this turn."""
        self.done, self.rebuilt = {}, ()

    def note_way(self, counter: str, hexes: Iterable[str]) -> None:
        """Note the hexes that a unit has entered, the last one and those before it."""
        self.ways = (*self.ways, *((counter, hex_id) for hex_id in hexes))

    def note_deed(self, counter: str, deed: str) -> None:
        """Note what a unit has done in this turn."""
        before = self.done.get(counter, ())
        if deed not in before:
            self.done[counter] = (*before, deed)

    def take_back_way(self, before: Lie | Tally) -> None:
        """Forget the hex that a counter has entered by the last act by hand, which is taken back."""
        if isinstance(before, Lie) and self.ways[-1:] == ((before.counter, self.at[before.counter]),):
            self.ways = self.ways[:-1] if before.place != self.at[before.counter] else self.ways

    def note_attack(self, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> None:
        """Note that units have attacked, and others were attacked."""
        for unit in attackers:
            self.note_deed(unit, ATTACKED)
        for unit in defenders:
            self.note_deed(unit, DEFENDED)
        self.acted, self.defended = (*self.acted, *attackers), (*self.defended, *defenders)

    def moment(self) -> Moment:
        """The position for a decision of the side whose phase it is. It stands until something is changed."""
        return Moment(
            turn=self.turn,
            phase=self.phase,
            side=self.active,
            stacks=self.stacks,
            at=self.at,
            states={counter: states_of(face) for counter, face in self.faces.items()},
            lost={counter: face.steps_lost for counter, face in self.faces.items() if face.steps_lost},
            deeds={counter: frozenset(deeds) for counter, deeds in self.done.items()},
            acted=frozenset(self.acted),
            defended=frozenset(self.defended),
            entered_over=self.entered_over,
            owing=frozenset(self.owing),
            holders=self.holders,
            armies=frozenset(self.armies),
            replacements=self.replacements,
            rebuilt=frozenset(self.rebuilt),
            rebuilt_at=self.rebuilt_at,
        )


def states_of(face: Face) -> frozenset[str]:
    """The states of a counter by what it shows: its markers, and whether its back is up, or a block has lost
    steps."""
    reduced = face.back or face.steps_lost > 0
    return frozenset((*face.marks, *((REDUCED,) if reduced else ()))) if face != FRESH else frozenset()
