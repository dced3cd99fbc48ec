"""The page of a seat: the story page at its last step, live, with what one may do there.

Nothing of a game stands in it: it asks the program that serves it for all. A policy lets nothing else run.
"""

from __future__ import annotations

import html
from functools import cache
from importlib import resources
from typing import Final

from pbem.table.page_parts import fill_page, list_scripts, name_source, read_part
from pbem.table.script_joining import join_modules

_TITLE: Final = "A table"
"""Until the page knows its game."""
_STORY_ALONE: Final = "main.js"
"""The module that begins the story page, which is not a seat's."""


def write_seat_page() -> str:
    """The page, the same for every game."""
    parts = {"title": html.escape(_TITLE), "policy": policy(), "style": _style(), "script": _script()}
    return fill_page("seat_page/seat.html", parts)


def policy() -> str:
    """The content security policy of the page: its own style and script by their digests, calls to the
    program that serves it, and pictures that its script has made."""
    return (
        f"default-src 'none'; connect-src 'self'; img-src blob: data:; style-src {name_source(_style())}; "
        f"script-src {name_source(_script())}; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    room = resources.files("pbem.table")
    shared = [file for file in list_scripts(room / "page") if file.name != _STORY_ALONE]
    return join_modules([*shared, *list_scripts(room / "seat_page")])


@cache
def _style() -> str:
    return read_part("page/page.css") + read_part("seat_page/seat.css")
