"""A council played by mail: each party has a folder and an inbox, and nothing goes between them but the mails
of their outboxes.
"""

import council
from boxed import boxes_in
from independent import check

from pbem.entry.entries import Entry
from pbem.messages.letters import peer_letters
from pbem.play import player
from pbem.play.host import referee
from pbem.post.outbox import Outbox
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

NOW = 1_700_000_000
TERMS = [{"kind": kind, "hours": 24, "grace": 0, "then": "default"} for kind in ("order", "decision")]


class Game:
    """`read` holds all mails that were delivered: (to whom, bytes)."""

    def __init__(self, path, **how):
        self.path, self.now, self.read = path, NOW, []
        self.folders = council.new(path, **how)
        self.inboxes = {role: Inbox(folder, build=council.build) for role, folder in self.folders.items()}

    @property
    def sides(self):
        return [role for role in self.folders if role != "referee"]

    def table(self, role="referee"):
        return Table.load(self.folders[role].log, council.build)

    def newest(self):
        """The game as whoever knows most of it has it: without a referee one's own moves come back later."""
        return max((self.table(role) for role in self.folders), key=lambda table: table.seq)

    def sign(self, role, *lines, draft=False):
        orders = None
        if lines:
            orders = self.path / "orders.txt"
            orders.write_text("\n".join(lines) + "\n")
        return player.sign_move(self.folders[role], orders, draft=draft, build=council.build)

    def write(self, role, *lines):
        """A move and its mail, which is not on its way yet."""
        made = self.sign(role, *lines)
        return peer_letters.send_signed(self.folders[role], made, self.now)

    def play(self, role, *lines):
        """A move, and all mails that come of it."""
        self.write(role, *lines)
        return self.post()

    def post(self):
        """Deliver what lies in the outboxes, until nothing is left: who got what, and what came of it."""
        said = []
        while any(self._post(role, said) for role in self.folders):
            pass
        return said

    def send(self, *roles):
        """Deliver what lies in these outboxes now, and nothing that comes of it."""
        said = []
        for role in roles:
            self._post(role, said)
        return said

    def _post(self, role, said):
        outbox = Outbox(self.folders[role].path)
        waiting = outbox.list_waiting()
        for mail in waiting:
            outbox.move_to_sent(mail.name)
            for address in mail.to:
                to = address.partition("@")[0]
                self.now += 60
                self.read.append((to, mail.message))
                said.append((to, self.inboxes[to].receive(mail.message, self.now)))
        return bool(waiting)

    def apply(self, signed):
        return referee.apply(
            self.folders["referee"], signed, council.build, self.now, boxes=boxes_in(self.folders)
        )

    def play_out(self):
        """To the end, each deciding as the first or, in secret, some of his choices say."""
        while (table := self.newest()).owing_roles:
            side = table.owing_roles[0]
            choice = table.choice(side)
            legal = [str(order) for order in choice.options.legal()] if choice else []
            at = len(table.verifier.entries) % len(legal) if legal else 0
            self.play(side, *legal[at : at + 1])
        return self

    def types(self):
        """Type and author of each entry of the first side's log after the charter."""
        entries = [Entry.decode(one.data) for one in self.folders[self.sides[0]].log.read().records()]
        return [(entry.type, entry.author) for entry in entries[1:]]

    def one_log(self):
        """The log that all parties have alike; the second verifier agrees."""
        (data,) = {(folder.path / "game.log").read_bytes() for folder in self.folders.values()}
        assert check(data) == ("holds" if self.table(self.sides[0]).verifier.ended else "incomplete")
        return data


def refused(said):
    return [received.text for _, received in said if received.outcome == "refused"]
