"""Positions as VASSAL saves, whatever a game is played on: what all of them hold, and how pieces stack.

A position is a tuple of `PlacedCounter`, bottom of a stack first, as the engine gives it; so the set-up that
VASSAL opens and the state with which a referee starts are the same data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, Self, TypeVar

from generator.vassal.format import plain
from generator.vassal.format.commands import (
    BEGIN_SAVE,
    END_SAVE,
    SETUP_STACK,
    AddPiece,
    Boards,
    Command,
    SetProperty,
    stack,
    write_commands,
)
from generator.vassal.format.container import Metadata, save_bytes
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import Obscurable
from generator.vassal.module.data import OF_SHEETS, VassalFile
from generator.vassal.module.names import BATTLE, LAYERS, battle_called
from generator.vassal.module.pieces import Roster, state_levels
from generator.vassal.module.tracks import FACTORS, of_army
from generator.vassal.positions.moments import Moment, first_moment, setup_comment, turn_command
from generator.vassal.positions.ways import Ground, Spot
from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import HexScenario, Scenario
from modules.engine.position import PlacedCounter

BoardsOf = tuple[str, tuple[tuple[str, int, int], ...]]
"""A map window and its boards, each with its column and row."""

NO_LOSSES: Mapping[str, int] = {}

_IDS = (1000, 1_000_000)
_S = TypeVar("_S", bound=Scenario)


@dataclass(frozen=True)
class Saves(ABC, Generic[_S]):
    """What saves of one module share: its pieces and its metadata."""

    definition: Definition
    file: VassalFile
    roster: Roster
    moduledata: Metadata

    layered: ClassVar[bool] = False
    """Whether its maps draw pieces in layers: pieces of two layers are never in one stack."""

    @property
    def has_decks(self) -> bool:
        """Whether the module has decks, which VASSAL would else lay out a second time."""
        return False

    @property
    @abstractmethod
    def scenarios(self) -> Mapping[str, _S]:
        """The scenarios of the game, by name."""

    @abstractmethod
    def set_up(self, scenario: _S) -> tuple[PlacedCounter, ...]:
        """The position in which a scenario begins."""

    @abstractmethod
    def pieces(
        self, scenario: _S, placed: Sequence[PlacedCounter], numbers: Iterator[int]
    ) -> Iterator[Command]:
        """The pieces of a position, each before the stack that holds it; `numbers` gives new ids. Raises
        CommandError."""

    @abstractmethod
    def boards(self, scenario: _S) -> Iterator[BoardsOf]:
        """The boards of every map window."""

    @abstractmethod
    def ground(self, scenario: _S) -> Ground:
        """Where pieces lie in each place of the map on which they move."""

    def titles(self, scenario: _S) -> tuple[str, ...]:
        """The boards on which a scenario may be played, by their names in the module, the usual one first."""
        _, (first, *_) = next(iter(self.boards(scenario)))
        return (first[0],)

    def on_board(self, scenario: _S, title: str) -> Self:
        """The saves on the board of that name, as `titles` has it; raises CommandError for any other."""
        titles = self.titles(scenario)
        if title not in titles:
            raise CommandError(
                f"the module has no board {title!r} for this: it has {', '.join(map(repr, titles))}"
            )
        return self

    def setups(self) -> dict[str, bytes]:
        """The save with which each scenario begins, by its name. Raises VassalError."""
        return {name: self.setup(scenario) for name, scenario in self.scenarios.items()}

    def free_setups(self) -> dict[str, tuple[str, bytes]]:
        """Title and save, by the stem of its file, of set-ups that players make themselves. Raises
        VassalError."""
        return {}

    def unnumbered_setups(self, saves: Mapping[str, tuple[str, bytes]]) -> dict[str, tuple[str, bytes]]:  # noqa: ARG002
        """Saves of set-ups, as `free_setups` gives them, on boards without printed ids of hexes."""
        return {}

    def setup(self, scenario: _S) -> bytes:
        """The save with which a scenario begins: every piece at its place, the first player to move."""
        first = first_moment(self.definition, scenario)
        comment = setup_comment(self.definition, scenario)
        return self.position(scenario, self.set_up(scenario), first, comment)

    def position(
        self,
        scenario: _S,
        placed: Sequence[PlacedCounter],
        moment: Moment,
        comment: str,
        losses: Mapping[str, int] = NO_LOSSES,
    ) -> bytes:
        """A .vsav of a position; `comment` is shown when it is loaded, `losses` are strength points by line
        of the scenario's morale.

        Raises CommandError for a counter, card, marker, place, side or phase that the game does not have.
        """
        commands = self.commands(scenario, placed, moment, losses, new_ids())
        return self.file_of(commands, comment)

    def commands(
        self,
        scenario: _S,
        placed: Sequence[PlacedCounter],
        moment: Moment,
        losses: Mapping[str, int],
        numbers: Iterator[int],
    ) -> list[Command]:
        """The commands of a save of a position; arguments and errors as `position`, `numbers` gives ids."""
        return [
            BEGIN_SAVE,
            *self.pieces(scenario, placed, numbers),
            *self.stacks(self.on_tracks(scenario, moment.turn, losses, self._told(placed)), numbers),
            *(Boards(window, laid) for window, laid in self.boards(scenario)),
            *([SETUP_STACK] if self.has_decks else []),
            turn_command(self.definition, scenario, moment),
            *self._battle(scenario),
            END_SAVE,
        ]

    def _battle(self, scenario: _S) -> Iterator[Command]:
        if len(self.definition.scenarios) > 1:
            yield SetProperty(BATTLE, battle_called(scenario.scenario))

    def file_of(self, commands: Iterable[Command], comment: str) -> bytes:
        """A save or log with these commands."""
        data = self.moduledata
        told = Metadata(data.version, plain.comment(comment), data.saved)
        return save_bytes(write_commands(commands), told, data)

    def spots(self, scenario: _S) -> Mapping[str, Spot]:  # noqa: ARG002 - a sheet may have no tracks
        """Where markers stand on the tracks of a scenario's sheet, by what the box is for."""
        return {}

    def on_tracks(
        self, scenario: _S, turn: int, losses: Mapping[str, int], told: Container[str] = ()
    ) -> dict[Spot, list[Piece]]:
        """The markers on the tracks of a sheet: that of the game turn, each army's of its losses, those of
        ratings at nought; and those that begin in a box of a display. Of ratings and boxes, what the position
        has `told` is left out."""
        spots, lying = self.spots(scenario), dict[Spot, list[Piece]]()
        morale = scenario.morale if isinstance(scenario, HexScenario) else {}
        for name, track in self.file.tracks.items():
            if name in told and track not in OF_SHEETS:
                continue
            [marker] = self.markers([name])
            boxes = [(_turn_box(turn, spots) if track == "turn" else f"{track} 0", marker)]
            if track in FACTORS:
                boxes = [
                    (_loss_box(track, losses.get(line, 0), spots), of_army(marker, army.name))
                    for line, army in morale.items()
                ]
            for box, piece in boxes:
                if box in spots:
                    lying.setdefault(spots[box], []).append(piece)
        for name, place in self.file.boxes.items():
            if place in spots and name not in told:
                lying.setdefault(spots[place], []).extend(self.markers([name]))
        return lying

    def stacks(self, lying: Mapping[Spot, Sequence[Piece]], numbers: Iterator[int]) -> Iterator[Command]:
        """The pieces of every place, bottom first, in a stack for each layer; `numbers` gives new ids."""
        for spot, here in lying.items():
            groups: dict[int, list[Piece]] = {}
            for piece in here:
                groups.setdefault(self._layer(piece), []).append(piece)
            for layer, pieces in groups.items():
                ids = []
                for piece in sorted(pieces, key=leads) if self.layered else pieces:
                    ids.append(str(next(numbers)))
                    yield AddPiece.of(ids[-1], piece.at(*spot))
                yield stack(str(next(numbers)), *spot, ids, layer)

    def _layer(self, piece: Piece) -> int:
        return LAYERS.index(piece.markers()["Layer"]) if self.layered else 0

    def counter_shown(
        self, counter: Counter, placed: PlacedCounter, levels: Mapping[str, int]
    ) -> Iterator[Piece]:
        """A counter with its layers at `levels`, in the states that it shows itself, and on it the markers
        that it cannot show. Raises CommandError for a marker that the game does not have."""
        states = self.file.of_kind(counter.kind, counter.role)
        shown = dict(levels) | state_levels(states, placed.markers)
        yield self.roster.counter(counter.id, shown)
        yield from self.markers(name for name in placed.markers if name not in states)

    def _told(self, placed: Iterable[PlacedCounter]) -> frozenset[str]:
        """The markers that lie by themselves in a position, whichever face is up."""
        carriers = self.definition.game.carriers
        lying = (name for each in placed if each.lone for name in each.markers)
        return frozenset(face for name in lying for face in (name, carriers.get(name, name)))

    def markers(self, names: Iterable[str]) -> Iterator[Piece]:
        """Markers as pieces. Raises CommandError for one that the game does not have."""
        for name in names:
            if name not in self.definition.game.markers:
                raise CommandError(f"{self.definition.name} has no marker {name!r}")
            yield self.roster.marker(name)


def leads(piece: Piece) -> bool:
    """Whether a piece is a leader: he lies on top of the units of his stack."""
    return piece.markers().get("Role") == "Leader"


def new_ids() -> Iterator[int]:
    """Ids for the pieces and stacks of one file."""
    return iter(range(*_IDS))


def _turn_box(turn: int, spots: Mapping[str, Spot]) -> str:
    """The box of a turn, or the last one of the track where a game goes on beyond it."""
    boxes = [box for n in range(1, turn + 1) if (box := f"turn {n}") in spots]
    return boxes[-1] if boxes else f"turn {turn}"


def _loss_box(track: str, lost: int, spots: Mapping[str, Spot]) -> str:
    """The box of units, or of tens, at which a marker tells of a loss; the last one where it is too large."""
    if track == "losses x1":
        return f"{track} {lost % 10}"
    last = sum(box.startswith(f"{track} ") for box in spots) - 1
    return f"{track} {min(lost // 10, last)}"


def masked(piece: Piece, owner: str) -> Piece:
    """The piece hidden: only `owner`, as VASSAL calls a side, and who may see his pieces know it."""
    traits = (replace(t, masked_by=owner) if isinstance(t, Obscurable) else t for t in piece.traits)
    return replace(piece, traits=tuple(traits))
