"""Facts on which all agree: a decision answered, the end of the game, where what lies, how large a number
is; and what the referee says of an objection to an act by hand.
"""

from __future__ import annotations

from modules.engine.amendments import Amendments, Fact
from modules.engine.errors import Illegal, OrderError
from modules.engine.requests import Judged
from modules.engine.rules.objection_rules import ObjectionRules
from pbem import errors
from pbem.entry import bodies
from pbem.log.commitments.closed_lines import find_lost_orders, find_lost_papers
from pbem.reason_codes import Code
from pbem.rules.replay import ruling_facts
from pbem.rules.replay.order_execution import OrderExecution
from pbem.rules.replay.order_report import OrderReport, SettledFacts, TakenAnswer


class AmendmentRules(OrderExecution):
    """A game that all can put right (`facts` has what may be said)."""

    def _rule(self, ruling: bodies.Ruling, account: OrderReport) -> None:
        """Facts on which all agree, one after another: a decision answered, the end of the game; those of
        counters and numbers that follow one another are taken together."""
        settled: list[tuple[int, Fact]] = []
        for index, text in enumerate(ruling.facts):
            if find_lost_orders([text]) or find_lost_papers([text]):
                continue
            if (fact := self._parse_table_fact(index, text)) is not None:
                settled.append((index, fact))
                continue
            self._settle(settled, account)
            self._rule_on(index, text, account)
        self._settle(settled, account)

    def _rule_on(self, index: int, text: str, account: OrderReport) -> None:
        head, _, rest = text.partition(": ")
        choice = self._choice()
        over = ruling_facts.parse_outcome(rest, self.rules.sides) if head == ruling_facts.OVER else None
        if over is not None and self.outcome() is None:
            self._given_up = over
            return
        if choice is None or head != choice.seat or not rest or self.rules.closed_orders:
            raise ruling_facts.no_fact(index, text, self._turn_side())
        fault = self._use(self._parse_order(index, rest), choice, account)
        if fault is not None:
            raise errors.RefusedLine(index, text, fault, fault.rule, choice) from fault
        account.applied = 0  # the lines of an entry are counted, and a ruling has none

    def _parse_table_fact(self, index: int, text: str) -> Fact | None:
        """The fact that a line says of a counter or a number, if it is one; raises LineRefused."""
        if self.rules.closed_orders:
            return None
        try:
            return ruling_facts.parse_table_fact(text, self.rules.grammar)
        except (OrderError, errors.LogFault) as error:
            raise errors.RefusedLine(index, text, error) from error

    def _settle(self, settled: list[tuple[int, Fact]], account: OrderReport) -> None:
        """Put these right on the table, and take them off the list; raises LineRefused."""
        if not settled:
            return
        (index, first), choice = settled[0], self._choice()
        if choice is None:
            raise ruling_facts.no_fact(index, str(first), self._turn_side())
        if not self.play.begins:
            raise ruling_facts.too_late(index, str(first), self._phase_began())
        agreed = Amendments(tuple(fact for _, fact in settled))
        try:
            self.play.amend(agreed)
        except OrderError as error:
            raise errors.RefusedLine(index, "; ".join(map(str, agreed.facts)), error) from error
        self.record.append(
            TakenAnswer(account.seq, choice, agreed, (SettledFacts(tuple(map(str, agreed.facts))),))
        )
        self._tell(account)
        settled.clear()

    def _judge(self, said: bodies.Judging, account: OrderReport) -> None:
        """What the referee says of an objection; raises `rules-refuse`."""
        request, judged = self.play.request, Judged(said.act, said.upheld, said.why)
        if not isinstance(self.rules, ObjectionRules) or request is None:
            why = "the game is over" if request is None else "in this game nobody objects: the rules decide"
            raise errors.LogFault(Code.RULES_REFUSE, f"{why}; there is nothing for the referee to judge")
        try:
            self.play.judge(judged)
        except Illegal as fault:
            raise errors.LogFault(Code.RULES_REFUSE, str(fault)) from fault
        self.record.append(TakenAnswer(account.seq, request, judged, ()))
        self._tell(account)

    def _phase_began(self) -> int | None:
        """The entry after which the phase began in which answers were given; None where it began within
        one."""
        at = len(self.record) - self.play.in_phase
        before, first = self.record[at - 1].seq if at else 0, self.record[at].seq
        return first - 1 if first > before else None
