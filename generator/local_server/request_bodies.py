"""The body of a request: JSON within limits of size, time, depth and characters."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, Final, NoReturn

from starlette.requests import ClientDisconnect, Request

from generator.local_server.access import Denied
from generator.local_server.local_page import Json

MOST_BYTES: Final = 1_000_000
SECONDS: Final = 10.0
DEPTH: Final = 16
_TYPE: Final = "application/json"
_HALF: Final = re.compile("[\ud800-\udfff]")
"""Half of a character, as JSON may write one: it stands in no file."""


async def read_body(request: Request, most: int = MOST_BYTES) -> Json:
    """The JSON object that a request carries in at most `most` bytes. Raises Denied."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != _TYPE:
        raise Denied(415, "not-json", f"A call has a body of type {_TYPE}.")
    return parse_body(await _read_bytes(request, most))


async def _read_bytes(request: Request, most: int) -> bytes:
    told = request.headers.get("content-length", "0")
    if not (told.isascii() and told.isdigit()) or int(told) > most:
        _refuse_size(most)
    found = bytearray()
    try:
        async with asyncio.timeout(SECONDS):
            async for chunk in request.stream():
                found += chunk
                if len(found) > most:
                    _refuse_size(most)
    except TimeoutError:
        raise Denied(408, "too-slow", f"The body of the call took more than {SECONDS:g} seconds.") from None
    except ClientDisconnect:
        raise Denied(400, "cut-short", "The body of the call ends too early.") from None
    return bytes(found)


def _refuse_size(most: int) -> NoReturn:
    raise Denied(413, "too-large", f"The body of a call has at most {most} bytes.")


def parse_body(data: bytes) -> Json:
    """The JSON object in these bytes. Raises Denied."""
    try:
        found = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise Denied(400, "bad-json", "The body of the call is not JSON.") from None
    if not isinstance(found, dict) or not _is_plain(found, DEPTH):
        raise Denied(400, "bad-json", "The body of the call is no JSON object of texts and numbers.")
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _is_plain(value: Any, depth: int) -> bool:
    """Whether a value is nested no deeper, and each text in it can be written."""
    if isinstance(value, str):
        return _HALF.search(value) is None
    if isinstance(value, dict):
        return depth > 0 and all(_is_plain(each, depth - 1) for pair in value.items() for each in pair)
    if isinstance(value, list):
        return depth > 0 and all(_is_plain(each, depth - 1) for each in value)
    return value not in (float("inf"), float("-inf"))
