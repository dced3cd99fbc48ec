"""The units of an attack as they stand: who attacks, who supports from afar, who defends, in which hexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modules.definition.formats.clauses.combat import Party
from modules.engine.stacks.field import StackField


@dataclass(frozen=True, slots=True)
class Parties:
    """`supporters`: those of the attackers that take part from afar. `hexes`: where the defenders lie."""

    attackers: tuple[str, ...]
    supporters: tuple[str, ...]
    defenders: tuple[str, ...]
    hexes: tuple[str, ...]

    def of(self, party: Party) -> tuple[str, ...]:
        """The units of a party."""
        return self.attackers if party == "attackers" else self.defenders


def edges_of(field: StackField, parties: Parties, unit: str = "") -> Iterator[tuple[str, str]]:
    """The hexsides over which an attack goes, from a hex of attackers to a hex of the target beside it; of
    one unit alone where it is named. An attack from farther away crosses none."""
    for attacker in (unit,) if unit else parties.attackers:
        here = field.at(attacker)
        for there in parties.hexes if here is not None else ():
            if here is not None and there in field.board.neighbours[here]:
                yield here, there
