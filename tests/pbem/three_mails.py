"""A game set up in three mails: the host's folder and those of two players."""

from pbem.begin import invitation, joining, seating
from pbem.begin.joining import Joining
from pbem.begin.newgame import Plan
from pbem.log.folder import Folder
from pbem.log.parties import Player

PLAYERS = {
    "referee": Player("Rolf", "rolf@example.org"),
    "saxon": Player("Sven", "sven@example.org"),
    "norman": Player("Ann", "ann@example.org"),
}


PLAN = Plan("three_battles", "hastings", ("4",), PLAYERS)


NOW = 1_700_000_000


class Setting:
    """The host's folder and those of two players, each knowing only what was sent to him."""

    def __init__(self, path, plan=PLAN):
        self.path = path
        self.host = Folder(path / "referee")
        self.invited = invitation.invite(plan, "referee", self.host)

    def folder(self, name):
        return Folder(self.path / name)

    def join(self, role, name=None, **how):
        ticket = invitation.ticket(self.host, self.invited, role)
        signed = ticket.signed if ticket else None
        return joining.join(
            self.folder(name or role), self.invited.signed, Joining(role, **how), ticket=signed
        )

    def seat(self, paper, **how):
        return seating.seated(self.host, paper.signed, **how)

    def begun(self):
        self.seat(self.join("saxon"))
        return self.seat(self.join("norman"), now=NOW)
