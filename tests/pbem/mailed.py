"""A game of the duel whose moves go to the referee's robot as mails."""

import email
import email.policy

import duel
from boxed import boxes_in, boxes_of
from crashes import put_on_record, settle
from refereed import Game

from pbem.entry import armor
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play.host import referee
from pbem.post.outbox import OutgoingMail
from pbem.robot.inbox import Inbox

NOW = 1_700_000_000


class Mailed(Game):
    """A game whose moves go to the robot as mails; what it writes stays in its outbox."""

    def __init__(self, path, **options):
        super().__init__(path, **options)
        self.robot = Inbox(self.folders["referee"], build=duel.build)

    def mail(self, *signed, sender="red@example.org", text="my move"):
        boxes = boxes_of(*signed)
        draft = Draft(
            sender, ("referee@example.org",), "move", text, tuple(signed), boxes=boxes, automatic=False
        )
        return compose(draft)

    def send(self, role, *lines):
        return self.robot.receive(self.mail(self.sign(role, *lines).signed), NOW)

    def everybody_takes_in(self, received):
        for file in received.files:
            data = opened(file).message
            letter = read(data, from_robot=True)
            role = file.stem.split("-")[1]
            if letter.entries:
                self.take_in(role, letter.entries)

    def take_in(self, role, entries):
        return referee.take_in(self.folders[role], list(entries), duel.build)


def opened(file):
    return OutgoingMail.decode(file.stem, file.read_bytes())


def text_of(file):
    message = email.message_from_bytes(opened(file).message, policy=email.policy.default)
    return message.get_body(("plain",)).get_content()


def log(game):
    return (game.folders["referee"].path / "game.log").read_bytes()


def ahead_of(game, first):
    """A copy of the game in which red's first move was answered as this referee will answer it."""
    other = Game(game.path / "elsewhere", forced=False)
    put_on_record(other.folders["red"], other.table("red"), first)
    referee.apply(other.folders["referee"], first, duel.build, NOW, boxes=boxes_in(other.folders))
    referee.take_in(other.folders["red"], armor.read(other.folders["referee"].answer_file(1)), duel.build)
    settle(game.folders["referee"].path)
    return other
