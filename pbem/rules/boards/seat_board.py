"""The board of one seat, or of everybody, beside a game that is played whole in this program: the same rules,
fed with what may be known there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modules.engine.driver import Play
from modules.engine.requests import Answer, Deal, Request, Reveal, Shuffle
from modules.engine.rules.view_rules import ViewRules


class SeatBoard:
    """Follows the whole game answer by answer. `play` stands where that stands, as the seat sees it, an empty
    one what everybody sees. `looked`: whether cards were dealt or shown after the last answer."""

    def __init__(self, rules: ViewRules[Any], seat: str) -> None:
        self._seat, self._packs = seat, dict[str, tuple[int, ...]]()
        self.play: Play[ViewRules[Any]] = Play(rules, rules.view(rules.start(), seat))
        self._look()

    def follow(self, request: Request, answer: Answer) -> None:
        """Takes in what the whole game was asked, and what the seat learns of the answer."""
        if isinstance(request, Shuffle) and request.secret and isinstance(answer, tuple):
            self._packs[request.secret] = answer
            answer = ()
        self.play.follow(answer)
        self._look()

    def _look(self) -> None:
        """Looks at cards that are dealt to the seat or shown to all."""
        self.looked = False
        while isinstance(request := self.play.request, Deal | Reveal):
            self.looked = True
            self.play.answer(
                self._find_dealt(request) if isinstance(request, Deal) else self._find_shown(request)
            )

    def _find_dealt(self, request: Deal) -> Mapping[str, int]:
        if request.side != self._seat:
            return {}
        return {token: self._number(token) for token in request.cards}

    def _find_shown(self, request: Reveal) -> Mapping[str, int]:
        """Those that are looked for, else the first that come."""
        numbers = {token: self._number(token) for token in request.cards}
        first = sorted(request.cards, key=lambda token: numbers[token] not in request.wanted)
        return {token: numbers[token] for token in first[: request.count]}

    def _number(self, token: str) -> int:
        """A card's number in its pack before it was shuffled: the first of a pack is SECRET1."""
        secret = next(name for name in self._packs if token.startswith(name))
        return self._packs[secret][int(token.removeprefix(secret)) - 1]
