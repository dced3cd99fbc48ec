"""Files that a page of a table gives away: a save of VASSAL, the story as a page of its own, the orders as
text."""

from __future__ import annotations

from typing import Final

from generator.local_server.local_page import Download
from pbem.entry.bodies import Game
from pbem.messages.position_pictures import save_state
from pbem.solo.session import Session
from pbem.table import game_page
from pbem.table.seat.session_story import SessionStory

_VSAV: Final = "application/octet-stream"


def vassal_save(session: Session, game: Game) -> Download:
    """The position as the seat at the screen sees it. Raises BadPicture for what VASSAL cannot hold."""
    rules = session.rules
    state = rules.view(session.board.play.state, session.viewer)
    return Download(f"{session.saved.game}.vsav", _VSAV, save_state(rules, game, state, ""))


def story_page(story: SessionStory) -> Download:
    """The game so far, step by step. Raises BadPicture."""
    data = game_page.write_page(story.write_whole())
    return Download("game.html", "text/html; charset=utf-8", data)


def order_list(session: Session) -> Download:
    """The orders that the seat at the screen may know, a line each with its side."""
    lines = "".join(f"{each.seat}: {each.text}\n" for each in session.lines())
    return Download("orders.txt", "text/plain; charset=utf-8", lines.encode())
