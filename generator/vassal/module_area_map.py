"""A map of areas in VASSAL: the drawn sheet as a board, with a zone for each area that follows its outline.

Pieces lie where a player drops them; an area's name is told for each place within its outline, the name of a
land out of play for that, and the sea's everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.areas.sheet import AreaSheet, area_sheet
from generator.svg import Point
from generator.vassal.buildfile import Component
from generator.vassal.maps import board, box_corners, map_window, zone, zoned_grid
from generator.vassal.module_icons import icon
from generator.vassal.module_map import UNMOVE, map_parts
from modules.definition import Definition

AT_SEA = "At sea"
"""Where a piece lies that is on the sheet but on no land."""

_START_ZOOM = 0.5
_ZOOM_LEVELS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)


@dataclass(frozen=True)
class AreaPlan:
    """One map as VASSAL has it: `title` is the name of its window in saves and that of its one board; the
    sheet is `size` px, `scale` px a mm."""

    name: str
    title: str
    sheet: AreaSheet
    scale: float
    size: tuple[int, int]

    def at(self, area: str) -> tuple[int, int]:
        """The px of an area's town. Raises KeyError for an area that the map does not have."""
        return self.px(self.sheet.frame.seat(area))

    def outline(self, region: str) -> list[tuple[int, int]]:
        """The corners of an area or land in px, those that fall together once."""
        corners = [self.px(point) for point in self.sheet.frame.outlines[region]]
        return [one for one, after in pairwise([*corners, corners[0]]) if one != after]

    def px(self, point: Point) -> tuple[int, int]:
        """The px of a place of the sheet in mm, or of the nearest on the sheet."""
        width, height = self.size
        x, y = (round(part * self.scale) for part in point)
        return min(max(x, 0), width), min(max(y, 0), height)


def area_plans(definition: Definition, width_px: int) -> dict[str, AreaPlan]:
    """Every map of areas of a game, drawn `width_px` wide. Raises the errors of `areas.sheet`."""
    return {name: _plan(definition, name, width_px) for name in definition.area_maps}


def _plan(definition: Definition, name: str, width_px: int) -> AreaPlan:
    sheet = area_sheet(definition, name)
    scale = width_px / sheet.drawing.width_mm
    size = width_px, round(sheet.drawing.height_mm * scale)
    return AreaPlan(name, definition.area_maps[name].title, sheet, scale, size)


def area_component(plan: AreaPlan, image: str, *, first: bool, summary: str) -> Component:
    """The map's window; `summary` is what the stack viewer says above a stack."""
    zones = [*_zones(plan), zone(AT_SEA, box_corners(0, 0, *plan.size))]
    return map_window(
        plan.title,
        [board(plan.title, image, zoned_grid(zones))],
        _parts(plan, summary),
        zoom_levels=_ZOOM_LEVELS,
        start_zoom=_START_ZOOM,
        default_boards=[(plan.title, 0, 0)],
        launch=not first,
        buttonName=plan.title,
        icon=icon("map"),
        tooltip=f"Show or hide the map {plan.title}",
        markUnmovedHotkey=UNMOVE,
    )


def _zones(plan: AreaPlan) -> Iterator[Component]:
    area_map = plan.sheet.frame.map
    for region in plan.sheet.frame.outlines:
        found = area_map.areas.get(region) or area_map.lands[region]
        yield zone(found.name, plan.outline(region))


def _parts(plan: AreaPlan, summary: str) -> Sequence[Component]:
    """As on a map of hexes, but without a sight line."""
    return [part for part in map_parts(plan.size[0], summary) if part.name != "module.map.LOS_Thread"]
