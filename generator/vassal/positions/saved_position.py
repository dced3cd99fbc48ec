"""What a save holds, read piece by piece: the machinery below the readers of hex maps, areas and cards.

Pieces are found by what our modules write into every one of them, whoever saved the game. What has no place
in a position is told, with its reason.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from generator.vassal.format import commands as c
from generator.vassal.format.codec import split, split_or_empty, whole
from generator.vassal.format.decks import deck_name
from generator.vassal.format.errors import PieceError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.trait_table import TraitText, take_apart
from generator.vassal.format.traits import Embellishment, FreeRotator, Obscurable, RawTrait, Trait
from generator.vassal.module.data import MarkerState
from generator.vassal.module.names import BATTLEFIELD, LAYERS, STEP, state_layer
from generator.vassal.module.plan import ModulePlan
from generator.vassal.module.tracks import FACTORS, army_of
from generator.vassal.positions.moments import Moment
from modules.engine.position import PlacedCounter

LOST = "lost"
"""The place of a counter that is eliminated."""

P = TypeVar("P", bound=ModulePlan)

NEAR = 2
"""px by which a piece may lie beside its place: whoever saved may have rounded."""


@dataclass(frozen=True)
class Unplaced:
    """A piece that has no place in the position, and why."""

    piece: str
    map: str
    x: int
    y: int
    why: str


@dataclass(frozen=True)
class SavedPosition:
    """What a save holds. `maps` are the maps on whose hexes something lies, or the board that is shown;
    `moment` is None where the save has no turn that the game knows; `losses` are those that markers on tracks
    tell, by line of the morale."""

    placed: tuple[PlacedCounter, ...]
    unplaced: tuple[Unplaced, ...]
    maps: tuple[str, ...]
    moment: Moment | None
    losses: Mapping[str, int]


@dataclass(frozen=True)
class Heap:
    """Pieces in one place, bottom first; `deck` is the name of the deck that they make, else empty."""

    pieces: tuple[Piece, ...]
    deck: str = ""


def heaps(commands: Iterable[c.Command]) -> Iterator[Heap]:
    """The decks of a save; then what lies in each place: its stacks, and pieces that lie in none."""
    pieces: dict[str, Piece] = {}
    decks: list[tuple[str, list[str]]] = []
    stacked: list[str] = []
    for command in commands:
        if not isinstance(command, c.AddPiece):
            continue
        if command.type == "stack":
            stacked += [each for each in split(command.state, ";")[3:] if not each.startswith("@@")]
        elif command.type.startswith("deck;"):
            cards = split(command.state, ";")[4:5]
            decks.append((deck_name(command.type), split_or_empty("".join(cards))))
        else:
            try:
                pieces[command.piece_id] = command.piece()
            except PieceError:
                continue
    for deck, ids in decks:
        yield Heap(tuple(pieces.pop(piece_id) for piece_id in ids if piece_id in pieces), deck)
    places: dict[tuple[str, int, int], list[Piece]] = {}
    for piece_id in dict.fromkeys((*stacked, *pieces)):
        if piece_id in pieces:
            basic = pieces[piece_id].basic
            places.setdefault((basic.map, basic.x, basic.y), []).append(pieces[piece_id])
    yield from (Heap(tuple(here)) for here in places.values())


@dataclass
class Reader(ABC, Generic[P]):
    """Collects what lies where; a game's kind says what its pieces are and where they lie. `board` is the
    title of the board that the save shows."""

    plan: P
    placed: list[PlacedCounter] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    maps: dict[str, None] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    losses: dict[str, int] = field(default_factory=dict)
    board: str = ""

    def show(self, commands: Iterable[c.Command]) -> None:
        """Take the board that a save shows on the battlefield, where it says which."""
        for command in commands:
            if isinstance(command, c.Boards) and command.map == BATTLEFIELD:
                self.board = next((name for name, *cell in command.boards if cell == [0, 0]), "")

    @abstractmethod
    def piece(self, piece: Piece, heap: Heap) -> PlacedCounter | str | None:
        """What a piece is and where it lies, or why it has no place; None if it is none of this game."""

    @abstractmethod
    def lone_marker(self, piece: Piece, name: str) -> PlacedCounter | None:
        """A marker that lies on no piece, if the game knows such."""

    def stands_on_track(self, piece: Piece, name: str) -> bool:
        """Whether a marker that lies on no piece is one for a track; what it tells of losses is taken."""
        track = self.plan.tracks.names.get(name, "")
        board = self.board if piece.basic.map == BATTLEFIELD else ""
        at, _, number = self.plan.tracks.box_at(board, piece.basic.x, piece.basic.y).rpartition(" ")
        line = self._lines.get(army_of(piece))
        if line is not None and at == track:
            self.losses[line] = self.losses.get(line, 0) + FACTORS[track] * int(number)
        return track != ""

    @property
    def _lines(self) -> dict[str, str]:
        """The lines of the morale by the names of their armies."""
        battles = self.plan.definition.hex_scenarios.values()
        return {line.name: key for battle in battles for key, line in battle.morale.items()}

    def in_order(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """The pieces of one place as they are drawn, the lowest first."""
        return pieces

    def under_markers(self, found: Sequence[PlacedCounter]) -> int:
        """The index of the piece on which the next marker of a place lies."""
        return len(found) - 1

    def read(self, heap: Heap) -> None:
        """Read the pieces of one place."""
        found: list[PlacedCounter] = []
        for piece in self.in_order(heap.pieces):
            known = self.plan.definition.game.markers
            name = piece.markers().get("MarkerId", "")
            if name in known:
                turned = layer_levels(piece).get(STEP, 1) == 2
                name = (known[name].back if turned else None) or name
                self._read_marker(piece, name, found)
                continue
            one = self.piece(piece, heap)
            if not isinstance(one, PlacedCounter):
                self._leave(piece, one or "it is not a counter or marker of this game")
            elif one.counter in self.seen:
                self._leave(piece, f"counter {one.counter} is already placed")
            else:
                found.append(one)
                self.seen |= {one.counter} - {""}
        self.placed += found

    def lies_apart(self, name: str) -> bool:  # noqa: ARG002 - there are none
        """Whether a marker belongs to its place, whoever lies there with it."""
        return False

    def _read_marker(self, piece: Piece, name: str, found: list[PlacedCounter]) -> None:
        if found and not self.lies_apart(name):
            below = self.under_markers(found)
            found[below] = replace(found[below], markers=(*found[below].markers, name))
        elif (lone := self.lone_marker(piece, name)) is not None:
            found.append(lone)
        elif not self.stands_on_track(piece, name):
            self._leave(piece, "the marker is not on a counter")

    def _leave(self, piece: Piece, why: str) -> None:
        basic = piece.basic
        self.unplaced.append(Unplaced(basic.name, basic.map, basic.x, basic.y, why))


class LayeredReader(Reader[P]):
    """Reads maps that draw pieces in layers: a marker lies above the leaders of its place, and on the
    uppermost unit. None of them lies alone but on a track, or where a counter has left it."""

    def in_order(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        return sorted(pieces, key=_layer)

    def under_markers(self, found: Sequence[PlacedCounter]) -> int:
        counters = self.plan.definition.counters
        units = [
            i
            for i, each in enumerate(found)
            if not each.lone and (not each.counter or counters[each.counter].role == "unit")
        ]
        return units[-1] if units else len(found) - 1

    def lone_marker(self, piece: Piece, name: str) -> PlacedCounter | None:  # noqa: ARG002 - there are none
        return None


def _layer(piece: Piece) -> tuple[int, bool]:
    marks = piece.markers()
    layer, leads = marks.get("Layer", ""), marks.get("Role") == "Leader"
    return LAYERS.index(layer) if layer in LAYERS else 0 if leads else len(LAYERS), leads


def layer_levels(piece: Piece) -> dict[str, int]:
    """The level of each of a piece's layers by its name, as VASSAL or we have written it."""
    found: dict[str, int] = {}
    for trait in piece.traits:
        if isinstance(trait, Embellishment):
            found.setdefault(trait.name, trait.level)
        elif (apart := _other_form(trait, Embellishment.PREFIX)) is not None:
            found.setdefault(apart.values.get("name", ""), whole(apart.state.get("level", "")) or 0)
    return found


def facing(piece: Piece, name: str) -> int:
    """How far the rotator of that name is turned, in its steps clockwise; 0 without one."""
    for trait in piece.traits:
        if isinstance(trait, FreeRotator) and trait.name == name:
            return trait.facing
        if (apart := _other_form(trait, FreeRotator.PREFIX)) is not None and apart.values.get("name") == name:
            return whole(apart.state.get("facing", "")) or 0
    return 0


def masked_by(piece: Piece) -> str:
    """Who masked a piece, as VASSAL calls a side; empty for one that lies open."""
    for trait in piece.traits:
        owner = ""
        if isinstance(trait, Obscurable):
            owner = trait.masked_by
        elif (apart := _other_form(trait, Obscurable.PREFIX)) is not None:
            owner = apart.state.get("masked_by", "")
        if owner not in ("", "null"):
            return owner
    return ""


def _other_form(trait: Trait, prefix: str) -> TraitText | None:
    """A trait of this prefix that is not in VASSAL's present form."""
    if isinstance(trait, RawTrait) and trait.type.startswith(prefix):
        return take_apart(trait.type, trait.state)
    return None


def shown_markers(states: Mapping[str, MarkerState], levels: Mapping[str, int]) -> tuple[str, ...]:
    """The markers that a piece shows itself, by the levels of its layers."""
    return tuple(
        name
        for name, state in states.items()
        for _ in range(min(max(0, levels.get(state_layer(name), 0) - (state.levels > 1)), state.levels))
    )
