"""What the page of a table by mail may call, of one game: to see it, to write a draft, to look at what would
be signed, to send it.

What the player does beside the board, such as to ask for a vacation, is in `mail_game`.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, Final, Protocol

from generator.local_server.local_page import CallRefused, Download
from modules.engine.driver import Play
from modules.engine.rules.view_rules import ViewRules
from pbem import errors
from pbem.log.party.folder import Folder
from pbem.mail.author_text import MAX_PRESS
from pbem.mail_table import sending
from pbem.mail_table.draft_board import DraftBoard, DraftLine
from pbem.mail_table.mail_seat import MailSeat
from pbem.mail_table.mail_story import MailStory
from pbem.mail_table.sending import Sent
from pbem.mail_table.supposed_dice import GAMES
from pbem.play.orders import order_closing
from pbem.reason_codes import Code
from pbem.rules import rules_lookup, seat_views
from pbem.table.seat import downloads, gesture_reader, odds_process
from pbem.table.seat.choosing import Choosing
from pbem.table.seat.gesture_reader import BadCall
from pbem.table.seat.seat_calls import LONG_POLL, LOOK, Asked, SeatCalls
from pbem.table.seat.seat_value import SeatView, describe_decision, describe_outcome
from pbem.table.story_json import Json

Clock = Callable[[], int]
"""The time in Unix seconds."""


class Day(Protocol):
    """What is told of the player's day beside the board."""

    def describe(self, seat: MailSeat) -> Json:
        """All of it, as a value for the page."""
        ...

    def mark(self) -> object:
        """What tells cheaply that something is another than before, beside the files of the folder."""
        ...


_DICE_FIRST: Final = "the dice come first: open them with Send"
_SCREEN: Final[Json] = {"mode": "mail", "next": "", "curtain": False, "thinking": False, "faults": []}
"""What only games at one screen have otherwise."""


class MailCalls(SeatCalls):
    """The calls of the game in a folder. `again` is the command that opens the table anew."""

    def __init__(self, folder: Folder, clock: Clock, day: Day, again: str) -> None:
        """Raises as MailSeat."""
        super().__init__()
        self._clock, self._today, self._again = clock, day, again
        self.seat = MailSeat(folder)
        self._story = MailStory(self.seat, self._shelf)
        self._day: Json = {}
        self._day_digest, self._mark = "", self._today.mark()

    def calls(self) -> dict[str, Callable[[Json], Json]]:
        """The calls that are answered one after the other."""
        return {
            "begin": self._guard(self._begin),
            **self._choosing_calls(),
            "give": self._guard(partial(self._change, self._give)),
            "undo": self._guard(partial(self._change, self._undo)),
            "remove": self._guard(partial(self._change, self._remove)),
            "clear": self._guard(partial(self._change, lambda _: self.seat.remove(lambda _: False))),
            "press": self._guard(partial(self._change, self._say)),
            "standing": self._guard(partial(self._change, self._stand)),
            "file_standing": self._guard(self._file_standing),
            "preview": self._guard(self._preview),
            "send": self._guard(self._send),
        }

    def waits(self) -> dict[str, Callable[[Json, Event], Json]]:
        """The calls that may take long; others are answered meanwhile."""
        return {"odds": self._find_odds, "news": self._await_news}

    def downloads(self) -> dict[str, Callable[[Json], Download]]:
        """The files that a page may ask for."""
        return {
            "save": self._guard(self._save),
            "story": self._guard(lambda _: downloads.story_page(self._story.write_whole())),
            "orders": self._guard(lambda _: downloads.order_list(self.seat.draft.lines)),
        }

    def lay_lines(self, lines: Sequence[str], press: Sequence[str] = ()) -> str:
        """Lays the lines of a file on the table as the draft; what is told of it. Raises as
        `MailSeat.lay_lines`."""
        with self._lock, self.seat.hold():
            self.seat.lay_lines(lines, press)
        return "The lines are on the table as your draft. Nothing is signed yet."

    # --- the draft ---------------------------------------------------------------------------------------

    def _change(self, change: Callable[[Asked], None], asked: Asked) -> Json:
        """Changes the draft that the page shows, and tells what is new."""
        with self.seat.change(asked.get("draft")):
            change(asked)
        return self._tell_news()

    def _give(self, asked: Asked) -> None:
        if not self.seat.is_due or self.seat.dice_due:
            raise errors.LogFault(Code.NOT_YOUR_DECISION, sending.find_hindrance(self.seat) or _DICE_FIRST)
        self.seat.give(gesture_reader.take_text(asked, "line"))

    def _undo(self, asked: Asked) -> None:
        left = len(self.seat.draft.lines) - gesture_reader.take_number(asked, "count")
        if left < 0:
            raise BadCall("the draft has fewer lines")
        self.seat.remove(lambda number: number < left)

    def _remove(self, asked: Asked) -> None:
        out = gesture_reader.take_number(asked, "number")
        if out >= len(self.seat.draft.lines):
            raise BadCall("there is no such line")
        self.seat.remove(lambda number: number != out)

    def _say(self, asked: Asked) -> None:
        texts = gesture_reader.take_texts(asked, "lines")
        lines = [line for text in texts for line in text.splitlines() or [""]]
        if len(lines) > MAX_PRESS:
            raise errors.OrderFileFault(f"at most {MAX_PRESS} lines go with a mail")
        self.seat.keep(press=lines)

    def _stand(self, asked: Asked) -> None:
        if "drop" in asked:
            self.seat.drop(gesture_reader.take_number(asked, "drop"))
        else:
            self.seat.stand(gesture_reader.take_text(asked, "line"))

    # --- signing -----------------------------------------------------------------------------------------

    def _preview(self, asked: Asked) -> Json:
        with self.seat.change(asked.get("draft")):
            return sending.describe(sending.preview(self.seat), self.seat)

    def _send(self, asked: Asked) -> Json:
        return self._tell_sent(
            sending.send(self.seat, asked.get("draft"), asked.get("digest"), self._clock())
        )

    def _file_standing(self, asked: Asked) -> Json:
        return self._tell_sent(sending.file_standing(self.seat, asked.get("draft"), self._clock()))

    def _tell_sent(self, sent: Sent) -> Json:
        return {"told": sent.told, "mails": [file.stem for file in sent.mails], **self._tell_news()}

    # --- what the page sees ------------------------------------------------------------------------------

    def _begin(self, _: Asked) -> Json:
        self.seat.refresh()
        self._look_at_day()
        return {"story": self._story.begin(), "seat": self._describe()}

    def _tell_news(self) -> Json:
        self._look_at_day()
        return {"more": self._story.go_on(), "seat": self._describe()}

    def _look_at_day(self) -> None:
        self._mark = self._today.mark()
        self._day = self._today.describe(self.seat)
        data = json.dumps(self._day, sort_keys=True).encode()
        self._day_digest = hashlib.sha256(data).hexdigest()[:16]

    def _describe(self) -> Json:
        """The seat of the player, and what is told of their day (`mail`)."""
        seat, board = self.seat, self.seat.board
        definition, due = rules_lookup.definition_of(seat.table.game), seat.due_choice
        closed = board.play.rules.closed_orders or board.seals
        view = SeatView(definition, board.choosing_play, seat.side, due, closed=closed)
        said = describe_decision(view, self._story.draw_alone, self._story.rules)
        if said["due"] is not None:
            said["due"]["supposed"] = board.is_supposed
        return {
            **said,
            **_SCREEN,
            "draft": seat.draft.number,
            "seat": seat.side,
            "over": describe_outcome(seat.table.play.state.outcome),
            "undo": len(seat.draft.lines),
            "lines": [_describe_line(seat.side, each, signed=board.is_signed) for each in board.lines],
            "standing": [{"line": line} for line in seat.standing],
            "standing_changed": seat.standing != seat.filed,
            "again": self._again,
            "day": self._day_digest,
            "mail": {**self._day, "plan": self._describe_plan()},
        }

    def _describe_plan(self) -> Json:
        why = sending.find_hindrance(self.seat)
        return {"may": not why, "why": why, "dice": self.seat.dice_due}

    def _check_draft(self, asked: Asked) -> None:
        if asked.get("draft") != self.seat.draft.number:
            raise CallRefused("stale", "the draft has changed since this page was drawn")

    def _choosing(self, asked: Asked) -> Choosing:
        self._check_draft(asked)
        due = self.seat.due_choice
        if due is None:
            raise CallRefused("stale", "nothing is to be decided here now")
        definition = rules_lookup.definition_of(self.seat.table.game)
        return Choosing(definition, self.seat.board.choosing_play, due)

    def _save(self, _: Asked) -> Download:
        table = self.seat.table
        return downloads.vassal_save(table.replay.rules, table.game, table.play.state, self.seat.side)

    # --- what takes long ---------------------------------------------------------------------------------

    def _ask_odds(self, asked: Asked) -> odds_process.OddsTask:
        self._check_draft(asked)
        if self.seat.board.is_supposed:
            raise errors.Refusal(Code.NO_ODDS, "dice come before it: no chances can be told yet")
        line = gesture_reader.take_text(asked, "line")
        return DraftOdds(self.seat.folder.path, self.seat.side, tuple(self.seat.draft.lines), line)

    def _await_news(self, asked: Json, stopped: Event) -> Json:
        """Wait until the game, the draft or the day is another than the page knows."""
        until = time.monotonic() + LONG_POLL
        known = (asked.get("draft"), asked.get("day"))
        look = self._guard(self._look_for_news)
        while (found := look({})) == known and not stopped.is_set() and time.monotonic() < until:
            stopped.wait(LOOK)
        return {"draft": found[0], "day": found[1]}

    def _look_for_news(self, _: Asked) -> tuple[int, str]:
        if self.seat.watch() != self.seat.seen:
            self.seat.refresh()
            self._look_at_day()
        elif self._today.mark() != self._mark:
            self._look_at_day()
        return self.seat.draft.number, self._day_digest


def _describe_line(side: str, line: DraftLine, *, signed: bool) -> Json:
    tried = "" if line.used is None else f"carried out in {line.used} of {GAMES} games with supposed dice"
    return {
        "side": side,
        "text": line.text,
        "own": not signed,
        "when": line.when,
        "why": line.why or tried,
        "rule": line.rule,
    }


@dataclass(frozen=True, slots=True)
class DraftOdds:
    """An order behind the lines of a draft in a folder."""

    folder: Path
    seat: str
    lines: tuple[str, ...]
    line: str

    def open_board(self) -> Play[ViewRules[Any]]:
        """As `odds_process.OddsTask`."""
        folder = Folder(self.folder)
        table = order_closing.load(folder)
        seat_views.sit(table, folder)
        return DraftBoard.with_lines(table, self.seat, self.lines, is_due=True).play
