"""Attacks of which the program carries out half: who may attack whom, on which column, with which shifts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from modules.definition.formats.clauses.combat import Attack, AttackPhase
from modules.definition.formats.clauses.conditions import Units
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Order
from modules.engine.requests import LONGEST_QUOTED, Chance
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import (
    ATTACKS,
    AttackColumn,
    AttackDrm,
    AttackOrder,
    AttackPlain,
    AttackShifted,
    Done,
)

Attacking: TypeAlias = AttackOrder | Done
_SIGNED: Final = re.compile(r"0|[+-][1-9][0-9]?")


class FoundAttack(NamedTuple):
    """A legal attack: by which clause, all that are attacked, the column as the table writes it (empty where
    it has none), and what the player adds to it and to the die."""

    clause: Attack
    defenders: tuple[str, ...]
    column: str
    shift: int
    drm: int


class AttackOptions(HexOptions[Attacking]):
    """The attacks that the phasing side may make. `columns`: those of each table, none for one without;
    `find`: the column of a table that a player means by a word."""

    def __init__(
        self,
        field: StackField,
        clause: AttackPhase,
        columns: Mapping[str, Sequence[str]],
        find: Callable[[str, str], str | None],
    ) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        self._columns, self._find = columns, find
        self._foes = [Foes(field, field.battle.rules.attacks[w]) for w in clause.by]
        self._ways = [] if self._closed() else self._foes

    def _closed(self) -> str:
        """The condition in words by which nobody attacks now; empty where one may."""
        times = self.field.battle.times_test
        return next((times(e).words or "now" for e in self.clause.not_on if self.field.is_now(e)), "")

    # --- listing -----------------------------------------------------------------------------------

    def listing(self) -> Sequence[Attacking]:
        """Attacks of one unit and of all that reach a target, on each column; `done`."""
        found: dict[Attacking, None] = {}
        for foes in self._ways:
            for attackers, defenders in foes.pairs():
                found.update(dict.fromkeys(self._on_columns(foes, attackers, defenders)))
        return [*found, Done()]

    def draw(self, chance: Chance) -> Attacking:
        pairs = [(foes, pair) for foes in self._ways for pair in foes.pairs()]
        choice = chance.below(len(pairs) + 1)
        if choice == len(pairs):
            return Done()
        foes, (attackers, defenders) = pairs[choice]
        orders: list[Attacking] = [*self._on_columns(foes, attackers, defenders)] or [Done()]
        return orders[chance.below(len(orders))]

    def _on_columns(
        self, foes: Foes, attackers: tuple[str, ...], defenders: tuple[str, ...]
    ) -> Iterator[AttackOrder]:
        columns = self._columns.get(foes.clause.table, ())
        words = [column.replace(" ", "_") for column in columns]
        found: list[AttackOrder] = [AttackColumn(attackers, defenders, word) for word in words]
        yield from filter(_is_quotable, found or [AttackPlain(attackers, defenders)])

    # --- checking ----------------------------------------------------------------------------------

    def find_attack(self, order: AttackOrder) -> FoundAttack:
        """What a legal attack is. Raises Illegal for one that is not legal."""
        fault = self.fault(order)
        if fault is not None:
            raise fault
        return self._read(next(foes for foes in self._ways if self._faults(foes, order)[1] is None), order)

    def find_past_attack(self, order: AttackOrder) -> FoundAttack:
        """What an attack is that was judged by earlier clauses: by the first of these that has its column.
        Raises Illegal where none has."""
        faults = [self._form_fault(f.clause, order) or self._said_fault(f.clause, order) for f in self._foes]
        if all(faults) and faults[0] is not None:
            raise faults[0]
        return self._read(self._foes[faults.index(None)], order)

    def _read(self, foes: Foes, order: AttackOrder) -> FoundAttack:
        said = order.column if isinstance(order, AttackColumn | AttackShifted) else ""
        column = self._find(foes.clause.table, said) if said else ""
        shift = order.shift if isinstance(order, AttackShifted) else "0"
        drm = order.drm if isinstance(order, AttackShifted | AttackDrm) else "0"
        return FoundAttack(foes.clause, foes.attacked(order.defenders), column or "", int(shift), int(drm))

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Done):
            return None
        if not isinstance(order, ATTACKS):
            return Illegal(self.clause.rule, f"`{order}` is not due: in this phase give attack or done")
        if not self._ways:
            return Illegal(self.clause.rule, f"no unit attacks in this phase: {self._closed()}")
        found = [(foes, *self._faults(foes, order)) for foes in self._ways]
        if any(fault is None for _, _, fault in found):
            return None
        # Of ways that refuse it for the same thing the one that is for certain units alone.
        return max(found, key=lambda each: (each[1], each[0].clause.units != Units()))[2]

    def _faults(self, foes: Foes, order: AttackOrder) -> tuple[int, Illegal | None]:
        """The first fault of an attack by one way, and how many things were right before it."""
        checks: tuple[Callable[[], Illegal | None], ...] = (
            lambda: self._form_fault(foes.clause, order),
            lambda: foes.attackers_fault(order.attackers),
            lambda: foes.defenders_fault(order.defenders),
            lambda: foes.reach_fault(order.attackers, order.defenders),
            lambda: self._column_fault(foes.clause, order),
        )
        for i, check in enumerate(checks):
            if (fault := check()) is not None:
                return i, fault
        return len(checks), None

    def _form_fault(self, clause: Attack, order: AttackOrder) -> Illegal | None:
        if not _is_quotable(order):
            reason = f"an attack is a line of {LONGEST_QUOTED} characters at most: name fewer units"
            return Illegal(clause.rule, reason)
        has_columns = bool(self._columns.get(clause.table))
        if has_columns == isinstance(order, AttackColumn | AttackShifted):
            return None
        named = f"name a column of the table {clause.table}" if has_columns else "its table has no columns"
        form = AttackColumn.FORM if has_columns else AttackPlain.FORM
        return Illegal(clause.rule, f"`{order}`: {named}, as in `{form}`")

    def _said_fault(self, clause: Attack, order: AttackOrder) -> Illegal | None:
        """Why nobody can read the column, the shift or the modifier that is named."""
        if isinstance(order, AttackColumn | AttackShifted) and self._find(clause.table, order.column) is None:
            columns = ", ".join(self._columns[clause.table])
            return Illegal(clause.rule, f"the table {clause.table} has no column {order.column}: {columns}")
        for name in ("shift", "drm"):
            word = getattr(order, name, "0")
            if not _SIGNED.fullmatch(word):
                return Illegal(clause.rule, f"{name} {word}: write 0, or a number with its sign such as +1")
        return None

    def _column_fault(self, clause: Attack, order: AttackOrder) -> Illegal | None:
        if (fault := self._said_fault(clause, order)) is not None:
            return fault
        for name, most in (("shift", clause.shifts), ("drm", clause.drm)):
            word = getattr(order, name, "0")
            if abs(int(word)) > most:
                return Illegal(clause.rule, f"{name} {word}: at most {most} either way")
        return None

    # --- for a hand --------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        units = (unit for foes in self._ways for unit in foes.attackers if foes.within(unit))
        return [(unit, "") for unit in dict.fromkeys(units)]

    def due_kinds(self) -> Collection[type[Order]]:
        found: dict[type[Order], None] = {}
        for clause in (foes.clause for foes in self._ways):
            if self._columns.get(clause.table):
                found |= dict.fromkeys(
                    [AttackColumn, *([AttackShifted] if clause.shifts or clause.drm else [])]
                )
            else:
                found |= dict.fromkeys([AttackPlain, *([AttackDrm] if clause.drm else [])])
        return (*found, Done)

    def orders_by(self, actor: str) -> Sequence[Order]:
        return self.legal_for(actor)

    def legal_for(self, counter: str) -> Sequence[Attacking]:
        attacks = (order for order in self.legal() if not isinstance(order, Done))
        return [order for order in attacks if counter in (*order.attackers, *order.defenders)]

    def why_closed(self, mover: str, place: str) -> Illegal | None:  # noqa: ARG002 - nobody moves
        return None

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        found: dict[str, dict[str, None]] = {name: {} for name in chosen}
        for foes in self._ways if kind in ATTACKS else ():
            columns = self._columns.get(foes.clause.table, ())
            if bool(columns) != (kind in (AttackColumn, AttackShifted)):
                continue
            by, against = chosen.get("attackers", ()), chosen.get("defenders", ())
            those = {
                "attackers": foes.attackers_of(against, by),
                "defenders": foes.defenders_of(by),
                "column": [column.replace(" ", "_") for column in columns],
                "shift": _span(foes.clause.shifts),
                "drm": _span(foes.clause.drm),
            }
            for name in found:
                found[name] |= dict.fromkeys(those[name])
        return {name: list(values) for name, values in found.items()}


def _is_quotable(order: AttackOrder) -> bool:
    """Whether the dice of an attack can quote its line: all that reach a target may be too many for one."""
    return len(str(order)) <= LONGEST_QUOTED


def _span(most: int) -> list[str]:
    """The numbers with their signs from one end to the other."""
    return [f"{number:+d}" if number else "0" for number in range(-most, most + 1)]
