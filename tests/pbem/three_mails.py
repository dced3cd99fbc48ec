"""A game set up in three mails: the host's folder and those of two players."""

from pbem.begin import invitation, joining, seating
from pbem.begin.joining import Joining
from pbem.begin.newgame import Plan
from pbem.entry import papers
from pbem.entry.bodies import Asked
from pbem.log.folder import Folder
from pbem.log.parties import Player

PLAYERS = {
    "referee": Player("Rolf", "rolf@example.org"),
    "saxon": Player("Sven", "sven@example.org"),
    "norman": Player("Ann", "ann@example.org"),
}


PLAN = Plan("three_battles", "hastings", ("4",), PLAYERS)


NOW = 1_700_000_000


def of_before(host, invited):
    """The invitation as an earlier release made it, without tickets, in the host's folder."""
    body = invited.said.body
    parties = tuple(each.but(ticket=None) if isinstance(each, Asked) else each for each in body.parties)
    made = papers.sign(invited.said.but(body=body.but(parties=parties)), host.key())
    host.invitation_file.unlink()
    invitation.keep(host, made)
    return made


class Setting:
    """The host's folder and those of two players, each knowing only what was sent to him."""

    def __init__(self, path, plan=PLAN, *, tickets=True):
        self.path = path
        self.host = Folder(path / "referee")
        self.invited = invitation.invite(plan, "referee", self.host)
        if not tickets:
            self.invited = of_before(self.host, self.invited)

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
