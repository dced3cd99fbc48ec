"""The pages that ship with the packages, by kind: listed, printed, or where they are on the disk."""

from __future__ import annotations

import pydoc
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

KINDS: Final = {
    "tutorials": "Tutorials: learn it by doing it",
    "how-to": "How to: one task each",
    "reference": "Reference: to look things up",
    "explanation": "Explanation: why it is as it is",
}
"""The four kinds of pages, by the name of their folder."""
BESIDE: Final = {
    "decisions": "Decisions: what was chosen, and why",
    "measurements": "Measurements: figures with their date and command",
}
"""Two kinds more, which the list of pages only names."""
CONTENTS: Final = "contents.txt"
"""The file of a folder of pages that has their topics in the order in which they are read, one a line."""


class NoSuchPageError(ValueError):
    """A topic that no page is about. The message lists the topics."""


@dataclass(frozen=True, slots=True)
class Page:
    """A file, its kind, and in one line what its reader finds in it."""

    file: Path
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class Told:
    """What the command `docs` says, for a person and for a program. `long`: a page to leaf through."""

    text: str
    facts: Any
    long: bool = False


def pages_in(*folders: Path) -> dict[str, Page]:
    """The pages of some folders by topic, kind by kind, each kind in the order of its contents."""
    found = {}
    for kind in (*KINDS, *BESIDE):
        for folder in folders:
            for topic in _topics(folder / kind):
                file = folder / kind / f"{topic}.md"
                found[topic] = Page(file, kind, _summary(file))
    return found


def _topics(folder: Path) -> list[str]:
    contents = folder / CONTENTS
    return contents.read_text(encoding="utf-8").split() if contents.is_file() else []


def _summary(file: Path) -> str:
    """The first paragraph of a page, which is one line: what the page is for."""
    with file.open(encoding="utf-8") as lines:
        rest = (line.strip() for line in lines)
        return next((line for line in rest if line and not line.startswith("#")), "").removesuffix(".")


def manual(pages: Mapping[str, Page], topic: str | None, *, listed: bool, path: bool) -> Told:
    """The list of the pages, or the page of a topic, or its place on the disk (`path`). Raises
    NoSuchPageError."""
    if topic is None or listed or topic in BESIDE:
        kinds = (topic,) if topic in BESIDE else KINDS
        chosen = {name: page for kind in kinds for name, page in pages.items() if page.kind == kind}
        facts = [
            {"topic": n, "kind": p.kind, "title": p.title, "path": str(p.file)} for n, p in chosen.items()
        ]
        return Told("\n".join(_listing(chosen, topic)), facts)
    if topic not in pages:
        raise NoSuchPageError(f"there is no page about {topic!r}: choose from {', '.join(pages)}")
    file = pages[topic].file
    text = file.read_text(encoding="utf-8")
    told = {"topic": topic, "kind": pages[topic].kind, "path": str(file), "text": text}
    return Told(f"{file}\n", told) if path else Told(text, told, long=True)


def _listing(pages: Mapping[str, Page], topic: str | None) -> Iterable[str]:
    """The lines of a list: a heading for each kind, and its topics."""
    width = max(map(len, pages), default=0)
    for kind, heading in (KINDS | BESIDE).items():
        rows = [f"  {name:{width}}  {page.title}" for name, page in pages.items() if page.kind == kind]
        if rows:
            yield from (heading, *rows, "")
    if topic is None:
        yield f"Beside them, by the same command: {', '.join(BESIDE)}.\n"


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
