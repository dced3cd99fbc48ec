"""What the small server serves: a page, and what may be called from it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Download:
    """A file as the answer of a call."""

    name: str
    media_type: str
    data: bytes


class CallRefused(Exception):
    """A call that is refused, with a code for the page, a sentence for the person, and `more` facts."""

    def __init__(self, code: str, what: str, more: Json | None = None) -> None:
        super().__init__(what)
        self.code, self.what, self.more = code, what, more or {}


Call: TypeAlias = Callable[[Json], Json]
Wait: TypeAlias = Callable[[Json, threading.Event], Json]
DownloadCall: TypeAlias = Callable[[Json], Download]


@dataclass(frozen=True)
class LocalPage:
    """A page with its content security policy. `calls` and `downloads` are made one after the other, under
    one lock; `waits` beside them, without it: their event is set when the client has gone or the server
    stops, and they return then."""

    html: str
    policy: str
    calls: Mapping[str, Call] = field(default_factory=dict)
    waits: Mapping[str, Wait] = field(default_factory=dict)
    downloads: Mapping[str, DownloadCall] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    """How many bytes the body of a call may have, where it is more than for all others."""
