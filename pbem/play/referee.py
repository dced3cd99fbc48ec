"""The referee's folder as a host of the judge: a move is judged, appended and answered with its dice; and a
player's, which takes in what the referee sent.

Every function works the state out from the log, so that after a crash the same command run again completes
what was begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem import errors
from pbem.entry.border import VerifiedEntry, verify_entry
from pbem.entry.entries import SignedEntry
from pbem.judge import judgement
from pbem.judge.state import Arrival, Outcome, Refused, State, Taken
from pbem.log import adoptions, shown
from pbem.log.folder import Folder
from pbem.log.seat import Seat
from pbem.play import giving_way, own_lines, shell
from pbem.play.shell import Receipt
from pbem.rules import games, seats
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table


def apply(
    folder: Folder,
    signed: SignedEntry,
    build: Build = rules_of,
    now: int | None = None,
    table: Table | None = None,
    boxes: Sequence[bytes] = (),
) -> Receipt:
    """Judge a move, with the boxes that came with it, and append it with its dice; the same move again gives
    the same receipt again.

    `table` is the log's, if it was walked before: after a refusal it is spoilt. `now` is the time that the
    referee's entries state. First it appends what he owes since a crash. Raises `draft-not-locked`, OldLog,
    LeftBehind, or what the walk and the rules raise: then the move is not appended.
    """
    return apply_verified(folder, verify_entry(signed), build, now, table, boxes)


def apply_verified(
    folder: Folder,
    verified: VerifiedEntry,
    build: Build = rules_of,
    now: int | None = None,
    table: Table | None = None,
    boxes: Sequence[bytes] = (),
) -> Receipt:
    """As `apply`, of an entry that was verified before."""
    judgement.refuse_draft(verified)
    if table is None:
        shown.complete(folder)
    table = table or own_lines.load(folder, games.under(build, adoptions.newest([verified.signed])))
    arrival = Arrival((verified,), tuple(boxes), now)
    state, outcome = answer(referee_state(folder, table), folder, arrival, build)
    return receipt_of(folder, state.table, shell.taken(outcome), build)


def referee_state(folder: Folder, table: Table) -> State:
    """The state of a referee's folder. Raises OldLog, or StrangeFolder if it is another's of a game that has
    a referee."""
    seat = folder.seat(table.walk.parties)
    if table.walk.parties.refereed and not seat.referees:
        raise errors.StrangeFolder(f"{folder.path} is not the referee's folder")
    shell.refuse_old_log(folder, table)
    return State(seat, table, folder)


def answer(state: State, folder: Folder, arrival: Arrival, build: Build) -> tuple[State, Outcome]:
    """Judge one entry and carry out what comes of it; where another process was faster, judge it again by
    what that one has appended. Raises as `shell.take`."""
    try:
        return shell.take(state, folder, arrival)
    except errors.StaleEntry:
        build = games.under(build, adoptions.newest([each.signed for each in arrival.entries]))
        return shell.take(State(state.seat, own_lines.load(folder, build), folder), folder, arrival)


def receipt_of(folder: Folder, table: Table, taken: Taken, build: Build) -> Receipt:
    """A receipt on a table that ends with its last entry."""
    if taken.last < table.seq:
        table = own_lines.load(folder, build, taken.last)
    return Receipt(table, taken.first, taken.last, taken.repeated)


def take_in(
    folder: Folder,
    signed: Sequence[SignedEntry],
    build: Build = rules_of,
    table: Table | None = None,
    boxes: Iterable[bytes] = (),
) -> Receipt:
    """Append to a player's copy of the log what the referee sent; entries that are in it are passed over.

    `table` is the log's, if it was walked before: after a refusal it is spoilt. `boxes` came with them.
    Raises what the walk and the rules raise; `effect-wrong` or `news-wrong` where what the referee tells of a
    closed order of this side cannot be, `stop-wrong` where he passed over a line of this side: then nothing
    is appended. LeftBehind where one is of this side and was signed in another folder: it is appended.
    """
    return follow(folder, [verify_entry(each) for each in signed], build, table, boxes)


def follow(
    folder: Folder,
    entries: Sequence[VerifiedEntry],
    build: Build = rules_of,
    table: Table | None = None,
    boxes: Iterable[bytes] = (),
) -> Receipt:
    """As `take_in`, of entries that were verified before."""
    for each in entries:
        judgement.refuse_draft(each)
    if giving_way.give_way(folder, entries, build):
        table = None
    signed = [each.signed for each in entries]
    table = table or own_lines.load(folder, games.under(build, adoptions.newest(signed)))
    own_lines.sit(table, folder)
    left = shown.signed_elsewhere(folder, table.walk, entries)
    state = State(Seat.at(table.walk.parties, folder.public()), table, folder)
    state, outcome = shell.take(state, folder, Arrival(tuple(entries), tuple(boxes)))
    if left is not None and not (isinstance(outcome, Refused) and outcome.entry is None):
        raise left
    receipt = receipt_of(folder, state.table, shell.taken(outcome), build)
    if receipt.table is not table:
        seats.sit(receipt.table, folder)
    return receipt
