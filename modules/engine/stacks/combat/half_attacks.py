"""Attacks of which the program carries out half: the player names the column, shifts and modifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from modules.definition.formats.clauses.combat import Attack
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.orders import Order
from modules.engine.requests import LONGEST_QUOTED
from modules.engine.stacks.combat.targets import Foes
from modules.engine.stacks.orders import AttackColumn, AttackDrm, AttackOrder, AttackPlain, AttackShifted

_SIGNED: Final = re.compile(r"0|[+-][1-9][0-9]?")
Check = Callable[[], Illegal | None]
"""Looks for one fault of an attack."""


class FoundAttack(NamedTuple):
    """A legal attack: by which clause, all that are attacked, the column as the table writes it (empty where
    it has none), and what the player adds to it and to the die."""

    clause: Attack
    defenders: tuple[str, ...]
    column: str
    shift: int
    drm: int


class HalfAttacks:
    """The attacks by one clause without `strength`. `columns`: those of its table, none for one without;
    `find`: the column of a table that a player means by a word."""

    def __init__(self, foes: Foes, columns: Sequence[str], find: Callable[[str, str], str | None]) -> None:
        self.foes, self.clause, self._columns, self._find = foes, foes.clause, columns, find

    def read(self, order: AttackOrder) -> FoundAttack:
        """What a legal attack is."""
        said = order.column if isinstance(order, AttackColumn | AttackShifted) else ""
        column = self._find(self.clause.table, said) if said else ""
        shift = order.shift if isinstance(order, AttackShifted) else "0"
        drm = order.drm if isinstance(order, AttackShifted | AttackDrm) else "0"
        defenders = self.foes.attacked(order.defenders)
        return FoundAttack(self.clause, defenders, column or "", int(shift), int(drm))

    def pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Attackers and defenders as they are listed."""
        return self.foes.pairs()

    def orders(self, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> Iterator[AttackOrder]:
        """The attacks of such parties, on each column."""
        words = [column.replace(" ", "_") for column in self._columns]
        found: list[AttackOrder] = [AttackColumn(attackers, defenders, word) for word in words]
        yield from filter(_is_quotable, found or [AttackPlain(attackers, defenders)])

    # --- checking ----------------------------------------------------------------------------------

    def checks(self, order: AttackOrder) -> tuple[Check, ...]:
        """What is asked of an attack, one after the other."""
        return (
            lambda: self._form_fault(order),
            lambda: self.foes.attackers_fault(order.attackers),
            lambda: self.foes.defenders_fault(order.defenders),
            lambda: self.foes.reach_fault(order.attackers, order.defenders),
            lambda: self._column_fault(order),
        )

    def past_fault(self, order: AttackOrder) -> Illegal | None:
        """Why nobody can read an attack that was judged by earlier clauses."""
        return self._form_fault(order) or self._said_fault(order)

    def _form_fault(self, order: AttackOrder) -> Illegal | None:
        clause = self.clause
        if not _is_quotable(order):
            reason = f"an attack is a line of {LONGEST_QUOTED} characters at most: name fewer units"
            return Illegal(clause.rule, reason)
        has_columns = bool(self._columns)
        if isinstance(order, (AttackColumn, AttackShifted) if has_columns else (AttackPlain, AttackDrm)):
            return None
        named = f"name a column of the table {clause.table}" if has_columns else "its table has no columns"
        form = AttackColumn.FORM if has_columns else AttackPlain.FORM
        return Illegal(clause.rule, f"`{order}`: {named}, as in `{form}`")

    def _said_fault(self, order: AttackOrder) -> Illegal | None:
        """Why nobody can read the column, the shift or the modifier that is named."""
        rule, table = self.clause.rule, self.clause.table
        if isinstance(order, AttackColumn | AttackShifted) and self._find(table, order.column) is None:
            columns = ", ".join(self._columns)
            return Illegal(rule, f"the table {table} has no column {order.column}: {columns}")
        return sign_fault(rule, order)

    def _column_fault(self, order: AttackOrder) -> Illegal | None:
        if (fault := self._said_fault(order)) is not None:
            return fault
        return limit_fault(self.clause.rule, order, self.clause.shifts, self.clause.drm)

    # --- for a hand --------------------------------------------------------------------------------

    def kinds(self) -> list[type[Order]]:
        """The kinds of orders by which such an attack is given."""
        if self._columns:
            return [AttackColumn, *([AttackShifted] if self.clause.shifts or self.clause.drm else [])]
        return [AttackPlain, *([AttackDrm] if self.clause.drm else [])]

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        """What may stand in each field of an order of a kind, beside what is chosen; nothing for another."""
        if bool(self._columns) != (kind in (AttackColumn, AttackShifted)):
            return {}
        by, against = chosen.get("attackers", ()), chosen.get("defenders", ())
        return {
            "attackers": self.foes.attackers_of(against, by),
            "defenders": self.foes.defenders_of(by),
            "column": [column.replace(" ", "_") for column in self._columns],
            "shift": span(self.clause.shifts),
            "drm": span(self.clause.drm),
        }


def _is_quotable(order: AttackOrder) -> bool:
    """Whether the dice of an attack can quote its line: all that reach a target may be too many for one."""
    return len(str(order)) <= LONGEST_QUOTED


def sign_fault(rule: str, order: AttackOrder) -> Illegal | None:
    """Why nobody can read the shift or the modifier that an attack names."""
    for name in ("shift", "drm"):
        word = getattr(order, name, "0")
        if not _SIGNED.fullmatch(word):
            return Illegal(rule, f"{name} {word}: write 0, or a number with its sign such as +1")
    return None


def limit_fault(rule: str, order: AttackOrder, shift: int, drm: int) -> Illegal | None:
    """Why an attack names more than it may."""
    for name, most in (("shift", shift), ("drm", drm)):
        word = getattr(order, name, "0")
        if abs(int(word)) > most:
            return Illegal(rule, f"{name} {word}: at most {most} either way")
    return None


def span(most: int) -> list[str]:
    """The numbers with their signs from one end to the other."""
    return [f"{number:+d}" if number else "0" for number in range(-most, most + 1)]
