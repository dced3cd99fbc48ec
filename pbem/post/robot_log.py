"""The robot's log: one line for each thing that happens to a mail or a connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal

from modules.terminal import as_json

_LONGEST = 1000
_ENDS = ".:;!?,"
"""How a line may end that others follow in one line; any other becomes a sentence."""


@dataclass(frozen=True, slots=True)
class LogNote:
    """What happened, to which mail or connection, and what a person should know of it."""

    what: Literal[
        "accepted",
        "refused",
        "ignored",
        "kept",
        "left",
        "sent",
        "waiting",
        "undeliverable",
        "trouble",
        "late",
        "orders",
        "signed",
        "reminded",
    ]
    name: str
    text: str

    def line(self) -> str:
        """One line for a person, of a report its heads alone; whatever a mail or server brought along cannot
        break it."""
        lines = [line for line in self.text.split("\n") if line.strip() and not line.startswith(" ")]
        heads = " ".join(line if line[-1] in _ENDS else f"{line}." for line in lines[:-1])
        heads = " ".join([heads, *lines[-1:]])
        words = "".join(c if c.isprintable() else " " for c in f"{self.what} {self.name}: {heads}")
        return " ".join(words.split())[:_LONGEST] + "\n"

    def json(self) -> str:
        """One line for a program."""
        return as_json(asdict(self)) + "\n"


Tell = Callable[[LogNote], None]
