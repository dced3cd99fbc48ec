"""A seat at a game: the role of whoever sits there, the key by which the others know it, and its rights.

It is made once for a mail and handed on. Before, the role was worked out from the key's file wherever a
function asked for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from pbem.entry.field_types import REFEREE
from pbem.log.parties import Parties


class Rights(Flag):
    """What a seat may do beside following the log."""

    FOLLOWS = 0
    """A side of a game with a referee: it takes in what the referee answers."""
    ANSWERS = auto()
    """It answers orders with dice, and opens what is due."""
    SEES_ALL = auto()
    """It holds the keys to what others close: the referee's."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a game. `key`: the raw public key."""

    role: str
    key: bytes
    rights: Rights

    @classmethod
    def find_seat(cls, parties: Parties, key: bytes) -> Seat | None:
        """The seat of this raw public key; None where it is no party's now."""
        role = next((role for role in (*parties.sides, REFEREE) if parties.has_key(role, key)), None)
        if role is None:
            return None
        if role == REFEREE:
            return cls(role, key, Rights.ANSWERS | Rights.SEES_ALL)
        return cls(role, key, Rights.FOLLOWS if parties.has_referee else Rights.ANSWERS)

    @classmethod
    def find_or_visitor(cls, parties: Parties, key: bytes | None) -> Seat:
        """As `find_seat`; one who is no party, any more or yet, or has no key, follows the log without a
        role."""
        return cls.find_seat(parties, key or b"") or cls("", key or b"", Rights.FOLLOWS)

    @property
    def referees(self) -> bool:
        """Whether it is the referee's."""
        return Rights.SEES_ALL in self.rights

    @property
    def answers(self) -> bool:
        """Whether it answers orders with dice: the referee, or without one each side the other."""
        return Rights.ANSWERS in self.rights
