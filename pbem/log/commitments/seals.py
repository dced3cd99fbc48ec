"""The seals of a log, held against their openings: needs no rules.

A seal is opened once, by its author or the referee, with the salt and the lines of which its hash and its box
were made. A rollback takes back seals and openings alike.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, replace

from pbem import errors
from pbem.entry.bodies import Open, Seal
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import Parties, Party
from pbem.reason_codes import Code
from pbem.secrets.sealed_order import SealedOrder


@dataclass(frozen=True, slots=True)
class _Seal:
    """A seal with the referee's key of that time (empty without a referee) and the entry that opened it."""

    author: str
    said: Seal
    key: bytes
    opened: int | None = None


@dataclass(slots=True)
class Seals:
    """What was sealed and opened so far."""

    _game: str
    _seals: dict[int, _Seal] = field(default_factory=dict)

    def copy(self) -> Seals:
        """The same, to go on from."""
        made = copy.copy(self)
        made._seals = {**self._seals}
        return made

    def check(self, entry: Entry) -> None:
        """Raise `seal-wrong` for a seal or an opening that cannot stand here."""
        match entry.body:
            case Seal() as seal:
                self._check_first(entry.author, seal)
            case Open() as opening:
                self._check_opening(entry.author, opening)

    def take(self, entry: Entry, parties: Parties) -> None:
        """Take in an entry of any type that has been found good."""
        match entry.body:
            case Seal() as seal:
                key = parties[REFEREE].key if parties.has_referee else b""
                self._seals[entry.seq] = _Seal(entry.author, seal, key)
            case Open(seal=seq):
                self._seals[seq] = replace(self._seals[seq], opened=entry.seq)

    def roll_back(self, to: int) -> None:
        """Take back what was sealed and opened after an entry."""
        self._seals = {
            seq: replace(seal, opened=None) if seal.opened is not None and seal.opened > to else seal
            for seq, seal in self._seals.items()
            if seq <= to
        }

    def refuse_new_key(self, newcomer: Party) -> None:
        """Raise `seal-wrong` for a referee who could not open the boxes that are closed now."""
        closed = [seal for seal in self._seals.values() if seal.opened is None and seal.said.box is not None]
        if newcomer.role == REFEREE and any(seal.key != newcomer.key for seal in closed):
            raise errors.LogFault(
                Code.SEAL_WRONG,
                "orders are sealed to the referee's key: a new referee takes over with another key only when "
                "they are opened",
            )

    def _check_first(self, author: str, said: Seal) -> None:
        for seq, seal in self._seals.items():
            if (seal.author, seal.said.choice) == (author, said.choice):
                raise errors.LogFault(
                    Code.SEAL_WRONG, f"{author} has sealed this choice already, in entry {seq}"
                )

    def _check_opening(self, author: str, opening: Open) -> None:
        seq, seal = opening.seal, self._seals.get(opening.seal)
        if seal is None or seal.opened is not None or author not in (seal.author, REFEREE):
            raise errors.LogFault(Code.SEAL_WRONG, f"entry {seq} is no closed seal of {author}")
        said = seal.said
        found = SealedOrder(self._game, seal.author, said.choice, opening.salt, opening.lines)
        if found.commit != said.commit:
            raise errors.LogFault(Code.SEAL_WRONG, f"the lines and salt are not those sealed in entry {seq}")
        if seal.key and said.box is not None and found.box(PublicKey(seal.key)) != said.box:
            raise errors.LogFault(Code.SEAL_WRONG, f"the box in entry {seq} does not hold what its hash says")
