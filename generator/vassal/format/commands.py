"""The commands of saves and logs: `savedGame` is a list of them parted by ESC, nested groups escaped.

Every command is a record with a `text`; what is not known here is a `RawCommand`, which survives reading
and writing untouched, as do known commands in a form that VASSAL's present version would not write.
Sources: `build/GameModule.java` (nesting), `build/module/BasicCommandEncoder.java`, `GameState.java`,
`BasicLogger.java`, `counters/Stack.java`, `map/BoardPicker.java` of VASSAL 3.7.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol, Self

from generator.vassal.format.codec import ESC, TAB, join, split, whole
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece, read_piece

_NULL = "null"
_DEEPEST = 40
MOST_COMMANDS = 100_000
"""Commands of one save or log: a counter takes one, and a stack another."""


class Command(Protocol):
    """One command."""

    def text(self) -> str:
        """The command as VASSAL encodes it."""


@dataclass(frozen=True)
class RawCommand:
    """A command that is only passed on."""

    raw: str

    def text(self) -> str:
        return self.raw


@dataclass(frozen=True)
class Group:
    """Commands that stand as one element, such as one step of a log."""

    commands: tuple[Command, ...]

    def text(self) -> str:
        return write_commands(self.commands)


BEGIN_SAVE = RawCommand("begin_save")
END_SAVE = RawCommand("end_save")
SETUP_STACK = RawCommand("SETUP_STACK\t")
"""Marks a game as not new; without it VASSAL adds all at-start stacks and decks once more. A module without
any of these does not know the command."""


@dataclass(frozen=True)
class AddPiece:
    """Adds a piece, stack or deck, given by its texts; stacks and decks come after their pieces."""

    piece_id: str
    type: str
    state: str

    def text(self) -> str:
        _refuse_null(self.piece_id)
        return "+/" + join((self.piece_id or _NULL, self.type, self.state), "/")

    @classmethod
    def of(cls, piece_id: str, piece: Piece) -> Self:
        """Adds this piece; its prototypes must be expanded (`pieces.expand`)."""
        return cls(piece_id, piece.type_text(), piece.state_text())

    def piece(self) -> Piece:
        """The piece; raises PieceError for a stack or deck."""
        return read_piece(self.type, self.state)

    @classmethod
    def read(cls, fields: list[str]) -> Self | None:
        return cls("" if fields[0] == _NULL else fields[0], *fields[1:]) if len(fields) == 3 else None


@dataclass(frozen=True)
class RemovePiece:
    """Removes a piece."""

    piece_id: str

    def text(self) -> str:
        return f"-/{self.piece_id}"


@dataclass(frozen=True)
class ChangePiece:
    """Gives a piece a new state; with the old one VASSAL merges the two trait by trait."""

    piece_id: str
    state: str
    old_state: str | None = None

    def text(self) -> str:
        old = () if self.old_state is None else (self.old_state,)
        return "D/" + join((self.piece_id, self.state, *old), "/")

    @classmethod
    def read(cls, fields: list[str]) -> Self | None:
        return cls(*fields) if len(fields) in (2, 3) else None


@dataclass(frozen=True)
class MovePiece:
    """Moves a piece, px on maps, onto the stack or piece with the id `under`.

    With `under` "" VASSAL merges it with what is there, but leaves a piece that comes from a stack of
    several alone, in no stack (measured): so `move_to_empty` makes the stack first.
    """

    piece_id: str
    map: str
    x: int
    y: int
    under: str
    old_map: str
    old_x: int
    old_y: int
    old_under: str
    player: str = ""

    def text(self) -> str:
        _refuse_null(self.piece_id, self.map, self.under, self.old_map, self.old_under)
        new = (self.map or _NULL, str(self.x), str(self.y), self.under or _NULL)
        old = (self.old_map or _NULL, str(self.old_x), str(self.old_y), self.old_under or _NULL)
        return "M/" + join((self.piece_id, *new, *old, self.player), "/")

    @classmethod
    def read(cls, fields: list[str]) -> Self | None:
        if len(fields) != 10:
            return None
        names = ["" if text == _NULL else text for text in fields]
        x, y, old_x, old_y = (whole(fields[index]) for index in (2, 3, 6, 7))
        if x is None or y is None or old_x is None or old_y is None:
            return None
        return cls(names[0], names[1], x, y, names[4], names[5], old_x, old_y, names[8], fields[9])


@dataclass(frozen=True)
class Chat:
    """A line of the chat: "* " a game report, "- " a system line, "<Name> - " a player's words."""

    line: str

    def text(self) -> str:
        return "CHAT" + self.line


@dataclass(frozen=True)
class Log:
    """One command of a log step."""

    command: Command

    def text(self) -> str:
        return "LOG\t" + self.command.text()


@dataclass(frozen=True)
class Undo:
    """Brackets the inverse commands of an undone step."""

    in_progress: bool

    def text(self) -> str:
        return f"UNDO\t{str(self.in_progress).lower()}"


@dataclass(frozen=True)
class Boards:
    """Which boards a map shows: (board, column, row) each, the name with "/rev" if turned round."""

    map: str
    boards: tuple[tuple[str, int, int], ...]

    def text(self) -> str:
        for name, _, _ in self.boards:
            if "/" in name.removesuffix("/rev"):
                raise CommandError(f"VASSAL cuts the board name {name!r} at its '/'")
        cells = (str(cell) for board in self.boards for cell in board)
        return join((_head(f"{self.map}BoardPicker"), *cells), TAB)


@dataclass(frozen=True)
class SetProperty:
    """Sets a global property; `container` is Module, a map's name or map:zone.

    `old` None gives the form of saves (GlobalProperty), else that of logs (MutableProperty).
    """

    name: str
    value: str
    container: str = "Module"
    old: str | None = None

    def text(self) -> str:
        if self.old is None:
            return "GlobalProperty\t;" + join((self.name, self.value, self.container), ";")
        return "MutableProperty\t" + join((self.name, self.old, self.value, self.container), TAB)


@dataclass(frozen=True)
class Turn:
    """The state of a turn tracker, "TurnTracker0" the first; see `turns.turn_state`."""

    tracker: str
    state: str

    def text(self) -> str:
        return join((_head(f"TURN{self.tracker}"), self.state), TAB)


def _refuse_null(*names: str) -> None:
    if _NULL in names:
        raise CommandError(f"nothing can be called {_NULL!r}: VASSAL reads it as no name")


def _head(text: str) -> str:
    if join((text, ""), TAB) != text + TAB:
        raise CommandError(f"VASSAL would not know the command {text!r} again: a TAB, quote or backslash")
    return text


def stack(stack_id: str, map_name: str, x: int, y: int, pieces: Iterable[str], layer: int = 0) -> AddPiece:
    """A stack of pieces by their ids, bottom first; every stackable piece, even a single one, needs one.

    `layer` is the index of the pieces' layer in the map's layerOrder, its length for pieces of none.
    """
    ids = tuple(pieces)
    if not ids:
        raise CommandError(f"stack {stack_id} at {x},{y} has no pieces")
    return AddPiece(stack_id, "stack", join((map_name, str(x), str(y), *ids, f"@@{layer}"), ";"))


def move_to_empty(move: MovePiece, stack_id: str, layer: int = 0) -> tuple[AddPiece, MovePiece]:
    """A move to a place without a stack: a new stack with this id, and the move onto it."""
    state = join((move.map, str(move.x), str(move.y), f"@@{layer}"), ";")
    return AddPiece(stack_id, "stack", state), replace(move, under=stack_id)


def log_step(*commands: Command) -> Command:
    """One step of a log: one element, in which every command is a Log."""
    if not commands:
        raise CommandError("a log step needs a command")
    return Log(commands[0]) if len(commands) == 1 else Group(tuple(Log(command) for command in commands))


def write_commands(commands: Iterable[Command]) -> str:
    """The text of a save or of a group. Raises CommandError when there is no command, or one with ESC in it:
    VASSAL would read it as several, for it looks for ESC before all else."""
    items = [(command, command.text()) for command in commands]
    if not items:
        raise CommandError("a save or group needs at least one command")
    for command, text in items:
        if ESC in text and not isinstance(command, Group):
            raise CommandError(f"a command cannot contain ESC: {text[:60]!r}")
    return join([text for _, text in items], ESC)


def read_commands(text: str) -> list[Command]:
    """Decode the text of a save or of a group. Raises CommandError for one nested beyond all reason, or with
    more commands than a game has."""
    if text.count(ESC) >= MOST_COMMANDS:
        raise CommandError(f"more than {MOST_COMMANDS:,} commands: no save or log of a game has so many")
    return _read_all(text, 0)


def _read_all(text: str, depth: int) -> list[Command]:
    if depth > _DEEPEST:
        raise CommandError(f"commands are nested more than {_DEEPEST} deep: the text is damaged")
    return [_read_element(element, depth) for element in split(text, ESC)]


def _read_element(element: str, depth: int) -> Command:
    if ESC in element:
        return Group(tuple(_read_all(element, depth + 1)))
    found = _read_leaf(element, depth)
    return found if found is not None and _is_written_so(found, element) else RawCommand(element)


def _is_written_so(command: Command, text: str) -> bool:
    """Whether the command is written as it was read; some that can be read are refused when written."""
    try:
        return command.text() == text
    except CommandError:
        return False


def _read_leaf(text: str, depth: int) -> Command | None:
    if text.startswith("LOG\t"):
        return Log(*_read_all(text.removeprefix("LOG\t"), depth + 1))
    if text.startswith("CHAT"):
        return Chat(text.removeprefix("CHAT"))
    if text.startswith("-/"):
        return RemovePiece(text.removeprefix("-/"))
    if text.startswith("UNDO\t"):
        return Undo(text == "UNDO\ttrue")
    if text[:2] in _SLASHED:
        return _SLASHED[text[:2]](split(text[2:], "/"))
    return _read_table(text)


def _read_table(text: str) -> Command | None:
    head, _, rest = text.partition(TAB)
    if head == "GlobalProperty" and len(fields := split(rest, ";")) == 4:
        return SetProperty(*fields[1:])
    if head == "MutableProperty" and len(fields := split(rest, TAB)) == 4:
        return SetProperty(fields[0], fields[2], fields[3], fields[1])
    if head.startswith("TURN") and len(fields := split(text, TAB)) == 2:
        return Turn(fields[0].removeprefix("TURN"), fields[1])
    if head.endswith("BoardPicker"):
        return _read_boards(head.removesuffix("BoardPicker"), split(text, TAB)[1:])
    return None


def _read_boards(map_name: str, cells: list[str]) -> Boards | None:
    columns, rows = map(whole, cells[1::3]), map(whole, cells[2::3])
    if len(cells) % 3:
        return None
    found = []
    for name, column, row in zip(cells[::3], columns, rows, strict=True):
        if column is None or row is None or min(column, row) < 0:
            return None
        found.append((name, column, row))
    return Boards(map_name, tuple(found))


_SLASHED = {"+/": AddPiece.read, "D/": ChangePiece.read, "M/": MovePiece.read}
