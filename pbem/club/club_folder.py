"""The folder of a club: a folder for each game, as a referee of that game alone would have it, and what
belongs to none of them.

club.yaml post.yaml   settings           games/NAME/   the referee's folder of a game
games/*.senlac        games from files that may be begun, which the operator has put there
outbox/ sent/         mails of no game   waiting/      who waits for a game, a file each
asked/                requests that wait for their code, a file each
asked/begun/ done/    those whose code came: being done, done
stopped/              addresses that get no mail
wanted/               seats for which a substitute is wanted, a file each
aside/NAME            why a game rests   aside/mails/  the mails of games that rest, and that broke one
put_off/              mails that came beyond a day's limits, for the day after
index.sqlite          worked out from the games: it may be deleted at any time
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.club import settings
from pbem.club.settings import ClubFile
from pbem.disk import atomic_files
from pbem.log.party.folder import Folder
from pbem.post.outbox import Outbox
from pbem.reason_codes import Code

_NAME = re.compile(r"[0-9]{1,6}-[a-z0-9_-]{1,60}\Z")


@dataclass(frozen=True, slots=True)
class ClubFolder:
    """The paths of a club."""

    path: Path

    def settings(self) -> ClubFile:
        """What stands in club.yaml; raises `bad-club-file`."""
        return settings.read(self.path / settings.NAME)

    @property
    def index_file(self) -> Path:
        """What `index.Index` keeps."""
        return self.path / "index.sqlite"

    @property
    def waiting_folder(self) -> Path:
        """The folder of who waits."""
        return self.path / "waiting"

    @property
    def cache(self) -> Path:
        """Where parts of pictures of all games are kept; it may be deleted at any time."""
        return self.path / ".cache"

    @property
    def outbox(self) -> Outbox:
        """The mails of no game."""
        return Outbox(self.path)

    def game(self, name: str) -> Folder:
        """The referee's folder of a game."""
        return Folder(self.path / "games" / name)

    def names(self) -> list[str]:
        """The names of all games, in the order in which they were begun."""
        place = self.path / "games"
        return sorted_names(each.name for each in place.iterdir()) if place.is_dir() else []

    @property
    def draft(self) -> Folder:
        """Where the next game is prepared: it is none of the club's before it is whole."""
        return Folder(self.path / "games" / ".next")

    def add(self, scenario: str) -> str:
        """Let the draft be one more game, in one step; its name: the next number and the scenario. Raises
        OSError."""
        following = max(map(number, self.names()), default=0) + 1
        while (place := self.path / "games" / f"{following}-{scenario}").exists():
            following += 1
        atomic_files.DISK.rename(self.draft.path, place)
        atomic_files.DISK.sync_directory(place.parent)
        return place.name

    def lock_shared(self) -> AbstractContextManager[None]:
        """Nobody else changes what belongs to no game: on a disk one process runs the club anyway."""
        return nullcontext()

    def quarantine_file(self, name: str) -> Path:
        """Why a game rests, if it does."""
        return self.path / "aside" / name

    def quarantine_folder(self) -> Iterator[tuple[str, str]]:
        """The games that rest, each with its reason."""
        for name in self.names():
            if (file := self.quarantine_file(name)).is_file():
                yield name, file.read_text(encoding="utf-8")

    @property
    def postponed_folder(self) -> Path:
        """Where mails beyond a day's limits are kept until the day after."""
        return self.path / "put_off"

    @property
    def quarantined_mails(self) -> Path:
        """Where the mails of games that rest are kept."""
        return self.path / "aside" / "mails"


def open_club(path: Path) -> ClubFolder:
    """The club in a folder; raises `bad-club-file` where there is none."""
    hall = ClubFolder(path)
    hall.settings()
    return hall


def create_club(path: Path) -> ClubFolder:
    """A new club with settings to edit; raises FileExists where there is one."""
    hall = ClubFolder(path)
    atomic_files.DISK.make_directory(path)
    try:
        atomic_files.write_new(path / settings.NAME, settings.TEMPLATE.encode())
    except errors.FileExists as error:
        raise errors.FileExists(f"{path / settings.NAME} exists: there is a club in this folder") from error
    return hall


def find(hall: ClubFolder, word: str) -> str:
    """The name of the game that a word names: its number or its name; raises `no-such-game`."""
    for name in hall.names():
        if word.lower() in (name, name.split("-", 1)[0]):
            return name
    raise errors.Refusal(Code.NO_SUCH_GAME, f"there is no game {word[:60]!r} here; `list` tells all")


def address_file(folder: Path, mail: str) -> Path:
    """Where something is kept of an address."""
    return folder / f"{hashlib.sha256(mail.lower().encode()).hexdigest()[:32]}.json"


def sorted_names(names: Iterable[str]) -> list[str]:
    """Those of games, in the order in which they were begun."""
    return sorted((name for name in names if _NAME.match(name)), key=lambda name: (number(name), name))


def number(name: str) -> int:
    """With which a game's name begins."""
    return int(name.split("-", 1)[0])
