"""What a player's program finds wrong in an answer by what its owner alone knows: a stop before his line, an
effect or news that cannot be, a line of his standing orders passed over. It is not taken in, and all are sent
a signed refusal of it: once everything is open, anybody sees who was right.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry.bodies import Telling
from pbem.entry.border import VerifiedEntry
from pbem.entry.shapes import REFEREE
from pbem.entry.slips import OpenedSlip
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.play import refusing


def refuse(folder: Folder, entries: Sequence[VerifiedEntry], error: errors.PbemError) -> OpenedSlip | None:
    """The signed refusal of the answer among these entries in which the folder's owner has found `error`,
    kept; the same again for the same. None for a fault that every reader finds, and for who answers himself.
    """
    if not isinstance(error, errors.Contradicted):
        return None
    walk = walked(folder.log)
    if not walk.parties.refereed or folder.role(walk.parties) == REFEREE:
        return None
    for each in entries:
        try:
            entry = walk.step(each)
        except errors.RepeatedEntry:
            continue
        except errors.PbemError:
            return None  # every reader finds that
        if isinstance(entry.body, Telling) and entry.author == REFEREE and entry.seq >= error.seq:
            return refusing.say(folder, walk, entry.seq, each.head, error.code)
    return None
