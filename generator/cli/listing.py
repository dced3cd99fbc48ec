"""The command that lists games: all that ship, and all in the user's folder and in folders that are named."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from generator.cli.app import AsJson, app, tell_json, tell_line
from generator.console import quoted

if TYPE_CHECKING:
    from modules.definition import Definition
    from modules.game_file.digests import GameDigests

_VARIABLE: Final = "SENLAC_GAMES"
"""The variable of the environment that names another folder for the user's games."""

_Folders = Annotated[
    list[Path] | None,
    typer.Option(
        "--games",
        metavar="DIR",
        exists=True,
        file_okay=False,
        help="Also list the games in this folder; may be repeated.",
    ),
]


@app.command("list")
def list_games(games: _Folders = None, as_json: AsJson = False) -> None:
    """List games and scenarios, one GAME/SCENARIO per line.

    Games that players carry out by hand, or that clauses of a rules.yaml carry out in part, are marked. The
    games in your own games folder are listed too (SENLAC_GAMES names another folder), and with --games the
    games in that folder: files of `senlac pack`, and folders with a game.yaml. The exit code is 1 if a game
    cannot be read.

    \b
    Example: senlac list
             senlac list --games Downloads
    """
    found = _installed()
    bad: list[str] = []
    for folder in dict.fromkeys([_own_folder(), *(games or ())]):
        found += _games_in(folder, bad)
    if as_json:
        tell_json([each.facts() for each in found])
    else:
        for each in found:
            for line in each.lines():
                tell_line(line)
    for message in bad:
        tell_line(f"senlac: {message}", err=True)
    if bad:
        raise typer.Exit(1)


def _own_folder() -> Path:
    """Where the user keeps games: the folder that SENLAC_GAMES names, or else `games` in the user's own data
    (`$XDG_DATA_HOME/senlac` or `~/.local/share/senlac`, `~/Library/Application Support/senlac`,
    `%LOCALAPPDATA%\\senlac`). It need not be there."""
    from platformdirs import user_data_path

    named = os.environ.get(_VARIABLE)
    return Path(named) if named else user_data_path("senlac", appauthor=False) / "games"


@dataclass(frozen=True, slots=True)
class _Listed:
    """A game, the word for it in a command, whether it has rules, and where it lies if it does not ship."""

    word: str
    definition: Definition
    rules: bool = False
    place: dict[str, str] = field(default_factory=dict)
    digests: GameDigests | None = None

    def lines(self) -> Iterator[str]:
        """A line each scenario, as one types it."""
        for name in self._names():
            word = f"{self.word}/{name}"
            yield f"{quoted(word) if self.place else word}{self._mark}"

    @property
    def _mark(self) -> str:
        """How a game is carried out that does not ship with rules."""
        if self.rules:
            return ""
        return "  (by hand)" if self.definition.rules_file is None else "  (by clauses and by hand)"

    def facts(self) -> dict[str, Any]:
        """The same for a program."""
        from modules import library
        from modules.game_file.digests import digest_facts

        game = self.definition.game
        return {
            "game": game.game,
            "title": game.title,
            "version": game.version,
            "rules": self.rules,
            "clauses": self.definition.rules_file is not None,
            **self.place,
            **({} if self.digests is None else {"digests": digest_facts(self.digests)}),
            "scenarios": [
                {"scenario": f"{self.word}/{name}", "title": library.title(self.definition, name)}
                for name in self._names()
            ],
        }

    def _names(self) -> Iterable[str]:
        return (*self.definition.scenarios, *self.definition.campaigns)


def _installed() -> list[_Listed]:
    from modules import library

    refereed = library.refereed_games()
    return [_Listed(name, library.definition(name), name in refereed) for name in library.games()]


def _games_in(folder: Path, bad: list[str]) -> Iterator[_Listed]:
    """The games in a folder; of what cannot be read, a line goes to `bad`."""
    from modules.game_file.found import games_in

    try:
        paths = games_in(folder)
    except OSError as error:
        bad.append(f"{folder}: {error.strerror}")
        return
    for path in paths:
        try:
            yield _read(path)
        except _faults() as fault:
            bad.append(_why(path, fault))


def _faults() -> tuple[type[Exception], ...]:
    from modules.definition import DefinitionError, NoSuchGame
    from modules.game_file.names import BadGameFile

    return BadGameFile, DefinitionError, NoSuchGame, OSError


def _read(path: Path) -> _Listed:
    from modules.definition import load
    from modules.game_file import opened

    if path.is_dir():
        return _Listed(str(path), load(path), place={"folder": str(path)})
    file = opened.open_file(path)
    return _Listed(str(path), load(file.folder), place={"file": str(path)}, digests=file.digests)


def _why(path: Path, fault: Exception) -> str:
    from modules.amounts import count_noun
    from modules.definition import DefinitionError

    if isinstance(fault, DefinitionError):
        faults = count_noun(len(fault.faults), "fault")
        return f"{path}: {faults}: `senlac check {quoted(path)}` lists them"
    if isinstance(fault, OSError):
        return f"{path}: {fault.strerror or fault}"
    return str(fault)
