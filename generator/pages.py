"""The pages that ship with the packages, for who has nothing else: listed, printed, or where they lie."""

from __future__ import annotations

import pydoc
import sys
from collections.abc import Callable, Mapping
from pathlib import Path


class NoSuchPageError(ValueError):
    """A topic that no page is about; the message lists those that there are."""


def titles(pages: Mapping[str, Path]) -> list[tuple[str, str]]:
    """Each topic with the title of its page, for topics whose page is there."""
    return [(topic, _title(file)) for topic, file in pages.items() if file.is_file()]


def page(pages: Mapping[str, Path], topic: str) -> Path:
    """The file of a topic. Raises NoSuchPageError."""
    file = pages.get(topic)
    if file is None or not file.is_file():
        known = ", ".join(name for name, _ in titles(pages))
        raise NoSuchPageError(f"there is no page about {topic!r}: choose from {known}")
    return file


def show(text: str, tell: Callable[[str], None]) -> None:
    """A page by page view on a terminal; elsewhere the text as it is."""
    if sys.stdout.isatty():
        pydoc.pager(text)
    else:
        tell(text)


def _title(file: Path) -> str:
    with file.open(encoding="utf-8") as lines:
        return next(lines, "").lstrip("# ").strip()
