"""A game of the duel without a referee: two folders, and files that go between them."""

import duel

from pbem.entry import armor
from pbem.play import player
from pbem.play.host import peer_exchange
from pbem.rules.table import Table


class Game:
    """Two players, each with a folder, and nobody else."""

    def __init__(self, path, salt="", **options):
        self.path, self.sent = path, 0
        self.folders = duel.new(path, salt, duel.SIDES, **options)

    def table(self, role):
        return Table.load(self.folders[role].log, duel.build)

    def sign(self, role, *lines):
        orders = None
        if lines:
            orders = self.path / "orders.txt"
            orders.write_text("\n".join(lines) + "\n")
        return player.sign_move(self.folders[role], orders, build=duel.build).file

    def take_in(self, role, file):
        self.sent += 1
        return peer_exchange.take_in(self.folders[role], armor.read(file), duel.build)

    def logs(self):
        return {role: (folder.path / "game.log").read_bytes() for role, folder in self.folders.items()}
