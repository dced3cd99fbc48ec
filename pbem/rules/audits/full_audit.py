"""A game with secret packs replayed by who knows every card, once the referee has opened his secret.

The walk has then checked packs, deals and openings. What is left is whether those who knew more than others
used it rightly: that no order was accepted which its author's own cards forbade, that the card that was
looked for was shown if it was there, and that the game, seen whole, came to the same end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Intervention, Reveal
from pbem import errors
from pbem.entry.verified_entries import verify_entry
from pbem.log.due_rolls import CHANCE
from pbem.log.log_file import GameLog
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import Status, Verdict
from pbem.reason_codes import Code
from pbem.rules.audits import closed_audit
from pbem.rules.boards.party_board import Board, Knowledge, side_knowledge
from pbem.rules.dealer import to_show
from pbem.rules.replay.order_report import TakenAnswer
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table
from pbem.secrets.card_packs import RefereeSecret


@dataclass(slots=True)
class Count:
    """What was found good: orders, how many of them came to nothing once a card was seen, cards shown."""

    orders: int = 0
    void: int = 0
    shown: int = 0


class FullCheck:
    """A table whose game has ended, with a board for each side and one that shows everything."""

    def __init__(self, table: Table) -> None:
        cards, rules = table.verifier.cards, table.replay.rules
        self.count = Count()
        self._table = table
        self._packs = cards.open_packs(RefereeSecret(str(table.verifier.published)))
        self._numbers = {t: it.number for pack in self._packs.values() for t, it in pack.openings.items()}
        self._whole = Board(rules, Knowledge(packs=self._packs))
        self._sides = {side: Board(rules, side_knowledge(cards, side, self._packs)) for side in rules.seats}
        self._rolled: dict[str, int] = {}
        self._line = (0, 0)

    def run(self) -> None:
        """Replay it all; raises `hidden-illegal`, `shown-wrong`, `outcome-wrong` or `out-of-step`, naming
        the entry.
        """
        for taken in self._table.replay.record:
            if isinstance(taken.request, Choose) and not isinstance(taken.answer, Intervention):
                self._judge(taken, taken.request)
            elif isinstance(taken.request, Reveal):
                self._check_shown(taken, taken.request)
            for board in (self._whole, *self._sides.values()):
                board.take(taken)
            for side, board in self._sides.items():
                if isinstance(board.last, CHANCE):
                    self._rolled[side] = taken.seq
        public, whole = self._table.replay.play.state.outcome, self._whole.play.state.outcome
        if public != whole:
            raise errors.LogFault(
                Code.OUTCOME_WRONG, f"with every card known the game ends with {whole}, not {public}"
            )

    def _judge(self, taken: TakenAnswer, choice: Choose) -> None:
        """An order before its author saw any dice or card of the others must have been legal."""
        beforehand = isinstance(taken.told[0], StandingAnswer)
        seq, number = self._line if self._line[0] == taken.seq else (taken.seq, 0)
        self._line = (seq, number if beforehand else number + 1)
        self.count.orders += 1
        try:
            for board in (self._sides[choice.seat], self._whole):
                request = board.play.request
                if isinstance(request, Choose):
                    request.options.check(taken.answer)  # type: ignore[arg-type]  # the record holds orders here
        except Illegal as error:
            if self._rolled.get(choice.seat) != taken.seq and not beforehand:
                line = f"entry {taken.seq}, line {self._line[1]} `{taken.answer}`"
                raise errors.LogFault(
                    Code.HIDDEN_ILLEGAL, f"{line}: {choice.seat} knew that it is {error}"
                ) from error
            self.count.void += 1

    def _check_shown(self, taken: TakenAnswer, reveal: Reveal) -> None:
        due = to_show(reveal.cards, reveal.count, reveal.wanted, self._numbers)
        shown = taken.answer if isinstance(taken.answer, dict) else {}
        self.count.shown += len(shown)
        if set(shown) != set(due):
            what = f"entry {taken.seq} ({reveal.label}, rule {reveal.rule})"
            raise errors.LogFault(
                Code.SHOWN_WRONG,
                f"{what}: shown was {' '.join(shown)}, but what was looked for is {' '.join(due)}",
            )


def check(path: Path, verdict: Verdict, build: Build = rules_of) -> Verdict:
    """The verdict on a log that holds, after its hidden part was looked at too: lines that were closed, cards
    that not everybody saw."""
    opened = _verify_whole(GameLog(path)).closings.known
    table = Table.load(GameLog(path), build, known=lambda order: opened.get(order.seq))
    if table.replay.rules.closed_orders:
        return _audit_closed(table, verdict)
    for stop in table.replay.stops:
        return replace(
            verdict,
            status=Status.BROKEN,
            code=Code.STOP_WRONG,
            seq=stop.seq,
            message=f"entry {stop.seq} (order of {stop.author}): the answer stopped before its line "
            f"`{stop.line}`, which was legal: the referee's doing",
        )
    if opened:
        unused = sum(len(lines) - table.verifier.closings.count_used(seq) for seq, lines in opened.items())
        verdict = replace(
            verdict,
            message=f"{verdict.message}; all that {count_noun(len(opened), 'order')} closed too, "
            f"{count_noun(unused, 'line')} unused",
        )
    if not table.replay.rules.secret_packs or not table.verifier.ended:
        return verdict
    full = FullCheck(table)
    try:
        full.run()
    except errors.LogFault as error:
        return replace(verdict, status=Status.BROKEN, code=error.code, message=str(error))
    count, packs = full.count, table.verifier.cards.packs
    void = f", {count.void} of them void by the cards that were then seen" if count.void else ""
    return replace(
        verdict,
        message=f"{verdict.message}; with every card known too: {count_noun(len(packs), 'pack')}, "
        f"{len(table.verifier.cards.deals)} deals, {count_noun(count.shown, 'card')} shown, "
        f"{count_noun(count.orders, 'order')}{void}",
    )


def _verify_whole(log: GameLog) -> LogVerifier:
    """The whole log, entry by entry: who verifies goes by nothing that was found before."""
    verifier = LogVerifier()
    for signed in log.read().records():
        verifier.apply(verify_entry(signed))
    return verifier


def _audit_closed(table: Table, verdict: Verdict) -> Verdict:
    """As `check`, of a game with closed orders: as soon as all of them are open, before the end too."""
    closings = table.verifier.closings
    if (
        closings.open_orders
        or closings.sealed_papers
        or closings.has_lost_lines
        or table.replay.outcome() is None
    ):
        return verdict
    full = closed_audit.ClosedCheck(table)
    try:
        full.run()
    except errors.LogFault as error:
        return replace(verdict, status=Status.BROKEN, code=error.code, message=str(error))
    return replace(verdict, message=f"{verdict.message}; with every order known too: {full.count}")
