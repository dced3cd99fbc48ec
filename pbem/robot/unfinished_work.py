"""What a process that ended has begun in a player's folder is finished: what he has signed and let go is laid
into his outbox. And what waits, or keeps the folder from signing, is told.
"""

from __future__ import annotations

from pathlib import Path

from pbem import errors
from pbem.entry.field_types import REFEREE
from pbem.log.log_verifier import LogVerifier
from pbem.log.party import disclosures, sync_copies
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.messages.letters import peer_letters
from pbem.post.robot_log import LogNote
from pbem.rules.rules_lookup import Build, rules_of


def finish(folder: Folder, now: int, build: Build = rules_of) -> list[Path]:
    """Write the files that were about to be written, and the mail of what is out and lies in no outbox; the
    mails. Nothing before the game has begun, nor for who is no party. Raises OSError, or what the log
    raises."""
    if not (folder.path / LOG).is_file():
        return []
    disclosures.write_planned_files(folder)
    verifier = verify_entries(folder.log)
    try:
        role = folder.role(verifier.parties)
    except errors.StrangeFolder:
        return []
    if role == REFEREE or not disclosures.is_own(folder, verifier):
        return []
    return peer_letters.send_unsent(folder, build, now)


def list_waiting(folder: Folder, verifier: LogVerifier) -> list[LogNote]:
    """Why the folder signs nothing, or what in it is out; and copies that another PC has laid into it."""
    found = [
        LogNote("trouble", str(file), COPY)
        for file in sync_copies.find_copies(folder, verifier.parties.roles)
    ]
    try:
        disclosures.check(folder, verifier)
    except (errors.RestoredFolder, errors.AbandonedFolder) as error:
        return [*found, LogNote("trouble", error.code, str(error))]
    role = folder.role(verifier.parties)
    for each in disclosures.list_pending(folder, verifier) if role != REFEREE else ():
        file = folder.move_file(each.seq, role)
        found.append(LogNote("waiting", f"entry {each.seq}", f"signed, and not answered yet: {file}"))
    return found


COPY = (
    "a program that keeps folders in step has laid this copy here: two computers have written one file. Play "
    "on one of them alone (`pbem docs two-computers`), and move the copy away"
)
