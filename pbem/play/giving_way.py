"""Openings that cross: what sides have opened of their own, in a game that the referee did not end, gives way
to the referee's openings, and to those of a side that the charter lists before.

Two who sign for one place would each have a log that the other's does not fit. Nothing is lost by it: what an
opening says follows from what the orders closed, and whoever gave way opens his own again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry.bodies import Rests
from pbem.entry.border import VerifiedEntry
from pbem.entry.shapes import REFEREE
from pbem.log.folder import Folder
from pbem.log.verify import walked
from pbem.log.walk import Walk
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


def give_way(folder: Folder, entries: Sequence[VerifiedEntry], build: Build = rules_of) -> bool:
    """Cut the openings of sides off a side's log from where another comes first among these entries, if log
    and rules allow that; whether there was one. Raises OSError."""
    walk = walked(folder.log)
    other = next((each for each in entries if _comes_first(walk, each)), None)
    if other is None:
        return False
    seq = other.entry.seq
    try:
        Table.load(folder.log, build, upto=seq - 1).walk.step(other)
    except errors.PbemError:
        return False
    folder.log.cut(seq)
    return True


def _comes_first(walk: Walk, verified: VerifiedEntry) -> bool:
    entry = verified.entry
    stands = walk.history[entry.seq :]
    ranks = (REFEREE, *walk.parties.sides)
    if not stands or not isinstance(entry.body, Rests) or entry.author not in ranks:
        return False
    if not all(isinstance(each.body, Rests) and each.author != REFEREE for each in stands):
        return False
    return ranks.index(entry.author) < ranks.index(stands[0].author)
