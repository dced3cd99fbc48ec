"""The page for everybody: a thumb at 390 px, the keyboard alone, a screen reader, dark and light, paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from waiting import until

pytestmark = pytest.mark.whole
Open = Callable[..., Any]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_at_390_px_all_is_within_reach(opened: Open) -> None:
    page = opened("#e=4", **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    boxes = [each.bounding_box() for each in page.locator(".buttons button").all()]
    assert len(boxes) == 7
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] > 700 for box in boxes)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    board, log = (page.locator(each).bounding_box() for each in ("#window", "#log-panel"))
    assert board["height"] > 250 and log["height"] > 150 and log["y"] > board["y"] + board["height"]
    page.tap("[aria-label='Next step']")
    assert page.inner_text(".when .entry").endswith("6 of 38")
    page.tap("#dice-panel-tab")
    assert "mean 3.25" in page.inner_text("#dice-panel")


def test_the_reader_sees_the_step_in_the_log(opened: Open, story: dict[str, Any]) -> None:
    """Wherever it is, in rows that are taller than others: the log is drawn only where it is seen."""
    for number, step in enumerate(story["steps"]):
        step["told"] = [f"{number} " + "many words " * 60] if number % 3 else []
    page = opened("#e=30", **PHONE)
    for key in ("", "Home", "End", "ArrowUp", "Shift+ArrowLeft"):
        if key:
            page.keyboard.press(key)
        page.wait_for_timeout(150)
        log, row = (page.locator(each).bounding_box() for each in ("#log-panel", ".row.current"))
        top = max(row["y"], log["y"])
        assert min(row["y"] + row["height"], log["y"] + log["height"]) - top > 20, key


def test_the_keyboard_reaches_everything_and_the_focus_shows(opened: Open) -> None:
    page = opened("#e=4")
    reached = []
    for _ in range(20):
        page.keyboard.press("Tab")
        told = page.evaluate("""() => { const at = document.activeElement;
          const name = at.id || at.getAttribute("aria-label") || at.innerText;
          return [name, getComputedStyle(at).outlineStyle]; }""")
        assert told[1] == "solid", told
        reached.append(told[0])
    assert {"skip", "word", "window", "zoom-in", "place", "log-panel-tab"} <= set(reached)
    page.focus("#log-panel-tab")
    page.keyboard.press("ArrowRight")
    assert page.is_visible("#numbers-panel") and page.is_hidden("#log-panel")
    assert page.inner_text(".when .entry") == "entry 4 of 38"  # the arrow was the tabs'


def test_a_screen_reader_hears_the_step_and_reads_the_position(opened: Open) -> None:
    page = opened("#e=2.1")
    until(page, "document.querySelector('#spoken').textContent !== ''")
    words = "Entry 2 of 38. Turn 1 of 9, Reds: Movement. Reds: move R-1 0201-0301"
    assert page.text_content("#spoken") == words
    lines = page.locator("#position li").all_text_contents()
    assert lines[0] == "0301: Red 1"
    assert lines[1].endswith("(disordered), a counter of the Blue men")
    assert lines[2] == "The pool: Blue 2"


def test_nothing_glides_where_motion_is_reduced(opened: Open) -> None:
    script = "getComputedStyle(document.querySelector('.piece')).transitionDuration"
    still, moving = opened("#e=4"), opened("#e=4", reduced_motion="no-preference")
    for page in (still, moving):
        page.keyboard.press("ArrowRight")
    assert (still.evaluate(script), moving.evaluate(script)) == ("0s", "0.15s")


def test_dark_and_light_have_words_that_can_be_read(opened: Open) -> None:
    """The contrast of words to their ground, as WCAG reckons it, is 4.5 or more."""
    script = """() => [
      ".row.current .line", ".row .who", ".number", ".when", ".view", ".tabs button", ".caption .line",
    ].map((each) => {
      const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
      let at = document.querySelector(each);
      const ink = light(getComputedStyle(at).color);
      while (/, 0\\)$|transparent/.test(getComputedStyle(at).backgroundColor)) at = at.parentElement;
      const ground = light(getComputedStyle(at).backgroundColor);
      return [each, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
    })"""
    grounds = set()
    for scheme in ("light", "dark"):
        page = opened("#e=4", color_scheme=scheme)
        assert [found for found in page.evaluate(script) if found[1] < 4.5] == [], scheme
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_on_paper_stand_the_whole_board_and_the_whole_log(opened: Open, story: dict[str, Any]) -> None:
    page = opened("#e=4")
    until(page, f"document.querySelectorAll('.row').length === {len(story['steps'])}")
    page.click("#dice-panel-tab")
    page.emulate_media(media="print")
    window, plane = (page.locator(each).bounding_box() for each in ("#window", "#plane"))
    assert plane["width"] == pytest.approx(window["width"], abs=1) and window["width"] <= 700
    assert page.is_visible("#log-panel") and page.is_hidden(".controls") and page.is_hidden("#dice-panel")
    assert page.locator("#log-panel").bounding_box()["height"] > 500


@pytest.mark.parametrize("width", (390, 1280))
def test_long_words_push_nothing_out_of_the_window(opened: Open, story: dict[str, Any], width: int) -> None:
    word = "W" * 200
    story["title"] = story["view"] = story["rules"][0]["text"] = word
    for step in story["steps"]:
        step["heading"]["phase"] = word
        step["told"] = [word]
    page = opened(viewport={"width": width, "height": 800})
    for panel in ("log", "rules", "about"):
        page.click(f"#{panel}-panel-tab")
        assert page.evaluate(f"document.getElementById('{panel}-panel').scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollWidth") == width
    box = page.locator("#word").bounding_box()
    assert box["x"] + box["width"] <= width


def test_the_page_says_what_it_is_and_has_no_tick(opened: Open) -> None:
    page = opened()
    page.click("#word")
    told = page.inner_text("#about-panel")
    assert "This page is its maker's word." in told and "pbem verify game.log" in told
    assert not {"✓", "✔", "☑", "✅"} & set(page.content())


def test_the_policy_refuses_what_is_not_of_the_page(opened: Any) -> None:
    page = opened()
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'document.title = 9'}))"
    )
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">x</p>')")
    page.evaluate("new Image().src = 'https://example.invalid/'")
    until(page, "true")
    assert page.title() != "9"
    assert sum("Content Security Policy" in fault for fault in opened.faults) == 3
    opened.faults.clear()
