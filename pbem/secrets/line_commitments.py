"""Lines of an order that stay closed until they are used: a nested commitment, and their box for the referee.

All that is hashed is lines of text as in `dice`, in UTF-8. Of the q closed lines f_0 ... f_(q-1) of an order

    own    = SHA-256 of the lines: senlac-own/2, the author's Ed25519 signature (hex) over
             the two lines senlac-own/2, game
    root   = SHA-256 of the lines: senlac-root/2, own, the order's link, all its lines, the open ones first
    salt_i = SHA-256 of the lines: senlac-salt/2, root, i; its first 32 digits
    rest_q = SHA-256 of the lines: senlac-line/1, game, author, salt_q, "", ""
    rest_i = SHA-256 of the lines: senlac-line/1, game, author, salt_i, f_i, rest_(i+1)

The entry shows rest_0, whether lines follow or not, and the digest of a box. To open the first n lines is to
show their salts and rest_n: what comes after them, and whether anything does, stays closed.

`own` is worked out and kept nowhere. It follows from the key, which may have a passphrase, and not from the
chain, whose last link is public once all are used; such a signature is over no text that a program of ours
ever signs, and Ed25519 gives the same one each time. So the same order signed again gives the same bytes.

    box    the root and the closed lines, each with a newline, then newlines up to one of three sizes; an age
           file for the referee's SSH key, with coins = SHA-256 of the lines: senlac-lines-box/1, root
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.keys.age_boxes import MAX_TEXT, seal, unseal
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.reason_codes import Code

SIZES: Final = (4096, 16_384, MAX_TEXT)
"""Bytes to which the text in a box is filled up: few sizes, so that its length tells next to nothing."""
_ROOT: Final = re.compile("[0-9a-f]{64}")
_SEQ: Final = re.compile("[0-9]{1,9}")
_BUNDLE: Final = "senlac-openings/1"
"""The line that begins each order in a box for a new referee; no line of an order looks like it."""


@dataclass(frozen=True, slots=True)
class OpenedLines:
    """The first lines of a commitment, shown: (salt, line) of each, and the `rest` after the last of them."""

    lines: tuple[tuple[str, str], ...]
    rest: str

    def rest_before(self, game: str, author: str) -> str:
        """The rest from which this opens: it holds if that is the one that was closed."""
        rest = self.rest
        for salt, line in reversed(self.lines):
            rest = hash_lines("senlac-line/1", game, author, salt, line, rest)
        return rest


@dataclass(frozen=True)
class ClosedOrder:
    """The closed lines of one order. `root`: 64 hex digits, which open them all."""

    game: str
    author: str
    root: str = field(repr=False)
    lines: tuple[str, ...] = field(repr=False)

    @cached_property
    def rest_chain(self) -> tuple[str, ...]:
        """rest_0 to rest_q, 64 hex digits each."""
        found = [""]
        for at in range(len(self.lines), -1, -1):
            line = self.lines[at] if at < len(self.lines) else ""
            made = hash_lines("senlac-line/1", self.game, self.author, self._salt(at), line, found[-1])
            found.append(made)
        return tuple(reversed(found[1:]))

    @property
    def rest(self) -> str:
        """What stands in the entry."""
        return self.rest_chain[0]

    def open_first(self, count: int) -> OpenedLines:
        """The first `count` lines, shown."""
        return OpenedLines(
            tuple((self._salt(at), line) for at, line in enumerate(self.lines[:count])),
            self.rest_chain[count],
        )

    def box(self, key: PublicKey) -> bytes:
        """The box for the referee with this key; raises `too-large` for more than any box holds."""
        text = "".join(f"{line}\n" for line in (self.root, *self.lines)).encode()
        size = next((size for size in SIZES if len(text) <= size), None)
        if size is None:
            raise errors.Refusal(
                Code.TOO_LARGE,
                f"the lines that stay closed have {count_noun(len(text), 'byte')}; at most "
                f"{MAX_TEXT} go with one order",
            )
        return seal(text.ljust(size, b"\n"), key, hash_lines("senlac-lines-box/1", self.root))

    def _salt(self, at: int) -> str:
        return hash_lines("senlac-salt/2", self.root, at)[:32]


def derive_secret(key: PrivateKey, game: str) -> str:
    """What nobody but the holder of a key can work out, one for each game: 64 hex digits."""
    return hash_lines("senlac-own/2", key.sign(f"senlac-own/2\n{game}\n".encode("ascii")).hex())


def root_of(own: str, link: str, lines: Sequence[str]) -> str:
    """The root of an order with this link and these lines, open and closed; of standing orders the number of
    their paper stands for the link."""
    return hash_lines("senlac-root/2", own, link, *lines)


def digest(box: bytes) -> str:
    """What an entry says of its box."""
    return hashlib.sha256(box).hexdigest()


def open_box(box: bytes, key_file: bytes, game: str, author: str) -> ClosedOrder:
    """What a box holds, by the bytes of the referee's key file; raises Unreadable."""
    try:
        root, *lines = unseal(box, key_file).decode("utf-8").rstrip("\n").split("\n")
    except UnicodeDecodeError as error:
        raise errors.Unreadable(f"holds no lines: {error}") from error
    if not _ROOT.fullmatch(root) or "" in lines:
        raise errors.Unreadable("holds no lines: a root comes first, and no line is empty")
    return ClosedOrder(game, author, root, tuple(lines))


def bundle(closed: Sequence[tuple[int, ClosedOrder]], key: PublicKey) -> list[bytes]:
    """What orders closed, by their places in the log, and standing papers by those of the entries that carry
    them, for a new referee with this key: as many boxes as it takes, each filled up to one size."""
    parts, text = list[str](), ""
    for seq, each in sorted(closed, key=lambda pair: pair[0]):
        one = "".join(f"{line}\n" for line in (_BUNDLE, str(seq), each.root, *each.lines))
        if text and len((text + one).encode()) > MAX_TEXT:
            parts, text = [*parts, text], ""
        text += one
    return [
        seal(part.encode().ljust(MAX_TEXT, b"\n"), key, hash_lines("senlac-openings-box/1", part.rstrip()))
        for part in (*parts, text)
    ]


def unbundle(box: bytes, key_file: bytes) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Place in the log, root and lines of each order in such a box; raises Unreadable."""
    try:
        text = unseal(box, key_file).decode("utf-8").rstrip("\n")
    except UnicodeDecodeError as error:
        raise errors.Unreadable(f"holds no lines: {error}") from error
    first, *orders = f"\n{text}".split(f"\n{_BUNDLE}\n")
    if first:
        raise errors.Unreadable("holds no openings")
    for order in orders:
        fields = order.split("\n")
        if len(fields) < 2 or not _SEQ.fullmatch(fields[0]) or not _ROOT.fullmatch(fields[1]):
            raise errors.Unreadable("holds no openings: a place and a root come first")
        yield int(fields[0]), fields[1], tuple(fields[2:])


def matches_commitment(closed: ClosedOrder, key: PublicKey, rest: str, box: str) -> bool:
    """Whether an entry that shows `rest`, and `box` as the digest of a box for this key, closed these lines.

    Who is shown root and lines by the referee sees with it who lied: either they give what the entry shows,
    or they are not what was in the box, or the author's box does not hold what his entry closed
    (`proves_bad_box`).
    """
    return closed.rest == rest and digest(closed.box(key)) == box


def proves_bad_box(closed: ClosedOrder, key: PublicKey, rest: str, box: str) -> bool:
    """Whether root and lines show that an entry's author sent a box that does not hold what he closed."""
    return digest(closed.box(key)) == box and closed.rest != rest
