"""A game with closed orders replayed whole once all are opened: what the referee alone knew, checked.

The walk has held the opened lines against what each order closed. What is left is what he told: which orders
he took in, what each came to, where he stopped, what each seat learnt, and how the game ended.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from modules.amounts import count_noun
from pbem import errors
from pbem.entry.bodies import Move, Resign
from pbem.entry.entries import Entry
from pbem.reason_codes import Code
from pbem.rules import seat_views
from pbem.rules.boards.full_game import FullGame
from pbem.rules.replay.order_report import EffectReport, UsedLine
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret
from pbem.secrets.line_commitments import digest
from pbem.secrets.seat_news import BoxPlace


@dataclass(slots=True)
class Count:
    """What was found good: orders, effects, boxes of news."""

    orders: int = 0
    effects: int = 0
    news: int = 0

    def __str__(self) -> str:
        return (
            f"{count_noun(self.orders, 'order')}, {count_noun(self.effects, 'effect')}, "
            f"{count_noun(self.news, 'box')} of news"
        )


class ClosedCheck:
    """A table whose orders are all open, with the whole game beside it."""

    def __init__(self, table: Table) -> None:
        self.count = Count()
        self._table = table
        self._orders = seat_views.orders_of(table)
        self._whole = FullGame(table.replay.rules, self._orders, seat_views.filed_of(table))

    def run(self) -> None:
        """Replay it all; raises `hidden-illegal`, `effect-wrong`, `stop-wrong`, `standing-skipped`,
        `news-wrong`, `outcome-wrong` or `out-of-step`, naming the entry."""
        record = self._table.replay.record
        by_entry = {seq: list(taken) for seq, taken in groupby(record, lambda taken: taken.seq)}
        for entry in self._table.verifier.history:
            taken = by_entry.get(entry.seq, [])
            if isinstance(entry.body, Move):
                self._judge(entry)
            self._whole.take_all(taken)
            self.count.effects += sum(isinstance(told, EffectReport) for each in taken for told in each.told)
            if taken and not isinstance(entry.body, Resign):
                self._check_stop(entry)
        self._check_news()
        public, whole = self._table.replay.play.state.outcome, self._whole.board.play.state.outcome
        if public != whole:
            raise errors.LogFault(
                Code.OUTCOME_WRONG, f"with every order known the game ends with {whole}, not {public}"
            )

    def _judge(self, entry: Entry) -> None:
        """Accepted by what its author saw."""
        lines, author = self._orders(entry.seq) or (), entry.author
        self.count.orders += 1
        try:
            if not lines:
                raise errors.LogFault(Code.HIDDEN_ILLEGAL, f"{entry} has no lines")
            self._whole.seats[author].try_lines(entry, lines)
        except errors.RefusedLine as error:
            raise errors.LogFault(
                Code.HIDDEN_ILLEGAL, f"{entry}, line {error.index + 1}: {author} saw that it is {error}"
            ) from error

    def _check_stop(self, entry: Entry) -> None:
        """Nobody is asked for what was said: each line is used that is legal, and each standing order."""
        author = entry.author if isinstance(entry.body, Move) else ""
        found = self._whole.find_omitted(entry.seq, author)
        if found is None:
            return
        seat, (told, _) = found
        if isinstance(told, UsedLine):
            raise errors.LogFault(
                Code.STOP_WRONG, f"the answer to {entry} stops before `{told.line}`, which was legal there"
            )
        raise errors.LogFault(
            Code.STANDING_SKIPPED,
            f"after {entry} {seat} is asked for what its standing order `{told.line}` decides: this is the "
            "referee's doing",
        )

    def _check_news(self) -> None:
        """Every box as the published secret gives it; before the end nobody can make one."""
        verifier = self._table.verifier
        if verifier.published is None:
            return
        secret = RefereeSecret(verifier.published)
        for told in verifier.news.told.values():
            for seat, found in told.digests.items():
                learnt = self._whole.news[seat].get(told.seq, [])
                self.count.news += 1
                if (
                    digest(BoxPlace(verifier.game, told.seq, seat).box(learnt, told.keys[seat], secret))
                    != found
                ):
                    raise errors.LogFault(
                        Code.NEWS_WRONG,
                        f"entry {told.answer}: the news of {seat} are not what it had to learn: this is the "
                        "referee's doing",
                    )
