"""The map sheet: a hex map in its frame with title, compass, key, tables, tracks and credits around it.

The map stands top left. Tracks lie in a strip below it where it is wide enough; everything else flows
down columns at its right, as many as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.charts.entries import EntryChart, entry_chart
from generator.charts.odds import odds_chart
from generator.charts.panel import Chart, Panel, stretched
from generator.charts.players import morale_chart, options_chart, sequence_chart
from generator.charts.terrain import terrain_chart
from generator.charts.tracks import BOX_MM, holding_chart, loss_chart, loss_width, turn_chart
from generator.drawing import Drawing
from generator.figures import Box
from generator.maps import hexmap, margins
from generator.maps.frame import HexFrame
from generator.maps.hexmap import HEX_MM, TextAs
from generator.svg import Canvas, Point
from modules.definition.model import Definition
from modules.definition.scenarios import HexScenario
from modules.engine.board import Board

MARGIN = 5.0
GAP = 3.0
COLUMN = 104.0
"""Width of a column of charts in mm."""

_MOST_GAP = 14.0
_LEAST_REST = 70.0
_LEAST_BOX, _MOST_BOX = 35.0, 90.0
_LEAST_COLUMN = 240.0


class NoSuchMap(KeyError):
    """A map that the game does not have; the message names those that it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class MapSheet:
    """A sheet as a drawing, and the frame that tells where each hex lies on it (mm); `entering` tells where
    counters that enter during the game wait beside the map."""

    drawing: Drawing
    frame: HexFrame
    entering: Mapping[str, Point]


def scenario_of(definition: Definition, map_name: str) -> HexScenario | None:
    """The first scenario that is played on a map."""
    return next((s for s in definition.hex_scenarios.values() if s.map == map_name), None)


def map_sheet(
    definition: Definition,
    map_name: str,
    *,
    scenario: HexScenario | None = None,
    hex_mm: float = HEX_MM,
    setup: bool = False,
    text_as: TextAs = "text",
) -> MapSheet:
    """The whole sheet of a map, for a scenario (the first on this map); `setup` marks its set-up hexes.

    Raises NoSuchMap, UnknownLookError, UnknownColourError, TextTooWideError.
    """
    if map_name not in definition.maps:
        raise NoSuchMap(f"{definition.name} has no map {map_name!r}; it has {', '.join(definition.maps)}")
    battle = scenario or scenario_of(definition, map_name)
    sheet = _Sheet(definition, Board(definition.maps[map_name], definition.terrain), battle, hex_mm, text_as)
    return sheet.draw(setup)


class _Sheet:
    def __init__(
        self,
        definition: Definition,
        board: Board,
        battle: HexScenario | None,
        hex_mm: float,
        text_as: TextAs,
    ) -> None:
        self.definition, self.board, self.battle, self.text_as = definition, board, battle, text_as
        self.entries: list[EntryChart] = [
            entry_chart(definition, entry, width=COLUMN, text_as=text_as)
            for entry in (battle.entries if battle else ())
        ]
        inset = MARGIN + margins.BAND
        self.frame = HexFrame(board.grid, hex_mm, inset, inset)
        self.map_width = self.frame.box.width + 2 * margins.BAND
        self.map_height = self.frame.box.height + 2 * margins.BAND

    def draw(self, setup: bool) -> MapSheet:
        strip = self._strip()
        below = max((chart.canvas.height for chart in strip), default=0.0)
        height = max(self.map_height + (GAP + below if strip else 0.0), _LEAST_COLUMN)
        columns = _columns(self._beside(in_strip=bool(strip)), height)
        height = max(height, *(_tall(column) for column in columns))
        self._fill(columns[-1], height)
        width = self.map_width + len(columns) * (COLUMN + GAP)
        title = f"{self.definition.game.title}: {self.board.map.title}"
        canvas = Canvas(width + 2 * MARGIN, height + 2 * MARGIN, title=title, text_as=self.text_as)
        self._map(canvas, setup)
        x = MARGIN
        for chart in strip:
            canvas.embed(stretched(chart, below).canvas, x, MARGIN + self.map_height + GAP)
            x += chart.canvas.width + GAP
        entering: dict[str, Point] = {}
        for i, column in enumerate(columns):
            left = MARGIN + self.map_width + GAP + i * (COLUMN + GAP)
            for chart, top in _place(canvas, column, left, height):
                places = next((each.at for each in self.entries if each.chart is chart), {})
                entering |= {counter: (left + x, top + y) for counter, (x, y) in places.items()}
        name = f"map-{self.board.map.map}"
        drawing = Drawing(name, title, canvas.svg(), canvas.width, canvas.height)
        return MapSheet(drawing, self.frame, entering)

    def _fill(self, column: list[Chart], height: float) -> None:
        """Boxes for the units that each side has lost, before the credits, where a column has room."""
        there = self.definition.game.sides
        fighting = there if self.battle is None else [setup.side for setup in self.battle.setup]
        sides = [there[name] for name in there if name in fighting]
        room = (height - _tall(column)) / len(sides) - GAP
        if room >= _LEAST_BOX:
            tall = min(room, _MOST_BOX)
            titles = [f"{side.name}: eliminated units" for side in sides]
            column[-1:-1] = [
                holding_chart(words, width=COLUMN, height=tall, text_as=self.text_as) for words in titles
            ]

    def _map(self, canvas: Canvas, setup: bool) -> None:
        marks = hexmap.marks_of(self.definition, self.battle, self.board) if setup and self.battle else ()
        hexmap.layers(canvas, self.frame, self.board, self.frame.box, marks)
        margins.draw_frame(canvas, self.frame.box, Box(0, 0, canvas.width, canvas.height))
        margins.draw_exits(canvas, self.frame, self.board, self.definition)

    def _strip(self) -> list[Chart]:
        """Below a wide map: turns, losses, and over what is left the morale table and the sequence."""
        battle, text_as = self.battle, self.text_as
        if battle is None or not battle.morale:
            return []
        turns = battle.turns * BOX_MM + 5
        losses = loss_width(battle)
        rest = (self.map_width - turns - losses - 3 * GAP) / 2
        if rest < _LEAST_REST:
            return []
        return [
            turn_chart(self.definition, battle, width=turns, text_as=text_as),
            loss_chart(battle, width=losses, text_as=text_as),
            morale_chart(battle, width=rest, text_as=text_as),
            sequence_chart(self.definition, width=rest, text_as=text_as),
        ]

    def _beside(self, *, in_strip: bool) -> list[Chart]:
        definition, battle, text_as = self.definition, self.battle, self.text_as
        found = [self._cartouche()]
        odds = definition.tables.odds.items()
        found += [odds_chart(name, entry, width=COLUMN, text_as=text_as) for name, entry in odds]
        found.append(terrain_chart(self.board, width=COLUMN, text_as=text_as))
        if not in_strip:
            found.append(sequence_chart(definition, width=COLUMN, text_as=text_as))
        found += [each.chart for each in self.entries]
        if battle is not None:
            if not in_strip:
                found.append(turn_chart(definition, battle, width=COLUMN, text_as=text_as))
            if battle.morale and not in_strip:
                found.append(morale_chart(battle, width=COLUMN, text_as=text_as))
                found.append(loss_chart(battle, width=COLUMN, text_as=text_as))
            if battle.options:
                found.append(options_chart(battle, width=COLUMN, text_as=text_as))
        found.append(self._credits())
        return found

    def _cartouche(self) -> Chart:
        canvas = Canvas(COLUMN, 78.0, text_as=self.text_as)
        battle, board = self.battle, self.board
        lines = () if battle is None else (battle.date,)
        margins.draw_cartouche(
            canvas, Box(0.4, 0.4, COLUMN - 0.8, 33.0), self.definition.game.title, board.map.title, lines
        )
        margins.draw_compass(canvas, 24.0, 56.5, 15.0, board.map.up)
        margins.draw_scale(canvas, 50.0, 55.0, COLUMN - 56.0, self.frame.hex_mm, board.map.metres_per_hex)
        return Chart("title", board.map.title, canvas)

    def _credits(self) -> Chart:
        thanks = self.definition.game.credits
        panel = Panel("credits", "Credits", COLUMN, "", self.text_as)
        for line in (thanks.design, thanks.published, thanks.notice):
            panel.paragraph(line, size=2.5)
        return panel.done()


def _tall(charts: Sequence[Chart]) -> float:
    return sum(chart.canvas.height for chart in charts) + GAP * (len(charts) - 1)


def _columns(charts: Sequence[Chart], height: float) -> list[list[Chart]]:
    columns: list[list[Chart]] = [[]]
    for chart in charts:
        if columns[-1] and _tall([*columns[-1], chart]) > height:
            columns.append([])
        columns[-1].append(chart)
    return columns


def _place(canvas: Canvas, column: Sequence[Chart], x: float, height: float) -> Iterator[tuple[Chart, float]]:
    """A column's charts over the whole height, with equal gaps between them, and where each begins."""
    free = height - sum(chart.canvas.height for chart in column)
    gap = min(free / max(len(column) - 1, 1), _MOST_GAP)
    y = MARGIN
    for chart in column:
        canvas.embed(chart.canvas, x, y)
        yield chart, y
        y += chart.canvas.height + gap
