"""The lines of an order carried out, one by one, up to the next decision of a person.

They answer, in order, every decision that falls due of their author. Those up to the first roll, or the first
decision of another, stand in clear, and each must be legal, else the entry is refused. The closed ones after
them (`LineRequest`) come from whoever answers. In a game with closed orders it is told what each came to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose, Effect
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log.replay_protocol import LineRequest
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import EffectReport, LineStop, OrderReport, SpentLine, UsedLine
from pbem.rules.replay.replay_base import Part, PhaseEnd
from pbem.rules.replay.standing_decisions import StandingDecisions

_LINES_FIRST: Final = (
    "this comes after the first dice, or after a decision of another: such lines are not shown in an order"
)


@dataclass(slots=True)
class ClosedQueue:
    """The closed lines of an order that were opened and not used yet: the `lines` in their order, and the one
    before them that was `put_off`, with where its author's line before it was given (`before`)."""

    lines: list[str] = field(default_factory=list)
    put_off: str = ""
    before: PhaseEnd | None = None


class OrderExecution(StandingDecisions):
    """A game in which orders are carried out."""

    def _execute(self, entry: Entry, orders: Sequence[Order], account: OrderReport) -> Part[None]:
        """Go on with the lines of an entry and what was said beforehand, to the next decision of a person."""
        if self.rules.closed_orders:
            yield from self._carry_out_closed(entry, account)
            return
        if isinstance(entry.body, bodies.Ack):
            yield from self._dice(account)
        shown_all = yield from self._show(entry, orders, account)
        closed = ClosedQueue()
        while True:
            shown_all = (yield from self._between(entry, account)) or shown_all
            if (choice := self._choice()) is None:
                break
            mine = choice.seat == entry.author
            shown_all = shown_all or not mine
            use = mine and shown_all and _closes(entry)
            used = use and (yield from self._use_closed(entry, choice, closed, account))
            stood = used or (yield from self._stand(choice, account))
            if not stood and not self._give_forced(choice, account):
                break
            if entry.link is not None:
                shown_all = (yield from self._dice(account)) or shown_all
        account.why = account.why or self._turn_side()

    def _show(self, entry: Entry, orders: Sequence[Order], account: OrderReport) -> Part[bool]:
        """Carry out the lines that an entry shows: all of them before the first dice, and before a decision
        of another. Whether dice came then."""
        for index, order in enumerate(orders):
            choice = self._choice()
            if choice is None or choice.seat != entry.author:
                why = errors.LogFault(Code.RULES_REFUSE, f"{_LINES_FIRST}; {self._turn_side()}")
                raise errors.RefusedLine(index, str(order), why)
            fault = self._use(order, choice, account)
            if fault is not None:
                raise errors.RefusedLine(index, str(order), fault, fault.rule, choice) from fault
        return entry.link is not None and (yield from self._dice(account))

    def count_shown(self, author: str, orders: Sequence[Order]) -> int:
        """How many of these lines an order of this side shows now, the first that is not legal among them."""
        if self.rules.closed_orders:
            return 0
        play = Play.restore(self.rules, self.play.snapshot())
        for index, order in enumerate(orders):
            request = play.request
            if not isinstance(request, Choose) or request.seat != author:
                return index
            try:
                play.answer(order)
            except Illegal:
                return index + 1
        return len(orders)

    def _read(self, author: str, move: bodies.Move) -> list[Order]:
        if self.due_sealing is not None or not self.decision(author):
            self._refuse_passed(author, move.lines)
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"{author} has nothing to decide: {self._turn_side()}"
            )
        if self.rules.closed_orders and (move.lines or move.rest is None):
            raise errors.LogFault(Code.RULES_REFUSE, "in this game all lines of an order stay closed")
        if not move.lines and not self.rules.closed_orders:
            raise errors.LogFault(Code.NOT_YOUR_DECISION, "the order has no lines")
        return [self._parse_order(index, line) for index, line in enumerate(move.lines)]

    def _refuse_passed(self, author: str, lines: Sequence[str]) -> None:
        """Raise LineRefused with the rule that says why a phase was passed over, if a line is for such."""
        for index, line in enumerate(lines):
            try:
                fault = self.play.why_not(author, self.rules.grammar.parse(line))
            except OrderError:
                return
            if fault is not None:
                raise errors.RefusedLine(index, line, fault, fault.rule) from fault

    def _use(self, order: Order, choice: Choose, account: OrderReport) -> Illegal | None:
        """Carry out a line, or say why not."""
        stood = self._phase(), self.play.due_point()
        try:
            self.play.answer(order)
        except Illegal as error:
            return self.play.why_not(choice.seat, order) or error
        self._ends.pop(choice.seat, None)
        if order not in self.rules.grammar.bare:
            self._ends[choice.seat] = stood
        account.applied += 1
        self._note(account, choice, order, UsedLine(str(order)))
        return None

    def _use_closed(
        self, entry: Entry, choice: Choose, closed: ClosedQueue, account: OrderReport
    ) -> Part[bool]:
        """Carry out the next closed line, if the answer opens one that is legal here. One that is not waits
        (in `closed`) for the author's next decision."""
        if closed.put_off and self._use_put_off(choice, closed, account):
            return True
        if not closed.lines and (line := (yield LineRequest(entry.seq))) is not None:
            closed.lines.append(line)
        if closed.lines and self.is_spent(entry.author, closed.lines[0]):
            account.closed += 1
            account.applied += 1
            account.story.append(SpentLine(closed.lines.pop(0)))
            del self._ends[entry.author]
            return True
        if not closed.lines:
            self._note_stop(entry, choice, closed, account)
            return False
        order, why = self._find_order(closed.lines[0], choice)
        if order is None:
            account.why = f"`{closed.lines[0]}` is {why}"
            return (yield from self._use_next(entry, choice, closed, account))
        closed.lines.pop(0)
        account.closed += 1
        account.why = ""
        self._use(order, choice, account)
        return True

    def _use_put_off(self, choice: Choose, closed: ClosedQueue, account: OrderReport) -> bool:
        """Carry out the line that has waited, which was counted when it began to wait."""
        order, _ = self._find_order(closed.put_off, choice)
        if self._is_spent_since(closed.before, closed.put_off):
            account.story.append(SpentLine(closed.put_off))
        elif order is None:
            return False
        else:
            self._use(order, choice, account)
            account.applied -= 1
        closed.put_off = ""
        return True

    def _use_next(
        self, entry: Entry, choice: Choose, closed: ClosedQueue, account: OrderReport
    ) -> Part[bool]:
        """Carry out the line after one such as `done`, which waits: `attack`, `done`, `advance` keeps the
        advance, for which the attack's dice alone give the occasion."""
        if not self._may_wait(closed, closed.lines[0]):
            return False
        if len(closed.lines) < 2:
            if (line := (yield LineRequest(entry.seq))) is None:
                self._note_stop_behind(entry, choice, account)
                return False
            closed.lines.append(line)
        order, _ = self._find_order(closed.lines[1], choice)
        if order is None or order in self.rules.grammar.bare:
            return False
        closed.put_off, closed.before = closed.lines[0], self._ends.get(entry.author)
        closed.lines.clear()
        account.closed += 2
        account.applied += 1
        account.why = ""
        self._use(order, choice, account)
        return True

    def _may_wait(self, closed: ClosedQueue, line: str) -> bool:
        """Whether a line may be put off: one that names nothing, if no other waits."""
        return self.reads_ahead and not closed.put_off and line in map(str, self.rules.grammar.bare)

    def _note_stop(self, entry: Entry, choice: Choose, closed: ClosedQueue, account: OrderReport) -> None:
        """Who knows the next line sees whether the answer had to stop before it. A line that cannot be read
        stops the use too."""
        known = self.known(entry) or ()
        for line in known[account.closed : account.closed + 1]:
            order, why = self._find_order(line, choice)
            account.why = f"`{line}` is {why}"
            if order is not None or self.is_spent(entry.author, line):
                self.stops.append(LineStop(entry.seq, entry.author, line))
            elif self._may_wait(closed, line):
                self._note_stop_behind(entry, choice, account)

    def _note_stop_behind(self, entry: Entry, choice: Choose, account: OrderReport) -> None:
        """The same of the line after one that may wait."""
        known = self.known(entry) or ()
        for line in known[account.closed + 1 : account.closed + 2]:
            order, _ = self._find_order(line, choice)
            if order is not None and order not in self.rules.grammar.bare:
                self.stops.append(LineStop(entry.seq, entry.author, line))

    def is_spent(self, seat: str, line: str) -> bool:
        """Whether the next line of a seat would end what has ended by itself since its line before."""
        return self._is_spent_since(self._ends.get(seat), line)

    def _is_spent_since(self, before: PhaseEnd | None, line: str) -> bool:
        """Whether a line would end what has ended by itself since the line before it."""
        phase, then = before or (self._phase(), None)
        if then is None or phase == self._phase():
            return False
        choice, words = (
            Play.resume(self.rules, then).request,
            {str(each): each for each in self.rules.grammar.bare},
        )
        return isinstance(choice, Choose) and line in words and _is_legal(choice, words[line])

    def _find_order(self, line: str, choice: Choose) -> tuple[Order | None, str]:
        """The order that a closed line gives here; None if it gives none, and why."""
        try:
            order = self._parse_order(0, line)
            choice.options.check(order)
        except errors.RefusedLine as error:
            return None, f"no order: {error.cause}"
        except Illegal as error:
            return None, str(error)
        return order, ""

    def _between(self, entry: Entry, account: OrderReport) -> Part[bool]:
        """Go on past what several sides would decide at once and none is there to decide."""
        went = False
        while (yield from self._go_on_without(account)):
            went = True
            if entry.link is not None:
                yield from self._dice(account)
        return went

    def _carry_out_closed(self, entry: Entry, account: OrderReport) -> Part[None]:
        """As `_execute`, by the effects that the answer tells of lines that only some can read; whether an
        order or standing orders said them nobody else can see. A resignation tells none: who was late is then
        asked again."""
        if isinstance(entry.body, bodies.Ack):
            yield from self._dice(account)
        while (choice := self._choice()) is not None and not isinstance(entry.body, bodies.Resign):
            own = isinstance(entry.body, bodies.Move) and choice.seat == entry.author
            absent = self._is_absent(choice.seat)
            text = yield LineRequest(entry.seq, own, absent)
            if text is None and not absent:
                break
            account.applied += own
            self._effect(EffectReport(choice.seat, str(text or ""), own, absent), choice, account)
            if entry.link is not None:
                yield from self._dice(account)

    def _effect(self, effected: EffectReport, choice: Choose, account: OrderReport) -> None:
        """Take in what a closed order came to; raises `effect-wrong` for what cannot be."""
        try:
            known = self.rules.effects.parse(effected.text)
            if str(known) != effected.text:
                raise errors.LogFault(Code.EFFECT_WRONG, f"written in full it is `{known}`")
            answer = Effect(known)
            self.play.follow(answer)
        except (OrderError, Illegal, errors.LogFault) as error:
            raise errors.LogFault(
                Code.EFFECT_WRONG, f"`{effected.text}` for {choice.seat} ({choice.kind}): {error}"
            ) from error
        self._note(account, choice, answer, effected)


def _is_legal(choice: Choose, order: Order) -> bool:
    try:
        choice.options.check(order)
    except Illegal:
        return False
    return True


def _closes(entry: Entry) -> bool:
    """Whether an entry has closed lines, or may have."""
    return isinstance(entry.body, bodies.Move) and entry.body.rest is not None
