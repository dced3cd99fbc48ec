"""A Chromium for the tests of a file, and pages in which any request, fault or refusal is a failure."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from small_story import small_story

from pbem.table import game_page


class StoryPages:
    """Opens the page of a story, as often as a test wants; `faults` is all that goes wrong in them."""

    def __init__(self, browser: Any, story: dict[str, Any], folder: Path) -> None:
        self.browser, self.story, self.file = browser, story, folder / "game.html"
        self.faults: list[str] = []
        self.contexts: list[Any] = []

    def __call__(self, address: str = "", **settings: Any) -> Any:
        self.file.write_bytes(game_page.write_page(self.story))
        desk = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        self.contexts.append(self.browser.new_context(**{**desk, **settings}))
        page = self.contexts[-1].new_page()
        page.on("console", lambda said: self.faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda fault: self.faults.append(f"error: {fault}"))
        page.on("request", lambda asked: self._look_at(asked.url))
        page.goto(f"{self.file.as_uri()}{address}")
        page.wait_for_selector(".row.current")
        return page

    def _look_at(self, address: str) -> None:
        if not address.startswith("data:") and address.partition("#")[0] != self.file.as_uri():
            self.faults.append(f"request: {address}")


@pytest.fixture
def story() -> dict[str, Any]:
    return small_story()


@pytest.fixture
def opened(launched: Any, story: dict[str, Any], tmp_path: Path) -> Iterator[StoryPages]:
    """Opens pages of the story, as in `opened("#e=4", viewport=...)`; nothing may go wrong in them."""
    pages = StoryPages(launched, story, tmp_path)
    yield pages
    for context in pages.contexts:
        context.close()
    assert pages.faults == []
