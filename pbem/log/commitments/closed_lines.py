"""Closed lines of a log's orders, and its sealed standing papers, held against what opens them: needs no
rules.

With a referee each locked order commits to the lines after its first chance. The answer opens those that it
uses; all others are opened when the game is over, and before its end. Standing papers are opened whole then
in a game whose orders stay closed. Nothing takes a commitment back: of an order before a rollback what was
closed is opened all the same. Only of what nobody has any more all sign that it is lost.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from modules.amounts import count_noun
from pbem import errors
from pbem.entry.bodies import (
    Ack,
    CarriedSealedPaper,
    Carrier,
    End,
    Move,
    OpenedPaper,
    Rest,
    RestsOpening,
    Roll,
    Ruling,
    SealedPaper,
)
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.roll_batches import Batch
from pbem.reason_codes import Code
from pbem.secrets.line_commitments import ClosedOrder, OpenedLines
from pbem.secrets.standing_lines import StandingFiling

_LOST: Final = re.compile(r"lines lost: ([1-9][0-9]{0,8})")
_PAPER_LOST: Final = re.compile(r"paper lost: ([a-z][a-z0-9_-]{0,31}) ([1-9][0-9]{0,8})")
Paper: TypeAlias = tuple[str, int]
"""A standing paper: its author and number."""


@dataclass(slots=True)
class _Order:
    """An order with closed lines, and those of them that its answer used."""

    author: str
    rest: str
    used: tuple[str, ...] = ()


@dataclass(slots=True)
class ClosedLines:
    """What orders closed so far. `known` has the closed lines of each order that was opened whole, `lost` are
    those of which all have signed that nobody can open them; `papers` and `papers_lost` are the same of
    standing papers."""

    _game: str
    _orders: dict[int, _Order] = field(default_factory=dict)
    _sealed: dict[Paper, SealedPaper] = field(default_factory=dict)
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)
    lost: frozenset[int] = frozenset()
    papers: dict[Paper, tuple[str, ...]] = field(default_factory=dict)
    papers_lost: frozenset[Paper] = frozenset()

    def copy(self) -> ClosedLines:
        """The same, to go on from."""
        made = copy.copy(self)
        made._orders = {seq: replace(order) for seq, order in self._orders.items()}
        made.known, made.papers, made._sealed = {**self.known}, {**self.papers}, {**self._sealed}
        return made

    @property
    def open_orders(self) -> list[int]:
        """The orders of which something may be closed still."""
        return [seq for seq in self._orders if self._is_closed(seq)]

    def _is_closed(self, seq: int) -> bool:
        return seq in self._orders and seq not in self.known and seq not in self.lost

    @property
    def sealed_papers(self) -> list[Paper]:
        """The standing papers in the log that nobody has opened."""
        return sorted(self._sealed.keys() - self.papers.keys() - self.papers_lost)

    @property
    def has_lost_lines(self) -> bool:
        """Whether anything was closed that nobody can open any more."""
        return bool(self.lost or self.papers_lost)

    def paper(self, author: str, number: int) -> SealedPaper:
        """A sealed standing paper of the log."""
        return self._sealed[author, number]

    def count_used(self, seq: int) -> int:
        """How many closed lines of an order were used."""
        return len(self._orders[seq].used)

    def check(self, entry: Entry, batch: Batch | None, refereed: bool) -> None:
        """Raise `lines-wrong` or `lines-closed` for an entry that cannot stand here; `batch` is the one that
        it finds open."""
        match entry.body:
            case Move() as move:
                check_form(move, refereed and entry.link is not None)
            case Ack(burnt=str(), used=used) if used is not None:
                raise errors.LogFault(Code.LINES_WRONG, "an ack that burns a link opens no lines")
            case Roll(used=used) | Ack(used=used) if used is not None:
                self._check_used(batch, OpenedLines(used.lines, used.rest))
            case RestsOpening() if entry.link is not None:
                raise errors.LogFault(Code.LINK_NOT_DUE, "what opens closed lines reveals no link")
            case RestsOpening(rests=rests, filed=filed):
                self._check_rests(entry.author, rests, alone=filed is None)
                self._check_filed(entry.author, filed or ())
            case Ruling(facts=facts):
                self._check_lost(facts)
            case End() if self.open_orders:
                raise errors.LogFault(
                    Code.LINES_CLOSED,
                    f"{count_noun(len(self.open_orders), 'order')} must still be opened, the first "
                    f"of entry {self.open_orders[0]}: "
                    "before the end the referee opens what every order closed",
                )

    def take(self, entry: Entry, batch: Batch | None) -> None:
        """Take in an entry of any type that has been found good."""
        match entry.body:
            case Move(rest=str() as rest):
                self._orders[entry.seq] = _Order(entry.author, rest)
            case Roll(used=used) | Ack(used=used) if used is not None and batch is not None:
                self._orders[batch.seq].used = tuple(line for _, line in used.lines)
            case Ruling(facts=facts):
                self.lost |= find_lost_orders(facts)
                self.papers_lost |= find_lost_papers(facts)
            case RestsOpening(rests=rests, filed=filed):
                for each in rests:
                    self.known[each.order] = (*self._orders[each.order].used, *(each.lines or ()))
                for paper in filed or ():
                    self.papers[paper.author, paper.number] = paper.lines or ()
        if isinstance(entry.body, Carrier):
            for said in entry.body.papers or ():
                if isinstance(said, CarriedSealedPaper):
                    fields = {name: value for name, value in said if name != "signature"}
                    self._sealed[said.author, said.number] = SealedPaper(**fields)

    def _check_used(self, batch: Batch | None, opened: OpenedLines) -> None:
        order = self._orders.get(batch.seq) if batch else None
        if order is None or batch is None:
            raise errors.LogFault(Code.LINES_WRONG, "lines are opened in the answer to their order alone")
        if opened.rest_before(self._game, order.author) != order.rest:
            raise errors.LogFault(
                Code.LINES_WRONG, f"the lines that are opened are not those that entry {batch.seq} closed"
            )

    def _check_lost(self, facts: Sequence[str]) -> None:
        for seq in find_lost_orders(facts):
            if not self._is_closed(seq):
                raise errors.LogFault(Code.LINES_WRONG, f"entry {seq} is no closed order")
        for author, number in find_lost_papers(facts):
            if (author, number) not in self.sealed_papers:
                raise errors.LogFault(
                    Code.LINES_WRONG, f"paper {number} of {author} is no sealed paper of this log"
                )

    def _check_rests(self, author: str, rests: tuple[Rest, ...], *, alone: bool) -> None:
        if alone and not rests:
            raise errors.LogFault(Code.LINES_WRONG, "it opens nothing")
        for before, rest in zip((None, *rests), rests, strict=False):
            seq, order = rest.order, self._orders.get(rest.order)
            if order is None or not self._is_closed(seq) or author not in (order.author, REFEREE):
                raise errors.LogFault(Code.LINES_WRONG, f"entry {seq} is no closed order of {author}")
            if before is not None and before.order >= seq:
                raise errors.LogFault(Code.LINES_WRONG, "orders are opened in the order of their entries")
            closed = ClosedOrder(self._game, order.author, rest.root, (*order.used, *(rest.lines or ())))
            if closed.rest != order.rest:
                raise errors.LogFault(
                    Code.LINES_WRONG, f"the lines that are opened are not those that entry {seq} closed"
                )

    def _check_filed(self, opener: str, filed: tuple[OpenedPaper, ...]) -> None:
        names = [(each.author, each.number) for each in filed]
        if sorted(set(names)) != names:
            raise errors.LogFault(Code.LINES_WRONG, "papers are opened by their authors and numbers")
        for each in filed:
            what = f"paper {each.number} of {each.author}"
            if (each.author, each.number) not in self.sealed_papers or opener not in (each.author, REFEREE):
                raise errors.LogFault(Code.LINES_WRONG, f"{what} is no sealed paper of {opener}")
            found = StandingFiling(self._game, each.author, each.number, each.root, each.lines or ())
            if not found.matches_paper(self.paper(each.author, each.number)):
                raise errors.LogFault(Code.LINES_WRONG, f"the lines that are opened are not those of {what}")


def find_lost_papers(facts: Sequence[str]) -> frozenset[Paper]:
    """The standing papers of which the facts of a ruling say that what they held is lost."""
    found = (_PAPER_LOST.fullmatch(fact) for fact in facts)
    return frozenset((each[1], int(each[2])) for each in found if each)


def find_lost_orders(facts: Sequence[str]) -> frozenset[int]:
    """The orders of which the facts of a ruling say that what they closed is lost."""
    found = (_LOST.fullmatch(fact) for fact in facts)
    return frozenset(int(each[1]) for each in found if each)


def check_form(move: Move, locked: bool) -> None:
    """Raise `lines-wrong` unless a locked order with a referee closes its lines, and no other does."""
    if (move.rest is not None, move.box is not None) != (locked, locked):
        raise errors.LogFault(
            Code.LINES_WRONG,
            "with a referee each locked order has `rest` and `box`, whether lines follow or not"
            if locked
            else "only a locked order in a game with a referee has `rest` and `box`",
        )
