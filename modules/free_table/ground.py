"""The places of a free table: those of its map, the boxes beside it, and the three that every table has."""

from __future__ import annotations

from dataclasses import dataclass

from modules.definition import Definition
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.definition.places import hex_grid
from modules.engine.square_board import Squares
from modules.free_table.state import BESIDE


@dataclass(frozen=True, slots=True)
class Ground:
    """What a scenario is played on: the `name` of its map, the places on it, the boxes beside it, the places
    by the names that the map prints, and those that are on no sheet (`beside`)."""

    name: str
    on_map: frozenset[str]
    boxes: frozenset[str]
    names: dict[str, str]
    beside: tuple[str, ...] = BESIDE

    @property
    def places(self) -> frozenset[str]:
        """All places."""
        return self.on_map | self.boxes | frozenset(self.beside)


def ground_of(definition: Definition, scenario: Scenario) -> Ground:
    """The ground of a scenario."""
    boxes = frozenset(definition.boxes)
    if isinstance(scenario, HexScenario):
        grid = hex_grid(definition.maps[scenario.map].grid)
        return Ground(scenario.map, frozenset(grid.ids), boxes, {})
    if isinstance(scenario, CardScenario):
        squares = Squares(definition.boards[scenario.board])
        return Ground(scenario.board, frozenset(squares.ids), boxes, {})
    assert isinstance(scenario, AreaScenario)  # noqa: S101 - there is no fourth kind
    areas = definition.area_maps[scenario.area_map].areas
    return Ground(
        scenario.area_map, frozenset(areas), boxes, {entry.name: code for code, entry in areas.items()}
    )
