"""Checks of the displays: places that are there once, that do not overlap, that hold a counter; and of what
begins in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from modules.definition.files import Files, known_word
from modules.definition.formats.cards import CardsFile
from modules.definition.formats.displays import DisplayBox, DisplaysFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Counter
from modules.geometry.outline import Point, area_of, crossings, holds

TAKEN = {"entering": "counters that enter wait there", "forces": "counters wait there for a free set-up"}
"""Words that have a place already, and which."""
NO_CUPS = {"lost": "counters that are out of play lie there", "reserve": "what is drawn lies there"}
"""Words that cannot be a cup's, and why."""


def check_displays(files: Files, file: str, displays: DisplaysFile, game: GameFile) -> None:
    """Notes the faults of `displays.yaml`."""
    seen: dict[str, str] = {}
    titles: dict[tuple[str, str], str] = {}
    for name, display in displays.displays.items():
        for place, box in display.boxes.items():
            path = ("displays", name, "boxes", place)
            if box.side is not None:
                known_word(files, file, (*path, "side"), box.side, game.sides)
            if place in TAKEN:
                files.fault(file, path, f"a place is called {place!r} already: {TAKEN[place]}")
            if box.cup:
                _check_cup(files, file, path, place)
            if place in seen:
                files.fault(file, path, f"the place {place!r} is already in the display {seen[place]!r}")
            seen.setdefault(place, name)
            title = (display.name, box.name)
            if title in titles:
                files.fault(
                    file, (*path, "name"), f"the box {titles[title]!r} of a display has this name already"
                )
            titles.setdefault(title, place)
            if (fault := _misshapen(box)) is not None:
                files.fault(file, path, fault)
        shapes = {place: _Shape.of(box) for place, box in display.boxes.items()}
        for (one, first), (other, second) in combinations(shapes.items(), 2):
            if first.meets(second):
                path = ("displays", name, "boxes", other)
                files.fault(file, path, f"the box {other!r} lies over {one!r}")


def _check_cup(files: Files, file: str, path: tuple[str, ...], place: str) -> None:
    """`draw` names a cup or a pack, and what was drawn from a cup lies in the reserve."""
    if place in NO_CUPS:
        files.fault(file, path, f"a cup cannot be called {place!r}: {NO_CUPS[place]}")
    if any(place in cards.decks for cards in files.of(CardsFile).values()):
        files.fault(file, path, f"a cup cannot be called {place!r}: a pack of cards is called so")


def check_begins(files: Files, file: str, scenario: HexScenario, counters: Mapping[str, Counter]) -> None:
    """Notes the faults of what begins off the map: places that there are, counters of the side, each once."""
    boxes = {
        place
        for each in files.of(DisplaysFile).values()
        for one in each.displays.values()
        for place in one.boxes
    }
    placed = {counter for setup in scenario.setup for counter in setup.at}
    placed |= {counter for entry in scenario.entries for counter in entry.counters}
    for i, setup in enumerate(scenario.setup):
        for place, begin in setup.boxes.items():
            path = ("setup", i, "boxes", place)
            known_word(files, file, path, place, boxes)
            for j, counter in enumerate(begin):
                if (
                    known_word(files, file, (*path, j), counter, counters)
                    and counters[counter].side != setup.side
                ):
                    files.fault(file, (*path, j), f"{counter} is not of the side {setup.side!r}")
                if counter in placed:
                    files.fault(file, (*path, j), f"{counter} is already placed elsewhere")
                placed.add(counter)


def _misshapen(box: DisplayBox) -> str | None:
    corners = [(float(x), float(y)) for x, y in box.corners]
    if crossings(corners):
        return "its outline crosses itself"
    if abs(area_of(corners)) < 1:
        return "it is smaller than a space: no counter has room there"
    x, y = (float(part) for part in box.middle)
    half = 0.49
    around = [(x + across, y + down) for across in (-half, half) for down in (-half, half)]
    if not all(holds(corners, point) for point in around):
        return "no counter has room in its middle: make it wider there"
    return None


@dataclass(frozen=True, slots=True)
class _Shape:
    """A box as it is compared with others: its corners, its middle, and points just inside its corners."""

    corners: tuple[Point, ...]
    inside: tuple[Point, ...]

    @classmethod
    def of(cls, box: DisplayBox) -> _Shape:
        corners = tuple((float(x), float(y)) for x, y in box.corners)
        x, y = (float(part) for part in box.middle)
        return cls(corners, ((x, y), *((u + (x - u) * 0.02, v + (y - v) * 0.02) for u, v in corners)))

    def meets(self, other: _Shape) -> bool:
        """Whether two boxes overlap, by the points in each that lie in the other."""
        pairs = ((self, other), (other, self))
        return any(holds(there.corners, point) for here, there in pairs for point in here.inside)
