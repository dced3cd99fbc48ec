"""Fulford by mail: the saxon has only a mail program, the viking a folder; a referee's robot answers both."""

import json

from commands import good
from word_play import NOW, opened, typed

from pbem.entry.entries import Entry
from pbem.log.party.folder import Folder
from pbem.robot.inbox import Inbox

PLAYERS = ("referee=Rolf <rolf@example.org>", "saxon=Ed <ed@example.org>", "viking=Vik <vik@example.org>")
RESTS = "dice and moves of saxon rest on the referee's word"


class World:
    """The referee's folder and the viking's; the saxon has what was sent to him."""

    def __init__(self, path):
        self.path, self.number = path, 0
        self.host, self.viking = Folder(path / "referee"), Folder(path / "viking")

    def invite(self, *more):
        people = [f"--player={player}" for player in PLAYERS]
        words = ("--word", "saxon", *more)
        return good("invite", "three_battles/fulford", "--out", self.host.path, *people, *words)

    def join(self):
        good("join", self.host.ticket_file("viking"), "--dir", self.viking.path)
        (mail,) = self.viking.path.glob("outbox/join-*.eml")
        return self.receive(opened(mail).message)

    def receive(self, data, pictured=False):
        if pictured:
            from functools import partial

            from pbem.messages import position_pictures

            return Inbox(self.host, partial(position_pictures.mail_picture, store=self.host.cache)).receive(
                data, NOW
            )
        return Inbox(self.host).receive(data, NOW)

    def type(self, *lines, sender="ed@example.org", **how):
        self.number += 1
        return self.receive(typed("\n".join(lines), sender, self.number), **how)

    def invited(self):
        return max(self.host.path.glob("*/invitation-saxon-*.eml"), key=lambda file: file.name)

    def move(self, *lines):
        """The viking's, taken in by the robot and his own folder."""
        (self.path / "orders.txt").write_text("\n".join(lines) + "\n")
        made = json.loads(good("move", self.path / "orders.txt", "--dir", self.viking.path, "--json"))
        done = self.receive(opened(self.path / made["mail"]).message)
        self.take_in(done)
        return done

    def take_in(self, done):
        for file in done.files:
            if opened(file).to == ("vik@example.org",):
                assert Inbox(self.viking).receive(opened(file).message, NOW).outcome == "accepted"

    def history(self):
        return [Entry.decode(one.data) for one in self.host.log.read().records()]
