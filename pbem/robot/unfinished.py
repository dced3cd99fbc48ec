"""What a process that ended has begun in a player's folder is finished: what he has signed and let go is laid
into his outbox. And what waits, or keeps the folder from signing, is told.
"""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.entry.shapes import REFEREE
from pbem.log import copies, shown
from pbem.log.folder import LOG, Folder
from pbem.log.verify import walked
from pbem.log.walk import Walk
from pbem.post.notes import Note
from pbem.tell import letters


def finish(folder: Folder, now: int) -> list[Path]:
    """Write the files that were about to be written, and the mail of what is out and lies in no outbox; the
    mails. Nothing before the game has begun, nor for who is no party. Raises OSError, or what the log
    raises."""
    if not (folder.path / LOG).is_file():
        return []
    shown.complete(folder)
    walk = walked(folder.log)
    try:
        role = folder.role(walk.parties)
    except errors.StrangeFolder:
        return []
    if role == REFEREE or not shown.is_own(folder, walk):
        return []
    return letters.send_unsent(folder, walk, now)


def waiting(folder: Folder, walk: Walk) -> list[Note]:
    """Why the folder signs nothing, or what in it is out; and copies that another PC has laid into it."""
    found = [Note("trouble", str(file), COPY) for file in copies.beside(folder, walk.parties.roles)]
    try:
        shown.check(folder, walk)
    except (errors.RestoredFolder, errors.LeftBehind) as error:
        return [*found, Note("trouble", error.code, str(error))]
    role = folder.role(walk.parties)
    for each in shown.pending(folder, walk) if role != REFEREE else ():
        file = folder.move_file(each.seq, role)
        found.append(Note("waiting", f"entry {each.seq}", f"signed, and not answered yet: {file}"))
    return found


COPY = (
    "a program that keeps folders in step has laid this copy here: two computers have written one file. Play "
    "on one of them alone (`pbem docs two-computers`), and move the copy away"
)
