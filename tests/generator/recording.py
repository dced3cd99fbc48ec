"""A log as VASSAL records it while a person moves pieces with the mouse, to the byte forms of the genuine
3.7.26.

The position is a save of ours. What is dragged, marked, turned and undone becomes one step each, with the
bookkeeping and the password that VASSAL writes into it.
"""

from dataclasses import replace

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.codec import TAB, join
from generator.vassal.format.container import Metadata, read_save, save_bytes
from generator.vassal.format.orders.marks import COMBAT
from generator.vassal.format.traits import DynamicProperty, Embellishment, FreeRotator
from generator.vassal.logs.table import Table
from generator.vassal.module.names import BATTLEFIELD, RECORD, state_layer
from generator.vassal.module.prototypes import FACING
from generator.vassal.positions.read_position import start_of
from generator.vassal.positions.save_game import plan_of

PASSWORD = "aethelflaed-1066"
"""The player's own, which must never be seen again."""


class Recorder:
    """A save that is opened, and a log that is begun at once; `save` is its path."""

    def __init__(self, save, password=PASSWORD, game=None):
        _, self.plan = plan_of(save, game)
        self.password = password
        self._commands = c.read_commands(read_save(open_archive(save)).text)
        self._table = Table.of(start_of(self._commands))
        self._steps, self._undo, self._ids = [], [], iter(range(1_700_000_000_000, 1_800_000_000_000))
        player = c.RawCommand(join(("PLAYER", password, "Edith", "Normans"), TAB))
        self._commands[-1:-1] = [player]

    def id_of(self, name):
        """A counter by its name, or anything by its place."""
        found = [i for i, piece in self._table.pieces.items() if name in piece.markers().values()]
        return found[0]

    def at(self, place, map_name=None):
        """The px of a place of the board."""
        plans = getattr(self.plan, "maps", None) or self.plan.boards
        shown = [p for p in plans.values() if self._board() in getattr(p, "titles", (p.title,))]
        return (BATTLEFIELD, *shown[0].at(place))

    def _board(self):
        return next(
            b.boards[0][0] for b in self._commands if isinstance(b, c.Boards) and b.map == BATTLEFIELD
        )

    # --- what a hand does ------------------------------------------------------------------------------

    def drag(self, name, *places):
        """Take a piece and let it go in each of these places; each is a step."""
        for place in places:
            self.drag_together([name], place)

    def drag_together(self, names, place):
        spot = place if isinstance(place, tuple) else self.at(place)
        found = [c.RawCommand("null")]
        for name in names:
            piece_id = name if name in self._table.pieces else self.id_of(name)
            piece = self._table.pieces[piece_id]
            basic = piece.basic
            under = str(next(self._ids))
            found += [
                c.ChangePiece(piece_id, piece.state_text(), piece.state_text()),
                c.AddPiece(under, "stack", f"{spot[0]};{spot[1]};{spot[2]};@@0"),
                c.MovePiece(piece_id, *spot, under, basic.map, basic.x, basic.y, "", self.password),
                c.Chat(f"* {basic.name} moves *"),
            ]
        self._step(found)

    def mark(self, name, state, level=1):
        """Press the key of a state that a counter shows itself."""
        self._layer(name, state_layer(state), level)

    def declare(self, number, *names, sign=COMBAT):
        """Press the key of a combat, or of fire, on each of these counters."""
        for name in names:
            self._change(
                name,
                lambda t: (
                    replace(t, value=str(number)) if isinstance(t, DynamicProperty) and t.name == sign else t
                ),
            )

    def flip(self, name, level=2):
        self._layer(name, "Step", level)

    def _layer(self, name, layer, level):
        self._change(
            name, lambda t: replace(t, level=level) if isinstance(t, Embellishment) and t.name == layer else t
        )

    def turn(self, name, step):
        """Turn a counter to a step of its rotator."""
        self._change(
            name, lambda t: replace(t, facing=step) if isinstance(t, FreeRotator) and t.name == FACING else t
        )

    def _change(self, name, changed):
        piece_id = self.id_of(name)
        piece = self._table.pieces[piece_id]
        now = replace(piece, traits=tuple(map(changed, piece.traits)))
        assert now != piece
        self._step([c.ChangePiece(piece_id, now.state_text(), piece.state_text()), c.Chat(f"* {name} *")])

    def track(self, state):
        """Put the turn tracker to a state."""
        self._step([c.Chat("* next"), c.Turn("TurnTracker0", state)])

    def say(self, line):
        self._step([c.Chat(line)])

    def undo(self):
        """Press VASSAL's button: what the step did is turned round in a step of its own."""
        before, done = self._undo.pop()
        inverse = []
        for command in reversed(done):
            if isinstance(command, c.MovePiece):
                old = before[command.piece_id].basic
                inverse.append(
                    c.MovePiece(
                        command.piece_id,
                        old.map,
                        old.x,
                        old.y,
                        "",
                        command.map,
                        command.x,
                        command.y,
                        "",
                        self.password,
                    )
                )
            elif isinstance(command, c.ChangePiece):
                inverse.append(
                    c.ChangePiece(command.piece_id, before[command.piece_id].state_text(), command.state)
                )
        played = [c.Undo(True), *inverse, c.Undo(False)]
        for command in played:
            self._table.take(command)
        self._steps.append(c.log_step(*played))

    def _step(self, played):
        self._undo.append((dict(self._table.pieces), played))
        for command in played:
            self._table.take(command)
        self._steps.append(c.log_step(*played))

    # --- another begin -----------------------------------------------------------------------------------

    def forget_record(self):
        """The position does not say to which game it belongs, as one that an older module saved."""
        self._commands = [
            each for each in self._commands if not (isinstance(each, c.SetProperty) and each.name == RECORD)
        ]

    def start_elsewhere(self, name, place):
        """A piece lies in another place when the log begins."""
        piece_id, spot = self.id_of(name), self.at(place)
        moved = self._table.pieces[piece_id].at(*spot)
        self._commands = [
            c.AddPiece.of(piece_id, moved)
            if isinstance(each, c.AddPiece) and each.piece_id == piece_id
            else each
            for each in self._commands
        ]
        self._table.pieces[piece_id] = moved

    # --- the file --------------------------------------------------------------------------------------

    def text(self):
        return c.write_commands([*self._commands, *self._steps])

    def write(self, path, version=None):
        """The log, with the version of the module if it is another."""
        data = self.plan.metadata
        data = data if version is None else replace(data, version=version)
        path.write_bytes(save_bytes(self.text(), Metadata(data.version, "", data.saved), data))
        return path
