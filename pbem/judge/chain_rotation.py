"""The link that a party gives away because another has a new chain."""

from __future__ import annotations

from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry
from pbem.log.party.chain_links import burnt_link
from pbem.log.party.holdings import Holdings
from pbem.rules.table import Table


def make_burning(holdings: Holdings, table: Table, role: str, now: int | None) -> Entry:
    """The ack in which a party burns the link that it owes now."""
    burnt = burnt_link(holdings.chain(), table.verifier.parties[role])
    return table.next_entry(role, Ack(applied=0, burnt=burnt, at=table.time_of_writing(now)))
