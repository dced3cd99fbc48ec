"""A table with a game behind it: what the page calls is answered by the calls of a session, without a
server."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event
from typing import Any

from generator.local_server.local_page import CallRefused
from pbem.solo import saved_game
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource
from pbem.table import table_page
from pbem.table.seat.table_calls import TableCalls

HOST = "http://127.0.0.1:8124"
Json = dict[str, Any]


def begin(name: str, folder: Path, seat: str = "", against: str = "policy", seed: int = 5) -> Session:
    """A new game; without a seat that of the first player."""
    from pbem.rules import rules_lookup

    game, scenario = rules_lookup.split(name)
    if not seat:
        from modules import library

        seat = next(iter(library.rules(game, scenario, []).seats))
    return Session(saved_game.new(name, [], seat, against, 0, seed), folder)


class RealTable:
    """`asked`: the names of calls with their bodies, as they came. `story`: as the page has it."""

    def __init__(self, session: Session, source: SessionSource | None = None) -> None:
        self.session = session
        self.table = TableCalls(source or SessionSource(session), "pbem play --table")
        self.calls, self.downloads = self.table.calls(), self.table.downloads()
        self.asked: list[tuple[str, Json]] = []
        self.pieces: list[Json] = []
        self.largest = 0
        self._waiting: list[Any] = []

    def attach(self, page: Any) -> None:
        page.route(f"{HOST}/**", self.answer)

    def answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        if route.request.method == "GET":
            return route.fulfill(body=table_page.write_seat_page(), content_type="text/html; charset=utf-8")
        if path == "/enter":
            return self._say(route, {"token": "a token"})
        body, name = route.request.post_data_json or {}, path.split("/")[-1]
        self.asked.append((name, body))
        if name == "news":
            return self._waiting.append(route)
        try:
            if path.startswith("/download/"):
                file = self.downloads[name](body)
                disposition = {"Content-Disposition": f'attachment; filename="{file.name}"'}
                return route.fulfill(body=file.data, content_type=file.media_type, headers=disposition)
            if name == "odds":
                return self._say(route, self.table.waits()[name](body, Event()))
            return self._say(route, self._keep(self.calls[name](body)))
        except CallRefused as error:
            said = {"error": {**error.more, "code": error.code, "what": error.what}}
            return route.fulfill(status=409, body=json.dumps(said), content_type="application/json")

    def _keep(self, said: Json) -> Json:
        more = said.get("more", {})
        story = said.get("story") or more.get("story") or more
        self.pieces = story.get("pieces", self.pieces)
        if "keep" in more:
            self.largest = max(self.largest, len(json.dumps(said)))
        return said

    def _say(self, route: Any, value: Json) -> None:
        route.fulfill(body=json.dumps(value), content_type="application/json")

    def number_of(self, counter: str) -> int:
        """The number that the page has for a counter."""
        return next(number for number, piece in enumerate(self.pieces) if piece["id"] == counter)
