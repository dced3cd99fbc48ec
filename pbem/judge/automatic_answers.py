"""What a seat owes and its program gives without asking: dice for an open batch, openings that are due, a
link to be burnt, the end.

That is the referee, or in a game without one the side that answers the other.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from pbem import errors
from pbem.dice.hash_chain import Chain
from pbem.entry.bodies import Ack, Claim, End, OpenedLines, Roll, lines_of
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import VerifiedEntry
from pbem.judge import (
    chain_rotation,
    closed_lines,
    closed_orders,
    entry_signing,
    mail_word_dice,
    seal_openings,
)
from pbem.judge.standing_filing import Filings
from pbem.keys.openssh_keys import PublicKey
from pbem.log.party.chain_links import next_link
from pbem.log.party.holdings import Holdings
from pbem.log.replay_protocol import LineRequest
from pbem.reason_codes import Code
from pbem.rules.dealer import Dealer
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret
from pbem.secrets.line_commitments import ClosedOrder


class Answerer:
    """The hand on a table of who answers with dice: what it owes, signed and taken in.

    That is the referee, or in a game without one the side that answers the other (`peers`).
    """

    def __init__(self, holdings: Holdings, table: Table, now: int | None = None) -> None:
        """`now`, Unix seconds, is the time that its entries state. Raises StrangeFolder where the holdings
        are not the referee's of a game that has one."""
        self._role = holdings.role(table.verifier.parties)
        if table.verifier.parties.has_referee and self._role != REFEREE:
            raise errors.StrangeFolder(f"{holdings.path_of('.')} is not the referee's folder")
        self._holdings, self.table = holdings, table
        self._now = now

    @cached_property
    def _chain(self) -> Chain:
        return self._holdings.chain()

    @cached_property
    def _filings(self) -> Filings:
        return Filings(self._holdings, self.table)

    @property
    def _stated_time(self) -> int:
        return self.table.time_of_writing(self._now)

    def _secret(self) -> RefereeSecret:
        return self._holdings.secret(self.table.verifier.cards.commitment)

    def settle(self) -> list[VerifiedEntry]:
        """The entries that are owed now, taken in on the table: dice or ack, openings of seals, the end.

        Before the end the referee opens what orders closed, with it his secret. Dice that a side by mail word
        must open come in between.
        """
        owed, parties = self._settle_decisions(), self.table.verifier.parties
        while any(parties[side].word for side in parties.sides):
            opened = mail_word_dice.make_opening(self._holdings, self.table)
            if opened is None:
                break
            self.table.verifier.apply(opened)
            owed += [opened, *self._settle_decisions()]
        return owed

    def _settle_decisions(self) -> list[VerifiedEntry]:
        owed, verifier = [], self.table.verifier
        while verifier.renewals.next_role == self._role:
            owed.append(
                self._take(chain_rotation.make_burning(self._holdings, self.table, self._role, self._now))
            )
        if verifier.renewals.next_role is not None:
            return owed
        if verifier.batch is not None and self._role == verifier.batch.closer:
            owed.append(self._take(self._answer()))
        while verifier.batch is None and self.table.replay.due_sealing is not None:
            entry = seal_openings.make_opening(self.table, self._holdings, self._role)
            if entry is None:
                break
            entry = replace(entry, body=entry.body.replace(at=self._stated_time))
            owed.append(self._take(closed_orders.add_outcome(self.table, self._holdings, entry)))
        if verifier.batch is None and self.table.replay.outcome() is not None and self._ends_game:
            while verifier.parties.has_referee and (
                rests := closed_lines.open_rests(self._holdings, self.table)
            ):
                owed.append(
                    self._take(self.table.next_entry(self._role, rests.replace(at=self._stated_time)))
                )
            secret = None if verifier.cards.commitment is None else self._secret().value
            end = End(outcome=self.table.replay.outcome() or {}, secret=secret)
            owed.append(self._take(self.table.next_entry(self._role, end)))
        return owed

    @property
    def _ends_game(self) -> bool:
        """Whether a game that is over is for this seat to end: of one that was claimed its author ends it."""
        verifier = self.table.verifier
        newest = verifier.history[-1]
        return not verifier.ended and (not isinstance(newest.body, Claim) or newest.author == self._role)

    def _answer(self) -> Entry:
        verifier = self.table.verifier
        batch, rules = verifier.batch, verifier.rules
        if batch is None or rules is None:
            raise errors.LogFault(Code.ROLL_NOT_DUE, "no roll batch is open")
        course, order, filings = rules.pending, verifier.history[batch.seq], self._filings
        closed = closed_lines.find_closed(self._holdings, order)
        lines = iter(closed.lines if closed else ())
        closes = self.table.replay.rules.closed_orders
        hand = closed_orders.make_closer(self.table, self._holdings) if closes else None
        if verifier.parties.has_referee:
            course.say(filings.decide)
        dealer, link = None, None
        while (due := course.due) is not None:
            if isinstance(due, LineRequest):
                course.offer(hand.effect(due) if hand else next(lines, None))
                continue
            if dealer is None:
                link = next_link(self._chain, verifier.parties[self._role])
                keys = {side: PublicKey(verifier.parties[side].key) for side in verifier.parties.sides}
                dealer = Dealer(verifier.source(batch, link), verifier.cards, keys, self._secret)
            course.give(due, dealer.give(due))
        opens = closed is not None and hand is None
        told: dict[str, Any] = {
            "applied": course.applied,
            "used": _opened_lines(closed, course.applied - len(lines_of(order.body)))
            if closed and opens
            else None,
            "at": self._stated_time,
            "out": self._newly_out(),
        }
        if verifier.parties.has_referee:
            told |= {"papers": filings.papers_to_carry(batch.seq)}
            told |= {"stood": filings.line_uses(course.said, verifier.standings)}
        if hand is not None and course.opened:
            told |= {"effects": tuple(course.opened), "news": hand.news(batch.seq, course.opened)}
        if dealer is None:
            return self.table.next_entry(self._role, Ack(**told))
        roll = Roll(
            k=verifier.k + 1,
            batch=batch.seq,
            rolls=tuple(dealer.rolls),
            **told,
        )
        return self.table.next_entry(self._role, roll, link)

    def _newly_out(self) -> tuple[str, ...] | None:
        """Who is out by what the rules have just done."""
        verifier = self.table.verifier
        return (verifier.rules and verifier.rules.eliminated_roles(verifier.parties.out)) or None

    def _take(self, entry: Entry) -> VerifiedEntry:
        signed = entry_signing.sign_own(self._holdings, self.table.verifier, entry)
        self.table.verifier.apply(signed)
        return signed


def _opened_lines(closed: ClosedOrder, count: int) -> OpenedLines | None:
    """What an answer opens of an order's lines: those that it uses."""
    opened = closed.open_first(count)
    return OpenedLines(lines=opened.lines, rest=opened.rest) if count else None
