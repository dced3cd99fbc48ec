"""The pages that ship with the packages, by kind: listed, printed, or where they are on the disk."""

from __future__ import annotations

import pydoc
import sys
from collections.abc import Callable, Mapping
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
    """The list of the pages or of one kind, or the page of a topic; with `path` their places on the disk.
    Raises NoSuchPageError."""
    if topic in KINDS | BESIDE:
        return _list_of({name: page for name, page in pages.items() if page.kind == topic}, path)
    if topic is None or listed:
        found = _list_of({name: page for name, page in pages.items() if page.kind in KINDS}, path)
        more = f"\nBeside them, by the same command: {', '.join(BESIDE)}.\n"
        return Told(found.text + more, found.facts)
    if topic not in pages:
        raise NoSuchPageError(f"there is no page about {topic!r}: choose from {', '.join(pages)}")
    file = pages[topic].file
    text = file.read_text(encoding="utf-8")
    told = {"topic": topic, "kind": pages[topic].kind, "path": str(file), "text": text}
    return Told(f"{file}\n", told) if path else Told(text, told, long=True)


def _list_of(pages: Mapping[str, Page], path: bool) -> Told:
    """A list of pages: a heading for each kind, its topics, and what each is for, or where it lies."""
    width = max(map(len, pages), default=0)
    lines, facts = [], []
    for kind, title in (KINDS | BESIDE).items():
        chosen = {name: page for name, page in pages.items() if page.kind == kind}
        if chosen:
            rows = [f"  {name:{width}}  {p.file if path else p.title}" for name, p in chosen.items()]
            lines += [title, *rows, ""]
        facts += [
            {"topic": n, "kind": kind, "title": p.title, "path": str(p.file)} for n, p in chosen.items()
        ]
    return Told("\n".join(lines), facts)


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
