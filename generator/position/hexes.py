"""A position on a hex map: stacks in their hexes, the top counter in its place, markers as chips.

A counter takes most of its hex; the hex's id stands above it as a caption that nothing covers. Arrows lie
below the counters, so that no value is hidden, and keep off the ids of the hexes that they cross.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from itertools import pairwise
from math import dist

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Pen, Point
from generator.drawing.typeface import SANS_BOLD
from generator.maps.frame import HexFrame
from generator.maps.ids import id_at
from generator.position.faces import DrawFace, marker_face
from generator.position.facings import bearings_of
from generator.position.happenings import arrows, fights, losses
from generator.position.marks import Marks
from generator.position.scene import Scene, Spot
from generator.position.stacks import covered_chips, covered_legend, tell_covered
from generator.position.strip import Facts, Strip, draw_chip, legend, letters
from modules.definition.model import Definition
from modules.engine.hexes.board import Board
from modules.engine.position import BoardEvent, PlacedCounter

_COUNTER, _DOWN = 0.85, 0.03
"""A counter is so much of a hex wide and its middle so much below the centre (hexes)."""
_CAPTION, _CAPTION_TALL = 0.445, 0.145
"""How far above its centre the caption of a hex stands, and how tall it is (hexes)."""
_ASIDE = ((0.0, 0.13), (0.25, 0.06), (-0.25, 0.06), (0.0, 0.24), (0.28, -0.05), (-0.28, -0.05))
"""How far off the centres of empty hexes an arrow may run, the best first (hexes)."""
_STEP = 0.06
_ROOM_AROUND = 2
_SPRITE = 1.5
"""The side of the square that holds a counter with its shadow and chips, in counters."""
_MOST_CROSSES, _CROSS_STEP = 3, 0.22
_AROUND_SEAT = 0.7
_OUTLINE = 0.45
"""Half the side of the outline of a counter (hexes)."""
_CLEAR = 0.46
"""Where an arrow ends beside a counter, from its middle; half a counter is 0.425 (hexes)."""


def used_room(frame: HexFrame, places: Iterable[str], around: float = _ROOM_AROUND) -> Box:
    """The box around these hexes and those `around` them; the whole map where none is on it."""
    there = [frame.centre(place) for place in places if place in frame.grid]
    if not there:
        return frame.box
    reach, box = (around + 0.6) * frame.hex_mm, frame.box
    left = max(box.x, min(x for x, _ in there) - reach)
    top = max(box.y, min(y for _, y in there) - reach)
    right = min(box.x + box.width, max(x for x, _ in there) + reach)
    bottom = min(box.y + box.height, max(y for _, y in there) + reach)
    return Box(left, top, right - left, bottom - top)


def _chips(placed: PlacedCounter) -> Mapping[str, int]:
    """The markers that show as letters, with how many there are of each: of those by themselves the first is
    drawn as it is printed."""
    return Counter(placed.markers[1:] if placed.lone else placed.markers)


class HexScene(Scene):
    """A position on a hex map, in hexes of `hex_mm`."""

    over = False

    def __init__(
        self, look: Look, definition: Definition, map_name: str, face: DrawFace, hex_mm: float
    ) -> None:
        super().__init__(look, definition, face)
        self.board = Board(definition.maps[map_name], definition.terrain)
        self.frame = HexFrame(self.board.grid, hex_mm)
        self.room = self.frame.box
        self.size, self.around_seat = _COUNTER * hex_mm, _AROUND_SEAT * hex_mm
        self.name, self.title = f"position-{self.board.map.map}", self.board.map.title
        self._looks = Marks(definition, hex_mm)
        self._bearings = bearings_of(definition)

    def around(self, used: Iterable[str]) -> HexScene:
        return self.part(used_room(self.frame, used))

    def part(self, room: Box) -> HexScene:
        """The same of a part of the map, in mm on the whole."""
        part = copy(self)
        part.room, part.frame = room, HexFrame(self.board.grid, self.frame.hex_mm, -room.x, -room.y)
        return part

    def ground(self, canvas: Canvas) -> None:
        from generator.maps import hexmap  # heavy, and not needed where the ground is kept

        hexmap.layers(canvas, self.frame, self.board, Box(0, 0, self.room.width, self.room.height))

    # --- counters ----------------------------------------------------------------------------------

    def spots(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        return [spot for stack in self._stacks(placed) for spot in self._stack(stack, self._told(stack))]

    def stacked(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        return [spot for stack in self._stacks(placed) for spot in self._stack(stack, "")]

    def _stacks(self, placed: Sequence[PlacedCounter]) -> list[list[PlacedCounter]]:
        """The stacks on the map from the top of the sheet down."""
        places: dict[str, list[PlacedCounter]] = {}
        for each in placed:
            if each.place in self.board.grid:
                places.setdefault(each.place, []).append(each)
        return [places[place] for place in sorted(places, key=lambda h: (self.frame.centre(h)[1], h))]

    def _told(self, stack: Sequence[PlacedCounter]) -> str:
        """The letters of the states that a stack covers."""
        hidden = covered_chips(self.definition, stack)
        return " ".join(f"{chip}{count if count > 1 else ''}" for chip, count in hidden.items())

    def _stack(self, stack: Sequence[PlacedCounter], told: str) -> list[Spot]:
        """A stack in a hex, bottom first: the top counter in its place, the others looking out below it."""
        (x, y), step = self._seat(stack[0].place), _STEP * self.frame.hex_mm
        depths, below_units = range(len(stack) - 1, -1, -1), sorted(stack, key=lambda each: not each.lone)
        return [
            Spot(p, (x - d * step, y + d * step), "" if d else told)
            for d, p in zip(depths, below_units, strict=True)
        ]

    def _seat(self, place: str) -> Point:
        """The middle of a counter that lies alone in a hex."""
        x, y = self.frame.centre(place)
        return x, y + _DOWN * self.frame.hex_mm

    def extent(self, spot: Spot) -> tuple[float, float]:  # noqa: ARG002 - all are alike
        return _SPRITE * self.size, _SPRITE * self.size

    def piece(self, canvas: Canvas, spot: Spot) -> None:
        placed, size = spot.placed, self.size
        if placed.lone and placed.markers:
            symbol = marker_face(self.definition, canvas, placed.markers[0])
        else:
            symbol = self.face(canvas, placed)
        (x, y), away, turn = spot.at, 0.025 * size, self._bearings.get(placed.facing, 0)
        shadow, corner = self._about(canvas, (x + away, y + 2 * away), turn)
        ink = canvas.look.palette("map")["ink"]
        shadow.rect(*corner, size, size, radius=0.12 * size, fill=ink, fill_opacity=0.35)
        pen, corner = self._about(canvas, spot.at, turn)
        pen.use(symbol.name, *corner, size / symbol.side_mm)
        left, top = x - size / 2, y - size / 2
        for i, (marker, number) in enumerate(_chips(placed).items()):
            at = (left + 0.98 * size, top + (0.12 + 0.36 * i) * size)
            words = letters(self.definition, marker) + (str(number) if number > 1 else "")
            draw_chip(canvas, words, *at, 0.19 * size)
        for i, words in enumerate(spot.lying.split()):
            draw_chip(
                canvas, words, left + (0.06 + 0.34 * i) * size, top + 0.9 * size, 0.17 * size, dark=True
            )

    def _about(self, canvas: Canvas, middle: Point, turn: int) -> tuple[Pen, Point]:
        """A pen that is turned about the middle of a counter, and where on it the counter's upper left corner
        is; the canvas itself for one that is not turned."""
        half = self.size / 2
        if not turn:
            return canvas, (middle[0] - half, middle[1] - half)
        return canvas.move(*middle, 1.0, turn), (-half, -half)

    # --- what happened -----------------------------------------------------------------------------

    def marks(self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]) -> None:
        here = self._here(happened)
        moves, layer = arrows(here), canvas.group(id="happenings") if here else canvas
        there = {each.place for each in placed}
        for kind, side, path in moves:
            points = self._way(path, there)
            if path[-1] in there:
                points[-1] = self._beside(points[-2], points[-1])
            self._looks.arrow(layer, side, points, kind == "retreat")

    def captions(
        self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]
    ) -> None:
        here, there = self._here(happened), {each.place for each in placed}
        for place, sources in fights(here).items():
            self._looks.swords(canvas, self._attacked(place, sources), 0.26)
        for place, lost in losses(here).items():
            self._lost(canvas, place, lost, place in there)
        palette, size = canvas.look.palette("map"), self.frame.hex_mm
        tall, fonts = _CAPTION_TALL * size, canvas.fonts
        for hex_id in (place for place in self.board.grid.ids if place in there):
            (x, y), wide = self.frame.centre(hex_id), fonts.width(hex_id, SANS_BOLD, 0.9 * tall) + 0.5 * tall
            y -= _CAPTION * size
            canvas.rect(x - wide / 2, y - tall / 2, wide, tall, radius=0.3 * tall, fill=palette["halo"])
            ink = palette["id"]
            canvas.text(hex_id, x, y, 0.9 * tall, SANS_BOLD, anchor="middle", align="middle", fill=ink)

    def _here(self, happened: Sequence[BoardEvent]) -> list[BoardEvent]:
        return [each for each in happened if all(place in self.board.grid for place in each.path)]

    def _way(self, path: Sequence[str], there: Collection[str]) -> list[Point]:
        """The points of an arrow: the middles of counters, and in empty hexes beside their ids."""
        ways = [self._shifted(path, there, aside) for aside in _ASIDE]
        ids = [id_at(self.look, self.frame, self.board, place) for place in path if place not in there]
        return min(ways, key=lambda way: sum(self._crossed(way, at) for at in ids))

    def _shifted(self, path: Sequence[str], there: Collection[str], aside: Point) -> list[Point]:
        points, size = [], self.frame.hex_mm
        for place in path:
            x, y = self.frame.centre(place)
            points.append(self._seat(place) if place in there else (x + aside[0] * size, y + aside[1] * size))
        return points

    def _crossed(self, way: Sequence[Point], at: Point) -> bool:
        """Whether an arrow runs over the id whose middle is at a point."""
        size = self.frame.hex_mm
        for (ax, ay), (bx, by) in pairwise(way):
            for step in range(13):
                x, y = ax + (bx - ax) * step / 12, ay + (by - ay) * step / 12
                if abs(x - at[0]) < 0.22 * size and abs(y - at[1]) < 0.12 * size:
                    return True
        return False

    def _beside(self, start: Point, seat: Point) -> Point:
        """Where an arrow that comes from `start` meets the edge of the counter in a seat."""
        across, down = start[0] - seat[0], start[1] - seat[1]
        share = _CLEAR * self.frame.hex_mm / max(abs(across), abs(down))
        return seat[0] + share * across, seat[1] + share * down

    def _attacked(self, place: str, sources: Sequence[str]) -> Point:
        """On the side of an attacked hex from which the attack came."""
        (x, y), centres = self.frame.centre(place), [self.frame.centre(source) for source in sources]
        toward = (sum(p[0] for p in centres) / len(centres), sum(p[1] for p in centres) / len(centres))
        share = 0.5 * self.frame.hex_mm / (dist(toward, (x, y)) or self.frame.hex_mm)
        return x + share * (toward[0] - x), y + share * (toward[1] - y)

    def _lost(self, layer: Pen, place: str, lost: Sequence[BoardEvent], occupied: bool) -> None:
        """Crosses and names: in the middle of an empty hex, or left of who stands there and below him."""
        (x, y), unit, count = self._seat(place), self.frame.hex_mm, min(len(lost), _MOST_CROSSES)
        for i, each in enumerate(lost[:count]):
            aside = (i - (count - 1) / 2) * _CROSS_STEP * unit
            at = (x - 0.44 * unit, y - 0.1 * unit + aside) if occupied else (x + aside, y - 0.1 * unit)
            self._looks.cross(layer, each.side, at)
        self._looks.names(layer, lost, (x, y + (0.47 if occupied else 0.1) * unit), 0.9 * unit)

    # --- below -------------------------------------------------------------------------------------

    def strip(self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], facts: Facts) -> Strip:
        elsewhere, boxes = dict[str, list[PlacedCounter]](), self.definition.boxes
        marked = {p for each in self.definition.displays.values() if each.markers for p in each.boxes}
        for each in placed:
            told = each.lone and (each.place in marked or each.place not in boxes)  # facts say the same
            if each.place not in self.board.grid and not told:
                place = boxes[each.place].name if each.place in boxes else each.place
                elsewhere.setdefault(place, []).append(each)
        chips = legend(self.definition, (marker for each in placed for marker in _chips(each)))
        size = (self.size, self.size)
        here = [each for each in placed if each.place in self.board.grid]
        chips += [
            (f"{chip} on black", f"a covered counter: {name}")
            for chip, name in sorted(covered_legend(self.definition, here).items())
        ]
        facts = [*facts, *tell_covered(self.definition, here, self.board.grid.ids)]
        return Strip(facts, chips, self._looks.legend(happened), elsewhere, self.draw_off, size)

    # --- places ------------------------------------------------------------------------------------

    @property
    def places(self) -> Sequence[str]:
        return self.board.grid.ids

    def seat(self, place: str) -> Point | None:
        return self.frame.centre(place) if place in self.board.grid else None

    def name_seat(self, place: str, occupied: bool) -> Point:
        if not occupied:
            return id_at(self.look, self.frame, self.board, place)
        x, y = self.frame.centre(place)
        return x, y - _CAPTION * self.frame.hex_mm

    def number_seat(self, place: str, occupied: bool) -> Point:
        x, y = self.frame.centre(place)
        return (x - 0.34 * self.frame.hex_mm, y) if occupied else (x, y + 0.1 * self.frame.hex_mm)

    def outline(self, place: str) -> Box:
        (x, y), half = self._seat(place), _OUTLINE * self.frame.hex_mm
        return Box(x - half, y - half, 2 * half, 2 * half)

    def off(self, placed: PlacedCounter, x: float, y: float) -> Spot:
        return Spot(placed, (x, y))
