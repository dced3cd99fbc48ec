"""What a party holds beside the log: its key and chain, and its papers and secrets, each under a name.

`Holdings` is what the judge asks, and all that it asks. A `Folder` holds them on a disk. A `HoldingsOverlay`
is laid over other holdings for one judgement: it reads each thing once, and what is to be kept stays in it
until a shell carries that out. So a judgement reads values and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Protocol

from pbem import errors
from pbem.dice.hash_chain import Chain
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.parties import Parties
from pbem.log.party.seat import Seat
from pbem.secrets.card_packs import RefereeSecret


class Holdings(Protocol):
    """What a party holds. Reading raises a PbemError that says what to do, or OSError."""

    def read(self, name: str) -> bytes | None:
        """What lies under a name such as `lines/0a3f.txt`; None where nothing does."""
        ...

    def list_names(self, room: str) -> Sequence[str]:
        """The names of all that lies in a room such as `refusals`, in order."""
        ...

    def keep(self, name: str, data: bytes, *, secret: bool = False) -> None:
        """Lay something under a name, in the place of what lay there; `secret`: nobody else may read it."""
        ...

    def path_of(self, name: str) -> PurePath:
        """Where that is, for a person who has to look there."""
        ...

    def public(self) -> bytes | None:
        """The owner's raw public key; None of holdings that are nobody's."""
        ...

    def role(self, parties: Parties) -> str:
        """Whose they are; raises StrangeFolder where they are no party's."""
        ...

    def key(self) -> PrivateKey:
        """The owner's key; its passphrase is asked if it has one."""
        ...

    def key_text(self) -> bytes:
        """The key as an unencrypted file, for a program that reads such."""
        ...

    def chain(self) -> Chain:
        """The owner's secret dice chain; raises `bad-chain-file`."""
        ...

    def secret(self, commitment: str | None) -> RefereeSecret:
        """The referee's secret of the game with this commitment; raises `bad-secret-file`, StrangeFolder."""
        ...

    def word(self, role: str) -> Holdings:
        """As the referee, what belongs to a side by mail word: its key and chain."""
        ...


@dataclass(frozen=True, slots=True)
class KeptFile:
    """Something that is to be kept under a name."""

    name: str
    data: bytes
    secret: bool


class HoldingsOverlay:
    """Holdings for one judgement, of the owner of a seat."""

    def __init__(self, under: Holdings, seat: Seat) -> None:
        self.seat = seat
        self._under = under
        self._read: dict[str, bytes | None] = {}
        self._names: dict[str, Sequence[str]] = {}
        self._kept: dict[str, KeptFile] = {}

    @property
    def kept_files(self) -> Mapping[str, KeptFile]:
        """What was kept in it, by name, in the order in which it came."""
        return self._kept

    def read(self, name: str) -> bytes | None:
        """See `Holdings`; each name is read once."""
        if name in self._kept:
            return self._kept[name].data
        if name not in self._read:
            self._read[name] = self._under.read(name)
        return self._read[name]

    def list_names(self, room: str) -> Sequence[str]:
        """See `Holdings`; each room is looked into once."""
        if room not in self._names:
            self._names[room] = self._under.list_names(room)
        mine = (name for name in self._kept if PurePath(name).parent == PurePath(room))
        return sorted({*self._names[room], *(PurePath(name).name for name in mine)})

    def keep(self, name: str, data: bytes, *, secret: bool = False) -> None:
        """See `Holdings`; it is kept here."""
        self._kept[name] = KeptFile(name, data, secret)

    def path_of(self, name: str) -> PurePath:
        """See `Holdings`."""
        return self._under.path_of(name)

    def public(self) -> bytes | None:
        """See `Holdings`."""
        return self.seat.key or None

    def role(self, parties: Parties) -> str:
        """See `Holdings`; another may have the role by now."""
        if parties.has_key(self.seat.role, self.seat.key):
            return self.seat.role
        found = Seat.find_seat(parties, self.seat.key)
        if found is None:
            raise errors.StrangeFolder(
                f"the key in {self.path_of('.')} is not that of a party of the game in it"
            )
        return found.role

    def key(self) -> PrivateKey:
        """See `Holdings`; it is read once."""
        return self._key

    @cached_property
    def _key(self) -> PrivateKey:
        return self._under.key()

    def key_text(self) -> bytes:
        """See `Holdings`; it is read once."""
        return self._key_text

    @cached_property
    def _key_text(self) -> bytes:
        return self._under.key_text()

    def chain(self) -> Chain:
        """See `Holdings`; it is read once."""
        return self._chain

    @cached_property
    def _chain(self) -> Chain:
        return self._under.chain()

    def secret(self, commitment: str | None) -> RefereeSecret:
        """See `Holdings`."""
        return self._under.secret(commitment)

    def word(self, role: str) -> Holdings:
        """See `Holdings`."""
        return self._under.word(role)


def text(holdings: Holdings, name: str) -> str | None:
    """What lies under a name as text, whatever bytes it has and however its lines end; None where nothing
    does."""
    data = holdings.read(name)
    if data is None:
        return None
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def lines_name(box: str) -> str:
    """Under which what an order closed is kept, by the digest of its box."""
    return f"lines/{box}.txt"


def news_name(box: str) -> str:
    """Under which a seat keeps what it learnt beside effects, by the digest of the box."""
    return f"news/{box}.txt"


def standing_name(side: str, number: int, ending: str = ".pbem") -> str:
    """Of a side's standing paper of a number, with its box; or of what goes with it."""
    return f"standing/{side}-{number:04d}{ending}"


def sealed_name(choice: str) -> str:
    """Under which a side keeps what it has sealed for a choice."""
    return f"sealed/{choice}.txt"


def move_name(seq: int, role: str) -> str:
    """Of a side's move for this place in the log."""
    return f"moves/{seq:04d}-{role}.pbem"


def shared_name(seq: int, kind: str) -> str:
    """Of an entry that several parties sign, gathered for this place in the log."""
    return f"shared/{seq:04d}-{kind}.pbem"
