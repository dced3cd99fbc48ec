"""The calls that the pages of all hosts make alike: pictures, and what a player asks while they make up their
mind. Each is answered alone, and what is refused is told as a sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import wraps
from threading import Event, RLock
from typing import Any, Final

from generator.local_server.local_page import CallRefused
from modules.engine.errors import OrderError
from pbem import errors
from pbem.table.seat import gesture_reader, odds_process
from pbem.table.seat.choosing import Choosing, tell_fault
from pbem.table.seat.gesture_reader import BadCall
from pbem.table.seat.picture_shelf import PictureShelf
from pbem.table.story_json import Json, embed

Asked = Mapping[str, Any]
LONG_POLL: Final = 25.0
"""Seconds for which a page waits for news at most."""
LOOK: Final = 0.25
"""Seconds between two looks whether there are news."""


class SeatCalls(ABC):
    """What the page of a seat may ask, whoever its host is."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._shelf = PictureShelf()

    @abstractmethod
    def _choosing(self, asked: Asked) -> Choosing:
        """The decision that is due, for a page that shows the newest state. Raises CallRefused."""

    @abstractmethod
    def _ask_odds(self, asked: Asked) -> odds_process.OddsTask:
        """The order of which a page asks the chances. Raises CallRefused, PbemError."""

    def _find_odds(self, asked: Json, stopped: Event) -> Json:
        """The chances of an order, which may take long; others are answered meanwhile."""
        task = self._guard(self._ask_odds)(asked)
        try:
            return odds_process.find_odds(task, stopped)
        except odds_process.OddsStopped:
            return {"why": "stopped"}

    def _choosing_calls(self) -> dict[str, Callable[[Json], Json]]:
        return {
            "pictures": self._guard(self._find_pictures),
            "pick": self._guard(lambda asked: self._choosing(asked).pick(asked)),
            "why": self._guard(lambda asked: self._choosing(asked).explain(asked)),
            "read": self._guard(lambda asked: self._choosing(asked).read(asked)),
            "fill": self._guard(lambda asked: self._choosing(asked).fill(asked)),
        }

    def _find_pictures(self, asked: Asked) -> Json:
        found = self._shelf.find(gesture_reader.take_texts(asked, "names"))
        return {"pictures": {name: embed(picture) for name, picture in found.items()}}

    def _guard(self, call: Callable[[Json], Any]) -> Callable[[Json], Any]:
        """A call that is answered alone, and whose refusals the page can show."""

        @wraps(call)
        def guarded(asked: Json) -> Any:
            with self._lock:
                return refuse_in_words(call, asked)

        return guarded


def refuse_in_words(call: Callable[[Json], Any], asked: Json) -> Any:
    """What a call answers. Raises CallRefused with a sentence for all that a person can be told of."""
    try:
        return call(asked)
    except BadCall as error:
        raise CallRefused("bad-call", str(error)) from error
    except errors.StaleDraft as error:
        raise CallRefused("stale", str(error)) from error
    except (OrderError, errors.PbemError) as error:
        cause = error.cause if isinstance(error, errors.RefusedLine) else error
        told = tell_fault(cause if isinstance(cause, OrderError) else error)
        raise CallRefused("refused", told["why"], {"rule": told["rule"]}) from error
    except OSError as error:
        raise CallRefused("disk", f"{error.filename}: {error.strerror}") from error
