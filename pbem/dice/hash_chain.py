"""A party's dice chain: links that nobody can guess beforehand and everybody can check afterwards.

link_(i-1) = SHA-256(link_i as 64 lower-case hex digits and a newline): `echo LINK | sha256sum`. The tip,
link_0, stands in the charter; links 1, 2, ... are revealed one a roll batch. How many are revealed is
counted in the log and stored nowhere else. The secret file holds only the last link and the length.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from pbem import errors
from pbem.disk import atomic_files
from pbem.reason_codes import Code

LENGTH = 16_384
"""Links in a new chain; more than any game uses."""
MAX_LENGTH = 65_536
_STEP = 128

_FILE = re.compile(rb"senlac-chain/1\nlength ([1-9][0-9]{0,4})\nlast ([0-9a-f]{64})\n")


def previous(link: str) -> str:
    """The link that was revealed before this one (64 hex digits each).

    >>> previous("0" * 64)
    '827d096d92f3deeaa0e8070d79f45beb176768e57a958a1cd325f5f4b754b048'
    """
    return hashlib.sha256(f"{link}\n".encode()).hexdigest()


@dataclass(frozen=True)
class Chain:
    """A whole chain, held secret by one party for one game.

    >>> chain = Chain("a1" * 32, 3)
    >>> previous(chain.reveal(0)) == chain.tip
    True
    """

    last: str = field(repr=False)
    length: int

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{64}", self.last) or not 1 <= self.length <= MAX_LENGTH:
            raise errors.Refusal(
                Code.BAD_CHAIN_FILE, f"a chain has 1 to {MAX_LENGTH} links of 64 lower-case hex digits"
            )

    @classmethod
    def generate(cls, length: int = LENGTH) -> Chain:
        """A new chain from the system's random source. One chain serves one game, never two."""
        return cls(secrets.token_hex(32), length)

    @classmethod
    def load(cls, path: Path) -> Chain:
        """Read a chain file; raises `bad-chain-file`."""
        try:
            found = _FILE.fullmatch(path.read_bytes().replace(b"\r\n", b"\n"))
        except OSError as error:
            raise errors.Refusal(Code.BAD_CHAIN_FILE, f"{path}: {error.strerror}") from error
        if found is None:
            raise errors.Refusal(
                Code.BAD_CHAIN_FILE, f"{path} is not a dice chain; put back the one of your backup"
            )
        return cls(found[2].decode("ascii"), int(found[1]))

    def save(self, path: Path) -> None:
        """Write the chain file (mode 0600); raises FileExists rather than overwrite."""
        text = f"senlac-chain/1\nlength {self.length}\nlast {self.last}\n"
        atomic_files.write_new(path, text.encode("ascii"), mode=0o600)

    @property
    def tip(self) -> str:
        """link_0, for the charter."""
        return self._link(0)

    def reveal(self, revealed: int) -> str:
        """The next link when `revealed` links of this chain stand in the log; raises `link-exhausted`."""
        if revealed >= self.length:
            raise errors.Refusal(
                Code.LINK_EXHAUSTED, f"all {self.length} links are used; commit to a new chain (substitute)"
            )
        return self._link(revealed + 1)

    def _link(self, number: int) -> str:
        """Worked out from the mark that follows it next."""
        left = self.length - number
        link = _marks(self.last, self.length)[left // _STEP]
        for _ in range(left % _STEP):
            link = previous(link)
        return link


@lru_cache(maxsize=1024)
def _marks(last: str, length: int) -> tuple[str, ...]:
    """The last link and each that lies so many steps before the one before. A robot reads its chain's file
    again for every mail, and a club has a thousand chains: of each a hundredth stays in memory."""
    marks, link = [last], last
    for number in range(1, length + 1):
        link = previous(link)
        if number % _STEP == 0:
            marks.append(link)
    return tuple(marks)
