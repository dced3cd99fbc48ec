"""A draft by mail word between its mail and its code: whether it waits, may be locked, or was locked."""

from __future__ import annotations

from pbem.entry import bodies
from pbem.entry.entries import Entry, SignedEntry
from pbem.log.party.folder import Folder
from pbem.play.orders import mail_word_codes
from pbem.play.orders.mail_word_codes import Offer
from pbem.rules.table import Table


def is_open(table: Table, side: str, offer: Offer) -> bool:
    """Whether a draft can still be locked: nothing has come after it in the log. What another side has sealed
    meanwhile does not matter to a seal for the same choice."""
    if offer.game != table.verifier.game:
        return False
    sealing = table.replay.due_sealing
    if offer.kind == bodies.Seal.type and sealing is not None and side in sealing.may_seal:
        return sealing.token(side) == offer.choice
    return offer.prev == table.verifier.head


def find_waiting(folder: Folder, table: Table, side: str) -> Offer | None:
    """The draft of a side by mail word that waits for its code in the referee's folder, if one does."""
    by_word = table.verifier.parties[side].word
    offer = mail_word_codes.load_offer(folder.word(side).offer_file) if by_word else None
    if offer is None or offer.kind == mail_word_codes.WITHDRAWN:
        return None
    if side not in table.owing_roles or not is_open(table, side, offer):
        return None
    return offer if was_locked(table, side, offer) is None else None


def renew_code(folder: Folder, side: str, offer: Offer) -> str:
    """One more code for a draft that waits, for a reminder; those before it still lock the same draft."""
    code = mail_word_codes.new_code()
    mail_word_codes.save_offer(folder.word(side).offer_file, offer.add_code(code))
    return code


def was_locked(table: Table, side: str, offer: Offer) -> SignedEntry | None:
    """The entry that this draft has become, if it was locked before; only locked drafts are signed for the
    side."""
    verifier = table.verifier
    at = next(
        (seq for seq, signed in enumerate(verifier.entries) if signed.head == offer.prev),
        len(verifier.entries),
    )
    for entry in verifier.history[at + 1 :]:
        if entry.author == side and entry.type == offer.kind and _is_same(entry, at, offer):
            return verifier.entries[entry.seq]
    return None


def _is_same(entry: Entry, at: int, offer: Offer) -> bool:
    if isinstance(entry.body, bodies.Seal):
        return entry.body.choice == offer.choice
    return entry.seq == at + 1
