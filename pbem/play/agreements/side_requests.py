"""What a side asks for in one word of a mail beside its orders: `undo`, `rollback WHY`, `vacation 2 weeks`.

An address can be forged, so what is more than a question waits for a code that was sent to the address of the
side alone: of the one that asks, and of each that has to agree. Requests lie side by side, a file each, in
the referee's folder `requests`: one that is forged takes the place of none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from modules.engine.orders import Grammar
from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.play import vacations
from pbem.play.orders import line_decoration, mail_word_codes
from pbem.play.orders.mail_word_codes import Offer

UNDO: Final = "undo"
ROLLBACK: Final = "rollback"
VACATION: Final = "vacation"
AGREE: Final = "agree"
"""The kind of an offer that a code agrees to: an entry of the referee, by its digest."""
NO_PLACE: Final = "0" * 64
"""In the place of a log's head, for what does not depend on the orders that are given."""
_REASON: Final = 300
"""Characters of a reason that are kept."""
_MOST: Final = 200
"""Requests of one side that wait."""


@dataclass(frozen=True, slots=True)
class SideRequest:
    """One line of a request: its `word`, with the reason for a rollback, or the hours of a vacation; 0 where
    the span cannot be read."""

    word: Literal["undo", "rollback", "vacation"]
    why: str = ""
    hours: int = 0


def split_requests(words: Sequence[str], grammar: Grammar) -> tuple[list[SideRequest], list[str]]:
    """The requests among the lines of a mail, each once, and its other lines; a word that a game has as an
    order asks for nothing."""
    verbs = {form.split()[0].lower() for form in grammar.forms}
    read = [(line, _read(line)) for line in words]
    read = [(line, None if each is None or each.word in verbs else each) for line, each in read]
    found = list(dict.fromkeys(each for _, each in read if each is not None))
    return found, [line for line, each in read if each is None]


def is_asked(words: Sequence[str]) -> bool:
    """Whether a line of a mail asks for something, whatever the game."""
    return any(_read(line) is not None for line in words)


def _read(line: str) -> SideRequest | None:
    """A line as a request. The reason for a rollback begins behind the word, or behind a colon or dash."""
    bare = line_decoration.undecorate(line, remarks=True)
    word, _, rest = bare.partition(" ")
    match word.rstrip(":,.!").lower():
        case "undo" if rest.lower() in ("", "please"):
            return SideRequest("undo")
        case "rollback":
            why = "".join(c if c.isprintable() else " " for c in rest)
            return SideRequest("rollback", why.lstrip("-:, ")[:_REASON].strip())
        case "vacation" if re.fullmatch(r"(?:of |for )?[0-9]+\s*[a-z]*", rest.lower()):
            hours = vacations.read_hours(re.sub(r"^(?:of|for) ", "", rest, flags=re.IGNORECASE))
            return SideRequest("vacation", hours=hours or 0)
    return None


def keep(folder: Folder, role: str, made: Offer) -> str:
    """Let a request wait for its code, which is returned and stands nowhere else. The same request of the
    same mail has a new code then. Raises OSError."""
    _forget_old(folder, role, made.at or 0)
    code = mail_word_codes.new_code()
    mail_word_codes.save_offer(_file(folder, role, made), made.set_code(code, None))
    return code


def find(folder: Folder, role: str, code: str) -> Offer | None:
    """What this code of a side is for."""
    return next((offer for offer in list_offers(folder, role) if offer.is_code(code)), None)


def list_offers(folder: Folder, role: str) -> list[Offer]:
    """All that waits for a code of a side, or did lately."""
    found = (mail_word_codes.load_offer(file) for file in sorted(_files(folder, role)))
    return [offer for offer in found if offer is not None]


def is_expired(offer: Offer, now: int) -> bool:
    """Whether its code came too late."""
    return now - (offer.at or 0) > vacations.WEEK


def say_yes(folder: Folder, role: str, digest: str) -> None:
    """Keep that a side has agreed to an entry; raises OSError."""
    atomic_files.DISK.make_directory(_place(folder))
    atomic_files.replace(_yes_file(folder, role, digest), b"yes\n", mode=0o600)


def has_said_yes(folder: Folder, role: str, digest: str) -> bool:
    """Whether a side has agreed to an entry."""
    return _yes_file(folder, role, digest).is_file()


def _yes_file(folder: Folder, role: str, digest: str) -> Path:
    return _place(folder) / f"yes.{role}.{digest[:32]}"


def _file(folder: Folder, role: str, made: Offer) -> Path:
    return _place(folder) / f"{role}-{made.kind}-{made.tag}"


def _files(folder: Folder, role: str) -> list[Path]:
    """The requests of a role and of no other: `red-*` alone would find those of `red-guard` too, by whose
    code `red` would have agreed."""
    return [it for it in _place(folder).glob(f"{role}-*-*") if it.name.rsplit("-", 2)[0] == role]


def _place(folder: Folder) -> Path:
    return folder.path / "requests"


def _forget_old(folder: Folder, role: str, now: int) -> None:
    """Forget requests a week after their code counts no more, and the oldest where there are very many."""
    files = sorted(_files(folder, role), key=lambda file: file.stat().st_mtime)
    for file in files:
        offer = mail_word_codes.load_offer(file)
        if offer is None or now - (offer.at or 0) > 2 * vacations.WEEK:
            atomic_files.DISK.unlink(file)
    for file in files[:-_MOST]:
        file.unlink(missing_ok=True)
