"""An attack reckoned in the fixed order: values, modifiers, ground, sums, column, shifts, DRM."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import Final

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import BARRED, CLAMP, UNITS, Attack, Strength
from modules.definition.formats.terrain import Effects
from modules.engine.errors import Illegal
from modules.engine.hexes.board import written
from modules.engine.modifiers import Modifier
from modules.engine.stacks.combat.columns import BELOW, Columns, columns_of
from modules.engine.stacks.combat.ground import AttackGround
from modules.engine.stacks.combat.modifying import Modifying
from modules.engine.stacks.combat.parties import Parties
from modules.engine.stacks.field import StackField

MOST_DICE: Final = 60
"""The most dice of one attack, where each attacker rolls some."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What an attack comes to before its dice. `strengths` of each unit; `column`: where the table is read,
    None where the code is sure (`code`) or no table is read; `drm` on each die; `dice`: how many each
    attacker rolls, where they hit one by one, with what hits (`hits_on`). `lines` tell it, `changes` are all
    that has changed it; `brief`: both strengths and the column, in one line; `barred`: why there is no such
    attack."""

    strengths: Mapping[str, Fraction]
    lines: tuple[str, ...]
    changes: tuple[Modifier, ...] = ()
    column: int | None = None
    code: str = ""
    drm: int = 0
    dice: Mapping[str, int] = field(default_factory=dict)
    hits_on: Mapping[str, int] = field(default_factory=dict)
    brief: str = ""
    barred: Illegal | None = None


@dataclass(frozen=True, slots=True)
class SaidByPlayer:
    """What the attacker names: a lower column, or columns to shift and what is added to the die."""

    column: int | None = None
    shift: int = 0
    drm: int = 0


_NOTHING: Final = SaidByPlayer()


class Reckoner:
    """Reckons the attacks by a clause of whole attacks at a moment."""

    def __init__(self, position: StackField, clause: Attack) -> None:
        assert clause.strength is not None  # noqa: S101 - a half attack is not reckoned
        self.field, self.clause = position, clause
        self.strength: Strength = clause.strength
        self.columns: Columns | None = None
        if self.strength.by != "to_hit":
            self.columns = columns_of(position.battle.definition, clause.table)

    def reckon(self, parties: Parties, said: SaidByPlayer = _NOTHING) -> Reckoning:
        """What an attack comes to, with what the attacker names."""
        return _Reckoned(self, parties, said).reckon()


class _Reckoned:
    """One attack while it is reckoned."""

    def __init__(self, by: Reckoner, parties: Parties, said: SaidByPlayer) -> None:
        self.field, self.clause, self.strength, self.columns = by.field, by.clause, by.strength, by.columns
        self.parties, self.said = parties, said
        self._modifying = Modifying(by.field, by.clause, parties)
        self._ground = AttackGround(by.field, parties, by.strength.crossing or "")
        self._strengths: dict[str, Fraction] = {}
        self._lines: list[str] = []
        self._changes: list[Modifier] = []

    def reckon(self) -> Reckoning:
        """All of it."""
        attack = self._sum_up("attackers", self.parties.attackers, self.strength.attack)
        defence = Fraction(0)
        if self.strength.defence is not None:
            defence = self._sum_up("defenders", self.parties.defenders, self.strength.defence)
        if self.columns is None:
            return self._by_dice()
        found = self._by_column(self.columns, attack, defence)
        brief = written(attack) + (f" to {written(defence)}" if self.strength.defence is not None else "")
        if found.barred is not None or found.column is None or found.code:
            return replace(found, brief=f"{brief}: {found.code} without a die")
        drm = self._reckon_drm()
        brief += f": column {self.columns.name(found.column)}" + (f", DRM {drm:+d}" if drm else "")
        told, changes = tuple(self._lines), tuple(self._changes)
        return replace(found, drm=drm, lines=told, changes=changes, brief=brief)

    def _made(self) -> Reckoning:
        return Reckoning(self._strengths, tuple(self._lines), tuple(self._changes))

    # --- strengths -----------------------------------------------------------------------------------

    def _sum_up(self, party: str, units: Iterable[str], value: str) -> Fraction:
        for unit in units:
            self._strengths[unit] = self._reckon_unit(party, unit, value)
        total = sum((self._strengths[unit] for unit in units), Fraction(0))
        each = ", ".join(f"{unit} {written(self._strengths[unit])}" for unit in units)
        self._lines.append(f"{party} {written(total)}: {each}")
        return total

    def _reckon_unit(self, party: str, unit: str, value: str) -> Fraction:
        strength = Fraction(1) if value == UNITS else self.field.strength(unit, value)
        told = [f"{value} {written(strength)}"]
        for modifier in self._modifying.of_unit(unit):
            what = self._modifying.tell(modifier)
            if modifier.times is not None:
                strength *= modifier.times
                told.append(self._note(unit, what, f"x {written(modifier.times)}", modifier.rule))
            elif modifier.add is not None:
                said = modifier.add
                add = Fraction(said) if isinstance(said, int) else self.field.strength(unit, said)
                strength += add
                told.append(self._note(unit, what, _signed(add), modifier.rule))
        halved = self._ground.halvings(unit) if party == "attackers" else []
        for kind in halved:
            strength /= 2
            told.append(self._note(unit, kind.name, "halved", kind.rule))
        for kind, times in self._ground.multiples(unit) if party == "defenders" else []:
            strength *= times
            told.append(self._note(unit, kind.name, "doubled" if times == 2 else "tripled", kind.rule))
        if strength < 0:
            strength = Fraction(0)
            told.append("not below 0")
        if len(told) > 1:
            self._lines.append(f"{unit}: {', '.join(told)} = {written(strength)}")
        return strength

    def _note(self, unit: str, what: str, by: str, rule: str) -> str:
        """Keep what changes an attack; in words for the line of a unit."""
        self._changes.append(Modifier(f"{unit}: {what}" if unit else what, by, rule))
        return f"{by} ({what}, {rule})"

    # --- columns -------------------------------------------------------------------------------------

    def _by_column(self, columns: Columns, attack: Fraction, defence: Fraction) -> Reckoning:
        strength = self.strength
        if strength.by == "odds":
            at = columns.by_odds(attack, defence, strength.round or "defender")
            told = f"odds {written(attack)} to {written(defence)}"
        elif strength.by == "difference":
            at = columns.by_number(attack - defence)
            told = f"difference {_signed(attack - defence)}"
        else:
            at = columns.by_number(attack)
            told = f"strength {written(attack)}"
        over = at > columns.highest
        beyond = strength.above if over else strength.below if at == BELOW else None
        if beyond is not None:
            told += f", above {columns.heads[-1]}" if over else f", below {columns.heads[0]}"
        if beyond == BARRED:
            return replace(self._made(), barred=self._illegal(f"{told}: there is no such attack"))
        if beyond is not None and beyond != CLAMP:
            return self._sure(columns, told, beyond, over=over)
        at = columns.shift(at, 0)
        self._lines.append(f"{told}: column {columns.name(at)}")
        return self._shifted(columns, at)

    def _sure(self, columns: Columns, told: str, code: str, *, over: bool) -> Reckoning:
        """A code that comes without a die; beyond the last column the attacker may name a lower one."""
        named = self.said.column
        if named is not None and over:
            self._lines.append(f"{told}: named column {columns.name(named)}")
            return replace(self._made(), column=named)
        if named is not None:
            return replace(self._made(), barred=self._illegal(f"{told}: no column is lower"))
        self._lines.append(f"{told}: {code} without a die")
        return replace(self._made(), code=code)

    def _shifted(self, columns: Columns, at: int) -> Reckoning:
        named = self.said.column
        by, told = self._added("shift", self._ground.said("shift"), self.strength.shift_limit)
        if told:
            at = columns.shift(at, by)
            self._lines.append(f"shift {by:+d}{told}: column {columns.name(at)}")
        if named is not None:
            if named > at:
                reason = f"column {columns.name(named)} is higher than {columns.name(at)}"
                return replace(self._made(), barred=self._illegal(reason))
            at = named
            self._lines.append(f"named column {columns.name(at)}")
        made = replace(self._made(), column=at)
        return replace(made, code=columns.cell(at, 0)) if at == BELOW else made

    def _reckon_drm(self) -> int:
        drm, told = self._added("drm", self._ground.said("drm"), self.strength.drm_limit)
        if told:
            self._lines.append(f"DRM {drm:+d}{told}")
        return drm

    def _added(
        self, key: str, by_ground: Iterable[tuple[Effects, int]], limit: int | None
    ) -> tuple[int, str]:
        """What is added up of a key, cut by its limit, and in words; no words where nothing is."""
        total, told = 0, []
        for modifier, amount in self._modifying.of_attack(key):
            total += amount
            told.append(self._note("", self._modifying.tell(modifier), f"{amount:+d}", modifier.rule))
        for kind, amount in by_ground:
            total += amount
            told.append(self._note("", kind.name, f"{amount:+d}", kind.rule))
        said = getattr(self.said, key)
        if said and self.clause.named is not None:
            total += said
            told.append(self._note("", "named", f"{said:+d}", self.clause.named.rule))
        if limit is not None and abs(total) > limit:
            total = max(-limit, min(total, limit))
            told.append(f"at most {limit} either way")
        return total, f": {', '.join(told)}" if told else ""

    # --- dice of each attacker -----------------------------------------------------------------------

    def _by_dice(self) -> Reckoning:
        hits_on = {unit: self._hits_on(unit) for unit in self.parties.attackers}
        dice = {unit: int(self._strengths[unit]) for unit, least in hits_on.items() if least}
        dice = {unit: count for unit, count in dice.items() if count}
        self._lines += [
            f"{unit}: {count_noun(count, 'die')}, a hit on {hits_on[unit]} or more"
            for unit, count in dice.items()
        ]
        drm = self._reckon_drm()
        brief = count_noun(sum(dice.values()), "die") + (f", DRM {drm:+d}" if drm else "")
        made = replace(self._made(), dice=dice, hits_on=hits_on, drm=drm, brief=brief)
        if sum(dice.values()) > MOST_DICE:
            reason = f"{sum(dice.values())} dice: at most {MOST_DICE} are rolled in one attack"
            return replace(made, barred=self._illegal(reason))
        return made

    def _hits_on(self, unit: str) -> int:
        """What a die of a unit must show; 0 for a unit that cannot hit, for it has no such value."""
        said = self.strength.hits_on
        return ceil(self.field.strength(unit, said)) if isinstance(said, str) else said or 0

    def _illegal(self, reason: str) -> Illegal:
        return Illegal(self.clause.rule, "; ".join([*self._lines, reason]))


def _signed(number: Fraction) -> str:
    return f"{'-' if number < 0 else '+' if number else ''}{written(abs(number))}"
