"""What a seat owes and its program gives without asking: dice for an open batch, openings that are due, a
link to be burnt, the end.

That is the referee, or in a game without one the side that answers the other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from pbem import errors
from pbem.codes import Code
from pbem.dice.chain import Chain
from pbem.entry.bodies import Ack, End, Roll, Used, lines_of
from pbem.entry.border import VerifiedEntry
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.judge import burnt_links, closed_lines, closed_orders, seals, signing, word_dice
from pbem.judge.filing import Filings
from pbem.keys.openssh import PublicKey
from pbem.log.holdings import Holdings
from pbem.log.links import next_link
from pbem.log.socket import Wanted
from pbem.rules.dealer import Dealer
from pbem.rules.table import Table
from pbem.secret.lines import Closed
from pbem.secret.packs import Secret


class Answerer:
    """The hand on a table of who answers with dice: what it owes, signed and taken in.

    That is the referee, or in a game without one the side that answers the other (`peers`).
    """

    def __init__(self, holdings: Holdings, table: Table, now: int | None = None) -> None:
        """`now`, Unix seconds, is the time that its entries state. Raises StrangeFolder where the holdings
        are not the referee's of a game that has one."""
        self._role = holdings.role(table.walk.parties)
        if table.walk.parties.refereed and self._role != REFEREE:
            raise errors.StrangeFolder(f"{holdings.where('.')} is not the referee's folder")
        self._holdings, self.table = holdings, table
        self._now = now

    @cached_property
    def _chain(self) -> Chain:
        return self._holdings.chain()

    @cached_property
    def _filings(self) -> Filings:
        return Filings(self._holdings, self.table)

    @property
    def _at(self) -> int:
        return self.table.at(self._now)

    def _secret(self) -> Secret:
        return self._holdings.secret(self.table.walk.cards.commitment)

    def settle(self) -> list[VerifiedEntry]:
        """The entries that are owed now, taken in on the table: dice or ack, openings of seals, the end.

        Before the end the referee opens what orders closed, with it his secret. Dice that a side by mail word
        must open come in between.
        """
        owed, parties = self._settled(), self.table.walk.parties
        while any(parties[side].word for side in parties.sides):
            opened = word_dice.opening(self._holdings, self.table)
            if opened is None:
                break
            self.table.walk.step(opened)
            owed += [opened, *self._settled()]
        return owed

    def _settled(self) -> list[VerifiedEntry]:
        owed, walk = [], self.table.walk
        while walk.renewals.next == self._role:
            owed.append(self._take(burnt_links.due(self._holdings, self.table, self._role, self._now)))
        if walk.renewals.next is not None:
            return owed
        if walk.batch is not None and self._role == walk.batch.closer:
            owed.append(self._take(self._answer()))
        while walk.batch is None and self.table.replay.sealing is not None:
            entry = seals.opening(self.table, self._holdings, self._role)
            if entry is None:
                break
            entry = replace(entry, body=entry.body.but(at=self._at))
            owed.append(self._take(closed_orders.foretold(self.table, self._holdings, entry)))
        if walk.batch is None and self.table.replay.outcome() is not None and not walk.ended:
            while walk.parties.refereed and (rests := closed_lines.rests(self._holdings, self.table)):
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
        closed = closed_lines.closed_by(self._holdings, order)
        lines = iter(closed.lines if closed else ())
        closes = self.table.replay.rules.closed_orders
        hand = closed_orders.hand(self.table, self._holdings) if closes else None
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

    def _take(self, entry: Entry) -> VerifiedEntry:
        signed = signing.signed(self._holdings, self.table.walk, entry)
        self.table.walk.step(signed)
        return signed


def _used(closed: Closed, count: int) -> Used | None:
    """What an answer opens of an order's lines: those that it uses."""
    opened = closed.opened(count)
    return Used(lines=opened.lines, rest=opened.rest) if count else None
