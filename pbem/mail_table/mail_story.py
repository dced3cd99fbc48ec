"""The story of a game by mail as a player saw it, with the lines of the draft as its last steps."""

from __future__ import annotations

from typing import Final

from modules.engine.position import PlacedCounter
from pbem.mail_table.mail_seat import MailSeat
from pbem.messages.story import StoryStep, tell_all
from pbem.rules import rules_lookup
from pbem.table import rule_lines, story_json
from pbem.table.seat.live_story import LiveStory
from pbem.table.seat.picture_shelf import PictureShelf, find_store
from pbem.table.story_json import Json, StoryCover

_DRAFT: Final = "draft"
"""The kind of an entry that nobody has signed yet."""
_SIGNED: Final = "signed"
"""The kind of an entry that nobody has answered yet."""
_PICTURES: Final = ".cache/pictures"


class MailStory:
    """Tells the game of a seat to its page. `rules`: the lines of the game's rules by their numbers."""

    def __init__(self, seat: MailSeat, shelf: PictureShelf) -> None:
        self._seat = seat
        self._live = LiveStory(self._cover, self._entry_of, shelf, find_store(seat.folder.path / _PICTURES))
        self._head, self._told = "", list[StoryStep]()
        self.rules = rule_lines.rule_lines(rules_lookup.definition_of(seat.table.game))

    def _steps(self) -> list[StoryStep]:
        """The steps of the log, which are told once, and those of the draft."""
        verifier = self._seat.table.verifier
        if verifier.head != self._head:
            self._told = list(tell_all(self._seat.table, self._seat.side))
            self._head = verifier.head
        return [*self._told, *self._seat.board.steps]

    def begin(self) -> Json:
        """The whole story. Raises BadPicture for what cannot be drawn."""
        return self._live.begin(self._steps())

    def go_on(self) -> Json:
        """What is new for the page that was told the rest; raises as `begin`."""
        return self._live.go_on(self._steps())

    def draw_alone(self, placed: PlacedCounter) -> Json:
        """The picture of a piece that lies beside the board of now. Raises BadPicture."""
        return self._live.draw_alone(self._steps()[-1].board.map_name, placed)

    def write_whole(self) -> Json:
        """The story of the log as one value, its pictures in it; raises as `begin`."""
        store = find_store(self._seat.folder.path / _PICTURES)
        return story_json.make_story(self._seat.table, self._seat.side, store)

    def _cover(self, seq: int) -> StoryCover:
        table = self._seat.table
        return story_json.cover_of(table, self._seat.side, seq)

    def _entry_of(self, step: StoryStep) -> tuple[str, str]:
        history = self._seat.table.verifier.history
        if step.seq >= len(history):
            return _SIGNED if self._seat.board.is_signed else _DRAFT, self._seat.side
        return history[step.seq].type, history[step.seq].author
