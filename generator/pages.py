"""The pages that ship with the packages, for who has nothing else: listed, printed, or where they lie."""

from __future__ import annotations

import pydoc
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class NoSuchPageError(ValueError):
    """A topic that no page is about; the message lists those that there are."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file, and what its reader finds in it, in one line."""

    file: Path
    title: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the command `docs` says, for a person and for a program. `long`: a page to leaf through."""

    text: str
    facts: Any
    long: bool = False


def manual(pages: Mapping[str, Page], topic: str | None, *, listed: bool, path: bool) -> Told:
    """The list of the pages, or the page of a topic, or where it lies (`path`), as far as their files are
    there. Raises NoSuchPageError."""
    here = {name: page for name, page in pages.items() if page.file.is_file()}
    if topic is None or listed:
        width = max(map(len, here), default=0)
        rows = [f"{name:{width}}  {page.title}\n" for name, page in here.items()]
        listing = [{"topic": n, "title": page.title, "path": str(page.file)} for n, page in here.items()]
        return Told("".join(rows), listing)
    if topic not in here:
        raise NoSuchPageError(f"there is no page about {topic!r}: choose from {', '.join(here)}")
    file = here[topic].file
    text = file.read_text(encoding="utf-8")
    facts = {"topic": topic, "path": str(file), "text": text}
    return Told(f"{file}\n", facts) if path else Told(text, facts, long=True)


def show(said: Told, tell: Callable[[str], None]) -> None:
    """A page by page view on a terminal; elsewhere, and what is short, the text as it is."""
    if said.long and sys.stdout.isatty():
        pydoc.pager(said.text)
    else:
        tell(said.text)


def heading(file: Path) -> str:
    """The first heading of a page; empty without the file."""
    if not file.is_file():
        return ""
    with file.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").strip()
