"""A Chromium for the page of a seat, and the program that answers it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))

from played_program import HOST, PlayedProgram
from real_table import HOST as TABLE
from real_table import RealTable


@pytest.fixture
def program() -> PlayedProgram:
    return PlayedProgram()


class SeatPages:
    """Opens windows at the table of a program; `faults` is all that goes wrong in them."""

    def __init__(self, browser: Any, program: PlayedProgram) -> None:
        self.browser, self.program = browser, program
        self.faults: list[str] = []
        self.contexts: list[Any] = []

    def __call__(self, address: str = "#once", **settings: Any) -> Any:
        desk = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        self.contexts.append(self.browser.new_context(**{**desk, **settings}))
        page = self.contexts[-1].new_page()
        page.on("console", lambda said: self._hear(said.text))
        page.on("pageerror", lambda fault: self.faults.append(f"error: {fault}"))
        self.program.attach(page)
        page.goto(f"{HOST}/{address}")
        page.wait_for_selector("body.begun, #gone:not([hidden])")
        return page

    def _hear(self, said: str) -> None:
        if "status of 409" not in said:  # the browser tells of a refusal, of which the page tells too
            self.faults.append(f"console: {said}")


@pytest.fixture
def opened(launched: Any, program: PlayedProgram) -> Iterator[SeatPages]:
    """Opens windows at the table; nothing may go wrong in them that a test does not take out of `faults`."""
    pages = SeatPages(launched, program)
    yield pages
    for context in pages.contexts:
        context.close()
    assert pages.faults == []


@pytest.fixture
def at_table(launched: Any) -> Iterator[Callable[..., Any]]:
    """Opens windows at tables with a game behind them; nothing may go wrong in them."""
    faults: list[str] = []
    contexts = []

    def sit(table: RealTable, **settings: Any) -> Any:
        desk = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        contexts.append(launched.new_context(**{**desk, **settings}))
        page = contexts[-1].new_page()
        page.on("console", lambda said: faults.append(f"console: {said.text}"))
        page.on("pageerror", lambda fault: faults.append(f"error: {fault}"))
        table.attach(page)
        page.goto(f"{TABLE}/#once")
        return page

    yield sit
    for context in contexts:
        context.close()
    assert faults == []
