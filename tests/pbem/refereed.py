"""A game of the duel under a referee: three folders, and files that go between them."""

import duel
from boxed import boxes_in
from said import BOXES

from modules.engine.requests import Choose
from pbem.entry import armor
from pbem.play import player
from pbem.play.host import referee
from pbem.rules.table import Table


class Game:
    """Both players and the referee, each with a folder; moves and answers go between them as files."""

    def __init__(self, path, salt="", **options):
        self.path = path
        self.folders = duel.new(path, salt, **options)

    def table(self, role="referee"):
        return Table.load(self.folders[role].log, duel.build)

    def write(self, *lines):
        file = self.path / "orders.txt"
        file.write_text("\n".join(lines) + "\n")
        return file

    def sign(self, role, *lines, draft=False):
        orders = self.write(*lines) if lines else None
        made = player.sign_move(self.folders[role], orders, draft=draft, build=duel.build)
        BOXES.extend([made.plan.box] if made.plan.box else [])
        return made

    def apply(self, signed):
        return referee.apply(self.folders["referee"], signed, duel.build, boxes=boxes_in(self.folders))

    def play(self, role, *lines):
        """A move all the way: signed, applied, and the answer taken in by both players."""
        (signed,) = armor.read(self.sign(role, *lines).file)
        receipt = self.apply(signed)
        answer = armor.read(self.folders["referee"].answer_file(receipt.first))
        for side in duel.SIDES:
            referee.take_in(self.folders[side], answer, duel.build)
        return receipt

    def logs(self):
        return {(folder.path / "game.log").read_bytes() for folder in self.folders.values()}


def sampled(table):
    """Orders for whatever is due, as the first in each list of options says."""
    request = table.replay.play.request
    assert isinstance(request, Choose)
    return next(str(o) for o in request.options.legal() if not str(o).startswith("step"))


def play_out(game):
    if game.table().replay.dice_due:
        game.play("red")
    while (table := game.table()).owing_roles:
        game.play(table.owing_roles[0], sampled(table))
    return game


def short(path, **options):
    """A game where red is to move, without dice before."""
    return Game(path, forced=False, **options)
