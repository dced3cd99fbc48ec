"""What goes into a judgement and what comes out of it: a `State` and an `Arrival`; a `State` and `Effects`.

All of them are values. Nothing here, and nothing in this room, opens a file, reads a clock or writes a mail:
what is to be done stands in the effects, and a shell does it (`pbem.play.host.judge_shell`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pbem import errors
from pbem.entry.peer_notices import OpenedSlip, Refusal
from pbem.entry.verified_entries import VerifiedEntry
from pbem.log.party.holdings import Holdings, KeptFile
from pbem.log.party.seat import Seat
from pbem.rules.table import Table


@dataclass(frozen=True, slots=True)
class State:
    """A seat at a game: who sits there, the game on the table, and what the seat holds beside the log.

    The table is handed on: it belongs to the state that a judgement gives back, and the state that went in is
    used up. `table.walk.sound` says whether it still is what the log says.
    """

    seat: Seat
    table: Table
    holdings: Holdings


@dataclass(frozen=True, slots=True)
class Arrival:
    """What a mail or a file brings for one judgement: entries, and the boxes that came with them.

    Whoever answers judges one entry at a time; a player takes all in or none. `at`: when it is judged, Unix
    seconds by the shell's clock, None where no clock counts.
    """

    entries: tuple[VerifiedEntry, ...]
    boxes: tuple[bytes, ...] = ()
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep this among the holdings: a secret of one's own or another's paper."""

    kept: KeptFile


@dataclass(frozen=True, slots=True)
class Append:
    """Append these entries to the log."""

    entries: tuple[VerifiedEntry, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Write the answer of entries `first` to `last` for the players, with these boxes of news."""

    first: int
    last: int
    boxes: tuple[bytes, ...] = ()


Effect: TypeAlias = Keep | Append | Answer


@dataclass(frozen=True, slots=True)
class TakenIn:
    """The entries stand in the log: what came and its answer are entries `first` to `last` of it.

    `repeated`: they stood there before.
    """

    first: int
    last: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Postponed:
    """An entry that several sign is kept until the rest have signed: the error says who."""

    error: errors.MissingSignatures


@dataclass(frozen=True, slots=True)
class RefusedArrival:
    """The first entry that is not taken in, and why; the log does not change by it, unless all that failed is
    to make the answer's boxes. `entry` is None where
    each of several holds, and not what they come to.

    `paper`: what the refusal says that the seat signs, or the one that it has signed before; None where none
    is due. `early`: the entry is of a party that may write it, for a later place than the next.
    """

    entry: VerifiedEntry | None
    error: errors.PbemError
    paper: Refusal | OpenedSlip | None = None
    early: bool = False


Outcome: TypeAlias = TakenIn | Postponed | RefusedArrival


@dataclass(frozen=True, slots=True)
class Effects:
    """What is to be done, in this order, and what is to be told of it."""

    do: tuple[Effect, ...]
    outcome: Outcome
