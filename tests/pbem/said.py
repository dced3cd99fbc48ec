"""What entries say, as tests write it: as JSON has it, read into its class as any log is."""

import dataclasses
import hashlib

from pbem import errors
from pbem.entry import bodies, setup_papers
from pbem.entry.entries import Entry
from pbem.entry.field_types import Misfit
from pbem.keys.openssh_keys import PublicKey
from pbem.secrets.line_commitments import ClosedOrder, digest

GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493
"""The order of the group of Ed25519: added to the second half of a signature it makes a twin of it."""


def body(kind, fields):
    """The body of an entry of this type, at time 0 unless it says another; raises BadBody."""
    kept = {"at": 0} if timed(kind) else {}
    try:
        return bodies.read_body(kind, kept | fields)
    except Misfit as misfit:
        raise errors.BadBody(f"{kind} body{misfit}") from misfit


def timed(kind):
    """Whether entries of this type state a time."""
    return issubclass(bodies.TYPES[kind], bodies.TimedBody)


def entry_of(game, seq, prev, kind, author, fields, link=None):
    """An entry whose body is given as JSON has it."""
    return Entry(game, seq, prev, author, body(kind, fields), link)


def changed(entry, **fields):
    """The entry with other values in some fields of its body; a None takes the field out."""
    value = {**entry.body.to_plain(), **fields}
    left = {name: field for name, field in value.items() if field is not None}
    return Entry(entry.game, entry.seq, entry.prev, entry.author, body(entry.type, left), entry.link)


BOXES = []
"""The boxes of all orders that were written by hand, or signed in a game of `refereed`."""


def closing(table, author, link):
    """What an order with this link says if no lines follow; anybody's root does where nobody opens it."""
    root = hashlib.sha256(link.encode()).hexdigest()
    closed = ClosedOrder(table.verifier.game, author, root, ())
    BOXES.append(closed.box(PublicKey(table.verifier.parties["referee"].key)))
    return {"rest": closed.rest, "box": digest(BOXES[-1])}


def following(table, kind, author, fields, link=None):
    """The entry that continues the log on a table; an order with a referee closes no lines unless it says."""
    if kind in ("order", "decision") and link and table.verifier.parties.has_referee:
        fields = closing(table, author, link) | fields
    return table.next_entry(
        author, body(kind, {"at": table.time_of_writing(None)} | fields if timed(kind) else fields), link
    )


def remade(entry, **changes):
    """The entry with other fields; a body is given as JSON has it."""
    fields = changes.pop("body", entry.body.to_plain())
    said = body(changes.pop("type", entry.type), fields)
    return dataclasses.replace(entry, body=said, **changes)


def paper(kind, fields, key):
    """A signed paper of this type."""
    return setup_papers.sign(setup_papers.TYPES[kind].read(fields), key)
