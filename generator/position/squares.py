"""A position on a board of squares: cards small in their squares, leaders behind them, cubes on cards.

What happened lies on the cards, which fill their squares, in lines that keep clear of the numbers.

A card whose identity the viewer may not know is the back of its side's pack, and nothing in the picture tells
it from another. One that he knows, though it lies face down, is its face with a folded corner and hatching.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import dist

from generator.boards.frame import SquareFrame
from generator.boards.ground import broken_spot, draw_ground, leader_spot
from generator.boards.sheet import SIDE, draw_margins
from generator.cards import CardPiece, back_symbol, card_pieces, card_symbol, decks, unit_deck
from generator.counters.blazon import sign_of
from generator.counters.printed import figure_called
from generator.drawing.art import Look, marker_look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.marks import rounded
from generator.drawing.svg import Canvas, Pen, Point, path_data
from generator.position.faces import DrawFace
from generator.position.happenings import arrows, fights, losses
from generator.position.marks import Marks
from generator.position.scene import Scene, Spot
from generator.position.strip import DrawSign, Facts, Strip, draw_chip, letters
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter

CELL_WIDTH = 46.0
"""The width of a square in mm: a board of six columns is then readable on a screen at 100 dpi."""

_TALL = 74 / 96
_FOLD = 0.3
_CUBE = 0.26
_ARROW = 0.2
_MARGIN = 2.0
_FACE_DOWN = "lies face down"
_PAWN, _LARGE_PAWN, _MARKERS = "pawn", "large pawn", "markers"
_LEAVE, _REACH, _LANE, _BELOW = 0.3, 0.38, 0.08, 0.55
"""Where an arrow begins and ends, from the middle of a card, how far below it runs, and where there is room
below a card; half its height is 0.5 (heights of a card)."""
_MARK = 0.85
"""The unit of marks in heights of a card."""
_ASIDE = 0.2
"""How far swords stand left of the middle of an edge, in widths of a square."""


class SquareScene(Scene):
    """A position on a board of squares `cell_mm` wide, always all of it."""

    over = True

    def __init__(
        self, look: Look, definition: Definition, board_name: str, face: DrawFace, cell_mm: float
    ) -> None:
        super().__init__(look, definition, face)
        board, cell = definition.boards[board_name], (cell_mm, _TALL * cell_mm)
        side = SIDE * cell_mm + _MARGIN
        self.frame = SquareFrame(board, cell, side, _MARGIN)
        box = self.frame.box
        self.room = Box(0, 0, box.width + 2 * side, box.height + 2 * _MARGIN)
        self.name, self.title = f"position-{board_name}", board.title
        self.cards = {each.id: each for each in card_pieces(look, definition)}
        self.packs = decks(look, definition)
        card = self.frame.card(self.frame.squares[0])
        self.size = (card.width, card.height)
        self._looks = Marks(definition, _MARK * card.height)

    def ground(self, canvas: Canvas) -> None:
        canvas.rect(0, 0, self.room.width, self.room.height, fill=canvas.look.palette("map")["paper"])
        draw_ground(canvas, self.definition, self.frame)
        draw_margins(canvas, self.definition, self.frame)

    # --- pieces ------------------------------------------------------------------------------------

    def spots(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        found = []
        for each in placed:
            if each.place in self.frame:
                found.append(Spot(each, self.frame.card(each.place).middle))
            elif each.place in self.frame.board.sectors:
                found += self._in_sector(each)
        return found

    def _in_sector(self, placed: PlacedCounter) -> list[Spot]:
        """A leader in his place; markers without a counter lie beside him."""
        leader, beside = self._leader(placed), broken_spot(self.frame, placed.side, placed.place)
        pawn = [Spot(placed, leader.middle, _PAWN)] if placed.counter else []
        return pawn + ([Spot(placed, beside.middle, _MARKERS)] if placed.markers else [])

    def _leader(self, placed: PlacedCounter) -> Box:
        return leader_spot(self.frame, placed.side, placed.place)

    def off(self, placed: PlacedCounter, x: float, y: float) -> Spot:
        counter = self.definition.counters.get(placed.counter)
        large = counter is not None and counter.form == "counter"
        return Spot(placed, (x, y), _LARGE_PAWN if large else "")

    def extent(self, spot: Spot) -> tuple[float, float]:
        wide, tall = self.size
        if spot.lying == _MARKERS:
            return 2.2 * len(spot.placed.markers) * tall, tall
        return 1.1 * wide, 1.35 * tall

    def piece(self, canvas: Canvas, spot: Spot) -> None:
        (x, y), (wide, tall) = spot.at, self.size
        if spot.lying == _MARKERS:
            side = self._pawn_side
            for i, marker in enumerate(spot.placed.markers):
                self._marker(marker, canvas, Box(x + (1.1 * i - 0.5) * side, y - side / 2, side, side))
        elif spot.lying:
            side = tall if spot.lying == _LARGE_PAWN else self._pawn_side
            self._counter(canvas, spot.placed, Box(x - side / 2, y - side / 2, side, side))
        else:
            self._card(canvas, spot.placed, Box(x - wide / 2, y - tall / 2, wide, tall))

    @property
    def _pawn_side(self) -> float:
        """The side of a leader's pawn in his place, and of a marker beside him."""
        side, sector = next(iter(self.frame.board.homes)), next(iter(self.frame.board.sectors))
        return leader_spot(self.frame, side, sector).width

    def _counter(self, canvas: Canvas, placed: PlacedCounter, spot: Box) -> None:
        symbol = self.face(canvas, placed)
        self._shadow(canvas, spot)
        canvas.use(symbol.name, spot.x, spot.y, spot.width / symbol.side_mm)

    # --- cards -------------------------------------------------------------------------------------

    def _card(self, canvas: Canvas, placed: PlacedCounter, box: Box) -> None:
        symbol, piece = self._symbol(canvas, placed)
        scale = min(box.width / piece.width_mm, box.height / piece.height_mm)
        wide, tall = scale * piece.width_mm, scale * piece.height_mm
        box = Box(box.x + (box.width - wide) / 2, box.y + (box.height - tall) / 2, wide, tall)
        self._shadow(canvas, box)
        canvas.use(symbol, box.x, box.y, scale)
        if placed.counter in self.definition.counters:
            self._front(canvas, placed, box)
        if placed.face_down and placed.counter:
            self._face_down(canvas, placed.side, box)
        self._cubes(canvas, placed.markers, box)

    def _symbol(self, canvas: Canvas, placed: PlacedCounter) -> tuple[str, CardPiece]:
        """The face of a known card, or the back of its side's pack."""
        if placed.counter in self.cards:
            piece = self.cards[placed.counter]
            return card_symbol(canvas, self.definition, piece, arrow=False), piece
        deck = unit_deck(placed.side)
        return back_symbol(canvas, self.definition, deck), self.packs[deck]

    def _shadow(self, canvas: Canvas, box: Box) -> None:
        away, dark = 0.012 * box.width, canvas.look.palette("map")["ink"]
        data = rounded(Box(box.x + away, box.y + 1.6 * away, box.width, box.height), 0.036 * box.width)
        canvas.path(data, fill=dark, fill_opacity=0.35)

    def _face_down(self, canvas: Canvas, side: str, box: Box) -> None:
        """A corner folded over, so that the back shows, and hatching that keeps clear of the numbers."""
        colours, wide, tall = self._colours(side), box.width, box.height
        left, top, low = box.x + 0.32 * wide, box.y + 0.22 * tall, box.y + 0.77 * tall
        columns = [left + 0.06 * wide * i for i in range(8)]
        canvas.path(
            "".join(path_data([(x, top), (x, low)]) for x in columns), fill="none", stroke=colours["light"],
            stroke_width=0.014 * wide, stroke_opacity=0.6,
        )  # fmt: skip
        fold = _FOLD * wide
        self._fold(side, canvas, Box(box.x + wide - fold, box.y, fold, fold))

    def _colours(self, side: str) -> dict[str, str]:
        return self.look.palette("sides").under(self.definition.game.sides[side].palette)

    def _fold(self, side: str, canvas: Canvas, box: Box) -> None:
        """The upper right corner of a card, folded over to the lower left: a box of its size."""
        colours, right, low = self._colours(side), box.x + box.width, box.y + box.height
        canvas.polygon(
            [(box.x, box.y), (right, box.y), (right, low)], fill=canvas.look.palette("map")["paper"]
        )
        canvas.polygon(
            [(box.x, box.y), (right, low), (box.x, low)], fill=colours["stripe"], stroke=colours["gold"],
            stroke_width=0.05 * box.width, stroke_linejoin="round",
        )  # fmt: skip
        shield = Box(box.x + 0.06 * box.width, box.y + 0.42 * box.height, 0.45 * box.width, 0.52 * box.height)
        draw_figure(
            canvas,
            figure_called(canvas.look, sign_of(canvas.look, self.definition.game.sides[side])),
            shield,
            colours,
        )

    def _front(self, canvas: Canvas, placed: PlacedCounter, box: Box) -> None:
        """The arrow of the front, half over the edge that faces the enemy."""
        size, x = _ARROW * box.height, box.x + box.width / 2
        down = placed.side in self.frame.board.homes and self.frame.at_top(placed.side)
        place = canvas.move(x, box.y + box.height, turn=180.0) if down else canvas.move(x, box.y)
        nation = self.definition.game.nations[self.definition.counters[placed.counter].nation]
        colours = canvas.look.palette("sides").under(nation.palette)
        draw_figure(
            place, canvas.look.figure("glyphs/front"), Box(-size / 2, -0.42 * size, size, size), colours
        )

    # --- markers -----------------------------------------------------------------------------------

    def _figure(self, marker: str) -> str | None:
        known = self.definition.game.markers.get(marker)
        return (known.figure if known is not None else None) or marker_look(self.look, marker).figure

    def _cubes(self, canvas: Canvas, markers: Sequence[str], box: Box) -> None:
        """Markers in a row from the left, below the attack number."""
        size = _CUBE * box.height
        for i, marker in enumerate(markers):
            left = box.x + 0.05 * box.width + i * 1.1 * size
            self._marker(marker, canvas, Box(left, box.y + 0.48 * box.height, size, size))

    def _marker(self, marker: str, canvas: Canvas, spot: Box) -> None:
        figure = self._figure(marker)
        if figure is None:
            draw_chip(canvas, letters(self.definition, marker), *spot.middle, spot.width / 2)
            return
        colours = canvas.look.palette("sides").under(marker_look(canvas.look, marker).palette)
        draw_figure(canvas, figure_called(canvas.look, figure), spot, colours)

    # --- what happened -----------------------------------------------------------------------------

    def marks(self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]) -> None:
        here = [each for each in happened if all(self._known(each, place) for place in each.path)]
        layer = canvas.group(id="happenings") if here else canvas
        for kind, side, path in arrows(here):
            self._looks.arrow(
                layer, side, self._way([self._middle(side, p) for p in path]), kind == "retreat"
            )
        for place, sources in fights(here).items():
            middles = [self._middle("", source) for source in sources]
            self._looks.swords(layer, self._border(self._middle("", place), middles))
        for place, lost in losses(here).items():
            self._lost(layer, place, lost, any(each.place == place for each in placed))

    def _known(self, each: BoardEvent, place: str) -> bool:
        return place in self.frame or (each.kind != "fought" and place in self.frame.board.sectors)

    def _middle(self, side: str, place: str) -> Point:
        if place in self.frame:
            return self.frame.card(place).middle
        return leader_spot(self.frame, side, place).middle

    def _way(self, middles: Sequence[Point]) -> list[Point]:
        """Between the middles of cards, below their numbers: from within the square that is left to the edge
        of that which is reached, and into it from above or below where it lies aslant."""
        tall = self.size[1]
        points = [(x, y + _LANE * tall) for x, y in middles]
        first, last, before = points[0], points[-1], points[-2]
        points[0] = _between(first, points[1], _LEAVE * tall / dist(first, points[1]))
        if abs(last[0] - before[0]) > 1 and abs(last[1] - before[1]) > 1:
            x, y = middles[-1]
            points[-1] = x, y + (_REACH if before[1] > last[1] else -_REACH) * tall
        else:
            points[-1] = _between(last, before, _REACH * tall / dist(last, before))
        return points

    def _border(self, place: Point, sources: Sequence[Point]) -> Point:
        """On the edge of an attacked square toward those from which the attack came, beside any arrow."""
        toward = (sum(x for x, _ in sources) / len(sources), sum(y for _, y in sources) / len(sources))
        across, down = abs(toward[0] - place[0]), abs(toward[1] - place[1])
        wide, tall = self.frame.cell
        x, y = _between(place, toward, 0.5 / max(across / wide, down / tall, 1.0))
        return (x - _ASIDE * wide if down > across else x), y

    def _lost(self, layer: Pen, place: str, lost: Sequence[BoardEvent], occupied: bool) -> None:
        """Crosses and names in the middle of an empty square, or below another card, on the right."""
        (x, y), (wide, tall) = self._middle(lost[0].side, place), self.size
        share = 0.26 if place in self.frame else 0.2
        if occupied:
            share, x, y = 0.1, x + 0.3 * wide, y + _BELOW * tall
        step, room = 1.3 * share * self._looks.unit, 0.9 * wide
        left = x - (len(lost) - 1) / 2 * step
        if occupied:
            left, room = x - 0.2 * wide - len(lost) * step, 0.4 * wide
        for i, each in enumerate(lost):
            self._looks.cross(layer, each.side, (left + i * step, y), share)
        self._looks.names(layer, lost, (x, y if occupied else y + 0.5 * share * tall + 0.1 * tall), room)

    # --- places ------------------------------------------------------------------------------------

    around_seat = 0.0

    @property
    def places(self) -> Sequence[str]:
        return (*self.frame.squares, *self.frame.board.sectors)

    def seat(self, place: str) -> Point | None:
        if place in self.frame:
            return self.frame.card(place).middle
        return self.frame.sector(place).middle if place in self.frame.board.sectors else None

    def name_seat(self, place: str, occupied: bool) -> Point:  # noqa: ARG002 - a card fills its square
        if place not in self.frame:
            return self.frame.sector(place).middle
        box = self.frame.square(place)
        return box.x + 0.2 * box.width, box.y + 0.84 * box.height

    def number_seat(self, place: str, occupied: bool) -> Point:  # noqa: ARG002 - as for the name
        if place not in self.frame:
            return self.frame.sector(place).middle
        return self.frame.square(place).middle

    def outline(self, place: str) -> Box:
        if place not in self.frame:
            return self.frame.sector(place)
        return self.frame.card(place)

    # --- below -------------------------------------------------------------------------------------

    def strip(self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], facts: Facts) -> Strip:
        elsewhere: dict[str, list[PlacedCounter]] = {}
        for each in placed:
            if each.place not in self.frame and each.place not in self.frame.board.sectors:
                elsewhere.setdefault(each.place, []).append(each)
        signs = [*self._legend(placed), *self._looks.legend(happened)]
        return Strip(facts, (), signs, elsewhere, self.draw_off, self.size)

    def _legend(self, placed: Sequence[PlacedCounter]) -> list[tuple[DrawSign, str]]:
        """What the folded corner and the markers in play mean."""
        known = self.definition.game.markers
        folded = next((each.side for each in placed if each.face_down and each.counter), None)
        found: list[tuple[DrawSign, str]] = []
        if folded is not None:
            found.append((partial(self._fold, folded), _FACE_DOWN))
        for marker in sorted({marker for each in placed for marker in each.markers}):
            name = known[marker].name if marker in known else marker
            found.append((partial(self._marker, marker), name))
        return found


def _between(start: Point, end: Point, share: float) -> Point:
    """The point at a share of the way from one point to another."""
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
