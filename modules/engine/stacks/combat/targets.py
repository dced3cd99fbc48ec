"""Who may attack whom by one way of attack: units, targets, reach, and that no unit fights twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import Attack
from modules.engine.errors import Illegal
from modules.engine.stacks.combat.ground import prohibited_by
from modules.engine.stacks.field import StackField

AS_ONE: Final = "as_one"


class Foes:
    """The units of the phasing side and their enemies, as a clause of attack sees them at a moment."""

    def __init__(self, field: StackField, clause: Attack) -> None:
        self.field, self.clause, self.side = field, clause, field.moment.side
        self._near: dict[str, frozenset[str]] = {}
        self._afar: dict[str, frozenset[str]] = {}

    # --- who -----------------------------------------------------------------------------------------

    @cached_property
    def attackers(self) -> list[str]:
        """The units that may attack, whether they reach an enemy or not."""
        return [u for u in self.field.all_on_map(self.side) if self._attacker_fault(u) is None]

    @cached_property
    def targets(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes with enemies that may be attacked, with those, in the order of the counter list."""
        found: dict[str, tuple[str, ...]] = {}
        for hex_id, units in self.field.enemy_hexes(self.side).items():
            if self._closed_by(hex_id):
                continue
            those = tuple(
                sorted((u for u in units if self._is_target(u)), key=self.field.battle.rank.__getitem__)
            )
            spent = {u for u in those if self._has_defended(u)}
            if self.clause.stack == AS_ONE:
                those = () if spent else those
            if left := tuple(u for u in those if u not in spent):
                found[hex_id] = left
        return found

    def within(self, unit: str) -> frozenset[str]:
        """The hexes with targets that a unit reaches, by itself or in support."""
        return self.near(unit) | self.afar(unit)

    def near(self, unit: str) -> frozenset[str]:
        """The hexes with targets that a unit reaches by itself."""
        if unit not in self._near:
            here, reached = self.field.at(unit), frozenset[str]()
            if here is not None and self.field.is_of(unit, self.clause.units):
                reached = self.field.map_rules.in_reach(here, self.clause.reach)
            self._near[unit] = reached & self.targets.keys()
        return self._near[unit]

    def afar(self, unit: str) -> frozenset[str]:
        """The hexes with targets that a unit reaches in support alone."""
        if unit not in self._afar:
            here, support = self.field.at(unit), self.clause.support
            fits = here is not None and support is not None and self.field.is_of(unit, support.units)
            self._afar[unit] = frozenset(
                h for h in self.targets if fits and not self._why_unsupported(unit, h)
            )
        return self._afar[unit]

    def _why_unsupported(self, unit: str, target: str) -> str:
        """Why a unit does not support an attack on a hex; empty where it does."""
        here, support = str(self.field.at(unit)), self.clause.support
        far = self.field.board.distance(here, target)
        if support is None or not self.field.is_of(unit, support.units):
            return self._tell_far(here, target)
        if far <= self.clause.reach:
            if not self.field.is_of(unit, self.clause.units):
                return "it takes part from farther away alone"
            alone = target in self.field.map_rules.in_reach(here, self.clause.reach)
            return "it attacks from there by itself" if alone else self._tell_far(here, target)
        if far > support.reach:
            return f"{count_noun(far, 'hex')} away, at most {support.reach} in support"
        blocked = self.field.board.sight_blocked_by(here, target) if support.sight else ""
        return f"no line of sight, {blocked}" if blocked else ""

    def supporters_among(self, attackers: Sequence[str], hexes: Sequence[str]) -> tuple[str, ...]:
        """Those of the attackers that take part from afar."""
        if self.clause.support is None:
            return ()
        return tuple(unit for unit in attackers if not set(hexes) <= self.near(unit))

    def _closed_by(self, hex_id: str) -> str:
        """What fills a hex into which no whole attack goes; else empty."""
        return prohibited_by(self.field, hex_id) if self.clause.is_whole else ""

    def pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Attackers and defenders as they are listed: against each hex one unit, and all that reach it; where
        defenders are chosen, against one of them or all."""
        near = {unit: self.within(unit) for unit in self.attackers}
        for hex_id in self.targets:
            by = [unit for unit, hexes in near.items() if hex_id in hexes]
            for party in [*((unit,) for unit in by), *([tuple(by)] if len(by) > 1 else [])]:
                yield from ((party, each) for each in self.listed_in(hex_id))

    def listed_in(self, hex_id: str) -> list[tuple[str, ...]]:
        """The targets in a hex as they are listed: all, and where defenders are chosen each alone too."""
        those = self.targets[hex_id]
        return [those, *((u,) for u in those if self.clause.stack != AS_ONE and len(those) > 1)]

    def attacked(self, named: Sequence[str]) -> tuple[str, ...]:
        """All that are attacked where these are named."""
        if self.clause.stack != AS_ONE:
            return tuple(sorted(named, key=self.field.battle.rank.__getitem__))
        hexes = dict.fromkeys(self.field.at(unit) for unit in named)
        return tuple(unit for hex_id, those in self.targets.items() if hex_id in hexes for unit in those)

    def attackers_of(self, against: Sequence[str], beside: Sequence[str]) -> list[str]:
        """The units that may attack each of these, beside those that do."""
        hexes = {self.field.at(unit) for unit in against}
        those = (unit for unit in self.attackers if (near := self.within(unit)) and hexes <= near)
        return [*beside, *(unit for unit in those if unit not in beside)]

    def defenders_of(self, by: Sequence[str]) -> list[str]:
        """The enemies that each of these may attack; none, if one of them may not attack so."""
        if not set(by) <= set(self.attackers):
            return []
        near = [self.within(unit) for unit in by]
        return [u for h, those in self.targets.items() if all(h in hexes for hexes in near) for u in those]

    # --- why not -------------------------------------------------------------------------------------

    def attackers_fault(self, units: Sequence[str]) -> Illegal | None:
        """Why these units may not attack."""
        if len(set(units)) < len(units):
            return Illegal(self.clause.rule, "an attacker is named twice")
        return next(filter(None, map(self._attacker_fault, units)), None)

    def _attacker_fault(self, unit: str) -> Illegal | None:
        field, rule = self.field, self.clause.rule
        if field.side(unit) != self.side:
            return Illegal(rule, f"{unit} is not your unit")
        if field.at(unit) is None:
            return Illegal(rule, f"{unit} is not on the map")
        if "attackers" in self.clause.once and unit in field.moment.acted:
            return Illegal(rule, f"{unit} has already attacked in this phase")
        support = self.clause.support
        if field.is_of(unit, self.clause.units):
            return None
        if support is not None and field.is_of(unit, support.units):
            return None
        words = field.battle.units_test(self.clause.units).words
        return Illegal(rule, f"{unit} may not attack so: units that do are {words}")

    def defenders_fault(self, units: Sequence[str]) -> Illegal | None:
        """Why these enemies may not be attacked."""
        if len(set(units)) < len(units):
            return Illegal(self.clause.rule, "a target is named twice")
        fault = next(filter(None, map(self._defender_fault, units)), None)
        if fault is not None:
            return fault
        hexes = dict.fromkeys(str(self.field.at(unit)) for unit in units)
        if self.clause.hexes == "one" and len(hexes) > 1:
            return Illegal(self.clause.rule, f"an attack has one hex as its target, not {', '.join(hexes)}")
        if self.clause.stack != AS_ONE:
            return None
        those = (unit for hex_id in hexes for unit in self.field.enemy_hexes(self.side)[hex_id])
        return next(filter(None, map(self._spent_fault, filter(self._is_target, those))), None)

    def _defender_fault(self, unit: str) -> Illegal | None:
        field, rule = self.field, self.clause.rule
        if field.side(unit) == self.side:
            return Illegal(rule, f"{unit} is your own unit")
        if field.at(unit) is None:
            return Illegal(rule, f"{unit} is not on the map")
        if not self._is_target(unit):
            words = field.battle.units_test(self.clause.targets).words
            return Illegal(rule, f"{unit} may not be attacked so: targets are {words}")
        if closed := self._closed_by(str(field.at(unit))):
            return Illegal(rule, f"{unit} cannot be attacked: {closed} prohibits combat")
        return self._spent_fault(unit)

    def _is_target(self, unit: str) -> bool:
        return self.field.is_of(unit, self.clause.targets)

    def _has_defended(self, unit: str) -> bool:
        return "defenders" in self.clause.once and unit in self.field.moment.defended

    def _spent_fault(self, unit: str) -> Illegal | None:
        spent = self._has_defended(unit)
        return Illegal(self.clause.rule, f"{unit} was already attacked in this phase") if spent else None

    def reach_fault(self, attackers: Sequence[str], defenders: Sequence[str]) -> Illegal | None:
        """Why an attacker does not reach a target."""
        hexes = list(dict.fromkeys(str(self.field.at(unit)) for unit in defenders))
        for unit in attackers:
            for target in hexes:
                if why := self._why_short(unit, target):
                    here = self.field.at(unit)
                    return Illegal(self.clause.rule, f"{unit} in {here} does not reach {target}: {why}")
        support = self.clause.support
        if support is None or support.alone or len(self.supporters_among(attackers, hexes)) < len(attackers):
            return None
        units = ", ".join(attackers)
        reason = f"{units} support an attack from afar: one unit must attack from {self._tell_reach()}"
        return Illegal(support.rule, reason)

    def _why_short(self, unit: str, target: str) -> str:
        """Why a unit does not reach a hex, in words; empty where it does."""
        here = str(self.field.at(unit))
        fits = self.field.is_of(unit, self.clause.units)
        if fits and target in self.field.map_rules.in_reach(here, self.clause.reach):
            return ""
        return self._why_unsupported(unit, target)

    def _tell_reach(self) -> str:
        return "an adjacent hex" if self.clause.reach == 1 else f"at most {self.clause.reach} hexes away"

    def _tell_far(self, here: str, target: str) -> str:
        """Why an attack does not reach from a hex to another."""
        far = self.field.board.distance(here, target)
        if far > self.clause.reach:
            return f"{count_noun(far, 'hex')} away, at most {self.clause.reach}"
        return f"{self.field.board.combat_barred_by(here, target)} prohibits combat"
