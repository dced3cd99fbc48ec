"""The routes of the small server: the page, the way in; with the token calls, waits and downloads."""

from __future__ import annotations

import asyncio
import json
import re
import threading
import traceback
from collections.abc import Awaitable, Callable, Mapping
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import quote

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from generator.local_server.access import Access, Denied, WordUsed
from generator.local_server.local_page import CallRefused, Download, LocalPage
from generator.local_server.request_bodies import MOST_BYTES, read_body

MOST_WAITS: Final = 16
_SAFE: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_POLICY: Final = "Content-Security-Policy"
_FRAMES: Final = "frame-ancestors 'none'"
_NOTHING: Final = f"default-src 'none'; base-uri 'none'; form-action 'none'; {_FRAMES}"
_MEDIA_TYPE: Final = re.compile(r"[a-z]+/[a-z0-9.+-]+(; charset=utf-8)?")
_FAULT: Final = "The program has met a fault of its own; the terminal says where. The game goes on."


class LocalApplication:
    """Answers the requests for a page. `tell` prints a line on the terminal; `entered` is called when the
    page has its token."""

    def __init__(
        self, page: LocalPage, access: Access, tell: Callable[[str], None], entered: Callable[[], None]
    ) -> None:
        self._page, self._access, self._tell, self._entered = page, access, tell, entered
        self._lock = asyncio.Lock()
        self._waits = CapacityLimiter(MOST_WAITS)
        self._waiting: set[threading.Event] = set()
        self._stopping = False

    def app(self) -> ASGIApp:
        """The application, for a server of ASGI."""
        made = Starlette(
            routes=[
                Route("/", self._show_page, methods=["GET"]),
                Route("/enter", self._guard(self._enter), methods=["POST"]),
                Route("/prove", self._guard(self._prove), methods=["POST"]),
                Route("/call/{name}", self._guard(self._call), methods=["POST"]),
                Route("/wait/{name}", self._guard(self._wait), methods=["POST"]),
                Route("/download/{name}", self._guard(self._download), methods=["POST"]),
            ],
            exception_handlers={HTTPException: _answer_missing},
        )
        made.router.redirect_slashes = False

        async def check_first(scope: Scope, receive: Receive, send: Send) -> None:
            try:
                self._access.check_source(scope["headers"])
            except Denied as error:
                await _answer_denied(error)(scope, receive, send)
                return
            await made(scope, receive, send)

        return check_first

    def stop(self) -> None:
        """Lets all waits return."""
        self._stopping = True
        for gone in tuple(self._waiting):
            gone.set()

    # --- routes --------------------------------------------------------------------------------------

    async def _show_page(self, _request: Request) -> Response:
        headers = {**_SAFE, _POLICY: f"{self._page.policy}; {_FRAMES}"}
        return Response(self._page.html, headers=headers, media_type="text/html")

    def _guard(
        self, answer: Callable[[Request], Awaitable[Response]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """A route that answers whatever goes wrong behind it in one sentence."""

        async def guarded(request: Request) -> Response:
            try:
                return await answer(request)
            except Denied as error:
                return _answer_denied(error)
            except CallRefused as error:
                return _answer_fault(409, error.code, error.what, error.more)
            except Exception as error:
                self._tell(f"{request.url.path}: {_describe(error)}")
                return _answer_fault(500, "fault", _FAULT)

        return guarded

    async def _enter(self, request: Request) -> Response:
        body = await read_body(request)
        try:
            token = self._access.enter(body.get("word"))
        except WordUsed:
            self._tell(
                "The address was used a second time: by another window, or by somebody who has seen it. The "
                "first page goes on; if that is not yours, press Ctrl-C and start again."
            )
            raise
        self._entered()
        return _answer(200, {"token": token})

    async def _prove(self, request: Request) -> Response:
        body = await read_body(request)
        return _answer(200, {"proof": self._access.prove(body.get("question"))})

    async def _call(self, request: Request) -> Response:
        call = self._find(request, self._page.calls)
        body = await read_body(request, self._page.sizes.get(request.path_params["name"], MOST_BYTES))
        async with self._lock:
            return _answer(200, await to_thread.run_sync(call, body))

    async def _download(self, request: Request) -> Response:
        call = self._find(request, self._page.downloads)
        body = await read_body(request)
        async with self._lock:
            return _answer_file(await to_thread.run_sync(call, body))

    async def _wait(self, request: Request) -> Response:
        wait = self._find(request, self._page.waits)
        body = await read_body(request)
        if len(self._waiting) >= MOST_WAITS:
            raise Denied(503, "too-many", f"Not more than {MOST_WAITS} windows and questions wait at once.")
        gone = threading.Event()
        self._waiting.add(gone)
        if self._stopping:
            gone.set()
        watch = asyncio.create_task(_watch(request, gone))
        try:
            return _answer(200, await to_thread.run_sync(wait, body, gone, limiter=self._waits))
        finally:
            watch.cancel()
            gone.set()
            self._waiting.discard(gone)

    def _find(self, request: Request, known: Mapping[str, Any]) -> Any:
        """What a request calls, if it may. Raises Denied."""
        self._access.check_token(request.scope["headers"])
        if (name := request.path_params["name"]) not in known:
            raise Denied(404, "unknown", "There is no such call.")
        return known[name]


async def _watch(request: Request, gone: threading.Event) -> None:
    """Sets the event when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    gone.set()


# --- answers -------------------------------------------------------------------------------------------


def _answer(status: int, said: Mapping[str, Any]) -> Response:
    data = json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return Response(data, status, {**_SAFE, _POLICY: _NOTHING}, "application/json")


def _answer_fault(status: int, code: str, what: str, more: Mapping[str, Any] | None = None) -> Response:
    return _answer(status, {"error": {**(more or {}), "code": code, "what": what}})


def _answer_denied(error: Denied) -> Response:
    answer = _answer_fault(error.status, error.code, error.what)
    if error.status in (408, 413):
        answer.headers["Connection"] = "close"  # what is left of the body is not read
    return answer


async def _answer_missing(_request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _answer_fault(status, "unknown", "There is no such call.")


def _answer_file(file: Download) -> Response:
    """A file under its own last name, in letters that no header misreads."""
    kind = file.media_type if _MEDIA_TYPE.fullmatch(file.media_type) else "application/octet-stream"
    name = re.sub(r"[^\w .()+-]", "_", PurePath(file.name.replace("\\", "/")).name).strip(". ") or "file"
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    headers = {**_SAFE, _POLICY: _NOTHING, "Content-Disposition": disposition}
    return Response(file.data, 200, headers, kind)


def _describe(error: Exception) -> str:
    """An unexpected fault in one line, with where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({PurePath(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}{where}".split())
