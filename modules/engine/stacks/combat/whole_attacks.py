"""Attacks of which the program carries out the whole: the players name who attacks whom, and it reckons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from modules.definition.formats.clauses.combat import BARRED, Attack, NamedModifiers
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.stacks.combat.half_attacks import Check, limit_fault, sign_fault, span
from modules.engine.stacks.combat.parties import Parties
from modules.engine.stacks.combat.reckoning import Reckoner, Reckoning, SaidByPlayer
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.orders import AttackColumn, AttackNamed, AttackOrder, AttackPlain


class WholeAttack(NamedTuple):
    """A legal attack of which the program carries out the whole, as it is reckoned now."""

    clause: Attack
    parties: Parties
    reckoning: Reckoning

    @property
    def defenders(self) -> tuple[str, ...]:
        """All that are attacked."""
        return self.parties.defenders


class WholeAttacks:
    """The attacks by one clause with `strength`."""

    def __init__(self, foes: Foes) -> None:
        self.foes, self.clause = foes, foes.clause
        self.reckoner = Reckoner(foes.field, foes.clause)

    def read(self, order: AttackOrder) -> WholeAttack:
        """What an attack is, whose units are where it can be reckoned."""
        return self.read_parties(self.parties(order.attackers, self.foes.attacked(order.defenders)), order)

    def read_parties(self, parties: Parties, order: AttackOrder | None = None) -> WholeAttack:
        """An attack by these, with what an `order` names: a lower column, or a shift and a DRM."""
        columns, said = self.reckoner.columns, SaidByPlayer()
        if isinstance(order, AttackColumn) and columns is not None:
            said = SaidByPlayer(column=columns.find(order.column))
        elif isinstance(order, AttackNamed):
            said = SaidByPlayer(shift=int(order.shift), drm=int(order.drm))
        return WholeAttack(self.clause, parties, self.reckoner.reckon(parties, said))

    def parties(self, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Parties:
        """These units as the parties of an attack."""
        hexes = tuple(dict.fromkeys(str(self.foes.field.at(unit)) for unit in defenders))
        return Parties(attackers, self.foes.supporters_among(attackers, hexes), defenders, hexes)

    # --- listing -----------------------------------------------------------------------------------

    def pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Attackers and defenders as they are listed: against each hex one unit, all beside it, all that
        reach it; one unit against all that it reaches. Where defenders are chosen, one of them or all."""
        for hex_id in self.foes.targets:
            for party in self._parties_against(hex_id):
                yield from ((party, each) for each in self.foes.listed_in(hex_id))
        if self.clause.hexes == "several":
            for unit in self.foes.attackers:
                hexes = self.foes.near(unit)
                if len(hexes) > 1:
                    against = (u for h, those in self.foes.targets.items() if h in hexes for u in those)
                    yield (unit,), tuple(sorted(against, key=self.foes.field.battle.rank.__getitem__))

    def _parties_against(self, hex_id: str) -> list[tuple[str, ...]]:
        near = [unit for unit in self.foes.attackers if hex_id in self.foes.near(unit)]
        support = self.clause.support
        afar = [unit for unit in self.foes.attackers if support and hex_id in self.foes.afar(unit)]
        alone = (*near, *(afar if support is not None and support.alone else ()))
        found: dict[tuple[str, ...], None] = {(unit,): None for unit in alone}
        for party in (near, [*near, *afar] if near else []):
            found |= {group: None for group in self._groups(party) if not set(group) <= {*afar}}
        return list(found)

    def _groups(self, units: Sequence[str]) -> list[tuple[str, ...]]:
        """Those of these units that attack together: all, or those of each formation or nation."""
        if self._together is None:
            return [tuple(units)] if units else []
        by_word: dict[str, list[str]] = {}
        for unit in units:
            by_word.setdefault(self._word_of(unit), []).append(unit)
        return [tuple(group) for word, group in by_word.items() if word]

    @cached_property
    def _together(self) -> str | None:
        same = self.clause.same
        return same.of if same is not None and self.foes.field.is_now(same.when) else None

    def _word_of(self, unit: str) -> str:
        """The formation or nation of a unit; empty for none."""
        counter = self.foes.field.battle.counters[unit]
        return (counter.formation or "") if self._together == "formation" else counter.nation

    def orders(self, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Iterator[AttackOrder]:
        """The attack of such parties, if there is one."""
        order = AttackPlain(attackers, defenders)
        if not self._may_be_barred or self._barred(order) is None:
            yield order

    # --- checking ----------------------------------------------------------------------------------

    def checks(self, order: AttackOrder) -> tuple[Check, ...]:
        """What is asked of an attack, one after the other."""
        return (
            lambda: self._form_fault(order),
            lambda: self.foes.attackers_fault(order.attackers),
            lambda: self.foes.defenders_fault(order.defenders),
            lambda: self.foes.reach_fault(order.attackers, order.defenders),
            lambda: self._together_fault(order),
            lambda: self._named_fault(order),
            lambda: self._barred(order) if self._may_be_barred or self.is_lower(order) else None,
        )

    def past_fault(self, order: AttackOrder) -> Illegal | None:
        """Why nobody can reckon an attack that was judged by earlier clauses."""
        units = (*order.attackers, *order.defenders)
        off = next((unit for unit in units if self.foes.field.at(unit) is None), None)
        if off is not None:
            return Illegal(self.clause.rule, f"{off} is not on the map")
        if not self.foes.attacked(order.defenders):
            return Illegal(self.clause.rule, f"no target is where {', '.join(order.defenders)} lie")
        return self._form_fault(order) or self._barred(order)

    @staticmethod
    def is_lower(order: AttackOrder) -> bool:
        """Whether a column is named."""
        return isinstance(order, AttackColumn)

    @property
    def _may_be_barred(self) -> bool:
        strength = self.reckoner.strength
        return BARRED in (strength.above, strength.below) or strength.by == "to_hit"

    def _barred(self, order: AttackOrder) -> Illegal | None:
        return self.read(order).reckoning.barred

    @cached_property
    def named(self) -> NamedModifiers | None:
        """What the attacker may name now."""
        named = self.clause.named
        return named if named is not None and self.foes.field.is_now(named.when) else None

    def _named_fault(self, order: AttackOrder) -> Illegal | None:
        if self.clause.named is None or not isinstance(order, AttackNamed):
            return None
        if self.named is None:
            times = self.foes.field.battle.times_test(self.clause.named.when)
            return Illegal(self.clause.named.rule, f"nothing is named now: {times.words}")
        return limit_fault(self.named.rule, order, self.named.shift, self.named.drm)

    def _form_fault(self, order: AttackOrder) -> Illegal | None:
        rule, columns, named = self.clause.rule, self.reckoner.columns, self.clause.named
        if isinstance(order, AttackPlain):
            return None
        if isinstance(order, AttackNamed) and named is not None:
            return sign_fault(named.rule, order)
        if not isinstance(order, AttackColumn) or not self.reckoner.strength.lower or columns is None:
            reason = f"`{order}`: the program finds column and modifiers: write `{AttackPlain.FORM}`"
            return Illegal(rule, reason)
        if columns.find(order.column) is None:
            heads = ", ".join(columns.heads)
            return Illegal(rule, f"the table {self.clause.table} has no column {order.column}: {heads}")
        return None

    def _together_fault(self, order: AttackOrder) -> Illegal | None:
        same = self.clause.same
        if same is None or self._together is None or len(order.attackers) == 1:
            return None
        words = {unit: self._word_of(unit) for unit in order.attackers}
        if "" not in words.values() and len(set(words.values())) == 1:
            return None
        told = ", ".join(f"{unit} of {word or 'none'}" for unit, word in words.items())
        return Illegal(same.rule, f"only units of one {same.of} attack together: {told}")

    # --- for a hand --------------------------------------------------------------------------------

    def kinds(self) -> list[type[Order]]:
        """The kinds of orders by which such an attack is given."""
        found: list[type[Order]] = [AttackPlain]
        found += [AttackColumn] if self.reckoner.strength.lower else []
        return found + ([AttackNamed] if self.named is not None else [])

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """What may stand in each field of an order of a kind, beside what is chosen; nothing for another."""
        if kind not in self.kinds():
            return {}
        by, against = chosen.get("attackers", ()), chosen.get("defenders", ())
        heads = () if self.reckoner.columns is None else self.reckoner.columns.heads
        return {
            "attackers": self.foes.attackers_of(against, by),
            "defenders": self.foes.defenders_of(by),
            "column": [head.replace(" ", "_") for head in heads],
            "shift": span(self.named.shift if self.named else 0),
            "drm": span(self.named.drm if self.named else 0),
        }
