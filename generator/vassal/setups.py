"""Positions as VASSAL saves: the set-up of every scenario, or where a game stands.

A position is a tuple of `Placed` counters, bottom of a stack first, as the engine gives it; so the set-up
that VASSAL opens and the state with which a referee starts are the same data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.vassal.commands import (
    BEGIN_SAVE,
    END_SAVE,
    AddPiece,
    Boards,
    Command,
    stack,
    write_commands,
)
from generator.vassal.container import Metadata, save_bytes
from generator.vassal.errors import CommandError
from generator.vassal.module_data import VassalFile
from generator.vassal.module_display import DISPLAY, Display
from generator.vassal.module_map import MapPlan
from generator.vassal.module_pieces import STEP, Roster, at_levels, state_levels
from generator.vassal.moments import Moment, first_moment, setup_comment, turn_command
from generator.vassal.pieces import Piece
from modules.definition import Definition
from modules.definition.scenarios import HexScenario
from modules.engine.position import Placed

ENTERING = "entering"
"""The place of counters that enter during the game."""

_FIRST_ID = 1000


@dataclass(frozen=True)
class SaveRoom:
    """What saves of one module share: its pieces, maps, display and metadata."""

    definition: Definition
    file: VassalFile
    roster: Roster
    maps: dict[str, MapPlan]
    display: Display
    moduledata: Metadata

    def setup(self, scenario: HexScenario) -> bytes:
        """The save with which a scenario begins: every counter at its place, the first player to move."""
        first = first_moment(self.definition, scenario)
        comment = setup_comment(self.definition, scenario)
        return self.position(scenario, set_up(self.definition, scenario), first, comment)

    def position(
        self, scenario: HexScenario, placed: Sequence[Placed], moment: Moment, comment: str
    ) -> bytes:
        """A .vsav of a position; `comment` is shown when it is loaded. A counter that is `ENTERING` lies
        beside the map, one whose place is no hex of the map in its cell of the display of those eliminated.

        Raises CommandError for a counter, marker, side or phase that the game does not have.
        """
        text = write_commands(
            [
                BEGIN_SAVE,
                *self._pieces(scenario, placed),
                *self._boards(),
                turn_command(self.definition, scenario, moment),
                END_SAVE,
            ]
        )
        data = self.moduledata
        return save_bytes(text, Metadata(data.version, comment, data.saved), data)

    def _pieces(self, scenario: HexScenario, placed: Sequence[Placed]) -> Iterator[Command]:
        plan, number = self.maps[scenario.map], _FIRST_ID
        for (window, x, y), here in self._stacks(plan, placed).items():
            ids = []
            for piece in here:
                number += 1
                ids.append(str(number))
                yield AddPiece.of(ids[-1], piece.at(window, x, y))
            number += 1
            yield stack(str(number), window, x, y, ids)

    def _stacks(self, plan: MapPlan, placed: Iterable[Placed]) -> dict[tuple[str, int, int], list[Piece]]:
        """The pieces of every place, bottom first, places in their first piece's order."""
        found: dict[tuple[str, int, int], list[Piece]] = {}
        for each in placed:
            if each.counter not in self.roster.counters:
                raise CommandError(f"{self.definition.name} has no counter {each.counter!r}")
            if each.place in plan.sheet.frame.grid:
                where = (plan.title, *plan.at(each.place))
            elif each.place == ENTERING and each.counter in plan.sheet.entering:
                where = (plan.title, *plan.beside(each.counter))
            else:
                where = (DISPLAY, *self.display.cells[each.counter])
            found.setdefault(where, []).extend(self._shown(each))
        return found

    def _shown(self, placed: Placed) -> Iterator[Piece]:
        """The counter as it lies, and the markers on it that it cannot show itself."""
        counter = self.definition.counters[placed.counter]
        states = self.file.of_kind(counter.kind, counter.role)
        levels = {STEP: 2} if placed.reduced else {}
        levels |= state_levels(states, placed.markers)
        yield at_levels(self.roster.counter(placed.counter), levels)
        for name in placed.markers:
            if name not in states:
                if name not in self.roster.markers:
                    raise CommandError(f"{self.definition.name} has no marker {name!r}")
                yield self.roster.marker(name)

    def _boards(self) -> Iterator[Command]:
        for title in (*(plan.title for plan in self.maps.values()), DISPLAY):
            yield Boards(title, ((title, 0, 0),))


def set_up(definition: Definition, scenario: HexScenario) -> tuple[Placed, ...]:
    """The scenario's at-start position, in a hex leaders above units; then what enters during the game."""
    found = [
        Placed(counter_id, setup.side, hex_id)
        for setup in scenario.setup
        for counter_id, hex_id in setup.at.items()
    ]
    found.sort(key=lambda p: definition.counters[p.counter].role == "leader")
    found += [Placed(c, entry.side, ENTERING) for entry in scenario.entries for c in entry.counters]
    return tuple(found)
