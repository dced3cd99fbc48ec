"""A host who waits for joins, with one taken in and one signed; and papers as mails."""

from mailed import NOW

from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.mail.writer import Draft, compose
from pbem.robot.inbox import Inbox
from pbem.setup import invitation, join_request
from pbem.setup.join_request import JoinRequest
from pbem.setup.new_game import Plan

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
    return join_request.join(folder, invited.signed, JoinRequest(role, **how), ticket=ticket.signed)


def paper_mail(*papers, sender="saxon@example.org", automatic=False, entries=(), subject="a paper"):
    signed = tuple(paper.signed for paper in papers)
    to = ("referee@example.org",)
    return compose(Draft(sender, to, subject, "Dear host", entries, signed, automatic=automatic))
