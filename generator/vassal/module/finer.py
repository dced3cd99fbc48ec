"""A module at high resolution: its boards and pieces have twice the px, and what VASSAL itself counts in px
goes with them, so that all looks as at screen resolution, and is sharp when zoomed in.

VASSAL 3.7 shows no board at less than its own px (`Board.magnification` is no attribute). But its Module
Manager cuts every large picture at 1, 1/2, 1/4 ... of its size and takes what a zoom needs, so that a board
at high resolution is one at screen resolution, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from generator.vassal.format.buildfile import Component
from generator.vassal.format.codec import join_or_empty, split_or_empty
from generator.vassal.format.components import component_table
from generator.vassal.module.names import Rendering

_SPACES = ("exSepX", "exSepY", "unexSepX", "unexSepY")
_PX: Mapping[str, tuple[str, ...]] = {
    "module.map.StackMetrics": _SPACES,
    "module.map.HandMetrics": _SPACES,
    "module.map.LOS_Thread": ("losThickness",),
    "module.map.HighlightLastMoved": ("thickness",),
    "module.Map": ("thickness",),
    "module.PlayerHand": ("thickness",),
}
_ZOOMS: Mapping[str, tuple[str, ...]] = {
    "module.map.Zoomer": ("zoomLevels",),
    "module.map.CounterDetailViewer": ("zoomlevel", "graphicsZoom"),
    "module.PieceWindow": ("scale",),
}
"""Attributes that count px of a map, and those that tell how large px are shown."""


def finer(part: Component, rendering: Rendering) -> Component:
    """The component, and all below it, for pieces and boards of a rendering."""
    if rendering.unit == 1:
        return part
    attributes = dict(part.attributes)
    for name in _PX.get(part.name, ()):
        attributes[name] = _changed(part, name, lambda px: str(round(px * rendering.unit)))
    for name in _ZOOMS.get(part.name, ()):
        attributes[name] = _changed(part, name, lambda zoom: f"{zoom / rendering.unit:g}")
    return replace(
        part, attributes=attributes, children=tuple(finer(each, rendering) for each in part.children)
    )


def _changed(part: Component, name: str, change: Callable[[float], str]) -> str:
    """An attribute with each of its numbers changed, VASSAL's own where it has none."""
    default = component_table()[part.name].attributes[name].default
    values = split_or_empty(part.attributes.get(name, default or ""), ",")
    return join_or_empty([change(float(value)) for value in values], ",")
