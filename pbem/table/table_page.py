"""The pages of a table: the story page at its last step, live, with what one may do there; for a game at one
screen, and for games by mail.

Nothing of a game stands in them: they ask the program that serves them for all. A policy lets nothing else
run.
"""

from __future__ import annotations

import html
from functools import cache
from importlib import resources
from typing import Final

from pbem.table.page_parts import fill_page, list_scripts, name_source, read_part
from pbem.table.script_joining import join_modules

_TITLE: Final = "A table"
"""Until a page knows its game."""
_NO_PART: Final = frozenset({"main.js"})
"""The module that begins the story page, which is not a seat's."""
_NO_PART_BY_MAIL: Final = _NO_PART | {"seat_main.js"}
_MAIL_PANEL: Final = '    <section class="panel" id="mail-panel" hidden></section>\n'


def write_seat_page() -> str:
    """The page of a seat at one screen, the same for every game."""
    room = fill_page("seat_page/table_room.html", {"panels": ""})
    parts = {"policy": policy(), "style": _style(), "script": _script(), "table_room": room}
    return fill_page("seat_page/seat.html", {"title": html.escape(_TITLE), **parts})


def policy() -> str:
    """The content security policy of the page of a seat at one screen."""
    return _write_policy(_style(), _script())


def write_mail_page() -> str:
    """The page of a player's games by mail, the same for every player."""
    room = fill_page("seat_page/table_room.html", {"panels": _MAIL_PANEL})
    parts = {"policy": mail_policy(), "style": _mail_style(), "script": _mail_script(), "table_room": room}
    return fill_page("mail_page/mail.html", {"title": html.escape(_TITLE), **parts})


def mail_policy() -> str:
    """The content security policy of the page of games by mail."""
    return _write_policy(_mail_style(), _mail_script())


def _write_policy(style: str, script: str) -> str:
    """A page's own style and script by their digests, calls to the program that serves it, and pictures that
    its script has made."""
    return (
        f"default-src 'none'; connect-src 'self'; img-src blob: data:; style-src {name_source(style)}; "
        f"script-src {name_source(script)}; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    return _join_rooms(("page", "seat_page"), _NO_PART)


@cache
def _mail_script() -> str:
    return _join_rooms(("page", "seat_page", "mail_page"), _NO_PART_BY_MAIL)


def _join_rooms(names: tuple[str, ...], left_out: frozenset[str]) -> str:
    rooms = (resources.files("pbem.table") / name for name in names)
    return join_modules(file for room in rooms for file in list_scripts(room) if file.name not in left_out)


@cache
def _style() -> str:
    return read_part("page/page.css") + read_part("seat_page/seat.css")


@cache
def _mail_style() -> str:
    return _style() + read_part("mail_page/mail.css")
