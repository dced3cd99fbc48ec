"""What lies where on a table with clauses, and what its units have done: in the turn, and in the phase."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from modules.definition.formats.rules import REDUCED
from modules.engine.stacks.moment import Moment
from modules.free_table.state import FRESH, Face, TableState

MOVED: Final = "moved"
ENTERED: Final = "entered"
ATTACKED: Final = "attacked"
DEFENDED: Final = "defended"


@dataclass(slots=True)
class RuledState(TableState):
    """A table with clauses. `done`: what units have done in this turn. In this phase: `acted`, the units that
    have moved or attacked; `defended`, those that were attacked; `entered_over`, how many came in over each
    hex; `by_hand`, whether the side has acted by hand since its last order of the program; `result`, that of
    the attack that is carried out by hand now. `attacks`: how often the program has rolled; `attack_dice`:
    the dice of attacks since another side has given an order. `past`: what happens now happened before these
    rules were adopted, and acts by hand stand as they were judged then."""

    done: dict[str, tuple[str, ...]] = field(default_factory=dict)
    acted: tuple[str, ...] = ()
    defended: tuple[str, ...] = ()
    entered_over: dict[str, int] = field(default_factory=dict)
    by_hand: bool = False
    result: str = ""
    attacks: int = 0
    attack_dice: int = 0
    past: bool = False

    def copy(self) -> RuledState:
        """An independent state that is equal."""
        return replace(
            self, stacks=dict(self.stacks), packs=dict(self.packs), faces=dict(self.faces), at=dict(self.at),
            tallies=dict(self.tallies), done=dict(self.done), entered_over=dict(self.entered_over),
        )  # fmt: skip

    def begin_phase(self) -> None:
        """Nobody has done anything in this phase."""
        self.acted, self.defended, self.entered_over, self.by_hand = (), (), {}, False

    def note_deed(self, counter: str, deed: str) -> None:
        """Note what a unit has done in this turn."""
        before = self.done.get(counter, ())
        if deed not in before:
            self.done[counter] = (*before, deed)

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
            deeds={counter: frozenset(deeds) for counter, deeds in self.done.items()},
            acted=frozenset(self.acted),
            defended=frozenset(self.defended),
            entered_over=self.entered_over,
        )


def states_of(face: Face) -> frozenset[str]:
    """The states of a counter by what it shows: its markers, and whether its back is up, or a block has lost
    steps."""
    reduced = face.back or face.steps_lost > 0
    return frozenset((*face.marks, *((REDUCED,) if reduced else ()))) if face != FRESH else frozenset()
