"""One thread for all mails of a game: each refers to an id that no mail has, and mail programs sort by it."""

from __future__ import annotations

from pbem.begin import invitation
from pbem.entry.papers import Invitation, Paper
from pbem.log.folder import Folder
from pbem.log.walk import Walk


def of_game(walk: Walk) -> str:
    """The Message-ID to which the mails of a game refer."""
    return f"<game.{walk.game[:32]}@senlac.invalid>"


def of_invitation(invited: Paper[Invitation]) -> str:
    """The Message-ID to which the mails refer that set a game up."""
    return f"<invitation.{invited.digest[:32]}@senlac.invalid>"


def of_beginning(folder: Folder, walk: Walk) -> tuple[str, ...]:
    """For the mails that tell of the charter: both, so that the two threads are one."""
    known = folder.invitation_file.is_file()
    return (*([of_invitation(invitation.kept(folder))] if known else []), of_game(walk))
