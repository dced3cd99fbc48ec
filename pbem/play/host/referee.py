"""The referee's folder as a host of the judge: a move is judged, appended and answered with its dice; and a
player's, which takes in what the referee sent.

Every function works the state out from the log, so that after a crash the same command run again completes
what was begun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem import errors
from pbem.entry.entries import SignedEntry
from pbem.entry.verified_entries import VerifiedEntry, verify_entry
from pbem.judge import judgement
from pbem.judge.state import Arrival, Outcome, RefusedArrival, State, TakenIn
from pbem.log import adoptions
from pbem.log.party import disclosures
from pbem.log.party.folder import Folder
from pbem.log.party.seat import Seat
from pbem.play.host import competing_openings, judge_shell
from pbem.play.host.judge_shell import Receipt
from pbem.play.orders import order_closing
from pbem.rules import rules_lookup, seat_views
from pbem.rules.rules_lookup import Build, rules_of
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
        disclosures.write_planned_files(folder)
    table = table or order_closing.load(
        folder, rules_lookup.adopt_rules(build, adoptions.find_newest([verified.signed]))
    )
    arrival = Arrival((verified,), tuple(boxes), now)
    state, outcome = answer(referee_state(folder, table), folder, arrival, build)
    return make_receipt(folder, state.table, judge_shell.require_taken(outcome), build)


def referee_state(folder: Folder, table: Table) -> State:
    """The state of a referee's folder. Raises OldLog, or StrangeFolder if it is another's of a game that has
    a referee."""
    seat = folder.seat(table.verifier.parties)
    if table.verifier.parties.has_referee and not seat.referees:
        raise errors.StrangeFolder(f"{folder.path} is not the referee's folder")
    judge_shell.refuse_old_log(folder, table)
    return State(seat, table, folder)


def answer(state: State, folder: Folder, arrival: Arrival, build: Build) -> tuple[State, Outcome]:
    """Judge one entry and carry out what comes of it; where another process was faster, judge it again by
    what that one has appended. Raises as `judge_shell.take`."""
    try:
        return judge_shell.take(state, folder, arrival)
    except errors.StaleEntry:
        build = rules_lookup.adopt_rules(
            build, adoptions.find_newest([each.signed for each in arrival.entries])
        )
        return judge_shell.take(State(state.seat, order_closing.load(folder, build), folder), folder, arrival)


def make_receipt(folder: Folder, table: Table, taken: TakenIn, build: Build) -> Receipt:
    """A receipt on a table that ends with its last entry."""
    if taken.last < table.seq:
        table = order_closing.load(folder, build, taken.last)
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
    if competing_openings.withdraw_opening(folder, entries, build):
        table = None
    signed = [each.signed for each in entries]
    table = table or order_closing.load(
        folder, rules_lookup.adopt_rules(build, adoptions.find_newest(signed))
    )
    order_closing.sit(table, folder)
    left = disclosures.find_foreign_signature(folder, table.verifier, entries)
    state = State(Seat.find_or_visitor(table.verifier.parties, folder.public()), table, folder)
    state, outcome = judge_shell.take(state, folder, Arrival(tuple(entries), tuple(boxes)))
    if left is not None and not (isinstance(outcome, RefusedArrival) and outcome.entry is None):
        raise left
    receipt = make_receipt(folder, state.table, judge_shell.require_taken(outcome), build)
    if receipt.table is not table:
        seat_views.sit(receipt.table, folder)
    return receipt
