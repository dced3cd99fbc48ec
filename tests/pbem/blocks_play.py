"""The three players of the game of blocks and their referee, each with a folder; files go between them, and
each decides by policy on a board that shows what it may see."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import blocks
import duel
from said import remade

from modules.engine.requests import Choose
from pbem.dice.dice_stream import hash_lines
from pbem.entry.entries import Entry, sign
from pbem.mail import entry_files
from pbem.play import player
from pbem.play.agreements import rulings
from pbem.play.host import referee
from pbem.play.orders import order_closing
from pbem.play.standing_orders import StandingOrders
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.simulation.simulated_players import StreamChance

NOW = 1_700_000_000
TERMS = [
    {"kind": "setup", "hours": 24, "grace": 0, "then": "default"},
    {"kind": "loss", "hours": 24, "grace": 0, "then": "default"},
    {"kind": "order", "hours": 24, "grace": 0, "then": "forfeit"},
]

SALT = "b"
SETUP = {
    "earl": ["place earl-3 ely", "place earl-2 ely", "place earl-1 london"],
    "king": ["place king-3 london", "place king-2 london", "place king-1 stafford"],
    "jarl": ["place jarl-3 york", "place jarl-2 york", "place jarl-1 durham"],
}


class Game:
    """`seen(role)` is the table as the owner of a folder sees it; `build` makes the rules."""

    def __init__(self, path, salt="", terms=TERMS, build=blocks.build):
        self.path, self.build = path, build
        self.folders = blocks.new(path, salt, terms)
        self.chances = {seat: StreamChance(hash_lines("blocks", salt, seat)) for seat in blocks.SEATS}

    def table(self, role="referee"):
        return order_closing.load(self.folders[role], self.build)

    def seen(self, role):
        table = self.table(role)
        seat_views.sit(table, self.folders[role])
        return table

    def sign(self, role, *lines):
        orders = None
        if lines:
            orders = self.path / "orders.txt"
            orders.write_text("\n".join(lines) + "\n")
        return player.sign_move(self.folders[role], orders, build=self.build, now=NOW)

    def apply(self, file, now=NOW):
        """The referee takes a file in, with the box in it."""
        parcel = entry_files.read(file)
        (one,) = parcel.entries
        return referee.apply(self.folders["referee"], one, self.build, now, boxes=parcel.boxes)

    def take_in(self, role, seq):
        parcel = entry_files.read(self.folders["referee"].answer_file(seq))
        boxes = parcel.boxes
        return referee.take_in(self.folders[role], list(parcel.entries), self.build, None, boxes)

    def spread(self, receipt):
        for seat in blocks.SEATS:
            self.take_in(seat, receipt.first)
        return receipt

    def play(self, role, *lines):
        """A move all the way: signed, applied, and the answer taken in by all players."""
        return self.spread(self.apply(self.sign(role, *lines).file))

    def file(self, role, *lines, known=tuple(blocks.SEATS)):
        """Standing orders all the way: signed, taken in and receipted, the receipts shown to these seats."""
        path = self.path / "standing.txt"
        path.write_text("\n".join(lines) + "\n")
        made = player.file_standing(self.folders[role], path if lines else None, self.build)
        done = StandingOrders(self.folders["referee"], self.table()).take(made.papers)
        receipts = [receipt for _, receipt in done]
        for seat in known:
            for receipt in receipts:
                StandingOrders(self.folders[seat], self.table(seat)).keep_receipt(receipt)
        return made

    def late(self, now):
        return self.spread(rulings.record_late(self.folders["referee"], now, self.build))

    def resign(self, role):
        return self.spread(self.apply(player.resign(self.folders[role], self.build).file))

    def decide(self, seat):
        """Lines by policy, as far as the seat can foresee what they come to."""
        table = self.seen(seat)
        board, lines = table.seat, []
        assert isinstance(board, ClosedBoard)
        play = board.play
        while isinstance(play.request, Choose) and play.request.seat == seat and len(lines) < 12:
            order = play.request.options.sample(self.chances[seat])
            lines.append(str(order))
            entry = table.next_entry(seat, order_closing.NO_PLAN.move)
            _, play = board.try_lines(entry, lines)
            if play.rules.effect(play.state, order) is None and str(order).startswith("fight"):
                break
        return lines

    def step(self, table=None):
        table = table or self.table()
        (seat,) = table.owing_roles
        return self.play(seat) if table.replay.dice_due else self.play(seat, *self.decide(seat))

    def play_out(self):
        while (table := self.table()).owing_roles:
            self.step(table)
        return self

    def records(self):
        return list(self.folders["referee"].log.read().records())


@cache
def over(salt=SALT):
    """A whole game, played once for all files: nobody writes into its folders."""
    _KEPT.append(TemporaryDirectory(prefix="senlac-over-"))
    return Game(Path(_KEPT[-1].name) / "game", salt).play_out()


_KEPT = []
"""The folders of these games, until the process ends."""


def boards(table):
    """The whole game and every seat's board at the end of a table, for who knows the orders."""
    return seat_views.full_game(table)


def placed(path, salt=SALT, build=blocks.build):
    game = Game(path / "game", salt, build=build)
    for seat, lines in SETUP.items():
        game.play(seat, *lines)
    return game


def rechained(records, seq, change):
    """A log in which the referee had written another body at `seq`: all that follows is signed again. Nothing
    else changes: dice come from links alone, and what orders close hangs on links too."""
    log = list(records[:seq])
    for signed in records[seq:]:
        entry = Entry.decode(signed.data)
        entry = remade(entry, prev=log[-1].head)
        if entry.seq == seq:
            entry = remade(entry, body=change(entry.body.to_plain()))
        log.append(sign(entry, duel.key(entry.author)))
    return log
