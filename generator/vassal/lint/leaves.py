"""Checks of the single commands of a save, and of the position that they make together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.vassal.format import commands as c
from generator.vassal.format.codec import split, split_or_empty, whole
from generator.vassal.format.command_table import command_name
from generator.vassal.format.decks import deck_name
from generator.vassal.format.errors import PieceError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.trait_table import take_apart
from generator.vassal.lint.extents import map_extent
from generator.vassal.lint.facts import ModuleFacts
from generator.vassal.lint.findings import Finding
from generator.vassal.lint.programs import check_raw, check_text
from generator.vassal.lint.references import check_references
from generator.vassal.lint.slots import prototype_of
from generator.vassal.lint.traits import check_keys, check_piece

_DAMAGED = ("+/", "D/", "M/", "-/", "LOG\t", "UNDO\t", "MutableProperty\t")
_READ_ANYHOW = ("GlobalProperty\t;", "TURN")


@dataclass
class Leaves:
    """A save that is read command by command; `file` stands before every place; `playing` is true for
    the steps of a log, which move pieces from stack to stack."""

    file: str
    facts: ModuleFacts | None
    ids: set[str] = field(default_factory=set)
    pieces: dict[str, Piece] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)
    boards: dict[str, c.Boards] = field(default_factory=dict)
    places: list[tuple[str, str, int, int]] = field(default_factory=list)
    set_up: bool = False
    extents: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    playing: bool = False

    def check(self, command: c.Command) -> Iterator[Finding]:
        """Findings of one command."""
        match command:
            case c.AddPiece():
                yield from self._check_added(command)
            case c.ChangePiece():
                yield from check_raw(command.state, f"{self.file}, {command.piece_id}")
            case c.Boards():
                yield from self._check_boards(command)
            case c.Turn() if self.facts is not None:
                yield from self._check_turn(command, self.facts)
            case c.SetProperty() if self.facts is not None and command.old is None:
                yield from self._check_property(command, self.facts)
            case c.RawCommand():
                yield from self._check_raw(command.raw)

    def _check_raw(self, text: str) -> Iterator[Finding]:
        if text == c.SETUP_STACK.raw:
            self.set_up = True
        elif text.startswith(_DAMAGED) or "BoardPicker\t" in text:
            yield Finding("command-damaged", self.file, f"{text[:60]!r}")
            yield from check_raw(text, self.file)
        elif command_name(text) is None and not text.startswith(_READ_ANYHOW):
            yield Finding("command-unknown", self.file, f"{text[:60]!r}")

    def _check_added(self, command: c.AddPiece) -> Iterator[Finding]:
        where = f"{self.file}, {command.piece_id}"
        if not command.piece_id:
            yield Finding("piece-id", self.file, f"{command.type[:60]!r} has no id")
        elif command.piece_id in self.ids:
            yield Finding("piece-id-double", where, f"{command.type[:60]!r}")
        if command.type == "stack":
            yield from self._check_stack(command, where)
        elif command.type.startswith("deck;"):
            yield from check_text(command.type, where)
            yield from self._check_deck(command, where)
        else:
            yield from self._check_piece(command, where)
        self.ids.add(command.piece_id)

    def _check_piece(self, command: c.AddPiece, where: str) -> Iterator[Finding]:
        try:
            piece = command.piece()
        except PieceError as error:
            yield Finding("piece-damaged", where, str(error))
            yield from check_raw(f"{command.type}/{command.state}", where)
            return
        self.pieces[command.piece_id] = piece
        basic, where = piece.basic, f"{where} {piece.basic.name!r}"
        yield from check_piece(piece, where)
        yield from check_keys(piece, where)
        for trait in piece.traits:
            name = prototype_of(trait.type_text())
            if name is not None:
                yield Finding("prototype-in-save", where, f"prototype {name!r}")
        if not basic.gpid:
            yield Finding("piece-gpid-missing", where, "its gpid is empty")
        elif self.facts is not None and basic.gpid not in self.facts.gpids:
            yield Finding("piece-gpid-unknown", where, f"gpid {basic.gpid}")
        if self.facts is not None:
            yield from check_references(piece, where, self.facts)
        self.places.append((where, basic.map, basic.x, basic.y))

    def _check_stack(self, command: c.AddPiece, where: str) -> Iterator[Finding]:
        name, *fields = split(command.state, ";")
        x, y, *ids = (*fields, "", "")
        layer = next((each[2:] for each in ids if each.startswith("@@")), None)
        most = self._top_layer(name)
        index = whole(layer) if layer is not None else 0
        if index is None or index < 0 or (most is not None and index > most):
            yield Finding("stack-layer", where, f"layer @@{layer}, the uppermost of the map is @@{most}")
        yield from self._check_members(where, [i for i in ids if i and not i.startswith("@@")], (name, x, y))

    def _check_deck(self, command: c.AddPiece, where: str) -> Iterator[Finding]:
        name, x, y, _, cards = (*split(command.state, ";"), "", "", "", "")[:5]
        if self.facts is not None and deck_name(command.type) not in self.facts.decks:
            yield Finding("save-deck-unknown", where, f"deck {deck_name(command.type)!r}")
        yield from self._check_members(where, split_or_empty(cards), (name, x, y))
        left, top = whole(x), whole(y)
        if left is not None and top is not None:
            self.places.append((where, name, left, top))

    def _check_members(self, where: str, ids: list[str], place: tuple[str, str, str]) -> Iterator[Finding]:
        for member in ids:
            if member not in self.ids:
                yield Finding("stack-member", where, f"holds {member!r}, which does not come before it")
            elif self.playing:
                continue  # in a step the piece is taken out of its stack first
            elif member in self.held:
                yield Finding("piece-in-two", where, f"holds {member!r}, as does {self.held[member]}")
            elif member in self.pieces:
                basic = self.pieces[member].basic
                if (basic.map or "null", str(basic.x), str(basic.y)) != place:
                    what = f"{member} is at {basic.map} {basic.x},{basic.y}, its stack at {' '.join(place)}"
                    yield Finding("stack-place", where, what)
            self.held.setdefault(member, where)

    def _top_layer(self, name: str) -> int | None:
        known = self.facts.maps.get(name) if self.facts is not None else None
        return known.top_layer if known is not None else None

    def _check_boards(self, command: c.Boards) -> Iterator[Finding]:
        self.boards[command.map] = command
        self.extents.pop(command.map, None)
        if self.facts is None:
            return
        known = self.facts.maps.get(command.map)
        if known is None:
            yield Finding("save-map-unknown", self.file, f"boards of the map {command.map!r}")
            return
        for name, _, _ in command.boards:
            if name.removesuffix("/rev") not in known.boards:
                yield Finding("save-board-unknown", self.file, f"board {name!r} of the map {command.map!r}")

    def _check_turn(self, command: c.Turn, facts: ModuleFacts) -> Iterator[Finding]:
        if command.tracker not in facts.trackers:
            yield Finding("turn-unknown", self.file, f"turn tracker {command.tracker!r}")

    def _check_property(self, command: c.SetProperty, facts: ModuleFacts) -> Iterator[Finding]:
        if command.name not in facts.properties:
            yield Finding("property-unknown", self.file, f"global property {command.name!r}")

    def check_whole(self) -> Iterator[Finding]:
        """Findings that need all of the position."""
        for piece_id, piece in self.pieces.items():
            where = f"{self.file}, {piece_id} {piece.basic.name!r}"
            if not piece.basic.map:
                yield Finding("piece-nowhere", where, "it is on no map")
            elif piece_id not in self.held and stacks(piece):
                yield Finding("piece-loose", where, f"at {piece.basic.map} {piece.basic.x},{piece.basic.y}")
        for where, name, x, y in self.places:
            yield from self.check_place(where, name, x, y)
        if self.facts is not None and self.facts.has_at_start and not self.set_up:
            yield Finding("setup-line-missing", self.file, "no SETUP_STACK")

    def check_place(self, where: str, name: str, x: int, y: int) -> Iterator[Finding]:
        """Findings of a place in px on a map."""
        if self.facts is None or not name:
            return
        known = self.facts.maps.get(name)
        if known is None:
            yield Finding("save-map-unknown", where, f"map {name!r}")
            return
        if name not in self.extents:
            self.extents[name] = map_extent(self.facts, known, self.boards.get(name))
        extent = self.extents[name]
        if extent is not None and not (0 <= x < extent[0] and 0 <= y < extent[1]):
            yield Finding("piece-off-board", where, f"{x},{y} on boards of {extent[0]} by {extent[1]} px")


def stacks(piece: Piece) -> bool:
    """Whether a piece can stack: one that does not stack, or a mat, cannot."""
    for trait in piece.traits:
        apart = take_apart(trait.type_text(), "")
        if apart is not None and apart.kind.prefix == "immob;" and apart.values.get("stack", "R")[:1] != "L":
            return False
        if apart is not None and apart.kind.prefix == "mat;":
            return False
    return True
