"""The parts of a map that a mail shows: at most two crops of the action in large counters, and an overview.

A phone shows a mail's picture 390 px wide. Pictures are drawn in twice that; a counter is at least 80 px wide
in a crop. The ground of an overview is drawn in half the resolution, for it would weigh the most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, floor

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import MM_PER_INCH, Point
from generator.position.areas import AreaScene
from generator.position.faces import counter_face
from generator.position.happenings import places
from generator.position.hexes import HexScene
from generator.position.offer import Offer
from generator.position.scene import Scene
from generator.position.windows import best_window, box_around, fit_inside
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, HappeningKind, PlacedCounter

WIDTH = 780
"""The width of a picture in px: twice that of a phone."""
HEX_MM = 14.0
_HEX_SCALE, _AREA_SCALE = 96 / HEX_MM, 7.3
"""Px to a mm in crops: a counter is 81 px wide, a block 80."""
_OVERVIEWS = (1.0, 0.75, 0.54, 0.44, 0.35, 0.29, 0.25, 0.21, 0.167, 0.125, 0.1, 0.0833)
"""The sizes of overviews as shares of a crop's: few, so that their ground is seldom drawn anew."""
_WHOLE_HEIGHT = 900
"""What fits into so many px in a crop's size needs no overview."""
_LEAST_HEIGHT = 300
_LEAST_SHAPE = 0.7
"""An overview is at least so wide for its height: else it tells little of where it lies."""
_COARSE = 2
_STRIP_CELL_MM = 16.0
_EVENT_WEIGHT: dict[HappeningKind, float] = {"lost": 6, "fought": 6, "retreat": 4, "move": 2}
_NUMBER_WEIGHT, _OFFER_WEIGHT, _USED_WEIGHT = 60.0, 120.0, 0.05
_MOST_LEFT = 0.2
"""A second crop is worth its bytes if the first leaves out more than this share of the action."""


@dataclass(frozen=True)
class Space:
    """How many crops there are at most, and how tall a crop and an overview may be, in px."""

    crops: int
    crop: int
    overview: int


@dataclass(frozen=True)
class Panel:
    """A part of a map at a resolution, from `corner` (px) of the whole on.

    `coarse`: a pixel of the ground is so many px wide. `is_overview`: it shows all that is in use, in any
    size; `frames`: the crops beside it, in mm on the whole map.
    """

    whole: Scene
    part: Scene
    corner: tuple[int, int]
    dpi: float
    coarse: int = 1
    is_overview: bool = False
    frames: tuple[Box, ...] = ()

    def px(self, mm: float) -> int:
        """A length in px."""
        return round(mm * self.dpi / MM_PER_INCH)

    def mm(self, px: float) -> float:
        """A length in mm."""
        return px * MM_PER_INCH / self.dpi

    def shows(self, place: str) -> bool:
        """Whether all of a place is in the picture, with what stands there, but for a pixel of its ground at
        the edge."""
        seat = self.whole.seat(place)
        if seat is None:
            return False
        shown, room, reach = self.part.room, self.whole.room, self.whole.around_seat
        pixel = self.mm(self.coarse) + 1e-6
        left, top = max(seat[0] - reach, room.x), max(seat[1] - reach, room.y)
        right = min(seat[0] + reach, room.x + room.width)
        low = min(seat[1] + reach, room.y + room.height)
        return (
            left >= shown.x - pixel and right <= shown.x + shown.width + pixel
            and top >= shown.y - pixel and low <= shown.y + shown.height + pixel
        )  # fmt: skip


def strip_panel(look: Look, definition: Definition, panel: Panel) -> Panel:
    """The scene by which the strip below is drawn, in the size of crops."""
    scale, whole = _HEX_SCALE, panel.whole
    if isinstance(whole, AreaScene):
        scale = _AREA_SCALE
    elif not isinstance(whole, HexScene):
        from generator.position.squares import SquareScene  # heavy, and not needed for maps

        name = next(name for name, board in definition.boards.items() if board.title == whole.title)
        whole = SquareScene(look, definition, name, partial(counter_face, definition), _STRIP_CELL_MM)
    return Panel(whole, whole, (0, 0), scale * MM_PER_INCH)


def make_panels(
    look: Look,
    definition: Definition,
    map_name: str,
    placed: Sequence[PlacedCounter],
    happened: Sequence[BoardEvent],
    offer: Offer,
    space: Space,
) -> list[Panel]:
    """The crops, from the most important one on, then the overview if they do not show all; of a board of
    squares all of it."""
    face = partial(counter_face, definition)
    if map_name in definition.boards:
        from generator.position.squares import CELL_WIDTH, SquareScene  # heavy, and not needed for maps

        board = SquareScene(look, definition, map_name, face, CELL_WIDTH)
        return [Panel(board, board, (0, 0), WIDTH / board.room.width * MM_PER_INCH)]
    if map_name in definition.area_maps:
        return _Planner(AreaScene(look, definition, map_name, face), _AREA_SCALE, space).plan(
            placed, happened, offer
        )
    return _Planner(HexScene(look, definition, map_name, face, HEX_MM), _HEX_SCALE, space).plan(
        placed, happened, offer
    )


class _Planner:
    """Chooses the parts of one map."""

    def __init__(self, whole: HexScene | AreaScene, scale: float, space: Space) -> None:
        self._whole, self._scale, self._space = whole, scale, space

    def plan(
        self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], offer: Offer
    ) -> list[Panel]:
        weights = self._weigh(placed, happened, offer)
        if not weights:
            return [self._overview(self._whole.room, ())]
        used = fit_inside(box_around([*weights], self._reach), self._whole.room, (0, 0))
        if used.width * self._scale <= WIDTH and used.height * self._scale <= _WHOLE_HEIGHT:
            return [self._crop([*weights], _WHOLE_HEIGHT)]
        named = {*offer.shown, *places(happened)}
        crops = [] if self._is_elsewhere(placed, named) else self._crops(weights, named)
        frames = tuple(panel.part.room for panel in crops)
        return [*crops, self._overview(used, frames)]

    def _is_elsewhere(self, placed: Sequence[PlacedCounter], named: Collection[str]) -> bool:
        """Whether nothing happens on the map while counters lie beside it, as in a battle on a display."""
        beside = any(self._whole.seat(each.place) is None and each.counter for each in placed)
        return beside and all(self._whole.seat(place) is None for place in named)

    @property
    def _reach(self) -> float:
        return self._whole.around_seat

    def _weigh(
        self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], offer: Offer
    ) -> Mapping[Point, float]:
        """How much each place on the map matters: what is on offer the most, then what has happened."""
        weights = {at: _USED_WEIGHT * count for at, count in Counter(p.place for p in placed).items()}
        shares = [(at, _EVENT_WEIGHT[it.kind] / len(it.path)) for it in happened for at in it.path]
        shares += [(at, _NUMBER_WEIGHT) for _, at in offer.numbers]
        for offered in (offer.units, offer.places):
            shares += [(at, _OFFER_WEIGHT / len(offered)) for at in offered]
        for place, share in shares:
            weights[place] = weights.get(place, 0.0) + share
        seats = {place: self._whole.seat(place) for place in sorted(weights)}
        return {seat: weights[place] for place, seat in seats.items() if seat is not None}

    def _crops(self, weights: Mapping[Point, float], named: Collection[str]) -> list[Panel]:
        """The windows that show the most; a second one for what was `named`, not for what only stands."""
        wide, tall = (px / self._scale - 2 * self._reach for px in (WIDTH, self._space.crop))
        seats = {self._whole.seat(place) for place in named}
        action = {seat: weight for seat, weight in weights.items() if seat in seats}
        left, found = dict(weights), list[Panel]()
        while left and len(found) < self._space.crops:
            covered = best_window(left, wide, tall)
            if found and sum(left.values()) <= _MOST_LEFT * sum(action.values()):
                break
            found.append(self._crop(covered, self._space.crop))
            left = {p: weight for p, weight in left.items() if p in action and p not in covered}
        return found

    def _crop(self, covered: list[Point], tall: int) -> Panel:
        least = WIDTH / self._scale, min(_LEAST_HEIGHT, tall) / self._scale
        return self._panel(fit_inside(box_around(covered, self._reach), self._whole.room, least), 1, 1)

    def _overview(self, used: Box, frames: tuple[Box, ...]) -> Panel:
        box = fit_inside(used, self._whole.room, (_LEAST_SHAPE * used.height, 0))
        share = next((share for share in _OVERVIEWS if self._fits(box, share)), _OVERVIEWS[-1])
        return replace(self._panel(box, share, _COARSE), is_overview=True, frames=frames)

    def _fits(self, box: Box, share: float) -> bool:
        scale = share * self._scale
        return box.width * scale <= WIDTH and box.height * scale <= self._space.overview

    def _panel(self, box: Box, share: float, coarse: int) -> Panel:
        """A part of the map in whole px of its ground."""
        scale, room = share * self._scale / coarse, self._whole.room
        left, top = floor(box.x * scale + 1e-6), floor(box.y * scale + 1e-6)
        right = min(
            ceil((box.x + box.width) * scale - 1e-6), floor(room.width * scale), left + WIDTH // coarse
        )
        low = min(ceil((box.y + box.height) * scale - 1e-6), floor(room.height * scale))
        part = self._whole.part(Box(*(px / scale for px in (left, top, right - left, low - top))))
        return Panel(self._whole, part, (left * coarse, top * coarse), scale * coarse * MM_PER_INCH, coarse)
