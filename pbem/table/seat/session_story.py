"""The story of a game at one screen, as the seat that sits there sees it, kept up with the game."""

from __future__ import annotations

from typing import Final

from modules.engine.position import PlacedCounter
from pbem.entry.bodies import Game
from pbem.messages.board_events import EventReader
from pbem.messages.story import StepTeller, StoryStep
from pbem.rules import rules_lookup
from pbem.solo.seat_history import SeatHistory
from pbem.solo.session import Session
from pbem.table import rule_lines, story_json
from pbem.table.seat.live_story import LiveStory
from pbem.table.seat.picture_shelf import PictureShelf, find_store
from pbem.table.story_json import Json, StoryCover

_GAME: Final = "here"
"""In the place of the digest of a game by mail."""
_PICTURES: Final = ".pictures"


class SessionStory:
    """Tells a session's game to the page of one seat. `steps`: what is told so far, the beginning first;
    `rules`: the lines of the game's rules by their numbers."""

    def __init__(self, session: Session, seat: str, shelf: PictureShelf) -> None:
        self._session, self.seat = session, seat
        self.game = game_of(session)
        self.rules = rule_lines.rule_lines(rules_lookup.definition_of(self.game))
        self._live = LiveStory(self._cover, self._entry_of, shelf, find_store(session.folder / _PICTURES))
        self._follow_anew()

    def _follow_anew(self) -> None:
        """Begins to follow the game, as after orders were taken back."""
        rules = self._session.rules
        self._epoch = self._session.epoch
        self._history = SeatHistory(rules, self.seat)
        start = self._history.start.state
        self._teller = StepTeller(rules, start, EventReader(rules, self.game, start))
        self._seen = 0
        self._authors = {0: ""}
        self.steps: list[StoryStep] = [self._teller.first]

    def _catch_up(self) -> None:
        session = self._session
        if session.epoch != self._epoch:
            self._follow_anew()
        fresh = session.steps[self._seen :]
        self._seen = len(session.steps)
        for each in fresh:
            if each.given:
                self._authors[each.number] = each.given[-1].seat
        self.steps += [self._teller.tell(moment) for moment in self._history.follow(fresh)]

    def begin(self) -> Json:
        """The whole story. Raises BadPicture for what cannot be drawn."""
        self._catch_up()
        return self._live.begin(self.steps)

    def go_on(self) -> Json:
        """What is new for the page that was told the rest; raises as `begin`."""
        self._catch_up()
        return self._live.go_on(self.steps)

    def draw_alone(self, placed: PlacedCounter) -> Json:
        """The picture of a piece that lies beside the board of now. Raises BadPicture."""
        return self._live.draw_alone(self.steps[-1].board.map_name, placed)

    def write_whole(self) -> Json:
        """The story as one value, its pictures in it; raises as `begin`."""
        self._catch_up()
        cover = self._cover(self.steps[-1].seq)
        store = find_store(self._session.folder / _PICTURES)
        return story_json.write_story(cover, self.steps, self._entry_of, store)

    def _cover(self, seq: int) -> StoryCover:
        return StoryCover(self.game, self._session.rules, _GAME, self.seat, seq, "")

    def _entry_of(self, step: StoryStep) -> tuple[str, str]:
        return ("order" if step.seq else "start", self._authors.get(step.seq, ""))


def game_of(session: Session) -> Game:
    """The game of a session as a charter would name it. Raises UnknownGame."""
    saved = session.saved
    module = rules_lookup.module(saved.word(session.folder), saved.scenario)
    return Game(
        module=module, scenario=saved.scenario, options={name.lower(): True for name in saved.options}
    )
