"""Layout: the cells of a sheet turned to boxes on paper: each panel as large as its words need, no gap left.

Widths run down from the paper to the panels, heights up from the words to the paper; what is left over goes
to the cells that have a share in it, so that columns end level.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from generator.drawing.figures import Box
from generator.drawing.panel import Chart, stretched
from generator.drawing.typeface import TextTooWideError

COLUMN = 104.0
"""The width of a column of charts in mm where nothing else gives it."""

_NEAR = 0.05
_MOST_SPREAD = 2.4

Path_ = tuple[str | int, ...]
Make = Callable[[float, float, float], Chart]
"""Makes a panel of a width, its lines spread by so many mm, at least of a height (0: as its words need)."""


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """One panel: its name (with its side, table or turn), how it is made, whether it draws itself at any
    height, and whether it takes what height is left over before others do."""

    name: str
    make: Make
    fills: bool = False
    eager: bool = False


class SheetLayoutError(ValueError):
    """Panels that do not fit their sheet: `path` leads to the cell in the file of the sheet."""

    def __init__(self, path: Path_, message: str) -> None:
        super().__init__(path, message)
        self.path = path

    def __str__(self) -> str:
        return str(self.args[1])


@dataclass(frozen=True)
class Placed:
    """A panel on the sheet: its box in mm, and its chart enlarged by `scale`; the map has no chart. It is
    drawn at this size when it is asked for: who wants to know whether all fit has no need of it."""

    name: str
    box: Box
    draw: Callable[[], Chart] | None
    scale: float

    @cached_property
    def chart(self) -> Chart | None:
        """The chart, as tall as its box. Raises as what makes it."""
        return self.draw and self.draw()


@dataclass
class Node(ABC):
    """A cell with its place in the file: how wide or tall it is to be, where that is said, and its share in
    what is left over."""

    path: Path_
    wide: float | None = None
    tall: float | None = None
    share: float | None = None

    @abstractmethod
    def __str__(self) -> str:
        """As a message names it."""

    @property
    def map_size(self) -> tuple[float, float] | None:
        """The size of the map where it stands within."""
        return None

    @abstractmethod
    def width(self) -> float:
        """The width that it takes where nothing gives one."""

    @abstractmethod
    def height(self, width: float) -> float:
        """The least height at a width. Raises SheetLayoutError."""

    @abstractmethod
    def place(self, box: Box) -> Iterator[Placed]:
        """Its panels within a box. Raises SheetLayoutError."""


@dataclass
class MapNode(Node):
    """The map in its frame."""

    room: tuple[float, float] = (0.0, 0.0)

    def __str__(self) -> str:
        return "map"

    @property
    def map_size(self) -> tuple[float, float]:
        return self.room

    def width(self) -> float:
        return self.room[0]

    def height(self, width: float) -> float:
        if self.room[0] > width + _NEAR:
            raise SheetLayoutError(
                self.path, f"the map is {self.room[0]:.1f} mm wide but has only {width:.1f} mm"
            )
        return self.room[1]

    def place(self, box: Box) -> Iterator[Placed]:
        yield Placed("map", Box(box.x, box.y, *self.room), None, 1.0)


@dataclass
class PanelNode(Node):
    """A chart. One that `fills` draws itself at any height, the others are spread and then stretched."""

    plan: PanelPlan = field(kw_only=True)
    scale: float = 1.0

    def __str__(self) -> str:
        return self.plan.name

    def width(self) -> float:
        return self.wide if self.wide is not None else COLUMN

    @cached_property
    def _made(self) -> dict[float, Chart]:
        return {}

    def _natural(self, width: float) -> Chart:
        width = round(width, 3)
        if width not in self._made:
            try:
                self._made[width] = self.plan.make(width / self.scale, 0.0, 0.0)
            except TextTooWideError as fault:
                raise SheetLayoutError(
                    self.path, f"panel {self.plan.name!r}, {width:.1f} mm wide: {fault}"
                ) from fault
        return self._made[width]

    def height(self, width: float) -> float:
        return self._natural(width).canvas.height * self.scale

    def place(self, box: Box) -> Iterator[Placed]:
        chart, width = self._natural(box.width), box.width / self.scale
        need, room = chart.canvas.height, box.height / self.scale
        if need > room + _NEAR:
            tall = f"{need * self.scale:.1f} mm of height but has {box.height:.1f} mm"
            message = f"panel {self.plan.name!r} needs {tall}"
            raise SheetLayoutError(self.path, message)
        yield Placed(self.plan.name, box, partial(self._fitted, chart, width, room), self.scale)

    def _fitted(self, chart: Chart, width: float, room: float) -> Chart:
        """The chart of a width as tall as the room that it has."""
        need = chart.canvas.height
        if self.plan.fills:
            return self.plan.make(width, 0.0, room)
        if room <= need + _NEAR:
            return chart
        spread = min((room - need) / chart.seams, _MOST_SPREAD) if chart.seams else 0.0
        return stretched(self.plan.make(width, spread, 0.0), room)


@dataclass
class Group(Node):
    """Cells side by side or one above the other, `gap` mm apart."""

    cells: Sequence[Node] = ()
    gap: float = 3.0

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.cells))})"

    @property
    def map_size(self) -> tuple[float, float] | None:
        return next((size for each in self.cells if (size := each.map_size)), None)

    @property
    def gaps(self) -> float:
        return self.gap * (len(self.cells) - 1)


@dataclass
class Column(Group):
    """Cells one above the other."""

    def width(self) -> float:
        if self.map_size is not None:
            return max(each.width() for each in self.cells if each.map_size)
        return self.wide if self.wide is not None else max(each.width() for each in self.cells)

    def _least(self, each: Node, width: float) -> float:
        need = each.height(width)
        if each.tall is None or each.map_size:
            return need
        if need > each.tall + _NEAR:
            raise SheetLayoutError(
                each.path, f"needs {need:.1f} mm of height but is set to {each.tall:.1f} mm"
            )
        return each.tall

    def height(self, width: float) -> float:
        return sum(self._least(each, width) for each in self.cells) + self.gaps

    def place(self, box: Box) -> Iterator[Placed]:
        heights = [self._least(each, box.width) for each in self.cells]
        left = box.height - sum(heights) - self.gaps
        if left < -_NEAR:
            need = box.height - left
            told = ", ".join(f"{each} {height:.1f}" for each, height in zip(self.cells, heights, strict=True))
            message = f"{told} mm: they need {need:.1f} mm of height but have {box.height:.1f} mm"
            raise SheetLayoutError(self.path, message)
        shares = self._shares(heights)
        total = sum(shares) or 1.0
        y = box.y
        for each, height, share in zip(self.cells, heights, shares, strict=True):
            tall = height + max(left, 0.0) * share / total
            yield from each.place(Box(box.x, y, box.width, tall))
            y += tall + self.gap

    def _shares(self, heights: Sequence[float]) -> list[float]:
        """What each cell gets of the height left over: as the file says, or else as tall as it is."""
        if any(each.share for each in self.cells):
            return [each.share or 0.0 for each in self.cells]
        free = [
            0.0 if each.map_size or each.tall is not None else height
            for each, height in zip(self.cells, heights, strict=True)
        ]
        eager = [
            height if isinstance(each, PanelNode) and each.plan.eager else 0.0
            for each, height in zip(self.cells, free, strict=True)
        ]
        return eager if any(eager) else free


@dataclass
class Row(Group):
    """Cells side by side."""

    def width(self) -> float:
        return self.wide if self.wide is not None else sum(each.width() for each in self.cells) + self.gaps

    def _widths(self, width: float) -> list[float]:
        """Given sizes and the map's width first; the others share what is left."""
        fixed = [each.width() if each.map_size else each.wide for each in self.cells]
        left = width - sum(wide for wide in fixed if wide is not None) - self.gaps
        shares = [
            0.0 if wide is not None else (each.share or 1.0)
            for wide, each in zip(fixed, self.cells, strict=True)
        ]
        total = sum(shares)
        if left < -_NEAR or (total and left <= 0):
            raise SheetLayoutError(
                self.path, f"these cells need {width - left:.1f} mm of width but have {width:.1f} mm"
            )
        return [
            left * share / total if wide is None else wide for wide, share in zip(fixed, shares, strict=True)
        ]

    def height(self, width: float) -> float:
        pairs = zip(self.cells, self._widths(width), strict=True)
        return max(each.height(wide) for each, wide in pairs)

    def place(self, box: Box) -> Iterator[Placed]:
        x = box.x
        for each, wide in zip(self.cells, self._widths(box.width), strict=True):
            yield from each.place(Box(x, box.y, wide, box.height))
            x += wide + self.gap
