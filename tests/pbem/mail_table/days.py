"""A player's day for tests: the calls that a page makes, in a folder that its program holds."""

import duel
from mailed import NOW

from pbem.mail_table import day_acts, day_facts, waiting_proposals
from pbem.mail_table.heard_news import HeardNews
from pbem.mail_table.possible_acts import Situation
from pbem.play.host.referee_desk import RefereeDesk
from pbem.post.outbox import Outbox

BY_HAND = {"runs": False, "way": "hand", "says": "", "trouble": ""}


class Day:
    """The day of the owner of a folder at a time."""

    def __init__(self, folder, now=NOW, build=duel.build):
        self.folder, self.now = folder, now
        self.desk, self.heard = RefereeDesk(folder, build), HeardNews()

    @property
    def here(self):
        return Situation.of_desk(self.desk, self.desk.table(), self.now, None)

    @property
    def facts(self):
        return day_facts.describe_day(self.here, self.heard, BY_HAND)

    @property
    def acts(self):
        """Why each act cannot be done now, by its name; empty where it can."""
        return {act["name"]: act["why"] for act in self.facts["acts"]}

    @property
    def waiting(self):
        """The names of the mails in the outbox."""
        return [mail.name for mail in Outbox(self.folder.path).list_waiting()]

    def do(self, name, said="", confirm=None):
        with self.desk.lock_folder():
            return day_acts.do_act(self.here, name, said, confirm)

    def read(self, one):
        return waiting_proposals.read_proposal(self.desk, self.desk.table(), one)

    def sign(self, one, digest):
        with self.desk.lock_folder():
            return waiting_proposals.sign(self.desk, self.desk.table(), one, digest, self.now)
