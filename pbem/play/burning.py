"""The link that a party gives away because another has a new chain: signed by its program, without asking."""

from __future__ import annotations

from pathlib import Path

from pbem.entry import armor
from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry, SignedEntry
from pbem.judge import burnt_links, closed_lines, signing
from pbem.log import own_record, refusals, shown
from pbem.log.folder import Folder
from pbem.rules.table import Table


def signed(folder: Folder, table: Table, now: int | None) -> SignedEntry | None:
    """The same for a player with a referee: kept as a move file, with what a new referee needs, so that it is
    signed once and can be sent again."""
    role = folder.role(table.walk.parties)
    if table.walk.renewals.next != role:
        return None
    due = burnt_links.due(folder, table, role, now)
    file = folder.move_file(due.seq, role)
    kept = _kept(file, due)
    if kept is not None and (due.seq, kept.head) not in refusals.ahead(folder, table.walk.parties, role):
        return kept
    made = signing.signed(folder, table.walk, due).signed
    text = armor.text([made], closed_lines.handed_over(folder, table.walk, role))
    shown.let_go(folder, table.walk, [made], now, [own_record.Begun.of(folder, file, text)])
    return made


def _kept(file: Path, due: Entry) -> SignedEntry | None:
    """The ack that was signed before for this very place."""
    if not file.exists():
        return None
    made = armor.read(file)[-1]
    entry = Entry.decode(made.data)
    return made if entry.prev == due.prev and isinstance(entry.body, Ack) and entry.body.burnt else None
