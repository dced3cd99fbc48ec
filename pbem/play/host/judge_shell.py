"""The shell around the judge: it lays the state of a folder before the judge and carries out the effects with
the folder's disk and log. It judges nothing itself.

After a crash the same command run again completes what was begun: the log is appended to in one go, and what
was appended is answered again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbem import errors
from pbem.disk import atomic_files
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.judge import judgement
from pbem.judge.state import (
    Answer,
    Append,
    Arrival,
    Effects,
    Keep,
    Outcome,
    Postponed,
    RefusedArrival,
    State,
    TakenIn,
)
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an entry: entries `first` to `last` of the log, on a table that ends with `last`.

    `repeated`: the entry stood in the log before.
    """

    table: Table
    first: int
    last: int
    repeated: bool = False


def take(state: State, folder: Folder, arrival: Arrival) -> tuple[State, Outcome]:
    """Judge what arrived and carry the effects out. Raises as `judge` and `carry_out`."""
    state, effects = judgement.judge(state, arrival)
    carry_out(state, folder, effects, arrival.at)
    return state, effects.outcome


def carry_out(state: State, folder: Folder, effects: Effects, now: int | None) -> None:
    """Do what the effects say, in their order. Raises StaleEntry if another process appended first,
    RestoredFolder or LeftBehind where nothing may be signed, OSError."""
    for effect in effects.do:
        match effect:
            case Keep(kept):
                folder.keep(kept.name, kept.data, secret=kept.secret)
            case Append(entries) if state.seat.answers:
                disclosures.append(folder, state.table.verifier, [each.signed for each in entries], now)
            case Append(entries):
                folder.log.append(*(each.signed for each in entries))
            case Answer():
                signed = state.table.entries(effect.first, effect.last)
                write_answer(folder, effect.first, signed, effect.boxes)


def write_answer(
    folder: Folder, seq: int, entries: Iterable[SignedEntry], boxes: Iterable[bytes] = ()
) -> None:
    """The file for the players; it follows from the log, so it is written again whenever it may be
    missing."""
    file = folder.answer_file(seq)
    atomic_files.DISK.make_directory(file.parent)
    armor.write(file, entries, boxes)


def answer_again(folder: Folder, table: Table, first: int, last: int) -> None:
    """Write the answer in entries `first` to `last` anew, where a process may have ended before it."""
    found = judgement.answer(folder, table, first, last)
    write_answer(folder, first, table.entries(first, last), found.boxes)


def require_taken(outcome: Outcome) -> TakenIn:
    """What was taken in; raises what it was not taken in for."""
    match outcome:
        case TakenIn():
            return outcome
        case Postponed(error):
            raise error
        case RefusedArrival(error=error):
            raise error


def refuse_old_log(folder: Folder, table: Table) -> None:
    """Raise OldLog if this party has answered an entry that the log does not have.

    An answer is written when its entries stand in the log, so no crash leads here: an older log was put back.
    """
    log, answered = folder.log, folder.last_answer()
    if answered > table.seq and answered >= len(log.read().lines):  # else another process was faster
        raise errors.OldLog(
            f"{log.path} ends with entry {table.seq}, but {folder.answer_file(answered)} is your answer to a "
            "later one: this is an old copy of the log, and going on with it would put a second "
            "entry in a place that is taken. Replace it by the newest game.log of any party and check that "
            "with `pbem verify`"
        )
