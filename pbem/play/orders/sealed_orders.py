"""The hands on sealed orders: a side seals its own, and signs it again where another's entry was quicker; the
referee looks into the box before he takes a seal in; he, or without one the side itself, opens it.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem import errors
from pbem.entry import armor, bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.judge import entry_signing, seal_files, seal_openings
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.reason_codes import Code
from pbem.rules.table import Table
from pbem.secrets import sealed_order
from pbem.secrets.sealed_order import SealedOrder


def seal(folder: Folder, table: Table, side: str, lines: Sequence[str], salt: str = "") -> Entry:
    """The seal of an order, with what opens it kept in the side's folder; the same order gives the same
    seal.

    The table shows what the side may see. Raises `not-your-decision` or LineRefused for what is not legal.
    """
    sealing = table.replay.due_sealing
    if sealing is None or side not in sealing.may_seal:
        raise errors.LogFault(
            Code.NOT_YOUR_DECISION,
            f"{side} has nothing to seal now: {sealing.describe_progress if sealing else ''}",
        )
    choice = table.choice(side)
    seal_openings.check(table, choice or sealing.choices[side], lines)
    before = seal_files.load_seal(folder, table.verifier.game, side, sealing.token(side))
    if before is None or before.lines != tuple(lines):
        _refuse_second(folder, table, side)
        salt = salt or sealed_order.new_salt()
        before = SealedOrder(table.verifier.game, side, sealing.token(side), salt, tuple(lines))
        seal_files.keep_seal(folder, before)
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


def _entry(table: Table, sealed: SealedOrder) -> Entry:
    parties = table.verifier.parties
    box = sealed.box(PublicKey(parties[REFEREE].key)) if parties.has_referee else None
    seal = bodies.Seal(choice=sealed.choice, commit=sealed.commit, box=box)
    return table.next_entry(sealed.author, seal)


def renew(folder: Folder, table: Table) -> SignedEntry | None:
    """A side's seal signed for the place that comes next, and its file, if another's entry took the place of
    the one that was signed; else None. Raises what the folder's files raise."""
    sealing = table.replay.due_sealing
    side = folder.role(table.verifier.parties)
    if sealing is None or side not in sealing.may_seal:
        return None
    sealed = seal_files.load_seal(folder, table.verifier.game, side, sealing.token(side))
    if sealed is None or not _overtaken(folder, table, sealed):
        return None
    signed = entry_signing.sign_own(folder, table.verifier, _entry(table, sealed)).signed
    file = folder.move_file(table.seq + 1, side)
    disclosures.disclose(
        folder,
        table.verifier,
        [signed],
        files=[signing_record.PlannedFile.for_file(folder, file, armor.text([signed]))],
    )
    return signed


def _overtaken(folder: Folder, table: Table, sealed: SealedOrder) -> bool:
    """Whether the newest seal of this order was signed for a place that is another's now."""
    for seq in range(table.seq + 1, 0, -1):
        file = folder.move_file(seq, sealed.author)
        if file.exists():
            body = Entry.decode(armor.read(file)[-1].data).body
            same = isinstance(body, bodies.Seal) and body.commit == sealed.commit
            return same and seq <= table.seq and table.verifier.history[seq].author != sealed.author
    return False
