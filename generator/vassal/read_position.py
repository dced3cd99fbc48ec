"""A save of a game on hex maps as a position: which counter lies in which hex, in which state, and when.

It is found by what our modules write into every piece (CounterId, MarkerId, layers Step and of states) and
by VASSAL's own arithmetic for places, whoever saved the game. What has no place in a position is told, with
its reason. Counters that are eliminated, or wait beside the map, are at `LOST` and `setups.ENTERING`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.vassal import commands as c
from generator.vassal.codec import split, whole
from generator.vassal.dump import turn_levels
from generator.vassal.errors import PieceError
from generator.vassal.module_display import DISPLAY
from generator.vassal.module_hexes import HexModule
from generator.vassal.module_names import LAYERS, STEP, state_layer
from generator.vassal.moments import TRACKER, Moment, tracker_players
from generator.vassal.pieces import Piece
from generator.vassal.setups import ENTERING
from generator.vassal.trait_table import take_apart
from modules.definition import Definition
from modules.engine.position import Placed

LOST = "lost"
"""The place of a counter that is eliminated."""

_NEAR = 2


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
    """What a save holds. `maps` are the maps on whose hexes something lies; `moment` is None where the save
    has no turn that the game knows."""

    placed: tuple[Placed, ...]
    unplaced: tuple[Unplaced, ...]
    maps: tuple[str, ...]
    moment: Moment | None


def read_position(plan: HexModule, text: str) -> SavedPosition:
    """The position of a save, of a log that at its beginning. Raises CommandError for a damaged text."""
    reader = _Reader(plan)
    commands = list(_start(c.read_commands(text)))
    for heap in _heaps(commands):
        reader.read_heap(heap)
    moments = [_moment(plan.definition, each) for each in commands if isinstance(each, c.Turn)]
    found = next((moment for moment in moments if moment is not None), None)
    return SavedPosition(tuple(reader.placed), tuple(reader.unplaced), tuple(reader.maps), found)


def _start(commands: list[c.Command]) -> Iterator[c.Command]:
    """The commands up to the end of the save, those of groups in their place."""
    for command in commands:
        if command == c.END_SAVE:
            return
        if isinstance(command, c.Group):
            yield from _start(list(command.commands))
        else:
            yield command


def _heaps(commands: list[c.Command]) -> Iterator[list[Piece]]:
    """The pieces that lie in one place, in the order in which they are drawn: a map's layers are stacks of
    their own, the lower layer first; within a layer the pieces of a stack from the bottom."""
    pieces: dict[str, Piece] = {}
    order: list[str] = []
    for command in commands:
        if not isinstance(command, c.AddPiece):
            continue
        if command.type == "stack":
            order += [each for each in split(command.state, ";")[3:] if not each.startswith("@@")]
        elif not command.type.startswith("deck;"):
            try:
                pieces[command.piece_id] = command.piece()
            except PieceError:
                continue
    heaps: dict[tuple[str, int, int], list[Piece]] = {}
    for piece_id in dict.fromkeys((*order, *pieces)):
        if piece_id in pieces:
            basic = pieces[piece_id].basic
            heaps.setdefault((basic.map, basic.x, basic.y), []).append(pieces[piece_id])
    for heap in heaps.values():
        yield sorted(heap, key=_layer)


def _layer(piece: Piece) -> int:
    layer = piece.markers().get("Layer", "")
    return LAYERS.index(layer) if layer in LAYERS else len(LAYERS)


@dataclass
class _Reader:
    """Collects what lies where."""

    plan: HexModule
    placed: list[Placed] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)
    maps: dict[str, None] = field(default_factory=dict)

    def read_heap(self, pieces: list[Piece]) -> None:
        """Read the pieces of one place: markers lie on its uppermost unit, or leader where there is none."""
        found: list[Placed] = []
        for piece in pieces:
            marks = piece.markers()
            if marks.get("CounterId") in self.plan.definition.counters:
                self._read_counter(piece, marks["CounterId"], found)
            elif marks.get("MarkerId") not in self.plan.definition.game.markers:
                self._leave(piece, "it is no counter and no marker of this game")
            elif not found:
                self._leave(piece, "the marker lies on no counter")
            else:
                below = self._under_markers(found)
                found[below] = _marked(found[below], marks["MarkerId"])
        self.placed += found

    def _under_markers(self, found: list[Placed]) -> int:
        counters = self.plan.definition.counters
        units = [i for i, each in enumerate(found) if counters[each.counter].role == "unit"]
        return units[-1] if units else len(found) - 1

    def _leave(self, piece: Piece, why: str) -> None:
        basic = piece.basic
        self.unplaced.append(Unplaced(basic.name, basic.map, basic.x, basic.y, why))

    def _read_counter(self, piece: Piece, counter_id: str, found: list[Placed]) -> None:
        counter = self.plan.definition.counters[counter_id]
        place = self._place(piece, counter_id)
        if place is None:
            self._leave(piece, "it lies in no hex and in no box")
            return
        if any(each.counter == counter_id for each in (*self.placed, *found)):
            self._leave(piece, f"counter {counter_id} is there already")
            return
        levels = layer_levels(piece)
        states = self.plan.file.of_kind(counter.kind, counter.role)
        marks = [
            name
            for name, state in states.items()
            for _ in range(max(0, levels.get(state_layer(name), 0) - (state.levels > 1)))
        ]
        found.append(Placed(counter_id, counter.side, place, levels.get(STEP, 1) == 2, tuple(marks)))

    def _place(self, piece: Piece, counter_id: str) -> str | None:
        basic = piece.basic
        if basic.map == DISPLAY:
            return LOST
        for name, plan in self.plan.maps.items():
            if basic.map != plan.title:
                continue
            if counter_id in plan.sheet.entering:
                x, y = plan.beside(counter_id)
                if max(abs(basic.x - x), abs(basic.y - y)) <= _NEAR:
                    return ENTERING
            left, top, right, bottom = plan.box
            hex_id = plan.placement.name(basic.x, basic.y)
            if left <= basic.x < right and top <= basic.y < bottom and hex_id in plan.sheet.frame.grid:
                self.maps[name] = None
                return hex_id
        return None


def _marked(placed: Placed, marker: str) -> Placed:
    marks = (*placed.markers, marker)
    return Placed(placed.counter, placed.side, placed.place, placed.reduced, marks, placed.face_down)


def layer_levels(piece: Piece) -> dict[str, int]:
    """The level of each of a piece's layers by its name, as VASSAL or we have written it."""
    found: dict[str, int] = {}
    for trait in piece.traits:
        apart = take_apart(trait.type_text(), trait.state_text())
        if apart is not None and apart.kind.prefix == "emb2;":
            found.setdefault(apart.values.get("name", ""), whole(apart.state.get("level", "")) or 0)
    return found


def _moment(definition: Definition, turn: c.Turn) -> Moment | None:
    """The moment of a turn tracker, None if it is another's, or names what the game does not have."""
    players, phases = tracker_players(definition), [phase.id for phase in definition.game.sequence]
    match turn_levels(turn.state):
        case [_, [str(number), _, _, _, [str(player), _, _, _, [str(phase), *_]]]]:
            turns, side, step = (whole(each) for each in (number, player, phase))
        case _:
            return None
    if turn.tracker != TRACKER or turns is None or side is None or step is None:
        return None
    if not (0 <= side < len(players) and 0 <= step < len(phases)):
        return None
    return Moment(turns, players[side], phases[step])
