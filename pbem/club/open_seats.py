"""Seats for which somebody else is wanted: who plays there has said so, or mail to him came back for good. An
offer changes nothing: a substitute enters a game by an entry that all sign.
"""

from __future__ import annotations

import json
from pathlib import Path

from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index, Seat
from pbem.disk import atomic_files


def is_offered(hall: ClubFolder, seat: Seat) -> bool:
    """Whether its player has offered a seat."""
    return _file(hall, seat).is_file()


def offer(hall: ClubFolder, seat: Seat, *, offered: bool) -> None:
    """Offer a seat, or no longer; raises OSError."""
    file = _file(hall, seat)
    if offered:
        atomic_files.DISK.make_directory(file.parent)
        atomic_files.replace(file, f"{seat.mail}\n".encode(), mode=0o600)
    elif file.is_file():
        atomic_files.DISK.unlink(file)


def list_seats(hall: ClubFolder, index: Index) -> list[Seat]:
    """The seats that are offered, of games in progress. What was asked for a player counts for no other."""
    asked = {
        file.name: file.read_text(encoding="utf-8").strip() for file in (hall.path / "wanted").glob("[0-9]*")
    }
    mails = set(asked.values())
    gone = set(_came_back(hall))
    playing = {row.name for row in index.rows("playing")}
    found = [seat for mail in sorted(mails | gone) for seat in index.seats_of(mail) if seat.game in playing]
    return [seat for seat in found if seat.mail in gone or asked.get(f"{seat.game}.{seat.role}") == seat.mail]


def _file(hall: ClubFolder, seat: Seat) -> Path:
    return hall.path / "wanted" / f"{seat.game}.{seat.role}"


def _came_back(hall: ClubFolder) -> list[str]:
    """The addresses that get no mail."""
    found = []
    for file in (hall.path / "stopped").glob("*.json"):
        try:
            found.append(str(json.loads(file.read_text(encoding="utf-8"))["mail"]))
        except (ValueError, TypeError, KeyError):
            continue
    return found
