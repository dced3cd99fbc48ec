"""A host who waits for joins, with one taken in and one signed; and papers as mails."""

from mailed import NOW

from pbem.begin import invitation, joining
from pbem.begin.joining import Joining
from pbem.begin.newgame import Plan
from pbem.log.folder import Folder
from pbem.log.parties import Player
from pbem.mail.write import Draft, compose
from pbem.robot.inbox import Inbox

PLAYERS = {role: Player(role, f"{role}@example.org") for role in ("referee", "saxon", "norman")}


def host(path):
    """An invitation, one join taken in, and one that is signed."""
    folder = Folder(path / "referee")
    invited = invitation.invite(Plan("three_battles", "hastings", (), PLAYERS), "referee", folder)
    joins = {role: joined(folder, invited, role, Folder(path / role)) for role in ("saxon", "norman")}
    Inbox(folder).receive(paper_mail(joins["saxon"]), NOW)
    return folder, invited, joins


def joined(host, invited, role, folder, **how):
    """The join of the person who got the host's mail for a role."""
    ticket = invitation.ticket(host, invited, role)
    return joining.join(folder, invited.signed, Joining(role, **how), ticket=ticket.signed)


def paper_mail(*papers, sender="saxon@example.org", automatic=False, entries=(), subject="a paper"):
    signed = tuple(paper.signed for paper in papers)
    to = ("referee@example.org",)
    return compose(Draft(sender, to, subject, "Dear host", entries, signed, automatic=automatic))
