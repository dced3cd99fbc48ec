"""A map of areas in VASSAL: the drawn sheet as a board, with a zone for each area that follows its outline.

Pieces lie where a player drops them; an area's name is told for each place within its outline, the name of a
land out of play for that, and the sea's everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot

from generator.drawing.art import Look
from generator.drawing.svg import Point
from generator.sheets.areas import AreaSheet, area_sheet
from generator.vassal.format.buildfile import Component
from generator.vassal.format.maps import board, box_corners, zone, zoned_grid
from generator.vassal.module.hex_map import map_parts
from generator.vassal.module.names import Rendering
from modules.definition import Definition
from modules.geometry.outline import holds

AT_SEA = "At sea"
"""Where a piece lies that is on the sheet but on no land."""

START_ZOOM = 0.5
_CLEAR = 4
"""px: how fine a place beside a town is sought, and how far from a border it must lie."""
ZOOM_LEVELS = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)


@dataclass(frozen=True)
class AreaPlan:
    """One map as VASSAL has it: `title` is the name of its board in saves; the
    sheet is `size` px, `scale` px a mm."""

    name: str
    title: str
    sheet: AreaSheet
    scale: float
    size: tuple[int, int]

    def at(self, area: str) -> tuple[int, int]:
        """The px of an area's town. Raises KeyError for an area that the map does not have."""
        return self.px(self.sheet.frame.seat(area))

    def beside(self, area: str, aside: int) -> tuple[int, int]:
        """The px of an area, clear of its border, that is nearest to `aside` px to the right of its town.
        Raises KeyError for an area that the map does not have."""
        if (area, aside) not in self._beside:
            self._beside[area, aside] = self._sought(area, aside)
        return self._beside[area, aside]

    @cached_property
    def _beside(self) -> dict[tuple[str, int], tuple[int, int]]:
        """What was sought once: every save asks for the same places."""
        return {}

    def _sought(self, area: str, aside: int) -> tuple[int, int]:
        x, y = self.at(area)
        wanted = (x + aside, y)
        steps = range(-abs(aside) - _CLEAR, abs(aside) + _CLEAR + 1, _CLEAR)
        near = ((x + aside + right, y + down) for right in steps for down in steps)
        ordered = sorted(near, key=lambda at: (hypot(at[0] - wanted[0], at[1] - wanted[1]), at))
        return next((at for at in (wanted, *ordered) if self._clear(area, at)), (x, y))

    def _clear(self, area: str, at: tuple[int, int]) -> bool:
        x, y = at
        corners = [(x + right, y + down) for right in (-_CLEAR, _CLEAR) for down in (-_CLEAR, _CLEAR)]
        return all(holds(self.outlines[area], corner) for corner in (at, *corners))

    def region(self, at: tuple[int, int]) -> str:
        """The area or land of a px, the first as in VASSAL; empty for the sea."""
        return next((name for name, corners in self.outlines.items() if holds(corners, at)), "")

    @cached_property
    def outlines(self) -> dict[str, list[tuple[int, int]]]:
        """The corners of each area and land in px, those that fall together once."""
        found = {}
        for region, outline in self.sheet.frame.outlines.items():
            corners = [self.px(point) for point in outline]
            found[region] = [one for one, after in pairwise([*corners, corners[0]]) if one != after]
        return found

    @property
    def spots(self) -> dict[str, tuple[int, int]]:
        """The px of the boxes of the sheet's tracks, by what they are for, as in "turn 3"."""
        return {of: self.px(place) for of, place in self.sheet.spots.items()}

    def px(self, point: Point) -> tuple[int, int]:
        """The px of a place of the sheet in mm, or of the nearest on the sheet."""
        width, height = self.size
        x, y = (round(part * self.scale) for part in point)
        return min(max(x, 0), width), min(max(y, 0), height)


def area_plans(look: Look, definition: Definition, width_px: int) -> dict[str, AreaPlan]:
    """Every map of areas of a game, drawn `width_px` wide. Raises the errors of `sheets.areas`."""
    return {name: _plan(look, definition, name, width_px) for name in definition.area_maps}


def _plan(look: Look, definition: Definition, name: str, width_px: int) -> AreaPlan:
    sheet = area_sheet(look, definition, name)
    scale = width_px / sheet.size[0]
    size = width_px, round(sheet.size[1] * scale)
    return AreaPlan(name, definition.area_maps[name].title, sheet, scale, size)


def area_board(plan: AreaPlan, image: str, boxes: Iterable[Component]) -> Component:
    """The map as a board; `boxes` are zones of its tracks."""
    zones = [*boxes, *_zones(plan), zone(AT_SEA, box_corners(0, 0, *plan.size))]
    return board(plan.title, image, zoned_grid(zones))


def _zones(plan: AreaPlan) -> Iterator[Component]:
    area_map = plan.sheet.frame.map
    for region, corners in plan.outlines.items():
        found = area_map.areas.get(region) or area_map.lands[region]
        yield zone(found.name, corners)


def area_parts(width: int, summary: str, rendering: Rendering) -> Sequence[Component]:
    """As on a map of hexes, but without a sight line."""
    return [part for part in map_parts(width, summary, rendering) if part.name != "module.map.LOS_Thread"]
