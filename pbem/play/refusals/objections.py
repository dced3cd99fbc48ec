"""What a player's program finds wrong in an answer by what its owner alone knows: a stop before his line, an
effect or news that cannot be, a line of his standing orders passed over. It is not taken in, and all are sent
a signed refusal of it: once everything is open, anybody sees who was right.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry.bodies import ReportingBody
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import OpenedSlip
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.play.refusals import refusal_papers


def object_to_answer(
    folder: Folder, entries: Sequence[VerifiedEntry], error: errors.PbemError
) -> OpenedSlip | None:
    """The signed refusal of the answer among these entries in which the folder's owner has found `error`,
    kept; the same again for the same. None for a fault that every reader finds, and for who answers himself.
    """
    if not isinstance(error, errors.ContradictedAnswer):
        return None
    verifier = verify_entries(folder.log)
    if not verifier.parties.has_referee or folder.role(verifier.parties) == REFEREE:
        return None
    for each in entries:
        try:
            entry = verifier.apply(each)
        except errors.RepeatedEntry:
            continue
        except errors.PbemError:
            return None  # every reader finds that
        if isinstance(entry.body, ReportingBody) and entry.author == REFEREE and entry.seq >= error.seq:
            return refusal_papers.say(folder, verifier, entry.seq, each.head, error.code)
    return None
