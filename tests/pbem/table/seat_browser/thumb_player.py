"""A player with a thumb: taps, and swipes the board until what is to be tapped lies under it."""

from __future__ import annotations

from typing import Any

from mouse_player import MousePlayer, NoGesture
from real_table import RealTable

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_EDGE = 24
_MOST_SWIPES = 20
_FREE = """([x, y]) => {
  const there = document.elementFromPoint(x, y);
  return there !== null && there.closest("#window") !== null && there.closest(".tools, .finder") === null;
}"""
_ON_BOARD = "(at) => document.querySelector(at).closest('#plane') !== null"


class ThumbPlayer(MousePlayer):
    """`clicks`: how many taps there were; `swipes`: how often the board was moved."""

    def __init__(self, page: Any, table: RealTable) -> None:
        super().__init__(page, table)
        self.wire = page.context.new_cdp_session(page)
        self.swipes = 0

    def click_at(self, at: tuple[float, float], *, shift: bool = False) -> None:
        """A tap; a telephone has no Shift: who aims at something takes the next one beside."""
        del shift
        self.page.touchscreen.tap(*at)
        self.clicks += 1

    def middle_of(self, selector: str) -> tuple[float, float]:
        """Where it is to be tapped; the board is swiped until that is on it."""
        for _ in range(_MOST_SWIPES):
            x, y = super().middle_of(selector)
            if not self.page.evaluate(_ON_BOARD, selector):
                return x, y
            box = self.page.locator("#window").bounding_box()
            right, down = box["x"] + box["width"], box["y"] + box["height"]
            if self.page.evaluate(_FREE, [x, y]):
                return x, y
            self.swipe((box["x"] + right) / 2 - x, (box["y"] + down) / 2 - y, box)
        raise NoGesture(f"{selector} cannot be swiped onto the board")

    def swipe(self, right: float, down: float, box: dict[str, float]) -> None:
        """Moves the board with one finger, as far as that goes within it."""
        wide, high = box["width"] / 2 - _EDGE, box["height"] / 2 - _EDGE
        right, down = max(-wide, min(wide, right)), max(-high, min(high, down))
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self._touch("touchStart", x, y)
        for step in range(1, 6):
            self._touch("touchMove", x + right * step / 5, y + down * step / 5)
        self.wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        self.page.wait_for_timeout(60)
        self.swipes += 1

    def _touch(self, kind: str, x: float, y: float) -> None:
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
