"""A game without a referee, played by files: each side answers what the other's move makes it owe.

A move reveals a link; the side that takes it in answers at once with its own link and the dice, or with an
ack where none were due. Its own next move carries that answer along, so that a batch costs one round trip.
Sealed orders it opens in the same way, when its turn has come.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import ANSWERS, Ack
from pbem.entry.border import verify_entry
from pbem.entry.entries import Entry, SignedEntry
from pbem.log import adoptions, refusals, shown
from pbem.log.folder import Folder
from pbem.play import receipts, refusing
from pbem.play.referee import Receipt, Referee, refuse_draft, refuse_old_log, write_answer
from pbem.rules import games
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was taken in, with what this side then signed; `file` holds both, if anything had to be signed."""

    receipt: Receipt
    file: Path | None


def take_in(
    folder: Folder, signed: list[SignedEntry], build: Build = rules_of, now: int | None = None
) -> Exchange:
    """Append what the other side sent and answer it; the same file again gives the same answer again.

    Entries that are in the log are passed over. `now` is the time that the answers state. Raises `draft-not-
    locked`, OldLog, LeftBehind, `roll-due` where another side must answer first, or what the walk and the
    rules raise: then nothing is appended.
    """
    for one in signed:
        refuse_draft(one)
    shown.complete(folder)
    table = Table.load(folder.log, games.under(build, adoptions.newest(signed)))
    refusals.heed(folder, table.walk)
    refuse_old_log(folder, table)
    shown.refuse_left_behind(folder, table.walk, signed)
    me, before, first = folder.role(table.walk.parties), table.seq, table.seq + 1
    for one in signed:
        try:
            refusing.refuse_again(folder, table.walk, one)
            receipts.check_named(folder, table.walk, one)
            table.walk.step(verify_entry(one))
        except errors.RepeatedEntry:
            first = min(first, Entry.decode(one.data).seq)
    came = max(table.seq if table.seq > before else 0, *(Entry.decode(one.data).seq for one in signed))
    Referee(folder, table, now).settle()
    batch = table.walk.batch
    if batch is not None:
        raise errors.LogFault(
            Code.ROLL_DUE,
            f"{batch.closer} must first answer entry {batch.seq}: take in the answer, not the move",
        )
    shown.append(folder, table.walk, table.walk.entries[before + 1 :], now)
    last = _last_answer(table, came, me)
    if last < table.seq:
        table = Table.load(folder.log, build, upto=last)
    receipt = Receipt(table, first, last, repeated=table.seq <= before)
    if last == came:
        return Exchange(receipt, None)
    write_answer(folder, first, table.entries(first, last))
    return Exchange(receipt, folder.answer_file(first))


def _last_answer(table: Table, came: int, me: str) -> int:
    """The last entry of this side's answer to entry `came`, or `came` if it owed none."""
    last = came
    while last < table.seq:
        entry = table.walk.history[last + 1]
        opens = isinstance(entry.body, Ack) and entry.link is not None
        if entry.author != me or not isinstance(entry.body, ANSWERS) or opens:
            break
        last += 1
    return last


def unsent(table: Table, me: str) -> list[SignedEntry]:
    """What a side's next move carries along: all from another side's newest entry on, without the charter."""
    entries = table.walk.entries
    start = len(entries)
    while start > 1 and table.walk.history[start - 1].author == me:
        start -= 1
    return entries[max(start - 1, 1) :]
