"""The judgement of what arrives: `judge(state, arrival)` gives the state after it and the effects to carry
out.

Every host judges by this one function: the referee's robot and commands, a player's folder, peers without a
referee, the desk for mail word, a club. It reads values and gives values; `judge` is the whole of it, and the
lists of checks are `pbem.log.checks` (what every reader asks of an entry) and `by_holdings` below (what a
seat can ask by what it alone holds).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import ANSWERS, Ack, Move, Rests, Seal, Substitute, Timed
from pbem.entry.border import VerifiedEntry
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.judge import barred, clocks, closed_lines, closed_orders, gathering, refusal, seals
from pbem.judge.answering import Answerer
from pbem.judge.filing import Filings, papers_of
from pbem.judge.state import (
    Answer,
    Append,
    Arrival,
    Effect,
    Effects,
    Keep,
    Outcome,
    Refused,
    State,
    Taken,
    Waits,
)
from pbem.log.holdings import Drawer, Holdings
from pbem.log.parties import SHARED, Parties
from pbem.rules import seats
from pbem.rules.table import Table


def judge(state: State, arrival: Arrival) -> tuple[State, Effects]:
    """Judge what arrived, as the seat that `state` is of.

    What is wrong with an entry is an outcome. Raises what is wrong with the holdings
    (`errors.FOLDERS_FAULT`): then nothing is to be done.
    """
    drawer = Drawer(state.holdings, state.seat)
    with _reading(state.table, drawer):
        if state.seat.referees:
            do, outcome = _as_referee(drawer, state.table, arrival)
        else:
            do, outcome = _all_or_nothing(drawer, state.table, arrival)
    return state, Effects((*map(Keep, drawer.kept.values()), *do), outcome)


@contextmanager
def _reading(table: Table, drawer: Drawer) -> Iterator[None]:
    """What the table asks of closed lines and standing orders it asks of the drawer: what came with this mail
    lies there."""
    known, papers = table.replay.known, table.papers
    table.replay.known, table.papers = closed_lines.known(drawer), papers_of(drawer, table)
    try:
        yield
    finally:
        table.replay.known, table.papers = known, papers


def _as_referee(drawer: Drawer, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """One entry, judged and answered; first what is owed since a crash."""
    (verified,) = arrival.entries
    do: list[Effect] = []
    refusable = refusal.is_due(drawer, table.walk, verified)
    try:
        refuse_draft(verified)
        closed_lines.take_boxes(drawer, table.walk, verified, arrival.boxes)
        answerer = Answerer(drawer, table, arrival.at)
        if not _is_opened_by_side(table, verified) and (owed := answerer.settle()):
            do.append(Append(tuple(owed)))
            refusable = refusal.is_due(drawer, table.walk, verified)
        if isinstance(verified.entry.body, Timed):
            clocks.refuse_ahead(table.walk, verified.entry, arrival.at)
        if isinstance(verified.entry.body, SHARED):
            verified = gathering.gather(drawer, table, verified)
        by_holdings(drawer, table, verified)
        new = (verified, *answerer.settle())
    except errors.RepeatedEntry:
        first = last = verified.entry.seq
        while last < table.seq and isinstance(table.walk.history[last + 1].body, ANSWERS):
            last += 1
        return _answered(drawer, table, verified, do, Taken(first, last, repeated=True))
    except errors.SignaturesMissing as waiting:
        return do, Waits(waiting)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        again = error.code == Code.REFUSED_BEFORE
        paper = refusal.saying(drawer, table.walk, verified, error) if refusable or again else None
        return do, Refused(verified, error, paper, _is_early(table.walk.parties, verified, error))
    do.append(Append(new))
    return _answered(drawer, table, verified, do, Taken(verified.entry.seq, table.seq))


def _answered(
    drawer: Drawer, table: Table, verified: VerifiedEntry, do: list[Effect], taken: Taken
) -> tuple[list[Effect], Outcome]:
    """What is to be done, with the answer for the players; where its boxes cannot be made, the entry stands
    all the same, and whoever sends it again gets the answer."""
    try:
        return [*do, answer(drawer, table, taken.first, taken.last)], taken
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return do, Refused(verified, error)


def _all_or_nothing(drawer: Drawer, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """Several entries, as a player or peer: if one of them does not stand, or what all lead to cannot be,
    then nothing is appended."""
    try:
        judged = _as_peer if drawer.seat.answers else _as_player
        return judged(drawer, table, arrival)
    except _Unfit as unfit:
        return [], Refused(unfit.entry, unfit.error)
    except errors.FOLDERS_FAULT:
        raise
    except errors.PbemError as error:
        return [], Refused(None, error)


def _as_player(drawer: Drawer, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """The referee's answers, held against the log, the rules and all that this side knows. Raises _Unfit or
    the fault."""
    before = table.seq
    if table.mine:
        Filings(drawer, table).watch()
    first, new = _follow(drawer, table, arrival.entries, again=False)
    if table.walk.batch is None:
        closed_orders.take_news(table, drawer, arrival.boxes)
        seats.sit(table, drawer)
    elif before < table.walk.batch.seq == table.seq:
        raise errors.LogFault(
            Code.ROLL_DUE, "the referee's dice are missing: take in the referee's answer, not the move"
        )
    closed_lines.refuse_stop(table, table.mine, before + 1)
    closed_orders.refuse_stop(table, table.mine, before + 1)
    last = table.seq if new else max(each.entry.seq for each in arrival.entries)
    return ([Append(tuple(new))] if new else []), Taken(first, last, repeated=not new)


def _as_peer(drawer: Drawer, table: Table, arrival: Arrival) -> tuple[list[Effect], Outcome]:
    """The other side's entries, and the dice that this side owes for them. Raises _Unfit or the fault."""
    before, me = table.seq, drawer.role(table.walk.parties)
    first, new = _follow(drawer, table, arrival.entries, again=True)
    named = max(each.entry.seq for each in arrival.entries)
    came = max(table.seq if table.seq > before else 0, named)
    new += Answerer(drawer, table, arrival.at).settle()
    if (batch := table.walk.batch) is not None:
        raise errors.LogFault(
            Code.ROLL_DUE,
            f"{batch.closer} must first answer entry {batch.seq}: take in the answer, not the move",
        )
    last = last_answer(table, came, me)
    do: list[Effect] = [Append(tuple(new))] if new else []
    do += [Answer(first, last)] if last != came else []
    return do, Taken(first, last, repeated=table.seq <= before)


class _Unfit(Exception):
    """One of several entries that does not stand in this log, and why."""

    def __init__(self, entry: VerifiedEntry, error: errors.PbemError) -> None:
        super().__init__(str(error))
        self.entry, self.error = entry, error


def _follow(
    drawer: Drawer, table: Table, entries: Iterable[VerifiedEntry], *, again: bool
) -> tuple[int, list[VerifiedEntry]]:
    """Take entries of others in: where the first of them stands, and those that were new, each in the copy
    that the walk has taken. `again`: whoever answers holds to what it has refused. Raises _Unfit, or what is
    wrong with the holdings."""
    first, new = table.seq + 1, list[VerifiedEntry]()
    for each in entries:
        try:
            refuse_draft(each)
            if again:
                barred.refuse_again(drawer, table.walk, each)
            barred.refuse_unnamed(drawer, table.walk, each)
            table.walk.step(each)
            new.append(each)
        except errors.RepeatedEntry:
            first = min(first, each.entry.seq)
        except errors.FOLDERS_FAULT:
            raise
        except errors.PbemError as error:
            raise _Unfit(each, error) from error
    return first, new


def by_holdings(holdings: Holdings, table: Table, verified: VerifiedEntry) -> Entry:
    """Take an entry or a draft in, judged by all that its judge holds: in this order

    1. what the judge has refused, or left out of a receipt, stays out (`refused-before`, `not-named`)
    2. what every reader asks (`pbem.log.checks`), the rules last
    3. its author's cards allow the order (LineRefused)
    4. the box of a seal holds the order that it seals (`seal-wrong`)
    5. the box of an order holds the lines that it closes (`box-missing`, `box-wrong`)
    6. a closed order is legal by what its author sees (LineRefused, `box-wrong`)
    7. every standing paper that it names has come (`standing-wrong`)
    """
    before = len(table.replay.record)
    barred.refuse_again(holdings, table.walk, verified)
    barred.refuse_unnamed(holdings, table.walk, verified)
    draft = isinstance(verified.entry.body, Move) and verified.entry.link is None
    entry = (table.walk.check_draft if draft else table.walk.step)(verified)
    if table.replay.rules.secret_packs:
        seats.judge(table, holdings, entry, before)
    if isinstance(entry.body, Seal):
        seals.judge(table, holdings, entry)
    closed_lines.judge(table, holdings, entry)
    if table.replay.rules.closed_orders:
        closed_orders.judge(table, holdings, entry)
    if holdings.role(table.walk.parties) == REFEREE:
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
    mine = isinstance(entry.body, Rests) and entry.author != REFEREE
    return mine and (entry.seq, entry.prev) == (table.seq + 1, table.walk.head)


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
    body = table.walk.history[first].body
    newcomer = isinstance(body, Substitute) and body.role != REFEREE
    if newcomer and isinstance(body, Substitute) and holdings.role(table.walk.parties) == REFEREE:
        found += closed_orders.all_of(table, holdings, body.role)
    return Answer(first, last, tuple(found[: closed_orders.MOST_BOXES]))


def last_answer(table: Table, came: int, me: str) -> int:
    """The last entry of this side's answer to entry `came`, or `came` if it owed none."""
    last = came
    while last < table.seq:
        entry = table.walk.history[last + 1]
        opens = isinstance(entry.body, Ack) and entry.link is not None
        if entry.author != me or not isinstance(entry.body, ANSWERS) or opens:
            break
        last += 1
    return last
