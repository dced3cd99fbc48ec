"""A player without a program, for tests: he has a mail program, reads what he gets, and types."""

import email
import email.policy
import re

import duel
from independent import check

from pbem.entry.entries import Entry
from pbem.play import player
from pbem.play.agreements import rulings
from pbem.post.outbox import OutgoingMail
from pbem.robot.inbox import Inbox
from pbem.rules.decision_clock import clock_of
from pbem.rules.table import Table

NOW = 1_700_000_000
CODE = re.compile(r"^Code word: (\S+)$", re.MULTILINE)


def typed(text, sender="blue@example.org", number=1, headers="", kind="text/plain; charset=utf-8"):
    """The bytes of a mail that somebody typed."""
    return (
        f"From: Blue <{sender}>\nTo: referee@example.org\nSubject: Re: game\nMessage-ID: <{number}@x>\n"
        f"{headers}MIME-Version: 1.0\nContent-Type: {kind}\n\n{text}"
    ).encode()


def with_log(log, sender, number=1, name="turn.vlog", text=""):
    """A mail with an attached log."""
    mail = email.message_from_bytes(typed(text, sender, number), policy=email.policy.default)
    mail.make_mixed()
    mail.add_attachment(log.read_bytes(), maintype="application", subtype="zip", filename=name)
    return mail.as_bytes()


def opened(file):
    return OutgoingMail.decode(file.stem, file.read_bytes())


def body_of(file):
    message = email.message_from_bytes(opened(file).message, policy=email.policy.default)
    return message.get_body(("plain",)).get_content().replace("\r\n", "\n")


def code_in(file):
    return CODE.search(body_of(file))[1]


class Game:
    """Red has a program, blue has none; the robot's answers stay in its outbox."""

    def __init__(self, path, module=duel, word=("blue",), **options):
        self.path, self.module, self.count, self.now = path, module, 0, NOW
        self.folders = module.new(path, word=word, **options)
        self.referee = self.folders["referee"]
        self.robot = Inbox(self.referee, build=module.build)

    def table(self):
        return Table.load(self.referee.log, self.module.build)

    def log(self):
        return self.referee.log.path.read_bytes()

    def receive(self, data):
        return self.robot.receive(data, self.now)

    def type(self, *lines, **how):
        """A new mail with these lines."""
        self.count += 1
        return self.receive(typed("\n".join(lines), number=self.count, **how))

    def draft(self, *lines, **how):
        """The code of a new draft."""
        (file,) = self.type(*lines, **how).files
        return code_in(file)

    def lock(self, *lines):
        """Orders drafted and locked."""
        return self.type(f"yes {self.draft(*lines)}")

    def play(self, role, *lines):
        """A move of somebody with a program."""
        folder, orders = self.folders[role], self.path / "orders.txt"
        orders.write_text("\n".join(lines) + "\n")
        have = len(folder.log.read().lines)
        folder.log.append(*list(self.referee.log.read().records())[have:])
        made = player.sign_move(folder, orders if lines else None, build=self.module.build)
        mail = typed(made.file.read_text(), f"{role}@example.org")
        return self.receive(mail)

    def history(self):
        return [Entry.decode(one.data) for one in self.referee.log.read().records()]

    def types(self):
        return [(entry.type, entry.author) for entry in self.history()[1:]]

    def holds(self):
        """What the second verifier says of the log."""
        return check(self.log())


def begun(path, **how):
    """A game in which blue is to move: red has passed."""
    game = Game(path, forced=False, **how)
    assert game.play("red", "done", "done").outcome == "accepted"
    assert game.table().owing_roles == ("blue",)
    return game


TERMS = [{"kind": kind, "hours": 24, "grace": 0, "then": "wait"} for kind in ("order", "decision")]


def be_late(game):
    """An entry that takes the next place and changes nothing: time is over, and the game waits."""
    rulings.record_late(game.referee, clock_of(game.table()).end, game.module.build)
