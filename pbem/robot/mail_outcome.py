"""A mail on its way through an inbox, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pbem.mail.letter import Letter

Outcome: TypeAlias = Literal["accepted", "refused", "ignored", "left"]


@dataclass(frozen=True, slots=True)
class MailInHand:
    """A mail that was read: its bytes, what they say, and when it is taken in (Unix seconds)."""

    data: bytes
    letter: Letter
    now: int | None


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """The outcome of a mail: `text` for a person at the terminal, `files` are the mails that it led to.
    `unanswered`: it shows an order of another, which the party who answers it has perhaps still to read."""

    outcome: Outcome
    text: str
    files: tuple[Path, ...] = ()
    unanswered: bool = False
