"""Who is late, resigns or forfeits the game, and how it goes on without him."""

from __future__ import annotations

from modules.engine.requests import SeatRemoved
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.announcements import describe_announcement
from pbem.reason_codes import Code
from pbem.rules.replay.order_execution import OrderExecution
from pbem.rules.replay.order_report import OrderReport, TakenAnswer
from pbem.rules.replay.replay_base import Part


class Departures(OrderExecution):
    """A game whose players may be gone."""

    def _apply_lateness(self, entry: Entry, late: bodies.Lateness, account: OrderReport) -> Part[None]:
        """The charter's rule for a side whose time is over."""
        role, kind = late.role, late.kind
        account.story.append(describe_announcement(late))
        self._check_owes(role)
        if kind not in self.deadline_kinds(role):
            due = " or ".join(self.deadline_kinds(role))
            raise errors.LogFault(
                Code.RULES_REFUSE, f"{role} must decide now, but the kind is {due}, not {kind}"
            )
        then = deadlines.consequence_of(self._charter, kind)
        if then == "forfeit":
            yield from self._leave(entry, role, "forfeit", f"{role} did not decide in time", account)
        elif then == "default":
            self._absent[role] = (self.play.state.turn, self.play.state.active)
            yield from self._execute(entry, (), account)

    def _resign(self, entry: Entry, account: OrderReport) -> Part[None]:
        author = entry.author
        if author not in self.waiting_roles():
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION,
                f"{author} can resign when it has to act; now {self._turn_side()}",
            )
        yield from self._leave(entry, author, "resignation", f"{author} resigns", account)

    def _leave(self, entry: Entry, loser: str, level: str, reason: str, account: OrderReport) -> Part[None]:
        """A player gives up: the others play on, or the one side that is left has won."""
        if self.outcome() is not None:
            raise errors.LogFault(Code.RULES_REFUSE, "the game is over")
        out = (*self.eliminated_roles, loser)
        left = {side for seat, side in self.rules.seats.items() if seat not in out}
        if len(left) > 1:
            self._left[loser] = entry.seq
            request = self.play.request
            gone = request is not None and self.play.remove_player(loser)
            if self.rules.closed_orders and not gone:
                raise errors.LogFault(
                    Code.RULES_REFUSE, f"the game does not say how it goes on without {loser}"
                )
            if request is not None and gone:
                self.record.append(TakenAnswer(entry.seq, request, SeatRemoved(loser), ()))
                self._tell(account)
            yield from self._execute(entry, (), account)
            return
        winner = next(iter(left), "")
        self._given_up = {"winner": winner, "level": level, "reason": reason, "rule": ""}
