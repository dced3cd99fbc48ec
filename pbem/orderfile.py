"""A player's file of orders: one order a line, `#` begins a comment, empty lines are passed over."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from modules.engine.errors import OrderError
from modules.engine.orders import Grammar
from pbem import refusals

MAX_BYTES = 262_144
MAX_LINES = 2000


@dataclass(frozen=True, slots=True)
class OrderFile:
    """The orders of a file in their canonical text; `numbers` are the lines on which they stand, from 1."""

    path: Path
    lines: tuple[str, ...]
    numbers: tuple[int, ...]

    def fault(self, index: int, why: object) -> refusals.OrderFileFault:
        """The error for one of the orders, counted from 0."""
        return refusals.OrderFileFault(f"{self.path}:{self.numbers[index]}: {why}")


def read(path: Path, grammar: Grammar) -> OrderFile:
    """The orders in a file, names written in full; raises OrderFileFault naming file and line, or OSError."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise refusals.OrderFileFault(f"{path}:1: more than {MAX_BYTES} bytes")
    lines, numbers = [], []
    for number, raw in enumerate(data.split(b"\n"), 1):
        text = _text(path, number, raw)
        if not text:
            continue
        try:
            lines.append(str(grammar.parse(text)))
        except OrderError as error:
            raise refusals.OrderFileFault(f"{path}:{number}: {error}") from error
        numbers.append(number)
    if len(lines) > MAX_LINES:
        raise refusals.OrderFileFault(f"{path}:{numbers[MAX_LINES]}: at most {MAX_LINES} orders are read")
    return OrderFile(path, tuple(lines), tuple(numbers))


def _text(path: Path, number: int, raw: bytes) -> str:
    """A line without its comment; columns stay as they are in the file."""
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise refusals.OrderFileFault(
            f"{path}:{number}: byte {error.start + 1} of the line is not UTF-8"
        ) from error
    return unicodedata.normalize("NFC", text.partition("#")[0]).rstrip()
