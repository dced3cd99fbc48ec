"""A player's file of orders: one order a line, `#` begins a comment, empty lines are passed over.

All lines that cannot be read, or name what the game does not have, are told at once with line and column.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from modules.amounts import count_noun
from modules.engine.errors import AmbiguousThingError, OrderError, OrderSyntaxError, UnknownThingError
from pbem import errors
from pbem.entry import armor
from pbem.mail import author_text
from pbem.mail.author_text import PRESS

MAX_BYTES = 262_144
MAX_LINES = 2000
MAX_FAULTS = 20

_MEANT = {">": "→⇒⟶➔➜›»＞", "-": "‐‑‒–—―−－", ",": "，、"}
"""Characters that word processors and keyboards put in the place of those that orders are written with."""


@dataclass(frozen=True, slots=True)
class OrderFile:
    """The orders of a file in their canonical text; `numbers` are the lines on which they stand, from 1."""

    path: Path
    lines: tuple[str, ...]
    numbers: tuple[int, ...]
    press: tuple[str, ...] = ()
    """Words for the other players, which are no orders."""

    def fault(self, index: int, why: object) -> errors.OrderFileFault:
        """The error for one of the orders, counted from 0, that is against the rules."""
        later = (
            "" if index + 1 == len(self.lines) else "; the lines after it depend on it and were not checked"
        )
        return errors.OrderFileFault(f"{self.path}:{self.numbers[index]}: {why}{later}")


class Reader(Protocol):
    """Whoever can read a line: a game's grammar of orders, or its vocabulary of standing orders."""

    def parse(self, text: str) -> object:
        """What a line means, with its canonical text as `str`; raises OrderError."""
        ...


def read(path: Path, grammar: Reader, places: Callable[[], str] = str) -> OrderFile:
    """The orders in a file, names written in full; `places` tells which places there are, where one is not.

    Raises OrderFileFault with file, line and column of every fault, or OSError.
    """
    with path.open("rb") as file:
        return read_bytes(file.read(MAX_BYTES + 1), path, grammar, places)


def read_bytes(data: bytes, path: Path, grammar: Reader, places: Callable[[], str] = str) -> OrderFile:
    """As `read`, of bytes that stood in a file of this name."""
    lines, numbers, press, faults = [], [], [], []
    for number, raw in enumerate(_check_bytes(data, path).split(b"\n"), 1):
        try:
            text = _text(raw)
            if text.lower().startswith(PRESS):
                press.append(text)
            elif text:
                lines.append(order(text, grammar, places))
                numbers.append(number)
        except LineFault as fault:
            faults.append(f"{path}:{number}:{fault.column}: {fault}")
    if len(lines) > MAX_LINES:
        faults.append(f"{path}:{numbers[MAX_LINES]}:1: at most {MAX_LINES} orders are read")
    if faults:
        more = (
            [f"... and {count_noun(len(faults) - MAX_FAULTS, 'more fault')}"]
            if len(faults) > MAX_FAULTS
            else []
        )
        raise errors.OrderFileFault("\n".join([*faults[:MAX_FAULTS], *more]))
    return OrderFile(path, tuple(lines), tuple(numbers), author_text.press(press))


class LineFault(Exception):
    """What is wrong with one line, and where: columns count characters from 1."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(message)
        self.column = column


def _check_bytes(data: bytes, path: Path) -> bytes:
    """The file without a mark of its encoding; bytes that are plainly not UTF-8 text are refused as a
    whole."""
    if len(data) > MAX_BYTES:
        raise errors.OrderFileFault(f"{path}:1: more than {MAX_BYTES} bytes")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" in data:
        raise errors.OrderFileFault(
            f"{path}:1: this is UTF-16 or not text at all: save it as plain text, UTF-8"
        )
    if armor.has_armor(data.decode("utf-8", "replace")):
        raise errors.OrderFileFault(
            f"{path}:1: this is a signed entry or a mail, not a file of orders: send it as it is, or "
            "take it in with `pbem receive`"
        )
    return data.removeprefix(codecs.BOM_UTF8)


def _text(raw: bytes) -> str:
    """A line without its comment; columns stay as they are in the file."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        column = len(raw[: error.start].decode("utf-8")) + 1
        raise LineFault(
            column, f"byte {raw[error.start]:#04x} is not UTF-8: save the file as UTF-8"
        ) from error
    return unicodedata.normalize("NFC", text.partition("#")[0]).rstrip()


def order(text: str, grammar: Reader, places: Callable[[], str] = str) -> str:
    """One order in its canonical text; raises LineFault."""
    try:
        return str(grammar.parse(text))
    except OrderError as error:
        why = str(error).removeprefix(f"column {_column(text, error)}: ")
        if isinstance(error, UnknownThingError) and error.kind == "place":
            why += f"; {known}" if (known := places()) else ""
        raise LineFault(_column(text, error), why + _hint(text)) from error


def _column(text: str, error: OrderError) -> int:
    """Where the fault is; for a name, where the word stands by itself."""
    if isinstance(error, OrderSyntaxError):
        return error.column
    if isinstance(error, UnknownThingError | AmbiguousThingError):
        edge = r"\s,>:" if error.word.count("-") else r"\s,>:-"
        found = re.search(rf"(?<![^{edge}]){re.escape(error.word)}(?![^{edge}])", text)
        return found.start() + 1 if found else 1
    return 1


def _hint(text: str) -> str:
    """What to type in the place of the first character that only looks like one of an order."""
    for place, character in enumerate(text, 1):
        for meant, twins in _MEANT.items():
            if character in twins:
                return f" (column {place}: write `{meant}` from the keyboard, not `{character}`)"
    return ""
