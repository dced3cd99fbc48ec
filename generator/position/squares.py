"""A position on a board of squares: cards small in their squares, leaders behind them, cubes on cards.

A card whose identity the viewer may not know is the back of its side's pack, and nothing in the picture tells
it from another. One that he knows, though it lies face down, is its face with a folded corner and hatching.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.art import art, marker_look
from generator.boards.frame import SquareFrame
from generator.boards.ground import broken_spot, draw_ground, leader_spot
from generator.boards.sheet import SIDE, TextAs, draw_margins
from generator.cards import CardPiece, back_symbol, card_pieces, card_symbol, decks, unit_deck
from generator.counters import figure_called
from generator.drawing import Drawing
from generator.figures import Box, draw_figure
from generator.maps.look import map_palette
from generator.marks import rounded
from generator.position.faces import DrawFace
from generator.position.strip import DrawSign, Facts, Strip, draw_chip, letters
from generator.svg import Canvas, path_data
from modules.definition.model import Definition
from modules.engine.position import Placed

CELL_WIDTH = 46.0
"""The width of a square in mm: a board of six columns is then readable on a screen at 100 dpi."""

_TALL = 74 / 96
_FOLD = 0.3
_CUBE = 0.26
_ARROW = 0.2
_MARGIN = 2.0
_FACE_DOWN = "lies face down"


def square_position(
    definition: Definition,
    board_name: str,
    placed: Sequence[Placed],
    face: DrawFace,
    facts: Facts,
    cell_mm: float,
    text_as: TextAs,
) -> Drawing:
    """The position on a board of squares; the arguments are those of `position_drawing`."""
    return _Position(definition, board_name, face, cell_mm, text_as).draw(placed, facts)


class _Position:
    def __init__(
        self, definition: Definition, board_name: str, face: DrawFace, cell_mm: float, text_as: TextAs
    ) -> None:
        self.definition, self.name, self.face = definition, board_name, face
        board, cell = definition.boards[board_name], (cell_mm, _TALL * cell_mm)
        side = SIDE * cell_mm + _MARGIN
        self.frame = SquareFrame(board, cell, side, _MARGIN)
        box = self.frame.box
        self.canvas = Canvas(
            box.width + 2 * side, box.height + 2 * _MARGIN, title=board.title, text_as=text_as
        )
        self.cards = {each.id: each for each in card_pieces(definition)}
        self.packs = decks(definition)

    def draw(self, placed: Sequence[Placed], facts: Facts) -> Drawing:
        canvas, frame = self.canvas, self.frame
        canvas.rect(0, 0, canvas.width, canvas.height, fill=map_palette()["paper"])
        draw_ground(canvas, self.definition, frame)
        draw_margins(canvas, self.definition, frame)
        elsewhere: dict[str, list[Placed]] = {}
        for each in placed:
            if each.place in frame:
                self._card(each, frame.card(each.place))
            elif each.place in frame.board.sectors:
                self._in_sector(each)
            else:
                elsewhere.setdefault(each.place, []).append(each)
        card = frame.card(frame.squares[0])
        size = (card.width, card.height)
        Strip(facts, (), self._legend(placed), elsewhere, self._off_board, size).below(canvas)
        title = f"position-{self.name}"
        return Drawing(title, canvas.title, canvas.svg(), canvas.width, canvas.height)

    def _legend(self, placed: Sequence[Placed]) -> list[tuple[DrawSign, str]]:
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

    # --- cards -------------------------------------------------------------------------------------

    def _card(self, placed: Placed, box: Box) -> None:
        symbol, piece = self._symbol(placed)
        scale = min(box.width / piece.width_mm, box.height / piece.height_mm)
        wide, tall = scale * piece.width_mm, scale * piece.height_mm
        box = Box(box.x + (box.width - wide) / 2, box.y + (box.height - tall) / 2, wide, tall)
        self._shadow(box)
        self.canvas.use(symbol, box.x, box.y, scale)
        if placed.counter in self.definition.counters:
            self._front(placed, box)
        if placed.face_down and placed.counter:
            self._face_down(placed.side, box)
        self._cubes(placed.markers, box)

    def _symbol(self, placed: Placed) -> tuple[str, CardPiece]:
        """The face of a known card, or the back of its side's pack."""
        if placed.counter in self.cards:
            piece = self.cards[placed.counter]
            return card_symbol(self.canvas, self.definition, piece, arrow=False), piece
        deck = unit_deck(placed.side)
        return back_symbol(self.canvas, self.definition, deck), self.packs[deck]

    def _shadow(self, box: Box) -> None:
        away, dark = 0.012 * box.width, map_palette()["ink"]
        data = rounded(Box(box.x + away, box.y + 1.6 * away, box.width, box.height), 0.036 * box.width)
        self.canvas.path(data, fill=dark, fill_opacity=0.35)

    def _face_down(self, side: str, box: Box) -> None:
        """A corner folded over, so that the back shows, and hatching that keeps clear of the numbers."""
        colours, wide, tall = self._colours(side), box.width, box.height
        left, top, low = box.x + 0.32 * wide, box.y + 0.22 * tall, box.y + 0.77 * tall
        columns = [left + 0.06 * wide * i for i in range(8)]
        self.canvas.path(
            "".join(path_data([(x, top), (x, low)]) for x in columns), fill="none", stroke=colours["light"],
            stroke_width=0.014 * wide, stroke_opacity=0.6,
        )  # fmt: skip
        fold = _FOLD * wide
        self._fold(side, Box(box.x + wide - fold, box.y, fold, fold))

    def _colours(self, side: str) -> dict[str, str]:
        return art().palette("sides").under(self.definition.game.sides[side].palette)

    def _fold(self, side: str, box: Box) -> None:
        """The upper right corner of a card, folded over to the lower left: a box of its size."""
        colours, right, low = self._colours(side), box.x + box.width, box.y + box.height
        self.canvas.polygon([(box.x, box.y), (right, box.y), (right, low)], fill=map_palette()["paper"])
        self.canvas.polygon(
            [(box.x, box.y), (right, low), (box.x, low)], fill=colours["stripe"], stroke=colours["gold"],
            stroke_width=0.05 * box.width, stroke_linejoin="round",
        )  # fmt: skip
        shield = Box(box.x + 0.06 * box.width, box.y + 0.42 * box.height, 0.45 * box.width, 0.52 * box.height)
        name = f"shields/{self.definition.game.sides[side].palette}"
        draw_figure(self.canvas, art().figure(name), shield, colours)

    def _front(self, placed: Placed, box: Box) -> None:
        """The arrow of the front, half over the edge that faces the enemy."""
        size, x = _ARROW * box.height, box.x + box.width / 2
        down = placed.side in self.frame.board.homes and self.frame.at_top(placed.side)
        place = self.canvas.move(x, box.y + box.height, turn=180.0) if down else self.canvas.move(x, box.y)
        nation = self.definition.game.nations[self.definition.counters[placed.counter].nation]
        colours = art().palette("sides").under(nation.palette)
        draw_figure(place, art().figure("glyphs/front"), Box(-size / 2, -0.42 * size, size, size), colours)

    # --- markers -----------------------------------------------------------------------------------

    def _figure(self, marker: str) -> str | None:
        known = self.definition.game.markers.get(marker)
        return (known.figure if known is not None else None) or marker_look(marker).figure

    def _cubes(self, markers: Sequence[str], box: Box) -> None:
        """Markers in a row from the left, below the attack number."""
        size = _CUBE * box.height
        for i, marker in enumerate(markers):
            left = box.x + 0.05 * box.width + i * 1.1 * size
            self._marker(marker, Box(left, box.y + 0.48 * box.height, size, size))

    def _marker(self, marker: str, spot: Box) -> None:
        figure = self._figure(marker)
        if figure is None:
            draw_chip(self.canvas, letters(self.definition, marker), *spot.middle, spot.width / 2)
            return
        colours = art().palette("sides").under(marker_look(marker).palette)
        draw_figure(self.canvas, figure_called(figure), spot, colours)

    # --- what is not in a square -------------------------------------------------------------------

    def _in_sector(self, placed: Placed) -> None:
        """A leader in his place; markers without a counter lie beside him."""
        if placed.counter:
            self._counter(placed, leader_spot(self.frame, placed.side, placed.place))
        spot = broken_spot(self.frame, placed.side, placed.place)
        for i, marker in enumerate(placed.markers):
            self._marker(marker, Box(spot.x + i * 1.1 * spot.width, spot.y, spot.width, spot.height))

    def _counter(self, placed: Placed, spot: Box) -> None:
        symbol = self.face(self.canvas, placed)
        self._shadow(spot)
        self.canvas.use(symbol.name, spot.x, spot.y, spot.width / symbol.side_mm)

    def _off_board(self, placed: Placed, x: float, y: float) -> None:
        card = self.frame.card(self.frame.squares[0])
        box = Box(x - card.width / 2, y - card.height / 2, card.width, card.height)
        counter = self.definition.counters.get(placed.counter)
        if counter is not None and counter.form == "counter":
            side = card.height
            self._counter(placed, Box(x - side / 2, y - side / 2, side, side))
        else:
            self._card(placed, box)
