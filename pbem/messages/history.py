"""The course of a game: its record walked step by step, on the board of one party."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from modules.engine.orders import Order
from modules.engine.requests import Deal, Effect, Reveal, Tell
from pbem import errors
from pbem.messages import position_text
from pbem.rules import seat_views
from pbem.rules.boards.party_board import Knowledge
from pbem.rules.replay.order_report import TakenAnswer
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Answers that the game took, what was told of them, and the state then, all as one party saw it.

    The state is good until the next step is asked for.
    """

    taken: tuple[TakenAnswer, ...]
    heard: tuple[Tell, ...]
    state: Any

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders among the answers; of closed ones what everybody knows."""
        found: list[Order] = []
        for taken in self.taken:
            answer = taken.answer.known if isinstance(taken.answer, Effect) else taken.answer
            several = answer.values() if isinstance(answer, Mapping) else (answer,)
            found += [each for each in several if isinstance(each, Order)]
        return tuple(found)


def walk_history(table: Table, side: str | None, seq: int) -> Iterator[HistoryStep]:
    """How the game stood after entry `seq`, in a step without answers; then each step since then.

    All as `side` saw it or, with None, as who sits at the table did. What the dice of an order did is part
    of the order's entry; as long as they are owed, nothing that it did: who knows the cards would tell
    which one is turned up before it is.

    Raises BadPicture for an unknown side or an entry that is not in the log, `out-of-step`.
    """
    if not 0 <= seq <= table.seq:
        raise errors.BadPicture(f"there is no entry {seq}; the log has 0 to {table.seq}")
    rules, record, batch = table.replay.rules, table.replay.record, table.verifier.batch
    end = len(record) if batch is None else bisect_left(record, batch.seq, key=lambda taken: taken.seq)
    known = min(bisect_right(record, seq, key=lambda taken: taken.seq), end)
    knows = table.seat.knows if table.seat else Knowledge()
    board = (
        table.boards.full_behind(rules, knows, record, known, side or "")
        if isinstance(knows, Knowledge)
        else seat_views.board(table, knows, known)
    )
    yield HistoryStep((), (), position_text.seen_state_of(rules, board.play.state, side))
    for step in _steps(record[known:end]):
        told = len(board.play.events)
        board.follow(step)
        events = board.play.events[told:]
        heard = (event for event in events if not event.seen_by or side is None or side in event.seen_by)
        yield HistoryStep(
            tuple(step), tuple(heard), position_text.seen_state_of(rules, board.play.state, side)
        )


def state_at(table: Table, side: str | None, seq: int | None) -> Any:
    """How the game stood after entry `seq`, with what its dice did, or with None how it stands now; as
    `walk_history` shows it, and with what it raises."""
    if seq is None:
        return position_text.seen_state(table, side)
    return next(walk_history(table, side, seq)).state


def _steps(record: Iterable[TakenAnswer]) -> Iterator[list[TakenAnswer]]:
    """The record cut where all boards stand at the same place, whatever each of them knows.

    Only the board of who does not know a card waits until it is shown, maybe in the middle of a move.
    """
    step: list[TakenAnswer] = []
    for taken in record:
        if step and not isinstance(taken.request, Deal | Reveal):
            yield step
            step = []
        step.append(taken)
    if step:
        yield step
