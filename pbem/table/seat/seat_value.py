"""A seat as one value for a page: what it must decide, what it has said, what it holds, and how the game
ended.

For example, in the middle of a movement phase `due` is the question, `lines` are the moves that were given,
and `undo` says how many of them can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.position import PlacedCounter
from modules.engine.requests import Choose
from modules.engine.rules.play_rules import Outcome
from modules.engine.rules.view_rules import ViewRules
from pbem.rules import rules_lookup
from pbem.solo.session import Session
from pbem.table.seat.due_words import describe_due, list_offers
from pbem.table.seat.session_story import SessionStory
from pbem.table.seat.tray import list_tray
from pbem.table.story_json import Json

_MOST_LINES: Final = 60
"""Lines of the newest orders that a page is told."""

_BEHIND_CURTAIN: Final[Json] = {
    "due": None, "tray": [], "lines": [], "standing": [], "offers": [], "rules": {},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """Whose seat a page shows; behind a `curtain` nothing of the one that comes next. `thinking`: the
    program is at it."""

    seat: str
    curtain: bool
    thinking: bool


def describe_seat(session: Session, story: SessionStory, shown: Shown) -> Json:
    """The seat at the screen."""
    due = None if shown.curtain or shown.thinking else session.due_choice
    return {
        "draft": session.draft,
        "seat": shown.seat,
        "next": session.viewer if shown.curtain else "",
        "curtain": shown.curtain,
        "thinking": shown.thinking,
        "over": describe_outcome(session.whole.state.outcome),
        "undo": session.undoable,
        **(_BEHIND_CURTAIN if shown.curtain else _describe_own(session, story, due)),
    }


def _describe_own(session: Session, story: SessionStory, due: Choose | None) -> Json:
    """What the person at the screen alone may see."""
    view = SeatView(
        rules_lookup.definition_of(story.game),
        session.board.play,
        session.viewer,
        due,
        closed=session.rules.closed_orders or session.seals,
    )
    return {
        **describe_decision(view, story.draw_alone, story.rules),
        "lines": [
            {"side": each.seat, "text": each.text, "own": each.own} for each in session.lines()[-_MOST_LINES:]
        ],
        "standing": [{"line": line} for line in session.standing.get(session.viewer, ())],
    }


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's board with what is due there. `closed`: what is said stays closed for now."""

    definition: Definition
    play: Play[ViewRules[Any]]
    seat: str
    due: Choose | None
    closed: bool


def describe_decision(
    view: SeatView, draw: Callable[[PlacedCounter], Json], rules: Mapping[str, str]
) -> Json:
    """What a seat must decide and what it holds. `draw` gives the picture of a piece, `rules` the lines of
    rules by their numbers."""
    due = view.due
    said = None if due is None else describe_due(view.definition, view.play, due, closed=view.closed)
    lit = () if said is None else said["lit"]["counters"]
    return {
        "due": said,
        "tray": list_tray(view.definition, view.play, view.seat, lit, draw),
        "offers": [] if due is None else list_offers(view.play.rules, due),
        "rules": {due.rule: rules[due.rule]} if due is not None and due.rule in rules else {},
    }


def describe_outcome(outcome: Outcome | None) -> Json | None:
    """How a game ended; None while it goes on."""
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "level": outcome.level,
        "reason": outcome.reason,
        "rule": outcome.rule,
    }
