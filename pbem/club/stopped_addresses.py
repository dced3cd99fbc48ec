"""Addresses to which nothing is written: who wants no mail, and whom our mails do not reach. A file each,
`stopped/DIGEST.json`: unlike the index it must outlast a rebuild, as nobody says twice that he wants no
mail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from pbem.club.club_folder import ClubFolder, address_file
from pbem.disk import atomic_files

UNSUBSCRIBED: Final = "unsubscribed"
"""Why nothing is written to somebody who wants no mail."""
_A_DAY = 86_400


def stop(hall: ClubFolder, mail: str, why: str) -> bool:
    """Write to an address no more; whether that is new. Raises OSError."""
    file = _file(hall, mail)
    if file.is_file():
        return False
    atomic_files.DISK.make_directory(file.parent)
    data = json.dumps({"mail": mail.lower(), "why": why}, sort_keys=True) + "\n"
    atomic_files.replace(file, data.encode(), mode=0o600)
    return True


def resume(hall: ClubFolder, mail: str) -> bool:
    """Write to an address again; whether it was stopped. Raises OSError."""
    file = _file(hall, mail)
    if not file.is_file():
        return False
    atomic_files.DISK.unlink(file)
    return True


def welcome(hall: ClubFolder, mail: str) -> None:
    """Write again to somebody who wanted no mail, and now asks for a seat: a player gets the mails of their
    games. What our mails do not reach stays stopped. Raises OSError."""
    if why_stopped(hall, mail) == UNSUBSCRIBED:
        resume(hall, mail)


def why_stopped(hall: ClubFolder, mail: str) -> str | None:
    """Why nothing is written to an address; None where mails go. A damaged file stops it too."""
    file = _file(hall, mail)
    if not file.is_file():
        return None
    try:
        return str(json.loads(file.read_text(encoding="utf-8"))["why"])
    except (ValueError, TypeError, KeyError):
        return "stopped"


def ask(hall: ClubFolder, mail: str, message_id: str, now: int) -> None:
    """Let this one mail go to an address that gets none: whether it wants mail again. Raises OSError."""
    why = why_stopped(hall, mail)
    said = {"mail": mail.lower(), "why": why, "asked": now // _A_DAY, "but": message_id}
    atomic_files.replace(_file(hall, mail), (json.dumps(said, sort_keys=True) + "\n").encode(), mode=0o600)


def was_asked(hall: ClubFolder, mail: str, now: int) -> bool:
    """Whether that was asked there today."""
    return _read(hall, mail).get("asked") == now // _A_DAY


def allows_mail(hall: ClubFolder, mail: str, message_id: str) -> bool:
    """Whether a mail may go to an address that gets none."""
    return bool(message_id) and _read(hall, mail).get("but") == message_id


def _read(hall: ClubFolder, mail: str) -> dict[str, object]:
    try:
        said = json.loads(_file(hall, mail).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def _file(hall: ClubFolder, mail: str) -> Path:
    return address_file(hall.path / "stopped", mail)
