"""The pages of a club, read only: games in progress and ended, whose move it is and until when, the public
board, results and ratings. Plain HTML that works without scripts, but for the page that verifies logs and one
page of each game, which steps through it. The same state gives the same bytes and the same ETag.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from modules.templates import Templates
from pbem import errors
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index, Row
from pbem.club.web import page_data
from pbem.table import verifier_page

_POLICY: Final = "Content-Security-Policy"
_SAFE: Final = {
    _POLICY: "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_HTML: Final = "text/html; charset=utf-8"
_LEFT: Final = 304
_TEMPLATES: Final = Templates("pbem.club.web")
_NUMBER: Final = re.compile("[1-9][0-9]{0,5}")


class Pages:
    """The pages of one club."""

    def __init__(self, hall: ClubFolder) -> None:
        self._hall = hall
        self._name = hall.settings().name
        self._logs = hall.settings().logs
        self._boards = page_data.Boards(hall)

    def app(self) -> Starlette:
        """The application, for any server of ASGI."""
        return Starlette(
            routes=[
                Route("/", self._progress),
                Route("/results", self._results),
                Route("/ratings", self._ratings),
                Route("/games/{name}", self._game),
                Route("/games/{name}/board.png", self._board),
                Route("/games/{name}/course.txt", self._course),
                Route("/games/{name}/story", self._story),
                Route("/games/{name}/game.log", self._log),
                Route("/verify", self._verifier),
                Route("/club.css", self._style),
            ],
            exception_handlers={HTTPException: self._answer_missing},
        )

    def _progress(self, request: Request) -> Response:
        sheet = self._sheet(request, "playing", "joining", "broken")
        return self._page(request, "progress.html", sheet=sheet, waits=page_data.list_waiting(self._hall))

    def _results(self, request: Request) -> Response:
        return self._page(request, "results.html", sheet=self._sheet(request, "over"))

    def _sheet(self, request: Request, *states: str) -> page_data.GameList:
        """The part of a list that is asked for."""
        asked = request.query_params.get("page", "1")
        with self._index() as index:
            sheet = page_data.games(index, int(asked), *states) if _NUMBER.fullmatch(asked) else None
        if sheet is None:
            raise HTTPException(404)
        return sheet

    def _ratings(self, request: Request) -> Response:
        with self._index() as index:
            return self._page(request, "ratings.html", ratings=page_data.list_ratings(index))

    def _game(self, request: Request) -> Response:
        name = request.path_params["name"]
        with self._index() as index:
            game = page_data.game(index, name)
        if game is None:
            raise HTTPException(404)
        public = self._logs and game.state == "over"
        return self._page(request, "game.html", game=game, log=public)

    def _board(self, request: Request) -> Response:
        row = self._row(request)
        try:
            return self._respond(request, self._boards.board(row), "image/png")
        except errors.BadPicture:
            raise HTTPException(404) from None

    def _course(self, request: Request) -> Response:
        return self._respond(request, self._boards.course(self._row(request)), "text/plain; charset=utf-8")

    def _story(self, request: Request) -> Response:
        """The game step by step, with the script that does so and a policy that lets no other run."""
        from pbem.table import game_page

        row, policy = self._row(request), f"{game_page.policy()}; frame-ancestors 'none'"
        try:
            data = self._boards.story(row)
        except errors.BadPicture:
            raise HTTPException(404) from None
        return self._respond(request, data, _HTML, policy=policy)

    def _log(self, request: Request) -> Response:
        row = self._row(request)
        if not self._logs or row.state != "over":
            raise HTTPException(404)
        data = self._hall.game(row.name).log.path.read_bytes()
        return self._respond(request, data, "text/plain; charset=utf-8")

    def _style(self, request: Request) -> Response:
        data = (resources.files("pbem.club.web") / "templates/club.css").read_bytes()
        return self._respond(request, data, "text/css; charset=utf-8")

    def _verifier(self, request: Request) -> Response:
        """The one page with a script: its policy lets nothing but that script run, and no request go out."""
        page = verifier_page.make_page()
        policy = f"{page.policy}; frame-ancestors 'none'"
        return self._respond(request, page.text.encode(), "text/html; charset=utf-8", policy=policy)

    def _row(self, request: Request) -> Row:
        """The game of a path, if it has begun and holds."""
        with self._index() as index:
            row = index.row(request.path_params["name"])
        if row is None or row.state not in ("playing", "over"):
            raise HTTPException(404)
        return row

    def _answer_missing(self, request: Request, error: Exception) -> Response:
        code = error.status_code if isinstance(error, HTTPException) else 500
        return self._page(request, "missing.html", code)

    def _page(self, request: Request, template: str, code: int = 200, **facts: Any) -> Response:
        text = _TEMPLATES.fill(template, club=self._name, **facts)
        return self._respond(request, text.encode(), _HTML, code)

    @staticmethod
    def _respond(
        request: Request, data: bytes, kind: str, code: int = 200, policy: str = _SAFE[_POLICY]
    ) -> Response:
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        asked = request.headers.get("if-none-match", "").split(",")
        known = tag in (each.strip().removeprefix("W/") for each in asked)
        headers = {**_SAFE, _POLICY: policy, "ETag": tag}
        if code == 200 and known:
            return Response(status_code=_LEFT, headers=headers)
        return Response(data, code, {**headers, "Content-Type": kind})

    @contextmanager
    def _index(self) -> Iterator[Index]:
        index = Index(self._hall)
        try:
            yield index
        finally:
            index.close()
