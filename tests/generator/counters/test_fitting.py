"""Counters of a battle line stand apart, on paper and in a module; `check` tells where they cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.checking.faults import faults_of
from generator.counters.fitting import widest_counter
from generator.counters.printed import pieces, side_mm, size_within
from generator.kit import sections
from generator.maps.frame import HexFrame
from generator.new_game.start import start_game
from generator.sheets.hexes import hex_size
from generator.vassal.format.errors import GeometryError
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import Sizes, plan_module
from modules import library
from modules.definition import Definition, load
from modules.definition.places import hex_grid
from modules.geometry.hexgrid import HexGrid

Line = list[tuple[float, float]]


def started(folder: Path) -> Definition:
    start_game(folder)
    return load(folder)


@pytest.fixture(scope="module", params=["three_battles", "mine"])
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Definition:
    if request.param == "mine":
        return started(tmp_path_factory.mktemp("new") / "mine")
    return library.definition(request.param)


def pairs(grid: HexGrid) -> Iterator[tuple[str, str]]:
    return ((one, other) for one in grid.ids for other in grid.neighbours(one))


def apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    """The side of the largest squares about two middles that do not overlap."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def test_printed_counters_stand_apart_on_every_printed_map(game: Definition) -> None:
    limit = sections.widest_counter(game)
    widest = max(
        side_mm(TAPESTRY, each, size_within(TAPESTRY, each, limit)) for each in pieces(TAPESTRY, game)
    )
    for name, each in game.maps.items():
        grid = hex_grid(each.grid)
        frame = HexFrame(grid, hex_size(game, name))
        least = min(apart(frame.centre(a), frame.centre(b)) for a, b in pairs(grid))
        assert least - widest > 0.8, f"{name}: {least - widest:.2f} mm between counters"


@pytest.mark.parametrize("sizes", [Sizes(), Sizes(resolution="high")])
def test_counters_of_a_module_stand_apart(game: Definition, sizes: Sizes) -> None:
    plan = plan_module(game, sizes)
    assert isinstance(plan, HexModule)
    for each in plan.maps.values():
        least = min(apart(each.at(a), each.at(b)) for a, b in pairs(each.sheet.frame.grid))
        assert least - plan.rendering.px >= 4 * plan.rendering.unit, (
            f"{each.name}: {least} px for {plan.rendering.px}"
        )


def test_a_module_of_overlapping_counters_is_not_planned(game: Definition) -> None:
    with pytest.raises(GeometryError, match="counters of 62 px on hexes of 70 px"):
        plan_module(game, Sizes(hex=70, counter=62))


def test_check_tells_hexes_that_are_too_small(tmp_path: Path) -> None:
    game = started(tmp_path / "mine")
    assert not game.sheets
    sheet = game.folder / "sheets" / "mill.yaml"
    sheet.parent.mkdir()
    for hex_mm, faulty in (("14.7mm", True), ("14.8mm", False)):
        sheet.write_text(f"map: mill\nhex: {hex_mm}\nlayout:\n  across: [map, {{down: [title, turns]}}]\n")
        told = [str(fault) for fault in faults_of(game.folder)]
        assert told == (
            [
                "sheets/mill.yaml:2:1: hexes of 14.7 mm are too small for counters of 12.7 mm, the smallest "
                "there are: side by side they would overlap; give at least 14.8 mm"
            ]
            if faulty
            else []
        )


@pytest.mark.parametrize("flat", [12.0, 16.0, 70.0])
def test_the_widest_counter_leaves_a_gap_between_columns(flat: float) -> None:
    assert widest_counter(flat) < flat * 3**0.5 / 2
