"""Counters on hex maps, read from a save: found by their CounterId, the layers Step and of states, and by
VASSAL's own arithmetic for hexes. Those eliminated, waiting beside the map, or not yet set up are `LOST`,
`ENTERING` and `TO_SET_UP`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.position.facings import bearings_of
from generator.vassal.format.pieces import Piece
from generator.vassal.module.data import OF_SHEETS
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.forces import FORCES
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD, STEP
from generator.vassal.positions.facings import facing_of
from generator.vassal.positions.saved_position import (
    LOST,
    NEAR,
    Heap,
    LayeredReader,
    layer_levels,
    shown_markers,
)
from generator.vassal.positions.setups_hexes import ENTERING, TO_SET_UP
from modules.engine.position import PlacedCounter


@dataclass
class HexReader(LayeredReader[HexModule]):
    """Reads the saves of a game on hex maps."""

    @cached_property
    def bearings(self) -> Mapping[str, int]:
        """The bearings of the game's facings by their words."""
        return bearings_of(self.plan.definition)

    def piece(self, piece: Piece, heap: Heap) -> PlacedCounter | str | None:
        counter = self.plan.definition.counters.get(piece.markers().get("CounterId", ""))
        if counter is None:
            return None
        place = self._cup(heap) if heap.deck else self._place(piece)
        if place is None:
            return "it is in no hex or box"
        levels = layer_levels(piece)
        marks = shown_markers(self.plan.file.of_kind(counter.kind, counter.role), levels)
        faces = self.plan.file.faces(counter.kind, counter.role) and self._in_a_hex(place)
        facing = facing_of(piece, self.bearings) if faces else ""
        return PlacedCounter(counter.id, counter.side, place, levels.get(STEP, 1) == 2, marks, facing=facing)

    def lone_marker(self, piece: Piece, name: str) -> PlacedCounter | None:
        """A marker that lies in a place off the map by itself, or on a track of numbers, or in a hex where a
        counter has left it."""
        place = self._place(piece) if self.lies_apart(name) else self._box(piece)
        if not place and self.plan.tracks.names.get(name, OF_SHEETS[0]) not in OF_SHEETS:
            place = self.plan.tracks.box_at(self.board, piece.basic.x, piece.basic.y)
        return PlacedCounter("", "", place, markers=(name,)) if place else None

    def lies_apart(self, name: str) -> bool:
        return name in self.plan.file.leaves

    def _in_a_hex(self, place: str) -> bool:
        return any(place in plan.sheet.frame.grid for plan in self.plan.maps.values())

    def _cup(self, heap: Heap) -> str | None:
        return self.plan.boxes.cup(self.board, heap.deck) or None

    def _box(self, piece: Piece) -> str:
        basic = piece.basic
        return self.plan.boxes.at(self.board, basic.x, basic.y) if basic.map == BATTLEFIELD else ""

    def _place(self, piece: Piece) -> str | None:
        basic = piece.basic
        if box := self._box(piece):
            return box
        if basic.map in (DISPLAY, FORCES):
            return LOST if basic.map == DISPLAY else TO_SET_UP
        for plan in self.plan.maps.values():
            if basic.map != BATTLEFIELD or self.board not in plan.titles:
                continue
            if any(max(abs(basic.x - x), abs(basic.y - y)) <= NEAR for x, y in plan.waiting):
                return ENTERING
            left, top, right, bottom = plan.box
            hex_id = plan.placement.name(basic.x, basic.y)
            if left <= basic.x < right and top <= basic.y < bottom and hex_id in plan.sheet.frame.grid:
                self.maps[plan.map] = None
                return hex_id
        return None
