"""A player's games by mail on a page in the browser: the page, its calls, and the small server that answers
them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from generator.local_server.local_page import LocalPage
from generator.local_server.serving import serve
from pbem.keys.passphrases import PASSPHRASES
from pbem.mail_table.house.house_calls import House
from pbem.table import table_page

NAME: Final = "The table"


def serve_house(house: House, *, open_browser: bool, tell: Callable[[str], None], port: int = 0) -> None:
    """Show the games until the program is interrupted; then no game goes on. `tell` says where the page is;
    port 0: a free one. Raises OSError for a port that is taken."""
    with PASSPHRASES.ask_on_page():
        try:
            serve(make_page(house), name=NAME, open_browser=open_browser, tell=tell, port=port)
        finally:
            house.close()


def make_page(house: House) -> LocalPage:
    """The page with all that may be called from it."""
    return LocalPage(
        html=table_page.write_mail_page(),
        policy=table_page.mail_policy(),
        calls=house.calls(),
        waits=house.waits(),
        downloads=house.downloads(),
        sizes=house.sizes(),
    )
