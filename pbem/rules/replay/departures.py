"""Who is late, resigns or forfeits the game, and how it goes on without him."""

from __future__ import annotations

from modules.engine.requests import SeatRemoved, Tell
from pbem import errors
from pbem.entry import bodies
from pbem.entry.canonical_json import Value
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.announcements import BY_CHARTER, describe_announcement
from pbem.reason_codes import Code
from pbem.rules.replay.order_execution import OrderExecution
from pbem.rules.replay.order_report import OrderReport, TakenAnswer
from pbem.rules.replay.replay_base import Part


def _claimed(claimers: list[str], reason: str, winner: str) -> dict[str, Value]:
    """The outcome of a game that sides have claimed; empty `winner`: it stays unfinished."""
    said: list[Value] = [*claimers]
    return {"winner": winner, "level": deadlines.CLAIMED, "claimed": said, "reason": reason, "rule": ""}


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
        elif then == deadlines.CLAIM:
            self._count_lateness(role, kind, account)
        elif then == "default":
            self._absent[role] = (self.play.state.turn, self.play.state.active)
            yield from self._execute(entry, (), account)

    def _count_lateness(self, role: str, kind: str, account: OrderReport) -> None:
        """The first time that a seat lets go by is counted; with the second one for the same decision the
        game is claimed by the sides that wait, if one does."""
        claimers = self._waiting_sides(role)
        if self._claims.get(role) != kind:
            self._claims[role] = kind
            account.story.append(
                Tell(f"If {role} lets as much time go by again, the game can be claimed", BY_CHARTER)
            )
        elif claimers:
            reason = f"{role} let its time go by twice"
            self._given_up = _claimed(claimers, reason, claimers[0] if len(claimers) == 1 else "")

    def _claim(self, said: bodies.Claim) -> None:
        """Without a referee the others say so themselves. Of two, one alone does: nobody has won by that."""
        claimers = self._waiting_sides(said.role)
        alone = len(self.rules.seats) - len(self.eliminated_roles) <= 2
        winner = claimers[0] if len(claimers) == 1 and not alone else ""
        word = f", by the word of {claimers[0]} alone" if alone else ""
        self._given_up = _claimed(claimers, f"{said.role} let its time go by twice{word}", winner)

    def _waiting_sides(self, role: str) -> list[str]:
        """The other sides of which nothing is due. If it is dice of somebody else that a seat owes, then all
        others wait."""
        owing = self.waiting_roles()
        due = {self.rules.seats[seat] for seat in (owing if role in owing else (role,))}
        left = (side for seat, side in self.rules.seats.items() if seat not in self.eliminated_roles)
        return [side for side in dict.fromkeys(left) if side not in due | {self.rules.seats[role]}]

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
