"""What the referee's desk answers to a mail in words."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem.entry.entries import SignedEntry
from pbem.messages.letters import mail_word_letters
from pbem.messages.letters.game_letters import GameLetters, Occasion


@dataclass(frozen=True, slots=True)
class DeskAnswer:
    """What came of such a mail: the entry of a draft that it locked, which goes the way of all entries, or
    `text` for the terminal and the mails that it led to; `began`: it is what began the game."""

    text: str = ""
    files: tuple[Path, ...] = ()
    signed: SignedEntry | None = None
    began: bool = False
    good: bool = True


def answer_flood(side: str) -> DeskAnswer:
    """A mail that is not answered, since so many were today."""
    return DeskAnswer(
        f"{side}: this mail is not answered, since {mail_word_letters.MOST} mails to it were answered today: "
        "somebody may be writing in its name. It can lock its newest draft as before\n",
        good=False,
    )


def answer_side(
    letters: GameLetters,
    side: str,
    text: str,
    why: Occasion,
    *,
    word: str = mail_word_letters.UNCHANGED,
    once: bool = False,
) -> DeskAnswer:
    """A text to a side, with `word` in its subject: one that says that nothing has changed, or else what was
    done."""
    if mail_word_letters.is_flooded(letters, side, why.now):
        return answer_flood(side)
    mail = mail_word_letters.send_text(letters, side, text, why, once=once, word=word)
    good = word != mail_word_letters.UNCHANGED
    return DeskAnswer(f"{side}: {text.splitlines()[0]}\n", list_files(mail), good=good)


def list_files(mail: Path | None) -> tuple[Path, ...]:
    """A mail, if it could be written."""
    return () if mail is None else (mail,)
