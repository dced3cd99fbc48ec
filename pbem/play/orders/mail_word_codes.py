"""Code words: with one a person without a program says that a draft, or an invitation, is what he wants.

Only his own address is sent the code, and it stands for one offer, one place in the log, once. The referee's
folder keeps no code, only a salted hash of code and offer together: nothing else can be locked with it. A
code is said where it was typed after the word `yes` in a line of its own; no mail of ours has such a line, so
a mail of ours that comes back whole, however it was quoted, says nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Final

from pydantic import Field

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.disk import atomic_files
from pbem.entry import canonical_json
from pbem.entry.field_types import Array, Count, Hex, Lines, Maybe, Misfit, Record, Time, Token, match_string

MAX_TRIES: Final = 5
"""Wrong codes of a draft that are answered. The draft stands: nobody guesses a code, and anybody can write
wrong ones in another's name."""
MAX_OLD: Final = 60
"""Codes of earlier offers that are still known for old ones."""
_ALPHABET: Final = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""Without vowels, so that no code is a word, and without signs that look like others."""
SIGN: Final = f"[{_ALPHABET}]"
"""A sign of a code, in a pattern."""
_HALF: Final = 5
_YES: Final = re.compile(
    rf"\W{{0,3}}yes\W{{1,3}}([{_ALPHABET}]{{{_HALF}}})[\W_]{{0,3}}([{_ALPHABET}]{{{_HALF}}})\W{{0,3}}",
    re.IGNORECASE | re.ASCII,
)


_TRIED: Final = re.compile(
    r"\W{0,3}(?i:yes)\W{1,3}"
    r"(?:(?i:[A-Z0-9]{3,7}-[A-Z0-9]{3,7})|(?i:(?=[A-Z]*[0-9])[A-Z0-9]{5,12})|[A-Z0-9]{4,6}[ _]?[A-Z0-9]{4,6})"
    r"\W{0,3}",
    re.ASCII,
)
"""Wider than a code: with a sign too many or too few, or one that no code has."""

WITHDRAWN: Final = "withdrawn"
"""The kind of an offer that its side took back: no code fits it."""
_KINDS: Final = f"join|order|decision|seal|resign|{WITHDRAWN}|rollback|agree|vacation"

Tag = Annotated[str, match_string("[0-9a-f]{0,16}", "what names a mail")]


class EarlierCode(Record):
    """A code that was given out before."""

    type: ClassVar[str] = "old code"
    what: Hex
    salt: Hex
    code: Hex

    def is_code(self, code: str) -> bool:
        """Whether this is the code."""
        return hmac.compare_digest(_hash_code(self.what, self.salt, code), self.code)


class Offer(Record):
    """What a code locks. `game` and `prev`: the place; before the game the invitation's digest and zeros.

    `tag` names the mail that asked for it, `at` is when it was made, `count` is its number, `tries` the wrong
    codes so far, the last of them in the mail `missed`.
    """

    type: ClassVar[str] = "offer"
    game: Hex
    prev: Hex
    kind: Annotated[str, match_string(_KINDS, "what is offered")]
    choice: Maybe[Token] = None
    lines: Lines
    tag: Tag
    count: Count
    tries: Count
    missed: Tag
    salt: Hex
    code: Hex
    old: Annotated[Array[EarlierCode], Field(max_length=MAX_OLD)]
    at: Maybe[Time] = None
    renewed: Maybe[Array[EarlierCode]] = None

    @property
    def tries_left(self) -> int:
        """How many more wrong codes are answered."""
        return max(MAX_TRIES - self.tries, 0)

    @property
    def _content_digest(self) -> str:
        """All that its code stands for: another line, place or kind has another digest."""
        lines = hashlib.sha256(canonical_json.encode(list(self.lines))).hexdigest()
        return hash_lines("senlac-offer/1", self.game, self.prev, self.kind, self.choice or "", lines)

    def is_code(self, code: str) -> bool:
        """Whether this is its code, or one that it had before a reminder brought another."""
        return any(each.is_code(code) for each in self._own_codes())

    def is_earlier_code(self, code: str) -> bool:
        """Whether this was the code of an earlier offer."""
        return any(old.is_code(code) for old in self.old)

    def count_wrong(self, tag: str) -> Offer:
        """The same after a wrong code in a mail; the same mail again is no further one."""
        return self if tag == self.missed else self.replace(tries=self.tries + 1, missed=tag)

    def set_code(self, code: str, before: Offer | None) -> Offer:
        """The same with a code, which takes the place of that of the offer before it."""
        old = () if before is None else (*before._own_codes(), *before.old)
        return self._with_code(code).replace(old=old[:MAX_OLD])

    def withdraw(self, tag: str) -> Offer:
        """The same without anything to lock, by the mail `tag`: its codes are those of an earlier offer."""
        after = offer((self.game, self.prev), WITHDRAWN, (), tag, self.count + 1, at=self.at)
        return after.replace(old=(*self._own_codes(), *self.old)[:MAX_OLD])

    def add_code(self, code: str) -> Offer:
        """The same with one more code, for a reminder: those before still lock it."""
        return self._with_code(code).replace(renewed=self._own_codes()[:MAX_OLD])

    def _own_codes(self) -> tuple[EarlierCode, ...]:
        newest = EarlierCode(what=self._content_digest, salt=self.salt, code=self.code)
        return (newest, *(self.renewed or ()))

    def _with_code(self, code: str) -> Offer:
        salt = secrets.token_hex(32)
        return self.replace(salt=salt, code=_hash_code(self._content_digest, salt, code))


def offer(
    place: tuple[str, str],
    kind: str,
    lines: Sequence[str],
    tag: str,
    count: int,
    choice: str | None = None,
    at: int | None = None,
) -> Offer:
    """What is offered at a place (game, head) at Unix time `at`, without a code yet: no code fits it."""
    game, prev = place
    nothing = "0" * 64
    return Offer(
        game=game, prev=prev, kind=kind, choice=choice, lines=tuple(lines), tag=tag, count=count, tries=0,
        missed="", salt=nothing, code=nothing, old=(), at=at,
    )  # fmt: skip


def new_code() -> str:
    """A code from the system's random source: 10 signs of 28, which is 48 bits."""
    number, signs = int(secrets.token_hex(32), 16), ""
    for _ in range(2 * _HALF):
        number, sign = divmod(number, len(_ALPHABET))
        signs += _ALPHABET[sign]
    return f"{signs[:_HALF]}-{signs[_HALF:]}"


def find_codes(words: Iterable[str]) -> list[str]:
    """The codes that the lines of a mail say `yes` to, each once."""
    found = (_YES.fullmatch(line) for line in words)
    return list(dict.fromkeys(f"{each[1]}-{each[2]}".upper() for each in found if each))


def has_code(line: str) -> bool:
    """Whether a line says `yes` to a code."""
    return bool(find_codes([line]))


def is_tried(words: Iterable[str]) -> bool:
    """Whether a line says `yes` to a code, or to something that was meant for one."""
    return any(_TRIED.fullmatch(line) for line in words) or bool(find_codes(words))


def _hash_code(what: str, salt: str, code: str) -> str:
    return hash_lines("senlac-code/1", what, salt, code)


def load_offer(file: Path) -> Offer | None:
    """The offer in a file; none if there is none, or it is damaged: then no code fits, and a new one has to
    be asked for."""
    try:
        return Offer.read(canonical_json.decode(file.read_bytes()))
    except (FileNotFoundError, errors.PbemError, Misfit):
        return None


def save_offer(file: Path, made: Offer) -> None:
    """Write an offer; it takes the place of the one before."""
    atomic_files.DISK.make_directory(file.parent)
    atomic_files.replace(file, canonical_json.encode(made.to_plain()), mode=0o600)
