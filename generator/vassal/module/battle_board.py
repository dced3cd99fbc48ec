"""Battle boards in a module: a window for each display apart whose boxes are laid open, with zones and decks.

Blocks go there by keys. One button lays open what lies in the columns, one stands all blocks up again, one
puts the survivors into the cup of the board: which of them comes out nobody can follow. Each commands the
blocks of the player who presses it and no others. Other displays apart are for the table alone: a module has
windows of the forces that wait and of those eliminated already.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.charts.board import DisplayBoard, display_board
from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.decks import DeckType, draw_pile
from generator.vassal.format.expressions import (
    FALSE,
    TRUE,
    Term,
    all_of,
    any_of,
    braced,
    equal,
    grouped,
    prop,
    text,
    unequal,
)
from generator.vassal.format.keys import ctrl, key, named_key
from generator.vassal.format.maps import (
    board,
    box_corners,
    map_window,
    piece_layers,
    stack_viewer,
    zone,
    zoned_grid,
)
from generator.vassal.format.traits import (
    ReportState,
    ReturnToDeck,
    SendToLocation,
    Submenu,
    Trait,
    TriggerAction,
)
from generator.vassal.module.icons import icon
from generator.vassal.module.names import LAYERS, Rendering
from generator.vassal.module.orders.ways import FORGET
from generator.vassal.module.parts import Key
from modules.definition import Definition
from modules.definition.formats.displays import Display

_START_ZOOM = 0.7
_MIX = named_key("intoTheMix")
_HIDDEN, _PLACE = prop("ObscuredToOthers"), prop("LocationName")
_NUMBERED = 4
"""So many boxes of a board have a key with Ctrl, as many more with Shift too."""

_ASCII = 128
"""From here on a key's code is that of a named command."""


@dataclass(frozen=True)
class BattleBoard:
    """A battle board as a window: its drawn board, `scale` px a mm, `size` px."""

    name: str
    display: Display
    drawn: DisplayBoard
    scale: float
    rendering: Rendering

    @property
    def title(self) -> str:
        """What VASSAL calls the window."""
        return self.display.name

    @property
    def board(self) -> str:
        """What VASSAL calls the window's board; it cuts such a name at a /, so that the title is none."""
        return f"board {self.name}"

    @property
    def size(self) -> tuple[int, int]:
        return round(self.drawn.drawing.width_mm * self.scale), round(
            self.drawn.drawing.height_mm * self.scale
        )

    def corners(self, place: str) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of a place in px."""
        box = self.drawn.places[place]
        ends = (box.x, box.y, box.x + box.width, box.y + box.height)
        left, top, right, bottom = (round(mm * self.scale) for mm in ends)
        return left, top, right, bottom

    def middle(self, place: str) -> tuple[int, int]:
        """The px where pieces lie in a place."""
        left, top, right, bottom = self.corners(place)
        return (left + right) // 2, (top + bottom) // 2

    def place_at(self, x: int, y: int) -> str:
        """The place of a px; empty where there is none."""
        for place in self.drawn.places:
            left, top, right, bottom = self.corners(place)
            if left <= x < right and top <= y < bottom:
                return place
        return ""

    def called(self, place: str) -> str:
        """What VASSAL calls a place."""
        return f"{self.display.name}: {self.display.boxes[place].name}"

    @property
    def cups(self) -> dict[str, DeckType]:
        """The cups by their place. Drawn from a face-down deck, a block stands as its owner's: from an open
        one it would lie there for all to see."""
        px = self.rendering.px
        return {
            place: DeckType(
                name=self.called(place), width=px, height=px, face_down="Always",
                shuffle="Always", allow_select=False, reversible=False,
            )
            for place, box in self.display.boxes.items()
            if box.cup
        }  # fmt: skip

    # --- the window ------------------------------------------------------------------------------------

    def window(self, image: str) -> Component:
        """The window as a component."""
        zones = [zone(self.called(place), box_corners(*self.corners(place))) for place in self.drawn.places]
        piles = [draw_pile(kind, self.board, *self.middle(place)) for place, kind in self.cups.items()]
        viewer = stack_viewer(
            self.rendering.px // self.rendering.unit, (), summaryReportFormat="$LocationName$"
        )
        return map_window(
            self.title,
            [board(self.board, image, zoned_grid(zones))],
            [viewer, piece_layers(LAYERS), *piles, *self._buttons()],
            start_zoom=_START_ZOOM,
            default_boards=[(self.board, 0, 0)],
            launch=True,
            buttonName=self.title,
            icon=icon("battle"),
            tooltip=f"Show or hide: {self.title}",
            markMoved="Never",
        )

    def _buttons(self) -> Iterator[Component]:
        opened = (self.called(place) for place, box in self.display.boxes.items() if box.laid_open)
        in_columns = grouped(any_of(*(equal(_PLACE, text(each)) for each in opened)))
        yield self._button("Open", "Lay open your blocks in columns", ctrl("F"),
                           equal(_HIDDEN, TRUE), in_columns)  # fmt: skip
        yield self._button("Stand up", "Stand all your blocks up again", ctrl("F"), equal(_HIDDEN, FALSE))
        if self.cups:
            yield self._button("Mix", "Your survivors into the mix, to be drawn unseen", _MIX)

    def _button(self, name: str, tooltip: str, sent: str, *which: Term) -> Component:
        blocks = unequal(prop("Side"), text(""))
        return component(
            "module.map.MassKeyCommand", name=name, buttonText=name, tooltip=tooltip, hotkey=sent,
            filter=braced(all_of(blocks, *which)), deckCount="0", icon="",
        )  # fmt: skip


def battle_boards(definition: Definition, rendering: Rendering) -> dict[str, BattleBoard]:
    """The battle boards of a game, a space as wide as a block of a rendering."""
    found = {}
    for name, display in definition.boards_apart.items():
        if not any(box.laid_open for box in display.boxes.values()):
            continue
        drawn = display_board(rendering.look, definition, name, turned=False)
        across = float(display.size[0])
        scale = rendering.px * across / drawn.drawing.width_mm
        found[name] = BattleBoard(name, display, drawn, scale, rendering)
    return found


# --- commands of blocks --------------------------------------------------------------------------------


def sends(plans: Sequence[BattleBoard], side: str) -> tuple[tuple[Trait, ...], tuple[str, ...]]:
    """How a block of a side goes to the places of the boards, and the keys of these commands."""
    traits: list[Trait] = []
    keys: list[str] = []
    for plan in plans:
        own = [n for n, box in plan.display.boxes.items() if not box.cup and box.side in (None, side)]
        strokes = _strokes(plan, own)
        traits.append(ReportState(keys=tuple(strokes.values()), format="$newPieceName$ to $location$ *"))
        traits.append(Submenu(f"To: {plan.title}", tuple(plan.called(place) for place in own)))
        traits += [
            SendToLocation(
                plan.called(place), strokes[place], map=plan.title, destination="Z", zone=plan.called(place)
            )
            for place in own
        ]
        keys += strokes.values()
        for kind in plan.cups.values():
            traits += _mixing(kind)
            keys.append(_MIX)
    return tuple(traits), tuple(keys)


def _mixing(kind: DeckType) -> Iterator[Trait]:
    """A block that goes into the mix loses its trail and its sign of movement, by which it could be known."""
    put = named_key("putIntoTheMix")
    yield TriggerAction("Mix", "Into the mix", _MIX, actions=(FORGET, put))
    yield ReturnToDeck("", put, expression=kind.name)


def _strokes(plan: BattleBoard, places: Sequence[str]) -> dict[str, str]:
    """The keys of places: Ctrl and a number, with Shift for those across the table; columns come first."""
    found = {}
    boxes = plan.display.boxes
    for across in (False, True):
        there = [place for place in places if boxes[place].across == across]
        there.sort(key=lambda place: not boxes[place].laid_open)
        for number, place in enumerate(there, start=1):
            numbered = number <= _NUMBERED
            found[place] = key(str(number), ctrl=True, shift=across) if numbered else named_key(f"to_{place}")
    return found


def battle_keys(plans: Sequence[BattleBoard]) -> list[Key]:
    """The keys by which blocks go to a board, for the help page."""
    found = []
    for plan in plans:
        strokes = _strokes(plan, [n for n, box in plan.display.boxes.items() if not box.cup])
        for place, stroke in strokes.items():
            code, shifted = int(stroke.split(",")[0]), plan.display.boxes[place].across
            if code < _ASCII:
                found.append((f"Ctrl+{'Shift+' * shifted}{chr(code)}", f"to the {plan.called(place)}"))
    return found
