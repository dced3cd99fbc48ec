"""The link that a party gives away because another has a new chain."""

from __future__ import annotations

from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry
from pbem.log.holdings import Holdings
from pbem.log.links import burnt_link
from pbem.rules.table import Table


def due(holdings: Holdings, table: Table, role: str, now: int | None) -> Entry:
    """The ack in which a party burns the link that it owes now."""
    burnt = burnt_link(holdings.chain(), table.walk.parties[role])
    return table.next_entry(role, Ack(applied=0, burnt=burnt, at=table.at(now)))
