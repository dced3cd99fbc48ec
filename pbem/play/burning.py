"""The link that a party gives away because another has a new chain: signed by its program, without asking."""

from __future__ import annotations

from pbem.disk import whole
from pbem.entry import armor
from pbem.entry.bodies import Ack
from pbem.entry.entries import Entry, SignedEntry, sign
from pbem.log.folder import Folder, burnt_link
from pbem.rules.table import Table


def entry(folder: Folder, table: Table, role: str, now: int | None) -> Entry | None:
    """The ack in which a party burns the link that it owes now; None if another, or nobody, owes one."""
    if table.walk.renewals.next != role:
        return None
    burnt = burnt_link(folder.chain(), table.walk.parties[role])
    return table.next_entry(role, Ack(applied=0, burnt=burnt, at=table.at(now)))


def signed(folder: Folder, table: Table, now: int | None) -> SignedEntry | None:
    """The same for a player with a referee: kept as a move file, so that it is signed once."""
    role = folder.role(table.walk.parties)
    due = entry(folder, table, role, now)
    if due is None:
        return None
    file = folder.move_file(due.seq, role)
    if file.exists():
        (made,) = armor.read(file)
        if Entry.decode(made.data).prev == due.prev:
            return made
    made = sign(due, folder.key())
    whole.DISK.make_directory(file.parent)
    armor.write(file, [made])
    return made
