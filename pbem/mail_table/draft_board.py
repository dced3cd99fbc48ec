"""The game of a player with the draft on it: the board after the lines that are sure, what is due then, and
what becomes of each line.

Lines are sure up to the first dice or another's decision. Later lines stay closed, and are tried in a few
games with supposed dice. A line that does not fit any more, since the game has gone on otherwise, is told,
and left out of what is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose, Secret, Tell
from modules.engine.rules.mail_rules import MailRules
from pbem import errors
from pbem.mail_table.supposed_dice import Supposed, suppose
from pbem.messages.board_events import EventReader
from pbem.messages.history import HistoryStep
from pbem.messages.position_text import seen_state_of
from pbem.messages.story import StepTeller, StoryStep
from pbem.play.orders import order_file, shorthand
from pbem.rules.boards.closed_board import try_order
from pbem.rules.replay.order_report import TakenAnswer, UsedLine
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a draft. `when` is empty where it is sure, `later` after dice or another's decision, `unfit`
    where it is against the rules now: `why`, by `rule`. `used`: in how many of the supposed games a later
    line was carried out; None where it is not for this turn, or cannot be tried."""

    text: str
    when: Literal["", "later", "unfit"] = ""
    why: str = ""
    rule: str = ""
    used: int | None = None


class DraftBoard:
    """A side's board of a table with lines on it. `is_due`: the side may decide now; `is_signed`: it has, and
    these lines wait for their answer. `play` stands after the sure lines, `steps` tell of them."""

    def __init__(self, table: Table, side: str, *, is_due: bool, is_signed: bool = False) -> None:
        self._table, self._side, self._is_due, self.is_signed = table, side, is_due, is_signed
        self.play: Play[MailRules[Any]] = Play.restore(table.play.rules, table.play.snapshot())
        rules, state = self.play.rules, self._see()
        self._teller = StepTeller(rules, state, EventReader(rules, table.game, state))
        self.steps: list[StoryStep] = []
        self._lines: list[DraftLine] = []
        self._later: list[Order] = []
        self._ends = False
        self._supposed: Supposed | None = None

    @classmethod
    def with_lines(
        cls, table: Table, side: str, lines: Sequence[str], *, is_due: bool, is_signed: bool = False
    ) -> DraftBoard:
        """The board with lines that are kept, those that do not fit among them."""
        made = cls(table, side, is_due=is_due, is_signed=is_signed)
        for text in lines:
            try:
                made.add(text)
            except errors.RefusedLine as error:
                made._lines.append(DraftLine(text, "unfit", str(error.cause), error.rule))
        return made

    # --- what is due -------------------------------------------------------------------------------------

    @property
    def is_supposed(self) -> bool:
        """Whether what is due comes after dice that nobody has rolled."""
        return self._sure_choice is None and self.due_choice is not None

    @property
    def due_choice(self) -> Choose | None:
        """What the side decides next; after dice in a supposed game."""
        return self._choice_on(self.choosing_play) if self._is_due and not self._ends else None

    @property
    def choosing_play(self) -> Play[MailRules[Any]]:
        """The game in which the side decides next."""
        supposed = None if self._sure_choice is not None else self._suppose().play
        return supposed or self.play

    @property
    def _sure_choice(self) -> Choose | None:
        return self._choice_on(self.play)

    def _choice_on(self, play: Play[MailRules[Any]]) -> Choose | None:
        request = play.request
        if isinstance(request, Secret):
            return self._table.choice(self._side) if self.seals else None
        return request if isinstance(request, Choose) and request.seat == self._side else None

    @property
    def seals(self) -> bool:
        """Whether what is due is decided by several at once. An order that leads there ends with it: the
        choice is sealed by itself."""
        return self._table.replay.due_sealing is not None

    @property
    def _is_tried(self) -> bool:
        """Whether later lines can be tried: where orders are sealed or stay closed, nobody can tell."""
        said = self.steps or self._later
        return self._is_due and bool(said) and not self.seals and not self.play.rules.closed_orders

    def _suppose(self) -> Supposed:
        if self._supposed is None:
            tried = suppose(self.play, self._side, self._later) if self._is_tried else None
            self._supposed = tried or Supposed((), None)
        return self._supposed

    # --- lines -------------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[DraftLine, ...]:
        """All lines in their order, each with what becomes of it."""
        used = iter(self._suppose().used)
        return tuple(
            DraftLine(each.text, "later", used=next(used, None)) if each.when == "later" else each
            for each in self._lines
        )

    def add(self, text: str) -> str:
        """Adds a line, and gives its canonical text. Raises RefusedLine for one that cannot be read, or is
        sure and illegal; then nothing has changed. Nobody can tell yet whether a later one is legal."""
        known = (self._is_due or self.is_signed) and not self._ends
        sure = self._sure_choice if known else None
        if sure is not None:
            self._take(sure, self._read(text, sure))
        else:
            order = self._read(text, None)
            self._lines.append(DraftLine(str(order), "later"))
            self._later.append(order)
        self._supposed = None
        return self._lines[-1].text

    def _read(self, text: str, sure: Choose | None) -> Order:
        play, choice = self.choosing_play, self.due_choice
        grammar, ground = play.rules.grammar, partial(shorthand.ground_of, self._table)
        try:
            order: Order = grammar.parse(order_file.order(text, grammar))
            if sure is not None and (passed := play.why_not(self._side, order)) is not None:
                raise passed
            if choice is not None:
                order = shorthand.complete_path(play, choice, order, ground, errors.OrderFileFault)
            if sure is not None:
                sure.options.check(order)
        except (OrderError, order_file.LineFault, errors.OrderFileFault) as error:
            rule = error.rule if isinstance(error, Illegal) else ""
            raise errors.RefusedLine(len(self._lines), text, error, rule, sure if rule else None) from error
        return order

    def _take(self, choice: Choose, order: Order) -> None:
        """Lays a line that is sure on the board. Nothing is known behind one that is sealed, nor where
        nobody can tell beforehand what a closed one comes to."""
        told = len(self.play.events)
        self._ends = self.seals or not try_order(self.play, order)
        self._lines.append(DraftLine(str(order)))
        if not self._ends:
            heard = [each for each in self.play.events[told:] if self._may_hear(each)]
            taken = TakenAnswer(self._table.seq + 1, choice, order, (UsedLine(str(order)),))
            self.steps.append(self._teller.tell(HistoryStep((taken,), tuple(heard), self._see())))

    def _may_hear(self, told: Tell) -> bool:
        return not told.seen_by or self._side in told.seen_by

    def _see(self) -> Any:
        return seen_state_of(self.play.rules, self.play.state, self._side)
