"""Checks of attacks in `rules.yaml`: each refers to what the game has, its table and its strength fit,
each code is told, and no duty is asked that nobody could work out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from modules.definition.checks.rule_references import References
from modules.definition.formats.clauses.combat import (
    BARRED,
    CLAMP,
    HIT,
    UNITS,
    Attack,
    AttackPhase,
    CombatModifier,
    Duty,
    Strength,
)
from modules.definition.formats.clauses.conditions import Times
from modules.definition.formats.tables import Cells, TablesFile
from modules.definition.formats.terrain import Effects, TerrainFile
from modules.definition.rolled_tables import RolledTable, rolled_tables
from modules.definition.rule_clauses import parts_in, results_of
from modules.written.source import Path_

_COUNTED: Final = ("shift", "drm")
_CODES: Final = "codes of the table"
_MULTIPLES: Final = ("defender_doubled", "defender_tripled")


def check_attacks(references: References) -> None:
    """Notes the faults of the ways of attack, and of the phases in which they are carried out."""
    for name, attack in references.rules.attacks.items():
        _AttackCheck(references, ("attacks", name), attack).check()
    for name, phase in references.rules.phases.items():
        if isinstance(phase, AttackPhase):
            _check_phase(references, ("phases", name), phase)
    if any(attack.is_whole for attack in references.rules.attacks.values()):
        _check_chart(references)


class _AttackCheck:
    """One way of attack."""

    def __init__(self, references: References, path: Path_, attack: Attack) -> None:
        self.references, self.path, self.attack = references, path, attack
        self.rules, self.game = references.rules, references.game
        self.tables = references.files.of(TablesFile).get("tables.yaml")

    def check(self) -> None:
        references, path, attack = self.references, self.path, self.attack
        self.attackers = references.units((*path, "units"), attack.units)
        self.targets = references.units((*path, "targets"), attack.targets)
        references.times((*path, "when"), attack.when)
        self._phases()
        sides = {references.counters[each].side for each in self.attackers | self.targets}
        if len(sides) == 1 and self.attackers and self.targets and attack.targets.of:
            message = f"attackers and targets are all of {_listed(sides)}: name units of the enemy"
            references.fault((*path, "targets"), message)
        if attack.strength is None:
            self._half_table()
        else:
            self._whole(attack.strength)

    # --- tables --------------------------------------------------------------------------------------

    def _rolled(self, tables: TablesFile) -> Mapping[str, RolledTable]:
        numbers = {name: each.value for name, each in self.game.parameters.items()}
        lists = {n: each.filled(numbers) for n, each in tables.lists.items() if each.named <= numbers.keys()}
        return rolled_tables(tables, lists, self.game.die)

    def _half_table(self) -> None:
        """A table is rolled on by a column that the attacker names, or by nothing."""
        attack, path, tables = self.attack, self.path, self.tables
        if tables is None or self.game.die is None:  # a mistake that is told already
            return
        rolled = self._rolled(tables)
        fitting = {name: table for name, table in rolled.items() if table.named != "row"}
        if attack.table not in fitting and attack.table in tables.names:
            why = "is read by a row that is named" if attack.table in rolled else "is not rolled on"
            listed = ", ".join(fitting) or "none"
            message = f"the table {attack.table!r} {why}: expected one by columns or by nothing ({listed})"
            self.references.fault((*path, "table"), message)
            return
        known = self.references.name((*path, "table"), attack.table, fitting, "tables of tables.yaml")
        if known and attack.shifts and not fitting[attack.table].columns:
            message = f"the table {attack.table!r} has no columns: leave `shifts` out"
            self.references.fault((*path, "shifts"), message)

    def _whole_table(self, strength: Strength) -> Cells | None:
        """The table by which a whole attack is read; None where it is none, which is told."""
        tables, path = self.tables, self.path
        if tables is None or self.game.die is None or strength.by == "to_hit":
            return None
        rolled = self._rolled(tables)
        group: Mapping[str, Cells] = tables.odds if strength.by == "odds" else tables.differentials
        fitting = {name: table for name, table in group.items() if name in rolled}
        home = f"{'odds' if strength.by == 'odds' else 'differentials'} of tables.yaml"
        if self.attack.table in tables.names and self.attack.table not in fitting:
            found = f"the table {self.attack.table!r} is not read so"
            message = f"{found}: `by: {strength.by}` needs one of the {home} ({', '.join(fitting) or 'none'})"
            self.references.fault((*path, "table"), message)
            return None
        if not self.references.name((*path, "table"), self.attack.table, fitting, home):
            return None
        return fitting[self.attack.table]

    # --- whole attacks -------------------------------------------------------------------------------

    def _whole(self, strength: Strength) -> None:
        references, path, attack = self.references, self.path, self.attack
        own = (*path, "strength")
        references.value((*own, "attack"), strength.attack, self.attackers, (UNITS,))
        if strength.defence is not None:
            references.value((*own, "defence"), strength.defence, self.targets, (UNITS,))
        if isinstance(strength.hits_on, str):
            references.value((*own, "hits_on"), strength.hits_on, self.attackers)
        table = self._whole_table(strength)
        if table is not None:
            self._codes(strength, table)
        elif strength.by == "to_hit":
            for code in attack.results:
                if code != HIT:
                    message = f"`by: to_hit` has the code {HIT} alone: what each die that hits does"
                    references.fault((*path, "results", code), message)
        for i, modifier in enumerate(attack.modifiers):
            self._modifier((*path, "modifiers", i), modifier, strength)
        self._crossing(strength)
        self._named(strength)
        self._enemies()
        self._support()
        for i, duty in enumerate(attack.duties or ()):
            self._duty((*path, "duties", i), duty)
        if attack.duties:
            self._clashes((*path, "duties", 0), strength)
        self._same()

    def _codes(self, strength: Strength, table: Cells) -> None:
        """Each code of the table is told, and nothing else is."""
        references, results, path = self.references, self.attack.results, (*self.path, "results")
        self._beyond(strength, table)
        cells = [cell for cells in table.rows.values() for cell in cells]
        cells += [each for each in (table.below, strength.above, strength.below) if each]
        codes = [cell for cell in dict.fromkeys(cells) if cell not in (CLAMP, BARRED)]
        wanted: dict[str, str] = {}
        for code in codes:
            for entry in () if code in results else self._entries(code):
                wanted.setdefault(entry, code)
        lacking = {entry: code for entry, code in wanted.items() if entry not in results}
        legal = dict.fromkeys((*lacking, *codes, *wanted))
        misspelt = [code for code in results if not references.name((*path, code), code, legal, _CODES)]
        for entry, code in lacking.items() if len(lacking) > len(misspelt) else ():
            message = f"the code {code!r} of the table {self.attack.table} is not told"
            references.fault(path, f"{message}: add `{entry}`, with [] if nothing follows")

    def _beyond(self, strength: Strength, table: Cells) -> None:
        """What is read beyond the table is a word for it, or one of its codes."""
        for key in ("above", "below"):
            said = getattr(strength, key)
            if said not in (CLAMP, BARRED):
                known = [CLAMP, BARRED, *table.results]
                self.references.name((*self.path, "strength", key), said, known)

    def _entries(self, code: str) -> list[str]:
        """The entries of `results` that tell a code: itself, or one for either half of it. None of what is no
        code, which is told where it stands."""
        known = results_of(self.tables, self.attack.table)
        if code in known:
            return [code]
        mine, _, theirs = code.partition("/")
        return [f"{mine}/", f"/{theirs}"] if mine in known and theirs in known else []

    def _modifier(self, path: Path_, modifier: CombatModifier, strength: Strength) -> None:
        references = self.references
        named = references.units((*path, "units"), modifier.units)
        meant = named & (self.attackers if modifier.of == "attackers" else self.targets)
        self._holds(path, modifier, named, meant)
        for key in ("add", *_COUNTED):
            said = getattr(modifier, key)
            if isinstance(said, str):
                references.value((*path, key), said, meant)
        references.check_places((*path, "at"), modifier.at)
        if modifier.joined:
            references.find_counters((*path, "joined"), modifier.joined)
        references.terrain((*path, "across"), modifier.across, "hexside")
        references.times((*path, "when"), modifier.when)
        if modifier.shift is not None and strength.by == "to_hit":
            references.fault((*path, "shift"), "`by: to_hit` reads no column: write `drm`")
        is_strength = modifier.times is not None or modifier.add is not None
        if is_strength and modifier.of == "defenders" and strength.defence is None:
            key = "times" if modifier.times is not None else "add"
            message = f"`by: {strength.by}` asks for no strength of defenders: leave this out"
            references.fault((*path, key), message)

    def _holds(
        self, path: Path_, modifier: CombatModifier, named: frozenset[str], meant: frozenset[str]
    ) -> None:
        """A modifier is one of units of its party, in a phase in which these are of that party: attackers are
        of the side of the phase, defenders of another."""
        counters, sides = self.references.counters, set(modifier.when.sides)
        if not self.references.counters_are_known or not named:
            return
        if not meant:
            message = f"none of these units is among the {modifier.of}: this never holds"
            self.references.warn((*path, "units"), message)
        elif sides <= self.game.sides.keys() and sides:
            own = {counters[each].side for each in meant}
            if not own & sides if modifier.of == "attackers" else len(sides) == 1 and own <= sides:
                message = f"these {modifier.of} are of {_listed(own)}: this never holds in a phase of"
                message += f" {_listed(sides)}"
                self.references.warn((*path, "when", "sides"), message)

    def _phases(self) -> None:
        """No condition within an attack asks for phases in which it is not carried out."""
        own, phases = self.path[-1], self.rules.phases
        by = [name for name, each in phases.items() if isinstance(each, AttackPhase) and own in each.by]
        for path, times in parts_in(self.attack, Times, self.path):
            asked = set(times.phases)
            if by and asked and asked <= phases.keys() and not asked & set(by):
                message = f"the attack is carried out in {', '.join(by)} alone: this never holds"
                self.references.warn((*path, "phases"), message)

    def _crossing(self, strength: Strength) -> None:
        """What terrain.yaml says of hexsides is counted by a rule that must be said."""
        chart = self.references.files.of(TerrainFile).get("terrain.yaml")
        if chart is None or strength.crossing is not None:
            return
        for name, kind in chart.terrain.items():
            if kind.where in ("hexside", "level") and (said := list(_counted(kind, strength))):
                message = f"`crossing` is missing: terrain.yaml gives {name!r} {said[0]}"
                remedy = "say whether it counts if all attackers cross it, or if any does"
                self.references.fault((*self.path, "strength"), f"{message}; {remedy}: all or any")
                return

    def _named(self, strength: Strength) -> None:
        named, path = self.attack.named, (*self.path, "named")
        if named is None:
            return
        self.references.times((*path, "when"), named.when)
        if named.shift and strength.by == "to_hit":
            self.references.fault((*path, "shift"), "`by: to_hit` reads no column: write `drm`")
        limits = {"shift": strength.shift_limit, "drm": strength.drm_limit}
        for key, limit in limits.items():
            if limit is not None and getattr(named, key) > limit:
                message = f"found {getattr(named, key)}: `{key}_limit` cuts it to {limit}, all together"
                self.references.warn((*path, key), message)

    def _enemies(self) -> None:
        """Both parties of an attack have one owner each, that makes their choices."""
        counters = self.references.counters
        enemies = {counters[each].side for each in self.targets}
        mine = {counters[each].side for each in self.attackers}
        if self.attack.hexes == "several" and any(len(enemies - {side}) > 1 for side in mine):
            message = f"one attack may strike several enemies at once, of {_listed(enemies)}"
            remedy = "write `one`, or a way of attack for each enemy by `targets`"
            self.references.fault((*self.path, "hexes"), f"{message}: {remedy}")

    def _support(self) -> None:
        support, path = self.attack.support, (*self.path, "support")
        if support is None:
            return
        self.references.units((*path, "units"), support.units)
        if support.reach <= self.attack.reach:
            message = (
                f"found {support.reach}: expected more than {self.attack.reach}, the reach of the attack"
            )
            self.references.fault((*path, "reach"), message)

    def _same(self) -> None:
        same, path = self.attack.same, (*self.path, "same")
        if same is None:
            return
        self.references.times((*path, "when"), same.when)
        formed = any(counter.formation for counter in self.references.counters.values())
        if same.of == "formation" and not formed and self.references.counters_are_known:
            message = "no counter is of a formation, so that none would attack together: expected nation"
            self.references.fault((*path, "of"), message)

    # --- duties --------------------------------------------------------------------------------------

    def _clashes(self, path: Path_, strength: Strength) -> None:
        """What of an attack goes with no duty, told once."""
        references, attack = self.references, self.attack
        barred = next((key for key in ("above", "below") if getattr(strength, key) == BARRED), "")
        clashes = {
            "`same` keeps units apart that a duty may bring together: leave one out": attack.same is not None,
            f"`{barred}: barred` forbids attacks that a duty may ask: write clamp or a code": bool(barred),
            "`by: to_hit` may need more dice than are rolled: write `duties: []`": strength.by == "to_hit",
        }
        for message in (message for message, holds in clashes.items() if holds):
            references.fault((*path, "of"), message)

    def _duty(self, path: Path_, duty: Duty) -> None:
        references, attack = self.references, self.attack
        references.units((*path, "owing"), duty.owing)
        references.units((*path, "owed"), duty.owed)
        references.times((*path, "when"), duty.when)
        if duty.of == "attackers" and "owed" in duty.model_fields_set:
            references.fault(
                (*path, "owed"), "with `of: attackers` no target must be attacked: leave this out"
            )
        lacking = [
            party
            for party in ("attackers", "defenders")
            if party not in attack.once and (party == "attackers" or duty.of == "both")
        ]
        if lacking:
            asked = ", ".join(dict.fromkeys((*attack.once, *lacking)))
            message = f"a duty of {duty.of} is fulfilled once: write `once: [{asked}]` in the attack"
            references.fault((*path, "of"), message)
        earlier = (attack.duties or ())[: int(path[-1])]
        if any(each.when == Times() for each in earlier):
            references.warn(path, "a duty before this holds always, so that this one never does")
        if duty.owed_in == "zone" and not self.rules.zones:
            references.warn((*path, "owed_in"), "there are no `zones`: no unit is in one, so that none owes")


def _check_phase(references: References, path: Path_, phase: AttackPhase) -> None:
    """How attacks are declared is said where the program carries out the whole, and there alone."""
    ways = {name: attack for name, attack in references.rules.attacks.items() if name in phase.by}
    whole = [name for name, attack in ways.items() if attack.is_whole]
    if whole and phase.declare is None:
        message = f"`declare` is missing: {whole[0]!r} is carried out whole"
        references.fault(path, f"{message}: expected one_by_one or all_first")
    if phase.declare is not None and not whole and len(ways) == len(phase.by):
        message = (
            "no way of attack has `strength`: the program carries out one after the other, leave this out"
        )
        references.fault((*path, "declare"), message)
    half = [name for name in ways if name not in whole]
    if phase.declare == "all_first" and whole and half:
        message = (
            f"{half[0]!r} has no `strength`, and half an attack is not named beforehand: expected one_by_one"
        )
        references.fault((*path, "declare"), message)
    for one, other in combinations(whole, 2):
        if _owe_together(ways[one], ways[other]):
            message = (
                f"{one!r} and {other!r} have duties at the same time: leave one out, or give them `when`"
            )
            references.fault((*path, "by"), message)


def _owe_together(one: Attack, other: Attack) -> bool:
    """Whether two ways of attack surely have duties at the same time: always, or at the same times."""
    whens = [{(attack.when, duty.when) for duty in attack.duties or ()} for attack in (one, other)]
    always = (Times(), Times())
    return bool(whens[0] & whens[1]) or (all(whens) and any(always in each for each in whens))


# --- the chart -------------------------------------------------------------------------------------------


def _counted(kind: Effects, strength: Strength) -> Iterator[str]:
    """What terrain.yaml says of a hexside that counts if all attackers cross it, or if any does."""
    keys = _COUNTED if strength.by != "to_hit" else ("drm",)
    yield from (f"`{key}`" for key in keys if getattr(kind, key))
    if strength.defence is not None:
        yield from (f"`{word}`" for word in kind.combat if word in _MULTIPLES)


def _check_chart(references: References) -> None:
    """What of the chart no attack looks up."""
    chart = references.files.of(TerrainFile).get("terrain.yaml")
    strengths = [each.strength for each in references.rules.attacks.values() if each.strength is not None]
    by_column = any(strength.by != "to_hit" for strength in strengths)
    defended = any(strength.defence is not None for strength in strengths)
    for name, kind in chart.terrain.items() if chart is not None else ():
        path = ("terrain", name)
        idle = {
            "bonuses": "no attack looks up `bonuses`: write modifiers with `add` in rules.yaml",
            **({} if by_column else {"shift": "no attack is read by a column, so that this does nothing"}),
        }
        if kind.where == "road":
            idle |= dict.fromkeys(("combat", *_COUNTED), "no attack looks up a road: say it of a hexside")
        for key, message in idle.items():
            if getattr(kind, key):
                references.files.warn("terrain.yaml", (*path, key), message)
        for word in kind.combat if kind.where != "road" and not defended else ():
            if word in _MULTIPLES:
                message = f"no attack asks for the strength of defenders, so that {word} does nothing"
                references.files.warn("terrain.yaml", (*path, "combat"), message)


def _listed(words: set[str]) -> str:
    return ", ".join(sorted(words))
