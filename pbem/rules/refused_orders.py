"""A refused order judged by what its author saw, once all that was hidden is open: so a false refusal is
found where nobody but its author could judge it before."""

from __future__ import annotations

from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import Opener
from pbem.entry.entries import Entry
from pbem.rules import seats
from pbem.rules.board import Board, of_side
from pbem.rules.closed import FiledLines
from pbem.rules.table import Table
from pbem.rules.whole import Whole
from pbem.secret.lines import Closed
from pbem.secret.packs import Secret


def judge(whole: Table, before: Table, count: int, entry: Entry, closed: Closed | None) -> None:
    """Judge an order as its author could when it was signed. `whole`: the game as the log has it; `before`:
    the same up to the order, which it has taken in, with `count` answers before the order; `closed`: the
    lines that the order does not show.

    Raises LineRefused for an order that its author saw to be illegal, `lines-closed` as long as something
    that it hangs on is not open.
    """
    if whole.replay.rules.closed_orders:
        _judge_closed(whole, entry, closed)
        return
    if whole.walk.published is None:
        raise errors.LogFault(Code.LINES_CLOSED, "the cards are not open yet")
    packs = before.walk.cards.known(Secret(whole.walk.published))
    board = Board(whole.replay.rules, of_side(before.walk.cards, entry.author, packs))
    board.follow(before.replay.record[:count])
    board.try_lines(entry, before.replay.record[count:])


def _judge_closed(whole: Table, entry: Entry, closed: Closed | None) -> None:
    closings = whole.walk.closings
    if closings.closed or closings.sealed or closings.gone or whole.replay.outcome() is None:
        raise errors.LogFault(Code.LINES_CLOSED, "the orders are not open yet")
    if closed is None:
        raise errors.LogFault(Code.LINES_CLOSED, "what the refused order closed is not open")
    game = Whole(whole.replay.rules, seats.orders_of(whole), _filed(whole, entry))
    game.take_all(taken for taken in whole.replay.record if taken.seq < entry.seq)
    game.seats[entry.author].try_lines(entry, closed.lines)


def _filed(whole: Table, entry: Entry) -> FiledLines:
    """The standing orders of the game, and for the refused order those that it names."""
    in_log = seats.filed_of(whole)
    names = entry.body.standing or {} if isinstance(entry.body, Opener) else {}

    def of(seq: int, seat: str) -> tuple[str, ...] | None:
        if seq != entry.seq:
            return in_log(seq, seat)
        number = names.get(seat, 0)
        return whole.walk.closings.papers.get((seat, number)) if number else ()

    return of
