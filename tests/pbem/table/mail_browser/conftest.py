"""A Chromium for the page of games by mail, and the program that answers it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
sys.path.insert(0, str(Path(__file__).parents[1] / "seat_browser"))

from played_mail import HOST, PlayedMail


class MailPages:
    """Opens windows at the program; `faults` is all that goes wrong in them."""

    def __init__(self, browser: Any, program: PlayedMail) -> None:
        self.browser, self.program = browser, program
        self.faults: list[str] = []
        self.contexts: list[Any] = []

    def __call__(self, before: str = "", **settings: Any) -> Any:
        """`before`: a script that runs before the page's own."""
        desk = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        self.contexts.append(self.browser.new_context(**{**desk, **settings}))
        page = self.contexts[-1].new_page()
        page.on("console", lambda said: self._hear(said.text))
        page.on("pageerror", lambda fault: self.faults.append(f"error: {fault}"))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        if before:
            page.add_init_script(before)
        self.program.attach(page)
        page.goto(f"{HOST}/#once")
        page.wait_for_selector("body.begun, #gone:not([hidden])")
        return page

    def _hear(self, said: str) -> None:
        if "status of 409" not in said:  # the browser tells of a refusal, of which the page tells too
            self.faults.append(f"console: {said}")


@pytest.fixture
def program() -> PlayedMail:
    return PlayedMail()


@pytest.fixture
def opened(launched: Any, program: PlayedMail) -> Iterator[MailPages]:
    """Opens windows of games by mail; nothing may go wrong in them that a test does not take out of
    `faults`."""
    pages = MailPages(launched, program)
    yield pages
    for context in pages.contexts:
        context.close()
    assert pages.faults == []
