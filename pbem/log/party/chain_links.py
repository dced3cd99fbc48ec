"""The links of a party's chain that it has still to show."""

from __future__ import annotations

from pbem import errors
from pbem.dice.hash_chain import Chain, previous
from pbem.log.parties import Party


def next_link(chain: Chain, party: Party) -> str:
    """The link that a party reveals next; raises `link-exhausted`, or StrangeFolder for another chain."""
    link = chain.reveal(party.revealed)
    if previous(link) != party.link:
        raise errors.StrangeFolder(
            f"the file `chain` in the folder is not the one that {party.role} committed to"
        )
    return link


def burnt_link(chain: Chain, party: Party) -> str:
    """The link that a party gives away for another's new chain: the one after its next, which nobody can have
    seen. Raises as `next_link`."""
    next_link(chain, party)
    return chain.reveal(party.revealed + 1)
