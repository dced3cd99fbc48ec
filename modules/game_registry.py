"""The games that ship with Senlac, by their names, and the folder that GAME of a command stands for.

A path to a folder, or to a file that carries a game, serves wherever GAME does, but only as data. Who asks
here loads nothing else. The names are reserved: code, rule cases and whatever else is found by the name of a
game are for its own folder alone.
"""

from __future__ import annotations

from pathlib import Path

from modules.game_file.names import is_named
from modules.plain_files import is_there
from modules.written.faults import NoSuchGame

HERE = Path(__file__).parent


def games() -> tuple[str, ...]:
    """The names of the shipped games."""
    return tuple(sorted(p.parent.name for p in HERE.glob("*/game.yaml")))


def name_of(folder: Path) -> str:
    """The name of the shipped game whose own folder this is, however its path is written; empty for any other
    folder, whatever name its game.yaml gives."""
    where = folder.resolve()
    return next((name for name in games() if (HERE / name).resolve() == where), "")


def refereed_games() -> tuple[str, ...]:
    """The names of the shipped games that have rules; the others are data only as yet."""
    return tuple(name for name in games() if (HERE / name / "rules.py").is_file())


def folder(name: str) -> Path:
    """The folder of a shipped game, of a path to one, or of a file that carries one. Raises NoSuchGame, and
    BadGameFile or OSError for a file that cannot be read as such."""
    if name in games():
        return HERE / name
    if Path(name).is_dir():
        return Path(name)
    if is_named(name) and is_there(Path(name)):
        from modules.game_file import opened  # with zips, which a command may not need

        return opened.open_file(Path(name)).folder
    raise NoSuchGame(
        f"there is no game {name!r}: the games here are {', '.join(games())}; or name a folder, or a file of "
        "`senlac pack`"
    )
