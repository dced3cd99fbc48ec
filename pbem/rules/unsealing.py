"""A decision that several sides make at once: each order is taken in sealed, and with the last opening the
rules get them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from modules.amounts import counted
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Tell
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log.socket import Steps
from pbem.rules.account import Account
from pbem.rules.carrying import Carrying
from pbem.rules.ground import Part
from pbem.rules.simultaneous import Opened


class Unsealing(Carrying):
    """A game in which orders are sealed and opened (`simultaneous` has how far that has come)."""

    def _seal(self, entry: Entry, seal: bodies.Seal, account: Account) -> None:
        """Take in that a side has sealed its order."""
        if (sealing := self.sealing) is None:
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"no order is to be sealed now: {self._whose_turn()}"
            )
        sealing.check_seal(entry.author, seal)
        self._sealed.append(entry)
        self._absent.pop(entry.author, None)
        after = self.sealing or sealing
        account.story.append(Tell(after.waiting, sealing.choices[entry.author].rule))

    def _open(self, entry: Entry, opening: bodies.Open, account: Account) -> Steps:
        """Take in a sealed order; after the last of them the game goes on."""
        if (sealing := self.sealing) is None:
            raise errors.LogFault(
                Code.RULES_REFUSE, f"no sealed order is to be opened now: {self._whose_turn()}"
            )
        side = sealing.opened_by(opening)
        opened = yield from self._unsealed(sealing.choices[side], opening.lines)
        account.story.append(opened)
        self._opened.append((entry.seq, opened))
        after = self.sealing
        if after is not None and not after.closed:
            account.story.pop()
            yield from self._reveal(after, account, opened)
            if entry.link is not None:
                yield from self._dice(account)
            yield from self._carry_out(entry, (), account)
        return account.applied

    def _unsealed(self, choice: Choose, lines: Sequence[str]) -> Part[Opened]:
        """What a side has sealed; in the place of what is not legal, what counts if nothing came."""
        try:
            (line,) = lines
            order = self._parsed(0, line)
            choice.options.check(order)
        except ValueError:
            why = f"{counted(len(lines), 'line')} where one order is due"
        except errors.LineRefused as error:
            why = str(error.cause)
        except Illegal as error:
            why = str(error)
        else:
            return Opened(choice.seat, line, order)
        _, order = yield from self._instead(choice)
        return Opened(choice.seat, "; ".join(lines), order, why)
