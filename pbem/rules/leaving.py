"""Who is late, resigns or forfeits the game, and how it goes on without him."""

from __future__ import annotations

from modules.engine.requests import Left
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log import deadlines
from pbem.log.announcements import announced
from pbem.rules.account import Account, Taken
from pbem.rules.carrying import Carrying
from pbem.rules.ground import Part


class Leaving(Carrying):
    """A game whose players may be gone."""

    def _late(self, entry: Entry, late: bodies.Late, account: Account) -> Part[None]:
        """The charter's rule for a side whose time is over."""
        role, kind = late.role, late.kind
        account.story.append(announced(late))
        self._check_owes(role)
        if kind not in self.deadline_kinds(role):
            due = " or ".join(self.deadline_kinds(role))
            raise errors.LogFault(
                Code.RULES_REFUSE, f"{role} must decide now, but the kind is {due}, not {kind}"
            )
        then = deadlines.then(self._charter, kind)
        if then == "forfeit":
            yield from self._leave(entry, role, "forfeit", f"{role} did not decide in time", account)
        elif then == "default":
            self._absent[role] = (self.play.state.turn, self.play.state.active)
            yield from self._carry_out(entry, (), account)

    def _resign(self, entry: Entry, account: Account) -> Part[None]:
        author = entry.author
        if author not in self.waiting():
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION,
                f"{author} can resign when it has to act; now {self._whose_turn()}",
            )
        yield from self._leave(entry, author, "resignation", f"{author} resigns", account)

    def _leave(self, entry: Entry, loser: str, level: str, reason: str, account: Account) -> Part[None]:
        """A player gives up: the others play on, or the one side that is left has won."""
        if self.outcome() is not None:
            raise errors.LogFault(Code.RULES_REFUSE, "the game is over")
        out = (*self.out, loser)
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
                self.record.append(Taken(entry.seq, request, Left(loser), ()))
                self._tell(account)
            yield from self._carry_out(entry, (), account)
            return
        winner = next(iter(left), "")
        self._given_up = {"winner": winner, "level": level, "reason": reason, "rule": ""}
