"""A Chromium for the tests of the pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from browsing import browser as chromium


@pytest.fixture(scope="module")
def launched() -> Iterator[Any]:
    """A browser for the tests of a file. It ends with them: while it runs, its process can have no other, nor
    another loop of events."""
    program = chromium()
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
