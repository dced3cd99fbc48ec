"""The pieces of a save as they lie, and as each command of a log changes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from generator.vassal.format import commands as c
from generator.vassal.format.codec import join, join_or_empty, split, split_or_empty
from generator.vassal.format.decks import deck_name
from generator.vassal.format.errors import PieceError
from generator.vassal.format.pieces import Piece, read_piece
from generator.vassal.logs.tape import steps_of
from generator.vassal.positions.read_position import start_of


@dataclass
class Table:
    """The pieces by their ids. `decks`: the name of each deck by its id; `lies_in`: of a piece that lies in
    one, the id of its deck."""

    pieces: dict[str, Piece] = field(default_factory=dict)
    decks: dict[str, str] = field(default_factory=dict)
    lies_in: dict[str, str] = field(default_factory=dict)
    _types: dict[str, str] = field(default_factory=dict)
    _added: dict[str, c.AddPiece] = field(default_factory=dict)

    @classmethod
    def of(cls, commands: Iterable[c.Command]) -> Table:
        """The table of a save."""
        made = cls()
        for command in commands:
            made.take(command)
        return made

    def take(self, command: c.Command) -> None:
        """Let a command change what lies there. What has nothing to do with pieces changes nothing, and
        neither does what is damaged."""
        match command:
            case c.AddPiece():
                self._add(command)
            case c.RemovePiece(piece_id):
                self.pieces.pop(piece_id, None)
                self.lies_in.pop(piece_id, None)
            case c.ChangePiece(piece_id) if (piece := self.changed(command)) is not None:
                self.pieces[piece_id] = piece
            case c.ChangePiece(piece_id, state) if piece_id in self.decks:
                self._fill(piece_id, state)
            case c.MovePiece() if command.piece_id in self.pieces:
                piece = self.pieces.pop(command.piece_id)
                self.pieces[command.piece_id] = piece.at(command.map, command.x, command.y)
                self.lies_in.pop(command.piece_id, None)
                if command.under in self.decks:
                    self.lies_in[command.piece_id] = command.under

    def changed(self, command: c.ChangePiece) -> Piece | None:
        """What a command makes of a piece that lies there; None for what is no such piece, or damaged."""
        if command.piece_id not in self.pieces:
            return None
        try:
            return read_piece(self._types[command.piece_id], command.state)
        except PieceError:
            return None

    def commands(self) -> Iterator[c.Command]:
        """The pieces as a save has them, the last that was moved in a place on top, and the decks that hold
        them.
        """
        yield from (c.AddPiece.of(piece_id, piece) for piece_id, piece in self.pieces.items())
        for deck, added in self._added.items():
            fields = split(added.state, ";")
            cards = join_or_empty(card for card, lies in self.lies_in.items() if lies == deck)
            yield replace(added, state=join((*fields[:4], *([cards] if cards else [])), ";"))

    def deck_of(self, piece_id: str) -> str:
        """The name of the deck in which a piece lies; empty for one that lies in none."""
        return self.decks.get(self.lies_in.get(piece_id, ""), "")

    def _add(self, command: c.AddPiece) -> None:
        if command.type == "stack":
            return
        if command.type.startswith("deck;"):
            self.decks[command.piece_id] = deck_name(command.type)
            self._added[command.piece_id] = command
            self._fill(command.piece_id, command.state)
            return
        try:
            self.pieces[command.piece_id] = command.piece()
        except PieceError:
            return
        self._types[command.piece_id] = command.type

    def _fill(self, deck: str, state: str) -> None:
        for card in split_or_empty("".join(split(state, ";")[4:5])):
            self.lies_in[card] = deck


def touched(commands: Iterable[c.Command]) -> Iterator[str]:
    """The ids of what commands add, change, move or remove, each once."""
    seen = dict.fromkeys(
        command.piece_id
        for command in commands
        if isinstance(command, c.AddPiece | c.ChangePiece | c.MovePiece | c.RemovePiece)
    )
    yield from seen


def at_end(text: str) -> str:
    """The text of a save that stands where a log ends; of a save its own. Raises CommandError."""
    commands = c.read_commands(text)
    start = list(start_of(commands))
    table, others = Table.of(start), {type(each): each for each in start if isinstance(each, c.Turn)}
    for step in steps_of(commands):
        for command in step.commands:
            table.take(command)
            if isinstance(command, c.Turn):
                others[c.Turn] = command
    kept = (each for each in start if each != c.BEGIN_SAVE and not isinstance(each, c.AddPiece | c.Turn))
    return c.write_commands([c.BEGIN_SAVE, *table.commands(), *kept, *others.values(), c.END_SAVE])
