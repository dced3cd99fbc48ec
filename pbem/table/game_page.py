"""A game as one HTML file: script, style and story are in it, and a policy lets nothing else run.

The page asks no other machine for anything. The words of players and of games stand in it as JSON or as text,
and never as markup.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any, Final

from pbem.table.page_parts import fill_page, list_scripts, name_source, read_part, write_json
from pbem.table.script_joining import join_modules

_CARRIED: Final = ("heading", "board")
_EMPTY: Final = ("lines", "told", "rolls", "changes", "gone", "events", "taken_back")


def write_page(story: Mapping[str, Any]) -> bytes:
    """The page of a story (`story_json.make_story`). The same story gives the same bytes."""
    parts = {
        "title": html.escape(story["title"]),
        "policy": policy(),
        "style": _style(),
        "script": _script(),
        "story": write_json({**story, "steps": [*_shorten(story["steps"])]} if "steps" in story else story),
    }
    return fill_page("page/page.html", parts).encode()


def _shorten(steps: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The steps without what is empty, and without the heading and the board of the step before: in a game of
    thousands of steps that is a fifth of them. The page fills it in again (`story.js`)."""
    before: dict[str, Any] = {}
    for step in steps:
        kept = {name: step[name] for name in _CARRIED if step[name] != before.get(name)}
        before |= kept
        told = {n: value for n, value in step.items() if n not in _CARRIED and (value or n not in _EMPTY)}
        yield {**told, **kept}


def policy() -> str:
    """The content security policy of the page: its own style and script by their digests, pictures that are
    in it, and nothing else."""
    return (
        f"default-src 'none'; img-src data:; style-src {name_source(_style())}; "
        f"script-src {name_source(_script())}; base-uri 'none'; form-action 'none'"
    )


@cache
def _script() -> str:
    return join_modules(list_scripts(resources.files("pbem.table") / "page"))


@cache
def _style() -> str:
    return read_part("page/page.css")
