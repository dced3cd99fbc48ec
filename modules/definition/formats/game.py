"""`game.yaml`: what the game is called, who fights, what a counter's values mean, the sequence of play."""

from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from modules.definition.formats.fields import (
    FEW,
    SOME,
    TOLD,
    Figure,
    Letter,
    Letters,
    Line,
    Look,
    Name,
    Part,
    RuleNumber,
    Source,
    Text,
    formed,
)
from modules.definition.formats.style import GameStyle, StyleOrName
from modules.written.lengths import CounterLength


class Credits(Part):
    """Whose game this is and what of it is ours."""

    design: Line
    published: Line
    notice: Text


class Value(Part):
    """A value that counters bear: `combat: {name: Combat strength, unit: points}`. One that is `signed` is
    written with its sign: +1, 0, -1. One with `written` words stands for them: 1 for the first."""

    name: Line
    unit: Line
    rule: RuleNumber
    signed: bool = False
    written: tuple[Line, ...] = Field(default=(), max_length=FEW)

    def show(self, number: int) -> str:
        """The value as it is printed."""
        if 0 < number <= len(self.written):
            return self.written[number - 1]
        return f"{number:+d}" if self.signed and number else str(number)


class Dice(Part):
    """A kind of dice that a game rolls beside its usual die: so many with so many sides, and what for."""

    name: Line
    sides: int = Field(ge=2, le=100)
    count: int = Field(default=1, ge=1, le=20)


class Blazoned(Part):
    """What has colours and a sign: its `shield`, or the one that belongs to its palette."""

    name: Line
    letter: Letter
    palette: Look
    shield: Figure | None = None

    @property
    def sign(self) -> Figure:
        """The figure of its shield."""
        return self.shield or f"shields/{self.palette}"


class Side(Blazoned):
    """One player's side. `letter` tells it apart where colour cannot; `wood` is the colour of its blocks."""

    short: Line
    wood: Line | None = None


class Nation(Blazoned):
    """A nationality within a side; its palette is that of its counters."""

    side: Name


class Formation(Part):
    """A body of troops within a nation: a wing, a corps. Its palette is that of a stripe on its counters."""

    name: Line
    letter: Annotated[Letters, TOLD]
    palette: Look


class Kind(Part):
    """A kind of counter: `figure` and `layout` say how it is drawn, `role` what it is on the board, `form`
    whether it is a square counter, a card or a block.

    `layers` are drawn over the figure, in the same box. `size` is the side of its counters where it is not to
    be the layout's. `letter` tells the type where figures cannot. `faces` names the state of the layout that
    each face shows: `{front: wall_up, back: wall_down}`.
    """

    name: Line
    form: Literal["counter", "card", "block"] = "counter"
    role: Literal["unit", "leader"]
    figure: Figure
    layers: tuple[Figure, ...] = Field(default=(), max_length=6)
    layout: Look
    size: Annotated[CounterLength, TOLD] | None = None
    mounted: bool = False
    letter: Annotated[Letters, TOLD] | None = None
    faces: Annotated[dict[Literal["front", "back"], Name], TOLD] = Field(default_factory=dict)

    def turned(self, *, back: bool) -> str:
        """What a counter of two faces is called that shows one of them: by the states that they show."""
        state = self.faces.get("back" if back else "front")
        return state.replace("_", " ") if state else "reduced" if back else "full strength"


class Marker(Part):
    """A kind of marker counter and how many of it the sheet carries. On its `back` it shows what the marker
    of that name shows, else the same as in front; one with the count 0 is on backs alone. One of a `side` has
    that side's colours."""

    name: Line
    count: int = Field(ge=0, le=200)
    figure: Figure | None = None
    text: Line | None = None
    back: Name | None = None
    side: Name | None = None
    source: Source


class Phase(Part):
    """One phase, in the order of play: of each player's turn, or, with a `side`, of that side's alone. A side
    stands with every phase or with none. Where both sides decide, it is the one whose turn it is."""

    id: Name
    side: Name | None = None
    name: Line
    rule: RuleNumber
    hint: Text


class Fronts(Part):
    """How pieces face: toward a side or a corner (`vertex`) of their hex. So many hexsides are in `front`, so
    many in the `rear`, the rest are flanks. `note` is printed below the diagram."""

    toward: Literal["side", "vertex"]
    front: int = Field(ge=1, le=5)
    rear: int = Field(ge=0, le=5)
    note: Text | None = None
    rule: RuleNumber
    source: Source

    @property
    def spreads(self) -> tuple[int, int]:
        """Front and rear as `modules.geometry.Facing` counts them: hexsides more on either hand."""
        least = 1 if self.toward == "side" else 2
        return (self.front - least) // 2, (self.rear - least) // 2

    @model_validator(mode="after")
    def _even(self) -> "Fronts":
        odd = self.toward == "side"
        if any(number % 2 != odd for number in (self.front, self.rear)) or self.front + self.rear > 6:
            numbers = "odd" if odd else "even"
            raise ValueError(
                f"expected {numbers} numbers of hexsides in front and rear, six at most together"
            )
        return self


class Parameter(Part):
    """A number of the rules that stands in no table, with what it is."""

    value: int
    name: Line
    rule: RuleNumber
    source: Source


COUNTED: Final = ("turn", "acts", "rolls", "unlisted")
"""What the program counts in a game by hand; no number of a game is called so."""


def _not_counted(name: str) -> str:
    if name in COUNTED:
        raise ValueError(f"the program counts {name!r} itself: another name")
    return name


TallyName = Annotated[Name, AfterValidator(_not_counted)]


class Tally(Part):
    """A number that players count by hand, such as victory points. It begins at `start` and stays between
    `least` and `most`."""

    name: Annotated[Line, TOLD]
    start: int = Field(default=0, ge=-9999, le=9999)
    least: int = Field(default=0, ge=-9999, le=9999)
    most: int = Field(default=999, ge=-9999, le=9999)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.least <= self.start <= self.most:
            told = f"{self.least}, {self.start}, {self.most}"
            raise ValueError(f"least, start and most, each at least as large as the one before, not {told}")
        return self


class Ruling(Part):
    """A decision where the rulebook is unclear: what it is about, what holds here, and why."""

    rules: tuple[RuleNumber, ...] = Field(min_length=1, max_length=FEW)
    text: Text
    source: Source


class GameFile(Part):
    """`game.yaml`. `die_count`: so many of the usual die are rolled at once where no table says how many; 0
    where the rules roll none of it. `units_per_hex`: so many units, leaders not counted, may be set up in one
    hex."""

    game: Name
    title: Line
    version: Annotated[str, TOLD] = formed(
        r"^[0-9]{1,6}\.[0-9]{1,6}\.[0-9]{1,6}$", "three numbers, such as 1.0.0"
    )
    summary: Text
    credits: Annotated[Credits, TOLD]
    style: Annotated[StyleOrName, TOLD] = GameStyle()
    die: int = Field(ge=2, le=100)
    die_count: int = Field(default=1, ge=0, le=20)
    dice: dict[Name, Dice] = Field(default_factory=dict, max_length=FEW)
    values: dict[Name, Value] = Field(max_length=FEW)
    sides: dict[Name, Side] = Field(min_length=1, max_length=FEW)
    nations: dict[Name, Nation] = Field(min_length=1, max_length=SOME)
    formations: dict[Name, Formation] = Field(default_factory=dict, max_length=SOME)
    kinds: dict[Name, Kind] = Field(min_length=1, max_length=SOME)
    markers: Annotated[dict[Name, Marker], TOLD] = Field(default_factory=dict)
    sequence: tuple[Phase, ...] = Field(min_length=1, max_length=SOME)
    facing: Fronts | None = None
    units_per_hex: int = Field(default=1, ge=1, le=99)
    parameters: dict[Name, Parameter] = Field(default_factory=dict, max_length=SOME)
    tallies: dict[TallyName, Tally] = Field(default_factory=dict, max_length=FEW)

    @property
    def sided(self) -> bool:
        """Whether each phase is a side's own, so that the sequence is that of a whole game turn."""
        return any(phase.side is not None for phase in self.sequence)

    @property
    def cut_markers(self) -> dict[str, Marker]:
        """The markers that are cut out: those that are on backs alone left out."""
        return {name: marker for name, marker in self.markers.items() if marker.count}

    @property
    def carriers(self) -> dict[str, str]:
        """The marker that has another on its back, by that one's name; of several the first."""
        return {marker.back: name for name, marker in reversed(self.markers.items()) if marker.back}


class RulingsFile(Part):
    """`rulings.yaml`."""

    rulings: Annotated[dict[Name, Ruling], TOLD] = Field(max_length=SOME)
