"""A folder that was put back is to be the true one again: whoever may hold an entry of it is asked for a
receipt. A side by mail word holds none, as all that it signs is signed here: where nobody else is left to be
asked, the game goes on from what the folder has, and its players are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.messages.letters import notice_letters
from pbem.play import folder_restoration
from pbem.post.outbox import Outbox


@dataclass(frozen=True, slots=True)
class RestorationRequest:
    """Whom the owner of a folder, `role`, asks; nobody where it is the true one again, from entry `seq`."""

    role: str
    to: tuple[str, ...]
    seq: int
    files: tuple[Path, ...]


def ask_for_receipts(folder: Folder, now: int) -> RestorationRequest:
    """Ask all, with mails in the outbox; raises as `folder_restoration.ask`, or OSError."""
    slip = folder_restoration.ask(folder, now)
    verifier = verify_entries(folder.log)
    me = folder.role(verifier.parties)
    to = folder_restoration.askable_roles(verifier.parties, me)
    if to:
        # For a party whose log is behind: its receipt would be for a place that is over.
        entries = verifier.entries[max(len(verifier.entries) - folder_restoration.MOST_ENTRIES, 1) :]
        files = notice_letters.send_slip(folder, verifier, to, notice_letters.ASKED, slip, entries, now)
        files = [Outbox(folder.path).restore(file) for file in files]
    else:
        folder_restoration.take(folder, (), ())
        files = notice_letters.send_back(folder, verifier, now)
    return RestorationRequest(me, to, len(verifier.entries) - 1, tuple(files))
