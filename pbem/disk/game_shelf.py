"""Where the files of games are found: in `games/` of each folder that this process has opened, and among
those that were handed to it.

A game's file is taken by its digests alone, and held against them each time that it is read from the disk. So
the place where it lies proves nothing, and a file that was put there in its stead is told by name.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from modules import plain_files
from modules.game_file.digests import GameDigests, differing
from modules.game_file.names import SUFFIX, BadGameFile
from modules.plain_files import is_there
from pbem import errors
from pbem.disk import atomic_files

if TYPE_CHECKING:
    from modules.game_file.opened import GameFile

ROOM: Final = "games"
"""The folder, within that of a party or a club, in which files of games lie."""

_MOST_PLACES: Final = 256
_MOST_FILES: Final = 16
_MOST_NAMED: Final = 8
"""Files that differ, as many as a message names."""

K = TypeVar("K")
V = TypeVar("V")


class _Newest(Generic[K, V]):
    """Things by their keys, at most as many as it holds: the oldest give way. The pages of a club ask in
    several threads."""

    def __init__(self, most: int) -> None:
        self._most, self._kept, self._lock = most, OrderedDict[K, V](), Lock()

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def all(self) -> list[V]:
        """From the newest to the oldest."""
        with self._lock:
            return [*reversed(self._kept.values())]

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._kept.get(key)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


_places: Final[_Newest[Path, Path]] = _Newest(_MOST_PLACES)
_handed: Final[_Newest[str, GameFile]] = _Newest(_MOST_FILES)


def note_place(folder: Path) -> None:
    """From now on look into `games/` of this folder, too: of the newest first."""
    _places.put(folder, folder)


def hand_over(game: GameFile) -> None:
    """Let this process find a game's file that lies elsewhere, or came with a mail."""
    _handed.put(game.digests.whole, game)


def forget() -> None:
    """Forget all places and files, as a new process."""
    _places.clear()
    _handed.clear()


def place_of(folder: Path, digests: GameDigests) -> Path:
    """Where a folder keeps the game's file of these digests."""
    return file_of(folder, digests.whole)


def file_of(folder: Path, whole: str) -> Path:
    """Where a folder keeps the game's file of this game digest."""
    return folder / ROOM / f"{whole}{SUFFIX}"


def find_handed(name: str, whole: str) -> GameFile:
    """The file of a game of this name and game digest that was handed over. Raises MissingGameFile."""
    found = _handed.get(whole)
    if found is None:
        raise errors.MissingGameFile(f"the file of the game {name} is not here")
    return found


def keep(folder: Path, game: GameFile) -> Path:
    """Keep a game's file in a folder, under its digest; where it lies. Raises OSError."""
    file = place_of(folder, game.digests)
    if not _holds(file, game.data):
        atomic_files.DISK.make_directory(file.parent)
        atomic_files.replace(file, game.data)
    return file


def keep_only(folder: Path, whole: str) -> None:
    """Remove the files of all other games from a folder. Raises OSError."""
    for file in (folder / ROOM).glob(f"*{SUFFIX}"):
        if file.stem != whole:
            file.unlink()


def _holds(file: Path, data: bytes) -> bool:
    try:
        return plain_files.read(file, len(data), file.parent) == data
    except OSError:
        return False


def find(name: str, digests: GameDigests) -> GameFile:
    """The file of a game of this name with these digests, in any place: a swapped file in one folder takes no
    other folder's game away. Raises OtherGameFile where another lies in its place, or was handed over for it;
    MissingGameFile."""
    swapped: errors.OtherGameFile | None = None
    for folder in _places.all():
        file = place_of(folder, digests)
        if is_there(file):
            try:
                return _read(file, digests)
            except errors.OtherGameFile as error:
                swapped = swapped or error
    if (handed := _handed.get(digests.whole)) is not None:
        return handed
    if swapped is not None:
        raise swapped
    for other in _handed.all():
        if other.name == name:
            raise errors.OtherGameFile(describe_difference(other, digests))
    raise errors.MissingGameFile(
        f"the game {name} comes from a file, which is not here: get {name}{SUFFIX} from the host or "
        "another player, and repeat the command with --game FILE"
    )


def _read(file: Path, digests: GameDigests) -> GameFile:
    from modules.game_file import opened  # with zips, which a command may not need

    try:
        found = opened.open_file(file)
    except (BadGameFile, OSError) as error:
        raise errors.OtherGameFile(f"{error}: put the file of the game back") from error
    if found.digests.whole != digests.whole:
        raise errors.OtherGameFile(describe_difference(found, digests))
    return found


def describe_difference(found: GameFile, wanted: GameDigests) -> str:
    """Which files in a game's file are not those of these digests."""
    names = [
        *differing(found.digests.files, wanted.files),
        *differing(found.digests.art, wanted.art),
    ]
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    what = "this file is not that" if len(names) == 1 else "these files are not those"
    return f"{found.path}: {', '.join(names[:_MOST_NAMED])}{more}: {what} of the game that was agreed on"
