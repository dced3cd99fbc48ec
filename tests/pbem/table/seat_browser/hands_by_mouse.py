"""A mouse at a table where all is done by hand: it holds counters, presses words, and fills in forms."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mouse_player import MousePlayer
from real_table import RealTable

from pbem.solo.session_source import SessionSource
from pbem.solo.tried_game import TriedGame, TriedSource


def try_game(folder: Path, scenario: str, kept: Path) -> SessionSource:
    """A designer's game as `senlac try` opens it, with every side at the screen."""
    tried = TriedGame(str(folder), scenario, (), "", kept)
    return TriedSource(tried, lambda: False, list, print)


class HandsByMouse:
    """`given`: the newest order, without its side."""

    def __init__(self, page: Any, table: RealTable) -> None:
        self.page, self.table = page, table
        self.mouse = MousePlayer(page, table)

    @property
    def given(self) -> str:
        orders = self.table.session.saved.orders
        return orders[-1].partition(": ")[2] if orders else ""

    def hold(self, counter: str) -> None:
        self.mouse.settle()
        self.mouse.pick_one(f".lights [data-lit='{self.table.number_of(counter)}']", add=False)

    def put(self, counter: str, place: str) -> str:
        self.hold(counter)
        return self._after(f".lights [data-place='{place}']")

    def mark(self, counter: str, word: str) -> str:
        self.hold(counter)
        return self.press(word)

    def press(self, word: str) -> str:
        """A word of the bar, by the text of its button."""
        self.mouse.settle()
        return self._after(f"#due button:text-is('{word}')")

    def turn(self, counter: str, facing: str) -> str:
        self.hold(counter)
        self.mouse.click("#due button:text-is('Turn')")
        return self._after(f".turn-to[aria-label='Face {facing}']")

    def fill(self, form: str, saying: str = "", **chosen: str) -> str:
        """A form with these values; one of counters that is not listed here is filled in on the board."""
        self.mouse.settle()
        self.mouse.click(f"#due button[data-form='{form}']")
        for field, value in chosen.items():
            chip = f"#form [data-chip='{field} {value}']"
            self.mouse.wait_for(chip)
            if self.page.get_attribute(chip, "aria-pressed") != "true":
                self.mouse.click(chip)
                self.mouse.wait_for(f"{chip}[aria-pressed='true']")
        if saying:
            self.page.fill("#form input", saying)
            self.page.locator("#form input").blur()
        return self._after("#form .primary:not([disabled])")

    def _after(self, selector: str) -> str:
        """Clicks, and gives the order that came of it."""
        before = self.table.session.draft
        self.mouse.click(selector)
        self.mouse.settle()
        assert self.table.session.draft > before, f"{selector}: {self.page.inner_text('#due')}"
        return self.given
