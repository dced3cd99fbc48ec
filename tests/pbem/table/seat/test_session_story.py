"""The story of a game that goes on: a page that takes in each piece of news has the story that a new page is
told."""

from pathlib import Path
from typing import Any

import pytest

from pbem.solo import saved_game
from pbem.solo.session import Session
from pbem.table.seat.picture_shelf import PictureShelf
from pbem.table.seat.session_story import SessionStory

GAMES = {
    "three_battles/fulford": "viking",
    "hastings_pulsipher/small": "saxon",
    "year_of_the_comet/campaign": "english",
}


def begun(name: str, seat: str, folder: Path) -> Session:
    """A game against the policy, up to the first decision."""
    session = Session(saved_game.new(name, [], seat, "policy", 0, 5), folder)
    go_on(session)
    return session


def go_on(session: Session) -> None:
    for _ in session.go_on():
        pass


def advise(session: Session, orders: int) -> None:
    for _ in range(orders):
        if session.due_choice is not None:
            session.give(str(session.advise()))
            go_on(session)


class Page:
    """A page that keeps the story as it is told."""

    def __init__(self, story: dict[str, Any]) -> None:
        self.story = story
        self.whole = 0

    def take(self, more: dict[str, Any]) -> None:
        if "story" in more:
            self.story, self.whole = more["story"], self.whole + 1
            return
        steps = [*self.story["steps"][: more["keep"]], *more["steps"]]
        sprites = [*self.story["sprites"], *more["sprites"]]
        rest = {name: value for name, value in more.items() if name != "keep"}
        self.story = {**self.story, **rest, "steps": steps, "sprites": sprites}

    def seen(self) -> list[Any]:
        """All that a reader sees: of pictures those that are shown."""
        sprites = self.story["sprites"]
        steps = [
            {**step, "changes": [[*row[:1], sprites[row[1]], *row[2:]] for row in step["changes"]]}
            for step in self.story["steps"]
        ]
        return [steps, self.story["pieces"], self.story["dice"], self.story["seq"]]


@pytest.mark.parametrize("name", GAMES)
def test_a_page_that_follows_has_what_a_new_page_is_told(name: str, tmp_path: Path) -> None:
    session = begun(name, GAMES[name], tmp_path)
    told = SessionStory(session, session.viewer, PictureShelf())
    page = Page(told.begin())
    for change in (
        lambda: advise(session, 3),
        lambda: session.undo(2),
        lambda: advise(session, 4),
        lambda: session.undo(1),
    ):
        change()
        go_on(session)
        page.take(told.go_on())
        fresh = Page(SessionStory(session, session.viewer, PictureShelf()).begin())
        assert page.seen() == fresh.seen()


def test_undo_keeps_the_steps_before(tmp_path: Path) -> None:
    session = begun("three_battles/fulford", "viking", tmp_path)
    told = SessionStory(session, "viking", PictureShelf())
    told.begin()
    advise(session, 2)
    steps = len(told.go_on()["steps"])
    session.undo(1)
    go_on(session)
    more = told.go_on()
    assert 1 < more["keep"] <= steps
    assert more["steps"] == []


def test_a_second_window_leaves_the_first_as_it_was(tmp_path: Path) -> None:
    """The second one begins after a card was shown and taken back: the first alone has its picture."""
    session = begun("hastings_pulsipher/small", "saxon", tmp_path)
    told = SessionStory(session, session.viewer, PictureShelf())
    page = Page(told.begin())
    advise(session, 1)
    page.take(told.go_on())
    session.undo(1)
    go_on(session)
    page.take(told.go_on())
    second = Page(told.begin())
    assert session.due_choice is not None
    session.give(str(session.due_choice.options.legal()[-1]))
    go_on(session)
    more = told.go_on()
    for window in (page, second):
        window.take(more)
        assert window.seen() == Page(SessionStory(session, session.viewer, PictureShelf()).begin()).seen()
