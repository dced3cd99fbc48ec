"""Lines of standing orders that nobody is to read but the referee: what commits to them, and their box.

    root    as of the closed lines of an order (`lines`), with the paper's number in the place of the link
    salt_i  SHA-256 of the lines "senlac-salt/2", root, i: the first 32 digits
    leaf_i  SHA-256 of the lines "senlac-standing/1", game, author, number, salt_i, line_i

There are as many leaves in every paper: behind the last line the lines are empty. A paper shows the top of a
tree over the sorted leaves, SHA-256 of the lines "senlac-standing-node/1" and the two below, the lower first;
and SHA-256 of the lines "senlac-standing-order/1", game, author, number and the leaves in the order of the
lines. So neither how many lines there are can be seen nor which counts first, and a leaf that is opened, with
its neighbours on the way to the top, tells of no other. The box holds root and lines, for the referee; all
boxes are of one size.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry.bodies import LEAVES, SealedPaper
from pbem.keys.age_boxes import seal, unseal
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.reason_codes import Code
from pbem.secrets.line_commitments import derive_secret, digest, root_of

BOX_TEXT: Final = 16_384
"""Bytes of the text in every box."""
_ROOT: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class StandingFiling:
    """What a side has filed under a number; `root`, 64 hex digits, is its secret and the referee's."""

    game: str
    author: str
    number: int
    root: str
    lines: tuple[str, ...]

    def salt(self, index: int) -> str:
        """What hides line `index`, counted from 0: 32 hex digits."""
        return hash_lines("senlac-salt/2", self.root, index)[:32]

    @property
    def leaves(self) -> tuple[str, ...]:
        """The leaves in the order of the lines."""
        lines = (*self.lines, *("",) * (LEAVES - len(self.lines)))
        place = (self.game, self.author, self.number)
        return tuple(leaf(*place, self.salt(index), line) for index, line in enumerate(lines))

    def path(self, index: int) -> tuple[str, ...]:
        """What leads from the leaf of line `index` to the top: the neighbour at each step."""
        leaves, found = self.leaves, []
        at = sorted(leaves).index(leaves[index])
        for level in _levels(leaves)[:-1]:
            found.append(level[at ^ 1])
            at //= 2
        return tuple(found)

    def opening(self, line: str) -> dict[str, Any]:
        """Salt and path of the first such line, as a use of it shows them."""
        index = self.lines.index(line)
        return {"salt": self.salt(index), "path": self.path(index)}

    def make_paper(self, seq: int, key: PublicKey) -> SealedPaper:
        """The paper, written when the author's log ended with `seq`, for the referee with this key."""
        leaves = self.leaves
        return SealedPaper(
            game=self.game,
            author=self.author,
            number=self.number,
            seq=seq,
            leaves=_levels(leaves)[-1][0],
            order=self._order_of(leaves),
            box=digest(self.box(key)),
        )

    def matches_paper(self, paper: SealedPaper) -> bool:
        """Whether this is what a paper commits to, but for the box, which is sealed to one key."""
        leaves = self.leaves
        return (_levels(leaves)[-1][0], self._order_of(leaves)) == (paper.leaves, paper.order)

    def _order_of(self, leaves: Sequence[str]) -> str:
        return hash_lines("senlac-standing-order/1", self.game, self.author, self.number, *leaves)

    def box(self, key: PublicKey) -> bytes:
        """Root and lines as an age file for the referee; raises `order-file` where they are too long."""
        text = "".join(f"{line}\n" for line in (self.root, *self.lines)).encode()
        if len(self.lines) > LEAVES or len(text) > BOX_TEXT:
            raise errors.OrderFileFault(
                f"standing orders have at most {LEAVES} lines and {BOX_TEXT - 65} bytes"
            )
        coins = hash_lines("senlac-standing-box/1", self.game, self.author, self.number, self.root)
        return seal(text.ljust(BOX_TEXT, b"\n"), key, coins)


def _levels(leaves: Sequence[str]) -> list[list[str]]:
    """The sorted leaves, and above them level by level to the top."""
    levels = [sorted(leaves)]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append([_node(*pair) for pair in zip(below[::2], below[1::2], strict=True)])
    return levels


def _node(one: str, other: str) -> str:
    return hash_lines("senlac-standing-node/1", *sorted((one, other)))


def tree_root(leaf: str, path: Sequence[str]) -> str:
    """Where the way from a leaf leads."""
    for neighbour in path:
        leaf = _node(leaf, neighbour)
    return leaf


def leaf(game: str, author: str, number: int, salt: str, line: str) -> str:
    """The leaf of a line."""
    return hash_lines("senlac-standing/1", game, author, number, salt, line)


def make_filing(game: str, author: str, number: int, key: PrivateKey, lines: Sequence[str]) -> StandingFiling:
    """What a side with this key files: the same lines under the same number give the same leaves and box."""
    root = root_of(derive_secret(key, game), str(number), lines)
    return StandingFiling(game, author, number, root, tuple(lines))


def open_filing(said: SealedPaper, box: str, key: PublicKey, key_file: bytes) -> StandingFiling:
    """What is in the box of a paper, by the referee's keys; raises `standing-wrong` unless root and lines
    give the paper and the box to the byte."""
    wrong = errors.LogFault(
        Code.STANDING_WRONG, "the box does not hold what the paper commits to, sealed to the referee's key"
    )
    try:
        sealed = base64.b64decode(box, validate=True)
        root, *lines = unseal(sealed, key_file).decode("utf-8").rstrip("\n").split("\n")
    except (binascii.Error, UnicodeDecodeError, errors.Unreadable) as error:
        raise wrong from error
    found = StandingFiling(said.game, said.author, said.number, root, tuple(lines))
    try:
        good = _ROOT.fullmatch(root) is not None and found.make_paper(said.seq, key) == SealedPaper(
            **dict(said)
        )
    except errors.OrderFileFault as error:
        raise wrong from error
    if not good or found.box(key) != sealed:
        raise wrong
    return found
