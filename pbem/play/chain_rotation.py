"""The link that a party gives away because another has a new chain: signed by its program, without asking."""

from __future__ import annotations

from pathlib import Path

from pbem.entry import armor
from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry, SignedEntry
from pbem.judge import chain_rotation, closed_lines, entry_signing
from pbem.log.party import disclosures, refusal_records, signing_record
from pbem.log.party.folder import Folder
from pbem.rules.table import Table


def sign_burning(folder: Folder, table: Table, now: int | None) -> SignedEntry | None:
    """The same for a player with a referee: kept as a move file, with what a new referee needs, so that it is
    signed once and can be sent again."""
    role = folder.role(table.verifier.parties)
    if table.verifier.renewals.next_role != role:
        return None
    due = chain_rotation.make_burning(folder, table, role, now)
    file = folder.move_file(due.seq, role)
    kept = _earlier_signed(file, due)
    if kept is not None and (due.seq, kept.head) not in refusal_records.early_entries(
        folder, table.verifier.parties, role
    ):
        return kept
    made = entry_signing.sign_own(folder, table.verifier, due).signed
    text = armor.text([made], closed_lines.hand_over(folder, table.verifier, role))
    disclosures.disclose(
        folder, table.verifier, [made], now, [signing_record.PlannedFile.for_file(folder, file, text)]
    )
    return made


def _earlier_signed(file: Path, due: Entry) -> SignedEntry | None:
    """The ack that was signed before for this very place."""
    if not file.exists():
        return None
    made = armor.read(file)[-1]
    entry = Entry.decode(made.data)
    return made if entry.prev == due.prev and isinstance(entry.body, Ack) and entry.body.burnt else None
