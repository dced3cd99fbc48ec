"""A pack of cards that only the referee sees: its order, committed before the deal and opened card by card.

Everything hashed is ASCII lines as in `dice`. A card is known by its TOKEN, the pack's name and its place in
it: the top of pack `S` is S1. Its number is its place, from 0, before the pack was shuffled.

    commitment = SHA-256 of the lines: senlac-secret/1, secret         stands in the charter
    seed       = SHA-256 of the lines: senlac-deal/2, base, k, link_a, link_b, pack, secret
    order      = a shuffle from the stream of that seed
    salt       = SHA-256 of the lines: senlac-salt/1, seed, TOKEN
    leaf       = SHA-256 of the lines: senlac-card/1, game, TOKEN, number, salt

The referee committed to the secret before he could know link_a, and who knows link_a does not know the
secret: nobody can choose the order, and the links that everybody reads give nothing of it away.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pbem import errors
from pbem.dice.dice_stream import Stream, hash_lines, seed
from pbem.disk import atomic_files
from pbem.entry.field_types import CARD_NAME
from pbem.reason_codes import Code

_FILE = re.compile(rb"senlac-secret/1\n([0-9a-f]{64})\n")


@dataclass(frozen=True, slots=True)
class RefereeSecret:
    """The referee's secret of one game: 64 lower-case hex digits."""

    value: str = field(repr=False)

    @classmethod
    def generate(cls) -> RefereeSecret:
        """A new secret from the system's random source."""
        return cls(secrets.token_hex(32))

    @classmethod
    def load(cls, path: Path) -> RefereeSecret:
        """Read a secret file; raises `bad-secret-file`."""
        try:
            found = _FILE.fullmatch(path.read_bytes().replace(b"\r\n", b"\n"))
        except OSError as error:
            raise errors.Refusal(Code.BAD_SECRET_FILE, f"{path}: {error.strerror}") from error
        if found is None:
            raise errors.Refusal(Code.BAD_SECRET_FILE, f"{path} is not a referee's secret")
        return cls(found[1].decode("ascii"))

    def save(self, path: Path) -> None:
        """Write the secret file (mode 0600); raises FileExists rather than overwrite."""
        atomic_files.write_new(path, f"senlac-secret/1\n{self.value}\n".encode("ascii"), mode=0o600)

    @property
    def commitment(self) -> str:
        """What stands in the charter: 64 hex digits."""
        return hash_lines("senlac-secret/1", self.value)


@dataclass(frozen=True, slots=True)
class Opening:
    """A card shown: its token, its number, the salt of its leaf."""

    token: str
    number: int
    salt: str

    def leaf(self, game: str) -> str:
        """The leaf that was committed to, if this is the card."""
        return hash_lines("senlac-card/1", game, self.token, self.number, self.salt)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a batch's random numbers come from: everything in its seed that everybody can read.

    `base` is `game`, the digest of the charter, until a party gets a new chain; of the two links that of
    whoever comes first in the charter is `link_a`."""

    game: str
    base: str
    k: int
    link_a: str
    link_b: str

    def stream(self) -> Stream:
        """The stream of the batch's dice and open shuffles."""
        return Stream(seed(self.base, self.k, self.link_a, self.link_b))

    def pack(self, name: str, size: int, secret: RefereeSecret) -> Pack:
        """The secret pack of that name that is shuffled in this batch."""
        links = self.link_a, self.link_b
        return Pack(
            self.game, name, size, hash_lines("senlac-deal/2", self.base, self.k, *links, name, secret.value)
        )


@dataclass(frozen=True)
class Pack:
    """A secret pack as its holder knows it. `seed`: 64 hex digits, never shown before the game's end."""

    game: str
    name: str
    size: int
    seed: str = field(repr=False)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The number of each card, the top first."""
        return tuple(Stream(self.seed).shuffle(self.size))

    @property
    def tokens(self) -> tuple[str, ...]:
        """The names of the cards, the top first."""
        return tuple(f"{self.name}{place}" for place in range(1, self.size + 1))

    @cached_property
    def openings(self) -> dict[str, Opening]:
        """The opening of each card by its token."""
        return {
            token: Opening(token, number, hash_lines("senlac-salt/1", self.seed, token))
            for token, number in zip(self.tokens, self.order, strict=True)
        }

    @cached_property
    def leaves(self) -> list[str]:
        """What the log holds of the pack: a leaf for each card, the top first."""
        return [opening.leaf(self.game) for opening in self.openings.values()]


def lines_of(openings: Sequence[Opening]) -> bytes:
    """Openings as the text that is sealed: `TOKEN NUMBER SALT` a line, numbers in five digits.

    Every text for the same tokens is as long: its length would tell of the numbers.
    """
    return "".join(f"{it.token} {it.number:05d} {it.salt}\n" for it in openings).encode("ascii")


_LINE = re.compile(rf"{CARD_NAME} ([0-9]{{5}}) ([0-9a-f]{{64}})")


def openings_of(text: bytes) -> list[Opening] | None:
    """The openings in such a text, or None if it is none."""
    found = []
    for line in text.decode("ascii", "replace").removesuffix("\n").split("\n"):
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        found.append(Opening(match[1] + match[2], int(match[3]), match[4]))
    return found if lines_of(found) == text else None
