"""A page of games by mail with a player's own folder behind it: the calls of the house, and its robot in a
thread of this process."""

from __future__ import annotations

import json
import time
from threading import Event
from types import SimpleNamespace
from typing import Any

from generator.local_server.local_page import CallRefused
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.seeded_random import SeededRandom
from pbem.log.party.folder import Folder
from pbem.mail_table.house.game_list import GameList
from pbem.mail_table.house.house_calls import House
from pbem.mail_table.house.opened_games import OpenedGames
from pbem.mail_table.mail_game import MailGame
from pbem.rules import rules_lookup
from pbem.table import table_page

HOST = "http://127.0.0.1:8124"
Json = dict[str, Any]


class PlayedSeat:
    """The seat of a player by mail, with the names that a player with a mouse knows from a session."""

    def __init__(self, game: MailGame) -> None:
        self._game = game

    @property
    def due_choice(self) -> Choose | None:
        return self._game.seat.due_choice

    @property
    def draft(self) -> int:
        return self._game.seat.draft.number

    @property
    def board(self) -> Any:
        return SimpleNamespace(play=self._game.seat.board.choosing_play)

    @property
    def rules(self) -> Any:
        return self.board.play.rules

    @property
    def viewer(self) -> str:
        return self._game.seat.side

    def advise(self) -> Order:
        """What the game's policy would do."""
        play, due = rules_lookup.play_with(self.board.play, AdviceRules), self.due_choice
        assert due is not None
        return play.rules.advise(due, play.state, SeededRandom(5, self._game.seat.table.seq))


class RealHouse:
    """`told`: what the robot did. `pieces`: as the page has them."""

    def __init__(self, folder: Folder, *, uses_post: bool) -> None:
        self.folder, self._uses_post = folder, uses_post
        self.told: list[str] = []
        games = GameList(folder.path.parent, OpenedGames(folder.path.parent / "tables.json"))
        self.house = House(games, self._open, lambda: int(time.time()), games.add(folder.path))
        self.pieces: list[Json] = []
        self.asked: list[str] = []
        self._waiting: list[tuple[Any, Json]] = []

    def _open(self, folder: Folder) -> MailGame:
        self.game = MailGame(
            folder,
            lambda note: self.told.append(note.line()),
            lambda: int(time.time()),
            uses_post=self._uses_post,
        )
        self.session = PlayedSeat(self.game)
        return self.game

    def attach(self, page: Any) -> None:
        self.page = page
        page.route(f"{HOST}/**", self.answer)

    def answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        if route.request.method == "GET":
            return route.fulfill(body=table_page.write_mail_page(), content_type="text/html; charset=utf-8")
        if path == "/enter":
            return self._say(route, {"token": "a token"})
        body, name = route.request.post_data_json or {}, path.split("/")[-1]
        self.asked.append(name)
        if name == "news":
            return self._waiting.append((route, body))
        try:
            if path.startswith("/wait/"):
                return self._say(route, self.house.waits()[name](body, Event()))
            return self._say(route, self._keep(self.house.calls()[name](body)))
        except CallRefused as error:
            said = {"error": {**error.more, "code": error.code, "what": error.what}}
            return route.fulfill(status=409, body=json.dumps(said), content_type="application/json")

    def tell_news(self) -> None:
        """Answers a page that waits, if there is something new."""
        over = Event()
        over.set()
        for route, body in self._waiting[:]:
            found = self.house.waits()["news"](body, over)
            if (found["draft"], found["day"]) != (body.get("draft"), body.get("day")):
                self._waiting.remove((route, body))
                self._say(route, found)

    def number_of(self, counter: str) -> int:
        """The number that the page has for a counter."""
        return next(number for number, piece in enumerate(self.pieces) if piece["id"] == counter)

    def log(self) -> bytes:
        return (self.folder.path / "game.log").read_bytes()

    def _keep(self, said: Json) -> Json:
        more = said.get("more", {})
        story = said.get("story") or more.get("story") or more
        self.pieces = story.get("pieces", self.pieces)
        return said

    def _say(self, route: Any, value: Json) -> None:
        route.fulfill(body=json.dumps(value), content_type="application/json")
