"""The judgement of what arrives: `judge(state, arrival)` gives the state after it and the effects to carry
out.

Every host judges by this one function: the referee's robot and commands, a player's folder, peers without a
referee, the desk for mail word, a club. It reads values and gives values; `judge` is the whole of it, and the
lists of checks are `pbem.log.entry_checks` (what every reader asks of an entry) and `by_holdings` below (what
a seat can ask by what it alone holds).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pbem import errors
from pbem.entry.bodies import ANSWERS, Ack, Move, RestsOpening, Seal, Substitute, TimedBody
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.judge import (
    clock_checks,
    closed_lines,
    closed_orders,
    due_moments,
    prohibitions,
    seal_openings,
    shared_entries,
    signed_refusals,
)
from pbem.judge.automatic_answers import Answerer
from pbem.judge.standing_filing import Filings, papers_of
from pbem.judge.state import (
    Answer,
    Append,
    Arrival,
    Effect,
    Effects,
    Keep,
    Outcome,
    Postponed,
    RefusedArrival,
    State,
    TakenIn,
)
from pbem.log.parties import SHARED, Parties
from pbem.log.party.holdings import Holdings, HoldingsOverlay
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.table import Table


def judge(state: State, arrival: Arrival) -> tuple[State, Effects]:
    """Judge what arrived, as the seat that `state` is of.

    What is wrong with an entry is an outcome. Raises what is wrong with the holdings
    (`errors.FOLDERS_FAULT`): then nothing is to be done.
    """
    drawer = HoldingsOverlay(state.holdings, state.seat)
    with _read_through(state.table, drawer):
        if state.seat.referees:
            do, outcome = _as_referee(drawer, state.table, arrival)
        else:
            do, outcome = _all_or_nothing(drawer, state.table, arrival)
    return state, Effects((*map(Keep, drawer.kept_files.values()), *do), outcome)


@contextmanager
def _read_through(table: Table, drawer: HoldingsOverlay) -> Iterator[None]:
    """What the table asks of closed lines and standing orders it asks of the drawer: what came with this mail
    lies there."""
    known, papers = table.replay.known, table.papers
    table.replay.known, table.papers = closed_lines.known_lines(drawer), papers_of(drawer, table)
    try:
        yield
    finally:
        table.replay.known, table.papers = known, papers


def _as_referee(drawer: HoldingsOverlay, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """One entry, judged and answered; first what is owed since a crash."""
    (verified,) = arrival.entries
    do: list[Effect] = []
    refusable = signed_refusals.is_due(drawer, table.verifier, verified)
    try:
        refuse_draft(verified)
        closed_lines.take_boxes(drawer, table.verifier, verified, arrival.boxes)
        answerer = Answerer(drawer, table, arrival.at)
        if not _is_opened_by_side(table, verified) and (owed := answerer.settle()):
            do.append(Append(tuple(owed)))
            refusable = signed_refusals.is_due(drawer, table.verifier, verified)
        if isinstance(verified.entry.body, TimedBody):
            clock_checks.refuse_ahead(table.verifier, verified.entry, arrival.at)
            _refuse_moments(table, verified)
        if isinstance(verified.entry.body, SHARED):
            verified = shared_entries.collect(drawer, table, verified)
        by_holdings(drawer, table, verified)
        new = (verified, *answerer.settle())
    except errors.RepeatedEntry:
        first = last = verified.entry.seq
        while last < table.seq and isinstance(table.verifier.history[last + 1].body, ANSWERS):
            last += 1
        return _with_answer(drawer, table, verified, do, TakenIn(first, last, repeated=True))
    except errors.MissingSignatures as waiting:
        return do, Postponed(waiting)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        again = error.code == Code.REFUSED_BEFORE
        paper = (
            signed_refusals.compose_refusal(drawer, table.verifier, verified, error)
            if refusable or again
            else None
        )
        return do, RefusedArrival(verified, error, paper, _is_early(table.verifier.parties, verified, error))
    do.append(Append(new))
    return _with_answer(drawer, table, verified, do, TakenIn(verified.entry.seq, table.seq))


def _with_answer(
    drawer: HoldingsOverlay, table: Table, verified: VerifiedEntry, do: list[Effect], taken: TakenIn
) -> tuple[list[Effect], Outcome]:
    """What is to be done, with the answer for the players; where its boxes cannot be made, the entry stands
    all the same, and whoever sends it again gets the answer."""
    try:
        return [*do, answer(drawer, table, taken.first, taken.last)], taken
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return do, RefusedArrival(verified, error)


def _all_or_nothing(drawer: HoldingsOverlay, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """Several entries, as a player or peer: if one of them does not stand, or what all lead to cannot be,
    then nothing is appended."""
    try:
        judged = _as_peer if drawer.seat.answers else _as_player
        return judged(drawer, table, arrival)
    except _Unfit as unfit:
        return [], RefusedArrival(unfit.entry, unfit.error)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return [], RefusedArrival(None, error)


def _as_player(drawer: HoldingsOverlay, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """The referee's answers, held against the log, the rules and all that this side knows. Raises _Unfit or
    the fault."""
    before = table.seq
    if table.mine:
        Filings(drawer, table).watch()
    first, new = _follow(drawer, table, arrival.entries, again=False)
    if table.verifier.batch is None:
        closed_orders.take_news(table, drawer, arrival.boxes)
        seat_views.sit(table, drawer)
    elif before < table.verifier.batch.seq == table.seq:
        raise errors.LogFault(
            Code.ROLL_DUE, "the referee's dice are missing: take in the referee's answer, not the move"
        )
    closed_lines.refuse_stop(table, table.mine, before + 1)
    closed_orders.refuse_stop(table, table.mine, before + 1)
    last = table.seq if new else max(each.entry.seq for each in arrival.entries)
    return ([Append(tuple(new))] if new else []), TakenIn(first, last, repeated=not new)


def _as_peer(drawer: HoldingsOverlay, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """The other side's entries, and the dice that this side owes for them. Raises _Unfit or the fault."""
    before, me = table.seq, drawer.role(table.verifier.parties)
    first, new = _follow(drawer, table, arrival.entries, again=True, now=arrival.at)
    named = max(each.entry.seq for each in arrival.entries)
    came = max(table.seq if table.seq > before else 0, named)
    new += Answerer(drawer, table, arrival.at).settle()
    if (batch := table.verifier.batch) is not None:
        raise errors.LogFault(
            Code.ROLL_DUE,
            f"{batch.closer} must first answer entry {batch.seq}: take in the answer, not the move",
        )
    last = last_answer(table, came, me)
    do: list[Effect] = [Append(tuple(new))] if new else []
    do += [Answer(first, last)] if last != came else []
    return do, TakenIn(first, last, repeated=table.seq <= before)


class _Unfit(Exception):
    """One of several entries that does not stand in this log, and why."""

    def __init__(self, entry: VerifiedEntry, error: errors.PbemError) -> None:
        super().__init__(str(error))
        self.entry, self.error = entry, error


def _follow(
    drawer: HoldingsOverlay,
    table: Table,
    entries: Iterable[VerifiedEntry],
    *,
    again: bool,
    now: int | None = None,
) -> tuple[int, list[VerifiedEntry]]:
    """Take entries of others in: where the first of them stands, and those that were new, each in the copy
    that the walk has taken. `again`: whoever answers holds to what it has refused. Raises _Unfit, or what is
    wrong with the holdings."""
    first, new = table.seq + 1, list[VerifiedEntry]()
    for each in entries:
        try:
            refuse_draft(each)
            if again:
                prohibitions.refuse_again(drawer, table.verifier, each)
            prohibitions.refuse_unnamed(drawer, table.verifier, each)
            _refuse_moments(table, each)
            clock_checks.refuse_claim(table.verifier, each.entry, now)
            table.verifier.apply(each)
            new.append(each)
        except errors.RepeatedEntry:
            first = min(first, each.entry.seq)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            raise _Unfit(each, error) from error
    return first, new


def _refuse_moments(table: Table, verified: VerifiedEntry) -> None:
    """Raise `due-differs` for an entry that would be next and says that a time is over at another moment than
    is worked out here, or `zone-unknown`. What stands in the log was looked at when it came."""
    entry = verified.entry
    if (entry.seq, entry.prev) == (table.seq + 1, table.verifier.head):
        due_moments.check_entry(table.charter, entry)


def by_holdings(holdings: Holdings, table: Table, verified: VerifiedEntry) -> Entry:
    """Take an entry or a draft in, judged by all that its judge holds: in this order

    1. what the judge has refused, or left out of a receipt, stays out (`refused-before`, `not-named`)
    2. what every reader asks (`pbem.log.entry_checks`), the rules last
    3. its author's cards allow the order (LineRefused)
    4. the box of a seal holds the order that it seals (`seal-wrong`)
    5. the box of an order holds the lines that it closes (`box-missing`, `box-wrong`)
    6. a closed order is legal by what its author sees (LineRefused, `box-wrong`)
    7. every standing paper that it names has come (`standing-wrong`)
    """
    before = len(table.replay.record)
    prohibitions.refuse_again(holdings, table.verifier, verified)
    prohibitions.refuse_unnamed(holdings, table.verifier, verified)
    draft = isinstance(verified.entry.body, Move) and verified.entry.link is None
    entry = (table.verifier.check_draft if draft else table.verifier.apply)(verified)
    if table.replay.rules.secret_packs:
        seat_views.judge(table, holdings, entry, before)
    if isinstance(entry.body, Seal):
        seal_openings.judge(table, holdings, entry)
    closed_lines.judge(table, holdings, entry)
    if table.replay.rules.closed_orders:
        closed_orders.judge(table, holdings, entry)
    if holdings.role(table.verifier.parties) == REFEREE:
        Filings(holdings, table).refuse_unknown(entry)
    return entry


def refuse_draft(verified: VerifiedEntry) -> None:
    """Before the place in the log is looked at: a draft is no second order, hence no fork."""
    entry = verified.entry
    if isinstance(entry.body, Move) and entry.link is None:
        raise errors.Refusal(
            Code.DRAFT_NOT_LOCKED,
            f"{entry} is a draft, without a link, so no dice can be rolled for it: sign it without --draft",
        )


def _is_opened_by_side(table: Table, verified: VerifiedEntry) -> bool:
    """Whether a side has opened its own here, in a game that its referee did not open and end: all sides have
    that, so his openings come after it."""
    entry = verified.entry
    mine = isinstance(entry.body, RestsOpening) and entry.author != REFEREE
    return mine and (entry.seq, entry.prev) == (table.seq + 1, table.verifier.head)


def _is_early(parties: Parties, verified: VerifiedEntry, error: errors.PbemError) -> bool:
    """Whether an entry came before its time and all who signed it are parties that sign such a one: else one
    party would fill the room that its author has for entries that wait."""
    if not isinstance(error, errors.WrongSeq):
        return False
    try:
        return set(verified.signers) <= set(parties.signers(verified.entry))
    except errors.PbemError:
        return False


def answer(holdings: Holdings, table: Table, first: int, last: int) -> Answer:
    """The answer in entries `first` to `last`, with the boxes that go with it: each seat can open its own.
    With a newcomer go those of before, as many as a file holds."""
    closed = table.replay.rules.closed_orders
    found = [box for _, box in closed_orders.boxes(table, holdings, first, last)] if closed else []
    body = table.verifier.history[first].body
    newcomer = isinstance(body, Substitute) and body.role != REFEREE
    if newcomer and isinstance(body, Substitute) and holdings.role(table.verifier.parties) == REFEREE:
        found += closed_orders.all_boxes(table, holdings, body.role)
    return Answer(first, last, tuple(found[: closed_orders.MOST_BOXES]))


def last_answer(table: Table, came: int, me: str) -> int:
    """The last entry of this side's answer to entry `came`, or `came` if it owed none."""
    last = came
    while last < table.seq:
        entry = table.verifier.history[last + 1]
        opens = isinstance(entry.body, Ack) and entry.link is not None
        if entry.author != me or not isinstance(entry.body, ANSWERS) or opens:
            break
        last += 1
    return last
