"""What a player's mail says to another in a game without a referee: turn and phase, what is due of the reader
and by when, what happened, how it stands, and how to answer.

Whoever writes has signed an order that the reader's program has yet to answer. So a mail tells the game as it
will stand with that answer; where dice come first, it tells which.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pbem.entry.bodies import Ack, Claim
from pbem.judge import due_moments
from pbem.log import deadlines
from pbem.log.due_rolls import Due
from pbem.log.replay_protocol import LineRequest
from pbem.messages import letter_text, report_text
from pbem.rules.decision_clock import clock_of
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.table import Table

_RECEIVE: Final = "    pbem receive --dir YOUR-FOLDER < this-mail.eml"
_SEND: Final = "    pbem send --dir YOUR-FOLDER"
_MOVE: Final = "    pbem move {}--dir YOUR-FOLDER"
_CARRIES: Final = (
    "Your move takes the place of the short answer that `pbem receive` writes: send that alone only if "
    "you need time for your orders."
)
_BEGINS: Final = "Your time begins when you take this mail in; this is its end if you do so at once."
_CLAIMED: Final = "Time: without your answer the game can be claimed from {} on"
_ALONE: Final = (
    "Take this mail in. Your program {} by itself and writes the mail that goes back; `pbem run` does "
    "all of this without you."
)
_OPENS: Final = "opens your sealed order"
_ENDS: Final = "signs the end of the game"
_ROLLS: Final = "gives the dice"
_SIGNS: Final = "signs that it has come"
_JUST: Final = "Take this mail in, so that your log has what happened. You need not answer."
_LATER: Final = (
    "You need not take this mail in: {} answers it first, and the mail with that answer brings this move."
)


@dataclass(frozen=True, slots=True)
class PeerNews:
    """What the entries from `first` on mean for one reader. `table` ends with what its writer has signed,
    `ahead` with the answer to it, where no dice come before: else it is the same. `shown`: what a picture
    shows, the order before its dice. `now`: Unix seconds."""

    table: Table
    ahead: Table
    shown: Table
    side: str
    first: int
    now: int | None

    @classmethod
    def of(cls, table: Table, side: str, first: int, now: int | None) -> PeerNews:
        """Raises as `due_moments.add_moments`."""
        shown = _look_past(table, now)
        return cls(table, shown if _chance_of(table) is None else table, shown, side, first, now)

    @property
    def closer(self) -> str:
        """Who answers what was signed; empty if nobody has to."""
        return self.table.verifier.batch.closer if self.table.verifier.batch else ""

    @property
    def chance(self) -> Due | None:
        """What the answer decides by chance, as far as that is known before."""
        return _chance_of(self.table)

    @property
    def decides(self) -> bool:
        """Whether the reader has orders to write, once the mail is taken in."""
        if self._is_over or self.closer not in ("", self.side) or self.side not in self.ahead.owing_roles:
            return False
        return self.ahead.choice(self.side) is not None

    @property
    def subject(self) -> str:
        """The subject: `your move` wherever the game waits for the reader."""
        if self.closer not in ("", self.side):
            return letter_text.name_mail(self.table, f"waiting for {self.closer}")
        if self.chance is not None:
            return letter_text.name_mail(self.table, "your move, dice to roll")
        if self._program_alone:
            return letter_text.name_mail(self.table, "your move, only to take in")
        return letter_text.name_mail(self.table, letter_text.wait_text(self.ahead, self.side))

    @property
    def text(self) -> str:
        """The words of the mail."""
        told = [report_text.account_text(account) for account in self._accounts]
        sections = [
            ("What happened", [*told, *self._out_lines]),
            ("How it stands", letter_text.standing_lines(self.ahead)),
        ]
        if self.decides:
            choice = self.ahead.choice(self.side)
            sections.append(("Your choices", report_text.choice_lines(choice, letter_text.CHOICES)))
        sections.append(("How to answer", self._how_to_answer()))
        said = letter_text.join_sections(*sections)
        return f"{self._head()}\n{said}\n{report_text.footer_text(self.table)}\n"

    @property
    def _program_alone(self) -> bool:
        """Whether the reader's program does all that is due of them."""
        if self.closer:
            return not self._is_over and self.side == self.closer and self.side not in self.ahead.owing_roles
        return not self._is_over and self._opens

    @property
    def _is_over(self) -> bool:
        return self.ahead.verifier.ended or self.ahead.replay.outcome() is not None

    @property
    def _opens(self) -> bool:
        sealing = self.ahead.replay.due_sealing
        return sealing is not None and self.side in self.ahead.owing_roles and not self.decides

    @property
    def _accounts(self) -> Sequence[OrderReport]:
        last = self.table.seq - 1 if self.closer else self.table.seq
        return self.table.accounts(self.first, last)

    @property
    def _out_lines(self) -> list[str]:
        """What was signed and waits for its answer, up to the dice."""
        if not self.closer:
            return []
        lines = []
        for account in self.table.accounts(self.table.seq, self.table.seq):
            lines.append(report_text.entry_heading(account))
            lines += [f"  {line}" for line in report_text.story_lines(account.story)]
        if (chance := self.chance) is not None:
            lines.append(f"  then {report_text.chance_text(chance)}")
        return lines

    def _head(self) -> str:
        """The first lines."""
        if self.closer not in ("", self.side):
            due = f"You are {self.side} and have nothing to do now. {self.closer} answers this move first."
        elif self.chance is not None:
            chance = report_text.chance_text(self.chance)
            due = f"You are {self.side}. Your turn: your program answers with {chance}"
        elif self._program_alone:
            due = f"You are {self.side}. Your turn: take this mail in, and your program {self._deed}."
        else:
            said = letter_text.head(self.ahead, self.side, self.now)
            waits = self.ahead is not self.table and "\nTime: " in said and self.decides
            return f"{said}{_BEGINS}\n" if waits else said
        lines = (letter_text.format_place(self.ahead), due, self._time_text())
        return "".join(f"{line}\n" for line in lines if line)

    def _time_text(self) -> str:
        """Until when the reader has to take in what their program answers by itself."""
        zone, verifier = self.table.zone_of(self.side), self.table.verifier
        if self.closer == self.side:
            late = Claim(role=self.side, kind=deadlines.ORDER, at=0)
            first = deadlines.claim_time(verifier.entries_before_batch, late)
            return "" if first is None else _CLAIMED.format(deadlines.format_time(first, zone))
        clock = clock_of(self.table, self.side) if self._program_alone else None
        return "" if clock is None else f"Time: {deadlines.format_deadline(clock, self.now, zone)}"

    @property
    def _deed(self) -> str:
        if self._is_over:
            return _ENDS
        if self._opens and not self.closer:
            return _OPENS
        return _SIGNS if self.chance is None else _ROLLS

    def _how_to_answer(self) -> list[str]:
        if self.closer not in ("", self.side):
            return [_LATER.format(self.closer)]
        if self.decides:
            carries = [_CARRIES] if self.closer else []
            return [letter_text.TAKE_IN, *letter_text.COMMANDS, *carries]
        if self.closer or self._opens or (self._is_over and not self.ahead.verifier.ended):
            return [_ALONE.format(self._deed), _RECEIVE, _SEND]
        if self.side in self.ahead.owing_roles and self.ahead.replay.dice_due:
            return ["Take this mail in, and open the dice:", _RECEIVE, _MOVE.format(""), _SEND]
        return [_JUST, _RECEIVE]


def _look_past(table: Table, now: int | None) -> Table:
    batch = table.verifier.batch
    if batch is None:
        return table
    answer = table.next_entry(batch.closer, Ack(applied=0, at=table.time_of_writing(now)))
    return table.look_past(due_moments.add_moments(table.charter, answer))


def _chance_of(table: Table) -> Due | None:
    verifier = table.verifier
    due = verifier.rules.pending.due if verifier.rules and verifier.batch else None
    return None if isinstance(due, LineRequest) else due
