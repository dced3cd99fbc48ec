"""A seat for everybody: by thumb at 390 px, by keyboard alone, for a screen reader, in the dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from played_program import PlayedProgram
from seat_hands import comes, given, lit_place, pick, piece

pytestmark = pytest.mark.whole
Open = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_turn_by_thumb(opened: Open, program: PlayedProgram) -> None:
    page = opened(**PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.touchscreen.tap(*piece(page, 0))
    comes(page, "document.querySelectorAll('.open').length === 4")
    page.touchscreen.tap(*lit_place(page, "0301"))
    given(page, program, "move R-1 0101-0301")
    page.tap("#due button:has-text('Done')")
    given(page, program, "move R-1 0101-0301", "done")


def test_what_a_thumb_presses_is_40_px_or_more(opened: Open) -> None:
    page = opened(**PHONE)
    page.tap("#seat-panel-tab")
    small = """() => [...document.querySelectorAll("button, input:not([type=range])")].filter((each) => {
      const box = each.getBoundingClientRect();
      const seen = each.checkVisibility() && box.width && !each.closest(".lights") && !each.matches(".rule");
      return seen && (box.width < 40 || box.height < 40);
    }).map((each) => each.outerHTML.slice(0, 80))"""
    assert page.evaluate(small) == []
    board = page.locator("#window").bounding_box()
    page.tap("#seat-panel-tab")
    assert page.is_hidden("#seat-panel")
    assert page.locator("#window").bounding_box()["height"] > board["height"] + 200


def test_a_finger_that_rests_asks_why(opened: Open) -> None:
    page = opened(**PHONE)
    page.touchscreen.tap(*piece(page, 0))
    comes(page, "document.querySelectorAll('.open').length === 4")
    x, y = piece(page, 3)
    wire = page.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_selector("#card.hint")
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert "0403 is too far" in page.inner_text("#card")


def test_a_turn_by_keyboard_alone(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.keyboard.press("r")
    comes(page, "document.querySelectorAll('.open').length === 4")
    page.keyboard.type("0301")
    assert page.inner_text("#number") == "0301"
    page.keyboard.press("Enter")
    given(page, program, "move R-1 0101-0301")
    page.keyboard.press("r")
    comes(page, "document.querySelector('#question').textContent.startsWith('Red 2')")
    page.keyboard.type("0403")
    page.keyboard.press("Enter")
    page.wait_for_selector("#card .modifiers")
    page.keyboard.press("Enter")
    given(page, program, "move R-1 0101-0301", "attack R-2 > B-2")
    page.keyboard.press("?")
    assert "pick the next lit counter" in page.inner_text("#about-panel")


def test_tab_goes_through_what_is_lit(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    page.focus("#window")
    told = []
    for _ in range(2):
        page.keyboard.press("Tab")
        told.append(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert told == ["Red 1 in 0101", "Red 2 in 0303"]
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    comes(page, "document.querySelectorAll('.open').length === 4")
    page.focus(".open >> nth=1")
    page.keyboard.press("Enter")
    given(page, program, "move R-1 0101-0301")


def test_a_screen_reader_hears_question_pick_and_result(opened: Open, program: PlayedProgram) -> None:
    page = opened()
    assert page.text_content("#said") == "move a unit, or say done"
    pick(page, 0)
    told = (
        "Red 1: 4 places: 0201 with 3 MP left, 0301 with 2 MP left, 0202 with 2 MP left, 0401 with 0 MP left"
    )
    comes(page, f"document.querySelector('#said').textContent.startsWith('{told}')")
    page.mouse.click(*lit_place(page, "0201"))
    given(page, program, "move R-1 0101-0201")
    comes(page, "document.querySelector('#spoken').textContent.includes('move R-1 0101-0201')")


def test_nothing_moves_where_motion_is_reduced(opened: Open) -> None:
    page = opened()
    page.fill("#line", "attack R-2 > B-2")
    page.press("#line", "Enter")
    comes(page, "document.querySelector('#caption .rolls') !== null")
    assert page.locator("#tray .die").count() == 0 and page.is_hidden("#tray")


@pytest.mark.parametrize("scheme", ("light", "dark"))
def test_words_can_be_read_by_day_and_by_night(opened: Open, scheme: str) -> None:
    """The contrast of words to their ground, as WCAG reckons it, is 4.5 or more."""
    page = opened(color_scheme=scheme)
    page.fill("#line", "nonsense")
    page.press("#line", "Enter")
    page.wait_for_selector(".notice.grave")
    pick(page, 0)
    script = """() => [
      ".question", ".words .primary", ".words button:not(.primary)", ".notice.grave", ".given .note",
      ".open span",
    ].map((each) => [each, document.querySelector(each)]).filter(([, at]) => at).map(([each, at]) => {
      const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      const ink = light(getComputedStyle(at).color);
      while (/, 0\\)$|transparent/.test(getComputedStyle(at).backgroundColor)) at = at.parentElement;
      const plain = light(getComputedStyle(at).backgroundColor);
      const ground = each.startsWith(".open") ? light("rgb(255, 240, 190)") : plain;
      return [each, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
    })"""
    found = page.evaluate(script)
    assert len(found) >= 5
    assert [each for each in found if each[1] < 4.5] == []


def test_a_form_is_filled_in_with_a_thumb(opened: Open, program: PlayedProgram) -> None:
    page = opened(**PHONE)
    page.tap("#due button:has-text('Deploy')")
    page.tap(".field >> nth=0 >> .chip:has-text('R-1')")
    page.tap(".field >> nth=1 >> .chip:has-text('R-2')")
    page.tap(".form button:has-text('Give: deploy R-1 R-2')")
    given(page, program, "deploy R-1 R-2")
    assert page.is_hidden("#seat-panel")
