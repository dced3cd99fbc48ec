"""When a modifier of an attack holds, for which units, and how much it makes."""

from __future__ import annotations

from collections.abc import Sequence

from modules.definition.formats.clauses.combat import Attack, CombatModifier
from modules.engine.stacks.combat.parties import Parties, edges_of
from modules.engine.stacks.field import StackField


class Modifying:
    """The modifiers of a clause in one attack."""

    def __init__(self, field: StackField, clause: Attack, parties: Parties) -> None:
        self.field, self.parties = field, parties
        self._holding = [each for each in clause.modifiers if self._holds(each)]

    def _holds(self, modifier: CombatModifier) -> bool:
        """Whether it holds at all: in time, with so many units, and with those that must be there too."""
        field, party = self.field, self.parties.of(modifier.of)
        if not field.is_now(modifier.when):
            return False
        if modifier.joined and field.battle.counters_of(modifier.joined).isdisjoint(party):
            return False
        if modifier.at and not field.map_rules.places.find(modifier.at).issuperset(self.parties.hexes):
            return False
        if sum(field.is_of(unit, modifier.units) for unit in party) < modifier.at_least:
            return False
        return modifier.crossing is None or self._is_crossed(modifier)

    def _is_crossed(self, modifier: CombatModifier) -> bool:
        crossed = [self._lies(modifier, *edge) for edge in edges_of(self.field, self.parties)]
        return any(crossed) and (modifier.crossing == "any" or all(crossed))

    def _lies(self, modifier: CombatModifier, one: str, other: str) -> bool:
        return not set(modifier.across).isdisjoint(self.field.map_rules.fact(one, other).across)

    def of_unit(self, unit: str) -> list[CombatModifier]:
        """What multiplies or raises the strength of a unit, in the order in which it is written."""
        return [
            each
            for each in self._holding
            if (each.times is not None or each.add is not None)
            and unit in self.parties.of(each.of)
            and self.field.is_of(unit, each.units)
            and self._is_own(each, unit)
        ]

    def _is_own(self, modifier: CombatModifier, unit: str) -> bool:
        """Whether a unit itself crosses the hexside of which a modifier without `crossing` speaks."""
        if not modifier.across or modifier.crossing is not None:
            return True
        return any(self._lies(modifier, *edge) for edge in edges_of(self.field, self.parties, unit))

    def of_attack(self, key: str) -> list[tuple[CombatModifier, int]]:
        """What shifts columns (`shift`), or is added to the die (`drm`), with how much."""
        found = [(each, self._amount(each, getattr(each, key))) for each in self._holding]
        return [(each, amount) for each, amount in found if amount]

    def _amount(self, modifier: CombatModifier, said: int | str | None) -> int:
        if said is None:
            return 0
        party = self.parties.of(modifier.of)
        meant = [unit for unit in party if self.field.is_of(unit, modifier.units)]
        if modifier.who == "all" and len(meant) < len(party):
            return 0
        amounts = [said if isinstance(said, int) else self.field.value(unit, said) for unit in meant]
        return sum(amounts) if modifier.who == "each" else max(amounts, default=0)

    def tell(self, modifier: CombatModifier) -> str:
        """What a modifier is for, in a player's words."""
        battle = self.field.battle
        words = (
            modifier.of,
            battle.units_test(modifier.units).words,
            _listed("with ", modifier.joined),
            _listed("against ", modifier.at),
            _listed("across ", modifier.across),
            battle.times_test(modifier.when).words,
        )
        return ", ".join(filter(None, words))


def _listed(head: str, words: Sequence[str]) -> str:
    return f"{head}{' or '.join(words)}" if words else ""
