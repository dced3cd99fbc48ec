"""Asks rules for a part that a command needs, and says clearly which one a game lacks."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.arrangement_rules import ArrangementRules
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.objection_rules import ObjectionRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules

P = TypeVar("P", bound=PlayRules[Any])

_SERVES: Final[dict[type[PlayRules[Any]], str]] = {
    ViewRules: "pictures, reports and studies",
    ArrangementRules: "rule cases",
    AdviceRules: "the policy, the search and odds",
    MailRules: "games by mail",
    ObjectionRules: "objections to acts by hand",
}
"""The parts beside `PlayRules`, each with what it is for."""


class MissingPart(Exception):
    """A game whose rules lack what is asked of it. `game`: its name; `parts`: the names of what it lacks."""

    def __init__(self, game: str, parts: dict[str, str]) -> None:
        self.game, self.parts = game, tuple(parts)
        lacks = " and ".join(f"{name} (for {serves})" for name, serves in parts.items())
        super().__init__(
            f"the rules of {game} lack {lacks}: choose another game; if you write these rules, then add that "
            "part (`senlac docs simple-game` shows how)"
        )


def require(rules: PlayRules[Any], part: type[P]) -> P:
    """The same rules as ones that have a part. Raises MissingPart."""
    if isinstance(rules, part):
        return rules
    lacking = {
        each.__name__: serves
        for each, serves in _SERVES.items()
        if issubclass(part, each) and not isinstance(rules, each)
    }
    raise MissingPart(_game_of(rules), lacking or {part.__name__: "this"})


def _game_of(rules: PlayRules[Any]) -> str:
    """The name of a game: of one that ships its package, of any other the name of its class."""
    package, _, rest = type(rules).__module__.partition(".")
    return rest.partition(".")[0] if package == "modules" and "." in rest else type(rules).__name__
