"""A player with a keyboard: pieces by their letter, places by their number, words by Tab and Enter."""

from __future__ import annotations

from typing import Any

from mouse_player import MousePlayer, NoGesture
from real_table import RealTable

from modules.engine.listed_orders import end_of, shape_of, values_of
from modules.engine.orders import Order

_MOST_PRESSED = 90


class KeyPlayer(MousePlayer):
    """`keys`: how many were pressed. Nothing is clicked."""

    def __init__(self, page: Any, table: RealTable) -> None:
        super().__init__(page, table)
        self.keys = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def click_at(self, at: tuple[float, float], *, shift: bool = False) -> None:
        raise NoGesture(f"a keyboard clicks nowhere: {at} {shift}")

    def click(self, selector: str) -> None:
        """Goes to something by Tab, and presses Enter."""
        self.wait_for(selector)
        self.page.evaluate("document.activeElement?.blur()")
        for _ in range(_MOST_PRESSED):
            self.press("Tab")
            if self.page.evaluate("(at) => document.activeElement.matches(at)", selector):
                return self.press("Enter")
        raise NoGesture(f"{selector} cannot be reached by Tab")

    def pick_one(self, selector: str, *, add: bool) -> None:
        """Presses the letter of a piece until it is held."""
        self.wait_for(selector)
        number = selector.partition("data-lit='")[2].partition("'")[0]
        name = self.page.get_attribute(selector, "aria-label")
        picked = f".lights .picked[data-lit='{number}']"
        for _ in range(_MOST_PRESSED):
            self.press(f"Shift+{name[0]}" if add else name[0].lower())
            if self.page.locator(picked).count():
                return self.settle()
        raise NoGesture(f"{name} cannot be picked by its letter")

    def go(self, place: str) -> None:
        """Types the number of a place, and presses Enter."""
        for digit in place:
            self.press(digit)
        self.press("Enter")

    def confirm(self, order: Order) -> None:
        """Presses Enter where the card asks, with its button in focus already."""
        line = f"#card button[data-line='{order}']"
        if not self.page.locator(line).count() or not self.page.locator(line).first.is_visible():
            return
        if self.page.evaluate("(at) => document.activeElement.matches(at)", line):
            self.press("Enter")
        else:
            self.click(line)

    def _put(self, order: Order) -> None:
        self.pick(order)
        self.go(end_of(order))

    def _point(self, order: Order) -> None:
        self.pick(order)
        aim = shape_of(type(order)).aim
        assert aim is not None
        (name, *_) = values_of(order, aim)
        self.go(name if aim.what == "place" else self.place_of(name))

    def place_of(self, name: str) -> str:
        """Where a counter lies, as orders name it."""
        rules, state = self.table.session.rules, self.table.session.board.play.state
        return next(
            each.place
            for each in rules.position(state)
            if name in (each.counter, rules.order_name(state, each.counter, each.steps_lost))
        )
