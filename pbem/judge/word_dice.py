"""What a side by mail word owes and has no choice in: dice to be opened before it decides anything, a link to
be burnt for another's new chain. Nobody is asked, the referee's program signs with the side's key and chain:
a mail each way would only cost time.
"""

from __future__ import annotations

from pbem.entry.bodies import Ack
from pbem.entry.border import VerifiedEntry, sign_entry
from pbem.judge.filing import Filings
from pbem.log.holdings import Holdings
from pbem.log.links import burnt_link, next_link
from pbem.rules.table import Table


def opening(holdings: Holdings, table: Table) -> VerifiedEntry | None:
    """The `ack` of such a side, by what the referee holds; None if none owes one.

    Raises what the side's key and chain raise.
    """
    walk = table.walk
    burner = walk.renewals.next
    dice = walk.batch is None and not walk.ended and burner is None and table.replay.dice_due
    side = burner or (next(iter(table.owing), "") if dice else "")
    if not walk.parties.refereed or side not in walk.parties.sides or not walk.parties[side].word:
        return None
    own = holdings.word(side)
    chain, party, at = own.chain(), walk.parties[side], table.at(None)
    if burner:
        burnt = Ack(applied=0, at=at, word=True, burnt=burnt_link(chain, party))
        return sign_entry(table.next_entry(side, burnt), own.key())
    ack = Ack(applied=0, at=at, word=True).but(**Filings(holdings, table).beforehand())
    return sign_entry(table.next_entry(side, ack, next_link(chain, party)), own.key())
