"""What decides where a person is not asked: a side's standing orders, and for one that is late or has sealed
what is not legal the game's default.
"""

from __future__ import annotations

from modules.engine.orders import Order
from modules.engine.requests import Choose
from pbem import errors
from pbem.log.replay_protocol import StandingDecision
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.replay.replay_base import Part, ReplayBase
from pbem.rules.replay.simultaneous_decision import OpenedOrder, SimultaneousDecision
from pbem.rules.replay.standing_answers import StandingAnswer


class StandingDecisions(ReplayBase):
    """Decisions that were made beforehand. What the lines of a side are (`StandingDecision`) is asked of
    whoever leads the replay."""

    def _stand(self, choice: Choose, account: OrderReport) -> Part[bool]:
        """Answer by what its side has said beforehand, or by the game's default for a side that is absent."""
        asked = StandingDecision(choice.seat)
        said = self.filed.answer((yield asked), self.play, choice, self._is_absent(choice.seat))
        self._check_known(asked, choice, said)
        if said is None:
            return False
        stood, order = said
        asked.picked = stood.line
        self.play.answer(order)
        self._note(account, choice, order, stood)
        return True

    def _give_forced(self, choice: Choose, account: OrderReport) -> bool:
        """Answer a decision that has one legal order, where the charter says so."""
        order = choice.options.find_forced() if self.reads_ahead else None
        if order is None:
            return False
        self.play.answer(order)
        self._note(account, choice, order, StandingAnswer(choice.seat, "", str(order), forced=True))
        return True

    def _check_known(
        self, asked: StandingDecision, choice: Choose, said: tuple[StandingAnswer, Order] | None
    ) -> None:
        """Who knows all lines of a side sees whether the one that decided is the first that does."""
        if asked.known is None:
            return
        due = self.filed.answer(asked.known, self.play, choice, absent=False)
        wanted, found = (it[0].line if it else "" for it in (due, said))
        if wanted != found:
            kind = choice.kind.replace("_", " ")
            raise errors.ContradictedAnswer(
                Code.STANDING_SKIPPED,
                f"by the standing orders of {choice.seat} its {kind} is decided by "
                f"{f'`{wanted}`' if wanted else 'no line'}, not by {f'`{found}`' if found else 'none'}",
                self.accounts[-1].seq,
            )

    def _instead(self, choice: Choose) -> Part[tuple[StandingAnswer, Order]]:
        """What counts in the place of a sealed order that did not come, or is not legal."""
        asked = StandingDecision(choice.seat)
        stood, order = self.filed.answer_default((yield asked), self.play, choice)
        self._check_known(asked, choice, (stood, order))
        asked.picked = stood.line
        return stood, order

    def _reveal(self, sealing: SimultaneousDecision, account: OrderReport, *last: OpenedOrder) -> Part[None]:
        """Give the rules all orders of a simultaneous decision; `last` is the one that was just opened."""
        orders = {side: opened.order for side, opened in sealing.opened.items()}
        stood: list[StandingAnswer] = []
        for side in (side for side in sealing.choices if side not in sealing.sealed):
            said, orders[side] = yield from self._instead(sealing.choices[side])
            stood.append(said)
        request, answer = self.play.request, {side: orders[side] for side in sealing.choices}
        self.play.answer(answer)
        if request is not None:
            self._note(account, request, answer, *last, *stood)

    def _go_on_without(self, account: OrderReport) -> Part[bool]:
        """Answer a decision that several sides make at once if the time of all of them was over."""
        sealing = self.due_sealing
        if sealing is None or sealing.missing_sides or sealing.sealed:
            return False
        yield from self._reveal(sealing, account)
        return True
