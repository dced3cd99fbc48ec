"""The story page in Chromium: each step shows its position, by keys, buttons, links, log and play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small_story import NASTY, PER_MM, small_story
from waiting import until

pytestmark = pytest.mark.whole
Open = Callable[..., Any]

SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".piece")].map((each) => {
  const at = new DOMMatrix(each.style.transform);
  const [x, y] = [at.e + parseFloat(each.style.width) / 2, at.f + parseFloat(each.style.height) / 2];
  return [each.dataset.piece, [Number(each.dataset.sprite), Math.round(x), Math.round(y)]];
}))"""


def expected(story: dict[str, Any], number: int) -> dict[str, list[int]]:
    """The pieces that a step shows, by brute force: sprite and middle in pixels of the plane."""
    found: dict[str, list[int]] = {}
    for step in story["steps"][: number + 1]:
        for piece, sprite, x, y, *_ in step["changes"]:
            found[str(piece)] = [sprite, round(x * PER_MM), round(y * PER_MM)]
        for piece in step["gone"]:
            found.pop(str(piece), None)
    return found


def entry_of(page: Any) -> str:
    return str(page.inner_text(".when .entry"))


def test_each_step_shows_its_position(opened: Open, story: dict[str, Any]) -> None:
    page = opened("#e=0.1")
    page.keyboard.press("Home")
    for number in range(len(story["steps"])):
        assert page.evaluate(SHOWN) == expected(story, number), number
        page.keyboard.press("ArrowRight")
    for number in reversed(range(len(story["steps"]) - 1)):
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(SHOWN) == expected(story, number), number


def test_phases_turns_and_ends_by_keys_and_buttons(opened: Open, story: dict[str, Any]) -> None:
    page, last = opened(), story["seq"]
    went = []
    for key in ("Shift+ArrowRight", "ArrowDown", "Shift+ArrowLeft", "End", "ArrowUp", "Home"):
        page.keyboard.press(key)
        went.append(entry_of(page))
    assert went == [f"entry {seq} of {last}" for seq in (4, 10, 4, last, 30, 0)]
    page.click("[aria-label='Next phase']")
    page.click("[aria-label='Next turn']")
    assert entry_of(page) == f"entry 10 of {last}"


def test_a_link_leads_to_an_entry_and_each_row_is_one(opened: Open, story: dict[str, Any]) -> None:
    page = opened("#e=12")
    assert entry_of(page) == f"entry 12 of {story['seq']}"
    page.evaluate("location.hash = '#e=20.1'")
    until(page, "document.querySelector('.row.current a').hash === '#e=20.1'")
    assert page.evaluate(SHOWN) == expected(story, 20)
    page.click("text=move R-1 0301-0401 >> nth=0")
    assert page.evaluate("location.hash") == "#e=2"
    assert page.locator("[aria-current=step]").count() == 1


def test_play_goes_on_by_itself_until_it_is_paused(opened: Open) -> None:
    page = opened()
    page.select_option("select", label="quick")
    page.focus("#window")
    page.keyboard.press("Space")
    assert page.get_attribute(".play", "aria-label") == "Pause"
    until(page, "document.querySelector('#scrub').value > 1")
    page.keyboard.press("Space")
    at = page.input_value("#scrub")
    page.wait_for_timeout(700)
    assert page.input_value("#scrub") == at


def test_words_of_the_game_are_words(opened: Open, story: dict[str, Any]) -> None:
    page = opened(f"#e={story['steps'][-3]['seq']}.1")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert NASTY in page.inner_text("#caption") and NASTY in page.inner_text("h1")
    page.click("#caption button.rule >> nth=0")
    assert NASTY in page.inner_text("dialog")
    page.keyboard.press("Escape")
    assert page.locator("img[src=x]").count() == 0
    assert page.title() == f"Small: {NASTY}"


def test_marks_tell_what_happened(opened: Open, story: dict[str, Any]) -> None:
    page, marks = opened(), []
    for _ in story["steps"]:
        marks.append(
            page.eval_on_selector_all(".marks > g", "all => all.map((each) => each.className.baseVal)")
        )
        page.keyboard.press("ArrowRight")
    assert marks[1:8] == [["move"]] * 6 + [["retreat"]]
    assert marks[-3] == ["swords", "cross"]


@pytest.mark.long
def test_a_story_of_five_thousand_steps(opened: Open, story: dict[str, Any]) -> None:
    story.clear()
    story.update(small_story(5000))
    page = opened("#e=4000")
    assert page.evaluate(SHOWN) == expected(story, 4001)
    until(page, "document.querySelectorAll('.row').length === 5000")
    page.keyboard.press("End")
    assert page.evaluate(SHOWN) == expected(story, 4999)
