"""A refused order judged by what its author saw, once all that was hidden is open: so a false refusal is
found where nobody but its author could judge it before."""

from __future__ import annotations

from pbem import errors
from pbem.entry.bodies import Opener
from pbem.entry.entries import Entry
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.boards.closed_board import FiledLines
from pbem.rules.boards.full_game import FullGame
from pbem.rules.boards.party_board import Board, side_knowledge
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret
from pbem.secrets.line_commitments import ClosedOrder


def judge(whole: Table, before: Table, count: int, entry: Entry, closed: ClosedOrder | None) -> None:
    """Judge an order as its author could when it was signed. `whole`: the game as the log has it; `before`:
    the same up to the order, which it has taken in, with `count` answers before the order; `closed`: the
    lines that the order does not show.

    Raises LineRefused for an order that its author saw to be illegal, `lines-closed` as long as something
    that it hangs on is not open.
    """
    if whole.replay.rules.closed_orders:
        _judge_closed(whole, entry, closed)
        return
    if whole.verifier.published is None:
        raise errors.LogFault(Code.LINES_CLOSED, "the cards are not open yet")
    packs = before.verifier.cards.open_packs(RefereeSecret(whole.verifier.published))
    board = Board(whole.replay.rules, side_knowledge(before.verifier.cards, entry.author, packs))
    board.follow(before.replay.record[:count])
    board.try_lines(entry, before.replay.record[count:])


def _judge_closed(whole: Table, entry: Entry, closed: ClosedOrder | None) -> None:
    closings = whole.verifier.closings
    if (
        closings.open_orders
        or closings.sealed_papers
        or closings.has_lost_lines
        or whole.replay.outcome() is None
    ):
        raise errors.LogFault(Code.LINES_CLOSED, "the orders are not open yet")
    if closed is None:
        raise errors.LogFault(Code.LINES_CLOSED, "what the refused order closed is not open")
    game = FullGame(whole.replay.rules, seat_views.orders_of(whole), _filed_lines(whole, entry))
    game.take_all(taken for taken in whole.replay.record if taken.seq < entry.seq)
    game.seats[entry.author].try_lines(entry, closed.lines)


def _filed_lines(whole: Table, entry: Entry) -> FiledLines:
    """The standing orders of the game, and for the refused order those that it names."""
    in_log = seat_views.filed_of(whole)
    names = entry.body.standing or {} if isinstance(entry.body, Opener) else {}

    def of(seq: int, seat: str) -> tuple[str, ...] | None:
        if seq != entry.seq:
            return in_log(seq, seat)
        number = names.get(seat, 0)
        return whole.verifier.closings.papers.get((seat, number)) if number else ()

    return of
