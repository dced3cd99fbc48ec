"""Both players and the referee of an ambush, each with a folder; moves and answers travel as files."""

import base64
import binascii
import re

import ambush
from boxed import boxes_in

from pbem.dice.dice_stream import hash_lines
from pbem.entry import armor
from pbem.play import player
from pbem.play.host import referee
from pbem.rules import seat_views
from pbem.rules.table import Table
from pbem.simulation.simulated_players import StreamChance


def readable(folder):
    """Every byte of a folder's files, and of all base64 in them."""
    text = b"\n".join(file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file())
    for found in re.findall(rb"[A-Za-z0-9+/]{40,}={0,2}", text):
        try:
            text += b"\n" + base64.b64decode(found, validate=True)
        except binascii.Error:
            continue
    return text


class Game:
    """`seen(role)` is the table as the owner of a folder sees it."""

    def __init__(self, path, salt=""):
        self.path = path
        self.folders = ambush.new(path, salt)
        self._chance = StreamChance(hash_lines("ambush", salt))

    def table(self, role="referee"):
        return Table.load(self.folders[role].log, ambush.build)

    def seen(self, role):
        table = self.table(role)
        seat_views.sit(table, self.folders[role])
        return table

    def sign(self, role, *lines, draft=False):
        orders = None
        if lines:
            orders = self.path / "orders.txt"
            orders.write_text("\n".join(lines) + "\n")
        return player.sign_move(self.folders[role], orders, draft=draft, build=ambush.build)

    def apply(self, signed):
        return referee.apply(self.folders["referee"], signed, ambush.build, boxes=boxes_in(self.folders))

    def answer(self, seq):
        return armor.read(self.folders["referee"].answer_file(seq))

    def play(self, role, *lines):
        """A move all the way: signed, applied, and the answer taken in by both players."""
        receipt = self.apply(self.sign(role, *lines).signed)
        for side in ambush.SIDES:
            referee.take_in(self.folders[side], self.answer(receipt.first), ambush.build)
        return receipt

    def begin(self):
        """Cards are dealt, and both have placed theirs."""
        self.play("red")
        while self.seen("red").play.state.phase == "place":
            self.step()
        return self

    def step(self):
        """One move of whoever must act, decided on what he sees."""
        side = self.table().owing_roles[0]
        play, lines = self.seen(side).play, []
        while (request := play.request) is not None and getattr(request, "kind", "") and request.side == side:
            order = request.options.sample(self._chance)
            lines.append(str(order))
            play.answer(order)
        return self.play(side, *lines)

    def play_out(self):
        if not self.table().seq:
            self.begin()
        while self.table().owing_roles:
            self.step()
        return self

    def records(self):
        return ambush.records(self.folders["referee"])
