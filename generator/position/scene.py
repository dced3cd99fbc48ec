"""A position taken apart: ground, pieces with their places, marks of what happened, the strip below.

The whole can then be drawn as one document (`drawn`), or its parts as pictures that are put together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Point
from generator.position.faces import DrawFace
from generator.position.strip import Facts, Strip
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece on the picture: `at` is its middle in mm, `lying` how it is drawn there ("" as usual)."""

    placed: PlacedCounter
    at: Point
    lying: str = ""


class Scene(ABC):
    """What is drawn of a position. Lengths are in mm, from the corner of `room`.

    `room`: the part that is shown, on the whole map. `over`: the marks of what happened lie on the pieces.
    """

    name: str
    title: str
    room: Box
    over: bool

    def __init__(self, look: Look, definition: Definition, face: DrawFace) -> None:
        self.look, self.definition, self.face = look, definition, face

    def around(self, used: Iterable[str]) -> Scene:  # noqa: ARG002 - for scenes to override
        """The same of the part of the map with these places; without a scene's own all of it."""
        return self

    @abstractmethod
    def ground(self, canvas: Canvas) -> None:
        """Draw what lies below the pieces."""

    @abstractmethod
    def spots(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        """The pieces on the map or board, from the lowest up."""

    def stacked(self, placed: Sequence[PlacedCounter]) -> list[Spot]:
        """The same, each piece by itself: without signs that tell of others which it covers or stands for."""
        return self.spots(placed)

    @abstractmethod
    def extent(self, spot: Spot) -> tuple[float, float]:
        """The width and height that hold all that `piece` draws."""

    @abstractmethod
    def piece(self, canvas: Canvas, spot: Spot) -> None:
        """Draw a piece with its shadow and markers."""

    @abstractmethod
    def marks(self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]) -> None:
        """Draw what happened."""

    def captions(  # noqa: B027
        self, canvas: Canvas, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent]
    ) -> None:
        """Draw what stands over the pieces; most scenes have nothing there."""

    @abstractmethod
    def strip(self, placed: Sequence[PlacedCounter], happened: Sequence[BoardEvent], facts: Facts) -> Strip:
        """The strip below; its pieces are drawn as `off` tells."""

    @abstractmethod
    def off(self, placed: PlacedCounter, x: float, y: float) -> Spot:
        """A piece in the strip."""

    # --- places ------------------------------------------------------------------------------------

    around_seat: float
    """How far around its middle a place with its pieces reaches (mm)."""

    @property
    @abstractmethod
    def places(self) -> Sequence[str]:
        """Every place of the map or board."""

    @abstractmethod
    def seat(self, place: str) -> Point | None:
        """The middle of a place; None where it is not on the map or board."""

    def place_name(self, place: str) -> str:
        """What people call a place of the map or board."""
        return place

    @abstractmethod
    def name_seat(self, place: str, occupied: bool) -> Point:
        """Where the large name of a place has its middle, so that it hides no value."""

    joins_labels = False
    """Whether the number of an option always stands before the name of its place."""

    @abstractmethod
    def number_seat(self, place: str, occupied: bool) -> Point:
        """Where the number of an option has its middle."""

    @abstractmethod
    def outline(self, place: str) -> Box:
        """The box of the pieces in a place."""

    def draw_off(self, canvas: Canvas, placed: PlacedCounter, x: float, y: float) -> None:
        """Draw a piece in the strip."""
        self.piece(canvas, self.off(placed, x, y))


def drawn(
    scene: Scene,
    canvas: Canvas,
    placed: Sequence[PlacedCounter],
    happened: Sequence[BoardEvent],
    facts: Facts,
) -> Drawing:
    """The whole position as one document, on an empty canvas of the size of the scene's room."""
    scene.ground(canvas)
    if not scene.over:
        scene.marks(canvas, placed, happened)
    for spot in scene.spots(placed):
        scene.piece(canvas, spot)
    if scene.over:
        scene.marks(canvas, placed, happened)
    scene.captions(canvas, placed, happened)
    scene.strip(placed, happened, facts).below(canvas)
    return Drawing(scene.name, scene.title, canvas.svg(), canvas.width, canvas.height)
