"""The block that "Hand in orders" writes into the chat: a heading, the orders line by line, their checksum.

    * Orders of Norman army, turn 3, Combat
    * move N-foot-3 2110-2210
    * attack N-foot-3,N-foot-4 > S-fyrd-7
    * done
    * End of orders: 3, checksum 12021

The lines are as a file of orders has them, so that the block can be pasted into a mail. The checksum is the
sum of what each line comes to by Java's `String.hashCode`, which VASSAL can compute, modulo `MODULUS`: it
tells that a line was lost or changed on its way, in whatever order they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

HEADING: Final = "Orders of"
END: Final = "End of orders:"
DONE: Final = "done"
PUT: Final = "put"
"""Begins the line of a piece of which no order tells alone what was done: `put V-hird-1: Durham-York`."""
FLIPS: Final[Mapping[str, Literal["over", "down", "up"]]] = {"flip": "over", "lose": "down", "regain": "up"}
"""What begins the line of a counter that was flipped in a game by hand, and how."""
FLIP, LOSE, REGAIN = FLIPS
FACE: Final = "face"
"""Begins the line of a counter that was turned in a game by hand."""
OUT, BACK = "eliminate", "return"
"""Begin that of one that went out of play, and of one that came back."""
MODULUS: Final = 9973
NOBODY: Final = "?"
"""Stands for the target of a combat whose number no target bears, and for a block that nobody knows yet."""

_END = re.compile(rf"{END} (\d{{1,9}}), checksum (\d{{1,12}})")
_WORD = 1 << 32


@dataclass(frozen=True, slots=True)
class Block:
    """Orders that were handed in: whose, as the heading says; the lines; whether number and checksum hold."""

    heading: str
    orders: tuple[str, ...]
    holds: bool


def line_sum(line: str) -> int:
    """What a line adds to the checksum."""
    total = 0
    units = line.encode("utf-16-be")
    for at in range(0, len(units), 2):
        total = (total * 31 + int.from_bytes(units[at : at + 2], "big")) % _WORD
    signed = total - _WORD if total >= _WORD // 2 else total
    return signed % MODULUS


def checksum(lines: Iterable[str]) -> int:
    """The checksum of the lines of a block, without heading and end."""
    return sum(map(line_sum, lines))


def read_blocks(chat: Iterable[str]) -> tuple[Block, ...]:
    """The blocks in the lines of a chat or mail, in their order; one without an end does not hold.

    A line may begin with VASSAL's `* ` and with a mail's quotation marks.
    """
    found: list[Block] = []
    heading, orders = "", list[str]()
    for raw in chat:
        line = raw.lstrip("> ").removeprefix("* ").strip()
        ends = _END.fullmatch(line)
        if line.startswith(HEADING) or (ends and heading):
            if heading:
                found.append(_block(heading, orders, ends))
            heading, orders = ("" if ends else line), []
        elif heading and line:
            orders.append(line)
    return (*found, *([_block(heading, orders, None)] if heading else []))


def beside_blocks(chat: Iterable[str]) -> tuple[str, ...]:
    """The lines that stand in no block."""
    found: list[str] = []
    inside = False
    for raw in chat:
        line = raw.lstrip("> ").removeprefix("* ").strip()
        inside = inside or line.startswith(HEADING)
        if not inside:
            found.append(raw)
        inside = inside and _END.fullmatch(line) is None
    return tuple(found)


def _block(heading: str, orders: Sequence[str], ends: re.Match[str] | None) -> Block:
    said = None if ends is None else (int(ends[1]), int(ends[2]))
    return Block(heading, tuple(orders), said == (len(orders), checksum(orders)))
