"""The game of blocks by mail: nothing goes between the parties but the mails of their outboxes."""

import blocks
import council_play
from blocks_play import NOW, TERMS, Game

from pbem.robot.inbox import Inbox
from pbem.tell import letters


class MailGame(council_play.Game):
    """`read` holds all mails that were delivered: (to whom, bytes)."""

    def __init__(self, path, salt="", build=blocks.build):
        self.files = Game(path, salt, TERMS, build)
        self.path, self.now, self.read, self.build = path, NOW, [], build
        self.folders = self.files.folders
        self.inboxes = {role: Inbox(folder, build=build) for role, folder in self.folders.items()}

    def table(self, role="referee"):
        return self.files.table(role)

    def newest(self):
        return self.table()

    def write(self, role, *lines):
        """A move and its mail, which is not on its way yet."""
        made = self.files.sign(role, *lines)
        boxes = [made.plan.box] if made.plan.box else []
        return letters.send_move(self.folders[role], made.walk, [made.signed], boxes)

    def step(self):
        (seat,) = self.table().owing
        due = self.table().replay.dice_due
        return self.play(seat, *([] if due else self.files.decide(seat)))

    def play_out(self):
        while self.table().owing:
            self.step()
        return self
