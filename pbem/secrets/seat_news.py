"""What a seat learns of closed orders beside what all may know of them, in a box that only it can open.

    text   for each thing learnt a line: the number of the effect in its answer, counted from 0, a space, and
           what is learnt; then newlines up to 16,384 bytes
    box    the text as an age file for the seat's SSH key, with coins = SHA-256 of the lines:
           senlac-news/1, game, the number of the entry with the orders, seat, the referee's secret

After each order every seat gets one, and all are of one size: that something was learnt, by whom and how much
stays hidden. With the secret, once it is opened, anybody makes the same boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.keys.age_boxes import seal, unseal
from pbem.keys.openssh_keys import PublicKey
from pbem.reason_codes import Code
from pbem.secrets.card_packs import RefereeSecret

SIZE: Final = 16_384
"""Bytes of every text."""
Learnt = Sequence[tuple[str, ...]]
"""What a seat learnt by each effect of an answer."""


@dataclass(frozen=True, slots=True)
class BoxPlace:
    """Whose box it is, and of which answer: that to the orders of entry `seq`."""

    game: str
    seq: int
    seat: str

    def box(self, learnt: Learnt, key: PublicKey, secret: RefereeSecret) -> bytes:
        """The box with what was learnt; raises `too-large` for more than any box holds."""
        text = write_news(learnt).encode()
        if len(text) > SIZE:
            raise errors.Refusal(
                Code.TOO_LARGE,
                f"the news of {self.seat} has {count_noun(len(text), 'byte')}; a box holds {SIZE}",
            )
        return seal(text.ljust(SIZE, b"\n"), key, self._coins(secret))

    def _coins(self, secret: RefereeSecret) -> str:
        return hash_lines("senlac-news/1", self.game, self.seq, self.seat, secret.value)


def write_news(learnt: Learnt) -> str:
    """What was learnt, as lines."""
    return "".join(f"{at} {line}\n" for at, lines in enumerate(learnt) for line in lines)


def open_box(box: bytes, key_file: bytes) -> str:
    """The text in a box without what fills it up, by the bytes of its owner's key file; raises Unreadable."""
    try:
        text = unseal(box, key_file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise errors.Unreadable(f"holds no news: {error}") from error
    return text.rstrip("\n") + "\n" if text.strip("\n") else ""


def parse_news(text: str, count: int) -> Learnt:
    """What such a text says of each of `count` effects; raises Unreadable."""
    found: list[tuple[str, ...]] = [()] * count
    for line in text.splitlines():
        number, _, said = line.partition(" ")
        if not number.isdecimal() or not said or int(number) >= count:
            raise errors.Unreadable(f"no news: `{line}`")
        found[int(number)] += (said,)
    if write_news(found) != text:
        raise errors.Unreadable("news in another order or form than they are written in")
    return found
