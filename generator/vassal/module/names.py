"""What the pieces of a module and their images, layers and properties are called, and how they are shown.

Images of pieces have twice the px at which a screen shows them, so that they stay sharp when zoomed in;
boards have so many at high resolution alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modules.definition import Counter, Definition

if TYPE_CHECKING:
    from generator.drawing.art import Look

ImageForm = Literal["png", "svg"]

Resolution = Literal["screen", "high"]

_FINE = 2
"""Px of an image for each px of a screen, unzoomed."""

HIGH = " (high resolution)"
"""What ends the name of a module at high resolution: its saves are not those of the other."""

STEP = "Step"
"""The layer that holds a counter's faces: level 1 is the front, 2 the reduced side."""

LAYERS = ("Units", "Markers")
"""What maps of counters draw first; pieces of two layers are never in one stack. Leaders are with the units,
so that who drags a stack takes its leader along."""


BATTLEFIELD = "Battlefield"
"""The window in which a game is played. Each map is a board of it, and a save names the one that is laid out:
so a module opens where the fight is."""

DISPLAY = "Eliminated"
"""The map window of the display of losses, and its board."""

FORCES = "Forces"
"""The window of pieces that are not on the map yet, and its board."""

TABLE = "Beside the board"
"""The board that is the table."""

BATTLE = "Battle"
"""The property of a module that tells which scenario is played, where the game has several."""

RECORD = "Record"
"""The property of a module that tells to which place of which game by mail a save or log belongs: VASSAL
keeps it. It is empty in a set-up."""

SETTING_UP = "SettingUp"
"""The property of a module that is "yes" where a save is of a set-up that players lay out themselves: what is
put down is set up then, and does not march."""

TOLD = ("$PieceName$", "$Values$")
"""What the stack viewer tells of a piece."""

ZONE_COLOUR, ZONE_OPACITY = "200,30,30", 25
ZONE_TEXT = "Zone of control: show or hide"
RANGE_COLOUR = "40,90,170"


def range_text(radius: int) -> str:
    """The command that shows how far a counter reaches."""
    return f"Range {radius}: show or hide"


SPECTATORS = ("Referee", "Solitaire")
"""The sides that see everything."""


@dataclass(frozen=True, slots=True)
class Rendering:
    """How pieces are shown: the look of the game, the side of a counter in px, the form of all images, by
    how many px leaders are drawn up to the right and markers up to the left, where they lie on a unit, and
    the resolution."""

    look: Look
    px: int
    form: ImageForm = "png"
    lift: int = 0
    resolution: Resolution = "screen"

    @property
    def unit(self) -> int:
        """Px of a board for each px of a screen, unzoomed."""
        return _FINE if self.resolution == "high" else 1

    @property
    def detail(self) -> int:
        """Px of a piece's image for each px of a board."""
        return _FINE // self.unit

    def name(self, title: str) -> str:
        """What a game's module is called."""
        return title + HIGH if self.resolution == "high" else title

    @property
    def text_as(self) -> Literal["text", "paths"]:
        """How pictures hold their words: VASSAL has not our typefaces."""
        return "paths" if self.form == "svg" else "text"

    def image(self, stem: str) -> str:
        """The name of an image's file."""
        return f"{stem}.{self.form}"


def battle_called(scenario: str) -> str:
    """The value of `BATTLE` for a scenario: expressions compare it, and take `true` for no text."""
    return f"scenario {scenario}"


def piece_name(definition: Definition, counter: Counter) -> str:
    """What the chat calls a counter: its name, and its id where others have the same name."""
    return counter.name if definition.bearers[counter.name] == 1 else f"{counter.name} {counter.id}"


def front_image(counter_id: str) -> str:
    """The image of a counter's front, as all below without its form."""
    return f"{counter_id}-front"


def back_image(counter_id: str) -> str:
    """The image of a counter's reduced side."""
    return f"{counter_id}-back"


def marker_image(name: str) -> str:
    """The image of a marker."""
    return f"marker-{name}"


def hidden_image(name: str) -> str:
    """The image of the back of markers that lie face down."""
    return f"hidden-{name}"


def state_image(name: str, number: int = 1) -> str:
    """The image of the plate that a counter bears in a state, or with so many of a marker."""
    return f"state-{name}" if number == 1 else f"state-{name}-{number}"


def state_layer(name: str) -> str:
    """The name of the layer that shows a state, as in "Disordered"."""
    return name.replace("_", " ").title().replace(" ", "")


def value_property(value: str) -> str:
    """The property that holds a counter's value, as in "Combat"."""
    return value.replace("_", " ").title().replace(" ", "")


def readers(definition: Definition, side: str) -> tuple[str, ...]:
    """The players who may know a side's hidden pieces, as VASSAL calls them, the side's own first."""
    sharing = (p.name for p in definition.players.values() if p.name is not None and side in p.sides)
    return (definition.game.sides[side].name, *sharing, *SPECTATORS)


def seats(definition: Definition) -> tuple[str, ...]:
    """Whom one can be in a module, as VASSAL calls them: the sides, further players, who sees everything."""
    sides = (side.name for side in definition.game.sides.values())
    further = (player.name for player in definition.players.values() if player.name is not None)
    return (*sides, *further, *SPECTATORS)


def sector_title(definition: Definition, sector: str, side: str) -> str:
    """What the place of a side's leader in a sector is called."""
    return f"{sector} sector, {definition.game.sides[side].name}"
