"""From two revealed links to dice: seed, stream, die, shuffle. Anyone can redo it with `sha256sum`.

Everything hashed is text in UTF-8, one value a line, and the newline after the LAST line is hashed too, so
`printf '%s\n' VALUE VALUE ... | sha256sum` gives each digest. Digests are 64 lower-case hex digits,
numbers decimal without leading zeros.

    seed   = SHA-256 of the lines: senlac-dice/2, base, k, link_a, link_b
    block  = SHA-256 of the lines: senlac-stream/1, seed, counter       counter = 0, 1, 2, ...
    stream = the bytes of block 0, block 1, ... without a gap

`base` is the digest of the charter (until a party gets a new chain), `k` the number of the roll batch (from
1), `link_a` the link of whoever of the two comes first in the charter, `link_b` the other's. All of it was
promised before anybody knew an order: nothing that a party writes while the game goes on stands in a seed.
"""

from __future__ import annotations

import hashlib
from typing import Final

from pbem import errors
from pbem.reason_codes import Code

MAX_SIDES: Final = 65_536


def hash_lines(*values: str | int) -> str:
    """SHA-256 of the values, each followed by a newline; 64 lower-case hex digits.

    >>> hash_lines("Hastings", 1066)  # printf '%s\\n' Hastings 1066 | sha256sum
    '912f37a85c14b3d319e7a770d14a02d6977a4878db302b10f43e8465f55d8be2'
    """
    return hashlib.sha256(("\n".join(map(str, values)) + "\n").encode()).hexdigest()


def seed(base: str, k: int, link_a: str, link_b: str) -> str:
    """The seed of roll batch `k`, 64 lower-case hex digits."""
    return hash_lines("senlac-dice/2", base, k, link_a, link_b)


class Stream:
    """The bytes of one seed, used up from the front by dice and shuffles in order.

    >>> stream = Stream(seed("c0" * 32, 1, "a1" * 32, "b2" * 32))
    >>> stream.dice(3, 6)
    [5, 4, 6]
    >>> stream.shuffle(5)
    [1, 3, 0, 4, 2]
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._counter = 0
        self._rest = b""

    def take(self, count: int) -> bytes:
        """The next `count` bytes."""
        while len(self._rest) < count:
            block = hash_lines("senlac-stream/1", self.seed, self._counter)
            self._rest += bytes.fromhex(block)
            self._counter += 1
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def die(self, sides: int) -> int:
        """One die, 1 to `sides` (2 to 65536), every side with the same chance.

        Take the next byte as a number, or the next two (big-endian) where `sides` is above 256. A number
        not below `limit`, the largest multiple of `sides` that is at most 256 (65536), is thrown away and
        the next is taken. The die is the number modulo `sides`, plus 1. Raises `bad-dice`.
        """
        if not 2 <= sides <= MAX_SIDES:
            raise errors.Refusal(Code.BAD_DICE, f"dice have 2 to {MAX_SIDES} sides, not {sides}")
        width = 1 if sides <= 256 else 2
        limit = 256**width // sides * sides
        while True:
            number = int.from_bytes(self.take(width), "big")
            if number < limit:
                return number % sides + 1

    def dice(self, count: int, sides: int) -> list[int]:
        """`count` dice of `sides` sides, in the order rolled."""
        return [self.die(sides) for _ in range(count)]

    def shuffle(self, size: int) -> list[int]:
        """The numbers 0 to `size` - 1 shuffled (Fisher-Yates); the first one is the top of the deck.

        For i from `size` - 1 down to 1: exchange the items at i and at (a die of i + 1 sides) - 1.
        Raises `bad-dice` unless `size` is 1 to 65536.
        """
        if not 1 <= size <= MAX_SIDES:
            raise errors.Refusal(
                Code.BAD_DICE, f"a shuffle of {size}; 1 to {MAX_SIDES} items can be shuffled"
            )
        order = list(range(size))
        for i in range(size - 1, 0, -1):
            j = self.die(i + 1) - 1
            order[i], order[j] = order[j], order[i]
        return order
