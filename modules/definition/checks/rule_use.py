"""What in `rules.yaml` does nothing: names and clauses that no clause uses, conditions that never hold,
numbers that the ledger knows otherwise. All are warnings: a file is written one clause after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from modules.definition.checks.rule_references import References
from modules.definition.formats.clauses.combat import AttackPhase
from modules.definition.formats.clauses.conditions import REDUCED, SETUP, Deed, Times, Units
from modules.definition.formats.clauses.moving import EnterPhase, MovePhase, ZoneClause
from modules.definition.formats.ledger import By, LedgerEntry, LedgerFile
from modules.definition.formats.rules import RulesFile
from modules.definition.formats.tables import TablesFile
from modules.definition.rule_clauses import PlacedClause, parts_in
from modules.definition.rule_degrees import carried_numbers
from modules.written.source import Path_

_DONE_BY: Final[dict[Deed, str]] = {
    "moved": "no phase `does: move`",
    "entered": "no phase `enters` reinforcements",
    "attacked": "no phase `does: attack`",
    "defended": "no phase `does: attack`",
    "retreated": "no attack has a `retreat`",
    "advanced": "no attack has an `advance`",
}
"""Why no unit has done so."""

Found = Iterator[tuple[Path_, str]]
"""Where in the file something does nothing, and why."""


def check_use(references: References) -> None:
    """Notes what does nothing in a file whose words have been looked up."""
    rules = references.rules
    whole = references.file not in references.files.gone
    found = [*_scenarios(references), *_conditions(references)]
    if whole:  # what is used by a clause with a mistake is no news
        found += [*_unused(references), *_idle(rules)]
    for path, message in found:
        references.warn(path, message)
    tables = references.files.of(TablesFile).get("tables.yaml")
    for name, ledger in references.files.of(LedgerFile).items():
        is_whole = name not in references.files.gone
        for path, message in _numbers(rules, ledger, tables, is_whole=is_whole):
            references.warn(path, message)


# --- names -----------------------------------------------------------------------------------------------


def _unused(references: References) -> Found:
    """Names that no clause uses."""
    rules = references.rules
    for key in ("turns", "groups"):
        for name in references.well_spelt(getattr(rules, key)):
            if (key, name) not in references.used:
                yield (key, name), f"no clause uses {name!r}"
    for key, kind, does in (("movement", MovePhase, "move"), ("attacks", AttackPhase, "attack")):
        phases = [phase for phase in rules.phases.values() if isinstance(phase, kind)]
        by = {name for phase in phases for name in phase.by}
        for name in references.well_spelt(getattr(rules, key)):
            if name not in by:
                advice = f"name it under `by` of a phase that `does: {does}`"
                yield (key, name), f"no phase uses {name!r}: {advice}"


# --- clauses ---------------------------------------------------------------------------------------------


def _idle(rules: RulesFile) -> Found:
    """Clauses that say nothing, or that no phase asks for."""
    moves = any(isinstance(phase, MovePhase | EnterPhase) for phase in rules.phases.values())
    for i, _ in enumerate(rules.zones if not moves else ()):
        advice = "list one under `phases` that `does: move`"
        yield ("zones", i), f"nothing moves by the program, so that this does nothing: {advice}"
    asked = _asks_for_zones(rules)
    for i, zone in enumerate(rules.zones):
        if not asked and _says_nothing(zone):
            message = "the zone does nothing: `stop: true`, or another word than free for `leave` or `hop`"
            yield ("zones", i), message
    if rules.entering is not None and not _is_entered(rules):
        advice = "a phase `does: enter`, or a phase that `does: move` has `enters: true`"
        yield ("entering",), f"no reinforcement enters by the program: {advice}"
    for name, movement in rules.movement.items():
        if movement.zones != "apply" and not rules.zones:
            yield ("movement", name, "zones"), "there are no `zones`, so that this does nothing"
        if movement.budget is None and all(each.budget is None for each in movement.instead):
            for i, cost in enumerate(movement.costs):
                if cost.mp != "prohibited":
                    message = f"{name!r} counts hexes: a step costs nothing else unless it is prohibited"
                    yield ("movement", name, "costs", i), message


def _is_entered(rules: RulesFile) -> bool:
    """Whether reinforcements come in by the program in some phase."""
    return any(
        isinstance(phase, EnterPhase) or (isinstance(phase, MovePhase) and phase.enters)
        for phase in rules.phases.values()
    )


def _says_nothing(zone: ZoneClause) -> bool:
    return not zone.stop and not zone.enter and zone.leave == "free" and zone.hop == "free"


def _asks_for_zones(rules: RulesFile) -> bool:
    """Whether something else than the zones themselves asks where they are."""
    closed = any(movement.zones == "closed" for movement in rules.movement.values())
    entering = rules.entering is not None and rules.entering.zones == "closed"
    return closed or entering or any(units.zone for _, units in _units_in(rules))


def _scenarios(references: References) -> Found:
    """Clauses for which no scenario has anything."""
    rules, scenarios = references.rules, references.scenarios.values()
    if any(name.startswith("scenarios/") for name in references.files.gone):
        return
    zones = [setup.zones for each in scenarios for setup in each.setup]
    zones += [free.zones for each in scenarios for o in each.options.values() for free in o.frees.values()]
    if SETUP in rules.phases and not any(zones):
        message = "no scenario lets a side place its counters: give a set-up there its `zones`"
        yield ("phases", SETUP), message
    if rules.entering is not None and not any(each.entries for each in scenarios):
        yield ("entering",), "no scenario lists reinforcements under `entries`"


# --- conditions ------------------------------------------------------------------------------------------


def _conditions(references: References) -> Found:
    """Conditions that never hold."""
    rules = references.rules
    phases = rules.phases.values()
    attacks = any(isinstance(each, AttackPhase) for each in phases)
    done: dict[Deed, bool] = {
        "moved": any(isinstance(each, MovePhase) for each in phases),
        "entered": _is_entered(rules), "attacked": attacks, "defended": attacks,
        "retreated": any(each.retreat is not None for each in rules.attacks.values()),
        "advanced": any(each.advance is not None for each in rules.attacks.values()),
    }  # fmt: skip
    two_faced = any(counter.steps > 1 for counter in references.counters.values())
    for path, units in _units_in(rules):
        for key in ("was", "not_was"):
            for i, deed in enumerate(getattr(units, key)):
                if not done[deed]:
                    yield (*path, key, i), f"no unit has {deed} by the program: {_DONE_BY[deed]}"
        for key in ("state", "not_state"):
            if REDUCED in getattr(units, key) and not two_faced and references.counters_are_known:
                yield (*path, key), f"no counter of the game has a back: none is {REDUCED}"
        if units.zone is not None and not rules.zones:
            yield (*path, "zone"), "there are no `zones`: no unit is in one"
    for path, times in _times_in(rules):
        for i, phase in enumerate(times.phases):
            if phase not in rules.phases and phase in {each.id for each in references.game.sequence}:
                message = f"the phase {phase!r} is by hand: no clause holds in it"
                yield (*path, "phases", i), message


def _units_in(rules: RulesFile) -> Iterator[tuple[Path_, Units]]:
    """Each condition on units, with its path."""
    yield from parts_in(rules, Units)


def _times_in(rules: RulesFile) -> Iterator[tuple[Path_, Times]]:
    """Each condition on times, with its path."""
    yield from parts_in(rules, Times)


# --- numbers ---------------------------------------------------------------------------------------------


def _numbers(rules: RulesFile, ledger: LedgerFile, tables: TablesFile | None, *, is_whole: bool) -> Found:
    """Numbers of clauses that the ledger does not have, or of which it says another degree: each at its first
    clause. A ledger that is not whole may have those that it lacks in entries with a mistake."""
    known = {entry.number: entry for entry in ledger.rules}
    for number, carried in carried_numbers(rules, ledger, tables).items():
        first = carried.clauses[0]
        if carried.by == "half":
            first = next((placed for placed in carried.clauses if placed.is_half), first)
        entry, path = known.get(number), first.path if first.is_code else (*first.path, "rule")
        if entry is None:
            line = f'- {{number: "{number}", by: {carried.by}, summary: ...}}'
            if is_whole and not ledger.numbers:  # with them each number of each file must be there
                yield path, f"rule {number} is not in ledger.yaml: add under its rules {line}"
        elif entry.by not in (None, carried.by) or entry.kind not in ("rule", "nothing"):
            yield path, f"rule {number} is {_told(entry)} in ledger.yaml, and {_remedy(carried.by, first)}"


def _told(entry: LedgerEntry) -> str:
    """How the ledger calls a number."""
    if entry.kind != "rule":
        return "nothing to carry out"
    return "by hand" if entry.by == "hand" else "by program"


def _remedy(by: By, first: PlacedClause) -> str:
    if by == "half":
        shared = first.is_code or first.is_named
        why = "here a hand does the rest" if shared else "an attack is half by program"
        return f"{why}: write `by: half` there"
    return "this clause carries it out: write `by: program` there, or `by: half` if a hand does the rest"
