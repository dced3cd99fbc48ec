"""A game at one screen on a page in the browser: the page, its calls, and the small server that answers
them."""

from __future__ import annotations

from collections.abc import Callable

from generator.local_server.local_page import LocalPage
from generator.local_server.serving import serve
from pbem.rules import rules_lookup
from pbem.solo.session_source import SessionSource
from pbem.table import table_page
from pbem.table.seat.session_story import game_of
from pbem.table.seat.table_calls import TableCalls


def serve_session(
    source: SessionSource, *, open_browser: bool, tell: Callable[[str], None], port: int = 0, again: str = ""
) -> None:
    """Show a game until the program is interrupted. `tell` says where the page is; port 0: a free one.

    Raises UnknownGame, OSError for a port that is taken.
    """
    title = rules_lookup.title(game_of(source.session))
    table = TableCalls(source, again)
    page = LocalPage(
        html=table_page.write_seat_page(),
        policy=table_page.policy(),
        calls=table.calls(),
        waits=table.waits(),
        downloads=table.downloads(),
    )
    serve(page, name=title, open_browser=open_browser, tell=tell, port=port)
