"""A decision that several sides make at once, each without knowing the others': how far it has come.

First each seals an order, in any order with a referee, else in that of the sides; when none is missing, the
seals are opened: by the referee, or without one by each side in turn. Then the rules are given all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modules.engine.orders import Order
from modules.engine.requests import Choose
from pbem import errors
from pbem.entry.bodies import Open, Seal
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.reason_codes import Code


@dataclass(frozen=True, slots=True)
class OpenedOrder:
    """A sealed order that was opened. `line` was sealed; `order` counts, another one if the line is not
    legal: then `why` says so."""

    side: str
    line: str
    order: Order
    why: str = ""


@dataclass(frozen=True, slots=True)
class SimultaneousDecision:
    """Where a simultaneous decision stands. `since` is the entry with which it fell due, `absent` are those
    whose time was over; the others are by side, in the order of the game's."""

    choices: Mapping[str, Choose]
    since: int
    sealed: Mapping[str, Entry]
    opened: Mapping[str, OpenedOrder]
    absent: frozenset[str]
    refereed: bool

    def token(self, side: str) -> str:
        """The `choice` of a side's seal: no two decisions of a game have the same."""
        return f"{self.choices[side].kind}.{self.since}"

    @property
    def missing_sides(self) -> tuple[str, ...]:
        """Who has yet to seal."""
        return tuple(side for side in self.choices if side not in self.sealed and side not in self.absent)

    @property
    def may_seal(self) -> tuple[str, ...]:
        """Who can seal now: with a referee also who is late, as long as another is awaited."""
        if not self.refereed:
            return self.missing_sides[:1]
        return tuple(side for side in self.choices if side not in self.sealed) if self.missing_sides else ()

    @property
    def sides_to_open(self) -> tuple[str, ...]:
        """Whose seals are to be opened now: nobody's as long as one is missing."""
        return () if self.missing_sides else tuple(side for side in self.sealed if side not in self.opened)

    @property
    def owing_sides(self) -> tuple[str, ...]:
        """Who has to act: with a referee all who are missing, in any order, then he; else one by one."""
        if self.refereed:
            return self.missing_sides or (REFEREE,)
        return self.missing_sides[:1] or self.sides_to_open[:1]

    def check_seal(self, side: str, seal: Seal) -> None:
        """Raise `not-your-decision` or `rules-refuse` for a seal that is not due, or without the box that
        is.
        """
        if side not in (*self.missing_sides, *self.may_seal):
            word = "has sealed already" if side in self.sealed else "has nothing to seal now"
            raise errors.LogFault(Code.NOT_YOUR_DECISION, f"{side} {word}: {self.describe_progress}")
        if side not in self.may_seal:
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION,
                f"without a referee the sides seal one by one: {self.describe_progress}",
            )
        if seal.choice != self.token(side):
            raise errors.LogFault(Code.RULES_REFUSE, f"a seal for {seal.choice}; due is {self.token(side)}")
        if (seal.box is not None) != self.refereed:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                "a seal has a box from which the referee can read the order"
                if self.refereed
                else "without a referee there is nobody for whom a box could be",
            )

    def side_of_opening(self, opening: Open) -> str:
        """The side whose seal an opening opens; raises `rules-refuse` before all have sealed, or out of
        turn.
        """
        side = next((side for side, seal in self.sealed.items() if seal.seq == opening.seal), None)
        if side is None or self.missing_sides or side not in self.sides_to_open:
            raise errors.LogFault(
                Code.RULES_REFUSE, f"entry {opening.seal} is not to be opened now: {self.describe_progress}"
            )
        return side

    @property
    def describe_progress(self) -> str:
        """Who has sealed and who is missing, in words."""
        done = f"{' and '.join(self.sealed)} {_have(self.sealed)} sealed; " if self.sealed else ""
        if self.missing_sides:
            return f"{done}waiting for the sealed order of {' and '.join(self.missing_sides)}"
        return f"{done}next the seals are opened"


def _have(those: Mapping[str, object]) -> str:
    return "has" if len(those) == 1 else "have"
