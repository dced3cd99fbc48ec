"""From a game to the file that carries it: a game without faults, read once and checked as it is packed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.checking.faults import faults_of
from modules import game_registry
from modules.definition import Definition, DefinitionError, load
from modules.game_file import archive, contents, opened
from modules.game_file.opened import GameFile


class InstalledGameError(Exception):
    """A game that comes with Senlac: everybody has it, and no file may bear its name."""


@dataclass(frozen=True, slots=True)
class PackedGame:
    """A game and its file. `left_out`: the names of what lies in the game's folder and is not carried."""

    definition: Definition
    file: GameFile
    left_out: tuple[str, ...]


def pack_game(game: str) -> PackedGame:
    """The file of a game that a folder or a file holds; of a file it is the same bytes.

    Raises InstalledGameError, DefinitionError with every fault, BadFileName for what no file carries, and
    NoSuchGame, BadGameFile, OSError.
    """
    folder = game_registry.folder(game)
    if name := game_registry.name_of(folder):
        raise InstalledGameError(
            f"{name} comes with Senlac, so that everybody has it: a file carries games of other names"
        )
    _refuse_faults(folder)
    if opened.shown_path(folder) == folder:
        found = contents.read_contents(folder)
        file, left_out = opened.parse_bytes(archive.pack_files(found.files), folder), found.left_out
    else:
        file, left_out = opened.open_file(Path(game)), ()
    _refuse_faults(file.folder)  # of what is carried: the folder may have changed meanwhile
    return PackedGame(load(file.folder), file, left_out)


def _refuse_faults(folder: Path) -> None:
    faults = [each for each in faults_of(folder) if not each.warning]
    if faults:
        raise DefinitionError(folder, faults)
