"""A seat as one value for a page: what it must decide, what it has said, what it holds, and how the game
ended.

For example, in the middle of a movement phase `due` is the question, `lines` are the moves that were given,
and `undo` says how many of them can be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from modules.engine.requests import Choose
from modules.engine.rules.play_rules import Outcome
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
        "over": _describe_outcome(session.whole.state.outcome),
        "undo": session.undoable,
        **(_BEHIND_CURTAIN if shown.curtain else _describe_own(session, story, due)),
    }


def _describe_own(session: Session, story: SessionStory, due: Choose | None) -> Json:
    """What the person at the screen alone may see."""
    definition, play = rules_lookup.definition_of(story.game), session.board.play
    closed = session.rules.closed_orders or session.seals
    said = None if due is None else describe_due(definition, play, due, closed=closed)
    lit = () if said is None else said["lit"]["counters"]
    return {
        "due": said,
        "tray": list_tray(definition, play, session.viewer, lit, story.draw_alone),
        "lines": [
            {"side": each.seat, "text": each.text, "own": each.own} for each in session.lines()[-_MOST_LINES:]
        ],
        "standing": [{"line": line} for line in session.standing.get(session.viewer, ())],
        "offers": [] if due is None else list_offers(session.rules, due),
        "rules": {due.rule: story.rules[due.rule]} if due is not None and due.rule in story.rules else {},
    }


def _describe_outcome(outcome: Outcome | None) -> Json | None:
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "level": outcome.level,
        "reason": outcome.reason,
        "rule": outcome.rule,
    }
