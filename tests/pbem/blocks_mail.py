"""The game of blocks by mail: nothing goes between the parties but the mails of their outboxes."""

import blocks
import council_play
from blocks_play import NOW, TERMS, Game

from pbem.messages.letters import game_letters
from pbem.robot.inbox import Inbox


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
        return game_letters.send_move(self.folders[role], made.verifier, [made.signed], boxes)

    def step(self):
        (seat,) = self.table().owing_roles
        due = self.table().replay.dice_due
        return self.play(seat, *([] if due else self.files.decide(seat)))

    def play_out(self):
        while self.table().owing_roles:
            self.step()
        return self
