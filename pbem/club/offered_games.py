"""What may be begun in a club: the games that are installed, and those whose files its operator has put into
`games/` of its folder. A file that a member attaches to a mail is never taken.

A mail names a game by its name alone. Of several versions of one game the newest is offered; those that are
in progress go on under the file that their own folders keep.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from modules import library
from modules.definition import Definition, DefinitionError
from modules.game_file import opened
from modules.game_file.names import SUFFIX, BadGameFile
from modules.library import NoRules
from pbem import errors
from pbem.disk.game_shelf import ROOM
from pbem.reason_codes import Code
from pbem.rules import rules_lookup


@dataclass(frozen=True, slots=True)
class OfferedFile:
    """A game's file in a club's folder, with the game that it carries."""

    path: Path
    definition: Definition
    digest: str

    @property
    def version(self) -> tuple[int, ...]:
        """The version as numbers, to be compared."""
        return tuple(map(int, self.definition.game.version.split(".")))


def list_scenarios(club: Path) -> list[str]:
    """GAME/SCENARIO of all that may be begun in the club of a folder. A file that is none, such as one that
    is being copied there, is passed over: no member can mend it, and the other games go on."""
    found = [*_installed()]
    for name, file in sorted(_look(club).newest.items()):
        found += [f"{name}/{each}" for each in (*file.definition.scenarios, *file.definition.campaigns)]
    return found


def check_files(club: Path) -> None:
    """Raise `bad-club-file` for a file of a game that is none, and for two files of one name and version."""
    for fault in find_faults(club):
        raise fault


def find_faults(club: Path) -> list[errors.Refusal]:
    """The faults for which files of its operator are passed over, for the operator to read."""
    return _look(club).faults


def find_word(club: Path, name: str) -> str:
    """The word by which the rules are asked for a game of this name: that of an installed one, or the path to
    the operator's file."""
    if name in library.games():
        return name
    file = _look(club).newest.get(name)
    return name if file is None else str(file.path)


@dataclass(frozen=True, slots=True)
class _Found:
    """The newest file of each game, by the name of the game, and what is wrong with other files."""

    newest: dict[str, OfferedFile]
    faults: list[errors.Refusal]


def _look(club: Path) -> _Found:
    found: dict[str, OfferedFile] = {}
    faults: list[errors.Refusal] = []
    twice = set[str]()
    for path in sorted((club / ROOM).glob(f"*{SUFFIX}")):
        try:
            file = _read(path)
        except errors.Refusal as fault:
            faults.append(fault)
            continue
        name = file.definition.name
        other = found.get(name)
        if other is not None and other.version == file.version and other.digest != file.digest:
            faults.append(_two_alike(file, other))
            twice.add(name)
        if other is None or other.version < file.version:
            found[name] = file
    return _Found({name: file for name, file in found.items() if name not in twice}, faults)


def _two_alike(file: OfferedFile, other: OfferedFile) -> errors.Refusal:
    return errors.Refusal(
        Code.BAD_CLUB_FILE,
        f"{file.path} and {other.path} are two games of one name and version, {file.definition.name} "
        f"{file.definition.game.version}: take one away",
    )


def _read(path: Path) -> OfferedFile:
    try:
        data = opened.open_file(path)
        rules_lookup.refuse_taken(data.name)
        return _check(data.folder, path, data.digests.whole)
    except (BadGameFile, OSError, DefinitionError, NoRules, errors.Refusal) as error:
        raise errors.Refusal(Code.BAD_CLUB_FILE, f"{path}: no game that can be begun: {error}") from error


@lru_cache(maxsize=64)
def _check(folder: Path, path: Path, digest: str) -> OfferedFile:
    """The game of a file that was put out as this folder. Raises DefinitionError, NoRules."""
    library.data_rules()
    return OfferedFile(path, library.definition(str(folder)), digest)


@cache
def _installed() -> tuple[str, ...]:
    """GAME/SCENARIO of all installed games that have rules."""
    return tuple(
        f"{game}/{scenario}"
        for game in library.refereed_games()
        for scenario in [*library.definition(game).scenarios, *library.definition(game).campaigns]
    )
