"""Who waits for a game: one file each, `waiting/DIGEST.json`, so that a club forgets nobody when it is
started again. When all seats of a scenario have somebody, those who came first begin."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from pbem.club.club_folder import ClubFolder, address_file
from pbem.disk import atomic_files


@dataclass(frozen=True, slots=True, order=True)
class WaitingPlayer:
    """Somebody who waits since `at`, Unix seconds, for a seat: `side` or, if it is empty, any. `name`: what
    the address is called; empty in a file of an earlier release."""

    at: int
    mail: str
    game: str
    side: str
    word: bool
    name: str = ""


def add(hall: ClubFolder, one: WaitingPlayer) -> None:
    """Let somebody wait; who waits already waits for this from now on. Raises OSError."""
    atomic_files.DISK.make_directory(hall.waiting_folder)
    data = json.dumps(asdict(one), sort_keys=True) + "\n"
    atomic_files.replace(_file(hall, one.mail), data.encode(), mode=0o600)


def remove(hall: ClubFolder, mail: str) -> bool:
    """Let somebody wait no longer; whether he did. Raises OSError."""
    file = _file(hall, mail)
    if not file.is_file():
        return False
    atomic_files.DISK.unlink(file)
    return True


def find(hall: ClubFolder, mail: str) -> WaitingPlayer | None:
    """What somebody waits for; None if that is nothing."""
    return _read(_file(hall, mail))


def list_waiting(hall: ClubFolder) -> list[WaitingPlayer]:
    """Who waits, the longest first. A file that is none of ours waits for nothing."""
    files = hall.waiting_folder.glob("*.json") if hall.waiting_folder.is_dir() else ()
    return sorted(one for file in files if (one := _read(file)) is not None)


def _read(file: Path) -> WaitingPlayer | None:
    try:
        return WaitingPlayer(**json.loads(file.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def assign_seats(sides: list[str], waiting: list[WaitingPlayer]) -> dict[str, WaitingPlayer] | None:
    """Each side with who is to play it: who came first has the first choice, and nobody gets a side that he
    does not want; None as long as a seat stays empty."""
    if not sides:
        return {}
    side, *others = sides
    for one in waiting:
        if one.side in ("", side):
            rest = assign_seats(others, [each for each in waiting if each.mail.lower() != one.mail.lower()])
            if rest is not None:
                return {side: one, **rest}
    return None


def _file(hall: ClubFolder, mail: str) -> Path:
    return address_file(hall.waiting_folder, mail)
