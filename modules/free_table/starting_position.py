"""Where the counters of a scenario lie before the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from modules.definition import Definition
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.formats.scenarios import SetUp as HexSetUp
from modules.free_table.state import ENTERING, RESERVE, Face, TableState


def lay_out(definition: Definition, scenario: Scenario, state: TableState) -> None:
    """Lay every counter of a game where the scenario says, and those of which it says nothing in reserve."""
    placed = dict(_placed(definition, scenario))
    for counter, place in placed.items():
        state.put(counter, place)
    for counter in definition.counters:
        if counter not in placed:
            state.put(counter, RESERVE)
    if isinstance(scenario, HexScenario):
        for setup in scenario.setup:
            _turn_to_front(definition, setup, state)


def _turn_to_front(definition: Definition, setup: HexSetUp, state: TableState) -> None:
    if setup.facing is not None and definition.game.facing is not None:
        for counter in setup.at:
            state.show(counter, Face(toward=setup.facing))


def _placed(definition: Definition, scenario: Scenario) -> Iterator[tuple[str, str]]:
    if isinstance(scenario, HexScenario):
        for setup in scenario.setup:
            yield from setup.at.items()
            for box, counters in setup.boxes.items():
                yield from ((counter, box) for counter in counters)
        for entry in scenario.entries:
            yield from ((counter, ENTERING) for counter in entry.counters)
    elif isinstance(scenario, AreaScenario):
        yield from _mustered(definition, scenario)
    elif isinstance(scenario, CardScenario):
        spares = _Spares(definition)
        for force in scenario.forces:
            yield from ((counter, RESERVE) for counter in spares.take(force.counters))


def _mustered(definition: Definition, scenario: AreaScenario) -> Iterator[tuple[str, str]]:
    """Alike counters are taken in their order: the first go where the scenario first names them."""
    spares = _Spares(definition)
    for setup in scenario.setup:
        for area, muster in setup.at.items():
            yield from ((counter, area) for counter in spares.take(muster))
        for muster, place in ((setup.anywhere, RESERVE), (setup.off_board, ENTERING), (setup.pool, RESERVE)):
            yield from ((counter, place) for counter in spares.take(muster))


class _Spares:
    """The counters of each entry that nobody has taken yet."""

    def __init__(self, definition: Definition) -> None:
        self._left: dict[str, list[str]] = {}
        for counter in definition.counters.values():
            self._left.setdefault(counter.group, []).append(counter.id)

    def take(self, muster: Mapping[str, int]) -> Iterator[str]:
        """So many of each entry, or as many as are left."""
        for group, count in muster.items():
            taken, self._left[group] = self._left[group][:count], self._left[group][count:]
            yield from taken
