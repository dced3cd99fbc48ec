"""The pictures that a module takes as units of a build: boards of maps, charts, faces of counters, markers.

They are drawn at the resolution in which the module shows them. A chart, face or marker that either has drawn
is drawn for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from generator.building.taking import Plate, Plates, Sources, take
from generator.building.units import GUIDE, MARKER, SIGNS, Unit, units_of
from generator.counters.printed import marker, piece, side_mm
from generator.drawing.svg import MM_PER_INCH
from generator.vassal.module.names import Rendering
from modules.definition import Definition

GUIDE_TAB = "How to read a counter"
"""The tab of the charts that explains the pieces."""

_CHART_PX_PER_MM = 5.0


@dataclass(frozen=True)
class Shared:
    """Boards of maps by the name of their drawing; charts with their titles, by the title of their tab: a
    scenario's, or that of the guide; faces and markers by the name of their image."""

    sheets: Mapping[str, bytes]
    charts: Mapping[str, tuple[Plate, ...]]
    faces: Mapping[str, bytes]


def dpi_of(px_per_mm: float) -> float:
    """A resolution in as many figures as its digest tells."""
    return float(f"{px_per_mm * MM_PER_INCH:g}")


def shared_pictures(
    definition: Definition, sheets: Mapping[str, float], rendering: Rendering, sources: Sources, workers: int
) -> Shared:
    """The pictures; `sheets` gives the px a mm of each map's boards, which are PNG always.

    Raises the errors of art and drawing.
    """
    maps = {Unit("maps", name, in_play=True): dpi_of(scale) for name, scale in sheets.items()}
    charts = dict.fromkeys(units_of(definition, "charts"), dpi_of(_CHART_PX_PER_MM))
    faces = {
        replace(unit, in_play=True): _face_dpi(definition, unit, rendering)
        for unit in units_of(definition, "counters")
    }
    others = charts | faces
    if rendering.form == "png":
        taken = take(rendering.look, definition, maps | others, sources, form="png", workers=workers)
    else:
        taken = take(rendering.look, definition, maps, sources, form="png", workers=workers)
        taken |= take(rendering.look, definition, others, sources, form="svg")
    return Shared(
        {each.name: each.data for unit in maps for each in taken[unit]},
        dict(_tabs(definition, taken)),
        {rendering.image(each.name): each.data for unit in faces for each in _faces(definition, taken[unit])},
    )


def _face_dpi(definition: Definition, unit: Unit, rendering: Rendering) -> float:
    """The resolution at which a counter's side has the px of the rendering's images: a whole number where one
    gives just these px, as it can be asked of a build."""
    if unit.name.startswith(MARKER):
        each = marker(rendering.look, definition, unit.name.removeprefix(MARKER))
    else:
        each = piece(rendering.look, definition, definition.first_of_group[unit.name].id)
    inches, px = side_mm(rendering.look, each) / MM_PER_INCH, rendering.px * rendering.detail
    whole = round(px / inches)
    return float(whole) if round(inches * whole) == px else dpi_of(px / inches / MM_PER_INCH)


def _tabs(definition: Definition, taken: Plates) -> Iterator[tuple[str, tuple[Plate, ...]]]:
    """The charts of each scenario under the names that they have in all, then the guide to the pieces."""
    for name, scenario in definition.scenarios.items():
        yield (
            scenario.title,
            tuple(
                Plate(
                    each.name.removeprefix(f"{name}-"),
                    each.title.removeprefix(f"{scenario.title}: "),
                    each.data,
                )
                for each in taken[Unit("charts", name)]
            ),
        )
    guide = [each for part in (GUIDE, SIGNS) for each in taken.get(Unit("charts", part), ())]
    if guide:
        yield GUIDE_TAB, tuple(guide)


def _faces(definition: Definition, plates: tuple[Plate, ...]) -> Iterator[Plate]:
    """The faces that are shown: what was taken of a build has more."""
    for each in plates:
        counter = definition.counters.get(each.name.removesuffix("-back"))
        if counter is None or counter.steps > 1:
            yield each
