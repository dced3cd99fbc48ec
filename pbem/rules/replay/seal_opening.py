"""A decision that several sides make at once: each order is taken in sealed, and with the last opening the
rules get them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.requests import Choose, Tell
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log.replay_protocol import Steps
from pbem.reason_codes import Code
from pbem.rules.replay.order_execution import OrderExecution
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.replay.replay_base import Part
from pbem.rules.replay.simultaneous_decision import OpenedOrder


class SealOpening(OrderExecution):
    """A game in which orders are sealed and opened (`simultaneous_decision` has how far that has come)."""

    def _seal(self, entry: Entry, seal: bodies.Seal, account: OrderReport) -> None:
        """Take in that a side has sealed its order."""
        if (sealing := self.due_sealing) is None:
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"no order is to be sealed now: {self._turn_side()}"
            )
        sealing.check_seal(entry.author, seal)
        self._sealed.append(entry)
        self._absent.pop(entry.author, None)
        after = self.due_sealing or sealing
        account.story.append(Tell(after.describe_progress, sealing.choices[entry.author].rule))

    def _open(self, entry: Entry, opening: bodies.Open, account: OrderReport) -> Steps:
        """Take in a sealed order; after the last of them the game goes on."""
        if (sealing := self.due_sealing) is None:
            raise errors.LogFault(
                Code.RULES_REFUSE, f"no sealed order is to be opened now: {self._turn_side()}"
            )
        side = sealing.side_of_opening(opening)
        opened = yield from self._open_order(sealing.choices[side], opening.lines)
        account.story.append(opened)
        self._opened.append((entry.seq, opened))
        after = self.due_sealing
        if after is not None and not after.sides_to_open:
            account.story.pop()
            yield from self._reveal(after, account, opened)
            if entry.link is not None:
                yield from self._dice(account)
            yield from self._execute(entry, (), account)
        return account.applied

    def _open_order(self, choice: Choose, lines: Sequence[str]) -> Part[OpenedOrder]:
        """What a side has sealed; in the place of what is not legal, what counts if nothing came."""
        try:
            (line,) = lines
            order = self._parse_order(0, line)
            choice.options.check(order)
        except ValueError:
            why = f"{count_noun(len(lines), 'line')} where one order is due"
        except errors.RefusedLine as error:
            why = str(error.cause)
        except Illegal as error:
            why = str(error)
        else:
            return OpenedOrder(choice.seat, line, order)
        _, order = yield from self._instead(choice)
        return OpenedOrder(choice.seat, "; ".join(lines), order, why)
