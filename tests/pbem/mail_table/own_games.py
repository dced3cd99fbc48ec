"""A player's games in folders, an invitation as the host has sent it, and a game on the page that writes down
what it was told."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from commands import good

from generator.local_server.local_page import CallRefused, Download
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.mail_table.house.game_list import GameList
from pbem.mail_table.house.house_calls import House
from pbem.mail_table.house.opened_games import OpenedGames
from pbem.messages.letters import setup_letters
from pbem.setup import invitation
from pbem.setup.new_game import Plan

NOW = 1_800_000_000
MARKUP = "<img src=x onerror=alert(1)>"
PLAYERS = {
    "referee": Player("Rolf", "rolf@example.org"),
    "saxon": Player("Sven", "sven@example.org"),
    "norman": Player("Ann", "ann@example.org"),
}
Json = dict[str, Any]


class ToldGame:
    """A game that a page has open: it answers each call with what it was asked."""

    def __init__(self, folder: Folder) -> None:
        self.folder, self.laid, self.noted, self.closed = folder, [], [], False

    def calls(self) -> Mapping[str, Any]:
        return {"begin": lambda asked: {"in": self.folder.path.name}, "send": self._sign}

    def waits(self) -> Mapping[str, Any]:
        return {"news": lambda asked, gone: {"in": self.folder.path.name}}

    def downloads(self) -> Mapping[str, Any]:
        return {"orders": lambda asked: Download("orders.txt", "text/plain", b"done\n")}

    def lay_lines(self, lines: Sequence[str], press: Sequence[str]) -> str:
        self.laid = [*lines, *press]
        return "laid"

    def note_received(self, told: str, data: bytes) -> str:
        self.noted.append(told)
        return told

    def note_unlocked(self) -> None:
        self.noted.append("unlocked")

    def close(self) -> None:
        self.closed = True

    def _sign(self, asked: Json) -> Json:
        return {"key": self.folder.key().public.fingerprint}


class Desk:
    """The house over a folder, as a page calls it."""

    def __init__(self, root: Path) -> None:
        root.mkdir(exist_ok=True)
        self.root, self.games = root, list[ToldGame]()
        self.list = GameList(root, OpenedGames(root / ".notes" / "tables.json"))
        self.house = House(self.list, self._open, lambda: NOW)

    def _open(self, folder: Folder) -> ToldGame:
        self.games.append(ToldGame(folder))
        return self.games[-1]

    def call(self, name: str, /, **said: Any) -> Json:
        return dict(self.house.calls()[name](said))

    def refuse(self, name: str, /, **said: Any) -> CallRefused:
        with pytest.raises(CallRefused) as refused:
            self.call(name, **said)
        return refused.value

    def drop(self, file: Path, table: str = "", name: str = "") -> Json:
        data = base64.b64encode(file.read_bytes()).decode()
        return self.call("take", table=table, name=name or file.name, data=data)

    def card(self, name: str) -> Json:
        """The card of a folder by the end of its path."""
        found = (each for each in self.call("house")["games"] if Path(each["folder"]).name == name)
        return next(found)

    def id(self, name: str) -> str:
        return str(self.card(name)["id"])


def invite(path: Path, **names: str) -> tuple[Folder, Path]:
    """The host's folder, and the mail that asks the Normans, as it was sent."""
    players = {**PLAYERS, **{role: Player(name, f"{role}@example.org") for role, name in names.items()}}
    host = Folder(path / "host")
    made = invitation.invite(Plan("three_battles", "hastings", (), players), "referee", host)
    (mail,) = (each for each in setup_letters.invitations(host, made, NOW) if "norman" in each.name)
    sent = path / "will-you-play.eml"
    sent.write_bytes(mail.read_bytes().split(b"X-Unsent: 1\r\n", 1)[1])
    return host, sent


def copy_game(begun: Path, root: Path) -> None:
    """The game of the fixture `begun` below a folder."""
    for role in ("referee", "saxon", "norman"):
        shutil.copytree(begun / role, root / "hastings" / role)


def begin_fulford(root: Path) -> Path:
    """A new game in which the Vikings have to set up: a folder that signs is no copy."""
    good("new", "three_battles/fulford", "--out", root / "fulford")
    return root / "fulford"
