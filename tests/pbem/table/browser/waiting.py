"""Waiting for something in a page, by looking."""

from __future__ import annotations

import time
from typing import Any

_PATIENCE = 20.0


def until(page: Any, holds: str) -> None:
    """Waits until something holds in the page. The driver's own way evaluates a string there, which
    the policy of the page refuses."""
    end = time.monotonic() + _PATIENCE
    while not page.evaluate(holds):
        assert time.monotonic() < end, f"it does not come: {holds}"
        page.wait_for_timeout(20)
