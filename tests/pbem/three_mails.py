"""A game set up in three mails: the host's folder and those of two players."""

from pbem.entry import setup_papers
from pbem.entry.bodies import InvitedPerson
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.setup import invitation, join_request, seating
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan

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
    parties = tuple(
        each.replace(ticket=None) if isinstance(each, InvitedPerson) else each for each in body.parties
    )
    made = setup_papers.sign(invited.said.replace(body=body.replace(parties=parties)), host.key())
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
        return join_request.join(
            self.folder(name or role), self.invited.signed, JoinRequest(role, **how), ticket=signed
        )

    def seat(self, paper, **how):
        return seating.seat_join(self.host, paper.signed, **how)

    def begun(self):
        self.seat(self.join("saxon"))
        return self.seat(self.join("norman"), now=NOW)
