"""A player with a mouse: gives an order that the built-in player would give, by clicks on the page alone."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from real_table import RealTable

from modules.engine.gestures.forms import gesture_kind
from modules.engine.listed_orders import end_of, names_of, shape_of, start_of, values_of
from modules.engine.orders import Order, parts_of

_PATIENCE = 60.0
_MOST_CLICKS = 12


_MIDDLE = """(found) => {
  if (!found.closest("#plane")) found.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = found.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class NoGesture(AssertionError):
    """An order that the page does not let a mouse give."""


class MousePlayer:
    """Clicks at the middle of what is shown. `clicks`: how many there were."""

    def __init__(self, page: Any, table: RealTable) -> None:
        self.page, self.table = page, table
        self.clicks = 0

    def show_all(self) -> None:
        """Shows all of the map."""
        self.settle()
        self.page.click("#zoom-fit")

    # --- a turn ---------------------------------------------------------------------------------------

    def play(self, decisions: int) -> list[str]:
        """So many orders, or up to the end of the game; their lines."""
        lines = []
        for _ in range(decisions):
            self.settle()
            if self.table.session.due_choice is None:
                break
            order = self.table.session.advise()
            self.give(order)
            lines.append(str(order))
        self.settle()
        return lines

    def settle(self) -> None:
        """Waits until the page shows what is due, and lifts the curtain."""
        end = time.monotonic() + _PATIENCE
        while not self.page.evaluate("document.body.dataset.idle === 'true'"):
            for skip in ("#curtain button", "#due button:has-text('Skip')"):
                if self.page.locator(skip).count() and self.page.locator(skip).first.is_visible():
                    self.page.locator(skip).first.click()
            assert time.monotonic() < end, "the page does not come to rest"
            self.page.wait_for_timeout(20)

    def give(self, order: Order) -> None:
        """Gives an order by hand. Raises NoGesture."""
        before = self.table.session.draft
        getattr(self, f"_{gesture_kind(type(order))}")(order)
        end = time.monotonic() + _PATIENCE
        while self.table.session.draft == before:
            if time.monotonic() > end:
                raise NoGesture(f"{order} ({gesture_kind(type(order))}): {self.page.inner_text('#due')}")
            self.confirm(order)
            self.page.wait_for_timeout(30)

    # --- gestures -------------------------------------------------------------------------------------

    def _press(self, order: Order) -> None:
        self.click(f"#due button[data-line='{order}']")

    def _mark(self, order: Order) -> None:
        listed = f"#due button[data-line='{order}']"
        if not self.page.locator(listed).count():
            self.pick(order)
        self.click(f"#due button[data-line='{order}']")

    def _turn(self, order: Order) -> None:
        self.pick(order)
        turn = "#due button:has-text('Turn')"
        if self.page.locator(turn).count():
            self.click(turn)
        self.click(f".turn-to[data-turn='{order}']")

    def _put(self, order: Order) -> None:
        self.pick(order)
        self.click(f".lights [data-place='{end_of(order)}']")

    def _point(self, order: Order) -> None:
        self.pick(order)
        aim = shape_of(type(order)).aim
        aimed = values_of(order, aim)
        if aim.what == "place":
            return self.click(f".lights .target[data-place='{aimed[0]}']")
        return self.click(f".lights .target[data-target='{self.table.number_of(aimed[0])}']")

    def _fill(self, order: Order) -> None:
        self.click(f"#due button[data-form='{type(order).FORM}']")
        for part in parts_of(type(order)):
            for count, value in enumerate(values := values_of(order, part)):
                chip, again = f"[data-chip='{part.name} {value}']", value in values[:count]
                self.wait_for(chip)
                if again or self.page.get_attribute(chip, "aria-pressed") != "true":
                    self.click(chip)
                    self.settle()
        self.click("#form .primary:not([disabled])")

    # --- parts of gestures ----------------------------------------------------------------------------

    def pick(self, order: Order) -> None:
        """Picks up all who act by an order."""
        names = names_of(order) if shape_of(type(order)).who is not None else ()
        if not names:
            self.pick_one(f".lights [data-at='{start_of(order)}']", add=False)
        elif start_of(order) and len(names) > 1:
            self.pick_from_stack(start_of(order), names)
        else:
            for count, name in enumerate(names):
                self.pick_one(self.selector_of(name), add=count > 0)

    def pick_from_stack(self, place: str, names: tuple[str, ...]) -> None:
        """Picks up some of a stack: all of them at once, or each from the stack that is fanned out."""
        numbers = self.numbers_in(place)
        first = next(
            number for number in numbers if self.page.locator(f".lights [data-lit='{number}']").count()
        )
        self.click(f".lights [data-lit='{first}']")
        self.settle()
        if len(names) == len(numbers):
            return self.click("#due button:has-text('All ')")
        self.click("#due button:has-text('Which')")
        wanted = Counter(names)
        for number, name in numbers.items():
            item = f"#stack [data-piece='{number}']"
            self.wait_for(item)
            held = self.page.get_attribute(item, "aria-pressed") == "true"
            if held != (wanted[name] > 0):
                self.click(item)
                self.settle()
            wanted[name] -= wanted[name] > 0
        return self.click("#stack header button")

    def numbers_in(self, place: str) -> dict[int, str]:
        """The numbers of the pieces that lie in a place, each with its name in orders."""
        rules, state = self.table.session.rules, self.table.session.board.play.state
        side = self.table.session.viewer
        return {
            self.table.number_of(each.counter): rules.order_name(state, each.counter, each.steps_lost)
            for each in rules.position(state)
            if each.place == place and each.counter and each.side in rules.sides_of(side)
        }

    def selector_of(self, name: str) -> str:
        """What is clicked for a counter as orders name it: on the board, or in the tray."""
        rules, state = self.table.session.rules, self.table.session.board.play.state
        lying = [each for each in (*rules.off_map(state), *rules.position(state)) if each.counter]
        called = {each: rules.order_name(state, each.counter, each.steps_lost) for each in lying}
        found = [each.counter for each in lying if name in (each.counter, called[each])]
        for counter in found:
            if self.page.locator(f"[data-tray='{counter}']").count():
                return f"[data-tray='{counter}']"
        lit = (f".lights [data-lit='{self.table.number_of(counter)}']" for counter in found)
        return next((each for each in lit if self.page.locator(each).count()), f"[data-nothing='{name}']")

    def pick_one(self, selector: str, *, add: bool) -> None:
        """Clicks where a piece lies until it is held: in a stack the next one comes with each click."""
        self.wait_for(selector)
        for _ in range(_MOST_CLICKS):
            above = ".lights .picked" if not self.page.locator(selector).count() else selector
            self.click_at(self.middle_of(above), shift=add)
            self.settle()
            if self.page.locator(f"{selector}[aria-pressed='true']").count():
                return
        raise NoGesture(f"{selector} cannot be picked: {self.page.inner_text('#due')}")

    def confirm(self, order: Order) -> None:
        """Presses what the page asks before it gives an order: the line itself, or the button of the card."""
        there = "#card button:has-text('Go to ')"  # by another way of the same length
        for selector in (f"#card button[data-line='{order}']", there, "#card .primary"):
            found = self.page.locator(selector)
            if found.count() and found.first.is_visible():
                self.click(selector)
                break

    def click(self, selector: str) -> None:
        self.wait_for(selector)
        self.click_at(self.middle_of(selector))

    def middle_of(self, selector: str) -> tuple[float, float]:
        self.wait_for(selector)
        x, y = self.page.locator(selector).first.evaluate(_MIDDLE)
        return x, y

    def click_at(self, at: tuple[float, float], *, shift: bool = False) -> None:
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(*at)
        if shift:
            self.page.keyboard.up("Shift")
        self.clicks += 1

    def wait_for(self, selector: str) -> None:
        end = time.monotonic() + _PATIENCE / 2
        while not self.page.locator(selector).count():
            if time.monotonic() > end:
                raise NoGesture(f"{selector} is not there: {self.page.inner_text('#due')}")
            self.page.wait_for_timeout(20)
