"""The places off the map in a module: boxes of the sheet as zones, cups as decks, commands to go there.

A piece that lies in a box is in its place; the stack viewer and the list of places tell how many lie there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.vassal.format.buildfile import Component
from generator.vassal.format.decks import DeckType, draw_pile
from generator.vassal.format.expressions import (
    Term,
    all_of,
    any_of,
    braced,
    choose,
    equal,
    grouped,
    prop,
    text,
    unequal,
)
from generator.vassal.format.keys import named_key
from generator.vassal.format.maps import zone
from generator.vassal.format.traits import Marker, ReportState, ReturnToDeck, SendToLocation, Submenu, Trait
from generator.vassal.format.windows import inventory
from generator.vassal.module.icons import icon
from generator.vassal.module.names import BATTLEFIELD, Rendering
from modules.definition import Definition
from modules.geometry.outline import holds, roomiest

PIECES = "Pieces"
"""The property that counts counters: 1 of each, 0 of a marker, so that a stack viewer can add them up."""

LIST = "Places"
_MENU = "To a box"
_BOARD = prop("CurrentBoard")
_GRAIN = 8.0

Px = tuple[int, int]


@dataclass(frozen=True)
class Boxes:
    """The places of a game: their outlines in px by the title of each board that has them. `elsewhere` is a
    zone that every board has."""

    definition: Definition
    outlines: Mapping[str, Mapping[str, Sequence[Px]]]
    rendering: Rendering
    elsewhere: str

    @property
    def titles(self) -> dict[str, str]:
        """What VASSAL calls each place that some board has."""
        there = {place for places in self.outlines.values() for place in places}
        return {
            place: f"{display.name}: {box.name}"
            for display in self.definition.displays.values()
            for place, box in display.boxes.items()
            if place in there
        }

    def at(self, board: str, x: int, y: int) -> str:
        """The place at px of a board; empty where there is none."""
        outlines = self.outlines.get(board, {}).items()
        return next((place for place, corners in outlines if holds(corners, (x, y))), "")

    def middle(self, board: str, place: str) -> Px:
        """The px where pieces lie in a place. Raises KeyError where the board does not have it."""
        corners = self.outlines[board][place]
        if self.definition.boxes[place].at is None:
            x, y = roomiest(corners, _GRAIN)
            return round(x), round(y)
        across, down = zip(*corners, strict=True)
        return (min(across) + max(across)) // 2, (min(down) + max(down)) // 2

    # --- components --------------------------------------------------------------------------------

    def zones(self, board: str) -> Iterator[Component]:
        """The places of a board."""
        titles = self.titles
        for place, corners in self.outlines.get(board, {}).items():
            yield zone(titles[place], corners)

    def cups(self, board: str) -> dict[str, DeckType]:
        """The cups of a board by their place: who draws from one cannot choose what he gets."""
        boxes, px = self.definition.boxes, self.rendering.px
        return {
            place: DeckType(
                name=self._deck(board, place), width=px, height=px, face_down="Never",
                shuffle="Always", allow_select=False, reversible=False, max_stack=1,
            )
            for place in self.outlines.get(board, {})
            if boxes[place].cup
        }  # fmt: skip

    def cup(self, board: str, deck: str) -> str:
        """The place of a cup by the name of its deck; empty for another."""
        return next((place for place, kind in self.cups(board).items() if kind.name == deck), "")

    def piles(self) -> Iterator[Component]:
        """The cups of all boards, empty; one that every board has lies on whichever is laid out."""
        there: set[str] = set()
        for board in self.outlines:
            for place, kind in self.cups(board).items():
                if kind.name not in there:
                    there.add(kind.name)
                    yield draw_pile(
                        kind, "" if self._everywhere(place) else board, *self.middle(board, place)
                    )

    def lists(self) -> list[Component]:
        """The list of all that lies off the map, with its number, by place."""
        if not self.titles:
            return []
        here, counter = prop("LocationName"), unequal(prop("CounterId"), text(""))
        in_a_box = any_of(*(equal(here, text(title)) for title in self.titles.values()))
        return [
            inventory(
                LIST, ["LocationName", "Side", "Kind"], braced(all_of(counter, grouped(in_a_box))),
                tooltip="Which counters lie in each place off the map, and how many",
                icon=icon("inventory"), nonLeafFormat=f"$PropertyValue$: $sum_{PIECES}$",
            )
        ]  # fmt: skip

    # --- commands ----------------------------------------------------------------------------------

    def commands(self, side: str) -> tuple[Trait, ...]:
        """How a counter of a side goes to each place that is everybody's or its own, and not for markers."""
        boxes, titles = self.definition.boxes, self.titles
        marked = {p for each in self.definition.displays.values() if each.markers for p in each.boxes}
        open_to = {
            place: title
            for place, title in titles.items()
            if boxes[place].side in (None, side) and place not in marked
        }
        if not open_to:
            return ()
        keys = {place: named_key(f"to_{place}") for place in open_to}
        report = ReportState(
            keys=tuple(keys.values()), format="$oldLocation$: $newPieceName$ to $location$ *"
        )
        sends = (self._send(place, title, keys[place]) for place, title in open_to.items())
        return (report, Submenu(_MENU, tuple(open_to.values())), *sends)

    def count(self, number: int) -> tuple[Trait, ...]:
        """What a piece counts in a place; nothing in a game without places."""
        return (Marker.of(**{PIECES: str(number)}),) if self.titles else ()

    def _send(self, place: str, title: str, keystroke: str) -> Trait:
        boards = [board for board, places in self.outlines.items() if place in places]
        if self.definition.boxes[place].cup:
            return ReturnToDeck(title, keystroke, expression=braced(self._by_board(place, boards)))
        to = title
        if len(boards) < len(self.outlines):
            there = any_of(*(equal(_BOARD, text(board)) for board in boards))
            to = braced(choose(there, text(title), text(self.elsewhere)))
        return SendToLocation(title, keystroke, map=BATTLEFIELD, destination="Z", zone=to)

    def _by_board(self, place: str, boards: Sequence[str]) -> Term:
        name = text(self._deck(boards[0], place))
        if self._everywhere(place):
            return name
        for board in boards[1:]:
            name = choose(equal(_BOARD, text(board)), text(self._deck(board, place)), name)
        return name

    def _deck(self, board: str, place: str) -> str:
        """Decks are known by their names: a cup that is on several boards, but not on all in the same px, has
        one for each."""
        title = self.titles[place]
        several = sum(place in places for places in self.outlines.values()) > 1
        return f"{title} ({board})" if several and not self._everywhere(place) else title

    def _everywhere(self, place: str) -> bool:
        """Whether every board has a place, in the same px."""
        return len({tuple(places.get(place, ())) for places in self.outlines.values()}) == 1
