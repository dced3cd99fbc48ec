"""The referee: judges a move file, appends it, rolls with both chains' links, goes on to the next decision.

Every function works the whole state out from the log, so that after a crash the same command run again
completes what was begun: the log is appended to in one go, and what was appended is answered again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pbem import errors
from pbem.codes import Code
from pbem.dice.chain import Chain
from pbem.disk import whole
from pbem.entry import armor
from pbem.entry.bodies import ANSWERS, Ack, End, Move, Rests, Roll, Substitute, Used, lines_of
from pbem.entry.border import verify_entry
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.keys.openssh import PublicKey
from pbem.log import adoptions, shown
from pbem.log.folder import Folder, next_link
from pbem.log.socket import Wanted
from pbem.play import (
    burning,
    closed_orders,
    countersigning,
    giving_way,
    lateness,
    own_lines,
    receipts,
    refusing,
    sealed_orders,
    signing,
    word_dice,
)
from pbem.play.filing import Filings
from pbem.rules import games, seats
from pbem.rules.dealer import Dealer
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table
from pbem.secret.lines import Closed
from pbem.secret.packs import Secret


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer to an entry: entries `first` to `last` of the log, on a table that ends with `last`.

    `repeated`: the entry stood in the log before.
    """

    table: Table
    first: int
    last: int
    repeated: bool = False


class Referee:
    """The hand on a table of who answers with dice: what it owes, signed and taken in.

    That is the referee, or in a game without one the side that answers the other (`peers`).
    """

    def __init__(self, folder: Folder, table: Table, now: int | None = None) -> None:
        """`now`, Unix seconds, is the time that his entries state. Raises StrangeFolder if the folder is not
        the referee's of a game that has one."""
        self._role = folder.role(table.walk.parties)
        if table.walk.parties.refereed and self._role != REFEREE:
            raise errors.StrangeFolder(f"{folder.path} is not the referee's folder")
        self._folder, self.table = folder, table
        self._now = now

    @cached_property
    def _chain(self) -> Chain:
        return self._folder.chain()

    @cached_property
    def _filings(self) -> Filings:
        return Filings(self._folder, self.table)

    @property
    def _at(self) -> int:
        return self.table.at(self._now)

    def _secret(self) -> Secret:
        return self._folder.secret(self.table.walk.cards.commitment)

    def settle(self) -> list[SignedEntry]:
        """The entries that are owed now, taken in on the table: dice or ack, openings of seals, the end.

        Before the end the referee opens what orders closed, with it his secret. Dice that a side by mail word
        must open come in between.
        """
        owed = self._settled()
        while (opened := word_dice.opening(self._folder, self.table)) is not None:
            self.table.walk.step(verify_entry(opened))
            owed += [opened, *self._settled()]
        return owed

    def _settled(self) -> list[SignedEntry]:
        owed, walk = [], self.table.walk
        while (burnt := burning.entry(self._folder, self.table, self._role, self._now)) is not None:
            owed.append(self._take(burnt))
        if walk.renewals.next is not None:
            return owed
        if walk.batch is not None and self._role == walk.batch.closer:
            owed.append(self._take(self._answer()))
        while walk.batch is None and (entry := sealed_orders.opening(self.table, self._folder, self._role)):
            entry = replace(entry, body=entry.body.but(at=self._at))
            owed.append(self._take(closed_orders.foretold(self.table, self._folder, entry)))
        if walk.batch is None and self.table.replay.outcome() is not None and not walk.ended:
            while walk.parties.refereed and (rests := own_lines.rests(self._folder, self.table)):
                owed.append(self._take(self.table.next_entry(self._role, rests.but(at=self._at))))
            secret = None if walk.cards.commitment is None else self._secret().value
            end = End(outcome=self.table.replay.outcome() or {}, secret=secret)
            owed.append(self._take(self.table.next_entry(self._role, end)))
        return owed

    def _answer(self) -> Entry:
        walk = self.table.walk
        batch, rules = walk.batch, walk.rules
        if batch is None or rules is None:
            raise errors.LogFault(Code.ROLL_NOT_DUE, "no roll batch is open")
        course, order, filings = rules.pending, walk.history[batch.seq], self._filings
        closed = own_lines.closed_by(self._folder, order)
        lines = iter(closed.lines if closed else ())
        hand = closed_orders.hand(self.table, self._folder)
        if walk.parties.refereed:
            course.say(filings.says)
        dealer, link = None, None
        while (due := course.due) is not None:
            if isinstance(due, Wanted):
                course.offer(hand.effect(due) if hand else next(lines, None))
                continue
            if dealer is None:
                link = next_link(self._chain, walk.parties[self._role])
                keys = {side: PublicKey(walk.parties[side].key) for side in walk.parties.sides}
                dealer = Dealer(walk.source(batch, link), walk.cards, keys, self._secret)
            course.give(due, dealer.give(due))
        opens = closed is not None and hand is None
        told: dict[str, Any] = {
            "applied": course.applied,
            "used": _used(closed, course.applied - len(lines_of(order.body))) if closed and opens else None,
            "at": self._at,
            "out": self._out(),
        }
        if walk.parties.refereed:
            told |= {"papers": filings.to_carry(batch.seq)}
            told |= {"stood": filings.used(course.said, walk.standings)}
        if hand is not None and course.opened:
            told |= {"effects": tuple(course.opened), "news": hand.news(batch.seq, course.opened)}
        if dealer is None:
            return self.table.next_entry(self._role, Ack(**told))
        roll = Roll(
            k=walk.k + 1,
            batch=batch.seq,
            rolls=tuple(dealer.rolls),
            **told,
        )
        return self.table.next_entry(self._role, roll, link)

    def _out(self) -> tuple[str, ...] | None:
        """Who is out by what the rules have just done."""
        walk = self.table.walk
        return (walk.rules and walk.rules.out(walk.parties.out)) or None

    def _take(self, entry: Entry) -> SignedEntry:
        signed = signing.signed(self._folder, self.table.walk, entry)
        self.table.walk.step(verify_entry(signed))
        return signed


def _used(closed: Closed, count: int) -> Used | None:
    """What an answer opens of an order's lines: those that it uses."""
    opened = closed.opened(count)
    return Used(lines=opened.lines, rest=opened.rest) if count else None


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
    refuse_draft(signed)
    if table is None:
        shown.complete(folder)
    table = table or own_lines.load(folder, games.under(build, adoptions.newest([signed])))
    refuse_old_log(folder, table)
    own_lines.take_boxes(folder, table.walk, verify_entry(signed), boxes)
    referee = Referee(folder, table, now)
    try:
        if not _is_opened_by_side(table, signed):
            shown.append(folder, table.walk, referee.settle(), now)
        lateness.refuse_ahead(table.walk, verify_entry(signed).entry, now)
        signed = countersigning.gather(folder, table, signed)
        entry = step(folder, table, signed)
        new = [signed, *referee.settle()]
        shown.append(folder, table.walk, new, now)
    except errors.RepeatedEntry:
        return _again(folder, signed, table, build)
    except errors.StaleEntry:
        return _overtaken(folder, signed, build)
    write_answer(folder, entry.seq, new, _news(folder, table, entry.seq, table.seq))
    return Receipt(table, entry.seq, table.seq)


def _is_opened_by_side(table: Table, signed: SignedEntry) -> bool:
    """Whether a side has opened its own here, in a game that its referee did not open and end: all sides have
    that, so his openings come after it."""
    entry = verify_entry(signed).entry
    mine = isinstance(entry.body, Rests) and entry.author != REFEREE
    return mine and (entry.seq, entry.prev) == (table.seq + 1, table.walk.head)


def step(folder: Folder, table: Table, signed: SignedEntry) -> Entry:
    """Take an entry or a draft in, judged by its author's cards too where the folder's owner may know them.

    Raises as the walk, `seats.judge`, `sealed_orders.judge` and `own_lines.judge` do.
    """
    before = len(table.replay.record)
    opened = verify_entry(signed).entry
    refusing.refuse_again(folder, table.walk, signed)
    receipts.check_named(folder, table.walk, signed)
    draft = isinstance(opened.body, Move) and opened.link is None
    entry = (table.walk.check_draft if draft else table.walk.step)(verify_entry(signed))
    seats.judge(table, folder, entry, before)
    sealed_orders.judge(table, folder, entry)
    own_lines.judge(table, folder, entry)
    closed_orders.judge(table, folder, entry)
    if folder.role(table.walk.parties) == REFEREE:
        Filings(folder, table).refuse_unknown(entry)
    return entry


def refuse_draft(signed: SignedEntry) -> None:
    """Before the place in the log is looked at: a draft is no second order, hence no fork."""
    entry = verify_entry(signed).entry
    if isinstance(entry.body, Move) and entry.link is None:
        raise errors.Refusal(
            Code.DRAFT_NOT_LOCKED,
            f"{entry} is a draft, without a link, so no dice can be rolled for it: sign it without --draft",
        )


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


def _again(folder: Folder, signed: SignedEntry, table: Table, build: Build) -> Receipt:
    """The receipt that this entry got when it was new."""
    first = last = Entry.decode(signed.data).seq
    while last < table.seq and isinstance(table.walk.history[last + 1].body, ANSWERS):
        last += 1
    answer_again(folder, table, first, last)
    if last < table.seq:
        table = own_lines.load(folder, build, last)
    return Receipt(table, first, last, repeated=True)


def _overtaken(folder: Folder, signed: SignedEntry, build: Build) -> Receipt:
    """Another process appended first: perhaps this very entry, else the walk says what it was."""
    table = own_lines.load(folder, build)
    try:
        table.walk.step(verify_entry(signed))
    except errors.RepeatedEntry:
        return _again(folder, signed, table, build)
    raise errors.StaleEntry("another entry was appended first; run the command again")


def _news(folder: Folder, table: Table, first: int, last: int) -> list[bytes]:
    """The boxes that go with these entries: each seat can open its own. With a newcomer go those of before,
    as many as a file holds."""
    found = [box for _, box in closed_orders.boxes(table, folder, first, last)]
    body = table.walk.history[first].body
    if isinstance(body, Substitute) and body.role != REFEREE and folder.role(table.walk.parties) == REFEREE:
        found += closed_orders.all_of(table, folder, body.role)
    return found[: closed_orders.MOST_BOXES]


def answer_again(folder: Folder, table: Table, first: int, last: int) -> None:
    """Write the answer in entries `first` to `last` anew, where a process may have ended before it."""
    write_answer(folder, first, table.entries(first, last), _news(folder, table, first, last))


def write_answer(
    folder: Folder, seq: int, entries: Iterable[SignedEntry], boxes: Iterable[bytes] = ()
) -> None:
    """The file for the players; derived from the log, so it is written again whenever it may be missing."""
    file = folder.answer_file(seq)
    whole.DISK.make_directory(file.parent)
    armor.write(file, entries, boxes)


def take_in(
    folder: Folder,
    signed: list[SignedEntry],
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
    for one in signed:
        refuse_draft(one)
    if giving_way.give_way(folder, signed, build):
        table = None
    table = table or own_lines.load(folder, games.under(build, adoptions.newest(signed)))
    own_lines.sit(table, folder)
    left = shown.signed_elsewhere(folder, table.walk, signed)
    before, first = table.seq, table.seq + 1
    if table.mine:
        Filings(folder, table).watch()
    for one in signed:
        try:
            receipts.check_named(folder, table.walk, one)
            table.walk.step(verify_entry(one))
        except errors.RepeatedEntry:
            first = min(first, Entry.decode(one.data).seq)
        except errors.PbemError:
            if left is not None:
                raise left from None
            raise
    new = table.walk.entries[before + 1 :]
    batch = table.walk.batch
    if batch is None:
        closed_orders.take_news(table, folder, boxes)
        seats.sit(table, folder)
    elif before < batch.seq == table.seq:
        raise errors.LogFault(
            Code.ROLL_DUE, "the referee's dice are missing: take in the referee's answer, not the move"
        )
    own_lines.refuse_stop(table, table.mine, before + 1)
    closed_orders.refuse_stop(table, table.mine, before + 1)
    folder.log.append(*new)
    if left is not None:
        raise left
    last = table.seq if new else max(Entry.decode(one.data).seq for one in signed)
    if last < table.seq:
        table = own_lines.load(folder, build, last)
        seats.sit(table, folder)
    return Receipt(table, first, last, repeated=not new)
