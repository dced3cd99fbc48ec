"""The hands on sealed orders: a side seals its own, and signs it again where another's entry was quicker; the
referee looks into the box before he takes a seal in; he, or without one the side itself, opens it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.codes import Code
from pbem.entry import armor, bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.judge import own_seals, seals, signing
from pbem.keys.openssh import PublicKey
from pbem.log import own_record, shown
from pbem.log.folder import Folder
from pbem.rules.table import Table
from pbem.secret import order_box
from pbem.secret.order_box import Sealed


def seal(folder: Folder, table: Table, side: str, lines: Sequence[str], salt: str = "") -> Entry:
    """The seal of an order, with what opens it kept in the side's folder; the same order gives the same
    seal.

    The table shows what the side may see. Raises `not-your-decision` or LineRefused for what is not legal.
    """
    sealing = table.replay.sealing
    if sealing is None or side not in sealing.may_seal:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION, f"{side} has nothing to seal now: {sealing.waiting if sealing else ''}"
        )
    choice = table.choice(side)
    seals.check(table, choice or sealing.choices[side], lines)
    before = own_seals.kept(folder, table.walk.game, side, sealing.token(side))
    if before is None or before.lines != tuple(lines):
        _refuse_second(folder, table, side)
        salt = salt or order_box.new_salt()
        before = Sealed(table.walk.game, side, sealing.token(side), salt, tuple(lines))
        own_seals.keep(folder, before)
    return _entry(table, before)


def _refuse_second(folder: Folder, table: Table, side: str) -> None:
    """A second seal for one place would be a fork; it must not take the salt of the first away, either."""
    file = folder.move_file(table.seq + 1, side)
    if file.exists():
        raise errors.Refusal(
            Code.ALREADY_SIGNED,
            f"{file} holds your sealed order for this place in the log: send that one. Move it away "
            "only if the referee has refused it",
        )


def _entry(table: Table, sealed: Sealed) -> Entry:
    parties = table.walk.parties
    box = sealed.box(PublicKey(parties[REFEREE].key)) if parties.refereed else None
    seal = bodies.Seal(choice=sealed.choice, commit=sealed.commit, box=box)
    return table.next_entry(sealed.author, seal)


def renew(folder: Folder, table: Table) -> SignedEntry | None:
    """A side's seal signed for the place that comes next, and its file, if another's entry took the place of
    the one that was signed; else None. Raises what the folder's files raise."""
    sealing = table.replay.sealing
    side = folder.role(table.walk.parties)
    if sealing is None or side not in sealing.may_seal:
        return None
    sealed = own_seals.kept(folder, table.walk.game, side, sealing.token(side))
    if sealed is None or not _overtaken(folder, table, sealed):
        return None
    signed = signing.signed(folder, table.walk, _entry(table, sealed)).signed
    file = folder.move_file(table.seq + 1, side)
    shown.let_go(
        folder, table.walk, [signed], files=[own_record.Begun.of(folder, file, armor.text([signed]))]
    )
    return signed


def _overtaken(folder: Folder, table: Table, sealed: Sealed) -> bool:
    """Whether the newest seal of this order was signed for a place that is another's now."""
    for seq in range(table.seq + 1, 0, -1):
        file = folder.move_file(seq, sealed.author)
        if file.exists():
            body = Entry.decode(armor.read(file)[-1].data).body
            same = isinstance(body, bodies.Seal) and body.commit == sealed.commit
            return same and seq <= table.seq and table.walk.history[seq].author != sealed.author
    return False
