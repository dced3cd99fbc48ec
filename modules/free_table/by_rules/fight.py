"""An attack whose dice have fallen, at a table: both parties as they are now, and what they were then."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from modules.definition import Definition
from modules.definition.formats.clauses.combat import UNITS, Party
from modules.definition.formats.clauses.conditions import Units
from modules.engine.decisions import Asks
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Choose, Options, Steps, Tell
from modules.engine.stacks.aftermath.losses import Worth, shown
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.fought import FoughtAttack
from modules.engine.stacks.field import StackField
from modules.free_table.by_rules.due_options import DueOptions
from modules.free_table.by_rules.ruled_state import RuledState
from modules.free_table.hand_acts import eliminate, lose_step, steps_left

Ask = Callable[[RuledState, Choose], Generator[Choose | Tell, Any, Any]]
"""The first order for a decision that is no objection."""
ActByHand = Callable[[RuledState, str, str, str, str], Steps]
"""Acts by hand of a side until it is done: of which kind, under which number, after what."""


class AtTable(NamedTuple):
    """What results of attacks are carried out with: a game, a battle of it, and how its table asks."""

    definition: Definition
    battle: StackBattle
    ask: Ask
    act: ActByHand


@dataclass
class Fight:
    """An attack at a `table`. `stood`: where each unit stood when the dice fell; `gone`: the units that have
    retreated since."""

    table: AtTable
    state: RuledState
    fought: FoughtAttack
    stood: dict[str, str] = field(init=False)
    gone: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        both = (*self.fought.attackers, *self.fought.defenders)
        self.stood = {unit: self.state.at[unit] for unit in both}
        now, values = self.field(), (UNITS, *self.table.definition.game.values)
        self._before = {value: {unit: shown(now, unit, value) for unit in both} for value in values}

    def field(self) -> StackField:
        """The position now."""
        return StackField(self.table.battle, self.state.moment())

    # --- parties -----------------------------------------------------------------------------------

    def is_there(self, unit: str) -> bool:
        """Whether a unit is on the map."""
        return self.state.at[unit] in self.table.battle.map_rules.hexes

    def party(self, of: Party) -> list[str]:
        """The units of a party that are on the map, in the order of the counter list: without those that took
        part from afar, if nothing befalls them."""
        fought = self.fought
        support = fought.clause.support
        unhurt = fought.supporters if support is not None and not support.hurt else ()
        units = fought.attackers if of == "attackers" else fought.defenders
        there = (unit for unit in units if unit not in unhurt and self.is_there(unit))
        return sorted(there, key=self.table.battle.rank.__getitem__)

    def meant(self, of: Party, units: Units) -> list[str]:
        """The units of a party for which a condition holds now."""
        now = self.field()
        return [unit for unit in self.party(of) if now.is_of(unit, units)]

    def side(self, of: Party) -> str:
        """Whose a party is."""
        units = self.fought.attackers if of == "attackers" else self.fought.defenders
        return self.table.battle.side_of[units[0]]

    def chooser(self, of: Party, chosen_by: str) -> str:
        """The side that chooses among the units of a party: their `owner`, or the other side."""
        return self.side(of if chosen_by == "owner" else other_party(of))

    def worth(self, value: str, *, printed: bool) -> Worth:
        """What units are worth by a value in this attack."""
        return Worth(value, printed, self._before[value], self.fought.strengths)

    def steps_left(self, unit: str) -> int:
        """How many steps a unit has left."""
        return steps_left(self.table.definition, self.state, unit)

    # --- carried out -------------------------------------------------------------------------------

    def eliminate(self, unit: str, rule: str, why: str = "") -> Steps:
        """A unit is eliminated; `why`: what is told with it."""
        yield Tell(eliminate(self.state, unit) + why, rule, (unit,))

    def lose_step(self, unit: str, rule: str, why: str = "") -> Steps:
        """A unit loses a step; with the last it is eliminated."""
        yield Tell(lose_step(self.table.definition, self.state, unit) + why, rule, (unit,))

    def ask(self, side: str, kind: str, ask: str, rule: str, make: Callable[[], Options[Any]]) -> Asks[Order]:
        """The order of a side for what is due now. An order of the past, which nobody judges when a record is
        read, is judged here: newer clauses may ask for another."""
        options = DueOptions(make, self.state, side, rule)
        has_name = any(map(str.isalnum, self.fought.code))  # "-" tells nobody anything
        words = f"{self.fought.code}: {ask}" if has_name else ask
        order: Order = yield from self.table.ask(self.state, Choose(side, kind, words, rule, options))
        if self.state.past and (fault := options.fault_of(order)) is not None:
            raise Illegal(fault.rule, fault.reason)
        return order


def other_party(of: Party) -> Party:
    """The party that fights a party."""
    return "defenders" if of == "attackers" else "attackers"


def listed(units: Sequence[str]) -> str:
    """Units of which one is to be named."""
    return " or ".join(units)
