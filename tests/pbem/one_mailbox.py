"""One Maildir, and the robots of several folders that read it."""

import duel
from mailed import NOW

from pbem.post import mail_loop
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox

BIG = 10**7


class Mailbox:
    """What comes is put into it; each robot makes its rounds when a test says so."""

    def __init__(self, path, build=duel.build):
        self.path, self.build = path / "box", build
        self.sink = MaildirSink(self.path)
        self.sink.make()

    def put(self, *mails):
        for mail in mails:
            self.sink.send(mail, ["somebody@example.org"])

    def round(self, folder, limit=BIG):
        """One round of the robot of a folder; what it told of each mail."""
        told, robot = [], Inbox(folder, build=self.build)
        sources = [MaildirSource(self.path, limit)]
        how = {"once": True, "every": 1, "stop": Stop(), "tell": told.append, "whose": robot.make_ownership}
        mail_loop.run(lambda: (), sources, self.sink, lambda data: robot.receive_own(data, NOW), **how)
        return [note.what for note in told]

    def unread(self):
        return len([*(self.path / "new").iterdir(), *(self.path / "cur").iterdir()])
