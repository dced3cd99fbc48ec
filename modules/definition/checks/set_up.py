"""Checks that no counter is left out of the set-ups: each stands somewhere, enters, or is a spare.

A counter that is left out is a warning: all of such a game can be drawn and played.
"""

from __future__ import annotations

from collections import Counter as Tally

from modules.definition.files import Files
from modules.definition.formats.counters import CountersFile
from modules.definition.formats.scenarios import CardScenario, HexScenario, Scenario
from modules.definition.model import Counter
from modules.written.source import Path_

_HOW_ONE = "set it up, let it enter, or count it as one of the `spares` of its entry in counters.yaml"
_HOW_MORE = "set them up, let them enter, or count them as `spares` of their entry in counters.yaml"
_SHOWN = 5


def check_set_up(files: Files, file: str, counters: CountersFile, known: dict[str, Counter]) -> None:
    """Warns of the counters that no scenario uses, beyond the spares, and of those that a battle passes
    over; a wrong number of spares is a fault."""
    scenarios = [name for name in files.sources if name.startswith("scenarios/")]
    if not scenarios or any(name in files.at or name not in files.of(Scenario) for name in scenarios):
        return  # what the others use nobody knows
    unsure = _misnaming(files, known)
    used = {name: _used(scenario) for name, scenario in files.of(HexScenario).items()}
    anywhere = {counter_id for ids in used.values() for counter_id in ids}
    dealt = _dealt(files)
    groups: dict[str, list[Counter]] = {}
    for counter in known.values():
        if counter.form != "block":  # what each side has of these its set-up says exactly
            groups.setdefault(counter.group, []).append(counter)
    for group, alike in groups.items():
        if alike[0].side in unsure:
            continue
        entry = ("counters", group)
        spares = counters.counters[group].spares
        left = [each for each in alike if each.id not in anywhere][dealt[group] :]
        if len(left) < spares:
            files.fault(file, (*entry, "spares"), f"found {spares}: {len(left)} of these stand in no set-up")
        elif len(left) > spares:
            at = _only_set_up(files, alike[0].side) or (file, entry)
            files.warn(*at, _left_out(left[: len(left) - spares]))
        else:
            for name, ids in used.items():
                _passed_over(files, name, alike, ids)


def _misnaming(files: Files, known: dict[str, Counter]) -> set[str]:
    """The sides whose set-ups name counters that there are not: these may be the ones that seem left out."""
    found: set[str] = set()
    for scenario in files.of(HexScenario).values():
        for setup in scenario.setup:
            named = {*setup.at, *(counter for ids in setup.boxes.values() for counter in ids)}
            if any(each not in known and not files.is_cut(each) for each in named):
                found.add(setup.side)
        for entry in scenario.entries:
            if any(each not in known and not files.is_cut(each) for each in entry.counters):
                found.add(entry.side)
    return found


def _used(scenario: HexScenario) -> set[str]:
    set_up = {counter_id for setup in scenario.setup for counter_id in setup.at}
    set_up |= {counter_id for setup in scenario.setup for ids in setup.boxes.values() for counter_id in ids}
    return set_up | {counter_id for entry in scenario.entries for counter_id in entry.counters}


def _dealt(files: Files) -> Tally[str]:
    """Of each entry how many are used as cards, in the scenario that uses most of it."""
    dealt: Tally[str] = Tally()
    for scenario in files.of(CardScenario).values():
        for force in scenario.forces:
            dealt |= Tally(force.counters)
    return dealt


def _set_ups(files: Files, file: str, side: str) -> list[tuple[str, Path_]]:
    setups = files.of(HexScenario)[file].setup
    return [(file, ("setup", i, "at")) for i, setup in enumerate(setups) if setup.side == side]


def _only_set_up(files: Files, side: str) -> tuple[str, Path_] | None:
    """Where a side is set up, if that is one place: there the counter is missing."""
    found = [at for name in files.of(HexScenario) for at in _set_ups(files, name, side)]
    return found[0] if len(found) == 1 else None


def _passed_over(files: Files, file: str, alike: list[Counter], ids: set[str]) -> None:
    """Of alike counters a battle uses the first so many: one that is missing before another was forgotten."""
    there = [i for i, counter in enumerate(alike) if counter.id in ids]
    passed = [counter for counter in alike[: max(there, default=0)] if counter.id not in ids]
    if passed:
        at = (_set_ups(files, file, alike[0].side) or [(file, ("setup",))])[0]
        files.warn(*at, _left_out(passed))


def _left_out(counters: list[Counter]) -> str:
    shown = ", ".join(counter.id for counter in counters[:_SHOWN])
    if len(counters) == 1:
        return f"{shown} is left out: {_HOW_ONE}"
    more = f" and {len(counters) - _SHOWN} more" if len(counters) > _SHOWN else ""
    return f"{shown}{more} are left out: {_HOW_MORE}"
