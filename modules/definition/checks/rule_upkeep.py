"""Checks of traces, supply, recovery, control, rebuilding and armies in `rules.yaml`: that each clause refers
to what the game has, and that something asks for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from modules.definition.checks.rule_references import References
from modules.definition.checks.rule_victory import check_victory
from modules.definition.formats.clauses.conditions import REDUCED, Times, Units
from modules.definition.formats.clauses.upkeep import (
    Army,
    Control,
    Rebuild,
    RebuildPhase,
    RecoverPhase,
    Recovery,
    Supply,
    SupplyPhase,
    Trace,
)
from modules.definition.formats.clauses.victory import Decision
from modules.definition.rule_clauses import parts_in
from modules.written.source import Path_

MOST_DICE = 200
"""Units of a side that may roll for recovery in a phase without a decision."""
Found = Iterator[tuple[Path_, str]]
"""Where in the file something does nothing, and why."""


def check_upkeep(references: References) -> None:
    """Notes the faults of the sections of upkeep and victory, and what of them does nothing."""
    _UpkeepCheck(references).check()
    check_victory(references)
    if references.file not in references.files.gone:
        for path, message in (*_unused(references), *_phases_without_sections(references)):
            references.warn(path, message)


class _UpkeepCheck:
    def __init__(self, references: References) -> None:
        self.references, self.rules, self.game = references, references.rules, references.game

    def check(self) -> None:
        rules = self.rules
        for name, trace in rules.traces.items():
            self._trace(("traces", name), trace)
        for i, supply in enumerate(rules.supply):
            self._supply(("supply", i), supply)
        for name, recovery in rules.recovery.items():
            self._recovery(("recovery", name), recovery)
        for i, control in enumerate(rules.control):
            self._control(("control", i), control)
        for name, rebuild in rules.rebuild.items():
            self._rebuild(("rebuild", name), rebuild)
        for name, army in rules.armies.items():
            self._army(("armies", name), army)

    def _trace(self, path: Path_, trace: Trace) -> None:
        references = self.references
        for key in ("of", "to_units"):
            references.find_counters((*path, key), getattr(trace, key))
        for key in ("to", "not_into"):
            references.check_places((*path, key), getattr(trace, key))
        references.terrain((*path, "along"), trace.along, "road")
        references.terrain((*path, "not_across"), trace.not_across, "hexside")
        references.times((*path, "when"), trace.when)
        if trace.zones != "open" and not self.rules.zones:
            references.warn((*path, "zones"), "there are no `zones`: all hexes are open, so write `open`")

    def _supply(self, path: Path_, supply: Supply) -> None:
        references = self.references
        meant = references.units((*path, "units"), supply.units)
        references.trace_names((*path, "trace"), supply.trace)
        references.times((*path, "when"), supply.when)
        if supply.mark is not None:
            references.name((*path, "mark"), supply.mark, self.game.markers, "markers of game.yaml")
        known = [self.rules.traces[name] for name in supply.trace if name in self.rules.traces]
        if len(known) == len(supply.trace):
            served = frozenset().union(*(references.find_counters((), each.of) for each in known))
            sides = {references.counters[each].side for each in meant - served}
            sides -= {references.counters[each].side for each in meant & served}
            if sides:
                message = f"none of these traces is `of` units of {_listed(sides)}: they never are in supply"
                references.warn((*path, "trace"), message)

    def _recovery(self, path: Path_, recovery: Recovery) -> None:
        references = self.references
        meant = references.units((*path, "units"), recovery.units)
        references.times((*path, "when"), recovery.when)
        if recovery.state == REDUCED:
            message = "a marker is lost by recovery: reduced units are restored by a clause of `rebuild`"
            references.fault((*path, "state"), message)
        else:
            references.name((*path, "state"), recovery.state, self.game.markers, "markers of game.yaml")
        known = self.game.die is not None  # else a mistake that is told already
        if recovery.die is not None and known and not 1 < recovery.die <= self.game.die:
            message = f"found {recovery.die}: expected 2 to {self.game.die}, or without it all recover"
            references.fault((*path, "die"), message)
        if recovery.die is not None and recovery.most is None and len(meant) > MOST_DICE:
            message = f"more than {MOST_DICE} counters may roll in one phase: say by `most` how many do"
            references.fault((*path, "die"), message)

    # --- control -----------------------------------------------------------------------------------

    def _control(self, path: Path_, control: Control) -> None:
        references = self.references
        references.check_places((*path, "places"), control.places)
        references.units((*path, "units"), control.units)
        if control.by == "occupied" and control.start:
            message = "by `occupied` a side controls a place only while its units lie there: leave this out"
            references.fault((*path, "start"), message)
        places = references.find_places(control.places)
        taken: dict[tuple[str, str], str] = {}
        for side, words in control.start.items():
            here = (*path, "start", side)
            references.name(here, side, self.game.sides, "sides of game.yaml")
            references.check_places(here, words)
            for each_map, hexes in references.find_places(words).items():
                if beyond := hexes - places.get(each_map, frozenset()):
                    message = f"{min(beyond)} is none of the `places` of this clause: name it there, too"
                    references.fault(here, message)
                for hex_id in sorted(hexes):
                    other = taken.setdefault((each_map, hex_id), side)
                    if other != side:
                        references.fault(here, f"{hex_id} is controlled by {other} at the start already")
                        break

    # --- rebuilding --------------------------------------------------------------------------------

    def _rebuild(self, path: Path_, rebuild: Rebuild) -> None:
        references = self.references
        references.name((*path, "side"), rebuild.side, self.game.sides, "sides of game.yaml")
        if not rebuild.new and not rebuild.restore:
            references.fault(path, "`new` or `restore`: what the points are for")
        always = False
        for i, points in enumerate(rebuild.points):
            here = (*path, "points", i)
            references.turn_words((*here, "turns"), points.turns)
            references.times((*here, "when"), points.when)
            if always:
                references.warn(here, "an entry before this one holds always: this one is never read")
            always = always or (not points.turns and points.when == Times())
        for i, new in enumerate(rebuild.new):
            here = (*path, "new", i)
            self._of_side(here, new.units, rebuild.side, new.cost)
            references.check_places((*here, "at"), new.at)
            references.trace_names((*here, "trace"), new.trace)
            references.times((*here, "when"), new.when)
            if off := _placed(new.units):
                message = f"a lost unit lies in no hex: `{off}` never holds for it"
                references.fault((*here, "units", off), message)
        for i, restore in enumerate(rebuild.restore):
            here = (*path, "restore", i)
            meant = self._of_side(here, restore.units, rebuild.side, restore.cost)
            references.times((*here, "when"), restore.when)
            if meant and all(references.counters[each].steps < 2 for each in meant):
                references.warn(here, "none of these units has a back: there is nothing to restore")

    def _of_side(self, path: Path_, units: Units, side: str, cost: int | str) -> Collection[str]:
        """The units of a side that a clause means."""
        references = self.references
        meant = references.units((*path, "units"), units)
        own = frozenset(each for each in meant if references.counters[each].side == side)
        if meant and not own and references.counters_are_known:
            references.fault((*path, "units"), f"none of these units is of {side}")
        if isinstance(cost, str):
            references.value((*path, "cost"), cost, own)
        return own

    def _army(self, path: Path_, army: Army) -> None:
        references = self.references
        references.name((*path, "side"), army.side, self.game.sides, "sides of game.yaml")
        meant = references.units((*path, "units"), army.units)
        own = frozenset(each for each in meant if references.counters[each].side == army.side)
        references.value((*path, "lost"), army.lost, own, ("units",))
        if off := _placed(army.units):
            message = f"a lost unit lies in no hex: `{off}` never holds for it"
            references.fault((*path, "units", off), message)
        counters = [references.counters[each] for each in own]
        most = sum(1 if army.lost == "units" else each.front.get(army.lost, 0) for each in counters)
        if own and most < army.at_least and references.counters_are_known:
            message = f"`lost: {army.lost}` adds up to {most} at the most: this never holds"
            references.warn((*path, "at_least"), message)


def _placed(units: Units) -> str:
    """The key of a condition that asks where a unit stands; empty where none does."""
    asked = {
        "at": units.at, "zone": units.zone, "near": units.near, "trace": units.trace,
    }  # fmt: skip
    return next((key for key, value in asked.items() if value), "")


# --- what does nothing -----------------------------------------------------------------------------------


def _unused(references: References) -> Found:
    """Traces, armies, recoveries and rebuilding for which nothing asks."""
    rules = references.rules
    for name in references.well_spelt(rules.traces):
        if ("traces", name) not in references.used:
            yield ("traces", name), f"no clause asks for the trace {name!r}: name it under `trace`"
    armies = {n for _, each in parts_in(rules, Times) for n in (*each.armies, *each.not_armies)}
    armies |= {name for _, each in parts_in(rules, Decision) for name in each.armies}
    for name in references.well_spelt(rules.armies):
        if name not in armies:
            yield ("armies", name), f"no clause asks for the army {name!r}: name it under `armies`"
    for key, kind, does in (("recovery", RecoverPhase, "recover"), ("rebuild", RebuildPhase, "rebuild")):
        by = {name for phase in rules.phases.values() if isinstance(phase, kind) for name in phase.by}
        for name in references.well_spelt(getattr(rules, key)):
            if name not in by:
                advice = f"name it under `by` of a phase that `does: {does}`"
                yield (key, name), f"no phase uses {name!r}: {advice}"
    if rules.supply and not any(isinstance(each, SupplyPhase) for each in rules.phases.values()):
        yield ("supply",), "supply is never judged: list a phase under `phases` that `does: supply`"


def _phases_without_sections(references: References) -> Found:
    """Phases in which no side has anything to do by the program."""
    rules = references.rules
    for name, phase in rules.phases.items():
        if isinstance(phase, RebuildPhase):
            whose = {each.side for each in references.game.sequence if each.id == name}
            owners = {side for side in whose if side is not None}
            sides = {rules.rebuild[each].side for each in phase.by if each in rules.rebuild}
            if sides and owners and owners == whose and not owners & sides:
                message = (
                    f"the phase is that of {_listed(owners)}, and these clauses are for {_listed(sides)}"
                )
                yield ("phases", name, "by"), message


def _listed(words: Collection[str]) -> str:
    return ", ".join(sorted(words))
