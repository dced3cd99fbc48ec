"""Secrets that follow from a seed: those of a simulated game, whose charter tells the seed to everybody.

A charter's `seed` alone decides nothing: anybody can write one into an invitation. A folder has nothing to
guard only where the very key and chain in it are those that everybody can work out from the seed. No mail can
bring that about, since a folder makes its own key and chain at random; and no copy can lose it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from pbem.dice.dice_stream import hash_lines
from pbem.entry.bodies import SEED
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.parties import Parties
from pbem.log.party.folder import Folder

_NAME: Final = "senlac-play/1"


def key_of(seed: object, role: str) -> bytes:
    """The 32 bytes of a party's private key."""
    return bytes.fromhex(hash_lines(_NAME, str(seed), role, "key"))


def chain_of(seed: object, role: str) -> str:
    """The last link of a party's chain: 64 hex digits."""
    return hash_lines(_NAME, str(seed), role, "chain")


def secret_of(seed: object, role: str) -> str:
    """The referee's secret of a game with secret packs or closed orders: 64 hex digits."""
    return hash_lines(_NAME, str(seed), role, "secret")


def is_open_to_all(folder: Folder, parties: Parties) -> bool:
    """Whether key and chain of the folder's owner are known to everybody who reads the charter, so that there
    is nothing to guard. Raises as `Folder.role` and `Folder.chain`."""
    charter = parties.charter
    if not charter.is_simulated:
        return False
    seed, role = charter.options[SEED], folder.role(parties)
    return parties[role].key == _public(str(seed), role) and folder.chain().last == chain_of(seed, role)


@lru_cache(maxsize=64)
def _public(seed: str, role: str) -> bytes:
    return PrivateKey.from_seed(key_of(seed, role)).public.raw
