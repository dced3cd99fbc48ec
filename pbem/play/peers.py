"""A game without a referee, played by files: each side answers what the other's move makes it owe.

A move reveals a link; the side that takes it in answers at once with its own link and the dice, or with an
ack where none were due. Its own next move carries that answer along, so that a batch costs one round trip.
Sealed orders it opens in the same way, when its turn has come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.entry.border import VerifiedEntry, verify_entry
from pbem.entry.entries import SignedEntry
from pbem.judge import judgement
from pbem.judge.state import Answer, Arrival, State
from pbem.log import adoptions, refusals, shown
from pbem.log.folder import Folder
from pbem.play import shell
from pbem.play.shell import Receipt
from pbem.rules import games
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was taken in, with what this side then signed; `file` holds both, if anything had to be signed."""

    receipt: Receipt
    file: Path | None


def take_in(
    folder: Folder, signed: Sequence[SignedEntry], build: Build = rules_of, now: int | None = None
) -> Exchange:
    """Append what the other side sent and answer it; the same file again gives the same answer again.

    Entries that are in the log are passed over. `now` is the time that the answers state. Raises `draft-not-
    locked`, OldLog, LeftBehind, `roll-due` where another side must answer first, or what the walk and the
    rules raise: then nothing is appended.
    """
    return answer(folder, [verify_entry(each) for each in signed], build, now)


def answer(
    folder: Folder, entries: Sequence[VerifiedEntry], build: Build = rules_of, now: int | None = None
) -> Exchange:
    """As `take_in`, of entries that were verified before."""
    for each in entries:
        judgement.refuse_draft(each)
    shown.complete(folder)
    table = Table.load(folder.log, games.under(build, adoptions.newest([each.signed for each in entries])))
    refusals.heed(folder, table.walk)
    shell.refuse_old_log(folder, table)
    shown.refuse_left_behind(folder, table.walk, entries)
    state = State(folder.seat(table.walk.parties), table, folder)
    state, effects = judgement.judge(state, Arrival(tuple(entries), at=now))
    shell.carry_out(state, folder, effects, now)
    taken = shell.taken(effects.outcome)
    table = state.table
    if taken.last < table.seq:
        table = Table.load(folder.log, build, upto=taken.last)
    receipt = Receipt(table, taken.first, taken.last, taken.repeated)
    answered = any(isinstance(each, Answer) for each in effects.do)
    return Exchange(receipt, folder.answer_file(taken.first) if answered else None)


def unsent(table: Table, me: str) -> list[SignedEntry]:
    """What a side's next move carries along: all from another side's newest entry on, without the charter."""
    entries = table.walk.entries
    start = len(entries)
    while start > 1 and table.walk.history[start - 1].author == me:
        start -= 1
    return entries[max(start - 1, 1) :]
