"""What stands behind the line that ended a draft: looked at for the answer alone, on a board of its own, so
that a player learns of all mistakes at once. Nothing of it is in the draft.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose, Secret
from modules.engine.rules.view_rules import ViewRules
from pbem.play.orders import shorthand
from pbem.play.orders.order_candidates import RESIGN, Candidate, nearest_order
from pbem.rules.rules_lookup import MapGeometry

MOST: Final = 40
"""Lines that are looked at."""
_MOST_NEAR: Final = 600
"""Legal orders with which a line that cannot be read is compared."""


class Fate(Enum):
    """What a line behind the end of a draft would have come to."""

    LEGAL = "legal"
    REFUSED = "refused"
    UNREAD = "unread"
    LATER = "later"
    """It comes after dice or another's decision, so that nobody can tell."""


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A line behind the end of a draft; `why` where it is not legal, `nearest` where it cannot be read."""

    line: str
    fate: Fate
    why: str = ""
    nearest: str | None = None


class LaterLines:
    """Looks at lines one after the other; an order that is near one that cannot be read is taken to stand in
    its place, for the lines behind it."""

    def __init__(
        self, play: Play[ViewRules[Any]], side: str, lines: Sequence[str], ground: Callable[[], MapGeometry]
    ) -> None:
        self._play, self._side, self._ground = Play.restore(play.rules, play.snapshot()), side, ground
        for line in lines:
            self._give(play.rules.grammar.parse(line))

    @property
    def _choice(self) -> Choose | None:
        request = self._play.request
        if isinstance(request, Secret):
            return request.choices.get(self._side)
        return request if isinstance(request, Choose) and request.seat == self._side else None

    def nearest(self, candidate: Candidate) -> str | None:
        """The order that was most likely meant by a line that cannot be read."""
        legal = [] if self._choice is None else [str(each) for each in self._choice.options.legal()]
        return nearest_order(self._play.rules.grammar, candidate.bare or candidate.typed, legal[:_MOST_NEAR])

    def skip(self, nearest: str | None) -> bool:
        """Go on behind a line that cannot be read, as if the order that is near it stood there; whether that
        is legal."""
        if nearest is None or nearest == RESIGN:
            return False
        return self._give(self._play.rules.grammar.parse(nearest)) is None

    def look_at(self, candidates: Sequence[Candidate]) -> tuple[LaterLine, ...]:
        """What each of these lines would have come to; at most `MOST`."""
        return tuple(self._look_at(each) for each in candidates[:MOST])

    def _look_at(self, candidate: Candidate) -> LaterLine:
        if not candidate.orders:
            nearest = self.nearest(candidate)
            self.skip(nearest)
            return LaterLine(candidate.typed, Fate.UNREAD, candidate.why, nearest)
        (line,) = candidate.orders
        if self._choice is None:
            return LaterLine(line, Fate.LATER)
        why = self._give(self._play.rules.grammar.parse(line))
        return LaterLine(line, Fate.LEGAL if why is None else Fate.REFUSED, why or "")

    def _give(self, order: Order) -> str | None:
        """Carry an order out, or say why not; of one given together with others it is only asked."""
        choice = self._choice
        if choice is None:
            return None
        try:
            if isinstance(self._play.request, Secret):
                choice.options.check(order)
                return None
            fault = partial(shorthand.SeveralPaths, 0)
            order = shorthand.complete_path(self._play, choice, order, self._ground, fault)
            self._play.answer(order)
        except Illegal as error:
            return str(self._play.why_not(choice.seat, order) or error)
        except (OrderError, shorthand.SeveralPaths) as error:
            return str(error)
        return None
