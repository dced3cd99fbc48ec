"""Dice that a side by mail word must open before it decides anything: nobody is asked, the referee's program
opens them with the side's link. There is nothing to choose in it, and a mail each way would only cost time.
"""

from __future__ import annotations

from pbem.entry.bodies import Ack
from pbem.entry.entries import SignedEntry, sign
from pbem.log.folder import Folder, next_link
from pbem.rules.table import Table


def opening(folder: Folder, table: Table) -> SignedEntry | None:
    """The `ack` with which such a side opens the dice, out of the referee's folder; None if none owes one.

    Raises what the side's key and chain raise.
    """
    walk = table.walk
    if walk.batch is not None or walk.ended or not table.replay.dice_due or not walk.parties.refereed:
        return None
    side = next(iter(table.owing), "")
    if side not in walk.parties.sides or not walk.parties[side].word:
        return None
    own = folder.word(side)
    link = next_link(own.chain(), walk.parties[side])
    return sign(table.next_entry(side, Ack(applied=0, word=True), link), own.key())
