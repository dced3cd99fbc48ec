"""Blocks on maps of areas, read from a save: in the area in whose outline they lie, with the steps that they
lost by how they are turned, standing or laid open. It undoes what `setups_areas` writes."""

from __future__ import annotations

from dataclasses import dataclass

from generator.vassal.format.pieces import Piece
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.blocks import EDGES, STRENGTH
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.forces import FORCES
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.positions.saved_position import (
    Heap,
    LayeredReader,
    facing,
    layer_levels,
    masked_by,
    shown_markers,
)
from generator.vassal.positions.setups_areas import LOST, WAITING
from modules.amounts import count_noun
from modules.engine.position import PlacedCounter

_OFF_MAP = {DISPLAY: LOST, FORCES: WAITING}


@dataclass
class AreaReader(LayeredReader[AreaModule]):
    """Reads the saves of a game of blocks."""

    def piece(self, piece: Piece, heap: Heap) -> PlacedCounter | str | None:  # noqa: ARG002 - no decks here
        counter = self.plan.definition.counters.get(piece.markers().get("CounterId", ""))
        if counter is None:
            return self._unknown(piece)
        lost = -facing(piece, STRENGTH) % EDGES
        if lost >= len(counter.strengths):
            return (
                f"it is turned {count_noun(lost, 'step')} to the left but has only {len(counter.strengths)}"
            )
        place, why = self._place(piece)
        marks = shown_markers(self.plan.file.of_kind(counter.kind, counter.role), layer_levels(piece))
        stands = bool(masked_by(piece))
        return why or PlacedCounter(counter.id, counter.side, place, False, marks, stands, steps_lost=lost)

    def _unknown(self, piece: Piece) -> PlacedCounter | str | None:
        """A block of which a file tells the side alone; None for what is no block."""
        side = piece.markers().get("UnknownOf", "")
        if side not in self.plan.definition.game.sides:
            return None
        place, why = self._place(piece)
        return why or PlacedCounter("", side, place, face_down=True)

    def lone_marker(self, piece: Piece, name: str) -> PlacedCounter | None:
        """A marker in its box of the forces."""
        basic = piece.basic
        place = self.plan.forces.marker_at((basic.x, basic.y)) if basic.map == FORCES else ""
        return PlacedCounter("", "", place, markers=(name,)) if place else None

    def _place(self, piece: Piece) -> tuple[str, str]:
        """The place of a piece; of one that has none, why."""
        basic = piece.basic
        if basic.map in _OFF_MAP:
            return _OFF_MAP[basic.map], ""
        for battle in self.plan.battles.values():
            if basic.map == battle.title:
                place = battle.place_at(basic.x, basic.y)
                return place, "" if place else f"it is beside the boxes of {battle.title}"
        plan = next((each for each in self.plan.maps.values() if each.title == self.board), None)
        if plan is None or basic.map != BATTLEFIELD:
            return "", "it is on no map"
        region = plan.region((basic.x, basic.y))
        if region not in plan.sheet.frame.map.areas:
            land = plan.sheet.frame.map.lands.get(region)
            return "", "it is at sea" if land is None else f"it is in {land.name}, which is out of play"
        self.maps[plan.name] = None
        return region, ""
