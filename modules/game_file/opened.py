"""A game's file opened: read whole and checked, and put out as a folder for as long as this process runs.

What reads a game reads a folder. The folder lies among the system's temporary files, is of this process
alone, and goes with it: no other program can change a game between its check and its use.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Final

from modules import plain_files
from modules.game_file import archive
from modules.game_file.digests import GameDigests
from modules.game_file.names import BadGameFile

GAME: Final = "game.yaml"
_MOST: Final = archive.MOST_BYTES + 1_000_000
_SHOWN: Final[dict[Path, Path]] = {}
"""Of each folder that was put out the file that it came from, as a person calls it."""


@dataclass(frozen=True)
class GameFile:
    """A game's file: its bytes, and the files in it by name. `path`: as a person calls it."""

    path: Path
    data: bytes = field(repr=False)
    files: dict[str, bytes] = field(repr=False, compare=False)

    @cached_property
    def digests(self) -> GameDigests:
        """What the game is told by."""
        return GameDigests.of_contents(self.files)

    @cached_property
    def name(self) -> str:
        """The word by which its game.yaml calls the game; empty where that says none."""
        from modules.written import source  # with YAML, which a command may not need

        data = source.parse_bytes(self.files.get(GAME, b""), GAME).data
        return str(data.get("game", "")) if isinstance(data, dict) else ""

    @property
    def folder(self) -> Path:
        """Its files as a folder, put out once in this process."""
        found = _put_out(self.digests.whole, self)
        _SHOWN[found] = self.path
        return found


def open_file(path: Path) -> GameFile:
    """Read a game's file that a person names. Raises OSError, BadGameFile."""
    return parse_bytes(plain_files.read(path, _MOST), path)


def pack_folder(folder: Path) -> GameFile:
    """The file that would carry a folder's game. Raises BadFileName, OSError."""
    from modules.game_file.contents import read_contents  # with YAML, as above

    return parse_bytes(archive.pack_files(read_contents(folder).files), folder)


@lru_cache(maxsize=8)
def parse_bytes(data: bytes, path: Path) -> GameFile:
    """A game's file of these bytes; `path` stands for it in messages. Raises BadGameFile."""
    from modules.game_file.contents import is_carried

    files = archive.unpack_files(data, str(path))
    if strange := [name for name in files if not is_carried(name)]:
        raise BadGameFile(
            f"{path}: {strange[0]}: no file of a game is called so: pack the game's folder with `senlac pack`"
        )
    if GAME not in files:
        raise BadGameFile(f"{path}: no game in it: a game has a {GAME}")
    return GameFile(path, data, files)


def shown_path(folder: Path) -> Path:
    """A game's folder as a person calls it: of a file that was put out, that file."""
    return _SHOWN.get(folder, folder)


def shown_text(text: str) -> str:
    """A message with each folder that was put out as a person calls it: nobody knows the folder."""
    for folder, path in _SHOWN.items():
        text = text.replace(str(folder), str(path))
    return text


def _put_out(digest: str, opened: GameFile) -> Path:
    folder = _room() / digest[:32]
    for name, data in opened.files.items():
        file = folder / name
        # A full disk leaves half a file; some systems remove temporary ones that nobody has read for days.
        if not file.is_file() or file.stat().st_size != len(data):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    return folder


@cache
def _room() -> Path:
    """A temporary folder of this process, removed when it ends; nobody else can write there."""
    room = Path(tempfile.mkdtemp(prefix="senlac-")).resolve()
    atexit.register(shutil.rmtree, room, ignore_errors=True)
    return room
