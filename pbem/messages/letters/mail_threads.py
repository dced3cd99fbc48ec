"""One thread for all mails of a game: each refers to an id that no mail has, and mail programs sort by it."""

from __future__ import annotations

from pbem.entry.setup_papers import Invitation, Paper
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.setup import invitation


def game_thread(verifier: LogVerifier) -> str:
    """The Message-ID to which the mails of a game refer."""
    return f"<game.{verifier.game[:32]}@senlac.invalid>"


def invitation_thread(invited: Paper[Invitation]) -> str:
    """The Message-ID to which the mails refer that set a game up."""
    return f"<invitation.{invited.digest[:32]}@senlac.invalid>"


def charter_threads(folder: Folder, verifier: LogVerifier) -> tuple[str, ...]:
    """For the mails that tell of the charter: both, so that the two threads are one."""
    known = folder.invitation_file.is_file()
    return (
        *([invitation_thread(invitation.load_invitation(folder))] if known else []),
        game_thread(verifier),
    )
