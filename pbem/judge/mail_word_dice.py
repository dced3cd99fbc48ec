"""What a side by mail word owes and has no choice in: dice to be opened before it decides anything, a link to
be burnt for another's new chain. Nobody is asked, the referee's program signs with the side's key and chain:
a mail each way would only cost time.
"""

from __future__ import annotations

from pbem.entry.bodies import Ack
from pbem.entry.verified_entries import VerifiedEntry, sign_entry
from pbem.judge import due_moments
from pbem.judge.standing_filing import Filings
from pbem.log.party.chain_links import burnt_link, next_link
from pbem.log.party.holdings import Holdings
from pbem.rules.table import Table


def make_opening(holdings: Holdings, table: Table) -> VerifiedEntry | None:
    """The `ack` of such a side, by what the referee holds; None if none owes one.

    Raises what the side's key and chain raise.
    """
    verifier = table.verifier
    burner = verifier.renewals.next_role
    dice = verifier.batch is None and not verifier.ended and burner is None and table.replay.dice_due
    side = burner or (next(iter(table.owing_roles), "") if dice else "")
    if (
        not verifier.parties.has_referee
        or side not in verifier.parties.sides
        or not verifier.parties[side].word
    ):
        return None
    own = holdings.word(side)
    chain, party, at = own.chain(), verifier.parties[side], table.time_of_writing(None)
    if burner:
        burnt = Ack(applied=0, at=at, word=True, burnt=burnt_link(chain, party))
        given = due_moments.add_moments(table.charter, table.next_entry(side, burnt))
        return sign_entry(given, own.key())
    ack = Ack(applied=0, at=at, word=True).replace(**Filings(holdings, table).standing_lines())
    return sign_entry(table.next_entry(side, ack, next_link(chain, party)), own.key())
