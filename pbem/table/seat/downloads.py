"""Files that a page of a table gives away: a save of VASSAL, the story as a page of its own, the orders as
text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from generator.local_server.local_page import Download
from modules.engine.rules.view_rules import ViewRules
from pbem.entry.bodies import Game
from pbem.messages.position_pictures import save_state
from pbem.table import game_page
from pbem.table.story_json import Json

_VSAV: Final = "application/octet-stream"


def vassal_save(rules: ViewRules[Any], game: Game, state: Any, seat: str) -> Download:
    """A position as a seat sees it. Raises BadPicture for what VASSAL cannot hold."""
    return Download(f"{game.module.id}.vsav", _VSAV, save_state(rules, game, rules.view(state, seat), ""))


def story_page(story: Json) -> Download:
    """A story, step by step."""
    return Download("game.html", "text/html; charset=utf-8", game_page.write_page(story))


def order_list(lines: Iterable[str]) -> Download:
    """Orders, a line each."""
    text = "".join(f"{line}\n" for line in lines)
    return Download("orders.txt", "text/plain; charset=utf-8", text.encode())
