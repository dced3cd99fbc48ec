"""A position on a map of areas: by each town the blocks that stand there, alike ones as one with a number.

A block that the viewer knows shows its face and its strength on a chip; of others there is one blank of their
side with how many they are. So no picture tells two blocks apart that look alike, nor one from yesterday's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from generator.areas.frame import AreaFrame
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Point
from generator.position.faces import DrawFace
from generator.position.happenings import arrows
from generator.position.marks import Marks
from generator.position.scene import Scene, Spot
from generator.position.strip import Facts, Strip, draw_chip
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter

_BLOCK_MM = 11.0
_APART, _BELOW = 1.22, 0.95
"""From one block to the next, and from the town to the first row (blocks)."""
_ROW = 4
_CHIP = 0.24
_EXTENT = 1.6
_AROUND_MM = 48.0
_ARROW_MM = 22.0
_AROUND_SEAT_MM = 20.0
_NAME_ABOVE_MM = 4.5


class AreaScene(Scene):
    """A position on a map of areas, in the size of its sheet."""

    over = False

    def __init__(self, look: Look, definition: Definition, map_name: str, face: DrawFace) -> None:
        super().__init__(look, definition, face)
        self.map = definition.area_maps[map_name]
        paper = self.map.paper
        self.room = Box(0, 0, paper.width - 2 * paper.margin, paper.height - 2 * paper.margin)
        self.frame = AreaFrame(self.map, self.room)
        self.name, self.title = f"position-{map_name}", self.map.title
        self._looks, self._corner = Marks(definition, _ARROW_MM), (0.0, 0.0)

    def used(self, places: Iterable[str]) -> Box:
        """The box around these areas; the whole map where none of them is on it."""
        there = [self.frame.seat(place) for place in places if place in self.map.areas]
        if not there:
            return self.room
        left = max(0.0, min(x for x, _ in there) - _AROUND_MM)
        top = max(0.0, min(y for _, y in there) - _AROUND_MM)
        right = min(self.room.width, max(x for x, _ in there) + _AROUND_MM)
        low = min(self.room.height, max(y for _, y in there) + _AROUND_MM)
        return Box(left, top, right - left, low - top)

    def around(self, used: Iterable[str]) -> AreaScene:
        return self.part(self.used(used))

    def part(self, room: Box) -> AreaScene:
        """The same of a part of the map, in mm on the whole."""
        part = copy(self)
        part.room, part._corner = room, (room.x, room.y)
        return part

    def ground(self, canvas: Canvas) -> None:
        from generator.areas.placing import labels  # heavy, and not needed where the ground is kept
        from generator.sheets.areas import draw_map

        left, top = self._corner
        draw_map(canvas.move(-left, -top), self.definition, self.frame, labels(canvas.look, self.frame))

    # --- blocks ------------------------------------------------------------------------------------

    def spots(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        """Row by row below each town, a side after the other."""
        found = []
        for area in self.map.areas:
            heaps = self._heaps(each for each in placed if each.place == area)
            seats = self._heap_seats(area, len(heaps))
            found += [Spot(heap[0], at, str(len(heap))) for heap, at in zip(heaps, seats, strict=True)]
        return found

    def stacked(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        found = []
        for area in self.map.areas:
            heaps = self._heaps(each for each in placed if each.place == area)
            for heap, at in zip(heaps, self._heap_seats(area, len(heaps)), strict=True):
                found += [Spot(each, at) for each in heap]
        return found

    def _heap_seats(self, area: str, count: int) -> list[Point]:
        """Where the middles of so many heaps lie."""
        (x, y), found = self._seat(area), list[Point]()
        for down, first in enumerate(range(0, count, _ROW)):
            wide = min(_ROW, count - first)
            found += [
                (
                    x + (across - (wide - 1) / 2) * _APART * _BLOCK_MM,
                    y + (_BELOW + down * _APART) * _BLOCK_MM,
                )
                for across in range(wide)
            ]
        return found

    def _heaps(self, placed: Iterable[PlacedCounter]) -> list[list[PlacedCounter]]:
        """Blocks that look alike together; those that are known first."""
        alike: dict[tuple[object, ...], list[PlacedCounter]] = {}
        for each in placed:
            like = (each.side, not each.counter, self._kind(each), each.steps_lost)
            alike.setdefault(like, []).append(each)
        return [alike[like] for like in sorted(alike, key=str)]

    def _kind(self, placed: PlacedCounter) -> str:
        counter = self.definition.counters.get(placed.counter)
        return "" if counter is None else f"{counter.nation} {counter.kind}"

    def _seat(self, area: str) -> Point:
        (x, y), (left, top) = self.frame.seat(area), self._corner
        return x - left, y - top

    def extent(self, spot: Spot) -> tuple[float, float]:  # noqa: ARG002 - all are alike
        return _EXTENT * _BLOCK_MM, _EXTENT * _BLOCK_MM

    def piece(self, canvas: Canvas, spot: Spot) -> None:
        (x, y), size, symbol = spot.at, _BLOCK_MM, self.face(canvas, spot.placed)
        left, top = x - size / 2, y - size / 2
        shadow, ink = (left + 0.03 * size, top + 0.05 * size), canvas.look.palette("map")["ink"]
        canvas.rect(*shadow, size, size, radius=0.12 * size, fill=ink, fill_opacity=0.35)
        canvas.use(symbol.name, left, top, size / symbol.side_mm)
        if strength := self._strength(spot.placed):
            draw_chip(canvas, strength, left + size, top + 0.1 * size, _CHIP * size)
        if spot.lying not in ("", "1"):
            draw_chip(canvas, f"×{spot.lying}", left + 0.5 * size, top + size, 1.2 * _CHIP * size)

    def _strength(self, placed: PlacedCounter) -> str:
        counter = self.definition.counters.get(placed.counter)
        strengths = () if counter is None else counter.strengths
        return str(strengths[placed.steps_lost]) if strengths else ""

    # --- what happened, and the strip below --------------------------------------------------------

    def marks(self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]) -> None:  # noqa: ARG002
        """Moves: arrows from town to town."""
        here = [each for each in happened if all(place in self.map.areas for place in each.path)]
        for kind, side, path in arrows(here):
            self._looks.arrow(canvas, side, [self._seat(place) for place in path], kind == "retreat")

    def strip(self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], facts: Facts) -> Strip:
        elsewhere: dict[str, list[PlacedCounter]] = {}
        boxes = self.definition.boxes
        order = [*boxes]
        for each in sorted(placed, key=lambda each: order.index(each.place) if each.place in boxes else -1):
            if each.place not in self.map.areas:
                place = boxes[each.place].name if each.place in boxes else each.place
                elsewhere.setdefault(place, []).append(each)
        size = (1.2 * _BLOCK_MM, 1.2 * _BLOCK_MM)
        return Strip(facts, (), self._looks.legend(happened), elsewhere, self.draw_off, size)

    # --- places ------------------------------------------------------------------------------------

    around_seat, joins_labels = _AROUND_SEAT_MM, True

    @property
    def places(self) -> Sequence[str]:
        return tuple(self.map.areas)

    def seat(self, place: str) -> Point | None:
        return self._seat(place) if place in self.map.areas else None

    def place_name(self, place: str) -> str:
        return self.map.areas[place].name

    def name_seat(self, place: str, occupied: bool) -> Point:  # noqa: ARG002 - blocks stand below
        x, y = self._seat(place)
        return x, y - _NAME_ABOVE_MM

    def number_seat(self, place: str, occupied: bool) -> Point:  # noqa: ARG002 - as for the name
        x, y = self._seat(place)
        return x - _NAME_ABOVE_MM, y

    def outline(self, place: str) -> Box:
        (x, y), wide = self._seat(place), _ROW * _APART * _BLOCK_MM
        return Box(x - wide / 2, y + (_BELOW - 0.6) * _BLOCK_MM, wide, 1.3 * _BLOCK_MM)

    def off(self, placed: PlacedCounter, x: float, y: float) -> Spot:
        return Spot(placed, (x, y))
