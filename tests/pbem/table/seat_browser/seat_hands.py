"""What a hand does in the page: it finds places and pieces, clicks, taps and drags them."""

from __future__ import annotations

import time
from typing import Any

_PATIENCE = 15.0
FIND = """([kind, name]) => {
  const one = kind === "piece" ? `.piece[data-piece="${name}"]` : `.lights [data-place="${name}"]`;
  const found = document.querySelector(one);
  const box = found.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def piece(page: Any, number: int) -> tuple[float, float]:
    """The middle of a piece in the window."""
    x, y = page.evaluate(FIND, ["piece", str(number)])
    return x, y


def lit_place(page: Any, place: str) -> tuple[float, float]:
    """The middle of a place that is lit."""
    x, y = page.evaluate(FIND, ["place", place])
    return x, y


def place_beside(page: Any, number: int, right: float, down: float) -> tuple[float, float]:
    """A point so many widths of a piece beside it."""
    x, y = piece(page, number)
    width = page.locator(f".piece[data-piece='{number}']").bounding_box()["width"]
    return x + right * width, y + down * width


def pick(page: Any, number: int) -> None:
    page.mouse.click(*piece(page, number))
    comes(page, "document.querySelector('.lights .picked') !== null")
    page.wait_for_timeout(60)


def drag(page: Any, start: tuple[float, float], *stops: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    for stop in stops:
        page.mouse.move(*stop, steps=6)
    page.mouse.up()


def comes(page: Any, holds: str) -> None:
    """Waits until something holds in the page, whose policy refuses the driver's own way."""
    end = time.monotonic() + _PATIENCE
    while not page.evaluate(holds):
        assert time.monotonic() < end, f"it does not come: {holds}"
        page.wait_for_timeout(20)


def given(page: Any, program: Any, *lines: str) -> None:
    """Waits until just these lines have been given and the page has shown what came of them."""
    end = time.monotonic() + _PATIENCE
    while program.history != [*lines] or page.locator(".given .own").count() != len(lines):
        assert time.monotonic() < end, f"given: {program.history}"
        page.wait_for_timeout(20)
