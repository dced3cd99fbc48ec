"""What VASSAL does with the commands of our saves and logs, in small: pieces, stacks and decks of them."""

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.codec import split, split_or_empty
from generator.vassal.format.container import read_save


class VassalTable:
    """A save as it is laid out; `play` takes the steps of a log."""

    def __init__(self, commands):
        self.pieces, self.heaps, self.turn, self.chat = {}, {}, None, []
        self.boards, self.properties = {}, {}
        for command in commands:
            self.take(command)

    def play(self, step):
        """A step of a log, in which everything must be marked as logged."""
        for part in step.commands if isinstance(step, c.Group) else [step]:
            assert isinstance(part, c.Log), part
            self.take(part.command)

    def take(self, command):
        match command:
            case c.AddPiece():
                self._add(command)
            case c.MovePiece():
                heap = self.heaps[command.under]
                assert heap["at"] == (command.map, command.x, command.y)
                self._leave(command.piece_id)
                heap["pieces"].append(command.piece_id)
                piece = self.pieces[command.piece_id]
                self.pieces[command.piece_id] = piece.at(*heap["at"])
            case c.ChangePiece(piece_id, state) if piece_id in self.heaps:
                heap, changed = self.heaps[piece_id], read_heap(self.heaps[piece_id]["type"], state)
                assert sorted(changed["pieces"]) == sorted(heap["pieces"])
                self.heaps[piece_id] = changed
            case c.ChangePiece(piece_id, state):
                was = self.pieces[piece_id]
                now = self.pieces[piece_id] = c.AddPiece("", was.type_text(), state).piece()
                assert (now.basic.map, now.basic.x) == (was.basic.map, was.basic.x)
            case c.RemovePiece(piece_id):
                self._leave(piece_id)
                del self.pieces[piece_id]
            case c.Turn():
                self.turn = command
            case c.Chat(line):
                self.chat.append(line)
            case c.Boards(window, boards):
                self.boards[window] = boards
            case c.SetProperty(name, value):
                self.properties[name] = value
            case _:
                assert command in (c.BEGIN_SAVE, c.END_SAVE, c.SETUP_STACK)

    def _add(self, command):
        assert command.piece_id not in self.pieces | self.heaps
        if command.type == "stack" or command.type.startswith("deck;"):
            self.heaps[command.piece_id] = read_heap(command.type, command.state)
        else:
            self.pieces[command.piece_id] = command.piece()

    def _leave(self, piece_id):
        for heap_id, heap in list(self.heaps.items()):
            if piece_id in heap["pieces"]:
                heap["pieces"].remove(piece_id)
                if not heap["pieces"] and heap["type"] == "stack":
                    del self.heaps[heap_id]

    def lying(self):
        """Every stack and deck with its pieces, whatever their ids; and the turn."""
        heaps = [
            (*heap["at"], heap["type"], heap["more"], [texts(self.pieces[each]) for each in heap["pieces"]])
            for heap in self.heaps.values()
        ]
        assert sum(len(heap["pieces"]) for heap in self.heaps.values()) == len(self.pieces)
        return sorted(heaps), self.turn

    def marks(self):
        """Which counters and cards are there."""
        found = [piece.markers() for piece in self.pieces.values()]
        return {each.get("CounterId") or each.get("CardCopy") for each in found} - {None}


def read_heap(type_text, state):
    """A stack or deck: where it is, its pieces, and what else its state says."""
    map_name, x, y, *rest = split(state, ";")
    deck = type_text != "stack"
    pieces, more = (split_or_empty("".join(rest[1:])), rest[0]) if deck else (rest[:-1], rest[-1])
    return {"at": (map_name, int(x), int(y)), "type": type_text, "pieces": pieces, "more": more}


def texts(piece):
    """A piece as it lies, however it came there: without its trail and the sign that it has moved."""
    traits = (UNMOVED.get(each.type_text().partition(";")[0], each.state_text()) for each in piece.traits)
    return piece.type_text(), *traits, piece.basic.state_text()


UNMOVED = {"footprint": "false;;0;false", "markmoved": "false"}


def text_of(path):
    return read_save(open_archive(path)).text


def laid_out(path):
    """A save as it lies there, or the beginning of a log and its steps."""
    commands = c.read_commands(text_of(path))
    end = commands.index(c.END_SAVE) + 1
    return VassalTable(commands[:end]), commands[end:]
