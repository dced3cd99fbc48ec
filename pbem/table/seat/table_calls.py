"""What the page of a table may call, for a game at one screen: to begin, to pick, to try, to give, to take
back.

Each call that asks of a position bears its number (`draft`): a page that has missed something, as it is open
twice, is told so, and nothing happens.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Final

from generator.local_server.local_page import CallRefused, Download
from pbem.rules import rules_lookup
from pbem.solo.session import Session
from pbem.solo.session_source import SessionSource
from pbem.table.seat import downloads, gesture_reader, odds_process
from pbem.table.seat.choosing import Choosing
from pbem.table.seat.seat_calls import LONG_POLL, LOOK, Asked, SeatCalls
from pbem.table.seat.seat_value import Shown, describe_seat
from pbem.table.seat.session_story import SessionStory
from pbem.table.story_json import Json

_PATIENCE: Final = 0.3
"""Seconds for which the program goes on before the page is told what came so far."""


class TableCalls(SeatCalls):
    """The calls of one table. `again`: the command that opens it anew."""

    def __init__(self, source: SessionSource, again: str) -> None:
        super().__init__()
        self._source, self._again = source, again
        self._seated = ""
        self._thinking = False
        self._stories: dict[str, SessionStory] = {}
        self._told: Session | None = None

    @property
    def _session(self) -> Session:
        return self._source.session

    def calls(self) -> dict[str, Callable[[Json], Json]]:
        """The calls that are answered one after the other."""
        return {
            "begin": self._guard(self._begin),
            "sit": self._guard(self._sit),
            **self._choosing_calls(),
            "give": self._guard(self._give),
            "go_on": self._guard(self._go_on),
            "undo": self._guard(self._undo),
            "advise": self._guard(self._advise),
            "standing": self._guard(self._stand),
        }

    def waits(self) -> dict[str, Callable[[Json, Event], Json]]:
        """The calls that may take long; others are answered meanwhile."""
        return {"odds": self._find_odds, "news": self._await_news}

    def downloads(self) -> dict[str, Callable[[Json], Download]]:
        """The files that a page may ask for."""
        return {
            "save": self._guard(self._save),
            "story": self._guard(lambda _: downloads.story_page(self._story.write_whole())),
            "orders": self._guard(self._list_orders),
        }

    # --- what is refused ---------------------------------------------------------------------------------

    def _check_draft(self, asked: Asked) -> None:
        if asked.get("draft") != self._session.draft:
            raise CallRefused("stale", "the game has gone on since this page was drawn")

    def _check_seated(self) -> None:
        """Behind the curtain nobody asks or says anything in the place of the person who is to come."""
        if self._is_curtained:
            raise CallRefused("stale", "another person must be at the screen first")

    def _check_turn(self, asked: Asked) -> None:
        self._check_draft(asked)
        self._check_seated()
        if self._thinking:
            raise CallRefused("refused", "the program has not decided yet: wait a moment", {"rule": ""})

    def _choosing(self, asked: Asked) -> Choosing:
        self._check_turn(asked)
        due = self._session.due_choice
        if due is None:
            raise CallRefused("stale", "nothing is to be decided here now")
        definition = rules_lookup.definition_of(self._story.game)
        return Choosing(definition, self._session.board.play, due)

    # --- the game --------------------------------------------------------------------------------------

    @property
    def _is_curtained(self) -> bool:
        """Whether another person must come to the screen first; a designer who tries a game is all of
        them."""
        return self._session.hands_over and self._source.mode != "try"

    @property
    def _story(self) -> SessionStory:
        """The story as the seat at the screen sees it, where nothing is hidden that of any seat; behind the
        curtain that of the seat before, at first what everybody sees."""
        session = self._session
        if self._told is not session:
            self._stories, self._told, self._seated = {}, session, ""
        if not self._is_curtained:
            self._seated = session.viewer if session.rules.needs_secret else session.people[0]
        if self._seated not in self._stories:
            self._stories[self._seated] = SessionStory(session, self._seated, self._shelf)
        return self._stories[self._seated]

    def _begin(self, _: Asked) -> Json:
        if not self._is_curtained:
            self._advance()
        return {"story": self._story.begin(), "seat": self._seat()}

    def _sit(self, asked: Asked) -> Json:
        self._check_draft(asked)
        self._session.take_seat()
        return self._begin({})

    def _give(self, asked: Asked) -> Json:
        self._check_turn(asked)
        self._session.give(gesture_reader.take_text(asked, "line"))
        return self._tell_news()

    def _go_on(self, asked: Asked) -> Json:
        self._check_draft(asked)
        return self._tell_news()

    def _advance(self) -> None:
        """Let the program, standing orders and dice go on, for a while at a time."""
        until = time.monotonic() + _PATIENCE
        self._thinking = False
        for _ in self._session.go_on():
            if time.monotonic() > until:
                self._thinking = True
                return

    def _undo(self, asked: Asked) -> Json:
        self._check_draft(asked)
        self._session.undo(gesture_reader.take_number(asked, "count"))
        return self._tell_news()

    def _advise(self, asked: Asked) -> Json:
        self._check_turn(asked)
        return {"line": str(self._session.advise())}

    def _stand(self, asked: Asked) -> Json:
        self._check_draft(asked)
        self._check_seated()
        if "drop" in asked:
            self._session.drop(gesture_reader.take_number(asked, "drop"))
        else:
            self._session.stand(gesture_reader.take_text(asked, "line"))
        return self._tell_news()

    def _tell_news(self) -> Json:
        """Goes on, and tells what is new."""
        self._advance()
        before = self._seated
        story = self._story
        same = before == self._seated
        return {"more": story.go_on() if same else {"story": story.begin()}, "seat": self._seat()}

    def _save(self, _: Asked) -> Download:
        self._check_seated()
        session = self._session
        return downloads.vassal_save(
            session.rules, self._story.game, session.board.play.state, session.viewer
        )

    def _list_orders(self, _: Asked) -> Download:
        self._check_seated()
        return downloads.order_list(f"{each.seat}: {each.text}" for each in self._session.lines())

    # --- what takes long ---------------------------------------------------------------------------------

    def _ask_odds(self, asked: Asked) -> odds_process.OddsTask:
        self._check_turn(asked)
        session, line = self._session, gesture_reader.take_text(asked, "line")
        return odds_process.SessionOdds(session.saved, session.folder, session.viewer, line)

    def _await_news(self, asked: Json, stopped: Event) -> Json:
        """Wait until the game is another than the page knows."""
        until = time.monotonic() + LONG_POLL
        known = asked.get("draft")
        while not stopped.is_set() and time.monotonic() < until:
            with self._lock:
                self._source.reload()
                if self._session.draft != known:
                    break
            stopped.wait(LOOK)
        return {"draft": self._session.draft}

    def _seat(self) -> Json:
        """The seat at the screen: what it must decide, and what it has said."""
        curtain = self._is_curtained
        shown = Shown(self._seated if curtain else self._session.viewer, curtain, self._thinking)
        faults = [{"file": each.file, "line": each.line, "what": each.what} for each in self._source.faults]
        said = describe_seat(self._session, self._story, shown)
        return {**said, "mode": self._source.mode, "faults": faults, "again": self._again}
