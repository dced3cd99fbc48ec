"""A game without a referee, played by files: each side answers what the other's move makes it owe.

A move reveals a link; the side that takes it in answers at once with its own link and the dice, or with an
ack where none were due. Its own next move carries that answer along, so that a batch costs one round trip.
Sealed orders it opens in the same way, when its turn has come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.judge import judgement
from pbem.judge.state import Answer, Arrival, State
from pbem.log import adoptions
from pbem.log.party import disclosures, refusal_records
from pbem.log.party.folder import Folder
from pbem.play.host import judge_shell
from pbem.play.host.judge_shell import Receipt
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import Build, rules_of
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
    disclosures.write_planned_files(folder)
    table = Table.load(
        folder.log, rules_lookup.adopt_rules(build, adoptions.find_newest([each.signed for each in entries]))
    )
    refusal_records.apply_kept_papers(folder, table.verifier)
    judge_shell.refuse_old_log(folder, table)
    disclosures.refuse_abandoned(folder, table.verifier, entries)
    state = State(folder.seat(table.verifier.parties), table, folder)
    state, effects = judgement.judge(state, Arrival(tuple(entries), at=now))
    judge_shell.carry_out(state, folder, effects, now)
    taken = judge_shell.require_taken(effects.outcome)
    table = state.table
    if taken.last < table.seq:
        table = Table.load(folder.log, build, upto=taken.last)
    receipt = Receipt(table, taken.first, taken.last, taken.repeated)
    answered = any(isinstance(each, Answer) for each in effects.do)
    return Exchange(receipt, folder.answer_file(taken.first) if answered else None)


def list_unsent(table: Table, me: str) -> list[SignedEntry]:
    """What a side's next move carries along: all from another side's newest entry on, without the charter."""
    entries = table.verifier.entries
    start = len(entries)
    while start > 1 and table.verifier.history[start - 1].author == me:
        start -= 1
    return entries[max(start - 1, 1) :]
