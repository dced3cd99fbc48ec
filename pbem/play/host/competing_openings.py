"""Openings that cross: what sides have opened of their own, in a game that the referee did not end, gives way
to the referee's openings, and to those of a side that the charter lists before.

Two who sign for one place would each have a log that the other's does not fit. Nothing is lost by it: what an
opening says follows from what the orders closed, and whoever gave way opens his own again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry.bodies import RestsOpening
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.log_verifier import LogVerifier
from pbem.log.party.folder import Folder
from pbem.log.verification import verify_entries
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


def withdraw_opening(folder: Folder, entries: Sequence[VerifiedEntry], build: Build = rules_of) -> bool:
    """Cut the openings of sides off a side's log from where another comes first among these entries, if log
    and rules allow that; whether there was one. Raises OSError."""
    verifier = verify_entries(folder.log)
    other = next((each for each in entries if _has_precedence(verifier, each)), None)
    if other is None:
        return False
    seq = other.entry.seq
    try:
        Table.load(folder.log, build, upto=seq - 1).verifier.apply(other)
    except errors.PbemError:
        return False
    folder.log.cut(seq)
    return True


def _has_precedence(verifier: LogVerifier, verified: VerifiedEntry) -> bool:
    entry = verified.entry
    stands = verifier.history[entry.seq :]
    ranks = (REFEREE, *verifier.parties.sides)
    if not stands or not isinstance(entry.body, RestsOpening) or entry.author not in ranks:
        return False
    if not all(isinstance(each.body, RestsOpening) and each.author != REFEREE for each in stands):
        return False
    return ranks.index(entry.author) < ranks.index(stands[0].author)
