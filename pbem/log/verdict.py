"""What checking a log comes to: it holds, is broken, or is incomplete; and the roll that was checked.

Plain values without behaviour, cheap to import, for the commands that print or count them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from pbem.reason_codes import Code

if TYPE_CHECKING:
    from pbem.entry.entries import SignedEntry


class Status(IntEnum):
    """The exit codes of every command that verifies."""

    HOLDS = 0
    BROKEN = 1
    USAGE = 2
    INCOMPLETE = 3


CANNOT_JUDGE: Final = (
    Code.OTHER_ENGINE,
    Code.UNKNOWN_GAME,
    Code.GAME_FILE_MISSING,
    Code.GAME_FILE_DIFFERS,
    Code.GAME_NAME_TAKEN,
)
"""Where the rules here, or the file of the game, are none of the game's: nothing is wrong with the log."""


def describe_mail_word(side: str) -> str:
    """What no check can say of a side that plays by mail word."""
    return f"dice and moves of {side} rest on the referee's word"


@dataclass(frozen=True, slots=True)
class WaitingRoles:
    """Who owes the next entry: roles, since which seq, and since when (Unix seconds) where it is known.

    Without the rules the roles are known only where dice are owed; else `roles` is empty.
    """

    roles: tuple[str, ...]
    since_seq: int
    since: int | None


@dataclass(frozen=True, slots=True)
class RecomputedRoll:
    """One roll or shuffle of the dice log, recomputed: `values` are what the seed gives.

    `sides` is the die's sides; for a shuffle it is 0 and `values` are a permutation of 0 to n - 1. `label`
    and `rule`, what it was for, are the word of the role `word_of`, who signed them; None where the rules
    gave them.
    """

    seq: int
    k: int
    label: str
    rule: str
    sides: int
    values: tuple[int, ...]
    word_of: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verification.

    `count` entries were found good. For a broken log `seq` is the first bad place, `code` the reason code,
    and `conflict` holds both entries where two conflict. `word`: the sides that play, or have played, by mail
    word.
    """

    status: Status
    code: str
    message: str
    count: int
    head: str
    seq: int | None = None
    conflict: tuple[SignedEntry, ...] = ()
    waiting: WaitingRoles | None = None
    rolls: tuple[RecomputedRoll, ...] = field(default=(), repr=False)
    word: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The message with, for each side by mail word, what it does not say of it."""
        return "; ".join((self.message, *map(describe_mail_word, self.word)))

    @property
    def sound(self) -> bool:
        """Whether everything that is there is good, ended or not."""
        return self.status in (Status.HOLDS, Status.INCOMPLETE)
