"""The games of one person: in the folders below one, and those that were opened before on this PC.

The search goes no deeper and looks into no more folders than it says, follows no links, and does not go into
the folder of a game. A card is made anew when something in its folder has changed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from modules.amounts import count_noun
from pbem.mail_table.house import game_card
from pbem.mail_table.house.game_card import Card
from pbem.mail_table.house.opened_games import OpenedGames

MOST_DEPTH: Final = 4
MOST_FOLDERS: Final = 2_000
MOST_GAMES: Final = 100
_ROOMS: Final = ("", "moves", "shared", "outbox", "joins", "invitations")
"""The rooms of a folder by which a card may change."""
Stamp: TypeAlias = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The cards, those first in which their reader must act; `note` says where the list is cut."""

    cards: tuple[Card, ...]
    note: str = ""


class GameList:
    """The games below `root`, and those that were `opened`."""

    def __init__(self, root: Path, opened: OpenedGames) -> None:
        self.root, self._opened = root.resolve(), opened
        self._known: dict[Path, tuple[Stamp, Card]] = {}
        self._paths: dict[str, Path] = {}

    @property
    def beside(self) -> Path:
        """Where the folder of a new game is made: among the others, and in no folder of a game."""
        return self.root.parent if game_card.is_game(self.root) else self.root

    def list_games(self) -> Listing:
        """All of them, as they stand now."""
        found, is_whole = self._find_folders()
        self._paths = {game_card.id_of(path): path for path in found}
        self._known = {path: each for path, each in self._known.items() if path in found}
        cards = sorted(map(self._describe, found), key=lambda card: (not card.yours, card.state == "over"))
        note = "" if is_whole else f"{count_noun(len(found), 'game')} are shown; there are more folders."
        return Listing(tuple(cards), note)

    def find_folder(self, game: object) -> Path | None:
        """The folder of a game that is listed; None for any other word."""
        if not isinstance(game, str):
            return None
        if game not in self._paths:
            self.list_games()
        path = self._paths.get(game)
        return path if path is not None and game_card.is_game(path) else None

    def find_card(self, path: Path) -> Card:
        """The card of a folder, as it stands now."""
        return self._describe(path)

    def list_folders(self) -> list[Path]:
        """The folders of all games."""
        self.list_games()
        return [*self._paths.values()]

    def add(self, folder: Path) -> str:
        """Note a folder as opened, and give the word by which a page names it. Raises OSError."""
        path = folder.resolve()
        self._opened.note(path)
        self._paths[game_card.id_of(path)] = path
        return game_card.id_of(path)

    def _describe(self, path: Path) -> Card:
        stamp = _stamp(path)
        if path not in self._known or self._known[path][0] != stamp:
            self._known[path] = stamp, game_card.describe(path)
        return self._known[path][1]

    def _find_folders(self) -> tuple[list[Path], bool]:
        """The folders of games, and whether these are all."""
        below, is_whole = _search(self.root)
        noted = [path.resolve() for path in self._opened.list_folders()]
        found = list(dict.fromkeys([*(path for path in noted if game_card.is_game(path)), *below]))
        return found[:MOST_GAMES], is_whole and len(found) <= MOST_GAMES


def _search(root: Path) -> tuple[list[Path], bool]:
    """The folders of games below one, the nearest first, and whether all were looked into."""
    found = list[Path]()
    waiting, seen = deque([(root, 0)]), 0
    while waiting:
        path, depth = waiting.popleft()
        seen += 1
        if seen > MOST_FOLDERS or len(found) > MOST_GAMES:
            return found, False
        if game_card.is_game(path):
            found.append(path)
        elif depth < MOST_DEPTH:
            waiting.extend((each, depth + 1) for each in _list_subfolders(path))
    return found, True


def _list_subfolders(path: Path) -> list[Path]:
    """The folders in one by name; none of a folder that cannot be read, no links and none that is hidden."""
    try:
        with os.scandir(path) as entries:
            names = [
                each.name
                for each in entries
                if not each.name.startswith(".") and each.is_dir(follow_symlinks=False)
            ]
    except OSError:
        return []
    return [path / name for name in sorted(names)]


def _stamp(path: Path) -> Stamp:
    """By which a folder is known to be as it was: the names, sizes and times of its files."""
    return tuple(each for room in _ROOMS for each in _list_files(path / room, room))


def _list_files(room: Path, name: str) -> Iterator[tuple[str, int, int]]:
    try:
        with os.scandir(room) as entries:
            for each in sorted(entries, key=lambda entry: entry.name):
                if not each.name.startswith("."):
                    info = each.stat(follow_symlinks=False)
                    yield f"{name}/{each.name}", info.st_size, info.st_mtime_ns
    except OSError:
        return
