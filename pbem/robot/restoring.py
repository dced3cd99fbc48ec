"""A folder that was put back is to be the true one again: whoever may hold an entry of it is asked for a
receipt. A side by mail word holds none, as all that it signs is signed here: where nobody else is left to be
asked, the game goes on from what the folder has, and its players are told.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.play import receipts
from pbem.post.outbox import Outbox
from pbem.tell import slip_letters


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom the owner of a folder, `role`, asks; nobody where it is the true one again, from entry `seq`."""

    role: str
    to: tuple[str, ...]
    seq: int
    files: tuple[Path, ...]


def ask(folder: Folder, now: int) -> Asked:
    """Ask all, with mails in the outbox; raises as `receipts.ask`, or OSError."""
    slip = receipts.ask(folder, now)
    walk = walked(folder.log)
    me = folder.role(walk.parties)
    to = receipts.asked_of(walk.parties, me)
    if to:
        # For a party whose log is behind: its receipt would be for a place that is over.
        entries = walk.entries[max(len(walk.entries) - receipts.MOST_ENTRIES, 1) :]
        files = slip_letters.send(folder, walk, to, slip_letters.ASKED, slip, entries, now)
        files = [Outbox(folder.path).lay_back(file) for file in files]
    else:
        receipts.take(folder, (), ())
        files = slip_letters.send_back(folder, walk, now)
    return Asked(me, to, len(walk.entries) - 1, tuple(files))
